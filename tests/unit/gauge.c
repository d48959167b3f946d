/* The gauge line: the discharge through it, against channels whose discharge is known; and the water's energy. */
#include "support.h"

#include <math.h>

#include "view/view.h"

enum { LONG = 96, WIDE = 40, BANK = 8 };

static const float cell = 0.5f, depth_m = 1.6f, speed = 0.75f;

/* A bed with walls of 3 m along both sides. */
static float walled(float x, float z) {
  (void)x;
  return z < BANK * 0.5f || z > (WIDE - BANK) * 0.5f ? 3.0f : 0.0f;
}

static float level(float x, float z) {
  return walled(x, z) > 0 ? 0 : 1.6f;
}

/* The whole channel set in motion to the east, without any step: its discharge is width * depth * speed. */
static WeirWater *uniform_current(WeirSolver solver) {
  const WeirTuning ideal = ideal_tuning();
  WeirWater *const water = make_water(solver, LONG, WIDE, cell, walled, level, &ideal);
  weir_water_impulse(water, 24, 10, 1e4f, speed, 0);
  return water;
}

static double known_discharge(void) {
  return (double)((WIDE - 2 * BANK) * cell * depth_m * speed);
}

/* Relative. In a uniform current the sum is exact but for rounding of places to float (2e-7 of 48 m at either end of each cell) and for
 * the soft edge of the impulse's disc, 1e4 m wide: its weight falls off by less than 1e-5 within 30 m. */
#define UNIFORM 2e-5

static void check_line(const WeirWater *water, GaugeLine line, double wanted, double tolerance) {
  const double flow = gauge_flow(water, &line), scale = known_discharge();
  print_message("  (%g, %g) to (%g, %g): %.7g m3/s, %.7g wanted\n", (double)line.from[0], (double)line.from[1], (double)line.to[0],
                (double)line.to[1], flow, wanted);
  if (!(fabs(flow - wanted) <= tolerance * scale)) fail_msg("%.9g m3/s, not %.9g", flow, wanted);
}

/* From bank to bank, at right angles and at all others, the discharge is the same; the other way round it has the other sign. */
static void any_line_from_bank_to_bank_measures_the_discharge(void **state) {
  (void)state;
  const float slants[] = {0, 1.3f, 5, -7.7f, 15, 30};
  for (int solver = WEIR_PIPE; solver <= WEIR_SWE; solver++) {
    WeirWater *const water = uniform_current((WeirSolver)solver);
    for (int n = 0; n < (int)(sizeof slants / sizeof *slants); n++) {
      const float x = 12.37f, far = x + slants[n];
      /* Left and right of the way from north to south is east and west: a current to the east goes from right to left. */
      check_line(water, (GaugeLine){{x, 2.11f}, {far, 18.3f}}, -known_discharge(), UNIFORM);
      check_line(water, (GaugeLine){{far, 18.3f}, {x, 2.11f}}, known_discharge(), UNIFORM);
    }
    weir_water_destroy(water);
  }
}

static void a_line_along_the_current_measures_nothing(void **state) {
  (void)state;
  WeirWater *const water = uniform_current(WEIR_SWE);
  check_line(water, (GaugeLine){{3, 10.2f}, {40, 10.2f}}, 0, UNIFORM);
  check_line(water, (GaugeLine){{3, 10.2f}, {3, 10.2f}}, 0, 0);
  check_line(water, (GaugeLine){{3, 1.2f}, {30, 1.4f}}, 0, 0); /* on the bank */
  check_line(water, (GaugeLine){{-30, 5}, {-2, 15}}, 0, 0);    /* outside the grid */
  weir_water_destroy(water);
}

/* A third of the way across is a third of the discharge; what lies outside the grid adds nothing. */
static void a_part_of_the_way_measures_its_part(void **state) {
  (void)state;
  WeirWater *const water = uniform_current(WEIR_SWE);
  check_line(water, (GaugeLine){{20, 8}, {20, 4}}, known_discharge() / 3, UNIFORM);
  check_line(water, (GaugeLine){{20.2f, 9.3f}, {21.7f, 5.3f}}, known_discharge() / 3, UNIFORM);
  check_line(water, (GaugeLine){{20, 1000}, {20, -1000}}, known_discharge(), UNIFORM);
  weir_water_destroy(water);
}

/* m^3/s of the cell that a place lies in, for a unit of length along (dx, dz). */
static double flow_at(const WeirWater *water, const float *u, const float *w, double x, double z, double dx, double dz) {
  const int i = (int)(x / (double)cell), k = (int)(z / (double)cell);
  return (double)at(weir_water_depth(water), i, k) * (dx * (double)w[k * LONG + i] - dz * (double)u[k * LONG + i]);
}

/* Where the water differs from cell to cell, each cell counts with its own depth, velocity and part of the line: as in the mean of many
 * points along it, each in its cell. A cell's part of the line is met by the points to within one of them. */
