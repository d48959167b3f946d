/* The rivals of `weir bench --rivals` are what they are called: each against exact answers, with every width of vectors that the machine has. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "bench/rivals/rival.h"
#include "weir/weir.h"

enum { ROWS = 12, LONG = 400, SIDE = 100, MOST = 3 };

static const double pi = 3.14159265358979, gravity = 9.81;
static const char *const widths[] = {"plain", "sse2", "avx2", "avx512"};

static Rival rival_of(RivalKind kind, int nx, int nz, const char *simd) {
  Rival r;
  assert_true(rival_create(&r, kind, nx, nz, MOST));
  assert_true(rival_use(&r, simd));
  r.gravity = (float)gravity;
  return r;
}

/* Runs a test with each width. */
static void with_each_width(void (*test)(const char *simd)) {
  int seen = 0;
  for (size_t n = 0; n < sizeof widths / sizeof widths[0]; n++)
    if (weir_simd_use(widths[n])) {
      test(widths[n]);
      seen++;
    }
  assert_true(seen > 0);
}

/* --- standing waves -------------------------------------------------------------------------------------------------- */

/* The period of the swing of a cell whose height is tall*cos(2*pi*t/period) at first, from its crossings of 0 in three periods. */
static double period_of(Rival *r, float dt, float level, int steps) {
  double first = -1, last = -1, before = (double)(rival_depth(r, 1, 1) - level);
  int crossings = 0;
  for (int n = 1; n <= steps; n++) {
    rival_step(r, dt);
    const double now = (double)(rival_depth(r, 1, 1) - level);
    if ((before < 0) != (now < 0)) {
      last = ((double)n - now / (now - before)) * (double)dt;
      if (crossings++ == 0) first = last;
    }
    before = now;
  }
  assert_true(crossings >= 5);
  return 2 * (last - first) / (crossings - 1);
}

/* The sides lie half a cell beyond the ring of zeros' inner edge: one mode of a membrane of SIDE + 1 cells. Five points are slow by
 * (k*dx)^2/24 = 4e-5 at 101 cells for half a wave, less what the step gives back. */
static void heights_swing(const char *simd) {
  static float tight[SIDE * SIDE];
  Rival r = rival_of(RIVAL_HEIGHTS, SIDE, SIDE, simd);
  r.wave_speed = 4;
  const double k = pi / (SIDE + 1);
  for (int n = 0; n < SIDE * SIDE; n++) tight[n] = (float)(0.1 * sin(k * (n % SIDE + 1)) * sin(k * (n / SIDE + 1)));
  rival_set(&r, NULL, tight, NULL, NULL);
  r.threads = MOST;
  const double exact = 2 * pi / (4 * k * sqrt(2.0)), found = period_of(&r, 0.15f, 0, (int)(3.2 * exact / 0.15));
  print_message("heights, %s: period %.6f of the exact one\n", simd, found / exact);
  assert_true(fabs(found / exact - 1) < 1e-4);
  rival_destroy(&r);
}

/* Checks half a wave in water of 5 m, in steps of dt: its period is the exact one but for `tolerance` of it. */
static void half_wave_swings(const char *name, RivalKind kind, const char *simd, int threads, float dt, double tolerance) {
  static float tight[SIDE * ROWS];
  const float deep = 5;
  Rival r = rival_of(kind, SIDE, ROWS, simd);
  const double k = pi / SIDE;
  for (int n = 0; n < SIDE * ROWS; n++) tight[n] = deep + (float)(5e-3 * cos(k * (n % SIDE + 0.5)));
  rival_set(&r, NULL, tight, NULL, NULL);
  r.threads = threads;
  const double exact = 2 * pi / (k * sqrt(gravity * (double)deep)), found = period_of(&r, dt, deep, (int)(3.2 * exact / (double)dt));
  print_message("%s, %s: period %.6f of the exact one\n", name, simd, found / exact);
  assert_true(fabs(found / exact - 1) < tolerance);
  rival_destroy(&r);
}

/* In 100 cells a pipe's wave is (k*dx)^2/24 = 4e-5 slow. Its height of 1e-3 of the depth shortens the period by 1e-6, and the surface of 5 m is
 * rounded to 1e-4 of it, which moves the crossings. */
static void pipes_swing(const char *simd) {
  half_wave_swings("pipes", RIVAL_PIPES, simd, MOST, 0.08f, 3e-4);
}

