/* The simulation never explodes: long runs, random legal runs, jumps of every parameter, a poked state. Private headers are
 * used to measure energy and to poke. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "base/team.h"
#include "support.h"
#include "weir/grid/depths.h"
#include "weir/grid/sleeping.h"
#include "weir/grid/water.h"

enum { RUNS = SANITIZED ? 200 : 2000, STEPS = 200, LONG_STEPS = SANITIZED ? 1000 : 10000 };

static _Thread_local Rng rng; /* random runs go on beside each other */

static float between(float low, float high) {
  return rng_range(&rng, low, high);
}

/* Log-uniform: each decade as likely as the next. */
static float decades(float low, float high) {
  return low * powf(high / low, between(0, 1));
}

static bool chance(float share) {
  return between(0, 1) < share;
}

static int pick(int count) {
  return (int)(rng_next(&rng) % (uint64_t)count);
}

/* --- endurance ----------------------------------------------------------------------------------------------------- */

static float rough(float x, float z) {
  return 4.0f + 2.0f * sinf(0.35f * x) * cosf(0.29f * z) + 0.7f * sinf(1.7f * x + 1.1f * z) + 0.2f * sinf(7.3f * x - 5.9f * z);
}

static float half_full(float x, float z) {
  (void)x;
  (void)z;
  return 4.0f; /* half of the cells of `rough` lie above */
}

/* 10 000 steps, rough terrain half dry, rain, springs, drains, 200 pushes, pours and draughts. 1e-5 is what is promised. */
static void long_run_keeps_volume(void **state) {
  (void)state;
  for (int solver = 0; solver < WEIR_SOLVER_COUNT; solver++) {
    WeirTuning tuning = weir_tuning_default();
    tuning.rain = 3e-6f;
    tuning.evaporation = 1e-6f;
    WeirWater *water = make_water((WeirSolver)solver, 96, 96, 0.5f, rough, half_full, &tuning);
    const WeirSource sources[4] = {{10, 12, 2, 0.3f}, {30, 40, 2, -0.2f}, {40, 8, 1, 0.1f}, {20, 30, 3, -0.15f}};
    weir_water_set_sources(water, sources, 4);
    rng.state = 11;
    WeirStats stats;
    for (int step = 0; step < LONG_STEPS; step++) {
      if (step % 50 == 7) {
        const float x = between(0, 48), z = between(0, 48), radius = between(0.5f, 4);
        if (chance(0.5f))
          weir_water_disturb(water, x, z, radius, between(-1, 1));
        else
          weir_water_add(water, x, z, radius, (double)between(-3, 3));
      }
      weir_water_step(water, 0.02f);
      if (step % 500 != 499) continue;
      weir_water_stats(water, &stats);
      assert_true(stats.finite);
      assert_true(stats.depth_min >= 0);
      assert_true(stats.volume_error < 1e-5);
    }
    print_message("%s: volume error %.1e, %.0f m3 in, %.0f m3 out, surface %.2f to %.2f m, guarded %ld, clamped %ld\n",
                  weir_solver_name((WeirSolver)solver), stats.volume_error, stats.volume_added, stats.volume_removed,
                  (double)stats.surface_min, (double)stats.surface_max, (long)stats.guarded_steps, (long)stats.clamped_steps);
    weir_water_destroy(water);
  }
}

/* --- random runs --------------------------------------------------------------------------------------------------- */

static WeirTuning random_tuning(void) {
  WeirTuning t = weir_tuning_default();
  t.gravity = chance(0.5f) ? 9.81f : decades(0.01f, 100);
  t.density = decades(1, 20000);
  t.friction = chance(0.5f) ? between(0, 0.2f) : between(0, 100);
  t.roughness = chance(0.3f) ? 0 : between(0, 1);
  t.manning = chance(0.5f) ? 0 : decades(1e-3f, 1);
  t.viscosity = chance(0.5f) ? 0 : decades(1e-6f, 100);
  t.cross_section = chance(0.5f) ? 1 : decades(0.001f, 1);
  t.sponge_width = between(0, 20);
  t.wave_speed = chance(0.1f) ? 0 : decades(0.01f, 1000);
  t.stencil = chance(0.5f) ? 5 : 9;
  t.land_fixed = chance(0.3f);
  t.damping = chance(0.5f) ? 0 : decades(0.01f, 100);
  t.drag = chance(0.5f) ? 0 : decades(0.01f, 100);
  t.slope_max = chance(0.7f) ? 0 : decades(0.01f, 100);
  t.rain = chance(0.7f) ? 0 : decades(1e-7f, 1e-2f);
  t.evaporation = chance(0.7f) ? 0 : decades(1e-7f, 1e-2f);
  t.substeps_max = 1 + pick(16);
  return t;
}

