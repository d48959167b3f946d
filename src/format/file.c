#include "format/file.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <zstd.h>

#include "base/memory.h"

void *file_read(const char *path, size_t *size, Error *error) {
  struct stat is;
  if (stat(path, &is) != 0) return error_set(error, "%s: %s", path, strerror(errno)), NULL;
  if (!S_ISREG(is.st_mode)) return error_set(error, "%s: not an ordinary file", path), NULL;
  FILE *const file = fopen(path, "rb");
  if (!file) return error_set(error, "%s: %s", path, strerror(errno)), NULL;
  *size = (size_t)is.st_size;
  void *const bytes = memory_create(*size + 1, 1);
  const bool whole = bytes && fread(bytes, 1, *size, file) == *size;
  fclose(file);
  if (whole) return bytes;
  error_set(error, "%s: %s", path, bytes ? "cannot be read" : "not enough memory");
  memory_free(bytes);
  return NULL;
}

/* --- chunks -------------------------------------------------------------------------------------------------------------------------- */

/* The first byte tells text from bytes, the line ends and the end of file show what changes either (ISO/IEC 15948, 5.2). */
static const unsigned char signatures[][CHUNKS_SIGNATURE] = {
    [CHUNKS_WEIR] = {0x89, 'W', 'E', 'R', '\r', '\n', 0x1a, '\n'}, [CHUNKS_PNG] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'}};

/* CRC-32 of ISO/IEC 15948, annex D: polynomial 0xedb88320, four bits at a time. */
static uint32_t crc_add(uint32_t crc, const unsigned char *bytes, size_t size) {
  uint32_t table[16];
  for (uint32_t n = 0; n < 16; n++) {
    table[n] = n;
    for (int bit = 0; bit < 4; bit++) table[n] = (table[n] & 1) ? 0xedb88320u ^ (table[n] >> 1) : table[n] >> 1;
  }
  for (size_t n = 0; n < size; n++) {
    crc ^= bytes[n];
    crc = table[crc & 15] ^ (crc >> 4);
    crc = table[crc & 15] ^ (crc >> 4);
  }
  return crc;
}

static uint32_t crc_of(const char *name, const void *bytes, size_t size) {
  return ~crc_add(crc_add(0xffffffffu, (const unsigned char *)name, CHUNK_NAME), bytes, size);
}

static uint32_t read_big_endian(const unsigned char *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static bool write_big_endian(FILE *file, uint32_t value) {
  const unsigned char bytes[4] = {(unsigned char)(value >> 24), (unsigned char)(value >> 16), (unsigned char)(value >> 8),
                                  (unsigned char)value};
  return fwrite(bytes, 1, sizeof bytes, file) == sizeof bytes;
}

ChunksKind chunks_begin(const void *file, size_t size, size_t *at) {
  *at = CHUNKS_SIGNATURE;
  for (int kind = CHUNKS_WEIR; kind <= CHUNKS_PNG; kind++)
    if (size >= CHUNKS_SIGNATURE && memcmp(file, signatures[kind], CHUNKS_SIGNATURE) == 0) return (ChunksKind)kind;
  return CHUNKS_NONE;
}

bool chunks_next(const void *file, size_t size, size_t *at, Chunk *chunk, ChunksEnd *end) {
  const unsigned char *const bytes = (const unsigned char *)file + *at;
  const size_t left = size - *at;
  *end = left == 0 ? CHUNKS_END : CHUNKS_CUT;
  if (left < CHUNK_FRAME) return false;
  const size_t holds = read_big_endian(bytes);
  if (holds > CHUNK_BYTES_MAX) *end = CHUNKS_DAMAGED;
  if (holds > CHUNK_BYTES_MAX || holds > left - CHUNK_FRAME) return false;
  *chunk = (Chunk){.bytes = bytes + 4 + CHUNK_NAME, .size = holds};
  memcpy(chunk->name, bytes + 4, CHUNK_NAME);
  *end = CHUNKS_DAMAGED;
  if (crc_of(chunk->name, chunk->bytes, holds) != read_big_endian(chunk->bytes + holds)) return false;
  *at += CHUNK_FRAME + holds;
  return true;
}

bool chunk_is(const Chunk *chunk, const char *name) {
  return memcmp(chunk->name, name, CHUNK_NAME) == 0;
}

bool chunks_write_signature(FILE *file, ChunksKind kind) {
  return fwrite(signatures[kind], 1, CHUNKS_SIGNATURE, file) == CHUNKS_SIGNATURE;
}

bool chunk_write(FILE *file, const char *name, const void *bytes, size_t size) {
  return size <= CHUNK_BYTES_MAX && write_big_endian(file, (uint32_t)size) && fwrite(name, 1, CHUNK_NAME, file) == CHUNK_NAME &&
         fwrite(bytes, 1, size, file) == size && write_big_endian(file, crc_of(name, bytes, size));
}

/* --- packing ------------------------------------------------------------------------------------------------------------------------- */

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

size_t pack_bytes(Packer *packer, const void *bytes, size_t size, int level, void *packed, size_t room) {
  const size_t taken =
      packer ? ZSTD_compressCCtx((ZSTD_CCtx *)packer, packed, room, bytes, size, level) : ZSTD_compress(packed, room, bytes, size, level);
  return ZSTD_isError(taken) ? 0 : taken;
}

bool chunk_write_packed(FILE *file, const char *name, const void *bytes, size_t size) {
  const size_t room = ZSTD_compressBound(size);
  unsigned char *const packed = memory_create(1, room);
  const size_t taken = packed ? pack_bytes(NULL, bytes, size, 3, packed, room) : 0;
  const bool ok = taken > 0 && chunk_write(file, name, packed, taken);
  memory_free(packed);
  return ok;
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
