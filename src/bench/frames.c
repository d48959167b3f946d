/* The cost of a frame and of the start of the program: the valley drawn at 640 x 360 by SDL's offscreen driver, one step after the other
 * where the program does some side by side. */
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "bench/bytes.h"
#include "bench/cases.h"
#include "bench/valley.h"

enum { WIDTH = 640, HEIGHT = 360, TINY = 16, FRAMES = 100, SKIP = 2 };

enum { LIQUID, INTERACTION, BUILD, UPLOAD, DRAW, TIMES };

/* The world that is drawn and its picture, while they are measured. */
typedef struct Frames {
  World *world;
  const BenchDrawing *drawing;
  void *picture;         /* the program's; NULL: there is no OpenGL here */
  double *values[TIMES]; /* ms of each repeat */
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

static bool frames_measure(Frames *f, const BenchOptions *o, double warm, BenchRow *row, Error *error) {
  const int frames = (o->frames > 0 ? o->frames : FRAMES) / o->repeats;
  for (int n = 0; n < TIMES; n++) {
    f->values[n] = memory_create((size_t)o->repeats, sizeof **f->values);
    if (!f->values[n]) return error_set(error, "frames: not enough memory");
  }
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
  if (!f->picture) return true;
  row->ms_build = bench_span(f->values[BUILD], o->repeats).median;
  row->ms_upload = bench_span(f->values[UPLOAD], o->repeats).median;
  row->ms_draw = bench_span(f->values[DRAW], o->repeats).median;
  return true;
}

/* With the most threads that are asked for: the start and the window come once for all. */
bool bench_frames_run(const BenchCase *bench, const BenchOptions *o, WeirSolver solver, int grid, BenchReport *report, Error *error) {
  const int threads = o->threads[o->thread_count - 1];
  BenchRow row = bench_row(bench->name, "default", solver, grid, threads);
  Frames f = {.drawing = o->drawing};
  const size_t before = memory_in_use();
  const double start = clock_seconds();
  f.world = bench_valley_world(o->asset_dir, solver, grid, 512.0 / grid, threads, error);
  row.ms_world = 1e3 * (clock_seconds() - start);
  row.bytes_per_cell = (double)(memory_in_use() - before) / ((double)grid * (double)grid);
  bool ok = f.world && frames_measure(&f, o, o->warm >= 0 ? o->warm : bench->warm, &row, error);
  ok = ok && bench_report_add(report, &row, error);
  if (ok) bench_print_row(report, &row);
  for (int n = 0; n < TIMES; n++) memory_free(f.values[n]);
  f.drawing->close(f.picture);
  world_destroy(f.world);
  return ok;
}