static void random_sides(WeirWater *water, float low, float high) {
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) {
    const WeirBoundary b = {.kind = (WeirEdge)pick(WEIR_EDGE_COUNT),
                            .level = between(low, high),
                            .tide_height = chance(0.5f) ? 0 : between(0, 0.3f * (high - low)),
                            .tide_period = decades(0.5f, 100),
                            .tide_phase = chance(0.5f) ? 0 : between(-7, 7),
                            .discharge = (chance(0.3f) ? -1 : 1) * decades(0.01f, 50),
                            .speed = chance(0.5f) ? 0 : decades(0.01f, 100)};
    if (chance(0.5f)) weir_water_set_boundary(water, (WeirSide)side, &b, NULL);
  }
}

/* Terrain by a few random waves, or flat, or steps. */
static _Thread_local float shape[8];

static float random_bed(float x, float z) {
  const float waves = shape[0] * sinf(shape[1] * x + shape[2] * z) + shape[3] * sinf(shape[4] * x - shape[5] * z);
  return shape[6] > 0 ? shape[6] * roundf(waves / shape[6]) : waves;
}

static float random_level(float x, float z) {
  (void)z;
  return x < 3.0f * shape[1] ? shape[7] + 1.0f : shape[7];
}

static WeirWater *random_water(const WeirTuning *tuning, float *size) {
  const float cell = decades(0.05f, 5);
  *size = decades(0.1f, 20);
  shape[0] = chance(0.2f) ? 0 : between(0, *size);
  shape[3] = chance(0.2f) ? 0 : between(0, 0.3f * *size);
  for (int n = 1; n < 6; n += n == 2 ? 2 : 1) shape[n] = between(0, 2) / cell;
  shape[6] = chance(0.3f) ? 0.5f * *size : 0;
  shape[7] = between(-*size, 1.5f * *size);
  return make_water((WeirSolver)pick(WEIR_SOLVER_COUNT), 16 + pick(6), 16 + pick(6), cell, random_bed, random_level, tuning);
}

/* Bounds that energy sets for a surface. Flow: a column of one cell at level h above the lowest ground z0 holds at least
 * g/2*((h - z0)^2 - (b - z0)^2) a unit of area, and can hold no more than all there is. */
typedef struct Energy {
  double all;    /* m^5/s^2 */
  double lowest; /* m */
  double top;    /* m, the highest surface so far */
} Energy;

static double flow_energy(const WeirWater *w, Energy *e) {
  const double g = (double)w->tuning.gravity, area = (double)w->cell * (double)w->cell;
  double sum = 0;
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) {
      const ptrdiff_t at = water_index(w, i, k);
      const double b = (double)w->terrain.cells[at] - e->lowest, d = (double)w->depth.cells[at];
      const bool flows = w->solver != WEIR_MEMBRANE;
      const double ux = flows ? (double)w->flow.speed_x.cells[at] : 0, uz = flows ? (double)w->flow.speed_z.cells[at] : 0;
      const double dx = fmax(d, (double)w->depth.cells[at + 1]), dz = fmax(d, (double)w->depth.cells[at + w->stride]);
      sum += area * (0.5 * g * ((b + d) * (b + d) - b * b) + 0.5 * (dx * ux * ux + dz * uz * uz));
      if (d > 0) e->top = fmax(e->top, b + d + e->lowest);
    }
  return sum;
}

