/* The case of rivals: the library's schemes beside what a programmer would write and a compiler vectorise (rivals/rival.h), the sources' loops
 * and a copy of the bytes that the scheme has to move. All take turns, a part of each at a time, and each part begins with the same state, so
 * that no water comes to rest meanwhile. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "bench/cases.h"
#include "bench/ground.h"
#include "bench/loops.h"
#include "bench/rivals/rival.h"

enum { CONTESTANTS_MAX = 256, SETTLE_STEPS = 4, STEPS_MAX = 4000 };

static const double part_s = 0.1; /* a part lasts so long, unless --frames says otherwise */

/* A water in which the schemes are compared. A constant. */
typedef struct Pool {
  const char *name;   /* of its rows */
  const char *ground; /* ground.h */
  unsigned solvers;   /* bit 1 << WeirSolver */
  double warm;        /* s before measuring */
  int substeps;       /* of a tick */
  float tick;         /* s; 0: of the membrane, as many substeps as that at its own step */
  bool seen;          /* the depths are asked for after each call, as a program that draws them does */
} Pool;

static const Pool pools[] = {
    {"rivals/one a call", "open", 1u << WEIR_MEMBRANE, 0.2, 1, 0, false},
    {"rivals/one, seen", "open", 1u << WEIR_MEMBRANE, 0.2, 1, 0, true},
    {"rivals/eight a call", "open", 1u << WEIR_MEMBRANE, 0.2, 8, 0, false},
    {"rivals/calm", "calm", 1u << WEIR_PIPE | 1u << WEIR_SWE, 2, 1, 0.05f, false},
    {"rivals/dam breaks", "flat", 1u << WEIR_PIPE | 1u << WEIR_SWE, 4, 1, 0.04f, false},
    {"rivals/terrain", "terrain", 1u << WEIR_PIPE | 1u << WEIR_SWE, 10, 1, 0.02f, false},
};

typedef enum Kind { LIBRARY, LOOPS, RIVAL, COPY } Kind;

/* One that takes turns, with one number of threads, and what its repeats took. */
typedef struct Contestant {
  Kind kind;
  const BenchVariant *variant; /* of the library or, of others, with whose vectors they run */
  const char *name, *simd;
  int threads, steps;
  double ms[BENCH_REPEATS_MAX]; /* of a step */
  double working;
} Contestant;

/* One pool with one solver on one grid. On the heap. */
typedef struct BesideRun {
  const BenchOptions *options;
  WeirSolver solver;
  const Pool *pool;
  Ground ground;
  WeirWater *water; /* until its state is kept; then of the part that runs */
  void *state;
  size_t state_size;
  float *depth, *vx, *vz; /* the state, tight; of the membrane, heights */
  double bytes_per_cell, wet;
  int substeps; /* of a tick */
  NaivePipe pipe;
  NaiveMembrane membrane;
  Rival rival;
  RivalCopy copy;
  Contestant contestants[CONTESTANTS_MAX];
  int count;
} BesideRun;

/* --- setting up ------------------------------------------------------------------------------------------------------ */

/* The largest stable step of the membrane with so many points, with the library's margin and a little more. */
static float membrane_step(const BesideRun *b, int stencil) {
  return 0.95f * 0.8f * b->ground.cell / (weir_tuning_default().wave_speed * (stencil == 5 ? 1.41421356f : 1.0f));
}

/* s, of a call of the variant. */
static float tick_of(const BesideRun *b, const BenchVariant *variant) {
  return b->pool->tick > 0 ? b->pool->tick : (float)b->pool->substeps * membrane_step(b, variant->stencil);
}

/* Makes the water and lets it run until it has spread. */
static bool warm(BesideRun *b, Error *error) {
  const double seconds = b->options->warm >= 0 ? b->options->warm : b->pool->warm;
  const float tick = b->pool->tick > 0 ? b->pool->tick : 0.02f;
  const size_t before = memory_in_use();
  WeirWaterDef def = weir_water_def_default();
  WeirError reason;
  def.nx = def.nz = b->ground.grid;
  def.cell = b->ground.cell;
  def.solver = b->solver;
  def.threads = b->options->threads[b->options->thread_count - 1];
  def.terrain = b->ground.terrain;
  def.depth = b->ground.depth;
  b->water = weir_water_create(&def, &reason);
  if (!b->water) return error_set(error, "%s: %s", b->pool->name, reason.text);
  b->bytes_per_cell = (double)(memory_in_use() - before) / (double)b->ground.cells;
  for (int n = 0; n < (int)(seconds / (double)tick); n++) weir_water_step(b->water, tick);
  return true;
}

