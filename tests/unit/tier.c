/* The choice of the picture's quality by what frames take. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "app/quality.h"

enum { BEST = 2 };

/* Frames of a device that takes so long for each tier, 60 a second. */
static int run(TierChooser *chooser, int tier, const double ms[BEST + 1], double seconds, int *changes) {
  for (double t = 0; t < seconds; t += 1.0 / 60) {
    const int next = tier_choose(chooser, tier, BEST, ms[tier], 1.0 / 60);
    *changes += next != tier;
    tier = next;
  }
  return tier;
}

static void a_fast_device_gets_the_best_tier(void **state) {
  (void)state;
  TierChooser chooser = {0};
  const double ms[] = {0.5, 1, 2};
  int changes = 0;
  assert_int_equal(run(&chooser, 1, ms, 10, &changes), 2);
  assert_int_equal(changes, 1);
}

static void a_slow_device_gets_a_lower_one(void **state) {
  (void)state;
  TierChooser chooser = {0};
  const double ms[] = {8, 30, 90};
  int changes = 0;
  assert_int_equal(run(&chooser, 2, ms, 10, &changes), 0);
  assert_int_equal(changes, 2);
}

static void it_does_not_go_to_and_fro(void **state) {
  (void)state;
  TierChooser chooser = {0};
  const double ms[] = {1, 4, 20}; /* the step is larger than expected */
  int changes = 0;
  run(&chooser, 1, ms, 55, &changes);
  assert_true(changes <= 2); /* one trial, and back */
}

static void one_slow_frame_changes_nothing(void **state) {
  (void)state;
  TierChooser chooser = {0};
  int changes = 0;
  const double ms[] = {3, 8, 12};
  int tier = run(&chooser, 1, ms, 5, &changes);
  tier = tier_choose(&chooser, tier, BEST, 400, 0.4);
  assert_int_equal(run(&chooser, tier, ms, 1.5, &changes), 1);
  assert_int_equal(tier_choose(&chooser, 1, BEST, 0, 5), 1); /* no time known */
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_fast_device_gets_the_best_tier),
      cmocka_unit_test(a_slow_device_gets_a_lower_one),
      cmocka_unit_test(it_does_not_go_to_and_fro),
      cmocka_unit_test(one_slow_frame_changes_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
