/* A big landscape with crates. Nothing drawn: how many times faster than real time. The extent grows with the grid (--cell
 * says how fine it is), so that a larger grid is a larger world and not a finer one. */
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "bench/bench.h"
#include "bench/cases.h"

enum { FRAMES = 50, CRATES = 50, SWITCH_TICKS = 2 };

/* Makes the valley's scene on a grid of this size, its cells of this many metres; NULL with the reason. */
static World *valley_world(const char *asset_dir, WeirSolver solver, int grid, double cell, int threads, Error *error) {
  static Scene scene; /* large; one bench at a time */
  char path[SCENE_PATH];
  if (!scene_find(asset_dir, "valley", path, error) || !scene_read(path, &scene, error)) return NULL;
  scene.solver = solver;
  scene.nx = scene.nz = grid;
  scene.cell_m = (float)cell;
  return world_create(&scene, 1, threads, error);
}

/* The cost of a repeat, a tick: ms, and substeps. */
typedef struct ValleyTimes {
  double interaction, liquid, tick, substeps;
} ValleyTimes;

static ValleyTimes valley_part(World *world, int frames) {
  WeirStats before, after;
  for (int n = 0; n < SWITCH_TICKS; n++) world_step(world);
  memset(&world->profile, 0, sizeof world->profile);
  weir_water_stats(world->water, &before);
  const double start = clock_seconds();
  for (int n = 0; n < frames; n++) world_step(world);
  const double tick = 1e3 * (clock_seconds() - start) / frames;
  weir_water_stats(world->water, &after);
  const double *ms = world->profile.sum_ms;
  return (ValleyTimes){(ms[PROFILE_DISPLACE] + ms[PROFILE_PUSH]) / frames, ms[PROFILE_WATER] / frames, tick,
                       (double)(after.substeps - before.substeps) / frames};
}

static double median_of(const ValleyTimes *parts, size_t offset, int count) {
  double values[BENCH_REPEATS_MAX];
  for (int n = 0; n < count; n++) memcpy(&values[n], (const char *)&parts[n] + offset, sizeof *values);
  return bench_span(values, count).median;
}

static BenchRow valley_row(const World *world, const BenchVariant *variant, int threads, const ValleyTimes *parts, int repeats) {
  double rates[BENCH_REPEATS_MAX], totals[BENCH_REPEATS_MAX];
  const double cells = (double)world->nx * (double)world->nz;
  BenchRow row = bench_row("valley", variant->name, weir_water_solver(world->water), world->nx, threads);
  row.bodies = world->body_count;
  row.ms_interaction = median_of(parts, offsetof(ValleyTimes, interaction), repeats);
  row.ms_liquid = median_of(parts, offsetof(ValleyTimes, liquid), repeats);
  row.ms_tick = median_of(parts, offsetof(ValleyTimes, tick), repeats);
  row.substeps = median_of(parts, offsetof(ValleyTimes, substeps), repeats);
  row.ms_total = row.ms_interaction + row.ms_liquid;
  row.rtkc = cells * (double)world->params.tick / row.ms_total;
  row.real_time = 1e3 * (double)world->params.tick / row.ms_tick;
  row.bytes_moved = bench_bytes_moved(row.solver, false, row.substeps);
  for (int n = 0; n < repeats; n++) {
    rates[n] = 1e-3 * cells * parts[n].substeps / parts[n].liquid;
    totals[n] = parts[n].interaction + parts[n].liquid;
  }
  row.mcells = bench_span(rates, repeats);
  row.ms_repeats = bench_span(totals, repeats);
  return row;
}

static bool valley_rows(World *world, const BenchVariant *variant, const BenchOptions *o, double bytes_per_cell, BenchReport *report,
                        Error *error) {
  const int frames = (o->frames > 0 ? o->frames : FRAMES) / o->repeats;
  ValleyTimes parts[BENCH_REPEATS_MAX];
  bool ok = true;
  for (int t = 0; ok && t < o->thread_count; t++) {
    bench_variant_use(variant, world->water);
    weir_water_set_threads(world->water, o->threads[t]);
    for (int n = 0; n < o->repeats; n++) parts[n] = valley_part(world, frames > 0 ? frames : 1);
    BenchRow row = valley_row(world, variant, o->threads[t], parts, o->repeats);
    row.bytes_per_cell = bytes_per_cell;
    BenchActivity activity = bench_activity_begin(world->water); /* of one tick more, not measured */
    world_step(world);
    row.working = bench_activity_end(&activity, world->water);
    ok = bench_report_add(report, &row, error);
    if (ok) bench_print_row(report, &row);
  }
  bench_variant_reset();
  return ok;
}

bool bench_valley_run(const BenchCase *bench, const BenchOptions *o, WeirSolver solver, int grid, BenchReport *report, Error *error) {
  const size_t before = memory_in_use();
  const double start = clock_seconds();
  World *world = valley_world(o->asset_dir, solver, grid, o->cell, o->threads[o->thread_count - 1], error);
  if (!world) return false;
  const double bytes = (double)(memory_in_use() - before) / ((double)grid * (double)grid);
  const double ready = clock_seconds() - start, warm = o->warm >= 0 ? o->warm : bench->warm;
  world_drop_script(world, o->object_count > 0 ? o->objects[0] : CRATES);
  while (world->time < warm) world_step(world);
  if (!report->markdown)
    printf("  %s, %d x %d cells of %g m, made in %.1f s; %d crates\n", weir_solver_name(solver), grid, grid, o->cell, ready,
           world->body_count);
  bool ok = true;
  for (int v = 0; ok && bench_variant(v); v++)
    if (bench_case_wants(bench, o, v, solver)) ok = valley_rows(world, bench_variant(v), o, bytes, report, error);
  world_destroy(world);
  return ok;
}

