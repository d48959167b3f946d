/* Water without bodies: naive and the library's variants take turns, a part of each row at a time, so that their ratios
 * belong to one run. One water serves all variants of the library: they give the same bits, which is looked at as well.
 * Shallow water has no plain loop of its own: it is held against the pipes'. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/rng.h"
#include "base/team.h"
#include "bench/cases.h"
#include "bench/rivals/naive.h"

/* --- the waters that the cases start from: the same arrays, seeded, on every machine ---------------------------------- */

/* The ground and the water that a case starts from; ground_create makes its arrays, its owner frees them. */
typedef struct Ground {
  int grid;
  size_t cells;
  float cell;             /* m */
  float *terrain, *depth; /* m; grid*grid */
  int hills_from;         /* the first column of raise_hills */
} Ground;

enum { SEED = 20100809, OCTAVES = 6 };

/* A number from -1 to 1 that belongs to a lattice point. */
static float lattice(int x, int z, int octave) {
  Rng rng = {SEED + (uint64_t)octave + ((uint64_t)(uint32_t)x << 8) + ((uint64_t)(uint32_t)z << 36)};
  return rng_range(&rng, -1, 1);
}

static float blend(float a, float b, float t) {
  return a + (b - a) * t * t * (3 - 2 * t);
}

/* Value noise, lattice points smoothly blended: hills 256 cells across and some 20 m high, each octave half as wide and half as high as the
 * one before. */
static float hills(int i, int k) {
  float height = 0, wide = 256, tall = 20;
  for (int octave = 0; octave < OCTAVES; octave++) {
    const float x = (float)i / wide, z = (float)k / wide;
    const int a = (int)floorf(x), b = (int)floorf(z);
    const float u = x - (float)a, north = blend(lattice(a, b, octave), lattice(a + 1, b, octave), u);
    height += tall * blend(north, blend(lattice(a, b + 1, octave), lattice(a + 1, b + 1, octave), u), z - (float)b);
    wide *= 0.5f;
    tall *= 0.5f;
  }
  return height;
}

static int float_order(const void *a, const void *b) {
  const float x = *(const float *)a, y = *(const float *)b;
  return x < y ? -1 : x > y;
}

/* The height that a share of the terrain in columns [i0, i1) lies below. */
static float level_of(const Ground *g, int i0, int i1, float share) {
  enum { SIDE = 64 };
  static float samples[SIDE * SIDE];
  for (int b = 0; b < SIDE; b++)
    for (int a = 0; a < SIDE; a++) samples[b * SIDE + a] = g->terrain[(size_t)(b * g->grid / SIDE * g->grid + i0 + a * (i1 - i0) / SIDE)];
  qsort(samples, SIDE * SIDE, sizeof *samples, float_order);
  return samples[(int)(share * (SIDE * SIDE - 1))];
}

static void fill(Ground *g, int i0, int i1, float level) {
  for (int k = 0; k < g->grid; k++)
    for (int i = i0; i < i1; i++) {
      const size_t at = (size_t)k * (size_t)g->grid + (size_t)i;
      g->depth[at] = fmaxf(0, level - g->terrain[at]);
    }
}

static void hill_rows(void *data, int k0, int k1) {
  const Ground *const g = data;
  for (int k = k0; k < k1; k++)
    for (int i = g->hills_from; i < g->grid; i++) g->terrain[(size_t)k * (size_t)g->grid + (size_t)i] = hills(i, k);
}

static void raise_hills(Ground *g, int i0) {
  g->hills_from = i0;
  team_rows(team_processors(), 0, g->grid, hill_rows, g);
}

/* Half of it dry. Dams every `wide` metres, gone at time 0: the water stands at two levels in turn. */
static void make_terrain(Ground *g, int wide) {
  raise_hills(g, 0);
  const float levels[2] = {level_of(g, 0, g->grid, 0.65f), level_of(g, 0, g->grid, 0.35f)};
  for (int n = 0; n * wide < g->grid; n++) fill(g, n * wide, (n + 1) * wide < g->grid ? (n + 1) * wide : g->grid, levels[n % 2]);
}

