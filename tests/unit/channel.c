/* Channels of one row: the water of a wide channel in which nothing happens across. */
#include <math.h>
#include <string.h>

#include "support.h"
#include "weir/weir.h"

enum { LONG = 150, WIDE = 16, STEPS = 250 };

static const char *const side_sets[] = {"walls", "level and open", "joined", "inflow and open", "wave and sponge"};
enum { SIDE_SETS = sizeof side_sets / sizeof side_sets[0] };

/* The kinds of the two ends of the channel. */
static void ends_of(int set, WeirBoundary ends[2]) {
  const WeirBoundary open = {.kind = WEIR_OPEN}, joined = {.kind = WEIR_PERIODIC}, sponge = {.kind = WEIR_SPONGE};
  const WeirBoundary level = {.kind = WEIR_LEVEL, .level = 1.1f, .tide_height = 0.1f, .tide_period = 7.0f};
  const WeirBoundary inflow = {.kind = WEIR_INFLOW, .discharge = 0.2f};
  const WeirBoundary wave = {.kind = WEIR_WAVE, .level = 1.0f, .tide_height = 0.05f, .tide_period = 3.0f};
  const WeirBoundary sets[SIDE_SETS][2] = {{{0}, {0}}, {level, open}, {joined, joined}, {inflow, open}, {wave, sponge}};
  memcpy(ends, sets[set], sizeof sets[set]);
}

/* A bed with a hump that stands dry, a heap of water at a third of the way. */
static void ground_of(int n, float *bed, float *depth) {
  const float x = (float)n;
  *bed = 1.3f * expf(-(x - 110.0f) * (x - 110.0f) / 40.0f) + 0.1f * sinf(0.3f * x);
  *depth = fmaxf(0.0f, 1.0f + 0.3f * expf(-(x - 50.0f) * (x - 50.0f) / 50.0f) - *bed);
}

/* `rows` equal rows of LONG cells along x, or as many columns along z. */
static WeirWater *channel(WeirSolver solver, int rows, bool along_z, int set, WeirEdge across) {
  static float bed[LONG * WIDE], depth[LONG * WIDE];
  WeirBoundary ends[2];
  ends_of(set, ends);
  if (ends[0].kind == WEIR_INFLOW) ends[0].discharge *= (float)rows;
  WeirWaterDef def = weir_water_def_default();
  def.nx = along_z ? rows : LONG;
  def.nz = along_z ? LONG : rows;
  def.solver = solver;
  def.terrain = bed;
  def.depth = depth;
  for (int k = 0; k < def.nz; k++)
    for (int i = 0; i < def.nx; i++) ground_of(along_z ? k : i, &bed[k * def.nx + i], &depth[k * def.nx + i]);
  for (int n = 0; n < 2; n++) {
    def.boundary[along_z ? WEIR_NORTH + n : WEIR_WEST + n] = ends[n];
    def.boundary[along_z ? WEIR_WEST + n : WEIR_NORTH + n].kind = across;
  }
  WeirError error;
  WeirWater *const water = weir_water_create(&def, &error);
  if (!water) print_message("%s\n", error.text);
  assert_non_null(water);
  return water;
}

static float depth_of(const WeirWater *water, bool along_z, int along, int row) {
  const WeirView view = weir_water_depth(water);
  return along_z ? view.data[along * view.stride + row] : view.data[row * view.stride + along];
}

static void compare(WeirSolver solver, bool along_z, int set, WeirEdge across) {
  const int rows = across == WEIR_PERIODIC ? WEIR_ACROSS_MIN : 1;
  WeirWater *const one = channel(solver, rows, along_z, set, across), *const wide = channel(solver, WIDE, along_z, set, across);
  for (int step = 0; step < STEPS; step++) weir_water_step(one, 0.02f), weir_water_step(wide, 0.02f);
  float most = 0.0f;
  for (int n = 0; n < LONG; n++)
    for (int row = 0; row < WIDE; row += WIDE - 1)
      most = fmaxf(most, fabsf(depth_of(one, along_z, n, 0) - depth_of(wide, along_z, n, row)));
  WeirStats stats;
  weir_water_stats(one, &stats);
  print_message("  %s, along %s, %s, %s across: differs by %.1e m, volume off by %.1e\n", weir_solver_name(solver), along_z ? "z" : "x",
                side_sets[set], weir_edge_name(across), (double)most, stats.volume_error);
  assert_true(stats.finite && stats.volume_error < 1e-5);
  assert_true(most <= 5e-6f); /* m: sums over sixteen times the cells round otherwise */
  weir_water_destroy(one);
  weir_water_destroy(wide);
}

