/* Calls that take a water as const: any number of threads at once, and what they hand out is written once. Under ThreadSanitizer (cmake
 * preset tsan) a race shows. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

enum { READERS = 3, ROUNDS = 20 };

static WeirWater *water_with_a_raft(WeirBody *raft) {
  const WeirTuning tuning = weir_tuning_default();
  *raft = (WeirBody){.half = {3, 0.5f, 3}, .position = {8, 2, 8}, .rotation = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .mass = 18000, .id = 1};
  WeirWater *const water = make_water(WEIR_PIPE, 32, 32, 0.5f, flat, two_metres, &tuning);
  weir_water_set_threads(water, 1);
  weir_water_displace(water, raft, 1, 0); /* it has always floated there */
  weir_water_step(water, 0.02f);
  return water;
}

static void views_are_filled_once(void **state) {
  (void)state;
  WeirBody raft;
  WeirWater *const water = water_with_a_raft(&raft);
  const WeirView share = weir_water_occupancy(water);
  float *const cell = (float *)(uintptr_t)share.data + 16 * share.stride + 16; /* under the raft */
  assert_true(*cell > 0.5f);
  *cell = 77;
  WeirStats stats;
  weir_water_displacement(water);
  weir_water_stats(water, &stats);
  weir_water_save(water, NULL, 0);
  assert_true(*cell == 77.0f); /* no call that reads has written there again */
  weir_water_displace(water, &raft, 1, 0.02f);
  weir_water_step(water, 0.02f);
  assert_true(at(weir_water_occupancy(water), 16, 16) > 0.9f);
  weir_water_destroy(water);
}

/* One reading thread: the water that it shares and its own results. */
typedef struct Reader {
  const WeirWater *water;
  unsigned char *bytes;
  size_t size;
  float covered;
  WeirStats stats;
} Reader;

static void *read_all(void *argument) {
  Reader *const r = argument;
  const WeirView share = weir_water_occupancy(r->water), displaced = weir_water_displacement(r->water);
  r->covered = 0;
  for (int k = 0; k < share.nz; k++)
    for (int i = 0; i < share.nx; i++) r->covered += at(share, i, k) + at(displaced, i, k);
  weir_water_stats(r->water, &r->stats);
  r->size = weir_water_save(r->water, NULL, 0);
  r->bytes = malloc(r->size);
  if (r->bytes) weir_water_save(r->water, r->bytes, r->size);
  return NULL;
}

static void several_threads_may_read(void **state) {
  (void)state;
  WeirBody raft;
  WeirWater *const water = water_with_a_raft(&raft);
  for (int round = 0; round < ROUNDS; round++) {
    pthread_t threads[READERS];
    Reader readers[READERS];
    raft.position[0] += 0.1f;
    weir_water_displace(water, &raft, 1, 0.02f);
    weir_water_step(water, 0.02f);
    for (int n = 0; n < READERS; n++) {
      readers[n] = (Reader){.water = water};
      assert_int_equal(pthread_create(&threads[n], NULL, read_all, &readers[n]), 0);
    }
    for (int n = 0; n < READERS; n++) assert_int_equal(pthread_join(threads[n], NULL), 0);
    for (int n = 0; n < READERS; n++) {
      assert_non_null(readers[n].bytes);
      assert_int_equal(readers[n].size, readers[0].size);
      assert_memory_equal(readers[n].bytes, readers[0].bytes, readers[0].size);
      assert_true(readers[n].covered == readers[0].covered);
      assert_true(readers[n].covered > 30 && readers[n].stats.volume_now > 0);
    }
    for (int n = 0; n < READERS; n++) free(readers[n].bytes);
  }
  weir_water_destroy(water);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(views_are_filled_once),
      cmocka_unit_test(several_threads_may_read),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
