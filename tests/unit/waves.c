/* Known answers for waves: physics.md, section 7. */
#include <math.h>

#include "support.h"
#include "weir/grid/water.h"

#define PI 3.14159265358979

enum { CELLS = 128 };
static const float cell = 0.25f, still = 2.0f, amplitude = 0.002f;
static int wave_mode = 1;

static float standing_wave(float x, float z) {
  (void)z;
  return still + amplitude * cosf((float)wave_mode * (float)PI * x / ((float)CELLS * cell));
}

/* Period of the mode from the times at which its coefficient changes sign, interpolated: whole half periods only. */
static double measured_period(WeirWater *water, float dt, int crossings_wanted) {
  double before = 0, first = 0, last = 0;
  int crossings = 0;
  for (int step = 0; step < 200000 && crossings < crossings_wanted; step++) {
    const WeirView depth = weir_water_depth(water);
    double now = 0;
    for (int i = 0; i < CELLS; i++) now += ((double)at(depth, i, 8) - (double)still) * cos(wave_mode * PI * (i + 0.5) / CELLS);
    if (step > 0 && (before > 0) != (now > 0)) {
      last = (step - now / (now - before)) * (double)dt;
      if (crossings++ == 0) first = last;
    }
    before = now;
    weir_water_step(water, dt);
  }
  return crossings > 1 ? 2 * (last - first) / (crossings - 1) : 0;
}

/* sin(w*dt/2) = (c*dt/dx)*sin(m*pi*dx/(2L)) */
static double scheme_period(double c, double dt) {
  const double s = c * dt / (double)cell * sin(wave_mode * PI / (2.0 * CELLS));
  return 2 * PI * dt / (2 * asin(s));
}

static void check_period(WeirSolver solver, int stencil, double tolerance) {
  WeirTuning tuning = ideal_tuning();
  tuning.stencil = stencil;
  tuning.wave_speed = sqrtf(9.81f * still);
  const float dt = 0.01f;
  for (wave_mode = 1; wave_mode <= 4; wave_mode++) {
    WeirWater *water = make_water(solver, CELLS, 16, cell, NULL, standing_wave, &tuning);
    const double period = measured_period(water, dt, 13), expected = scheme_period((double)tuning.wave_speed, (double)dt);
    print_message("%s, %d points, mode %d: period %.6f s, the scheme's own %.6f s, %.2e off\n", weir_solver_name(solver), stencil,
                  wave_mode, period, expected, period / expected - 1);
    assert_true(fabs(period / expected - 1) < tolerance);
    weir_water_destroy(water);
  }
}

/* The membrane is linear: all that is left is rounding and the interpolation of the crossings (second order in w*dt). */
static void standing_wave_period_membrane_5(void **state) {
  (void)state;
  check_period(WEIR_MEMBRANE, 5, 1e-4);
}

/* Along one axis the 9-point stencil is the same three-point difference. */
static void standing_wave_period_membrane_9(void **state) {
  (void)state;
  check_period(WEIR_MEMBRANE, 9, 1e-4);
}

/* 0.5 % is asked for; an amplitude of 0.1 % of the depth moves c by half of that at most. */
static void standing_wave_period_pipe(void **state) {
  (void)state;
  check_period(WEIR_PIPE, 9, 1e-3);
}

static float hump(float x, float z) {
  (void)z;
  return still + 0.02f * expf(-(x - 10.0f) * (x - 10.0f) / 2.0f);
}

/* Where the surface is highest at x > from, to a fraction of a cell by a parabola. */
static double crest(WeirView depth, int from) {
  int most = from;
  for (int i = from; i < depth.nx - 1; i++)
    if (at(depth, i, 8) > at(depth, most, 8)) most = i;
  const double a = (double)at(depth, most - 1, 8), b = (double)at(depth, most, 8), c = (double)at(depth, most + 1, 8);
  return (most + 0.5 + 0.5 * (a - c) / (a - 2 * b + c)) * 0.125;
}