/* Keeps the state for all parts; the water itself goes. */
static bool keep_state(BesideRun *b) {
  const size_t cells = b->ground.cells;
  b->state_size = weir_water_save(b->water, NULL, 0);
  b->state = memory_create(b->state_size, 1);
  b->depth = memory_create(cells, sizeof *b->depth);
  b->vx = memory_create(cells, sizeof *b->vx);
  b->vz = memory_create(cells, sizeof *b->vz);
  if (!b->state || !b->depth || !b->vx || !b->vz) return false;
  weir_water_save(b->water, b->state, b->state_size);
  bench_tighten(weir_water_depth(b->water), b->depth);
  weir_water_velocity(b->water, b->vx, b->vz);
  size_t wet = 0;
  for (size_t n = 0; n < cells; n++) wet += b->depth[n] > 1e-3f;
  b->wet = (double)wet / (double)cells;
  for (size_t n = 0; n < cells && b->solver == WEIR_MEMBRANE; n++) b->depth[n] -= 2; /* the level of the open pool */
  return true;
}

static bool open_others(BesideRun *b) {
  const WeirTuning tuning = weir_water_tuning(b->water);
  const int n = b->ground.grid;
  const RivalKind kind = b->solver == WEIR_MEMBRANE ? RIVAL_HEIGHTS : b->solver == WEIR_PIPE ? RIVAL_PIPES : RIVAL_MUSCL;
  int most = 1;
  for (int t = 0; t < b->options->thread_count; t++) most = b->options->threads[t] > most ? b->options->threads[t] : most;
  const double bytes = bench_bytes_moved(b->solver, false, b->pool->substeps) * (double)b->ground.cells;
  const bool loops =
      b->solver == WEIR_MEMBRANE ? loops_open_membrane(&b->membrane, &b->ground, b->water) : loops_open_pipe(&b->pipe, b->water);
  const bool ok = rival_create(&b->rival, kind, n, n, most) && rival_copy_create(&b->copy, bytes) && loops;
  b->rival.cell = b->ground.cell;
  b->rival.gravity = tuning.gravity;
  b->rival.wave_speed = tuning.wave_speed;
  b->rival.damping = b->solver == WEIR_MEMBRANE ? tuning.damping : tuning.friction;
  return ok;
}

/* The names of the rivals by solver, and of copies, by width: of the machine's best, then as asked for. */
static const char *name_of(Kind kind, WeirSolver solver, const char *simd) {
  static const char *const asked[] = {"sse2", "avx2", "avx512"};
  static const char *const names[WEIR_SOLVER_COUNT + 1][4] = {{"heights", "heights, sse2", "heights, avx2", "heights, avx512"},
                                                              {"pipes", "pipes, sse2", "pipes, avx2", "pipes, avx512"},
                                                              {"MUSCL-HLL", "MUSCL-HLL, sse2", "MUSCL-HLL, avx2", "MUSCL-HLL, avx512"},
                                                              {"copy", "copy, sse2", "copy, avx2", "copy, avx512"}};
  const char *const *const own = names[kind == COPY ? WEIR_SOLVER_COUNT : (int)solver];
  for (int n = 0; n < 3 && simd; n++)
    if (strcmp(asked[n], simd) == 0) return own[n + 1];
  return own[0];
}

static void add(BesideRun *b, Kind kind, const BenchVariant *variant, int threads) {
  if (b->count == CONTESTANTS_MAX) return;
  const char *const name = kind == LIBRARY || kind == LOOPS ? variant->name : name_of(kind, b->solver, variant->simd);
  for (int n = 0; n < b->count; n++) /* rivals and copies once for each width */
    if (b->contestants[n].name == name && b->contestants[n].threads == threads) return;
  b->contestants[b->count++] = (Contestant){.kind = kind, .variant = variant, .name = name, .threads = threads};
}

