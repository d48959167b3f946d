/* What a frame and the start of the program cost: the valley drawn at 640 x 360 by SDL's offscreen driver, one step after
 * the other where the program does some side by side. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "app/bench_bytes.h"
#include "app/bench_cases.h"
#include "app/bench_variants.h"
#include "app/bench_world.h"
#include "app/camera.h"
#include "app/frame_build.h"
#include "app/window.h"
#include "base/clock.h"
#include "base/memory.h"
#include "render/renderer.h"

enum { WIDTH = 640, HEIGHT = 360, TINY = 16, FRAMES = 100, SKIP = 2 };

typedef void FinishProc(void);

typedef struct Frames {
  World *world;
  Window window;
  Renderer *renderer;
  FrameBuild *build;
  WorldView *views[2]; /* of this tick and the one before, by turns */
  int view;
  Camera camera;
  FinishProc *finish;
  double *values[5]; /* ms of each repeat: liquid, interaction, build, upload, draw */
} Frames;

enum { LIQUID, INTERACTION, BUILD, UPLOAD, DRAW, TIMES };

/* What the thread that steps the world hands over to the one that draws. */
static void take_view(Frames *f) {
  const WorldViewWish wish = frame_build_wish(FRAME_SHADED, &f->world->params);
  const WorldView *const before = f->views[f->view];
  f->view = 1 - f->view;
  world_view_take(f->views[f->view], before->tick < f->world->tick ? before : NULL, f->world, &wish);
}

/* False, with the reason in the row, where there is no OpenGL. */
static bool open_picture(Frames *f, BenchRow *row) {
  Error reason;
  double at = clock_seconds();
  bool ok = window_init(&f->window, WIDTH, HEIGHT, true, &reason);
  row->ms_context = 1e3 * (clock_seconds() - at);
  at = clock_seconds();
  const char *set = getenv("WEIR_SHADERS");
  const RendererDef def = {.get_proc_address = window_gl_address,
                           .shader_dir = set && *set ? set : WEIR_SHADER_DIR,
                           .quality = 0};
  f->renderer = ok ? renderer_create(&def, &reason) : NULL;
  row->ms_shaders = 1e3 * (clock_seconds() - at);
  f->build = f->renderer ? frame_build_create() : NULL;
  for (int n = 0; n < 2; n++) f->views[n] = world_view_create(f->world->nx, f->world->nz);
  if (f->build && (!f->views[0] || !f->views[1])) {
    frame_build_destroy(f->build);
    f->build = NULL;
  }
  if (f->renderer && !f->build) error_set(&reason, "not enough memory to draw");
  if (!f->build) {
    row->ms_context = row->ms_shaders = NAN;
    snprintf(row->note, sizeof row->note, "no pictures here: %.200s", reason.text);
    return false;
  }
  void *address = window_gl_address("glFinish");
  memcpy(&f->finish, &address, sizeof f->finish); /* ISO C knows no cast from object to function pointer */
  f->world->params.quality = renderer_is_software(f->renderer) ? 0 : f->world->params.quality;
  renderer_set_quality(f->renderer, (int)f->world->params.quality);
  snprintf(row->note, sizeof row->note, "%s", renderer_device(f->renderer));
  take_view(f);
  camera_reset(&f->camera, &f->world->scene, f->views[f->view]);
  return true;
}

/* Draws until the picture is there; returns the clock. */
static double draw(Frames *f, const FrameView *view, int width, int height) {
  if (view) renderer_draw(f->renderer, view, width, height);
  if (f->finish) f->finish();
  return clock_seconds();
}

static const FrameView *build(Frames *f) {
  const Input input = {0};
  take_view(f);
  const WorldView *const view = f->views[f->view];
  const FrameWish wish = {.looks = &f->world->params, .time = view->time, .mode = FRAME_SHADED, .camera = &f->camera};
  camera_update(&f->camera, &input, view, WIDTH, HEIGHT, 0);
  return frame_build_run(f->build, view, &wish);
}

