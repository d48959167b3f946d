/* Dye: carried by the water, conserved, never negative, never on dry land; and of no consequence for the water. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

#include "weir/grid/dye.h"
#include "weir/grid/sleeping.h"

static const float tick = 0.02f;
static const WeirSolver flowing[] = {WEIR_PIPE, WEIR_SWE};
enum { FLOWING = sizeof flowing / sizeof *flowing };

static float hills(float x, float z) {
  return 3.0f + 2.5f * sinf(0.4f * x) * cosf(0.3f * z);
}

static float lakes(float x, float z) {
  (void)z;
  return x < 12.0f ? 4.0f : 2.5f;
}

static float shore(float x, float z) {
  (void)z;
  return 0.1f * fmaxf(0, x - 16);
}

static float step_of_water(float x, float z) {
  return x + 0.3f * z < 12 ? 1.6f : 0.7f;
}

static float film(float x, float z) {
  (void)x;
  (void)z;
  return 0.005f;
}

/* |added - left - now| as a share of what was added. */
static double mass_error(const WeirWater *water) {
  const WeirDye dye = weir_water_dye_total(water);
  return fabs(dye.added - dye.left - dye.now) / dye.added;
}

/* Fails where a cell's dye is negative, is not a number or lies on dry land. Returns the most in a cell. */
static float check_cells(const WeirWater *water) {
  const WeirView dye = weir_water_dye(water), depth = weir_water_depth(water);
  float most = 0;
  for (int k = 0; k < dye.nz; k++)
    for (int i = 0; i < dye.nx; i++) {
      const float here = at(dye, i, k);
      if (!(here >= 0 && here < 1e9f)) fail_msg("cell %d, %d holds %g", i, k, (double)here);
      if (here > 0 && !(at(depth, i, k) > 0)) fail_msg("cell %d, %d is dry and holds %g", i, k, (double)here);
      most = fmaxf(most, here);
    }
  return most;
}

/* --- bodies: the simplest of rigid bodies; some fall in, some drift, one is a post ------------------------------------- */

enum { BODIES = 5 };

static void bodies_begin(WeirBody bodies[BODIES]) {
  for (int n = 0; n < BODIES; n++) {
    bodies[n] = weir_body_default();
    const float c = cosf(0.7f * (float)n), s = sinf(0.7f * (float)n);
    const float rotation[9] = {c, 0, s, 0, 1, 0, -s, 0, c};
    memcpy(bodies[n].rotation, rotation, sizeof rotation);
    bodies[n].half[0] = 0.9f, bodies[n].half[1] = 0.6f, bodies[n].half[2] = 1.2f;
    bodies[n].position[0] = 4.0f + 3.6f * (float)n, bodies[n].position[1] = 4.5f, bodies[n].position[2] = 5.0f + 2.3f * (float)n;
    bodies[n].mass = n == 2 ? 1e6f : 2500;
    bodies[n].id = (uint32_t)n + 1;
  }
}

/* Bodies that have gone beyond the grid or below it start again. */
static void bodies_step(WeirWater *water, WeirBody bodies[BODIES]) {
  WeirForce forces[BODIES];
  weir_water_displace(water, bodies, BODIES, tick);
  weir_water_step(water, tick);
  weir_water_push(water, bodies, BODIES, tick, forces);
  for (int n = 0; n < BODIES; n++) {
    const float bed = weir_water_terrain_at(water, bodies[n].position[0], bodies[n].position[2]) + 0.3f;
    weir_body_move(&bodies[n], &forces[n], 9.81f, tick);
    if (bodies[n].position[1] < bed) bodies[n].position[1] = bed, bodies[n].velocity[1] = fmaxf(0, bodies[n].velocity[1]);
    for (int axis = 0; axis < 3; axis += 2) bodies[n].position[axis] = fminf(fmaxf(bodies[n].position[axis], 1), 23);
  }
}

/* --- the total ------------------------------------------------------------------------------------------------------- */

enum { CLOSED, OPEN, PERIODIC, SPONGE, SIDES };

