#include "record/line.h"

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

bool keyframe_pack(Keyframe *keyframe, const StateBytes *state, const StateBytes *reference, int slices, DeltaScratch *scratch,
                   size_t *memory) {
  for (; slices > 0 && keyframe->packed_count < keyframe->slice_count; slices--, keyframe->packed_count++) {
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

/* --- lines ---------------------------------------------------------------------------------------------------------------------------- */

enum { KEYFRAMES_START = 64 };

bool line_append(Line *line, Keyframe *keyframe) {
  const int wanted = line->room > 0 ? line->count + 1 : KEYFRAMES_START;
  if (!array_grow(&line->keyframes, &line->room, wanted, sizeof *line->keyframes)) return false;
  line->keyframes[line->count++] = keyframe;
  return true;
}

/* Ends the line's use of keyframe n. */
static void line_remove(Line *line, int n, size_t *memory) {
  keyframe_remove_user(line->keyframes[n], memory);
  line->count--;
  memmove(line->keyframes + n, line->keyframes + n + 1, sizeof *line->keyframes * (size_t)(line->count - n));
}

void line_forget(Line *line, double time, size_t *memory) {
  while (line->count > 1 && line->keyframes[1]->time <= time) line_remove(line, 0, memory);
  if (line->count > 0) operations_forget(&line->operations, line->keyframes[0]->tick);
}

int line_keyframe(const Line *line, int64_t tick) {
  int n = line->count - 1;
  while (n >= 0 && line->keyframes[n]->tick > tick) n--;
  return n;
}

int line_nearest(const Line *line, int64_t tick) {
  const int n = line_keyframe(line, tick);
  if (n < 0 || n + 1 == line->count) return n < 0 ? 0 : n;
  return line->keyframes[n + 1]->tick - tick < tick - line->keyframes[n]->tick ? n + 1 : n;
}

bool line_copy(Line *copy, const Line *line, int64_t tick, double time, size_t *memory) {
  const int operations = operations_first(&line->operations, tick), count = line_keyframe(line, tick) + 1;
  *copy = (Line){.to = tick, .to_time = time};
  if (!operations_copy(&copy->operations, &line->operations, 0, operations, WORLD_COMMANDS_MAX) ||
      !array_grow(&copy->keyframes, &copy->room, count + KEYFRAMES_START, sizeof *copy->keyframes)) {
    line_clear(copy, memory);
    return false;
  }
  for (int n = 0; n < count; n++) {
    line->keyframes[n]->users++;
    copy->keyframes[copy->count++] = line->keyframes[n];
  }
  return true;
}

void line_clear(Line *line, size_t *memory) {
  while (line->count > 0) line_remove(line, line->count - 1, memory);
  memory_free(line->keyframes);
  operations_free(&line->operations);
  *line = (Line){0};
}

void line_run(const Line *line, World *world, int64_t tick) {
  const Operations *const list = &line->operations;
  for (int n = operations_first(list, world->tick); world->tick < tick;) {
    for (; n < list->count && list->rows[n].tick == world->tick; n++) world_command(world, &list->rows[n].command);
    world_step(world);
  }
}

/* --- thinning ------------------------------------------------------------------------------------------------------------------------ */

static int index_in(const Line *line, const Keyframe *keyframe) {
  const int n = line_keyframe(line, keyframe->tick);
  return n >= 0 && line->keyframes[n] == keyframe ? n : -1;
}

static bool can_go(const Line *lines, const Keyframe *keyframe) {
  int listed = 0;
  for (int l = 0; l < LINES_MAX; l++) {
    const int n = index_in(&lines[l], keyframe);
    if (n == 0 || (n > 0 && n == lines[l].count - 1)) return false;
    listed += n > 0;
  }
  return keyframe->users == listed;
}

static void remove_everywhere(Line *lines, Keyframe *keyframe, size_t *memory) {
  for (int l = 0; l < LINES_MAX; l++) {
    const int n = index_in(&lines[l], keyframe);
    if (n < 0) continue;
    const bool last_user = keyframe->users == 1;
    line_remove(&lines[l], n, memory);
    if (last_user) return;
  }
}

/* Removes every other one of those among the first `count` that can go. Returns false if there is none. */
static bool thin_first(Line *lines, Line *line, int count, size_t *memory) {
  bool removed = false, goes = true;
  for (int n = 1; n < count;) {
    Keyframe *const keyframe = line->keyframes[n];
    const bool free = can_go(lines, keyframe), now = free && goes;
    if (free) goes = !goes;
    if (now) {
      remove_everywhere(lines, keyframe, memory);
      removed = true;
      count--;
    } else {
      n++;
    }
  }
  return removed;
}

/* Returns the line after one of `bound` keyframes and this age, in the order of how many keyframes lines have, of several the oldest first.
 * Returns NULL if there is none with a keyframe that could go. */
static Line *longest_after(Line *lines, int bound, int64_t age) {
  Line *found = NULL;
  for (int l = 0; l < LINES_MAX; l++) {
    Line *const line = &lines[l];
    if (line->count > bound || (line->count == bound && line->age <= age) || line->count < 3) continue;
    if (!found || line->count > found->count || (line->count == found->count && line->age < found->age)) found = line;
  }
  return found;
}

static bool thin_any(Line *lines, size_t *memory) {
  int bound = INT32_MAX;
  int64_t age = -1;
  for (Line *line; (line = longest_after(lines, bound, age)) != NULL;) {
    if (thin_first(lines, line, line->count / 2, memory) || thin_first(lines, line, line->count, memory)) return true;
    bound = line->count;
    age = line->age;
  }
  return false;
}

bool thin_lines(Line lines[LINES_MAX], int present, size_t *memory) {
  Line *const line = &lines[present], *oldest = NULL;
  if (thin_any(lines, memory)) return true;
  for (int l = 0; l < LINES_MAX; l++)
    if (l != present && lines[l].count > 0 && (!oldest || lines[l].age < oldest->age)) oldest = &lines[l];
  if (oldest) { /* a branch */
    line_clear(oldest, memory);
    return true;
  }
  if (line->count < 2) return false;
  line_forget(line, line->keyframes[1]->time, memory);
  return true;
}