static float waves(int i, int k) {
  const float x = (float)i, z = (float)k;
  return 0.5f * sinf(0.31f * x) * sinf(0.23f * z) + 0.3f * sinf(0.11f * x + 0.17f * z) + 0.2f * sinf(0.07f * x - 0.19f * z);
}

/* Makes 2 m of water in blocks of 32 x 32 cells, of which one in ten is land. Blocks and cells have the size of Gritzner's crates and cells
 * on the finest grid of the thesis' tables; a tick takes as many substeps as on that grid. */
static void make_pond(Ground *g) {
  enum { BLOCK = 32, BLOCKS_OCTAVE = 20 };
  g->cell = 1.0f / 64.0f;
  for (int k = 0; k < g->grid; k++)
    for (int i = 0; i < g->grid; i++) {
      const size_t at = (size_t)k * (size_t)g->grid + (size_t)i;
      const bool middle = i / BLOCK == 1 && k / BLOCK == 1; /* small ponds too have some */
      const bool land = middle || lattice(i / BLOCK, k / BLOCK, BLOCKS_OCTAVE) > 0.8f;
      g->terrain[at] = land ? 4 : 0;
      g->depth[at] = land ? 0 : 2 + 0.1f * waves(i, k);
    }
}

/* A basin with waves in the west, a wall, and hills with lakes at rest. With the tiles behind the wall that wait for the
 * waves, three tenths of all work. */
static void make_rest(Ground *g) {
  const int shore = g->grid / 4, wall = shore - 2;
  raise_hills(g, shore);
  fill(g, shore, g->grid, level_of(g, shore, g->grid, 0.5f));
  for (int k = 0; k < g->grid; k++)
    for (int i = 0; i < shore; i++) {
      const size_t at = (size_t)k * (size_t)g->grid + (size_t)i;
      g->terrain[at] = i < wall ? 0 : 100;
      g->depth[at] = i < wall ? 3 + 0.3f * waves(i, k) : 0;
    }
}

/* Makes the ground `name`: "terrain", "dam", "pond" or "rest". Its arrays may be there after false, too. */
static bool ground_create(Ground *g, const char *name, int grid, Error *error) {
  *g = (Ground){.grid = grid, .cells = (size_t)grid * (size_t)grid, .cell = 1};
  g->terrain = memory_create(g->cells, sizeof *g->terrain);
  g->depth = memory_create(g->cells, sizeof *g->depth);
  if (!g->terrain || !g->depth) return error_set(error, "%s: not enough memory for %d x %d cells", name, grid, grid);
  if (strcmp(name, "pond") == 0)
    make_pond(g);
  else if (strcmp(name, "rest") == 0)
    make_rest(g);
  else if (strcmp(name, "dam") == 0)
    make_terrain(g, grid / 2);
  else
    make_terrain(g, grid < 256 ? grid / 2 : 128); /* water runs everywhere however large the grid is */
  return true;
}

/* --- setting up ------------------------------------------------------------------------------------------------------ */

enum {
  RIVALS_MAX = 128,
  SETTLE_TICKS = 4,     /* untimed, after a change of variant: tiles fall asleep, caches fill */
  SAME_TICKS = 8,       /* that all variants must come out of with one hash */
  SAME_GRID_MAX = 2048, /* beyond, a second water is too much to ask for */
  TICKS_MAX = 1000
};

static const float tick_s = 0.02f;
static const double part_s = 0.1; /* a measurement lasts so long, unless --frames says otherwise */

/* One variant with one number of threads, and what its repeats took. */
typedef struct Rival {
  const BenchVariant *variant;
  int threads, ticks;
  double ms[BENCH_REPEATS_MAX]; /* of a tick */
  double substeps, working;
  const char *simd;
} Rival;