static bool check_flow(const WeirWater *w, const Energy *e, int run) {
  const double g = (double)w->tuning.gravity, area = (double)w->cell * (double)w->cell;
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) {
      const ptrdiff_t at = water_index(w, i, k);
      const double b = (double)w->terrain.cells[at] - e->lowest, h = b + (double)w->depth.cells[at];
      if (area * 0.5 * g * (h * h - b * b) <= 1.01 * e->all + 1e-9) continue;
      print_message("run %d, %s: surface %g m over ground at %g m is more than all energy can lift\n", run, weir_solver_name(w->solver),
                    h + e->lowest, b + e->lowest);
      return false;
    }
  return true;
}

static double lowest_of(const WeirWater *w) {
  double low = 1e9;
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) low = fmin(low, (double)w->terrain.cells[water_index(w, i, k)]);
  for (int side = 0; side < WEIR_SIDE_COUNT; side++)
    if (w->boundary.sides[side].kind == WEIR_LEVEL)
      low = fmin(low, (double)(w->boundary.sides[side].level - w->boundary.sides[side].tide_height));
  return low;
}

static double highest_sea(const WeirWater *w) {
  double high = -1e9;
  for (int side = 0; side < WEIR_SIDE_COUNT; side++)
    if (w->boundary.sides[side].kind == WEIR_LEVEL)
      high = fmax(high, (double)(w->boundary.sides[side].level + w->boundary.sides[side].tide_height));
  return high;
}

/* One step, and what came in with it: at most at the highest surface, the highest sea or, through an inflow, with the
 * head of critical flow, half its depth more. */
static void step_with_energy(WeirWater *w, float dt, Energy *e) {
  const double before = w->budget.added;
  weir_water_step(w, dt);
  const double came = w->budget.added - before;
  flow_energy(w, e);
  const double head = fmax(e->top, highest_sea(w)) - e->lowest;
  e->all += (double)w->tuning.gravity * came * 1.5 * fmax(head, 0);
}

/* The membrane has an energy of its own, E = sum of v^2/2 + (c/dx)^2/2*(u - neighbour)^2, faces to held sides and fixed land
 * among them. It is a norm squared: what is put in adds at most its own norm, and damping, sponges and open sides only take.
 * Two neighbours differ by at most sqrt(2E)*dx/c, and no cell of a lake of n cells is further from the mean than the
 * square root of n times the sum of the squares (Cauchy and Schwarz along a path). Nine points weigh faces by 1/2 to 3/2,
 * a factor of 3; a leapfrog step of 0.8 of the largest keeps E only to a factor of 1/(1 - 0.8^2), 2.8. */
enum { MEMBRANE_CELLS = 32 * 32 };
#define MEMBRANE_SLACK (3.0 * 2.8)

/* The membrane's energy norm with a copy of its state, for one random run. */
typedef struct Membrane {
  double norm; /* sqrt(E): an upper bound */
  float offset[MEMBRANE_CELLS], rate[MEMBRANE_CELLS];
} Membrane;

static double held_at(const WeirWater *w, int side, ptrdiff_t cell, bool *holds) {
  const WeirBoundary *b = &w->boundary.sides[side];
  *holds = b->kind == WEIR_LEVEL || b->kind == WEIR_ZERO;
  return b->kind == WEIR_LEVEL ? (double)b->level - (double)w->membrane.rest_level.cells[cell] : 0;
}

/* Norm of the present state, or, with `from`, of what has changed since (held sides have not). */
static double membrane_norm(const WeirWater *w, const Membrane *from) {
  const double stiff = pow((double)w->tuning.wave_speed / (double)w->cell, 2);
  double sum = 0;
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) {
      const ptrdiff_t at = water_index(w, i, k);
      if (w->membrane.openness.cells[at] <= 0) continue;
      const int n = k * w->nx + i,
                beside[4] = {i > 0 ? n - 1 : -1, i + 1 < w->nx ? n + 1 : -1, k > 0 ? n - w->nx : -1, k + 1 < w->nz ? n + w->nx : -1};
      const double u = (double)w->membrane.displacement.cells[at] - (from ? (double)from->offset[n] : 0);
      const double v = (double)w->membrane.vertical_velocity.cells[at] - (from ? (double)from->rate[n] : 0);
      sum += 0.5 * v * v;
      for (int side = 0; side < WEIR_SIDE_COUNT; side++) {
        bool holds = w->tuning.land_fixed != 0;
        double other = 0;
        const int m = beside[side];
        if (m >= 0) {
          const ptrdiff_t there = water_index(w, m % w->nx, m / w->nx);
          if (w->membrane.openness.cells[there] > 0) {
            other = (double)w->membrane.displacement.cells[there] - (from ? (double)from->offset[m] : 0);
            sum += 0.25 * stiff * (u - other) * (u - other); /* met from both cells */
            continue;
          }
        } else {
          other = held_at(w, side, at, &holds);
          if (from) other = 0;
          if (w->boundary.sides[side].kind == WEIR_PERIODIC) holds = true, other = -u; /* at most as far off as itself, and more */
        }
        if (holds) sum += 0.5 * stiff * (u - other) * (u - other);
      }
    }
  return sqrt(sum);
}