/* Depths and flows are at one place; what slopes lose at the crests is of third order here. */
static void muscl_swings(const char *simd) {
  half_wave_swings("muscl", RIVAL_MUSCL, simd, 1, 0.06f, 1e-4);
}

/* --- dam breaks ------------------------------------------------------------------------------------------------------ */

/* Stoker 1957 (right > 0) and Ritter 1892 (right = 0): depth at x from the dam after t. */
static double dam_break(double left, double right, double x, double t) {
  const double c = sqrt(gravity * left);
  if (x <= -c * t) return left;
  double middle = 0, front = 2 * c, tail = 2 * c; /* speeds */
  if (right > 0) {
    double low = right, high = left; /* of the depth between fan and bore */
    for (int n = 0; n < 100; n++) {
      middle = 0.5 * (low + high);
      const double fan = 2 * (c - sqrt(gravity * middle)),
                   bore = (middle - right) * sqrt(0.5 * gravity * (middle + right) / (middle * right));
      *(fan > bore ? &low : &high) = middle;
    }
    const double u = 2 * (c - sqrt(gravity * middle));
    front = u * middle / (middle - right);
    tail = u - sqrt(gravity * middle);
  }
  if (x < tail * t) return pow(2 * c - x / t, 2) / (9 * gravity);
  return x < front * t ? middle : right;
}

/* The mean error of the depths along a channel of LONG cells, as a share of the upper depth, by x or by z. */
static double dam_error(const char *simd, double left, double right, bool by_z, float dt, int steps) {
  static float tight[LONG * ROWS];
  const int nx = by_z ? ROWS : LONG, nz = by_z ? LONG : ROWS;
  Rival r = rival_of(RIVAL_MUSCL, nx, nz, simd);
  for (int n = 0; n < LONG * ROWS; n++) tight[n] = (float)((by_z ? n / nx : n % nx) < LONG / 2 ? left : right);
  rival_set(&r, NULL, tight, NULL, NULL);
  r.threads = MOST;
  for (int n = 0; n < steps; n++) rival_step(&r, dt);
  double error = 0;
  for (int n = 0; n < LONG; n++) {
    const double depth = (double)(by_z ? rival_depth(&r, ROWS / 2, n) : rival_depth(&r, n, ROWS / 2));
    error += fabs(depth - dam_break(left, right, n + 0.5 - LONG / 2, (double)dt * steps)) / LONG / left;
    assert_true(depth >= 0);
  }
  rival_destroy(&r);
  return error;
}

/* A bore is smeared over two cells, the corners of the fan over some: with half of the difference lost in four cells of 400 the mean error is
 * about 1e-3. Without slopes, of first order, it is 4e-3. */
static void muscl_breaks_dams(const char *simd) {
  for (int by_z = 0; by_z < 2; by_z++) {
    const double stoker = dam_error(simd, 2, 0.5, by_z, 0.08f, 250), ritter = dam_error(simd, 2, 0, by_z, 0.05f, 280);
    print_message("muscl, %s: Stoker %.2e, Ritter %.2e of the depth\n", simd, stoker, ritter);
    assert_true(stoker < 2e-3 && ritter < 3e-3);
  }
}

/* --- rest, volume, threads ------------------------------------------------------------------------------------------- */

/* A bumpy bed from 0 to 3 m with islands above the lake's level of 2 m. */
static double bump(int i, int k) {
  return 1.5 + 0.9 * sin(0.31 * i) * cos(0.23 * k) + 0.6 * sin(0.11 * i + 0.17 * k);
}

/* The surface is kept to 2^-22 of 2 m as a sum of bed and depth; 500 steps may not add more than some of these up: 1e-5 m/s at most. */
static void lakes_rest(const char *simd) {
  static float bed[SIDE * SIDE], tight[SIDE * SIDE];
  for (int kind = RIVAL_PIPES; kind <= RIVAL_MUSCL; kind++) {
    Rival r = rival_of((RivalKind)kind, SIDE, SIDE, simd);
    for (int n = 0; n < SIDE * SIDE; n++) {
      bed[n] = (float)bump(n % SIDE, n / SIDE);
      tight[n] = fmaxf(0, 2 - bed[n]);
    }
    rival_set(&r, bed, tight, NULL, NULL);
    for (int n = 0; n < 500; n++) rival_step(&r, 0.05f);
    float flow = 0, off = 0;
    for (int n = 0; n < SIDE * SIDE; n++) {
      const ptrdiff_t at = n / SIDE * r.stride + n % SIDE;
      flow = fmaxf(flow, fmaxf(fabsf(r.fields[2][at]), fabsf(r.fields[3][at])));
      off = fmaxf(off, fabsf(rival_depth(&r, n % SIDE, n / SIDE) - tight[n]));
    }
    print_message("%s, %s: at rest to %.1e m2/s, %.1e m\n", kind == RIVAL_PIPES ? "pipes" : "muscl", simd, (double)flow, (double)off);
    assert_true(flow < 2e-5f && off < 2e-6f);
    rival_destroy(&r);
  }
}

