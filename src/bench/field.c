/* Water without bodies: naive and the library's variants take turns, a part of each row at a time, so that their ratios
 * belong to one run. One water serves all variants of the library: they give the same bits, which is looked at as well.
 * Shallow water has no plain loop of its own: it is held against the pipes'. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "bench/cases.h"
#include "bench/ground.h"
#include "bench/loops.h"

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

/* The water runs until it has spread. */
static void warm(FieldRun *f) {
  const int ticks = (int)(bench_warm(f->bench, f->options) / (double)tick_s);
  for (int n = 0; n < ticks; n++) weir_water_step(f->water, tick_s);
  const int64_t before = bench_substeps(f->water);
  weir_water_step(f->water, tick_s);
  f->substeps = (int)(bench_substeps(f->water) - before);
  const WeirView depth = weir_water_depth(f->water);
  size_t wet = 0;
  for (int k = 0; k < depth.nz; k++)
    for (int i = 0; i < depth.nx; i++) wet += depth.data[k * depth.stride + i] > 1e-3f;
  f->wet = (double)wet / (double)f->ground.cells;
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
  if (!f->naive ||
      (f->solver == WEIR_MEMBRANE ? loops_open_membrane(&f->membrane, &f->ground, f->water) : loops_open_pipe(&f->pipe, f->water)))
    return true;
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
  const int64_t before = bench_substeps(f->water);
  rival->ms[repeat] = 1e3 * rival_time(f, rival, rival->ticks);
  const double taken = (double)(bench_substeps(f->water) - before) / rival->ticks;
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
  if (!naive && !rival->variant->disperses) row.times_awake = times_as_fast(f, rival_of(f, "awake", rival->threads), rival);
  for (int n = 0; n < f->options->repeats; n++) times.liquid[n] = rival->ms[n], times.substeps[n] = rival->substeps;
  row.ms_repeats = bench_span(rival->ms, f->options->repeats);
  row.ms_liquid = row.ms_repeats.median;
  row.substeps = rival->substeps;
  bench_row_times(&row, &times, f->options->repeats, (double)tick_s);
  row.bytes_per_cell = naive ? bench_bytes_held(f->solver, false) : f->bytes_per_cell;
  if (rival->variant->disperses) row.bytes_moved = NAN; /* the table of bytes has no row for the filter */
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
  ground_destroy(&f->ground);
  memory_free(f);
  return ok;
}