static void membrane_keep(const WeirWater *w, Membrane *m) {
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) {
      m->offset[k * w->nx + i] = w->membrane.displacement.cells[water_index(w, i, k)];
      m->rate[k * w->nx + i] = w->membrane.vertical_velocity.cells[water_index(w, i, k)];
    }
}

/* The most that rain, vapour, inflows and tides of one step could add: so many metres on every cell, each against its
 * neighbours. */
static double membrane_step_norm(const WeirWater *w, double dt) {
  const double cells = (double)w->nx * (double)w->nz, area = (double)w->cell * (double)w->cell;
  double metres = ((double)w->tuning.rain + (double)w->tuning.evaporation) * dt + 1.0 / 16384.0; /* falls in drops */
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) {
    const WeirBoundary *b = &w->boundary.sides[side];
    if (b->kind == WEIR_INFLOW) metres += fabs((double)b->discharge) * dt / area;
    /* a wave that comes in stands on what it finds: its ghost may move by as much again */
    const double times = b->kind == WEIR_LEVEL ? 1 : b->kind == WEIR_WAVE ? 2 : 0;
    if (b->tide_height != 0) metres += times * fmin(2, 6.2832 * dt / (double)b->tide_period) * fabs((double)b->tide_height);
  }
  return (double)w->tuning.wave_speed / (double)w->cell * metres * 2 * sqrt(cells);
}

static bool check_membrane(const WeirWater *w, const Membrane *m, int run) {
  if (w->tuning.wave_speed <= 0) return true; /* nothing moves */
  const double squares = MEMBRANE_SLACK * 2 * pow(m->norm * (double)w->cell / (double)w->tuning.wave_speed, 2);
  for (int32_t label = 0; label < w->membrane.lakes.count; label++) {
    double sum = 0, most = -1e30, cells = 0;
    for (int n = 0; n < w->nx * w->nz; n++) {
      if (w->membrane.lakes.label[n] != label) continue;
      const double u = (double)w->membrane.displacement.cells[water_index(w, n % w->nx, n / w->nx)];
      sum += u, cells += 1;
      most = fmax(most, u);
    }
    if (most - sum / cells <= sqrt(cells * squares) + 1e-5) continue;
    print_message("run %d, membrane: %g m above its mean, %g m by energy\n", run, most - sum / cells, sqrt(cells * squares));
    return false;
  }
  return true;
}