/* A pulse runs at sqrt(g*d); 2 % are allowed, of which its own height (1 % of the depth) takes three quarters of 1 %. */
static void pulse_speed_pipe(void **state) {
  (void)state;
  const WeirTuning tuning = ideal_tuning();
  WeirWater *water = make_water(WEIR_PIPE, 512, 16, 0.125f, NULL, hump, &tuning);
  for (int step = 0; step < 200; step++) weir_water_step(water, 0.01f);
  const double x0 = crest(weir_water_depth(water), 100);
  for (int step = 0; step < 600; step++) weir_water_step(water, 0.01f);
  const double speed = (crest(weir_water_depth(water), 260) - x0) / 6.0, expected = sqrt(9.81 * (double)still);
  print_message("pulse: %.4f m/s, sqrt(g*d) = %.4f, %.2f %% off\n", speed, expected, 100 * (speed / expected - 1));
  assert_true(fabs(speed / expected - 1) < 0.02);
  weir_water_destroy(water);
}

static float rough_island(float x, float z) {
  const float r2 = (x - 16) * (x - 16) + (z - 14) * (z - 14);
  return 120.0f + 1.1f * sinf(1.7f * x) * cosf(2.3f * z) + 0.4f * sinf(9.1f * x + 5.0f * z) + 6.0f * expf(-r2 / 30.0f);
}

static float level(float x, float z) {
  (void)x;
  (void)z;
  return 122.2137f;
}

/* At an altitude where a float has steps of 8e-6 m, with an island and beaches. */
static void lake_at_rest_over_rough_terrain(void **state) {
  (void)state;
  const WeirTuning tuning = ideal_tuning();
  for (int solver = 0; solver < WEIR_SOLVER_COUNT; solver++) {
    WeirWater *water = make_water((WeirSolver)solver, 128, 112, 0.25f, rough_island, level, &tuning);
    WeirStats stats;
    float fastest = 0;
    for (int step = 0; step < 5000; step++) {
      weir_water_step(water, 0.02f);
      if (step % 250 != 249) continue;
      weir_water_stats(water, &stats);
      fastest = fmaxf(fastest, stats.speed_max);
    }
    print_message("%s: lake at rest, 5000 steps: fastest %.2e m/s\n", weir_solver_name((WeirSolver)solver), (double)fastest);
    assert_true(fastest < 1e-5f);
    assert_true(stats.surface_max - stats.surface_min < 2e-3f); /* depths below 1 mm are not in it, shores are */
    weir_water_destroy(water);
  }
}

static float column(float x, float z) {
  const float r2 = (x - 16) * (x - 16) + (z - 16) * (z - 16);
  return still + 0.1f * expf(-r2 / 4.0f);
}

/* A round drop in the middle of a square stays fourfold symmetric, bit for bit, in every scheme. */
static void fourfold_symmetry(void **state) {
  (void)state;
  const WeirTuning tuning = ideal_tuning();
  for (int solver = 0; solver < WEIR_SOLVER_COUNT; solver++) {
    WeirWater *water = make_water((WeirSolver)solver, CELLS, CELLS, cell, NULL, column, &tuning);
    for (int step = 0; step < 200; step++) weir_water_step(water, 0.02f);
    const WeirView d = weir_water_depth(water);
    float worst = 0;
    for (int k = 0; k < CELLS; k++)
      for (int i = 0; i < CELLS; i++) {
        const float here = at(d, i, k);
        worst = fmaxf(worst, fabsf(here - at(d, CELLS - 1 - i, k)));
        worst = fmaxf(worst, fabsf(here - at(d, i, CELLS - 1 - k)));
        worst = fmaxf(worst, fabsf(here - at(d, k, i)));
      }
    /* The sums over four faces are taken in one order, so mirrored cells may differ in the last bits of 2 m. */
    print_message("%s: asymmetry %.2e m\n", weir_solver_name((WeirSolver)solver), (double)worst);
    assert_true(worst < 2e-5f);
    weir_water_destroy(water);
  }
}

/* 9 points make rings rounder than 5. The error that differs between axis and diagonal goes with k^4: weight 1 for 5
 * points, 1 - 3/2 = -1/2 for Bressler's half-and-half, so half is expected and 0.7 allows for higher orders. */
static float needle(float x, float z) {
  const float r2 = (x - 16.125f) * (x - 16.125f) + (z - 16.125f) * (z - 16.125f);
  return still + 0.05f * expf(-r2 / 0.5f);
}