static void add_contestants(BesideRun *b, const BenchCase *bench) {
  for (int t = 0; t < b->options->thread_count; t++)
    for (int kind = LIBRARY; kind <= COPY; kind++)
      for (int v = 0; bench_variant(v); v++) {
        const BenchVariant *const variant = bench_variant(v);
        if (!bench_case_wants(bench, b->options, v, b->solver) || variant->naive != (kind == LOOPS)) continue;
        add(b, (Kind)kind, variant, b->options->threads[t]);
      }
}

/* --- measuring ------------------------------------------------------------------------------------------------------- */

/* A step of others than the library: of the five points that all of them have, or a substep of the library's. */
static float step_of(const BesideRun *b) {
  return b->solver == WEIR_MEMBRANE ? membrane_step(b, 5) : b->pool->tick / (float)b->substeps;
}

/* Returns the seconds that so many calls take. */
static double time_of(BesideRun *b, const Contestant *c, int calls) {
  const float tick = tick_of(b, c->variant), dt = step_of(b);
  const double start = clock_seconds();
  for (int n = 0; n < calls; n++) {
    if (c->kind == LIBRARY)
      weir_water_step(b->water, tick);
    else if (c->kind == RIVAL)
      rival_step(&b->rival, dt);
    else if (c->kind == COPY)
      rival_copy_run(&b->copy);
    else if (b->solver == WEIR_MEMBRANE)
      naive_membrane_step(&b->membrane, dt);
    else
      naive_pipe_step(&b->pipe, dt);
    if (c->kind == LIBRARY && b->pool->seen) weir_water_depth(b->water);
  }
  return clock_seconds() - start;
}

/* Gives the contestant the state, its threads and its vectors. */
static bool begin_part(BesideRun *b, Contestant *c) {
  b->rival.threads = b->copy.threads = b->pipe.threads = b->membrane.threads = c->threads;
  if (c->kind == LOOPS) {
    c->simd = "plain";
    return true;
  }
  if (c->kind == LIBRARY) {
    weir_water_destroy(b->water);
    b->water = weir_water_load(b->state, b->state_size, NULL);
    if (!b->water) return false;
    bench_variant_use(c->variant, b->water);
    weir_water_set_threads(b->water, c->threads);
  }
  bench_variant_reset();
  if (c->variant->simd) weir_simd_use(c->variant->simd);
  c->simd = weir_simd_name();
  if (c->kind == RIVAL) rival_set(&b->rival, b->ground.terrain, b->depth, b->solver == WEIR_MEMBRANE ? NULL : b->vx, b->vz);
  return c->kind == LIBRARY || (rival_use(&b->rival, c->simd) && rival_copy_use(&b->copy, c->simd));
}

static bool part(BesideRun *b, Contestant *c, int repeat, Error *error) {
  if (!begin_part(b, c)) return error_set(error, "%s: not enough memory", b->pool->name);
  const int settle = c->kind == LOOPS ? 1 : SETTLE_STEPS;
  const double once = time_of(b, c, settle) / settle;
  if (repeat == 0 && b->options->frames > 0)
    c->steps = bench_ticks(b->options, 0);
  else if (repeat == 0)
    c->steps = once * STEPS_MAX < part_s ? STEPS_MAX : once > part_s ? 1 : (int)ceil(part_s / once);
  const int64_t before = c->kind == LIBRARY ? bench_substeps(b->water) : 0;
  const double seconds = time_of(b, c, c->steps);
  const double taken = c->kind == LIBRARY ? (double)(bench_substeps(b->water) - before) / c->steps : 1;
  c->ms[repeat] = 1e3 * seconds / (c->steps * taken);
  if (c->kind == LIBRARY && b->solver == WEIR_MEMBRANE && taken != b->pool->substeps)
    return error_set(error, "%s: %s takes %.1f substeps a call", b->pool->name, c->name, taken);
  c->working = c->kind == LIBRARY && b->solver != WEIR_MEMBRANE ? bench_working(b->water, NULL, b->pool->tick) : 1;
  return true;
}

/* --- rows ------------------------------------------------------------------------------------------------------------ */