/* One case on one grid with one solver: the water that all rivals share, the plain loops beside it. */
typedef struct FieldRun {
  const BenchCase *bench;
  const BenchOptions *options;
  WeirSolver solver;
  Ground ground;
  WeirWater *water;
  NaivePipe pipe;
  NaiveMembrane membrane;
  bool naive;
  double bytes_per_cell, wet;
  int substeps; /* of a tick, when measuring begins */
  Rival rivals[RIVALS_MAX];
  int rival_count;
} FieldRun;

static int64_t substeps_of(const WeirWater *water) {
  WeirStats stats;
  weir_water_stats(water, &stats);
  return stats.substeps;
}

/* The water runs until it has spread. */
static void warm(FieldRun *f) {
  const int ticks = (int)(bench_warm(f->bench, f->options) / (double)tick_s);
  for (int n = 0; n < ticks; n++) weir_water_step(f->water, tick_s);
  const int64_t before = substeps_of(f->water);
  weir_water_step(f->water, tick_s);
  f->substeps = (int)(substeps_of(f->water) - before);
  const WeirView depth = weir_water_depth(f->water);
  size_t wet = 0;
  for (int k = 0; k < depth.nz; k++)
    for (int i = 0; i < depth.nx; i++) wet += depth.data[k * depth.stride + i] > 1e-3f;
  f->wet = (double)wet / (double)f->ground.cells;
}

/* Heights above the level of the pond; at rest, for the membrane does not say how fast its surface rises. */
static bool open_naive_membrane(FieldRun *f) {
  const int n = f->ground.grid;
  if (!naive_membrane_create(&f->membrane, n, n)) return false;
  const WeirTuning tuning = weir_water_tuning(f->water);
  f->membrane.cell = f->ground.cell;
  f->membrane.wave_speed = tuning.wave_speed;
  f->membrane.damping = tuning.damping;
  bench_tighten(weir_water_depth(f->water), f->membrane.height);
  for (size_t at = 0; at < f->ground.cells; at++) {
    f->membrane.occupied[at] = f->ground.depth[at] <= 0;
    f->membrane.height[at] = f->membrane.occupied[at] ? 0 : f->membrane.height[at] - 2;
  }
  return true;
}

static bool open_naive_pipe(FieldRun *f) {
  const int n = f->ground.grid;
  if (!naive_pipe_create(&f->pipe, n, n)) return false;
  float *vx = memory_create(f->ground.cells, sizeof *vx), *vz = memory_create(f->ground.cells, sizeof *vz);
  if (vx && vz) {
    const WeirTuning tuning = weir_water_tuning(f->water);
    f->pipe.cell = f->ground.cell;
    f->pipe.gravity = tuning.gravity;
    f->pipe.friction = tuning.friction;
    bench_tighten(weir_water_terrain(f->water), f->pipe.terrain);
    bench_tighten(weir_water_depth(f->water), f->pipe.depth);
    weir_water_velocity(f->water, vx, vz);
    const NaivePipe *const p = &f->pipe;
    for (int k = 0; k < n; k++) /* flows from the velocities at the cells' middles */
      for (int i = 0; i < n; i++) {
        const int at = k * n + i;
        if (i + 1 < n) p->flow_x[at] = 0.25f * (vx[at] + vx[at + 1]) * (p->depth[at] + p->depth[at + 1]) * p->cell;
        if (k + 1 < n) p->flow_z[at] = 0.25f * (vz[at] + vz[at + n]) * (p->depth[at] + p->depth[at + n]) * p->cell;
      }
  }
  memory_free(vx);
  memory_free(vz);
  return vx && vz;
}

static bool open_rivals(FieldRun *f, Error *error) {
  for (int t = 0; t < f->options->thread_count; t++)
    for (int v = 0; bench_variant(v); v++) {
      if (!bench_case_wants(f->bench, f->options, v, f->solver)) continue;
      Rival *const rival = &f->rivals[f->rival_count++];
      rival->variant = bench_variant(v);
      rival->threads = f->options->threads[t];
      f->naive = f->naive || rival->variant->naive;
    }
  if (!f->naive || (f->solver == WEIR_MEMBRANE ? open_naive_membrane(f) : open_naive_pipe(f))) return true;
  return error_set(error, "%s: not enough memory for the plain loops", f->bench->name);
}

