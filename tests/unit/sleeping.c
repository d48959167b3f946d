/* Shortcuts that are only there for speed change nothing: sleeping tiles, several substeps in one sweep, bands of threads. A tick allocates
 * nothing. */
#include <math.h>
#include <stdio.h>

#include "support.h"

#include "base/memory.h"
#include "weir/grid/sleeping.h"

enum { NX = 330, NZ = 210, STEPS = 240 };

/* Two valleys with a ridge between them, ponds on it. */
static float valleys(float x, float z) {
  return 4.0f + 3.0f * sinf(0.05f * x + 1.0f) * sinf(0.045f * z) + 0.4f * sinf(0.31f * x) * cosf(0.27f * z);
}

static float basin(float x, float z) {
  return 0.5f * sinf(0.2f * x) * cosf(0.15f * z);
}

static float basin_level(float x, float z) {
  (void)x;
  (void)z;
  return 3.0f;
}

static int deepest_column(const WeirWater *water, int row) {
  int deepest = 0;
  for (int i = 0; i < NX; i++)
    if (at(weir_water_depth(water), i, row) > at(weir_water_depth(water), deepest, row)) deepest = i;
  return deepest;
}

/* A flood in one corner, still water elsewhere. */
static float flood(float x, float z) {
  return x < 50.0f && z < 60.0f ? 6.5f : 3.0f;
}

/* The share of the tiles that were active in the last substep. */
static double tiles_active_share(const WeirWater *water) {
  const Tiles *const t = water->sleeping.tiles;
  if (!t) return 1;
  int active = 0;
  for (int n = 0; n < t->across * t->down; n++) active += t->active[n];
  return (double)active / (t->across * t->down);
}

/* The accelerations that a run uses. */
typedef struct Fast {
  bool sleeping;
  int threads, sweep;
} Fast;

/* A run in which much is touched from outside while other parts sleep. `least`: the least share of tiles that worked. */
static uint64_t hash_of(WeirSolver solver, Fast fast, int side, double *least) {
  const WeirTuning tuning = weir_tuning_default();
  WeirWater *water = make_water(solver, NX, NZ, 0.5f, valleys, flood, &tuning);
  weir_water_set_sleeping(water, fast.sleeping);
  use_threads(water, fast.threads);
  weir_water_set_sweep(water, fast.sweep);
  const WeirBoundary open = {.kind = WEIR_OPEN};
  if (side >= 0) assert_true(weir_water_set_boundary(water, (WeirSide)side, &open, NULL));
  uint64_t hash = 0;
  for (int step = 0; step < STEPS; step++) {
    if (step == 60) weir_water_disturb(water, 140, 80, 2, 0.5f);
    if (step == 90) weir_water_add(water, 100, 20, 3, 40);
    if (step == 120) weir_water_heap(water, 120, 60, 6, 2);
    if (step == 150) weir_water_impulse(water, 60, 90, 5, 1, -1);
    if (step == 180) weir_water_set_solver(water, solver == WEIR_PIPE ? WEIR_SWE : WEIR_PIPE);
    if (step == 200) weir_water_set_solver(water, solver);
    weir_water_step(water, step % 50 == 49 ? 0.2f : 0.02f); /* now and then, several substeps */
    if (least && solver != WEIR_MEMBRANE) *least = fmin(*least, tiles_active_share(water));
    hash = 31 * hash + weir_water_hash(water);
  }
  weir_water_destroy(water);
  return hash;
}

static void same_hash_sleeping_or_awake(void **state) {
  (void)state;
  for (int solver = WEIR_PIPE; solver < WEIR_SOLVER_COUNT; solver++)
    for (int side = -1; side < WEIR_SIDE_COUNT; side += side < 0 ? 1 : 2) { /* none, west, north */
      double least = 1;
      const uint64_t awake = hash_of((WeirSolver)solver, (Fast){false, 1, 8}, side, NULL);
      const uint64_t asleep = hash_of((WeirSolver)solver, (Fast){true, 1, 8}, side, &least);
      print_message("%s, open side %d: %016llx, %.0f %% of the tiles worked at the quietest\n", weir_solver_name((WeirSolver)solver), side,
                    (unsigned long long)awake, 100 * least);
      assert_int_equal(awake, asleep);
      assert_int_equal(awake, hash_of((WeirSolver)solver, (Fast){true, 3, 8}, side, NULL));
      assert_true(least < 0.75); /* else nothing has been tested */
    }
}