static double ring_defect(int stencil) {
  WeirTuning tuning = ideal_tuning();
  tuning.stencil = stencil;
  WeirWater *water = make_water(WEIR_MEMBRANE, CELLS + 1, CELLS + 1, cell, NULL, needle, &tuning);
  for (int step = 0; step < 130; step++) weir_water_step(water, 0.02f);
  double worst = 0;
  for (float r = 6.0f; r < 10.5f; r += 0.25f) {
    const float c = 16.125f, q = r * 0.70710678f;
    const float axis = weir_water_depth_at(water, c + r, c), diagonal = weir_water_depth_at(water, c + q, c + q);
    worst = fmax(worst, fabs((double)(axis - diagonal)));
  }
  weir_water_destroy(water);
  return worst;
}

static void nine_points_make_rounder_rings(void **state) {
  (void)state;
  const double five = ring_defect(5), nine = ring_defect(9);
  print_message("axis against diagonal: 5 points %.2e m, 9 points %.2e m\n", five, nine);
  assert_true(nine < 0.7 * five);
}

/* Each kind of damping takes energy out, and none changes the volume. */
static void every_damping_damps(void **state) {
  (void)state;
  for (int kind = 0; kind < 4; kind++) {
    WeirTuning tuning = ideal_tuning();
    if (kind == 1) tuning.damping = 0.5f;
    if (kind == 2) tuning.drag = 0.5f;
    if (kind == 3) tuning.slope_max = 1e-4f;
    WeirWater *water = make_water(WEIR_MEMBRANE, CELLS, CELLS, cell, NULL, column, &tuning);
    static double undamped;
    for (int step = 0; step < 250; step++) weir_water_step(water, 0.02f);
    const WeirView d = weir_water_depth(water);
    double square = 0;
    for (int k = 0; k < CELLS; k++)
      for (int i = 0; i < CELLS; i++) square += pow((double)(at(d, i, k) - still), 2);
    WeirStats stats;
    weir_water_stats(water, &stats);
    print_message("damping %d: sum of squares %.3e, volume error %.1e\n", kind, square, stats.volume_error);
    assert_true(stats.volume_error < 1e-6);
    if (kind == 0) {
      undamped = square;
    } else {
      assert_true(square < 0.8 * undamped);
    }
    weir_water_destroy(water);
  }
}

/* Land beyond x = 28 m, steep. */
static float cliff(float x, float z) {
  (void)z;
  return x > 28.0f ? 5.0f : 0.0f;
}

static float bump_before_cliff(float x, float z) {
  (void)z;
  return still + 0.05f * expf(-(x - 14.0f) * (x - 14.0f) / 4.0f);
}

/* A mirror sends a crest back as a crest; fixed points (Bressler) send it back as a trough. Both keep the volume. */
static void land_mirrors_or_holds_fast(void **state) {
  (void)state;
  double back[2];
  for (int fixed = 0; fixed < 2; fixed++) {
    WeirTuning tuning = ideal_tuning();
    tuning.wave_speed = 4.0f;
    tuning.land_fixed = fixed;
    WeirWater *water = make_water(WEIR_MEMBRANE, CELLS, 16, cell, cliff, bump_before_cliff, &tuning);
    for (int step = 0; step < 275; step++) weir_water_step(water, 0.02f); /* 22 m: 14 to the cliff, 8 back */
    const WeirView depth = weir_water_depth(water);
    double mean = 0;
    for (int i = 0; i < 112; i++) mean += (double)at(depth, i, 8) / 112;
    back[fixed] = (double)at(depth, 80, 8) - mean; /* x = 20 m */
    WeirStats stats;
    weir_water_stats(water, &stats);
    print_message("%s land: %.4f m come back, volume error %.1e\n", fixed ? "fixed" : "mirroring", back[fixed], stats.volume_error);
    assert_true(stats.volume_error < 1e-6);
    weir_water_destroy(water);
  }
  /* The crest of 0.05 m runs both ways with half its height. */
  assert_true(back[0] > 0.015 && back[1] < -0.015);
}

