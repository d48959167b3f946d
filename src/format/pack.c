#include "format/pack.h"

#include <zstd.h>

size_t pack_bound(size_t size) {
  return ZSTD_compressBound(size);
}

size_t pack_bytes(const void *bytes, size_t size, int level, void *packed, size_t room) {
  const size_t taken = ZSTD_compress(packed, room, bytes, size, level);
  return ZSTD_isError(taken) ? 0 : taken;
}

/* A Packer is zstd's own context. */
Packer *packer_create(void) {
  return (Packer *)ZSTD_createCCtx();
}

void packer_destroy(Packer *packer) {
  ZSTD_freeCCtx((ZSTD_CCtx *)packer);
}

size_t packer_memory(const Packer *packer) {
  return ZSTD_sizeof_CCtx((const ZSTD_CCtx *)packer);
}

size_t packer_pack(Packer *packer, const void *bytes, size_t size, int level, void *packed, size_t room) {
  const size_t taken = ZSTD_compressCCtx((ZSTD_CCtx *)packer, packed, room, bytes, size, level);
  return ZSTD_isError(taken) ? 0 : taken;
}

/* A block of zstd's holds at most 128 KiB and takes at least 4 bytes: a run that says that it holds more than this is hostile. */
static const unsigned long long most_per_byte = 1 << 15;

bool pack_holds(const void *packed, size_t packed_size, size_t *size) {
  const unsigned long long says = ZSTD_getFrameContentSize(packed, packed_size);
  *size = 0;
  if (says == ZSTD_CONTENTSIZE_ERROR || says == ZSTD_CONTENTSIZE_UNKNOWN || says / most_per_byte > packed_size) return false;
  *size = (size_t)says;
  return true;
}

bool pack_open(const void *packed, size_t packed_size, void *bytes, size_t size) {
  return ZSTD_decompress(bytes, size, packed, packed_size) == size;
}
