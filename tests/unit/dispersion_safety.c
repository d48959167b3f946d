/* Waves that disperse never explode: random waters on smooth and jagged beds, in channels, with walls, corners and open sides.
 * DISPERSION_RUNS=1000 in the environment makes a thousand of them. */
#include <math.h>
#include <stdlib.h>

#include "base/rng.h"
#include "support.h"
#include "weir/grid/water.h"

enum { RUNS = SANITIZED ? 10 : 60, STEPS = 200, SIDE_MAX = 80, SPLASHES = 5 };

static Rng rng;

static float between(float low, float high) {
  return rng_range(&rng, low, high);
}

static int pick(int count) {
  return (int)(rng_next(&rng) % (uint64_t)count);
}

/* A random water's ground and its surface, at rest at 0 but for the splashes. */
static struct {
  int nx, nz;
  float cell, depth;
  float bed[SIDE_MAX * SIDE_MAX], level[SIDE_MAX * SIDE_MAX];
} ground;

static int cell_at(float x, float z) {
  return (int)(z / ground.cell) * ground.nx + (int)(x / ground.cell);
}

static float bed_at(float x, float z) {
  return ground.bed[cell_at(x, z)];
}

static float level_at(float x, float z) {
  return ground.level[cell_at(x, z)];
}

/* Beds that jump by half the depth from cell to cell, or smooth ones; rocks, and two walls that make a corner. */
static void random_bed(bool jagged) {
  for (int k = 0; k < ground.nz; k++)
    for (int i = 0; i < ground.nx; i++) {
      const float jump = pick(2) ? 0.25f : -0.25f, smooth = 0.3f * sinf(0.2f * (float)i) * sinf(0.17f * (float)k);
      float bed = ground.depth * ((jagged ? jump : smooth) - 1);
      if (pick(40) == 0) bed = 1;
      if ((i == ground.nx / 2 && k > ground.nz / 3) || (k == ground.nz / 2 && i > ground.nx / 2)) bed = 1.5f;
      ground.bed[k * ground.nx + i] = bed;
      ground.level[k * ground.nx + i] = 0;
    }
}

static void random_splash(void) {
  const int x = pick(ground.nx), z = pick(ground.nz);
  const float up = ground.depth * between(0, 0.5f);
  for (int k = 0; k < ground.nz; k++)
    for (int i = 0; i < ground.nx; i++) {
      const int n = k * ground.nx + i;
      if (ground.bed[n] < 0) ground.level[n] += up * expf(-(float)((i - x) * (i - x) + (k - z) * (k - z)) / 6);
    }
}

/* One water of three has an open side, one of four is a channel of a few cells. */
static WeirWater *random_water(WeirSolver solver, int run, bool *closed) {
  rng.state = UINT64_C(1000003) * (uint64_t)run + 29;
  ground.nx = 16 + pick(SIDE_MAX - 16);
  ground.nz = pick(4) ? 16 + pick(SIDE_MAX - 16) : 4 + pick(4);
  ground.depth = between(0.3f, 5.3f);
  ground.cell = ground.depth * between(0.05f, 1.05f);
  random_bed(run % 2 == 1);
  for (int n = 0; n < SPLASHES; n++) random_splash();
  const WeirTuning tuning = weir_tuning_default();
  WeirWater *const water = make_water(solver, ground.nx, ground.nz, ground.cell, bed_at, level_at, &tuning);
  assert_true(weir_water_set_dispersion(water, true, NULL));
  *closed = pick(3) != 0;
  const WeirBoundary open = {.kind = WEIR_OPEN};
  if (!*closed) assert_true(weir_water_set_boundary(water, (WeirSide)pick(WEIR_SIDE_COUNT), &open, NULL));
  return water;
}