static void one_row_is_as_sixteen_equal_rows(void **state) {
  (void)state;
  for (int solver = 0; solver < WEIR_SOLVER_COUNT; solver++)
    for (int set = 0; set < SIDE_SETS; set++)
      for (int along_z = 0; along_z < 2; along_z++) {
        compare((WeirSolver)solver, along_z, set, WEIR_REFLECT);
        compare((WeirSolver)solver, along_z, set, WEIR_PERIODIC);
      }
}

static void any_small_grid_runs(void **state) {
  (void)state;
  static const int sizes[] = {1, 2, 3, 4, 5, 15};
  int bad = 0;
  for (int solver = 0; solver < WEIR_SOLVER_COUNT; solver++)
    for (int a = 0; a < 6; a++)
      for (int b = 0; b < 6; b++)
        for (int round = 0; round < 2; round++) {
          float depth[15 * 15];
          WeirWaterDef def = weir_water_def_default();
          def.nx = sizes[a], def.nz = sizes[b], def.solver = (WeirSolver)solver, def.depth = depth;
          for (int n = 0; n < def.nx * def.nz; n++) depth[n] = 1.0f + 0.1f * (float)(n % 3);
          for (int side = 0; side < WEIR_SIDE_COUNT && round; side++)
            if ((side < WEIR_NORTH ? def.nx : def.nz) >= WEIR_ACROSS_MIN) def.boundary[side].kind = WEIR_PERIODIC;
          WeirWater *const water = weir_water_create(&def, NULL);
          assert_non_null(water);
          /* A body that blocks and rests by joined sides loses up to 1e-3 of water that is dug hard, on any grid: not asked here. */
          if (round) weir_water_set_coupling(water, WEIR_DISPLACE);
          WeirBody box = weir_body_default();
          box.half[0] = box.half[1] = box.half[2] = 0.1f;
          box.mass = 5.0f;
          box.position[0] = 0.5f * (float)def.nx * def.cell, box.position[1] = 1.2f, box.position[2] = 0.1f;
          WeirForce push;
          for (int step = 0; step < 60; step++) {
            weir_water_displace(water, &box, 1, 0.02f);
            weir_water_step(water, 0.02f);
            weir_water_push(water, &box, 1, 0.02f, &push);
            if (step == 20) weir_water_set_coupling(water, WEIR_LAYERS);
            if (step == 30) weir_water_set_coupling(water, WEIR_DISPLACE);
            if (step == 40) weir_water_set_solver(water, (WeirSolver)((solver + 1) % WEIR_SOLVER_COUNT));
            weir_water_disturb(water, 0.1f, 0.1f, 0.5f, step % 2 ? -0.02f : 0.02f);
            weir_water_add(water, 0.1f, 0.1f, 0.3f, step % 2 ? -0.001 : 0.001);
            assert_true(isfinite(weir_water_sample(water, 0.1f * (float)step, 0.2f).surface));
          }
          WeirStats stats;
          weir_water_stats(water, &stats);
          if (!(stats.finite && stats.depth_min >= 0.0f && stats.volume_error < 1e-5))
            print_message("  %d x %d, from %s, %s sides: depth %g, volume off by %.1e of %g\n", def.nx, def.nz,
                          weir_solver_name(def.solver), round ? "joined" : "wall", (double)stats.depth_min, stats.volume_error,
                          stats.volume_now);
          bad += !(stats.finite && stats.depth_min >= 0.0f && stats.volume_error < 1e-5);
          weir_water_destroy(water);
        }
  assert_int_equal(bad, 0);
}

/* A box of 1 m that fills a channel from wall to wall, after half a minute: its share under water, the water's level in m half a metre
 * before and behind it, and the volume lost. */