static void set_sides(WeirWater *water, int kind) {
  static const WeirBoundary sides[SIDES][WEIR_SIDE_COUNT] = {
      [OPEN] = {{.kind = WEIR_INFLOW, .discharge = 3},
                {.kind = WEIR_OPEN},
                {.kind = WEIR_LEVEL, .level = 2.6f, .tide_height = 0.4f, .tide_period = 9},
                {.kind = WEIR_REFLECT}},
      [PERIODIC] = {{.kind = WEIR_PERIODIC}, {.kind = WEIR_PERIODIC}, {.kind = WEIR_PERIODIC}, {.kind = WEIR_PERIODIC}},
      [SPONGE] = {{.kind = WEIR_SPONGE}, {.kind = WEIR_REFLECT}, {.kind = WEIR_SPONGE}, {.kind = WEIR_OPEN}},
  };
  for (int pass = 0; pass < 2; pass++) /* a periodic side wants its opposite to be one */
    for (int side = 0; side < WEIR_SIDE_COUNT; side++) weir_water_set_boundary(water, (WeirSide)side, &sides[kind][side], NULL);
}

/* Everything that moves or removes water: springs, drains, rain, evaporation, films that soak away, shores that fall dry, bodies, edits of
 * the ground; dye poured in and sucked out meanwhile. Checked every 50 steps. */
static void mass_of_one_case(WeirSolver solver, int sides, bool with_bodies, int steps) {
  WeirTuning tuning = weir_tuning_default();
  tuning.rain = 6e-5f;
  tuning.evaporation = sides == CLOSED ? 9e-5f : 3e-5f;
  tuning.infiltration = 1e-5f;
  WeirWater *water = make_water(solver, 44, 40, 0.6f, sides == CLOSED ? shore : hills, sides == CLOSED ? step_of_water : lakes, &tuning);
  set_sides(water, sides);
  const WeirSource sources[3] = {{6, 6, 1.5f, 0.5f}, {15, 9, 1.5f, -0.3f}, {8, 20, 2, -0.1f}};
  weir_water_set_sources(water, sources, 3);
  WeirBody bodies[BODIES];
  bodies_begin(bodies);
  assert_true(weir_water_add_dye(water, 6, 8, 4, 10) > 0);
  double worst = 0;
  for (int step = 0; step < steps; step++) {
    if (step % 400 == 200) weir_water_add_dye(water, 3 + (float)(step % 17), 4 + (float)(step % 13), 3, step % 800 == 200 ? 2 : -1);
    if (step % 700 == 350) weir_water_heap(water, 10, 10, 3, step % 1400 == 350 ? 1.5f : -1.5f);
    if (step % 300 == 150) weir_water_add(water, 14, 9, 2, step % 600 == 150 ? 3 : -4);
    if (step % 500 == 250) weir_water_disturb(water, 5, 9, 2, 0.4f);
    if (with_bodies)
      bodies_step(water, bodies);
    else
      weir_water_step(water, tick);
    if (step % 50 == 49) {
      check_cells(water);
      worst = fmax(worst, mass_error(water));
    }
  }
  const WeirDye dye = weir_water_dye_total(water);
  WeirStats stats;
  weir_water_stats(water, &stats);
  print_message("%s, sides %d, bodies %d: dye off by %.1e of %.1f added, %.2f left, %.2f now; water off by %.1e\n",
                weir_solver_name(solver), sides, with_bodies, worst, dye.added, dye.left, dye.now, stats.volume_error);
  assert_true(worst < 1e-5);
  assert_true(stats.finite && dye.now > 0 && dye.left > 0);
  weir_water_destroy(water);
}

static void mass_holds_for_ten_thousand_steps(void **state) {
  (void)state;
  const int steps = SANITIZED ? 720 : 10000;
  for (int n = 0; n < FLOWING; n++)
    for (int sides = 0; sides < SIDES; sides++) mass_of_one_case(flowing[n], sides, sides == PERIODIC, steps);
  mass_of_one_case(WEIR_SWE, CLOSED, true, steps);
  mass_of_one_case(WEIR_PIPE, OPEN, true, SANITIZED ? 500 : 2000);
}

