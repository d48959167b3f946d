/* Work that threads share: each task once, whoever calls, however often, from wherever. */
#include "base/team.h"

#include <stdint.h>
#include <string.h>

#include "base/clock.h"
#include "base/float_mode.h"
#include "base/shares.h"
#include "base/thread.h"
#include "support.h"
#include "weir/grid/step_threads.h"

enum { CALLERS = 6, JOBS = 3000, ROWS = 1000 };

/* How often each task of a job was done. */
typedef struct Counted {
  _Atomic(int) times[TEAM_TASKS_MAX];
} Counted;

static void count_task(void *data, int n) {
  atomic_fetch_add(&((Counted *)data)->times[n], 1);
}

/* Returns true if every task was done once and nothing else was. */
static bool once_each(int threads, int count) {
  Counted counted = {0};
  team_run(threads, count, count_task, &counted);
  for (int n = 0; n < TEAM_TASKS_MAX; n++)
    if (counted.times[n] != (n < count)) return false;
  return true;
}

static void every_task_is_done_once(void **state) {
  (void)state;
  for (int threads = 1; threads <= 16; threads++)
    for (int count = 1; count <= TEAM_TASKS_MAX; count += 1 + count / 7) assert_true(once_each(threads, count));
}

/* Some callers wait between their jobs until the others sleep, some do not. */
static void *call_often(void *data) {
  const int number = (int)(intptr_t)data;
  bool ok = true;
  Lock lock;
  Signal never;
  if (!lock_init(&lock) || !signal_init(&never)) return NULL;
  for (int job = 0; job < JOBS && ok; job++) {
    ok = once_each(2 + (number + job) % 7, 1 + (number * 31 + job) % 40);
    if (number % 2 == 0 && job % 100 == 0) {
      lock_take(&lock);
      signal_wait_for(&never, &lock, 1e-3);
      lock_give(&lock);
    }
  }
  signal_shutdown(&never);
  lock_shutdown(&lock);
  return ok ? data : NULL;
}

static void *call_in_a_thread(void *data) {
  *(bool *)data = call_often((void *)(intptr_t)1) != NULL;
  return NULL;
}

static void any_thread_may_call_beside_others(void **state) {
  (void)state;
  Thread threads[CALLERS] = {0};
  bool ok[CALLERS] = {0};
  for (int n = 0; n < CALLERS; n++) assert_true(thread_start(&threads[n], call_in_a_thread, &ok[n]));
  const bool here = call_often((void *)(intptr_t)2) != NULL;
  for (int n = 0; n < CALLERS; n++) thread_join(&threads[n]);
  assert_true(here);
  for (int n = 0; n < CALLERS; n++) assert_true(ok[n]);
}

static void call_within(void *data, int n) {
  if (once_each(4, 5 + n)) count_task(data, n);
}

static void a_task_may_call_too(void **state) {
  (void)state;
  for (int job = 0; job < 200; job++) {
    Counted counted = {0};
    team_run(4, 6, call_within, &counted);
    for (int n = 0; n < 6; n++) assert_int_equal(counted.times[n], 1);
  }
}

static void mark_rows(void *data, int first, int end) {
  unsigned char *const rows = data;
  for (int k = first; k < end; k++) rows[k]++;
}

static void rows_are_divided_without_rest(void **state) {
  (void)state;
  for (int threads = 1; threads <= 300; threads += 13)
    for (int count = 0; count <= ROWS; count += 1 + count / 3) {
      unsigned char rows[ROWS + 2] = {0};
      team_rows(threads, 1, count + 1, mark_rows, rows);
      for (int k = 0; k < ROWS + 2; k++) assert_int_equal(rows[k], k >= 1 && k <= count);
    }
}

/* Half of the least normal number: 0 where denormals are flushed. */
static void halve_the_least(void *data, int n) {
  volatile float least = 0x1p-126f;
  ((float *)data)[n] = least * 0.5f;
}

static void denormals_are_as_the_caller_has_them(void **state) {
  (void)state;
  for (int job = 0; job < 400; job++) {
    float halves[16];
    const FloatMode mode = float_mode_now();
    if (job % 2) float_mode_flush();
    halve_the_least(halves, 0);
    const float here = halves[0];
    team_run(4, 16, halve_the_least, halves);
    float_mode_restore(mode);
    for (int n = 0; n < 16; n++) assert_true(memcmp(&halves[n], &here, sizeof here) == 0);
  }
}