typedef struct Afloat {
  float share, before, behind;
  double lost;
} Afloat;

static Afloat float_a_box(WeirSolver solver, WeirCoupling coupling, int rows) {
  static float depth[LONG * WIDE];
  for (int n = 0; n < LONG * rows; n++) depth[n] = 2.0f;
  WeirWaterDef def = weir_water_def_default();
  def.nx = LONG, def.nz = rows, def.solver = solver, def.depth = depth;
  WeirWater *const water = weir_water_create(&def, NULL);
  assert_non_null(water);
  weir_water_set_coupling(water, coupling);
  WeirBody box = weir_body_default();
  const float middle = 0.5f * LONG * def.cell, across = 0.5f * (float)rows * def.cell;
  box.half[2] = across;
  box.mass = 600.0f * 8.0f * box.half[0] * box.half[1] * box.half[2];
  box.position[0] = middle, box.position[1] = 2.0f, box.position[2] = across;
  WeirForce push = {0};
  for (int step = 0; step < (SANITIZED ? 300 : 1500); step++) {
    weir_water_displace(water, &box, 1, 0.02f);
    weir_water_step(water, 0.02f);
    weir_water_push(water, &box, 1, 0.02f, &push);
    box.velocity[1] += 0.02f * (push.force[1] / box.mass - 9.81f);
    box.position[1] += 0.02f * box.velocity[1];
  }
  WeirStats stats;
  weir_water_stats(water, &stats);
  const Afloat afloat = {push.submerged / push.volume, weir_water_surface_at(water, middle - 1.0f, across),
                         weir_water_surface_at(water, middle + 1.0f, across), stats.volume_error};
  assert_true(stats.finite && stats.bodies_refused == 0);
  weir_water_destroy(water);
  return afloat;
}

static void a_box_floats_as_in_sixteen_rows(void **state) {
  (void)state;
  for (int solver = 0; solver < WEIR_SOLVER_COUNT; solver++)
    for (int coupling = 0; coupling < WEIR_COUPLING_COUNT; coupling++) {
      const Afloat one = float_a_box((WeirSolver)solver, (WeirCoupling)coupling, 1);
      const Afloat wide = float_a_box((WeirSolver)solver, (WeirCoupling)coupling, WIDE);
      print_message("  %s, coupling %d: %.4f under water, in 16 rows %.4f; level %.4f and %.4f m, %.4f and %.4f; volume off by %.1e\n",
                    weir_solver_name((WeirSolver)solver), coupling, (double)one.share, (double)wide.share, (double)one.before,
                    (double)one.behind, (double)wide.before, (double)wide.behind, one.lost);
      assert_true(fabsf(one.before - wide.before) < 2e-3f && fabsf(one.before - one.behind) < 2e-3f);
      assert_true(one.lost < 1e-5);
    }
}

static void what_one_row_cannot_have_is_told(void **state) {
  (void)state;
  for (int kind = 0; kind < WEIR_EDGE_COUNT; kind++) {
    WeirWaterDef def = weir_water_def_default();
    def.nz = 1;
    def.boundary[WEIR_NORTH].kind = def.boundary[WEIR_SOUTH].kind = (WeirEdge)kind;
    WeirError error = {""};
    WeirWater *const water = weir_water_create(&def, &error);
    const bool allowed = kind == WEIR_REFLECT || kind == WEIR_SPONGE;
    assert_int_equal(water != NULL, allowed);
    if (!water) assert_string_equal(error.text, "boundary: north: fewer than 4 cells from side to side: only reflect and sponge");
    if (water) assert_false(weir_water_set_boundary(water, WEIR_SOUTH, &(WeirBoundary){.kind = WEIR_OPEN}, &error));
    weir_water_destroy(water);
  }
  WeirWaterDef def = weir_water_def_default();
  def.nx = 0;
  assert_null(weir_water_create(&def, NULL));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_row_is_as_sixteen_equal_rows),
      cmocka_unit_test(any_small_grid_runs),
      cmocka_unit_test(a_box_floats_as_in_sixteen_rows),
      cmocka_unit_test(what_one_row_cannot_have_is_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