/* The membrane's: pipe and swe take each substep in a sweep of its own. */
static void same_hash_for_any_sweep(void **state) {
  (void)state;
  const uint64_t one = hash_of(WEIR_MEMBRANE, (Fast){true, 1, 1}, -1, NULL);
  for (int sweep = 2; sweep <= 8; sweep += 3)
    for (int threads = 1; threads <= 4; threads += 3) assert_int_equal(one, hash_of(WEIR_MEMBRANE, (Fast){true, threads, sweep}, -1, NULL));
}

enum { BASINS = 96, BASIN_STEPS = SANITIZED ? 500 : 2000, BASIN_BEGINS = BASINS / 2 + 2 };

/* Two lakes, and a wall between them. */
static float two_basins(float x, float z) {
  (void)z;
  return fabsf(x - BASINS / 2) < 2.0f ? 5.0f : 0.0f;
}

/* A trickle into the first lake, of which rounding loses most until it is given back. Returns the hash; checks the second lake. */
static uint64_t hash_of_trickle(WeirSolver solver, bool sleeping, int threads, float rate) {
  const WeirTuning tuning = weir_tuning_default();
  WeirWater *water = make_water(solver, BASINS, BASINS, 1, two_basins, two_metres, &tuning);
  weir_water_set_sleeping(water, sleeping);
  use_threads(water, threads);
  weir_water_set_sources(water, &(WeirSource){BASINS / 4, BASINS / 2, 2, rate}, 1);
  for (int step = 0; step < BASIN_STEPS; step++) weir_water_step(water, 0.02f);
  WeirStats stats;
  weir_water_stats(water, &stats);
  print_message("%s: volume error %.2e\n", weir_solver_name(solver), stats.volume_error);
  assert_true(stats.volume_error < 4e-7);
  for (int k = 0; k < BASINS; k++)
    for (int i = BASIN_BEGINS; i < BASINS; i++) assert_true(at(weir_water_depth(water), i, k) == 2.0f);
  const uint64_t hash = weir_water_hash(water);
  weir_water_destroy(water);
  return hash;
}

static void what_rounding_lost_goes_to_no_still_lake(void **state) {
  (void)state;
  for (int solver = WEIR_MEMBRANE; solver <= WEIR_SWE; solver++) {
    const uint64_t hash = hash_of_trickle((WeirSolver)solver, true, 1, 0.02f);
    assert_true(hash_of_trickle((WeirSolver)solver, false, 1, 0.02f) == hash);
    if (SANITIZED) continue;
    assert_true(hash_of_trickle((WeirSolver)solver, true, 2, 0.02f) == hash);
    hash_of_trickle((WeirSolver)solver, true, 1, 0.002f);
  }
}

/* A lake that was stirred sleeps again, and its neighbour has never woken: rest is reached to the last bit. */
static void stirred_water_comes_to_rest(void **state) {
  (void)state;
  for (int solver = WEIR_PIPE; solver < WEIR_SOLVER_COUNT; solver++) {
    WeirTuning tuning = weir_tuning_default();
    tuning.friction = 0.5f;
    WeirWater *water = make_water((WeirSolver)solver, 128, 128, 0.5f, basin, two_metres, &tuning);
    weir_water_disturb(water, 20, 30, 3, 0.2f);
    double working = 1;
    int step = 0;
    for (; step < 20000 && working > 0; step++) {
      weir_water_step(water, 0.02f);
      working = tiles_active_share(water);
    }
    WeirStats stats;
    weir_water_stats(water, &stats);
    print_message("%s: asleep after %.0f s, surface within %.1e m\n", weir_solver_name((WeirSolver)solver), 0.02 * step,
                  (double)(stats.surface_max - stats.surface_min));
    assert_true(working == 0);
    assert_true(stats.surface_max - stats.surface_min < 1e-3f);
    weir_water_disturb(water, 50, 50, 3, 0.2f);
    weir_water_step(water, 0.02f);
    assert_true(tiles_active_share(water) > 0);
    weir_water_destroy(water);
  }
}

/* The pool's crate and its block of metal: in their cells' slots one rounding of the water is twenty of the head. */
static World *crates_in_the_pool(WeirSolver solver, int threads, bool sleeping) {
  World *world = make_world("pool", 1, threads, "grid=96 friction=1");
  weir_water_set_solver(world->water, solver);
  weir_water_set_sleeping(world->water, sleeping);
  return world;
}

/* Farthest that the surface is from `level` in the quarter of the pool that lies behind the crate as seen from the west. */
static float astir_behind(const World *world, const WeirView *level) {
  float most = 0;
  for (int k = 20; k < 40; k++)
    for (int i = 34; i < 46; i++) most = fmaxf(most, fabsf(at(weir_water_depth(world->water), i, k) - at(*level, i, k)));
  return most;
}