static void run_and_count(void *user, int count, TeamTask *task, void *data) {
  ++*(int *)user;
  for (int n = 0; n < count; n++) task(data, n);
}

static void another_runner_takes_the_place_of_the_threads(void **state) {
  (void)state;
  int jobs = 0;
  team_set_runner(run_and_count, &jobs);
  assert_true(once_each(3, 7) && once_each(2, 2));
  team_set_runner(NULL, NULL);
  assert_int_equal(jobs, 2);
  assert_true(once_each(3, 7));
  assert_int_equal(jobs, 2);
}

/* Begins and ends a step that takes so long by one thread and by both; returns by how many it was taken. */
static int timed_step(WeirWater *water, double by_one, double by_both) {
  const int threads = step_threads_begin(water, &water->clock.step_threads), taken = water->threads;
  assert_int_equal(threads, 2);
  step_threads_end(water, &water->clock.step_threads, threads, taken == 1 ? by_one : by_both);
  assert_int_equal(water->threads, 2);
  return taken;
}

/* Takes steps in turns, then as many as are to be taken alike; returns how many those are, negative if by one thread. */
static int timed_steps(WeirWater *water, double by_one, double by_both) {
  for (int n = 0; n < 2 * STEP_SAMPLES; n++) assert_int_equal(timed_step(water, n == 3 ? 9e-4 : by_one, by_both), n % 2 == 0 ? 2 : 1);
  const int count = water->clock.step_threads.left, taken = timed_step(water, by_one, by_both);
  for (int n = 1; n < count; n++) assert_int_equal(timed_step(water, by_one, by_both), taken);
  return taken == 1 ? -count : count;
}

/* A step is taken by as many threads as took less time when both were tried; a single long sample decides nothing, and the longer one way has
 * won the more seldom they are compared. */
static void a_step_takes_the_threads_that_gain(void **state) {
  (void)state;
  const WeirTuning tuning = weir_tuning_default();
  WeirWater *const water = make_water(WEIR_PIPE, 128, 128, 1, flat, two_metres, &tuning);
  use_threads(water, 2);
  assert_int_equal(timed_step(water, 1, 1), 2); /* where all are wanted always */
  step_threads_use_all(false);
  assert_int_equal(timed_steps(water, 30e-6, 20e-6), 128); /* the first time, it was by both before */
  assert_int_equal(timed_steps(water, 20e-6, 30e-6), -64);
  assert_int_equal(timed_steps(water, 20e-6, 19.5e-6), -128); /* not worth a second processor */
  for (int n = 0; n < 5; n++) assert_true(timed_steps(water, 20e-6, 30e-6) >= -1024);
  assert_int_equal(timed_steps(water, 20e-6, 30e-6), -1024);
  assert_int_equal(timed_steps(water, 40e-6, 21e-6), 64);
  assert_int_equal(timed_step(water, 4e-3, 2e-3), 2); /* long: no second sample */
  for (int n = 0; n < 128; n++) assert_int_equal(timed_step(water, 4e-3, 2e-3), 2);
  assert_int_equal(timed_steps(water, 20e-6, 30e-6), -64);
  for (int n = 0; n < 2 * STEP_SAMPLES; n++) timed_step(water, 20e-6, 30e-6);
  assert_int_equal(timed_step(water, 4e-3, 2e-3), 1); /* steps have grown long since one thread was chosen */
  assert_int_equal(timed_step(water, 4e-3, 2e-3), 2);
  weir_water_destroy(water);
}

/* Calls that displace water try both ways as steps do, with a record of their own: one sample more each. */
static void displacing_takes_the_threads_that_gain(void **state) {
  (void)state;
  const WeirTuning tuning = weir_tuning_default();
  WeirWater *const water = make_water(WEIR_MEMBRANE, 128, 128, 1, flat, two_metres, &tuning);
  WeirBody crate = weir_body_default();
  for (int axis = 0; axis < 3; axis++) crate.half[axis] = 4;
  crate.position[0] = crate.position[1] = crate.position[2] = 32;
  use_threads(water, 2);
  weir_water_displace(water, &crate, 1, 0.02f);
  assert_int_equal(water->clock.displace_threads.taken, 0); /* where all are wanted always */
  step_threads_use_all(false);
  const int steps = water->clock.step_threads.taken;
  for (int n = 1; n < 2 * STEP_SAMPLES && water->clock.displace_threads.left == 0; n++) {
    weir_water_displace(water, &crate, 1, 0.02f);
    assert_int_equal(water->threads, 2);
    assert_true(water->clock.displace_threads.taken == n || water->clock.displace_threads.left > 0); /* left: a call was long */
  }
  assert_int_equal(water->clock.step_threads.taken, steps);
  step_threads_use_all(true);
  weir_water_destroy(water);
}

