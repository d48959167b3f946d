/* `weir pictures`: every scene from each of its cameras, and one sheet of them all. */
#define _POSIX_C_SOURCE 200809L /* mkdir */

#include <errno.h>
#include <math.h>
#include <stb_image.h>
#include <stb_image_write.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/output.h"
#include "base/thread.h"
#include "cli/cli.h"
#include "cli/command_line.h"
#include "commands/commands.h"
#include "commands/scenes_film.h"
#include "files/folders.h"
#include "offscreen/offscreen.h"
#include "session/session.h"

enum { TIERS = RENDERER_QUALITY_BEST + 1, SCENES_MAX = 32, MOMENTS_MAX = 80 };

/* --- the sheet ------------------------------------------------------------------------------------------------------- */

/* Pixels: of a thumbnail; between two; of a letter's dot; of a label with its gap. */
enum { THUMB_WIDTH = 320, GAP = 8, LETTER = 2, LINE = 5 * LETTER + GAP };

/* Letters of three by five dots: five octal digits, the rows from the top, whose bits are the dots from the left. */
static const uint16_t letters[26] = {
    025755, 065656, 034443, 065556, 074647, 074644, 034553, 055755, 072227, 011152, 055655, 044447, 057755, /* a to m */
    065555, 025552, 065644, 025563, 065655, 034216, 072222, 055557, 055552, 055775, 055255, 055222, 071247, /* n to z */
};
static const uint16_t digits[10] = {075557, 026227, 061247, 061216, 055711, 074616, 034757, 071222, 075757, 075716};

/* One picture of many: thumbnails in rows and columns, each with a line of text below it; sheet_init makes room for it. */
typedef struct Sheet {
  int thumb_height, width, height; /* pixels; the last two of the whole */
  uint8_t *pixels;                 /* red, green, blue */
} Sheet;

/* Makes room for pictures of width x height pixels. Returns false if memory runs out. */
static bool sheet_init(Sheet *sheet, int columns, int rows, int width, int height) {
  const int high = THUMB_WIDTH * height / width, thumb_height = high > 1 ? high : 1;
  *sheet = (Sheet){thumb_height, GAP + columns * (THUMB_WIDTH + GAP), GAP + rows * (thumb_height + LINE + GAP), NULL};
  sheet->pixels = memory_create((size_t)sheet->width * (size_t)sheet->height, 3);
  if (sheet->pixels) memset(sheet->pixels, 24, (size_t)sheet->width * (size_t)sheet->height * 3);
  return sheet->pixels != NULL;
}

static uint8_t *pixel(const Sheet *sheet, int x, int y) {
  return sheet->pixels + 3 * ((size_t)y * (size_t)sheet->width + (size_t)x);
}

/* Each pixel of the thumbnail is the mean of those of the picture that it covers, one at least. */
static void add_thumb(const Sheet *sheet, int left, int top, const uint8_t *picture, int width, int height) {
  for (int y = 0; y < sheet->thumb_height; y++)
    for (int x = 0; x < THUMB_WIDTH; x++) {
      const int x0 = x * width / THUMB_WIDTH, y0 = y * height / sheet->thumb_height;
      int x1 = (x + 1) * width / THUMB_WIDTH, y1 = (y + 1) * height / sheet->thumb_height;
      if (x1 <= x0) x1 = x0 + 1;
      if (y1 <= y0) y1 = y0 + 1;
      long sums[3] = {0};
      for (int v = y0; v < y1; v++)
        for (int u = x0; u < x1; u++)
          for (int c = 0; c < 3; c++) sums[c] += picture[3 * ((size_t)v * (size_t)width + (size_t)u) + (size_t)c];
      for (int c = 0; c < 3; c++) pixel(sheet, left + x, top + y)[c] = (uint8_t)(sums[c] / ((long)(x1 - x0) * (y1 - y0)));
    }
}