/* Without anything that removes water all of it stays in the water, to the rounding of the cells. */
static void nothing_leaves_a_closed_box(void **state) {
  (void)state;
  WeirTuning tuning = ideal_tuning();
  for (int n = 0; n < FLOWING; n++) {
    WeirWater *water = make_water(flowing[n], 64, 48, 0.5f, shore, step_of_water, &tuning);
    weir_water_add_dye(water, 5, 12, 4, 100);
    for (int step = 0; step < (SANITIZED ? 600 : 10000); step++) {
      if (step % 200 == 0) weir_water_disturb(water, 9, 9, 3, 0.3f);
      weir_water_step(water, tick);
      if (step % 100 == 0) check_cells(water);
    }
    const WeirDye dye = weir_water_dye_total(water);
    print_message("%s: a closed box lost %.1e of its dye on the ground, the total is off by %.1e\n", weir_solver_name(flowing[n]),
                  dye.left / dye.added, mass_error(water));
    assert_true(dye.left < 1e-6 * dye.added);
    assert_true(mass_error(water) < 1e-5);
    weir_water_destroy(water);
  }
}

/* --- known answers --------------------------------------------------------------------------------------------------- */

/* Gives each cell as much dye as water: a concentration of 1. */
static void dye_evenly(WeirWater *water) {
  assert_true(dye_reserve(water));
  for (int k = 0; k < water->nz; k++)
    for (int i = 0; i < water->nx; i++) water->dye.amount.cells[water_index(water, i, k)] = water->depth.cells[water_index(water, i, k)];
  water->dye.added = weir_water_dye_total(water).now;
  tiles_wake_all(water);
}

/* An even concentration stays even in water that moves: on shores that flood and dry, by floating bodies and a post, across joined sides.
 * None of the bodies is deep in the water: the water that fills the place of such a one is clean. */
static void an_even_concentration_stays_even(void **state) {
  (void)state;
  for (int n = 0; n < 2 * FLOWING; n++) {
    const WeirSolver solver = flowing[n % FLOWING];
    const WeirTuning tuning = weir_tuning_default();
    WeirWater *water = make_water(solver, 44, 40, 0.6f, n < FLOWING ? shore : hills, n < FLOWING ? step_of_water : lakes, &tuning);
    if (n >= FLOWING) set_sides(water, PERIODIC);
    dye_evenly(water);
    WeirBody bodies[BODIES];
    bodies_begin(bodies);
    for (int m = 0; m < BODIES; m++) bodies[m].position[1] = weir_water_surface_at(water, bodies[m].position[0], bodies[m].position[2]);
    weir_water_displace(water, bodies, BODIES, 0);
    double worst = 0;
    for (int step = 0; step < (SANITIZED ? 300 : 1500); step++) {
      if (step % 10 == 0) weir_water_step(water, 0.3f); /* of many substeps */
      bodies_step(water, bodies);
      if (step % 50 != 49) continue;
      const WeirView dye = weir_water_dye(water), depth = weir_water_depth(water), displaced = weir_water_displacement(water);
      for (int k = 0; k < water->nz; k++)
        for (int i = 0; i < water->nx; i++)
          if (at(displaced, i, k) == 0 && at(depth, i, k) > 1e-3f)
            worst = fmax(worst, fabs((double)at(dye, i, k) / (double)at(depth, i, k) - 1));
    }
    print_message("%s: an even concentration is off by %.1e\n", weir_solver_name(solver), worst);
    assert_true(worst < 5e-4);
    weir_water_destroy(water);
  }
}

/* Where the dye is and how wide it spreads along x, m, within a channel; `total` gets its sum. */
static void moments(const WeirWater *water, double *middle, double *spread) {
  const WeirView dye = weir_water_dye(water);
  double sum = 0, first = 0, second = 0;
  for (int k = 0; k < dye.nz; k++)
    for (int i = 0; i < dye.nx; i++) {
      const double x = ((double)i + 0.5) * (double)water->cell, here = (double)at(dye, i, k);
      sum += here, first += here * x, second += here * x * x;
    }
  *middle = first / sum;
  *spread = second / sum - *middle * *middle;
}