static void each_cell_counts_with_what_is_its_own(void **state) {
  (void)state;
  enum { POINTS = 200000 };
  static float u[LONG * WIDE], w[LONG * WIDE];
  WeirWater *const water = uniform_current(WEIR_SWE);
  for (int n = 0; n < 40; n++)
    weir_water_impulse(water, 10 + 0.7f * (float)n, 5 + 0.25f * (float)n, 1.5f, 3.0f * cosf((float)n), 3.0f * sinf((float)n));
  for (int n = 0; n < 50; n++) weir_water_step(water, 0.02f);
  weir_water_velocity(water, u, w);
  const GaugeLine lines[] = {{{5.3f, 5.1f}, {41.7f, 15.9f}}, {{40.2f, 4.3f}, {9.1f, 15.2f}}, {{20.1f, 15.7f}, {22.9f, 4.2f}}};
  for (int n = 0; n < 3; n++) {
    const GaugeLine *const line = &lines[n];
    const double dx = (double)line->to[0] - (double)line->from[0], dz = (double)line->to[1] - (double)line->from[1];
    double sum = 0, sizes = 0;
    for (int p = 0; p < POINTS; p++) {
      const double t = (p + 0.5) / POINTS,
                   one = flow_at(water, u, w, (double)line->from[0] + t * dx, (double)line->from[1] + t * dz, dx, dz);
      sum += one / POINTS, sizes += fabs(one) / POINTS;
    }
    print_message("  %.7g m3/s, %.7g by points, of %.3g in both directions\n", gauge_flow(water, line), sum, sizes);
    assert_true(fabs(gauge_flow(water, line) - sum) < 1e-3 * sizes);
  }
  weir_water_destroy(water);
}

static void the_membrane_has_no_discharge(void **state) {
  (void)state;
  const WeirTuning ideal = ideal_tuning();
  WeirWater *const water = make_water(WEIR_MEMBRANE, LONG, WIDE, cell, walled, level, &ideal);
  assert_true(gauge_flow(water, &(GaugeLine){{20, 18}, {20, 2}}) == 0);
  weir_water_destroy(water);
}

/* A river: so much comes in at the west, over a slope with a rough bed, and leaves in the east. */
static WeirWater *river(WeirSolver solver, float discharge) {
  static float bed[LONG * WIDE], depth[LONG * WIDE];
  WeirWaterDef def = weir_water_def_default();
  def.nx = LONG, def.nz = WIDE;
  def.cell = cell;
  def.solver = solver;
  def.terrain = bed;
  def.depth = depth;
  def.tuning = ideal_tuning();
  def.tuning.manning = 0.03f;
  for (int n = 0; n < LONG * WIDE; n++) {
    const float x = ((float)(n % LONG) + 0.5f) * cell, z = ((float)(n / LONG) + 0.5f) * cell;
    bed[n] = walled(x, z) - 0.004f * x;
    depth[n] = walled(x, z) > 0 ? 0 : 0.6f;
  }
  def.boundary[WEIR_WEST] = (WeirBoundary){.kind = WEIR_INFLOW, .discharge = discharge};
  def.boundary[WEIR_EAST] = (WeirBoundary){.kind = WEIR_OPEN};
  WeirError error;
  WeirWater *const water = weir_water_create(&def, &error);
  if (!water) fail_msg("%s", error.text);
  return water;
}

/* Relative. After 400 s the river carries its discharge everywhere, but for ripples of some 0.3 %, which a mean over 100 s takes out. The
 * cells' velocities, means of their faces, times depths at the middles miss what passes the faces by the square of the change from face to
 * face, most near the walls. */
#define RIVER 0.005

enum { LINES = 3, SETTLING = 20000, MEASURED = 5000, EVERY = 10 };

static void a_river_carries_what_comes_in(void **state) {
  (void)state;
  const double discharge = 9;
  const GaugeLine lines[LINES] = {{{24, 18}, {24, 2}}, {{30, 18}, {15, 2}}, {{12.2f, 18}, {33, 2}}};
  for (int solver = WEIR_PIPE; solver <= WEIR_SWE; solver++) {
    double sums[LINES] = {0};
    WeirWater *const water = river((WeirSolver)solver, (float)discharge);
    for (int n = 0; n < SETTLING + MEASURED; n++) {
      weir_water_step(water, 0.02f);
      for (int line = 0; line < LINES && n >= SETTLING && n % EVERY == 0; line++) sums[line] += gauge_flow(water, &lines[line]);
    }
    for (int line = 0; line < LINES; line++) {
      const double flow = sums[line] * EVERY / MEASURED;
      print_message("  %s, line %d: %.6g of %g m3/s\n", weir_solver_name((WeirSolver)solver), line, flow, discharge);
      assert_true(fabs(flow - discharge) <= RIVER * discharge);
    }
    weir_water_destroy(water);
  }
}

/* --- energy ------------------------------------------------------------------------------------------------------------ */

static WorldEnergy energy_with(const WeirWater *water) {
  static float x[LONG * WIDE], z[LONG * WIDE];
  weir_water_velocity(water, x, z);
  return energy_of(water, &(EnergyFlow){x, z, LONG, WIDE}, 1000, 9.81);
}

