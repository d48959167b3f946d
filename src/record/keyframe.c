#include "record/keyframe.h"

#include <string.h>

#include "base/memory.h"
#include "world/state/state.h"

/* --- slices: of what comes before the water, then of the water ----------------------------------------------------------------- */

/* Where slice n of a state lies, and the bytes at the same place of another state; NULL: the other is too short there. */
typedef struct Place {
  size_t at, size;
  const unsigned char *same;
} Place;

static int slices_of(size_t bytes) {
  return (int)((bytes + DELTA_SLICE - 1) / DELTA_SLICE);
}

static Place place_of(const Keyframe *keyframe, int n, const StateBytes *reference) {
  const int front = slices_of(keyframe->water_at);
  const bool water = n >= front;
  const size_t within = (size_t)(water ? n - front : n) * DELTA_SLICE;
  const size_t begin = water ? keyframe->water_at : 0, end = water ? keyframe->size : keyframe->water_at;
  Place place = {.at = begin + within, .size = end - begin - within};
  if (place.size > DELTA_SLICE) place.size = DELTA_SLICE;
  if (!keyframe->reference) return place;
  const size_t other = water ? keyframe->reference->water_at + within : within;
  const size_t other_end = water ? keyframe->reference->size : keyframe->reference->water_at;
  if (other + place.size <= other_end) place.same = reference->bytes + other;
  return place;
}

/* --- keyframes ---------------------------------------------------------------------------------------------------------------- */

Keyframe *keyframe_create(const World *world, const StateBytes *state, Keyframe *reference, size_t *memory) {
  Keyframe *const keyframe = memory_create(1, sizeof *keyframe);
  if (!keyframe) return NULL;
  *keyframe = (Keyframe){.tick = world->tick, .time = world->time, .size = state->size, .reference = reference, .users = 1};
  keyframe->water_at = world_state_water(state->bytes, state->size);
  keyframe->slice_count = slices_of(keyframe->water_at) + slices_of(keyframe->size - keyframe->water_at);
  keyframe->slices = memory_create((size_t)keyframe->slice_count, sizeof *keyframe->slices);
  if (!keyframe->slices) {
    memory_free(keyframe);
    return NULL;
  }
  if (reference) keyframe_add_user(reference);
  keyframe->memory = sizeof *keyframe + sizeof *keyframe->slices * (size_t)keyframe->slice_count;
  *memory += keyframe->memory;
  return keyframe;
}

static bool slice_pack(Keyframe *keyframe, const StateBytes *state, const StateBytes *reference, int n, DeltaScratch *scratch) {
  const Place place = place_of(keyframe, n, reference);
  if (place.same && memcmp(state->bytes + place.at, place.same, place.size) == 0) return true;
  const size_t size = delta_pack(state->bytes + place.at, place.same, place.size, scratch);
  KeyframeSlice *const slice = &keyframe->slices[n];
  slice->bytes = size > 0 ? memory_create(1, size) : NULL;
  if (!slice->bytes) return false;
  slice->size = size;
  memcpy(slice->bytes, scratch->packed, size);
  return true;
}

bool keyframe_pack(Keyframe *keyframe, const StateBytes *state, const StateBytes *reference, int slices, DeltaScratch *scratch,
                   size_t *memory) {
  for (int n = 0; n < slices && !keyframe_is_packed(keyframe); n++, keyframe->packed_count++) {
    if (!slice_pack(keyframe, state, reference, keyframe->packed_count, scratch)) return false;
    keyframe->memory += keyframe->slices[keyframe->packed_count].size;
    *memory += keyframe->slices[keyframe->packed_count].size;
  }
  return true;
}

bool keyframe_is_packed(const Keyframe *keyframe) {
  return keyframe->packed_count == keyframe->slice_count;
}

static bool slice_open(const Keyframe *keyframe, int n, const StateBytes *reference, StateBytes *state, DeltaScratch *scratch) {
  const Place place = place_of(keyframe, n, reference);
  const KeyframeSlice *const slice = &keyframe->slices[n];
  if (slice->bytes) return delta_open(slice->bytes, slice->size, place.same, state->bytes + place.at, place.size, scratch);
  if (!place.same) return false;
  memcpy(state->bytes + place.at, place.same, place.size);
  return true;
}

bool keyframe_open(const Keyframe *keyframe, const StateBytes *reference, StateBytes *state, DeltaScratch *scratch) {
  if (!state_bytes_reserve(state, keyframe->size)) return false;
  for (int n = 0; n < keyframe->slice_count; n++)
    if (!slice_open(keyframe, n, reference, state, scratch)) return false;
  return true;
}

void keyframe_add_user(Keyframe *keyframe) {
  keyframe->users++;
}

void keyframe_remove_user(Keyframe *keyframe, size_t *memory) {
  if (!keyframe || --keyframe->users > 0) return;
  keyframe_remove_user(keyframe->reference, memory);
  for (int n = 0; n < keyframe->slice_count; n++) memory_free(keyframe->slices[n].bytes);
  *memory -= keyframe->memory;
  memory_free(keyframe->slices);
  memory_free(keyframe);
}