/* --- measuring ------------------------------------------------------------------------------------------------------- */

/* Returns the seconds of a tick; naive takes as many substeps as the library does. */
static double rival_time(FieldRun *f, const Rival *rival, int ticks) {
  const bool naive = rival->variant->naive;
  const float dt = tick_s / (float)f->substeps;
  const double start = clock_seconds();
  f->membrane.threads = f->pipe.threads = rival->threads;
  for (int n = 0; n < ticks && !naive; n++) weir_water_step(f->water, tick_s);
  for (int n = 0; n < ticks * f->substeps && naive; n++) {
    if (f->solver == WEIR_MEMBRANE)
      naive_membrane_step(&f->membrane, dt);
    else
      naive_pipe_step(&f->pipe, dt);
  }
  return (clock_seconds() - start) / ticks;
}

static void rival_part(FieldRun *f, Rival *rival, int repeat) {
  const bool naive = rival->variant->naive;
  if (!naive) {
    bench_variant_use(rival->variant, f->water);
    weir_water_set_threads(f->water, rival->threads);
  }
  rival->simd = naive ? "plain" : weir_simd_name();
  const double once = rival_time(f, rival, naive ? 1 : SETTLE_TICKS);
  if (repeat == 0 && f->options->frames > 0)
    rival->ticks = bench_ticks(f->options, 0);
  else if (repeat == 0)
    rival->ticks = once * TICKS_MAX < part_s ? TICKS_MAX : once > part_s ? 1 : (int)ceil(part_s / once);
  const int64_t before = substeps_of(f->water);
  rival->ms[repeat] = 1e3 * rival_time(f, rival, rival->ticks);
  const double taken = (double)(substeps_of(f->water) - before) / rival->ticks;
  rival->substeps += (naive ? f->substeps : taken) / f->options->repeats;
  /* Without sleeping nothing is left out; else the share of the tiles that one tick more works on, not measured. */
  rival->working = naive || rival->variant->awake || f->solver == WEIR_MEMBRANE ? 1 : bench_working(f->water, NULL, tick_s);
}

/* --- the same bits --------------------------------------------------------------------------------------------------- */

/* Every variant of the same equations goes on from the same state: 1 when all come to the same bits, 0 when not, NaN when
 * it was not tried. */
static double same_bits(FieldRun *f) {
  if (f->ground.grid > SAME_GRID_MAX) return NAN;
  const size_t size = weir_water_save(f->water, NULL, 0);
  void *state = memory_create(size, 1);
  uint64_t first = 0;
  int seen = 0;
  bool same = true;
  if (state) weir_water_save(f->water, state, size);
  for (int n = 0; state && n < f->rival_count; n++) {
    WeirWater *const water = bench_variant_same_bits(f->rivals[n].variant) ? weir_water_load(state, size, NULL) : NULL;
    if (!water) continue; /* or there is no memory for a second water */
    bench_variant_use(f->rivals[n].variant, water);
    weir_water_set_threads(water, f->rivals[n].threads);
    for (int tick = 0; tick < SAME_TICKS; tick++) weir_water_step(water, tick_s);
    const uint64_t hash = weir_water_hash(water);
    weir_water_destroy(water);
    if (seen++ == 0) first = hash;
    same = same && hash == first;
  }
  memory_free(state);
  return seen > 1 ? (same ? 1 : 0) : NAN;
}

/* --- rows ------------------------------------------------------------------------------------------------------------ */

/* The variant with `threads`, or NULL. */
static const Rival *rival_of(const FieldRun *f, const char *variant, int threads) {
  for (int n = 0; n < f->rival_count; n++)
    if (strcmp(f->rivals[n].variant->name, variant) == 0 && f->rivals[n].threads == threads) return &f->rivals[n];
  return NULL;
}