/* A patch in an even current of 1.5 m/s goes along with it, and upwind differences spread it by the variance u*(dx - u*dt)*t. */
static void a_patch_goes_with_the_current(void **state) {
  (void)state;
  enum { NX = 240, NZ = 24 };
  static float depth[NX * NZ], speed[NX * NZ];
  const double u = 1.5;
  for (int n = 0; n < NX * NZ; n++) depth[n] = 2, speed[n] = (float)u;
  for (int n = 0; n < FLOWING; n++) {
    WeirWaterDef def = weir_water_def_default();
    def.nx = NX, def.nz = NZ, def.cell = 0.25f, def.solver = flowing[n];
    def.depth = depth, def.velocity_x = speed;
    def.boundary[WEIR_WEST].kind = def.boundary[WEIR_EAST].kind = WEIR_PERIODIC;
    def.tuning = weir_tuning_ideal();
    WeirWater *water = weir_water_create(&def, NULL);
    assert_non_null(water);
    weir_water_add_dye(water, 10, 3, 2, 5);
    double from, wide, to, wider;
    moments(water, &from, &wide);
    for (int step = 0; step < 1000; step++) weir_water_step(water, tick);
    moments(water, &to, &wider);
    WeirStats stats;
    weir_water_stats(water, &stats);
    const double seconds = 1000 * (double)tick, dt = seconds / (double)stats.substeps, due = u * ((double)def.cell - u * dt) * seconds;
    print_message("%s: went %.4f m of %.4f, variance grew by %.3f m2 of %.3f\n", weir_solver_name(flowing[n]), to - from, u * seconds,
                  wider - wide, due);
    assert_true(fabs(to - from - u * seconds) < 1e-3 * u * seconds);
    assert_true(fabs(wider - wide - due) < 0.01 * due);
    assert_true(mass_error(water) < 1e-6);
    weir_water_destroy(water);
  }
}

/* --- where it goes with the water, and where not ----------------------------------------------------------------------- */

static void dry_land_takes_none(void **state) {
  (void)state;
  const WeirTuning tuning = weir_tuning_default();
  WeirWater *water = make_water(WEIR_SWE, 44, 40, 0.6f, shore, step_of_water, &tuning);
  assert_null(weir_water_dye(water).data);
  assert_true(weir_water_add_dye(water, 6, 6, 2, -5) == 0);
  assert_true(weir_water_add_dye(water, 6, 6, 2, NAN) == 0 && weir_water_add_dye(water, INFINITY, 6, 2, 1) == 0);
  assert_null(weir_water_dye(water).data);
  assert_true(weir_water_add_dye(water, 25.5f, 12, 0.5f, 5) == 0);
  assert_true(fabs(weir_water_add_dye(water, 6, 6, 2, 5) - 5) < 1e-5);
  assert_true(fabs(weir_water_add_dye(water, 23, 12, 6, 3) - 3) < 1e-5); /* a disc half on land: its wet cells get all */
  check_cells(water);
  const WeirDye before = weir_water_dye_total(water);
  assert_true(fabs(before.now - 8) < 1e-5);
  assert_true(weir_water_add_dye(water, 6, 6, 2, -100) > -5.001); /* no more than there is */
  check_cells(water);
  const WeirDye after = weir_water_dye_total(water);
  assert_true(after.left > 4.9 && fabs(after.added - after.left - after.now) < 1e-5);
  weir_water_clear_dye(water);
  assert_null(weir_water_dye(water).data);
  assert_true(weir_water_dye_total(water).added == 0);
  weir_water_step(water, tick);
  weir_water_destroy(water);
}

static WeirWater *pond(WeirSolver solver, const WeirTuning *tuning) {
  WeirWater *water = make_water(solver, 32, 32, 1, flat, two_metres, tuning);
  weir_water_add_dye(water, 16, 16, 50, 32);
  return water;
}

