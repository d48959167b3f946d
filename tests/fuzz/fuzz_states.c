/* Saved states: refused with one line, or a water that takes steps and a body, is saved again and loaded again the same. The header's size
 * and hash are put right first (snapshot.c), else next to no input would come further than them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "fuzz.h"
#include "weir/weir.h"

enum { HEADER = 56, BYTES_AT = 40, HASH_AT = 48, STEPS = 3 };

static void put_right(uint8_t *state, size_t size) {
  const uint64_t bytes = size;
  memcpy(state + BYTES_AT, &bytes, sizeof bytes);
  memset(state + HASH_AT, 0, sizeof bytes);
  uint64_t hash = hash_bytes(HASH_START, state, HEADER);
  hash = hash_bytes(hash, state + HEADER, size - HEADER);
  memcpy(state + HASH_AT, &hash, sizeof hash);
}

static void save_and_load(const WeirWater *water) {
  const size_t size = weir_water_save(water, NULL, 0);
  void *const bytes = malloc(size);
  fuzz_expect(bytes != NULL && weir_water_save(water, bytes, size) == size, "a state has the size that it said");
  WeirError error;
  WeirWater *const same = weir_water_load(bytes, size, &error);
  fuzz_expect(same != NULL, error.text);
  fuzz_expect(weir_water_hash(same) == weir_water_hash(water), "a state that was saved and loaded has the same hash");
  weir_water_destroy(same);
  free(bytes);
}

/* Puts a body, one that the state may know, into the middle of the water. */
static void put_a_body(WeirWater *water) {
  const float cell = weir_water_cell(water), x = 0.5f * (float)weir_water_nx(water) * cell;
  const WeirBody body = {.half = {1.4f * cell, cell, 1.1f * cell},
                         .position = {x, weir_water_surface_at(water, x, x), x},
                         .id = 1,
                         .rotation = {1, 0, 0, 0, 1, 0, 0, 0, 1},
                         .mass = 6000 * cell * cell * cell,
                         .drag_linear = 2};
  WeirForce force;
  for (int n = 0; n < STEPS; n++) {
    weir_water_displace(water, &body, 1, 0.02f);
    weir_water_step(water, 0.02f);
    weir_water_push(water, &body, 1, 0.02f, &force);
    for (int axis = 0; axis < 3; axis++)
      fuzz_expect(isfinite(force.force[axis]) && isfinite(force.torque[axis]), "the force on a body is finite");
  }
  weir_water_displace(water, NULL, 0, 0.02f);
  weir_water_step(water, 0.02f);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  uint8_t *const state = malloc(size > 0 ? size : 1);
  WeirError error = {""};
  WeirStats stats;
  memcpy(state, data, size);
  if (size >= HEADER) put_right(state, size);
  WeirWater *const water = weir_water_load(state, size, &error);
  fuzz_expect(water || (error.text[0] != '\0' && !strchr(error.text, '\n')), "a state is refused with one line");
  for (int n = 0; water && n < STEPS; n++) weir_water_step(water, 0.02f);
  if (water) {
    put_a_body(water);
    weir_water_stats(water, &stats);
    fuzz_expect(stats.finite && stats.depth_min >= 0, "a loaded water stays finite");
    save_and_load(water);
  }
  weir_water_destroy(water);
  free(state);
  return 0;
}
