/* The cost of a frame by pass, as a person sees a scene on a software driver: the lowest tier, fewer pixels than the window, the camera at
 * rest. Frames whose passes are timed, and waited for, take turns with frames that are timed whole. */
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "bench/bench.h"
#include "bench/cases.h"
#include "cli/markdown.h"

enum { WIDTH = 1280, HEIGHT = 720, FRAMES = 100, SKIP = 20 };
enum { BUILD, PASSES, PRESENT = PASSES + RENDERER_PASSES_MAX, WHOLE, PARTS };

static const double moving_s = 5; /* of water before measuring, unless the command line says otherwise */

/* A scene, and the share of each side of the picture that src/app/quality.c comes to on two cores. It is held, or a faster frame would be
 * one of more pixels: docs/performance.md has where the program itself goes. */
typedef struct PassScene {
  const char *row, *title; /* row: of the report, which ends with the scene's name */
  double share;
} PassScene;

static const PassScene scenes[] = {{"frames/river", "a dam above a hamlet: 0.4 of each side of 1280 x 720", 0.4},
                                   {"frames/pool", "a tank with bodies: 0.6 of each side", 0.6},
                                   {"frames/ford", "a stream among plants: 0.4 of each side", 0.4}};

enum { SCENES = sizeof scenes / sizeof scenes[0] };

static const char *scene_name(const PassScene *scene) {
  return strchr(scene->row, '/') + 1;
}

OptionWord bench_pass_scene_word(int n) {
  return n < SCENES ? (OptionWord){scene_name(&scenes[n]), scenes[n].title} : (OptionWord){0};
}

/* One scene and its picture while they are measured; large, so there is one. */
typedef struct PassRun {
  const BenchDrawing *drawing;
  World *world;
  void *picture;
  int frames;
  double ms[PARTS][BENCH_REPEATS_MAX];
  RendererPassTime passes[RENDERER_PASSES_MAX];
  int pass_count;
} PassRun;

/* Draws the frame of one tick more: the n-th sample of its passes, or of the whole. */
static void draw_frame(PassRun *run, int n, bool by_pass) {
  const BenchDrawing *const drawing = run->drawing;
  world_step(run->world);
  drawing->time_passes(run->picture, by_pass);
  const double start = clock_seconds();
  drawing->build(run->picture);
  const double built = clock_seconds();
  drawing->draw(run->picture, WIDTH, HEIGHT);
  const double drawn = clock_seconds();
  drawing->present(run->picture);
  const double shown = clock_seconds();
  if (n < 0) return; /* what is kept from frame to frame comes to be, foam too */
  if (by_pass) {
    run->pass_count = drawing->passes(run->picture, run->passes);
    for (int pass = 0; pass < run->pass_count; pass++) run->ms[PASSES + pass][n] = (double)run->passes[pass].ms;
    return;
  }
  run->ms[BUILD][n] = 1e3 * (built - start);
  run->ms[PRESENT][n] = 1e3 * (shown - drawn);
  run->ms[WHOLE][n] = 1e3 * (shown - start);
}

static const char *part_name(const PassRun *run, int part) {
  return part == BUILD ? "build" : part == PRESENT ? "present" : part == WHOLE ? "frame" : run->passes[part - PASSES].name;
}

/* Adds a row for each part of the frame; shares are of their sum, which the waiting for passes makes larger than the frame. */
static bool add_rows(const PassRun *run, BenchRow row, BenchReport *report, Error *error) {
  double sum = 0;
  BenchQuartiles spans[PARTS];
  for (int part = 0; part < PARTS; part++) {
    const bool pass = part >= PASSES && part < PRESENT;
    spans[part] = bench_quartiles(run->ms[part], pass && part - PASSES >= run->pass_count ? 0 : run->frames);
    if (part != WHOLE && isfinite(spans[part].median)) sum += spans[part].median;
  }
  for (int part = 0; part < PARTS; part++) {
    if (!isfinite(spans[part].median) || (part >= PASSES && part < PRESENT && !(spans[part].upper > 0))) continue; /* it is not drawn */
    row.variant = part_name(run, part);
    row.frame = (BenchFrame){spans[part], part == WHOLE ? NAN : spans[part].median / sum};
    row.ms_total = spans[part].median;
    if (!bench_report_add(report, &row, error)) return false;
  }
  return true;
}