/* A drain takes its share, a spring brings clean water, evaporation takes none until the ground is dry. */
static void what_removes_water_takes_dye_but_vapour_does_not(void **state) {
  (void)state;
  for (int solver = 0; solver < WEIR_SOLVER_COUNT; solver++) {
    WeirTuning tuning = weir_tuning_default();
    WeirWater *water = pond((WeirSolver)solver, &tuning);
    const double all = weir_water_dye_total(water).now, taken = -weir_water_add(water, 16, 16, 50, -512);
    const WeirDye drained = weir_water_dye_total(water);
    assert_true(fabs(taken - 512) < 0.1);
    assert_true(drained.left > 0.2 * all && drained.left < 0.45 * all && mass_error(water) < 1e-6);
    weir_water_add(water, 16, 16, 50, 512);
    assert_true(weir_water_dye_total(water).now == drained.now);
    tuning.evaporation = 1e-2f;
    weir_water_set_tuning(water, &tuning);
    for (int step = 0; step < 100; step++) weir_water_step(water, 1); /* half of its depth */
    assert_true(fabs(weir_water_dye_total(water).now - drained.now) < 1e-4 * all);
    for (int step = 0; step < 150; step++) weir_water_step(water, 1);
    const WeirDye dried = weir_water_dye_total(water);
    assert_true(dried.now == 0 && fabs(dried.left - dried.added) < 1e-5 * all);
    weir_water_destroy(water);
  }
}

/* Films that soak away take a like share of their dye: so do strips that draw the water down to the level that it had. */
static void soaking_films_and_sponges_take_their_share(void **state) {
  (void)state;
  WeirTuning tuning = weir_tuning_default();
  tuning.retention = 0.01f, tuning.infiltration = 1e-5f;
  WeirWater *water = make_water(WEIR_SWE, 32, 32, 1, flat, film, &tuning);
  weir_water_add_dye(water, 16, 16, 50, 32);
  for (int step = 0; step < 250; step++) weir_water_step(water, 1); /* half of the film */
  const WeirDye soaked = weir_water_dye_total(water);
  WeirStats stats;
  weir_water_stats(water, &stats);
  print_message("of a film %.3f soaked away, with %.3f of its dye\n", stats.volume_removed / stats.volume_start,
                soaked.left / soaked.added);
  assert_true(stats.volume_removed > 0.4 * stats.volume_start && stats.volume_removed < 0.6 * stats.volume_start);
  assert_true(fabs(stats.volume_removed / stats.volume_start - soaked.left / soaked.added) < 1e-3 && mass_error(water) < 1e-6);
  weir_water_destroy(water);

  tuning = weir_tuning_default();
  water = make_water(WEIR_SWE, 32, 32, 1, flat, two_metres, &tuning);
  const WeirBoundary sponge = {.kind = WEIR_SPONGE};
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) weir_water_set_boundary(water, (WeirSide)side, &sponge, NULL);
  weir_water_add(water, 16, 16, 50, 1024);
  weir_water_add_dye(water, 16, 16, 50, 32);
  for (int step = 0; step < 2000; step++) weir_water_step(water, tick);
  const WeirDye drawn = weir_water_dye_total(water);
  print_message("of water 1 m too high, drawn down by sponges, %.3f of the dye left\n", drawn.left / drawn.added);
  assert_true(drawn.left > 0.1 * drawn.added && drawn.left < 0.45 * drawn.added && mass_error(water) < 1e-6);
  weir_water_destroy(water);
}

/* All that leaves through an open side is counted; through joined ones all comes back. */
static void open_sides_let_it_out(void **state) {
  (void)state;
  for (int n = 0; n < FLOWING; n++) {
    const WeirTuning tuning = weir_tuning_ideal();
    WeirWater *water = make_water(flowing[n], 64, 24, 0.5f, flat, two_metres, &tuning);
    const WeirBoundary in = {.kind = WEIR_INFLOW, .discharge = 40}, out = {.kind = WEIR_OPEN};
    weir_water_set_boundary(water, WEIR_WEST, &in, NULL);
    weir_water_set_boundary(water, WEIR_EAST, &out, NULL);
    weir_water_add_dye(water, 16, 6, 40, 50);
    for (int step = 0; step < 3000; step++) weir_water_step(water, tick);
    const WeirDye dye = weir_water_dye_total(water);
    print_message("%s: of 50, %.4f left by the open side, %.1e is there\n", weir_solver_name(flowing[n]), dye.left, dye.now);
    assert_true(mass_error(water) < 1e-5);
    assert_true(dye.now < 0.5);
    weir_water_destroy(water);
  }
}