/* Waves far below what a float can hold in full cost no more and leave nothing behind; the caller's floating-point mode is unchanged. */
static void denormals_are_flushed(void **state) {
  (void)state;
  const WeirTuning tuning = ideal_tuning();
  WeirWater *water = make_water(WEIR_MEMBRANE, CELLS, 16, cell, NULL, standing_wave, &tuning);
  struct WeirWater *const inside = water;
  for (int k = 0; k < 16; k++)
    for (int i = 0; i < CELLS; i++) {
      inside->membrane.displacement.cells[water_index(inside, i, k)] = i % 2 ? 1e-39f : -1e-39f;
      inside->membrane.vertical_velocity.cells[water_index(inside, i, k)] = 0;
    }
  volatile float tiny = 1e-30f;
  weir_water_step(water, 0.01f);
  for (int i = 0; i < CELLS; i++) assert_true(inside->membrane.vertical_velocity.cells[water_index(inside, i, 8)] == 0.0f);
  tiny = tiny * 1e-10f;
  assert_true(tiny > 0.0f); /* denormals still count here */
  weir_water_destroy(water);
}

/* How much a step with a bed of `roughness` changes a uniform flow, less what the root of the quadratic says:
 *   u = 2*f/(1 + sqrt(1 + y)), y = 4*dt*roughness*|f|/h */
static double drag_error(WeirSolver solver, float roughness) {
  enum { SIDE = 12, MIDDLE = SIDE * SIDE / 2 + SIDE / 2 };
  const float dt = 1.0f / 64.0f;
  WeirTuning tuning = ideal_tuning();
  tuning.roughness = roughness;
  float vx[SIDE * SIDE], vz[SIDE * SIDE];
  WeirWater *water = make_water(solver, SIDE, SIDE, 1, flat, two_metres, &tuning);
  weir_water_impulse(water, 0.5f * SIDE, 0.5f * SIDE, 1e6f, 2.0f, -2.0f);
  weir_water_velocity(water, vx, vz);
  const double f = (double)vx[MIDDLE], g = (double)vz[MIDDLE];
  weir_water_step(water, dt); /* the walls are felt in the cells beside them alone */
  weir_water_velocity(water, vx, vz);
  weir_water_destroy(water);
  assert_true(f == 2 && g == -2);
  assert_true(vz[MIDDLE] == -vx[MIDDLE]);
  return (double)vx[MIDDLE] / f - 2.0 / (1.0 + sqrt(1.0 + 4.0 * (double)dt * (double)roughness * f / 2.0));
}

/* Up to y = 0.03125 the sweep takes a polynomial for the root (drag_factor in flow/row_parts.h), beyond it the root itself. Each answer
 * must be right to its last two places; the mean of 512 answers, in which roundings cancel, must be right to 5e-9 of the speed, so that no
 * range of y is dragged too much or too little: the drag itself is y/4, 8e-3 where the polynomial ends. */
static void bed_drag_is_the_root_of_its_quadratic(void **state) {
  (void)state;
  enum { RANGES = 8, EACH = 512 };
  for (int solver = WEIR_PIPE; solver <= WEIR_SWE; solver++)
    for (int range = 0; range < RANGES; range++) {
      double sum = 0, most = 0;
      for (int n = 0; n < EACH; n++) {
        const double error = drag_error((WeirSolver)solver, ((float)(range * EACH + n) + 0.5f) / (float)(RANGES * EACH));
        sum += error;
        most = fmax(most, fabs(error));
      }
      print_message("%s: y to %.4f: off by %.1e at most, by %.1e in the mean\n", weir_solver_name((WeirSolver)solver),
                    (range + 1) / (16.0 * RANGES), most, sum / EACH);
      assert_true(most < 1.5e-7 && fabs(sum / EACH) < 5e-9);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(standing_wave_period_membrane_5),
      cmocka_unit_test(standing_wave_period_membrane_9),
      cmocka_unit_test(standing_wave_period_pipe),
      cmocka_unit_test(pulse_speed_pipe),
      cmocka_unit_test(lake_at_rest_over_rough_terrain),
      cmocka_unit_test(fourfold_symmetry),
      cmocka_unit_test(nine_points_make_rounder_rings),
      cmocka_unit_test(every_damping_damps),
      cmocka_unit_test(land_mirrors_or_holds_fast),
      cmocka_unit_test(denormals_are_flushed),
      cmocka_unit_test(bed_drag_is_the_root_of_its_quadratic),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
