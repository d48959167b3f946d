/* Bodies as the library sees them, without a physics engine. */
#include <math.h>
#include <string.h>

#include "support.h"

static const WeirSolver solvers[] = {WEIR_MEMBRANE, WEIR_PIPE};
enum { SOLVERS = sizeof solvers / sizeof *solvers, N = 64 };

static float level(float x, float z) {
  (void)x;
  (void)z;
  return 2.0f;
}

static WeirWater *pond(WeirSolver solver) {
  const WeirTuning tuning = weir_tuning_default();
  return make_water(solver, N, N, 0.25f, NULL, level, &tuning);
}

static double displaced(const WeirWater *water) {
  WeirStats stats;
  weir_water_stats(water, &stats);
  assert_true(stats.finite);
  return stats.volume_displaced;
}

/* In and out again, over the same cells: 2 m3 each time (waves take and give some), and none when it has left. */
static void a_body_that_comes_back_displaces_the_same(void **state) {
  (void)state;
  const WeirBody box = {
      .half = {1, 0.5f, 1}, .position = {8, 2, 8}, .rotation = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .mass = 2000};
  for (int s = 0; s < SOLVERS; s++) {
    WeirWater *water = pond(solvers[s]);
    for (int turn = 0; turn < 6; turn++) {
      for (int in = 1; in >= 0; in--) {
        for (int step = 0; step < 200; step++) {
          weir_water_displace(water, &box, in, 0.02f);
          weir_water_step(water, 0.02f);
        }
        assert_true(fabs(displaced(water) - 2.0 * in) < 0.4);
      }
    }
    weir_water_destroy(water);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_body_that_comes_back_displaces_the_same),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