/* False, with a line that tells the run, when something that must hold did not. */
static bool random_run(int run) {
  const WeirTuning tuning = random_tuning();
  float size;
  WeirWater *w = random_water(&tuning, &size);
  random_sides(w, -size, 2 * size);
  Energy e = {.lowest = lowest_of(w), .top = -1e9};
  e.all = flow_energy(w, &e);
  const bool flow = w->solver != WEIR_MEMBRANE;
  bool bounded = true;
  Membrane m;
  m.norm = flow ? 0 : membrane_norm(w, NULL);
  for (int step = 0; step < STEPS; step++) {
    if (chance(0.1f)) {
      const double before = flow_energy(w, &e);
      if (!flow) membrane_keep(w, &m);
      const float x = between(-1, (float)w->nx * w->cell), z = between(-1, (float)w->nz * w->cell);
      const float radius = between(0, 5) * w->cell;
      if (chance(0.5f))
        weir_water_disturb(w, x, z, radius, between(-2, 2) * size);
      else
        weir_water_add(w, x, z, radius, (double)(between(-1, 1) * size * w->cell * w->cell));
      e.all += fmax(0, flow_energy(w, &e) - before);
      m.norm += flow ? 0 : membrane_norm(w, &m);
    }
    const float dt = decades(1e-4f, 1);
    step_with_energy(w, dt, &e);
    m.norm += flow ? 0 : membrane_step_norm(w, (double)dt);
    if (bounded) bounded = flow ? check_flow(w, &e, run) : check_membrane(w, &m, run);
  }
  WeirStats stats;
  weir_water_stats(w, &stats);
  /* 1e-3: a membrane of 1000 m/s moves metres a substep, each rounded */
  const bool good = bounded && stats.finite && stats.depth_min >= 0 && stats.volume_error <= 1e-3;
  if (!good)
    print_message("run %d, %s: finite %d, depth from %g m, volume error %g of %g m3, sides %s %s %s %s, wave speed %g, clamped %ld\n", run,
                  weir_solver_name(w->solver), stats.finite, (double)stats.depth_min, stats.volume_error, stats.volume_now,
                  weir_edge_name(w->boundary.sides[0].kind), weir_edge_name(w->boundary.sides[1].kind),
                  weir_edge_name(w->boundary.sides[2].kind), weir_edge_name(w->boundary.sides[3].kind), (double)w->tuning.wave_speed,
                  (long)stats.clamped_cells);
  weir_water_destroy(w);
  return good;
}

static _Atomic(int) next_run, bad_runs;

static void some_runs(void *data, int n) {
  (void)data, (void)n;
  for (int run; run = atomic_fetch_add(&next_run, 1), run < RUNS;) {
    rng.state = UINT64_C(1000003) * (uint64_t)run + 17;
    if (!random_run(run)) bad_runs++;
  }
}

static void random_legal_runs_stay_bounded(void **state) {
  (void)state;
  team_run(team_processors(), team_processors(), some_runs, NULL);
  assert_int_equal(bad_runs, 0);
}

/* --- jumps and pokes ----------------------------------------------------------------------------------------------- */

static float basin(float x, float z) {
  return 0.02f * ((x - 12) * (x - 12) + (z - 12) * (z - 12));
}

/* Parameters thrown from one end to the other at every step, frames of 0 and 10 s: no spike beyond a wave. */
static void parameter_jumps_and_odd_frames_make_no_spike(void **state) {
  (void)state;
  for (int solver = 0; solver < WEIR_SOLVER_COUNT; solver++) {
    const WeirTuning usual = weir_tuning_default();
    WeirWater *water = make_water((WeirSolver)solver, 48, 48, 0.5f, basin, two_metres, &usual);
    rng.state = 5;
    weir_water_disturb(water, 12, 12, 3, 0.5f);
    WeirStats stats;
    float most = 0;
    for (int step = 0; step < 600; step++) {
      WeirTuning jump = random_tuning();
      jump.rain = jump.evaporation = 0;
      weir_water_set_tuning(water, step % 2 ? &jump : &usual);
      weir_water_step(water, step % 7 == 0 ? 0.0f : step % 7 == 1 ? 10.0f : 0.02f);
      weir_water_stats(water, &stats);
      assert_true(stats.finite);
      assert_true(stats.depth_min >= 0);
      most = fmaxf(most, stats.surface_max);
    }
    print_message("%s: jumping parameters, highest surface %.3f m of 2, volume error %.1e, guarded %ld\n",
                  weir_solver_name((WeirSolver)solver), (double)most, stats.volume_error, (long)stats.guarded_steps);
    assert_true(most < 4.0f);
    assert_true(stats.volume_error < 1e-5);
    weir_water_destroy(water);
  }
}

/* Numbers that no scheme could have made: the guard mends them, counts it, and the rest of the water stays. A membrane that was not told of the
 * change has kept no state to go back to: what its substep has spread them to, 3 x 3 cells, dries with them. */
