/* A big landscape with crates. Nothing drawn: how many times faster than real time. The extent grows with the grid (--cell
 * says how fine it is), so that a larger grid is a larger world and not a finer one. */
#include <math.h>

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

static bool valley_rows(World *world, const BenchVariant *variant, const BenchOptions *o, double bytes_per_cell, BenchReport *report,
                        Error *error) {
  const int frames = bench_ticks(o, FRAMES);
  static BenchTimes times;         /* large */
  double whole[BENCH_REPEATS_MAX]; /* ms of a tick, bodies and all */
  bool ok = true;
  for (int t = 0; ok && t < o->thread_count; t++) {
    bench_variant_use(variant, world->water);
    weir_water_set_threads(world->water, o->threads[t]);
    for (int n = 0; n < o->repeats; n++) {
      for (int tick = 0; tick < SWITCH_TICKS; tick++) world_step(world);
      const WeirStats begin = bench_times_begin(world);
      const double start = clock_seconds();
      for (int tick = 0; tick < frames; tick++) world_step(world);
      whole[n] = 1e3 * (clock_seconds() - start) / frames;
      bench_times_end(&times, n, world, &begin);
    }
    BenchRow row = bench_row("valley", variant->name, weir_water_solver(world->water), world->nx, o->threads[t]);
    row.bodies = world->body_count;
    row.bytes_per_cell = bytes_per_cell;
    row.ms_interaction = bench_span(times.interaction, o->repeats).median;
    row.ms_liquid = bench_span(times.liquid, o->repeats).median;
    row.ms_tick = bench_span(whole, o->repeats).median;
    row.substeps = bench_span(times.substeps, o->repeats).median;
    row.ms_repeats = bench_span(times.total, o->repeats);
    row.real_time = 1e3 * (double)world->params.tick / row.ms_tick;
    bench_row_times(&row, &times, o->repeats, (double)world->params.tick);
    row.working = bench_working(world->water, world, 0); /* of one tick more, not measured */
    ok = bench_report_add(report, &row, error);
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
  const double ready = clock_seconds() - start, warm = bench_warm(bench, o);
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

enum { BUILD, UPLOAD, DRAW, PARTS };

/* The world that is drawn and its picture, while they are measured. */
typedef struct Frames {
  World *world;
  const BenchDrawing *drawing;
  void *picture; /* the program's; NULL: there is no OpenGL here */
  BenchTimes times;
  double parts[PARTS][BENCH_REPEATS_MAX]; /* ms */
} Frames;

/* One repeat: frames at full size, and in TINY x TINY pixels, where nothing but the upload and the vertices is left. */
static void frames_part(Frames *f, int frames, int repeat) {
  double sums[PARTS] = {0};
  const WeirStats begin = bench_times_begin(f->world);
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
  bench_times_end(&f->times, repeat, f->world, &begin);
  for (int n = 0; n < PARTS; n++) f->parts[n][repeat] = f->picture ? sums[n] / frames : NAN;
}

static void frames_measure(Frames *f, const BenchOptions *o, double warm, BenchRow *row) {
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
  row->substeps = 0;
  for (int n = 0; n < o->repeats; n++) {
    frames_part(f, bench_ticks(o, PICTURES), n);
    row->substeps += f->times.substeps[n] / o->repeats;
  }
  row->ms_liquid = bench_span(f->times.liquid, o->repeats).median;
  row->ms_interaction = bench_span(f->times.interaction, o->repeats).median;
  bench_row_times(row, &f->times, o->repeats, (double)f->world->params.tick);
  row->ms_build = bench_span(f->parts[BUILD], o->repeats).median;
  row->ms_upload = bench_span(f->parts[UPLOAD], o->repeats).median;
  row->ms_draw = bench_span(f->parts[DRAW], o->repeats).median;
}

/* With the most threads that are asked for: the start and the window come once for all. */
bool bench_frames_run(const BenchCase *bench, const BenchOptions *o, WeirSolver solver, int grid, BenchReport *report, Error *error) {
  const int threads = o->threads[o->thread_count - 1];
  BenchRow row = bench_row(bench->name, "default", solver, grid, threads);
  static Frames f; /* large */
  f = (Frames){.drawing = o->drawing};
  const size_t before = memory_in_use();
  const double start = clock_seconds();
  f.world = valley_world(o->asset_dir, solver, grid, 512.0 / grid, threads, error);
  row.ms_world = 1e3 * (clock_seconds() - start);
  row.bytes_per_cell = (double)(memory_in_use() - before) / ((double)grid * (double)grid);
  if (!f.world) return false;
  frames_measure(&f, o, bench_warm(bench, o), &row);
  const bool ok = bench_report_add(report, &row, error);
  f.drawing->close(f.picture);
  world_destroy(f.world);
  return ok && bench_passes_run(o, grid, report, error);
}