/* Sleeping bodies let every tile of the water sleep within a minute. A wave of a millimetre wakes the water and passes the bodies. */
static void crates_at_rest_cost_nothing(void **state) {
  (void)state;
  static float kept[96 * 96];
  for (int solver = WEIR_PIPE; solver < WEIR_SOLVER_COUNT; solver++) {
    World *world = crates_in_the_pool((WeirSolver)solver, 1, true);
    int ticks = 0;
    do world_step(world), ticks++;
    while (ticks < 5000 && tiles_active_share(world->water) > 0);
    print_message("%s: asleep after %.0f s\n", weir_solver_name((WeirSolver)solver), 0.02 * ticks);
    assert_true(ticks < 3000 && world->bodies[0].asleep && world->bodies[1].asleep);
    for (int k = 0; k < 96; k++)
      for (int i = 0; i < 96; i++) kept[k * 96 + i] = at(weir_water_depth(world->water), i, k);
    const WeirView level = {.data = kept, .nx = 96, .nz = 96, .stride = 96};
    for (int n = 0; n < 500; n++) world_step(world), assert_true(tiles_active_share(world->water) == 0);
    assert_true(astir_behind(world, &level) == 0);
    weir_water_disturb(world->water, 1.5f, 4.8f, 1, 1e-3f);
    float most = 0;
    for (int n = 0; n < 150; n++) world_step(world), most = fmaxf(most, astir_behind(world, &level));
    print_message("a millimetre makes %.2f mm behind the crate\n", 1e3 * (double)most);
    assert_true(tiles_active_share(world->water) > 0 && most > 4e-5f); /* it spreads; without any of what lets lakes sleep, 0.053 mm */
    world_destroy(world);
  }
}

enum { CRATE_TICKS = SANITIZED ? 400 : 3000 };

/* To the last bit, and with bodies that are handed in again each tick: until they have slept for 300 ticks, and for 300 after a wave of a
 * millimetre has woken the water. Sanitizers watch the beginning. */
static void same_hash_with_crates_asleep_or_awake(void **state) {
  (void)state;
  for (int solver = WEIR_PIPE; solver < WEIR_SOLVER_COUNT; solver++) {
    World *worlds[3] = {crates_in_the_pool((WeirSolver)solver, 1, false), crates_in_the_pool((WeirSolver)solver, 1, true),
                        crates_in_the_pool((WeirSolver)solver, 3, true)};
    int quiet = 0, ticks = 0;
    for (int after = 0; ticks < CRATE_TICKS && after < 300; ticks++) {
      for (int run = 0; run < 3; run++) {
        if (quiet == 301 && after == 0) weir_water_disturb(worlds[run]->water, 1.5f, 4.8f, 1, 1e-3f);
        world_step(worlds[run]);
      }
      after += quiet > 300;
      quiet += tiles_active_share(worlds[1]->water) == 0;
      assert_int_equal(world_hash(worlds[0]), world_hash(worlds[1]));
      assert_int_equal(world_hash(worlds[0]), world_hash(worlds[2]));
    }
    print_message("%s: asleep for %d ticks of %d\n", weir_solver_name((WeirSolver)solver), quiet, ticks);
    assert_true(SANITIZED || quiet > 300); /* else nothing has been tested */
    for (int run = 0; run < 3; run++) world_destroy(worlds[run]);
  }
}

static float hillside(float x, float z) {
  (void)z;
  return 0.2f * x;
}

static float film_on_hillside(float x, float z) {
  return hillside(x, z) + 0.5e-3f;
}

/* Half a millimetre on a slope of one in five: held where the ground holds a millimetre, most of it gone within a minute where not. */
static void films_cling(void **state) {
  (void)state;
  for (int solver = WEIR_PIPE; solver < WEIR_SOLVER_COUNT; solver++)
    for (int cling = 0; cling < 2; cling++) {
      WeirTuning tuning = weir_tuning_default();
      tuning.retention = cling ? 1e-3f : 0.0f;
      WeirWater *water = make_water((WeirSolver)solver, 64, 64, 0.5f, hillside, film_on_hillside, &tuning);
      for (int step = 0; step < 3000; step++) weir_water_step(water, 0.02f);
      const float left = at(weir_water_depth(water), 40, 32);
      if (cling) {
        assert_true(fabsf(left - 0.5e-3f) < 4e-6f); /* heights up to 8 m are kept in steps of 2e-6 m */
        assert_true(tiles_active_share(water) == 0);
      } else {
        print_message("%s: %.3f mm left\n", weir_solver_name((WeirSolver)solver), 1e3 * (double)left);
        assert_true(left < 0.3e-3f); /* a kinematic wave: (12 m / (1.5 * sqrt(g * 0.2 / roughness) * 60 s))^2 = 0.18 mm */
      }
      weir_water_destroy(water);
    }
}