static bool measure(PassRun *run, const PassScene *scene, const BenchOptions *o, BenchRow *row, BenchReport *report, Error *error) {
  BenchOpened opened = {0};
  Error reason;
  run->picture = run->drawing->open(run->world, WIDTH, HEIGHT, &opened, &reason);
  if (!run->picture) {
    snprintf(row->note, sizeof row->note, "no pictures here: %.200s", reason.text);
    return bench_report_add(report, row, error);
  }
  snprintf(row->note, sizeof row->note, "%d x %d, %.0f %% of each side; %s", WIDTH, HEIGHT, 100 * scene->share, opened.device);
  run->drawing->set_share(run->picture, scene->share);
  const double warm = o->warm >= 0 ? o->warm : moving_s;
  while (run->world->time < warm) world_step(run->world);
  for (int n = -SKIP; n < 2 * run->frames; n++) draw_frame(run, n < 0 ? -1 : n / 2, n & 1);
  const bool ok = add_rows(run, *row, report, error);
  run->drawing->close(run->picture);
  return ok;
}

/* Measures one scene, with its own solver, on its own grid or on one of so many cells along x. */
static bool run_scene(const PassScene *of, const BenchOptions *o, int grid, BenchReport *report, Error *error) {
  static Scene scene; /* large; one bench at a time */
  static PassRun run;
  char path[SCENE_PATH];
  const int threads = o->threads[o->thread_count - 1], frames = o->frames > 0 ? o->frames : FRAMES;
  if (!scene_find(o->asset_dir, scene_name(of), path, error) || !scene_read(path, &scene, error)) return false;
  const int deep = (int)((long long)grid * scene.nz / scene.nx);
  if (o->grid_count > 0) scene_set_grid(&scene, grid, deep < SCENE_GRID_MIN ? SCENE_GRID_MIN : deep);
  run = (PassRun){.drawing = o->drawing, .frames = frames < BENCH_REPEATS_MAX ? frames : BENCH_REPEATS_MAX};
  run.world = world_create(&scene, 1, threads, error);
  if (!run.world) return false;
  BenchRow row = bench_row(of->row, "frame", scene.solver, run.world->nx, threads);
  row.bodies = run.world->body_count;
  const bool ok = measure(&run, of, o, &row, report, error);
  world_destroy(run.world);
  return ok;
}

bool bench_passes_run(const BenchOptions *o, int grid, BenchReport *report, Error *error) {
  for (int n = 0; n < SCENES; n++)
    if (o->scenes & 1u << n && !run_scene(&scenes[n], o, grid, report, error)) return false;
  return true;
}

/* --- the table -------------------------------------------------------------------------------------------------------------- */

void bench_print_pass(const BenchReport *report, const BenchRow *row) {
  const BenchFrame *const frame = &row->frame;
  const BenchRow *const before = report->count > 1 ? &report->rows[report->count - 2] : NULL;
  if (!before || before->name != row->name) printf("  %s: %s\n", strchr(row->name, '/') + 1, row->note);
  if (!isfinite(frame->ms.median)) return;
  printf("    %-8s %8.3f ms a frame (quartiles %.3f, %.3f)", row->variant, frame->ms.median, frame->ms.lower, frame->ms.upper);
  if (isfinite(frame->share)) printf(", %2.0f %%", 100 * frame->share);
  printf("\n");
}

void bench_passes_markdown(const BenchReport *report, int first) {
  static const MarkdownColumn columns[] = {
      {"pass", true}, {"ms a frame", false}, {"lower quartile", false}, {"upper quartile", false}, {"share %", false}};
  for (int n = first; n < report->count; n++) {
    const BenchRow *const row = &report->rows[n];
    if (!strchr(row->name, '/')) continue;
    if (n == first || row->name != row[-1].name) {
      markdown_caption(row->name, true, row->note);
      markdown_head(columns, sizeof columns / sizeof columns[0]);
    }
    markdown_cell("%s", row->variant);
    markdown_number("%.2f", row->frame.ms.median);
    markdown_number("%.2f", row->frame.ms.lower);
    markdown_number("%.2f", row->frame.ms.upper);
    markdown_number("%.0f", 100 * row->frame.share);
    markdown_end_row();
  }
}