static void add_label(const Sheet *sheet, int left, int top, const char *label) {
  const int room = THUMB_WIDTH / (4 * LETTER);
  for (int n = 0; label[n] && n < room; n++) {
    const char c = label[n];
    const unsigned dots = c >= 'a' && c <= 'z' ? letters[c - 'a'] : c >= '0' && c <= '9' ? digits[c - '0'] : c == '-' ? 0700 : 0;
    for (int y = 0; y < 5 * LETTER; y++)
      for (int x = 0; x < 3 * LETTER; x++) {
        const int dot = 14 - 3 * (y / LETTER) - x / LETTER;
        if (dots >> dot & 1) memset(pixel(sheet, left + 4 * LETTER * n + x, top + y), 210, 3);
      }
  }
}

/* Adds the PNG of a file, made smaller; `label` is of small letters, digits and "-", others are left blank. Returns false and sets *error
 * if the file cannot be read. */
static bool sheet_add(Sheet *sheet, int column, int row, const char *path, const char *label, Error *error) {
  int width, height, channels;
  uint8_t *picture = stbi_load(path, &width, &height, &channels, 3);
  if (!picture) return error_set(error, "%s: %s", path, stbi_failure_reason());
  const int left = GAP + column * (THUMB_WIDTH + GAP), top = GAP + row * (sheet->thumb_height + LINE + GAP);
  add_thumb(sheet, left, top, picture, width, height);
  add_label(sheet, left, top + sheet->thumb_height + GAP / 2, label);
  stbi_image_free(picture);
  return true;
}

static void append_bytes(void *file, void *bytes, int size) {
  fwrite(bytes, 1, (size_t)size, file); /* output_close sees what failed */
}

/* --- the command line ------------------------------------------------------------------------------------------------ */

static const char *const tier_names[TIERS] = {"low", "medium", "high"};

static const double moment_s = 0.2; /* how often foam and wet ground are followed before a picture: half as often as before a run's one */

/* The command line; text is borrowed from argv. */
typedef struct PicturesOptions {
  const char *folder, *only; /* `only` NULL: all scenes */
  const char *film;          /* NULL: pictures */
  int width, height, threads;
  int blend; /* frames of each picture */
} PicturesOptions;

/* The state of one run of the command, owned by pictures_main. */
typedef struct Pictures {
  PicturesOptions options;
  Offscreen offscreen;
  Sheet sheet;
  Scene scenes[SCENES_MAX];
  int scene_count;
  WorldView *moments[MOMENTS_MAX]; /* of the scene at hand: the end of its run, the last is the one to be seen */
  int moment_count, drawn;
} Pictures;

static const OptionRow rows[] = {
    {"--only", "SCENE", "one scene, built in or a file (all)", OPTION_INTO(PicturesOptions, only), .expected = "must be a scene"},
    {"--film", "FILE.mp4", "instead: 20 s of film through five scenes; numbered pictures where there is no encoder, or for FILE.png",
     OPTION_INTO(PicturesOptions, film), .expected = "must be a file"},
    {"--size", "WxH", "of each picture in pixels (1920x1080)", .kind = OPTION_PAIR, .at = offsetof(PicturesOptions, width), .low = 16,
     .high = 8192, .expected = "must be WxH pixels, each 16 to 8192"},
    {"--blend", "N",
     "frames that each picture is blended from, each seen a part of a pixel aside: smooth edges, not at the lowest tier (1)",
     OPTION_INTO(PicturesOptions, blend), .low = 1, .high = 8},
    {"--threads", "N", "of the water (one for each physical core)", OPTION_INTO(PicturesOptions, threads), .low = 1, .high = 256},
};

static const CommandLine line = {
    .command = "pictures",
    .about =
        "pictures DIR [options]: every scene from each of its cameras at each quality tier, as DIR/SCENE-CAMERA-TIER.png,\n"
        "and all of them, made small, as DIR/sheet.png. DIR is made if it is not there.\n",
    .rows = rows,
    .count = sizeof rows / sizeof *rows,
    .noun = "folder",
    .noun_at = offsetof(PicturesOptions, folder)};