/* Adjusts the shares after so many jobs in which each part takes as long as its share times its cost. */
static void run_by_costs(Shares *shares, const float *costs, int parts, int jobs) {
  for (int job = 0; job < jobs; job++) {
    for (int n = 0; n < parts; n++)
      shares->took[n] = 1e-3f * costs[n] * (shares_before(shares, n + 1, parts) - shares_before(shares, n, parts));
    shares_adjust(shares, parts);
  }
}

static float share_of(const Shares *shares, int n, int parts) {
  return shares_before(shares, n + 1, parts) - shares_before(shares, n, parts);
}

/* Parts end together once the job has been run for a while: shares are as 1/cost. A hundredth of what is left goes with each job of 36. */
static void parts_come_to_take_as_long_as_each_other(void **state) {
  (void)state;
  static const float costs[] = {1, 2, 1, 4};
  Shares shares = {0};
  for (int n = 0; n <= 4; n++) assert_float_equal(shares_before(&shares, n, 4), 0.25f * (float)n, 1e-6f);
  run_by_costs(&shares, costs, 4, 100);
  for (int n = 0; n < 4; n++) assert_float_equal(share_of(&shares, n, 4), 1.0f / (2.75f * costs[n]), 1e-3f);
  assert_float_equal(shares_before(&shares, 4, 4), 1.0f, 0);
  assert_float_equal(share_of(&shares, 0, 3), 1.0f / 3.0f, 1e-6f); /* other parts than it knows are equal */
}

/* A thread that loses its processor for a hundred times its time, once, hardly changes the next job; one that does not work at all has work again. */
static void one_late_part_says_little(void **state) {
  (void)state;
  static const float late[] = {1, 100}, even[] = {1, 1}, none[] = {0, 0}, one[] = {1, 0};
  Shares shares = {0};
  run_by_costs(&shares, late, 2, 1);
  assert_in_range((int)(1000.0f * share_of(&shares, 1, 2)), 430, 499);
  run_by_costs(&shares, even, 2, 100);
  assert_float_equal(share_of(&shares, 1, 2), 0.5f, 1e-3f);
  run_by_costs(&shares, none, 2, 10); /* a clock that stands */
  assert_float_equal(share_of(&shares, 1, 2), 0.5f, 1e-3f);
  run_by_costs(&shares, one, 2, 1000);
  assert_true(share_of(&shares, 0, 2) > 0.0f);
  run_by_costs(&shares, even, 2, 100);
  assert_float_equal(share_of(&shares, 0, 2), 0.5f, 1e-3f);
}

static void count_for_a_while(void *data, int n) {
  const double began = clock_seconds();
  while (clock_seconds() <= began) continue;
  count_task(data, n);
}

static void a_divided_job_is_done_once_and_timed(void **state) {
  (void)state;
  for (int parts = 1; parts <= 16; parts += 3) {
    Counted counted = {0};
    Shares shares = {0};
    shares_run(&shares, parts, count_for_a_while, &counted);
    for (int n = 0; n < 17; n++) {
      assert_int_equal(counted.times[n], n < parts);
      assert_true((shares.took[n] > 0.0f) == (n < parts && parts > 1));
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_task_is_done_once),
      cmocka_unit_test(any_thread_may_call_beside_others),
      cmocka_unit_test(a_task_may_call_too),
      cmocka_unit_test(rows_are_divided_without_rest),
      cmocka_unit_test(denormals_are_as_the_caller_has_them),
      cmocka_unit_test(another_runner_takes_the_place_of_the_threads),
      cmocka_unit_test(parts_come_to_take_as_long_as_each_other),
      cmocka_unit_test(one_late_part_says_little),
      cmocka_unit_test(a_divided_job_is_done_once_and_timed),
      cmocka_unit_test(a_step_takes_the_threads_that_gain),
      cmocka_unit_test(displacing_takes_the_threads_that_gain),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
