#include "record/keyframe.h"

#include <string.h>

#include "base/memory.h"

/* --- a slice against its reference --------------------------------------------------------------------------------------------------- */

enum { LEVEL = 1 };

static const uint32_t like = 1u << 16; /* the XOR of two words that agree in their upper half is less */

/* One block: words, and where their bytes lie in the grouped slice. */
typedef struct Block {
  int count;             /* words */
  size_t at;             /* byte of the slice */
  unsigned char *is_xor; /* the block's byte */
  unsigned char *group;  /* the first word's lowest byte; its others follow by `stride` */
  size_t stride;         /* words of the slice */
} Block;

static Block block_of(DeltaScratch *scratch, size_t words, size_t from) {
  const size_t left = words - from;
  unsigned char *const grouped = scratch->grouped;
  return (Block){left < DELTA_BLOCK ? (int)left : DELTA_BLOCK, 4 * from, grouped + from / DELTA_BLOCK, grouped + DELTA_BLOCKS + from,
                 words};
}

static void block_pack(const unsigned char *bytes, const unsigned char *reference, const Block *b) {
  uint32_t words[DELTA_BLOCK], changes[DELTA_BLOCK];
  int alike = 0;
  memcpy(words, bytes + b->at, 4 * (size_t)b->count);
  if (reference) {
    memcpy(changes, reference + b->at, 4 * (size_t)b->count);
    for (int n = 0; n < b->count; n++) {
      changes[n] ^= words[n];
      alike += changes[n] < like;
    }
  }
  *b->is_xor = reference && 2 * alike >= b->count;
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
  return pack_bytes(scratch->packer, scratch->grouped, DELTA_BLOCKS + size, LEVEL, scratch->packed, sizeof scratch->packed);
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

/* --- slices: of what comes before the water, then of the water ----------------------------------------------------------------------- */

/* Where slice n of a state lies, and the bytes at the same place of another state; NULL: the other is too short there. */
typedef struct Place {
  size_t at, size;
  const unsigned char *same;
} Place;

static int slices_of(size_t bytes) {
  return (int)((bytes + DELTA_SLICE - 1) / DELTA_SLICE);
}

static Place place_of(const Keyframe *keyframe, int n, const StateBytes *reference) {
  const Keyframe *const other = keyframe->reference;
  const int front = slices_of(keyframe->water_at);
  const bool water = n >= front;
  const size_t within = (size_t)(water ? n - front : n) * DELTA_SLICE;
  const size_t at = (water ? keyframe->water_at : 0) + within, left = (water ? keyframe->size : keyframe->water_at) - at;
  Place place = {.at = at, .size = left < DELTA_SLICE ? left : DELTA_SLICE};
  if (!other) return place;
  const size_t same = (water ? other->water_at : 0) + within;
  if (same + place.size <= (water ? other->size : other->water_at)) place.same = reference->bytes + same;
  return place;
}

static bool slice_pack(Keyframe *keyframe, const StateBytes *state, const StateBytes *reference, int n, DeltaScratch *scratch) {
  const Place place = place_of(keyframe, n, reference);
  if (place.same && memcmp(state->bytes + place.at, place.same, place.size) == 0) return true;
  const size_t size = delta_pack(state->bytes + place.at, place.same, place.size, scratch);
  unsigned char *const bytes = size > 0 ? memory_create(1, size) : NULL;
  if (!bytes) return false;
  memcpy(bytes, scratch->packed, size);
  keyframe->slices[n] = (KeyframeSlice){bytes, size};
  return true;
}

static bool slice_open(const Keyframe *keyframe, int n, const StateBytes *reference, StateBytes *state, DeltaScratch *scratch) {
  const Place place = place_of(keyframe, n, reference);
  const KeyframeSlice *const slice = &keyframe->slices[n];
  if (slice->bytes) return delta_open(slice->bytes, slice->size, place.same, state->bytes + place.at, place.size, scratch);
  if (place.same) memcpy(state->bytes + place.at, place.same, place.size);
  return place.same != NULL;
}

/* --- keyframes ----------------------------------------------------------------------------------------------------------------------- */

Keyframe *keyframe_create(const World *world, const StateBytes *state, Keyframe *reference, size_t *memory) {
  const size_t water_at = world_state_water(state->bytes, state->size);
  const int slice_count = slices_of(water_at) + slices_of(state->size - water_at);
  Keyframe *const keyframe = memory_create(1, sizeof *keyframe);
  KeyframeSlice *const slices = memory_create((size_t)slice_count, sizeof *slices);
  if (!keyframe || !slices) {
    memory_free(keyframe);
    memory_free(slices);
    return NULL;
  }
  *keyframe = (Keyframe){.tick = world->tick,
                         .time = world->time,
                         .size = state->size,
                         .water_at = water_at,
                         .reference = reference,
                         .users = 1,
                         .slices = slices,
                         .slice_count = slice_count,
                         .memory = sizeof *keyframe + sizeof *slices * (size_t)slice_count};
  if (reference) reference->users++;
  *memory += keyframe->memory;
  return keyframe;
}

bool keyframe_is_packed(const Keyframe *keyframe) {
  return keyframe->packed_count == keyframe->slice_count;
}

bool keyframe_pack(Keyframe *keyframe, const StateBytes *state, const StateBytes *reference, int slices, DeltaScratch *scratch,
                   size_t *memory) {
  for (; slices > 0 && !keyframe_is_packed(keyframe); slices--, keyframe->packed_count++) {
    if (!slice_pack(keyframe, state, reference, keyframe->packed_count, scratch)) return false;
    keyframe->memory += keyframe->slices[keyframe->packed_count].size;
    *memory += keyframe->slices[keyframe->packed_count].size;
  }
  return true;
}

bool keyframe_open(const Keyframe *keyframe, const StateBytes *reference, StateBytes *state, DeltaScratch *scratch) {
  if (!state_bytes_reserve(state, keyframe->size)) return false;
  for (int n = 0; n < keyframe->slice_count; n++)
    if (!slice_open(keyframe, n, reference, state, scratch)) return false;
  return true;
}

void keyframe_remove_user(Keyframe *keyframe, size_t *memory) {
  if (!keyframe || --keyframe->users > 0) return;
  keyframe_remove_user(keyframe->reference, memory);
  for (int n = 0; n < keyframe->slice_count; n++) memory_free(keyframe->slices[n].bytes);
  *memory -= keyframe->memory;
  memory_free(keyframe->slices);
  memory_free(keyframe);
}