/* --- setting up ------------------------------------------------------------------------------------------------------ */

static bool read_scenes(Pictures *p, Error *error) {
  int count;
  const char *const *names = scene_names(&count);
  if (p->options.only) names = &p->options.only, count = 1;
  for (; p->scene_count < count && p->scene_count < SCENES_MAX; p->scene_count++) {
    char path[SCENE_PATH];
    if (!scene_find(folder_assets(), names[p->scene_count], path, error)) return false;
    if (!scene_read(path, &p->scenes[p->scene_count], error)) return false;
  }
  return true;
}

static bool path_of(const Pictures *p, const char *name, char path[OUTPUT_PATH], Error *error) {
  const int size = snprintf(path, OUTPUT_PATH, "%s/%s.png", p->options.folder, name);
  return (size > 0 && size < OUTPUT_PATH) || error_set(error, "%s: path too long", p->options.folder);
}

static bool open_all(Pictures *p, Error *error) {
  const int width = p->options.width, height = p->options.height;
  const char *const folder = p->options.folder;
  char path[OUTPUT_PATH];
  struct stat found;
  int most = 0;
  if (mkdir(folder, 0777) != 0 && errno != EEXIST) return error_set(error, "%s: %s", folder, strerror(errno));
  if (stat(folder, &found) != 0) return error_set(error, "%s: %s", folder, strerror(errno));
  if (!S_ISDIR(found.st_mode)) return error_set(error, "%s: is not a folder", folder);
  if (!path_of(p, "sheet", path, error) || !output_possible(path, error)) return false;
  for (int n = 0; n < p->scene_count; n++)
    if (p->scenes[n].camera_count > most) most = p->scenes[n].camera_count;
  if (!sheet_init(&p->sheet, TIERS * most, p->scene_count, width, height)) return error_set(error, "not enough memory for the sheet");
  return offscreen_begin(&p->offscreen, width, height, error);
}

static void drop_moments(Pictures *p) {
  for (int n = 0; n < p->moment_count; n++) world_view_destroy(p->moments[n]);
  p->moment_count = 0;
}

/* --- one scene ------------------------------------------------------------------------------------------------------- */

/* Runs the scene once, up to its picture, and copies states from the end of the run. */
static bool simulate(Pictures *p, World *world, Error *error) {
  const Scene *scene = &world->scene;
  const double tick = (double)world->params.tick;
  const int64_t last = (int64_t)ceil((double)scene->picture_s / tick), first = last - (int64_t)(OFFSCREEN_FOLLOWED_S / tick);
  const int64_t every = (int64_t)fmax(ceil(moment_s / tick), 1);
  bool released = scene->release_s < 0;
  Progress progress = progress_begin();
  for (int64_t step = 0; step <= last; step++) {
    if (step >= first && (last - step) % every == 0) {
      WorldView *const view = world_view_create(world->nx, world->nz);
      if (!view) return error_set(error, "%s: not enough memory for %d states", scene->name, MOMENTS_MAX);
      world_view_copy(view, NULL, world, &(WorldViewRequest){.flow_every = 1});
      p->moments[p->moment_count++] = view;
    }
    if (step == last) break;
    if (!released && world->time >= (double)scene->release_s) {
      world_command(world, &(Command){.kind = COMMAND_RELEASE_DAM});
      released = true;
    }
    world_step(world);
    progress_tell(&progress, "%s: %.1f s of %g simulated", scene->name, world->time, (double)scene->picture_s);
  }
  progress_end(&progress);
  return true;
}