/* Returns the depth that moves through the face to the east (0) or south (1) of a cell, m: the higher surface above the higher bed. */
static double face_depth(const WeirWater *water, int i, int k, int direction) {
  const ptrdiff_t from = water_index(water, i, k), to = direction ? from + water->stride : from + 1;
  const float *const bed = water->terrain.cells, *const depth = water->depth.cells;
  const double high = fmax((double)bed[from], (double)bed[to]);
  return fmax(fmax((double)bed[from] + (double)depth[from], (double)bed[to] + (double)depth[to]) - high, 0);
}

/* Kinetic energy of what moves through the faces to the east and south of a cell, m^3/s^2. By faces: a sheet that runs over a wall is fast, and by
 * the mean velocity of the cell beside the wall all of its depth would be. */
static double kinetic_energy(const WeirWater *water, int i, int k) {
  double sum = 0;
  for (int direction = 0; direction < 2; direction++) {
    if (direction ? k + 1 >= ground.nz : i + 1 >= ground.nx) continue;
    const Field *const speed = direction ? &water->flow.speed_z : &water->flow.speed_x;
    const double u = (double)speed->cells[water_index(water, i, k)];
    assert_true(isfinite(u));
    sum += 0.5 * face_depth(water, i, k, direction) * u * u;
  }
  return sum;
}

/* Potential energy above rest and kinetic energy, m^3/s^2 for each square metre of a cell; what is no number stays none. */
static double energy_of(const WeirWater *water) {
  double sum = 0;
  for (int k = 0; k < ground.nz; k++)
    for (int i = 0; i < ground.nx; i++) {
      const double bed = (double)ground.bed[k * ground.nx + i], depth = (double)at(weir_water_depth(water), i, k), low = bed > 0 ? bed : 0;
      assert_true(isfinite(depth) && depth >= 0);
      if (depth > 0) sum += 0.5 * 9.81 * ((bed + depth) * (bed + depth) - low * low);
      sum += kinetic_energy(water, i, k);
    }
  return sum;
}

/* A count of what became of all runs. */
typedef struct Tally {
  int closed, above, mended; /* runs: with closed sides, of these above their first energy, guarded or clamped */
  double worst;              /* the greatest energy by the first, with closed sides */
} Tally;

static void random_run(WeirSolver solver, int run, Tally *tally) {
  bool closed;
  WeirWater *const water = random_water(solver, run, &closed);
  const double first = energy_of(water);
  double most = first;
  for (int step = 0; step < STEPS; step++) {
    weir_water_step(water, 0.02f);
    most = fmax(most, energy_of(water));
  }
  WeirStats stats;
  weir_water_stats(water, &stats);
  assert_true(stats.finite && stats.depth_min >= 0);
  if (stats.guarded_steps > 0 || stats.clamped_steps > 0) {
    tally->mended++;
    print_message("run %d: guarded %ld, clamped %ld\n", run, (long)stats.guarded_steps, (long)stats.clamped_steps);
  }
  if (closed) {
    tally->closed++;
    tally->worst = fmax(tally->worst, most / first);
    assert_true(stats.volume_error < 1e-6);
    if (most > first) {
      tally->above++;
      print_message("run %d: %.4f times its first energy\n", run, most / first);
    }
  }
  weir_water_destroy(water);
}

static void random_waters_of(WeirSolver solver) {
  const char *const asked = getenv("DISPERSION_RUNS");
  const int runs = asked ? atoi(asked) : RUNS;
  assert_true(runs > 0);
  Tally tally = {0};
  for (int run = 0; run < runs; run++) random_run(solver, run, &tally);
  print_message("%s: %d runs, %d with closed sides: %d above their first energy, at most %.4f times; %d guarded or clamped\n",
                weir_solver_name(solver), runs, tally.closed, tally.above, tally.worst, tally.mended);
  assert_true(100 * tally.mended <= runs);
  assert_int_equal(tally.above, 0);
}

static void random_waters_stay_bounded(void **state) {
  (void)state;
  random_waters_of(WEIR_SWE);
}

static void random_pipes_stay_bounded(void **state) {
  (void)state;
  random_waters_of(WEIR_PIPE);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_waters_stay_bounded), cmocka_unit_test(random_pipes_stay_bounded)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