/* Rain on hills with lakes, less than the ground drinks: the land stays dry, the lakes rise by what falls on them, and
 * in between all sleeps: no film on a bank keeps a lake astir. */
static void land_sleeps_in_the_rain(void **state) {
  (void)state;
  WeirTuning tuning = weir_tuning_default();
  tuning.rain = 20e-3f / 3600;
  tuning.infiltration = 30e-3f / 3600;
  tuning.friction = 1;
  WeirWater *water = make_water(WEIR_PIPE, NX, NZ, 0.5f, valleys, basin_level, &tuning);
  const int steps = SANITIZED ? 3000 : 10000, row = 105, land = 61, lake = deepest_column(water, row);
  const float before = at(weir_water_depth(water), lake, row);
  int asleep = 0;
  for (int step = 0; step < steps; step++) {
    weir_water_step(water, 0.02f);
    asleep += tiles_active_share(water) == 0;
  }
  const double fell = (double)tuning.rain * 0.02 * steps, rose = (double)(at(weir_water_depth(water), lake, row) - before);
  WeirStats stats;
  weir_water_stats(water, &stats);
  print_message("%.3f mm fell, the lake rose by %.3f mm; all slept for %.1f %% of the time\n", 1e3 * fell, 1e3 * rose,
                100.0 * asleep / steps);
  assert_true(at(weir_water_depth(water), land, row) < 0.13e-3f); /* two drops */
  assert_true(fabs(rose - fell) < 0.2e-3);
  assert_true(asleep > steps / 10); /* now and then the lakes wet another cell of their banks */
  assert_true(stats.volume_error < 1e-6);
  weir_water_destroy(water);
}

static void a_tick_allocates_nothing(void **state) {
  (void)state;
  const char *const scenes[] = {"pool", "valley", "beach"};
  for (int n = 0; n < (SANITIZED ? 1 : 3); n++) {
    World *world = make_world(scenes[n], 1, 2, "grid=128");
    world_drop_script(world, 40);
    run_for(world, 20); /* all crates have come, landed and spread; what grows with them has grown */
    const size_t before = memory_created();
    for (int step = 0; step < 200; step++) world_step(world);
    assert_int_equal(memory_created(), before);
    void *one = memory_create(1, 1); /* the count counts */
    assert_int_equal(memory_created(), before + 1);
    memory_free(one);
    world_destroy(world);
  }
}

/* A terrain set again wakes nothing where it is the same, and what lies about a change. */
static void the_same_terrain_wakes_nothing(void **state) {
  (void)state;
  static float heights[NX * NZ];
  const WeirTuning tuning = weir_tuning_default();
  WeirWater *const water = make_water(WEIR_SWE, NX, NZ, 0.5f, basin, basin_level, &tuning);
  for (int step = 0; step < 200; step++) weir_water_step(water, 0.02f);
  assert_true(tiles_active_share(water) == 0);
  for (int n = 0; n < NX * NZ; n++) heights[n] = at(weir_water_terrain(water), n % NX, n / NX);
  assert_true(weir_water_set_terrain(water, 0, 0, NX, NZ, heights, NULL));
  weir_water_step(water, 0.02f);
  assert_true(tiles_active_share(water) == 0);
  heights[100 * NX + 200] += 0.5f;
  assert_true(weir_water_set_terrain(water, 0, 0, NX, NZ, heights, NULL));
  weir_water_step(water, 0.02f);
  print_message("one cell of %d raised: %.3g of the tiles work\n", NX * NZ, tiles_active_share(water));
  assert_true(tiles_active_share(water) > 0 && tiles_active_share(water) < 0.25); /* tiles of 64 by 8 cells, and those around */
  weir_water_destroy(water);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(same_hash_sleeping_or_awake),
      cmocka_unit_test(same_hash_for_any_sweep),
      cmocka_unit_test(what_rounding_lost_goes_to_no_still_lake),
      cmocka_unit_test(stirred_water_comes_to_rest),
      cmocka_unit_test(crates_at_rest_cost_nothing),
      cmocka_unit_test(same_hash_with_crates_asleep_or_awake),
      cmocka_unit_test(films_cling),
      cmocka_unit_test(land_sleeps_in_the_rain),
      cmocka_unit_test(the_same_terrain_wakes_nothing),
      cmocka_unit_test(a_tick_allocates_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
