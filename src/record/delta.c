#include "record/delta.h"

#include <stdint.h>
#include <string.h>

#include "format/pack.h"

enum { LEVEL = 1 };

static const uint32_t like = 1u << 16; /* the XOR of two words that agree in their upper half is less */

/* One block: words, and where their bytes lie in the grouped slice. */
typedef struct Block {
  int count;             /* words */
  size_t at;             /* byte of the slice */
  unsigned char *group;  /* the first word's lowest byte; its others follow by `stride` */
  size_t stride;         /* words of the slice */
  unsigned char *is_xor; /* the block's byte */
} Block;

static Block block_of(DeltaScratch *scratch, size_t words, size_t from) {
  const size_t left = words - from;
  return (Block){.count = left < DELTA_BLOCK ? (int)left : DELTA_BLOCK,
                 .at = 4 * from,
                 .group = scratch->grouped + DELTA_BLOCKS + from,
                 .stride = words,
                 .is_xor = scratch->grouped + from / DELTA_BLOCK};
}

static void block_pack(const unsigned char *bytes, const unsigned char *reference, const Block *b) {
  uint32_t words[DELTA_BLOCK], changes[DELTA_BLOCK];
  int alike = 0;
  memcpy(words, bytes + b->at, 4 * (size_t)b->count);
  *b->is_xor = 0;
  if (reference) {
    memcpy(changes, reference + b->at, 4 * (size_t)b->count);
    for (int n = 0; n < b->count; n++) {
      changes[n] ^= words[n];
      alike += changes[n] < like;
    }
    *b->is_xor = 2 * alike >= b->count;
  }
  const uint32_t *const from = *b->is_xor ? changes : words;
  for (int byte = 0; byte < 4; byte++) {
    unsigned char *const to = b->group + (size_t)byte * b->stride;
    for (int n = 0; n < b->count; n++) to[n] = (unsigned char)(from[n] >> 8 * byte);
  }
}

static void block_open(const unsigned char *reference, const Block *b, unsigned char *bytes) {
  const unsigned char *const low = b->group, *const second = low + b->stride, *const third = second + b->stride,
                             *const high = third + b->stride;
  uint32_t words[DELTA_BLOCK], other[DELTA_BLOCK];
  for (int n = 0; n < b->count; n++)
    words[n] = (uint32_t)low[n] | (uint32_t)second[n] << 8 | (uint32_t)third[n] << 16 | (uint32_t)high[n] << 24;
  if (*b->is_xor && reference) {
    memcpy(other, reference + b->at, 4 * (size_t)b->count);
    for (int n = 0; n < b->count; n++) words[n] ^= other[n];
  }
  memcpy(bytes + b->at, words, 4 * (size_t)b->count);
}

/* Bytes beyond the last whole word go as they are, behind the groups. */
size_t delta_pack(const unsigned char *bytes, const unsigned char *reference, size_t size, DeltaScratch *scratch) {
  const size_t words = size / 4;
  memset(scratch->grouped, 0, DELTA_BLOCKS);
  for (size_t from = 0; from < words; from += DELTA_BLOCK) {
    const Block b = block_of(scratch, words, from);
    block_pack(bytes, reference, &b);
  }
  memcpy(scratch->grouped + DELTA_BLOCKS + 4 * words, bytes + 4 * words, size - 4 * words);
  const size_t grouped = DELTA_BLOCKS + size, room = sizeof scratch->packed;
  return scratch->packer ? packer_pack(scratch->packer, scratch->grouped, grouped, LEVEL, scratch->packed, room)
                         : pack_bytes(scratch->grouped, grouped, LEVEL, scratch->packed, room);
}

bool delta_open(const unsigned char *packed, size_t packed_size, const unsigned char *reference, unsigned char *bytes, size_t size,
                DeltaScratch *scratch) {
  const size_t words = size / 4;
  if (!pack_open(packed, packed_size, scratch->grouped, DELTA_BLOCKS + size)) return false;
  for (size_t from = 0; from < words; from += DELTA_BLOCK) {
    const Block b = block_of(scratch, words, from);
    block_open(reference, &b, bytes);
  }
  memcpy(bytes + 4 * words, scratch->grouped + DELTA_BLOCKS + 4 * words, size - 4 * words);
  return true;
}