/* Neither the membrane nor the two layers know a flow that could carry it. */
static void it_stays_where_nothing_carries_it(void **state) {
  (void)state;
  const WeirTuning tuning = weir_tuning_default();
  for (int layers = 0; layers < 2; layers++) {
    WeirWater *water = make_water(layers ? WEIR_SWE : WEIR_MEMBRANE, 32, 32, 1, flat, two_metres, &tuning);
    WeirBody body = weir_body_default();
    body.position[0] = body.position[2] = 12, body.position[1] = 2;
    if (layers) weir_water_set_coupling(water, WEIR_LAYERS);
    weir_water_displace(water, &body, 1, 0);
    weir_water_add_dye(water, 16, 16, 4, 32);
    const double before = weir_water_dye_total(water).now;
    const float there = at(weir_water_dye(water), 15, 16);
    weir_water_disturb(water, 16, 16, 4, 0.5f);
    for (int step = 0; step < 101; step++) { /* an odd number: two sets of fields take turns */
      weir_water_displace(water, &body, 1, tick);
      weir_water_step(water, tick);
    }
    assert_true(weir_water_dye_total(water).now == before && weir_water_dye_total(water).left == 0);
    assert_true(at(weir_water_dye(water), 15, 16) == there);
    weir_water_set_coupling(water, WEIR_SUBGRID);
    weir_water_set_solver(water, WEIR_PIPE);
    weir_water_displace(water, NULL, 0, tick);
    weir_water_disturb(water, 16, 16, 4, 0.5f);
    for (int step = 0; step < 100; step++) weir_water_step(water, tick);
    assert_true(at(weir_water_dye(water), 15, 16) != there && mass_error(water) < 1e-6);
    weir_water_destroy(water);
  }
}

/* A step that is taken back takes the dye back with it. */
static void a_repeated_step_keeps_the_total(void **state) {
  (void)state;
  for (int solver = 0; solver < WEIR_SOLVER_COUNT; solver++) {
    const WeirTuning tuning = weir_tuning_default();
    WeirWater *water = make_water((WeirSolver)solver, 44, 40, 0.6f, shore, step_of_water, &tuning);
    const WeirBoundary open = {.kind = WEIR_OPEN};
    weir_water_set_boundary(water, WEIR_WEST, &open, NULL);
    weir_water_add_dye(water, 8, 9, 40, 10);
    for (int step = 0; step < 20; step++) weir_water_step(water, tick);
    water->depth.cells[water_index(water, 8, 20)] = NAN;
    if (solver == WEIR_MEMBRANE) water->membrane.displacement.cells[water_index(water, 8, 20)] = INFINITY;
    tiles_wake(water, 8, 20, 9, 21);
    const WeirDye before = weir_water_dye_total(water);
    for (int step = 0; step < 20; step++) weir_water_step(water, tick);
    WeirStats stats;
    weir_water_stats(water, &stats);
    assert_true(stats.guarded_steps > 0 && stats.finite);
    check_cells(water);
    assert_true(mass_error(water) < 1e-6);
    assert_true(weir_water_dye_total(water).now > 0.9 * before.now);
    weir_water_destroy(water);
  }
}

/* --- bits ------------------------------------------------------------------------------------------------------------ */

typedef struct Run {
  int threads;
  bool sleeping, dyed;
  int sides;
} Run;

/* A run with all that moves dye; `water_hash` gets that of depths and velocities alone. */
static uint64_t run_hash(WeirSolver solver, Run run, double *water_sum) {
  enum { NX = 170, NZ = 130 };
  WeirTuning tuning = weir_tuning_default();
  tuning.infiltration = 1e-5f;
  WeirWater *water = make_water(solver, NX, NZ, 0.3f, hills, lakes, &tuning);
  use_threads(water, run.threads);
  weir_water_set_sleeping(water, run.sleeping);
  set_sides(water, run.sides);
  WeirBody bodies[BODIES];
  bodies_begin(bodies);
  for (int step = 0; step < (SANITIZED ? 60 : 150); step++) {
    if (run.dyed && step % 30 == 0) weir_water_add_dye(water, 8 + (float)(step / 5), 9, 4, 7);
    if (step == 50) weir_water_add(water, 20, 9, 3, -8);
    bodies_step(water, bodies);
  }
  if (run.dyed) check_cells(water);
  const uint64_t hash = weir_water_hash(water);
  *water_sum = 0;
  for (int k = 0; k < NZ; k++)
    for (int i = 0; i < NX; i++) {
      const ptrdiff_t n = water_index(water, i, k);
      *water_sum += (double)(i + 1) * (double)water->depth.cells[n] + (double)(k + 1) * (double)water->flow.speed_x.cells[n];
    }
  weir_water_destroy(water);
  return hash;
}