/* --- frames ---------------------------------------------------------------------------------------------------------- */

/* The cost of a frame and of the start of the program: the valley drawn at 640 x 360 by SDL's offscreen driver, one step after the other
 * where the program does some side by side. */
enum { WIDTH = 640, HEIGHT = 360, TINY = 16, PICTURES = 100, SKIP = 2 };

enum { LIQUID, INTERACTION, BUILD, UPLOAD, DRAW, TIMES };

/* The world that is drawn and its picture, while they are measured. */
typedef struct Frames {
  World *world;
  const BenchDrawing *drawing;
  void *picture;                           /* the program's; NULL: there is no OpenGL here */
  double values[TIMES][BENCH_REPEATS_MAX]; /* ms */
} Frames;

/* One repeat: frames at full size, and in TINY x TINY pixels, where nothing but the upload and the vertices is left. */
static double frames_part(Frames *f, int frames, int repeat) {
  WeirStats before, after;
  double sums[TIMES] = {0};
  memset(&f->world->profile, 0, sizeof f->world->profile);
  weir_water_stats(f->world->water, &before);
  for (int tiny = 0; f->picture && tiny < 2; tiny++)
    for (int n = -SKIP; n < frames; n++) {
      world_step(f->world);
      const double start = clock_seconds();
      f->drawing->build(f->picture);
      const double built = clock_seconds();
      f->drawing->draw(f->picture, tiny ? TINY : WIDTH, tiny ? TINY : HEIGHT);
      const double drawn = clock_seconds();
      if (n < 0) continue; /* targets of another size are made */
      sums[BUILD] += tiny ? 0 : 1e3 * (built - start);
      sums[tiny ? UPLOAD : DRAW] += 1e3 * (drawn - built);
    }
  for (int n = 0; !f->picture && n < frames; n++) world_step(f->world);
  weir_water_stats(f->world->water, &after);
  const double ticks = (double)(after.steps - before.steps), *ms = f->world->profile.sum_ms;
  f->values[LIQUID][repeat] = ms[PROFILE_WATER] / ticks;
  f->values[INTERACTION][repeat] = (ms[PROFILE_DISPLACE] + ms[PROFILE_PUSH]) / ticks;
  for (int n = BUILD; n < TIMES; n++) f->values[n][repeat] = f->picture ? sums[n] / frames : NAN;
  return (double)(after.substeps - before.substeps) / ticks;
}

static void frames_measure(Frames *f, const BenchOptions *o, double warm, BenchRow *row) {
  const int frames = (o->frames > 0 ? o->frames : PICTURES) / o->repeats;
  BenchOpened opened = {0};
  Error reason;
  f->picture = f->drawing->open(f->world, WIDTH, HEIGHT, &opened, &reason);
  if (!f->picture) snprintf(row->note, sizeof row->note, "no pictures here: %.200s", reason.text);
  if (f->picture) {
    row->ms_context = opened.ms_context;
    row->ms_shaders = opened.ms_shaders;
    snprintf(row->note, sizeof row->note, "%s", opened.device);
    const double start = clock_seconds();
    f->drawing->build(f->picture);
    f->drawing->draw(f->picture, WIDTH, HEIGHT);
    row->ms_first_frame = 1e3 * (clock_seconds() - start);
  }
  while (f->world->time < warm) world_step(f->world);
  double substeps = 0;
  for (int n = 0; n < o->repeats; n++) substeps += frames_part(f, frames > 0 ? frames : 1, n) / o->repeats;
  const double cells = (double)row->grid * (double)row->grid;
  row->substeps = substeps;
  row->bytes_moved = bench_bytes_moved(row->solver, false, substeps);
  row->ms_liquid = bench_span(f->values[LIQUID], o->repeats).median;
  row->ms_interaction = bench_span(f->values[INTERACTION], o->repeats).median;
  row->ms_total = row->ms_liquid + row->ms_interaction;
  row->rtkc = cells * (double)f->world->params.tick / row->ms_total;
  for (int n = 0; n < o->repeats; n++) f->values[LIQUID][n] = 1e-3 * cells * substeps / f->values[LIQUID][n];
  row->mcells = bench_span(f->values[LIQUID], o->repeats);
  if (!f->picture) return;
  row->ms_build = bench_span(f->values[BUILD], o->repeats).median;
  row->ms_upload = bench_span(f->values[UPLOAD], o->repeats).median;
  row->ms_draw = bench_span(f->values[DRAW], o->repeats).median;
}

/* With the most threads that are asked for: the start and the window come once for all. */
bool bench_frames_run(const BenchCase *bench, const BenchOptions *o, WeirSolver solver, int grid, BenchReport *report, Error *error) {
  const int threads = o->threads[o->thread_count - 1];
  BenchRow row = bench_row(bench->name, "default", solver, grid, threads);
  Frames f = {.drawing = o->drawing};
  const size_t before = memory_in_use();
  const double start = clock_seconds();
  f.world = valley_world(o->asset_dir, solver, grid, 512.0 / grid, threads, error);
  row.ms_world = 1e3 * (clock_seconds() - start);
  row.bytes_per_cell = (double)(memory_in_use() - before) / ((double)grid * (double)grid);
  if (!f.world) return false;
  frames_measure(&f, o, o->warm >= 0 ? o->warm : bench->warm, &row);
  const bool ok = bench_report_add(report, &row, error);
  if (ok) bench_print_row(report, &row);
  f.drawing->close(f.picture);
  world_destroy(f.world);
  return ok;
}
