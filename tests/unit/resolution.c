/* The choice of the picture's resolution by what frames take: a function of their times alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "app/quality.h"

/* A machine: a frame takes `fixed` ms and `whole` ms more for a whole picture, and every `hitch_every`th, where that is not 0, `hitch`. */
typedef struct Machine {
  double fixed, whole, hitch;
  int hitch_every;
} Machine;

/* The outcome of a run: how often the step changed, and for how long frames were longer than the limit. */
typedef struct Run {
  int changes;
  double late_s;
} Run;

static double frame_ms(const Machine *machine, int step, int frame) {
  const double side = (double)resolution_share(step);
  if (machine->hitch_every && frame % machine->hitch_every == 0) return machine->hitch;
  return machine->fixed + machine->whole * side * side;
}

static Run run(ResolutionChooser *chooser, const Machine *machine, double seconds) {
  Run result = {0};
  int frame = 1;
  for (double t = 0; t < seconds; frame++) {
    const double ms = frame_ms(machine, chooser->step, frame);
    result.changes += resolution_count(chooser, &resolution_software, ms, 1e-3 * ms);
    if (ms > resolution_software.longest) result.late_s += 1e-3 * ms;
    t += 1e-3 * ms;
  }
  return result;
}

static void the_steps_go_down_from_a_whole_picture(void **state) {
  (void)state;
  assert_true(resolution_share(0) == 1);
  for (int step = 1; step < RESOLUTION_STEPS; step++) assert_true(resolution_share(step) < resolution_share(step - 1));
  assert_true(resolution_share(RESOLUTION_STEPS - 1) >= 0.4f && resolution_share(99) == resolution_share(RESOLUTION_STEPS - 1));
}

static void a_fast_machine_comes_to_a_whole_picture(void **state) {
  (void)state;
  ResolutionChooser chooser = {.step = 3};
  const Run seen = run(&chooser, &(Machine){.fixed = 5, .whole = 15}, 20);
  assert_int_equal(chooser.step, 0);
  assert_int_equal(seen.changes, 3);
}

/* Down at once: within two seconds of frames that take too long. */
static void a_slow_machine_comes_to_the_step_that_it_can_draw(void **state) {
  (void)state;
  for (double whole = 60; whole <= 200; whole += 20) {
    ResolutionChooser chooser = {0};
    const Machine machine = {.fixed = 10, .whole = whole};
    const Run seen = run(&chooser, &machine, 30);
    const bool in_time = frame_ms(&machine, chooser.step, 1) <= resolution_software.longest;
    assert_true(in_time || chooser.step == RESOLUTION_STEPS - 1);
    assert_true(in_time ? seen.late_s < 2 : true);
  }
}

/* On no machine does the picture go to and fro: after it has been found, the step is left as it is but for trials, which become rare. */
static void it_does_not_pump(void **state) {
  (void)state;
  for (double fixed = 0; fixed <= 40; fixed += 4)
    for (double whole = 10; whole <= 200; whole += 5) {
      ResolutionChooser chooser = {.step = 3};
      const Machine machine = {.fixed = fixed, .whole = whole};
      run(&chooser, &machine, 60);
      assert_true(run(&chooser, &machine, 120).changes <= 2);
    }
}

/* A machine that is slower than what is expected at a step that it is tried at, as one whose caches end there. */
static void a_trial_that_fails_is_not_made_again_soon(void **state) {
  (void)state;
  ResolutionChooser chooser = {.step = 3};
  int changes = 0;
  for (double t = 0; t < 300;) {
    const double ms = chooser.step < 3 ? 60 : 20;
    changes += resolution_count(&chooser, &resolution_software, ms, 1e-3 * ms);
    t += 1e-3 * ms;
  }
  assert_true(changes <= 14); /* up and down again after 5, 10, 20, 40, 80 s and so on */
}

static void a_hitch_changes_nothing(void **state) {
  (void)state;
  ResolutionChooser chooser = {.step = 2};
  const Machine machine = {.fixed = 10, .whole = 60};
  run(&chooser, &machine, 5);
  assert_int_equal(chooser.step, 2);
  assert_false(resolution_count(&chooser, &resolution_software, 900, 0.9));
  assert_int_equal(run(&chooser, &machine, 5).changes, 0);
  assert_int_equal(run(&chooser, &(Machine){.fixed = 10, .whole = 60, .hitch = 300, .hitch_every = 40}, 20).changes, 0);
}

/* A hitch is the first frame of a step. */
static void a_step_does_not_begin_with_a_hitch(void **state) {
  (void)state;
  ResolutionChooser chooser = {.step = 2};
  resolution_settle(&chooser);
  for (int n = 0; n < 20; n++) resolution_count(&chooser, &resolution_software, 39, 0.02); /* while it settles */
  resolution_count(&chooser, &resolution_software, 1200, 1.2);
  assert_int_equal(run(&chooser, &(Machine){.fixed = 10, .whole = 60}, 5).changes, 0);
}

static void frames_of_unknown_length_change_nothing(void **state) {
  (void)state;
  ResolutionChooser chooser = {.step = 2};
  for (int n = 0; n < 1000; n++) assert_false(resolution_count(&chooser, &resolution_software, 0, 0.05));
  assert_int_equal(chooser.step, 2);
}

/* Load that comes and goes: each time down within a second, and up in its own time. */
static void it_follows_load(void **state) {
  (void)state;
  ResolutionChooser chooser = {0};
  run(&chooser, &(Machine){.fixed = 5, .whole = 20}, 10);
  assert_int_equal(chooser.step, 0);
  assert_true(run(&chooser, &(Machine){.fixed = 15, .whole = 80}, 10).late_s < 2);
  assert_true(chooser.step >= 2);
  run(&chooser, &(Machine){.fixed = 5, .whole = 20}, 60);
  assert_int_equal(chooser.step, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_steps_go_down_from_a_whole_picture),
      cmocka_unit_test(a_fast_machine_comes_to_a_whole_picture),
      cmocka_unit_test(a_slow_machine_comes_to_the_step_that_it_can_draw),
      cmocka_unit_test(it_does_not_pump),
      cmocka_unit_test(a_trial_that_fails_is_not_made_again_soon),
      cmocka_unit_test(a_hitch_changes_nothing),
      cmocka_unit_test(a_step_does_not_begin_with_a_hitch),
      cmocka_unit_test(frames_of_unknown_length_change_nothing),
      cmocka_unit_test(it_follows_load),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