static void guard_mends_what_is_no_number(void **state) {
  (void)state;
  for (int run = 0; run <= WEIR_SOLVER_COUNT; run++) {
    const bool told = run < WEIR_SOLVER_COUNT;
    const int solver = told ? run : WEIR_MEMBRANE;
    const WeirTuning usual = weir_tuning_default();
    WeirWater *w = make_water((WeirSolver)solver, 48, 48, 0.5f, basin, two_metres, &usual);
    for (int step = 0; step < 10; step++) weir_water_step(w, 0.02f);
    WeirStats before, after;
    weir_water_stats(w, &before);
    assert_int_equal(before.guarded_steps, 0);
    const ptrdiff_t at = water_index(w, 20, 20);
    if (told) depths_change(w); /* required before a change to a cell of a membrane */
    w->depth.cells[at] = NAN;
    (solver == WEIR_MEMBRANE ? w->membrane.displacement : w->flow.speed_x).cells[at] = INFINITY;
    tiles_wake(w, 20, 20, 21, 21); /* required after a change to a cell */
    for (int step = 0; step < 50; step++) weir_water_step(w, 0.02f);
    weir_water_stats(w, &after);
    assert_true(after.finite);
    assert_true(after.guarded_steps > 0);
    assert_true(after.depth_min >= 0);
    assert_true(fabs(after.volume_now - before.volume_now) < (told ? 0.01 : 0.02) * before.volume_now); /* one cell of 1800, or nine */
    assert_true(after.volume_error < 1e-5);
    weir_water_destroy(w);
  }
}

/* A runaway that is finite: restored and taken again, nothing lost. */
static void guard_takes_a_runaway_step_again(void **state) {
  (void)state;
  const WeirTuning usual = weir_tuning_default();
  WeirWater *w = make_water(WEIR_PIPE, 48, 48, 0.5f, basin, two_metres, &usual);
  weir_water_step(w, 0.02f);
  w->depth.cells[water_index(w, 20, 20)] = 1e20f;
  weir_water_step(w, 0.02f);
  weir_water_step(w, 0.02f);
  WeirStats stats;
  weir_water_stats(w, &stats);
  assert_true(stats.finite);
  assert_true(stats.guarded_steps > 0);
  weir_water_destroy(w);
}

/* --- liquids ------------------------------------------------------------------------------------------------------- */

static float heap(float x, float z) {
  (void)z;
  return x < 6.0f ? 1.5f : 0.0f;
}

/* How far the front of a heap of 1.5 m is after 4 s, and how fast it goes. */
static float front_after(const WeirLiquid *liquid, WeirSolver solver) {
  WeirTuning tuning = weir_tuning_default();
  weir_tuning_set_liquid(&tuning, liquid);
  WeirWater *water = make_water(solver, 128, 16, 0.25f, NULL, heap, &tuning);
  for (int step = 0; step < 200; step++) weir_water_step(water, 0.02f);
  const WeirView depth = weir_water_depth(water);
  float front = 0;
  for (int i = 0; i < depth.nx; i++)
    if (at(depth, i, 8) > 0.02f) front = ((float)i + 1.0f) * 0.25f - 6.0f;
  weir_water_destroy(water);
  return front;
}

static void lava_and_slime_creep_and_water_runs(void **state) {
  (void)state;
  for (int solver = WEIR_PIPE; solver < WEIR_SOLVER_COUNT; solver++) {
    float front[8];
    for (int n = 0; n < weir_liquid_count(); n++) {
      front[n] = front_after(weir_liquid(n), (WeirSolver)solver);
      print_message("%s, %s: %.2f m in 4 s\n", weir_solver_name((WeirSolver)solver), weir_liquid(n)->name, (double)front[n]);
    }
    /* by the table's order: water, muddy water, oil, slime, lava, mercury */
    assert_true(front[0] > 2 * front[3] && front[3] > 1.5f * front[4] && front[4] >= 0.25f);
    assert_true(front[1] <= front[0] && front[2] <= front[1] && front[5] > 0.9f * front[0]);
  }
  assert_null(weir_liquid(-1));
  assert_null(weir_liquid(weir_liquid_count()));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(long_run_keeps_volume),
      cmocka_unit_test(parameter_jumps_and_odd_frames_make_no_spike),
      cmocka_unit_test(guard_mends_what_is_no_number),
      cmocka_unit_test(guard_takes_a_runaway_step_again),
      cmocka_unit_test(lava_and_slime_creep_and_water_runs),
      cmocka_unit_test(random_legal_runs_stay_bounded),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