static double volume(const Rival *r) {
  double sum = 0;
  for (int n = 0; n < SIDE * SIDE; n++) sum += (double)rival_depth(r, n % SIDE, n / SIDE);
  return sum;
}

/* A dam break between islands: nothing is lost but by rounding, 1e-7 of each depth at random, and by what muscl puts into cells that fell
 * below 0. Three threads come to the same water, but for rounding: the first row of a band goes
 * through a loop of its own, whose sums the compiler orders otherwise. */
static void volumes_hold(const char *simd) {
  static float bed[SIDE * SIDE], tight[SIDE * SIDE];
  for (int kind = RIVAL_PIPES; kind <= RIVAL_MUSCL; kind++) {
    Rival one = rival_of((RivalKind)kind, SIDE, SIDE, simd), three = rival_of((RivalKind)kind, SIDE, SIDE, simd);
    for (int n = 0; n < SIDE * SIDE; n++) {
      bed[n] = (float)bump(n % SIDE, n / SIDE);
      tight[n] = fmaxf(0, (n % SIDE < SIDE / 2 ? 2.5f : 1.0f) - bed[n]);
    }
    rival_set(&one, bed, tight, NULL, NULL);
    rival_set(&three, bed, tight, NULL, NULL);
    three.threads = 3;
    const double before = volume(&one);
    for (int n = 0; n < 300; n++) {
      rival_step(&one, 0.03f);
      rival_step(&three, 0.03f);
    }
    int moved = 0;
    float apart = 0;
    for (int n = 0; n < SIDE * SIDE; n++) {
      const float depth = rival_depth(&one, n % SIDE, n / SIDE);
      apart = fmaxf(apart, fabsf(depth - rival_depth(&three, n % SIDE, n / SIDE)));
      assert_true(depth < 3);
      moved += fabsf(depth - tight[n]) > 0.1f;
    }
    const double off = fmax(fabs(volume(&one) / before - 1), fabs(volume(&three) / before - 1));
    print_message("%s, %s: volume off by %.1e; three threads %.1e m apart\n", kind == RIVAL_PIPES ? "pipes" : "muscl", simd, off,
                  (double)apart);
    assert_true(off < 1e-6 && apart < 1e-5f && moved > SIDE * SIDE / 10);
    rival_destroy(&one);
    rival_destroy(&three);
  }
}

static void copies_are_whole(const char *simd) {
  RivalCopy c;
  assert_true(rival_copy_create(&c, 12.0 * 16 * 1001));
  assert_true(rival_copy_use(&c, simd));
  c.threads = MOST;
  for (size_t n = 0; n < c.count; n++) c.from[n] = (float)n;
  rival_copy_run(&c);
  for (size_t n = 0; n < c.count; n++) assert_true(c.to[n] == (float)n);
  rival_copy_destroy(&c);
}

#define WITH_EACH_WIDTH(name)         \
  static void test_##name(void **s) { \
    (void)s;                          \
    with_each_width(name);            \
  }
WITH_EACH_WIDTH(heights_swing)
WITH_EACH_WIDTH(pipes_swing)
WITH_EACH_WIDTH(muscl_swings)
WITH_EACH_WIDTH(muscl_breaks_dams)
WITH_EACH_WIDTH(lakes_rest)
WITH_EACH_WIDTH(volumes_hold)
WITH_EACH_WIDTH(copies_are_whole)

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_heights_swing),   cmocka_unit_test(test_pipes_swing),
                                     cmocka_unit_test(test_muscl_swings),    cmocka_unit_test(test_muscl_breaks_dams),
                                     cmocka_unit_test(test_lakes_rest),      cmocka_unit_test(test_volumes_hold),
                                     cmocka_unit_test(test_copies_are_whole)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