static void draw(Pictures *p, const Scene *scene, const SceneCamera *place, int tier) {
  Offscreen *const to = &p->offscreen;
  Params looks = scene->params;
  FrameView frame = {0};
  looks.quality = (float)tier;
  for (int n = 0; n < p->moment_count; n++) {
    to->camera = (Camera){0};
    camera_reset(&to->camera, place, p->moments[n]);
    frame = *offscreen_frame(to, p->moments[n], &(FrameRequest){.looks = &looks, .time = p->moments[n]->time, .opening = place});
    /* Each picture counts as another terrain, so that nothing remains of the one before. */
    frame.world_version = frame.terrain_version = frame.land_version = (uint32_t)p->drawn + 1;
    renderer_advance(to->renderer, &frame, to->window.width, to->window.height);
  }
  renderer_set_blending(to->renderer, p->options.blend > 1);
  for (int n = 0; n < (tier > 0 ? p->options.blend : 1); n++) renderer_draw(to->renderer, &frame, to->window.width, to->window.height);
  p->drawn++;
}

static bool make_picture(Pictures *p, int row, int camera, int tier, Error *error) {
  const Scene *scene = &p->scenes[row];
  Renderer *const renderer = p->offscreen.renderer;
  char name[128], path[OUTPUT_PATH];
  const double begun = clock_seconds();
  snprintf(name, sizeof name, "%s-%s-%s", scene->name, scene->cameras[camera].name, tier_names[tier]);
  draw(p, scene, &scene->cameras[camera], tier);
  const int errors = renderer_count_errors(renderer);
  if (errors > 0) return error_set(error, "%s: OpenGL: %d errors on %s", name, errors, renderer_device(renderer));
  if (!path_of(p, name, path, error)) return false;
  if (!renderer_screenshot(p->offscreen.window.width, p->offscreen.window.height, path, error)) return false;
  if (!sheet_add(&p->sheet, TIERS * camera + tier, row, path, name, error)) return false;
  printf("%s  %.1f s\n", path, clock_seconds() - begun);
  fflush(stdout);
  return true;
}

static bool make_scene(Pictures *p, int row, Error *error) {
  World *world = world_create(&p->scenes[row], 1, p->options.threads, error);
  bool ok = world && simulate(p, world, error);
  for (int tier = 0; tier < TIERS && ok; tier++) {
    renderer_set_quality(p->offscreen.renderer, tier);
    for (int camera = 0; camera < p->scenes[row].camera_count && ok; camera++) ok = make_picture(p, row, camera, tier, error);
  }
  drop_moments(p);
  world_destroy(world);
  return ok;
}

static bool make_all(Pictures *p, Error *error) {
  const Sheet *const sheet = &p->sheet;
  char path[OUTPUT_PATH];
  Output output;
  for (int row = 0; row < p->scene_count; row++)
    if (!make_scene(p, row, error)) return false;
  if (!path_of(p, "sheet", path, error) || !output_open(&output, path, error)) return false;
  const bool made = stbi_write_png_to_func(append_bytes, output.file, sheet->width, sheet->height, 3, sheet->pixels, 3 * sheet->width) != 0;
  if (!output_close(&output, made, error)) return false;
  if (!made) return error_set(error, "%s: not enough memory for the sheet", path);
  printf("%s\n", path);
  return true;
}

int pictures_main(int argc, char **argv) {
  static Pictures pictures; /* zeroed; too large for a small stack */
  Pictures *const p = &pictures;
  Error error;
  p->options = (PicturesOptions){.width = 1920, .height = 1080, .threads = thread_cores(), .blend = 1};
  const int begun = command_line_begin(&line, argc, argv, &p->options);
  if (begun >= 0) return begun;
  const PicturesOptions *const o = &p->options;
  const ScenesFilmDef film = {o->film, o->only, o->width & ~1, o->height & ~1, o->threads};
  if (o->film) return scenes_film(&film, &error) ? 0 : cli_fail(1, line.command, &error);
  if (!p->options.folder || !*p->options.folder)
    return error_set(&error, "the folder for the pictures is missing: weir pictures DIR"), cli_fail(2, line.command, &error);
  if (!read_scenes(p, &error)) return cli_fail(1, line.command, &error);
  const int status = open_all(p, &error) && make_all(p, &error) ? 0 : cli_fail(1, line.command, &error);
  drop_moments(p);
  offscreen_end(&p->offscreen);
  memory_free(p->sheet.pixels);
  return status;
}