/* Relative: depths are stored to 1e-7, and so is a speed after the impulse's soft edge, as above. */
static void the_energy_is_that_of_a_block_of_water_in_motion(void **state) {
  (void)state;
  WeirWater *const water = uniform_current(WEIR_SWE);
  const double mass = 1000.0 * LONG * (WIDE - 2 * BANK) * (double)(cell * cell * depth_m), u = (double)speed;
  const WorldEnergy energy = energy_with(water);
  /* The cells at both ends of the channel have a wall on one side: their velocities are half as high, and their energies a quarter. */
  const double moving = mass * (LONG - 1.5) / LONG;
  print_message("  %.9g J in motion, %.9g wanted; %.9g J of height, %.9g wanted\n", energy.kinetic, 0.5 * moving * u * u, energy.potential,
                mass * 9.81 * 0.5 * (double)depth_m);
  assert_true(fabs(energy.kinetic - 0.5 * moving * u * u) <= 5e-5 * energy.kinetic);
  assert_true(fabs(energy.potential - mass * 9.81 * 0.5 * (double)depth_m) <= 1e-6 * energy.potential);
  weir_water_destroy(water);
}

/* After a dam has broken in a closed tank with a rough bed, nothing puts energy in, so in the end there is less; moving water has it from
 * height. */
static void energy_goes_from_height_to_motion_and_is_lost(void **state) {
  (void)state;
  WeirTuning tuning = weir_tuning_default();
  tuning.manning = 0.05f;
  WeirWater *const water = make_water(WEIR_SWE, LONG, WIDE, 1, flat, dammed, &tuning);
  const WorldEnergy first = energy_with(water);
  for (int n = 0; n < 200; n++) weir_water_step(water, 0.02f);
  const WorldEnergy then = energy_with(water);
  for (int n = 0; n < 6000; n++) weir_water_step(water, 0.02f);
  const WorldEnergy last = energy_with(water);
  const double sums[] = {first.kinetic + first.potential, then.kinetic + then.potential, last.kinetic + last.potential};
  print_message("  %.7g J, %.7g after 4 s (%.3g in motion), %.7g after 124 s\n", sums[0], sums[1], then.kinetic, sums[2]);
  assert_true(first.kinetic == 0 && then.kinetic > 0.01 * first.potential);
  assert_true(sums[1] < sums[0] && sums[2] < sums[1]);
  weir_water_destroy(water);
}

/* The flow and energy in a view are those of its own tick, whether it was to have velocities or not, and 0 where they were not
 * requested. */
static void a_view_has_the_flow_and_the_energy_of_its_tick(void **state) {
  (void)state;
  World *const world = make_world("river", 1, 1, "rain=0 grid=96");
  WorldView *const view = world_view_create(world->nx, world->nz);
  const float wide = (float)world->nx * world->cell, deep = (float)world->nz * world->cell;
  const GaugeLine line = {{0.8f * wide, 0}, {0.6f * wide, deep}};
  assert_non_null(view);
  run_for(world, 3);
  world_view_copy(view, NULL, world, &(WorldViewRequest){.stats = true});
  assert_true(!view->gauge.on && view->gauge.flow == 0 && view->flow.tick == -1);
  const WorldEnergy alone = view->energy;
  assert_true(alone.kinetic > 0 && alone.potential > alone.kinetic);
  WorldViewRequest wish = {.stats = true, .flow_every = 4, .gauge = {.on = true, .line = line}};
  assert_true(world_view_lacks(view, &wish));
  world_view_copy(view, NULL, world, &wish);
  assert_true(!world_view_lacks(view, &wish));
  assert_true(view->gauge.on && view->gauge.flow != 0 && view->gauge.flow == gauge_flow(world->water, &line));
  assert_true(view->energy.kinetic == alone.kinetic && view->energy.potential == alone.potential);
  run_for(world, 3.5);
  world_view_copy(view, NULL, world, &wish);
  assert_true(view->gauge.flow == gauge_flow(world->water, &line) && view->energy.kinetic != alone.kinetic);
  /* Velocities that the view has from an earlier view are too old for its energy. */
  WorldView *const next = world_view_create(world->nx, world->nz);
  assert_non_null(next);
  world_step(world);
  wish.flow_every = 1000;
  world_view_copy(next, view, world, &wish);
  world_view_copy(view, NULL, world, &wish);
  assert_true(next->energy.kinetic == view->energy.kinetic && next->energy.potential == view->energy.potential);
  world_view_destroy(next);
  wish.gauge.line.to[0] += 1;
  assert_true(world_view_lacks(view, &wish));
  world_view_destroy(view);
  world_destroy(world);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(any_line_from_bank_to_bank_measures_the_discharge),
      cmocka_unit_test(a_line_along_the_current_measures_nothing),
      cmocka_unit_test(a_part_of_the_way_measures_its_part),
      cmocka_unit_test(each_cell_counts_with_what_is_its_own),
      cmocka_unit_test(the_membrane_has_no_discharge),
      cmocka_unit_test(a_river_carries_what_comes_in),
      cmocka_unit_test(the_energy_is_that_of_a_block_of_water_in_motion),
      cmocka_unit_test(energy_goes_from_height_to_motion_and_is_lost),
      cmocka_unit_test(a_view_has_the_flow_and_the_energy_of_its_tick),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