/* One repeat: frames at full size, and in TINY x TINY pixels, where nothing but the upload and the vertices is left. */
static double frames_part(Frames *f, int frames, int repeat) {
  WeirStats before, after;
  double sums[TIMES] = {0};
  memset(&f->world->profile, 0, sizeof f->world->profile);
  weir_water_stats(f->world->water, &before);
  for (int tiny = 0; f->build && tiny < 2; tiny++)
    for (int n = -SKIP; n < frames; n++) {
      world_step(f->world);
      const double start = clock_seconds();
      const FrameView *view = build(f);
      const double built = clock_seconds(), drawn = draw(f, view, tiny ? TINY : WIDTH, tiny ? TINY : HEIGHT);
      if (n < 0) continue; /* targets of another size are made */
      sums[BUILD] += tiny ? 0 : 1e3 * (built - start);
      sums[tiny ? UPLOAD : DRAW] += 1e3 * (drawn - built);
    }
  for (int n = 0; !f->build && n < frames; n++) world_step(f->world);
  weir_water_stats(f->world->water, &after);
  const double ticks = (double)(after.steps - before.steps), *ms = f->world->profile.sum_ms;
  f->values[LIQUID][repeat] = ms[PROFILE_WATER] / ticks;
  f->values[INTERACTION][repeat] = (ms[PROFILE_DISPLACE] + ms[PROFILE_PUSH]) / ticks;
  for (int n = BUILD; n < TIMES; n++) f->values[n][repeat] = f->build ? sums[n] / frames : NAN;
  return (double)(after.substeps - before.substeps) / ticks;
}

static void fill_row(Frames *f, int repeats, double substeps, BenchRow *row) {
  const double cells = (double)row->grid * (double)row->grid;
  row->substeps = substeps;
  row->bytes_moved = bench_bytes_moved(row->solver, false, substeps);
  row->ms_liquid = bench_span(f->values[LIQUID], repeats).median;
  row->ms_interaction = bench_span(f->values[INTERACTION], repeats).median;
  row->ms_total = row->ms_liquid + row->ms_interaction;
  row->rtkc = cells * (double)f->world->params.tick / row->ms_total;
  if (f->build) {
    row->ms_build = bench_span(f->values[BUILD], repeats).median;
    row->ms_upload = bench_span(f->values[UPLOAD], repeats).median;
    row->ms_draw = bench_span(f->values[DRAW], repeats).median;
  }
  for (int n = 0; n < repeats; n++) f->values[LIQUID][n] = 1e-3 * cells * substeps / f->values[LIQUID][n];
  row->mcells = bench_span(f->values[LIQUID], repeats);
}

static bool frames_measure(Frames *f, const BenchOptions *o, double warm, BenchRow *row, Error *error) {
  const int frames = (o->frames > 0 ? o->frames : FRAMES) / o->repeats;
  for (int n = 0; n < TIMES; n++) {
    f->values[n] = memory_create((size_t)o->repeats, sizeof **f->values);
    if (!f->values[n]) return error_set(error, "frames: not enough memory");
  }
  if (open_picture(f, row)) {
    const double start = clock_seconds();
    row->ms_first_frame = 1e3 * (draw(f, build(f), WIDTH, HEIGHT) - start);
  }
  while (f->world->time < warm) world_step(f->world);
  double substeps = 0;
  for (int n = 0; n < o->repeats; n++) substeps += frames_part(f, frames > 0 ? frames : 1, n) / o->repeats;
  fill_row(f, o->repeats, substeps, row);
  return true;
}

static void frames_close(Frames *f) {
  for (int n = 0; n < TIMES; n++) memory_free(f->values[n]);
  renderer_destroy(f->renderer);
  frame_build_destroy(f->build);
  for (int n = 0; n < 2; n++) world_view_destroy(f->views[n]);
  window_shutdown(&f->window);
  world_destroy(f->world);
}

/* With the most threads that are asked for: the start and the window come once for all. */
bool bench_frames_run(const BenchCase *bench, const BenchOptions *o, WeirSolver solver, int grid, BenchReport *report,
                      Error *error) {
  const int threads = o->threads[o->thread_count - 1];
  BenchRow row = bench_row(bench->name, "default", solver, grid, threads);
  Frames f = {0};
  const size_t before = memory_in_use();
  const double start = clock_seconds();
  f.world = bench_valley_world(solver, grid, 512.0 / grid, threads, error);
  row.ms_world = 1e3 * (clock_seconds() - start);
  row.bytes_per_cell = (double)(memory_in_use() - before) / ((double)grid * (double)grid);
  bool ok = f.world && frames_measure(&f, o, o->warm >= 0 ? o->warm : bench->warm, &row, error);
  ok = ok && bench_report_add(report, &row, error);
  if (ok) bench_print_frames(&row);
  frames_close(&f);
  return ok;
}