/* For a like number of substeps, repeat by repeat. */
static BenchSpan times_as_fast(const FieldRun *f, const Rival *other, const Rival *rival) {
  const int repeats = f->options->repeats;
  double times[BENCH_REPEATS_MAX];
  if (!other) return (BenchSpan){NAN, NAN, NAN};
  for (int n = 0; n < repeats; n++) times[n] = other->ms[n] / other->substeps / (rival->ms[n] / rival->substeps);
  return bench_span(times, repeats);
}

static BenchRow rival_row(const FieldRun *f, const Rival *rival, double same) {
  static BenchTimes times; /* large */
  const bool naive = rival->variant->naive;
  BenchRow row = bench_row(f->bench->name, rival->variant->name, f->solver, f->ground.grid, rival->threads);
  row.simd = rival->simd;
  row.times_naive = times_as_fast(f, rival_of(f, "naive", rival->threads), rival);
  row.times_naive_one = times_as_fast(f, rival_of(f, "naive", 1), rival);
  if (!naive) row.times_awake = times_as_fast(f, rival_of(f, "awake", rival->threads), rival);
  for (int n = 0; n < f->options->repeats; n++) times.liquid[n] = rival->ms[n], times.substeps[n] = rival->substeps;
  row.ms_repeats = bench_span(rival->ms, f->options->repeats);
  row.ms_liquid = row.ms_repeats.median;
  row.substeps = rival->substeps;
  bench_row_times(&row, &times, f->options->repeats, (double)tick_s);
  row.bytes_per_cell = naive ? bench_bytes_held(f->solver, false) : f->bytes_per_cell;
  row.working = rival->working;
  row.wet = f->wet;
  row.same_bits = bench_variant_same_bits(rival->variant) ? same : NAN;
  return row;
}

static bool field_measure(FieldRun *f, BenchReport *report, Error *error) {
  const size_t before = memory_in_use();
  WeirWaterDef def = weir_water_def_default();
  WeirError reason;
  def.nx = def.nz = f->ground.grid;
  def.cell = f->ground.cell;
  def.solver = f->solver;
  def.threads = f->options->threads[0];
  def.terrain = f->ground.terrain;
  def.depth = f->ground.depth;
  f->water = weir_water_create(&def, &reason);
  if (!f->water) return error_set(error, "%s: %s", f->bench->name, reason.text);
  f->bytes_per_cell = (double)(memory_in_use() - before) / (double)f->ground.cells;
  warm(f);
  if (!open_rivals(f, error)) return false;
  for (int repeat = 0; repeat < f->options->repeats; repeat++)
    for (int n = 0; n < f->rival_count; n++) rival_part(f, &f->rivals[n], repeat);
  const double same = same_bits(f);
  report->differs = report->differs || same == 0;
  bool ok = true;
  for (int n = 0; ok && n < f->rival_count; n++) {
    const BenchRow row = rival_row(f, &f->rivals[n], same);
    ok = bench_report_add(report, &row, error);
  }
  bench_variant_reset();
  return ok;
}

bool bench_field_run(const BenchCase *bench, const BenchOptions *options, WeirSolver solver, int grid, BenchReport *report, Error *error) {
  FieldRun *f = memory_create(1, sizeof *f);
  if (!f) return error_set(error, "%s: not enough memory", bench->name);
  f->bench = bench;
  f->options = options;
  f->solver = solver;
  const bool ok = ground_create(&f->ground, bench->name, grid, error) && field_measure(f, report, error);
  if (f->naive && f->solver == WEIR_MEMBRANE) naive_membrane_destroy(&f->membrane);
  if (f->naive && f->solver != WEIR_MEMBRANE) naive_pipe_destroy(&f->pipe);
  weir_water_destroy(f->water);
  memory_free(f->ground.terrain);
  memory_free(f->ground.depth);
  memory_free(f);
  return ok;
}