static void same_bits_for_any_threads_widths_and_sleep(void **state) {
  (void)state;
  char best[16];
  snprintf(best, sizeof best, "%s", weir_simd_name());
  for (int n = 0; n < FLOWING; n++)
    for (int sides = CLOSED; sides <= PERIODIC; sides++) {
      static const char *const names[] = {"sse2", "avx2", "avx512"};
      double sum, other;
      const uint64_t hash = run_hash(flowing[n], (Run){1, true, true, sides}, &sum);
      assert_int_equal(run_hash(flowing[n], (Run){3, true, true, sides}, &other), hash);
      assert_int_equal(run_hash(flowing[n], (Run){2, false, true, sides}, &other), hash);
      for (size_t m = 0; m < sizeof names / sizeof *names; m++) {
        if (!weir_simd_use(names[m])) continue; /* this machine has none as wide */
        assert_int_equal(run_hash(flowing[n], (Run){1, true, true, sides}, &other), hash);
        weir_simd_use(best);
      }
      assert_int_not_equal(run_hash(flowing[n], (Run){1, true, false, sides}, &other), hash);
      assert_true(sum == other); /* dye is of no consequence for the water */
    }
}

static void saved_and_loaded_it_goes_on_the_same(void **state) {
  (void)state;
  for (int n = 0; n < FLOWING * SIDES; n++) {
    const WeirTuning tuning = weir_tuning_default();
    WeirWater *water = make_water(flowing[n % FLOWING], 44, 40, 0.6f, hills, lakes, &tuning);
    set_sides(water, n / FLOWING);
    WeirBody bodies[BODIES], again[BODIES];
    bodies_begin(bodies);
    const size_t clean = weir_water_save(water, NULL, 0);
    weir_water_add_dye(water, 6, 8, 4, 10);
    assert_true(weir_water_save(water, NULL, 0) > clean);
    for (int step = 0; step < 60; step++) bodies_step(water, bodies);
    memcpy(again, bodies, sizeof again);
    const size_t size = weir_water_save(water, NULL, 0);
    unsigned char *const bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(weir_water_save(water, bytes, size), size);
    WeirError error = {""};
    WeirWater *loaded = weir_water_load(bytes, size, &error);
    if (!loaded) fail_msg("%s", error.text);
    assert_int_equal(weir_water_hash(loaded), weir_water_hash(water));
    for (int step = 0; step < 100; step++) bodies_step(water, bodies), bodies_step(loaded, again);
    assert_int_equal(weir_water_hash(loaded), weir_water_hash(water));
    assert_true(mass_error(loaded) < 1e-6);
    const WeirDye one = weir_water_dye_total(water), two = weir_water_dye_total(loaded);
    assert_memory_equal(&one, &two, sizeof one);
    free(bytes);
    weir_water_destroy(water);
    weir_water_destroy(loaded);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(mass_holds_for_ten_thousand_steps),
      cmocka_unit_test(nothing_leaves_a_closed_box),
      cmocka_unit_test(an_even_concentration_stays_even),
      cmocka_unit_test(a_patch_goes_with_the_current),
      cmocka_unit_test(dry_land_takes_none),
      cmocka_unit_test(what_removes_water_takes_dye_but_vapour_does_not),
      cmocka_unit_test(soaking_films_and_sponges_take_their_share),
      cmocka_unit_test(open_sides_let_it_out),
      cmocka_unit_test(it_stays_where_nothing_carries_it),
      cmocka_unit_test(a_repeated_step_keeps_the_total),
      cmocka_unit_test(same_bits_for_any_threads_widths_and_sleep),
      cmocka_unit_test(saved_and_loaded_it_goes_on_the_same),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