/* Returns how many times as fast a step of c is as one of the kind with as many threads and, where it has any, its vectors. */
static BenchQuartiles beside(const BesideRun *b, const Contestant *c, Kind kind) {
  double times[BENCH_REPEATS_MAX];
  for (int n = 0; n < b->count; n++) {
    const Contestant *const other = &b->contestants[n];
    const bool like = kind == LOOPS || c->kind == LOOPS || other->simd == c->simd || strcmp(other->simd, c->simd) == 0;
    if (other->kind != kind || other->threads != c->threads || !like) continue;
    for (int repeat = 0; repeat < b->options->repeats; repeat++) times[repeat] = other->ms[repeat] / c->ms[repeat];
    return bench_quartiles(times, b->options->repeats);
  }
  return (BenchQuartiles){NAN, NAN, NAN};
}

static BenchRow row_of(const BesideRun *b, const Contestant *c) {
  static BenchTimes times; /* large */
  BenchRow row = bench_row(b->pool->name, c->name, b->solver, b->ground.grid, c->threads);
  const double tick = c->kind == LIBRARY ? (double)tick_of(b, c->variant) : (double)step_of(b);
  const int substeps = c->kind == LIBRARY ? b->substeps : 1;
  row.simd = c->simd;
  row.substeps = substeps;
  for (int n = 0; n < b->options->repeats; n++) times.liquid[n] = c->ms[n] * substeps, times.substeps[n] = substeps;
  row.ms_repeats = bench_span(times.liquid, b->options->repeats);
  row.ms_liquid = row.ms_repeats.median;
  bench_row_times(&row, &times, b->options->repeats, tick);
  row.bytes_per_cell = c->kind == LOOPS ? bench_bytes_held(b->solver, false) : c->kind == LIBRARY ? b->bytes_per_cell : NAN;
  if (c->kind == RIVAL) row.bytes_moved = NAN;
  row.working = c->working;
  row.wet = b->wet;
  row.beside = (BenchBeside){beside(b, c, RIVAL), beside(b, c, LOOPS), beside(b, c, COPY)};
  return row;
}

static bool measure(BesideRun *b, const BenchCase *bench, BenchReport *report, Error *error) {
  if (!ground_create(&b->ground, b->pool->ground, b->ground.grid, error) || !warm(b, error)) return false;
  if (!keep_state(b) || !open_others(b)) return error_set(error, "%s: not enough memory", b->pool->name);
  const int64_t before = bench_substeps(b->water);
  weir_water_step(b->water, tick_of(b, bench_variant(0)));
  b->substeps = (int)(bench_substeps(b->water) - before);
  add_contestants(b, bench);
  for (int repeat = 0; repeat < b->options->repeats; repeat++)
    for (int n = 0; n < b->count; n++)
      if (!part(b, &b->contestants[n], repeat, error)) return false;
  for (int n = 0; n < b->count; n++) {
    const BenchRow row = row_of(b, &b->contestants[n]);
    if (!bench_report_add(report, &row, error)) return false;
  }
  return true;
}

static bool run_pool(const BenchCase *bench, const BenchOptions *options, WeirSolver solver, const Pool *pool, int grid,
                     BenchReport *report, Error *error) {
  BesideRun *const b = memory_create(1, sizeof *b);
  if (!b) return error_set(error, "%s: not enough memory", pool->name);
  b->options = options;
  b->solver = solver;
  b->pool = pool;
  b->ground.grid = grid;
  const bool ok = measure(b, bench, report, error);
  bench_variant_reset();
  naive_membrane_destroy(&b->membrane);
  naive_pipe_destroy(&b->pipe);
  rival_destroy(&b->rival);
  rival_copy_destroy(&b->copy);
  weir_water_destroy(b->water);
  float *const fields[] = {b->depth, b->vx, b->vz};
  for (int n = 0; n < 3; n++) memory_free(fields[n]);
  memory_free(b->state);
  ground_destroy(&b->ground);
  memory_free(b);
  return ok;
}

bool bench_beside_run(const BenchCase *bench, const BenchOptions *options, WeirSolver solver, int grid, BenchReport *report, Error *error) {
  bool ok = true;
  for (size_t n = 0; n < sizeof pools / sizeof pools[0] && ok; n++)
    if (pools[n].solvers & 1u << solver) ok = run_pool(bench, options, solver, &pools[n], grid, report, error);
  return ok;
}
