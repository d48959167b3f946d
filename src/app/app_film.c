#define _POSIX_C_SOURCE 200809L /* access */
#include "app/app_film.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "app/app_state.h"
#include "app/draw.h"
#include "app/say.h"
#include "base/memory.h"
#include "base/output.h"
#include "base/paths.h"
#include "film/clip.h"
#include "film/film_writer.h"
#include "film/frame_queue.h"
#include "render/readback.h"

/* The clip: what people share is shown small and has to be small. */
enum { CLIP_HEIGHT = 360, CLIP_FPS = 30, CLIP_SECONDS = 10, CLIP_BYTES = 8000000, CLIP_WIDTH_MIN = 16, CLIP_WIDTH_MAX = 4 * CLIP_HEIGHT };

/* Simulated s: times that are closer are the same; frames are read by number and time. */
static const double same_time_s = 1e-6;

/* All films of a run, from app_film_begin to app_film_close; owned by the App. */
typedef struct AppFilm {
  int width, height;  /* of the run's film */
  FilmWriter *writer; /* NULL: none, or it has ended */
  FrameReader *reader;
  FrameTimes times; /* of a window */
  int64_t total;    /* frames of the run; -1: as long as it lasts */
  bool failed, told;

  double start; /* simulated s of frame 0, without a window */
  int64_t next; /* the next frame to draw there */
  WorldView *view;

  Clip *clip; /* NULL: none yet */
  FrameReader *clip_reader;
  FrameTimes clip_times;
  int clip_width;
} AppFilm;

/* --- the run's film -------------------------------------------------------------------------------------------------- */

bool app_film_possible(const Options *o, Error *error) {
  char name[FILM_PATH];
  Error reason;
  if (!o->film) return true;
  const bool pictures = film_is_pictures(o->film, &reason);
  if (!film_picture_name(o->film, 1, name)) return error_set(error, "--record: the name is longer than %d bytes", FILM_PATH - 1);
  if (!output_possible(pictures ? name : o->film, error ? &reason : NULL)) return error_set(error, "--record: %s", reason.text);
  return true;
}

/* Warns if this machine cannot write a film: numbered PNGs are written instead. */
static void say_pictures(const char *path) {
  char name[FILM_PATH];
  Error reason = {0};
  if (!film_is_pictures(path, &reason) || !reason.text[0] || !film_picture_name(path, 1, name)) return;
  fprintf(stderr, "weir: --record: %s: numbered pictures instead, %s and on\n", reason.text, name);
}

/* Frames of a run that ends after so many steps or seconds: those whose time lies before its end. */
static int64_t count_frames(const App *app) {
  const Options *const o = &app->program.options;
  const double tick = (double)session_world(app->session)->params.tick;
  double seconds = o->seconds;
  if (o->steps >= 0) seconds = seconds >= 0 ? fmin(seconds, (double)o->steps * tick) : (double)o->steps * tick;
  return seconds < 0 ? -1 : (int64_t)ceil(seconds * o->fps - 1e-3);
}

static bool begin_run(App *app, AppFilm *film, Error *error) {
  const Options *const o = &app->program.options;
  film->width = app->outputs.window.width & ~1, film->height = app->outputs.window.height & ~1; /* chroma is of half the size */
  const FilmDef def = {film->width, film->height, o->fps, 0, o->headless ? 0 : 2};
  Error reason;
  say_pictures(o->film);
  film->total = count_frames(app);
  if (film->total < 0 && o->headless) film->total = INT64_MAX; /* a replay ends by itself */
  film->start = session_world(app->session)->time;
  film->times = (FrameTimes){.fps = o->fps};
  film->reader = frame_reader_create(film->width, film->height);
  film->view = o->headless ? world_view_create(session_world(app->session)->nx, session_world(app->session)->nz) : NULL;
  if (!film->reader || (o->headless && !film->view)) return error_set(error, "--record: not enough memory");
  film->writer = film_writer_create(o->film, &def, !o->headless, &reason);
  return film->writer || error_set(error, "--record: %s", reason.text);
}

bool app_film_begin(App *app, Error *error) {
  if (app->program.options.headless && !app->program.options.film) return true;
  AppFilm *const film = app->outputs.film = memory_create(1, sizeof *film);
  if (!film) return error_set(error, "not enough memory for films");
  film->clip_times = (FrameTimes){.fps = CLIP_FPS};
  return !app->program.options.film || begin_run(app, film, error);
}

/* Hands over what has been read of the frames; with `wait`, of all. */
static void write_read(AppFilm *film, bool wait) {
  int64_t number;
  const uint8_t *pixels;
  while ((pixels = frame_reader_front(film->reader, wait, &number))) {
    if (!film_writer_add(film->writer, number, pixels, wait)) film->failed = true;
    frame_reader_next(film->reader);
  }
}

/* --- without a window: a picture for each frame ----------------------------------------------------------------------- */

static double time_of(const App *app, int64_t n) {
  return app->outputs.film->start + (double)n / app->program.options.fps;
}

/* A replay goes on to worlds of other grids. */
static bool fit_view(App *app) {
  AppFilm *const film = app->outputs.film;
  const World *const world = session_world(app->session);
  if (film->view->nx == world->nx && film->view->nz == world->nz) return true;
  WorldView *const view = world_view_create(world->nx, world->nz);
  if (!view) return false;
  world_view_destroy(film->view);
  film->view = view;
  film->start = world->time - (double)film->next / app->program.options.fps;
  return true;
}

/* The picture of a moment at or before the state of now: between that and the one shown before. */
static void draw_frame(App *app, int64_t n) {
  AppFilm *const film = app->outputs.film;
  const double now = session_world(app->session)->time, tick = (double)session_world(app->session)->params.tick,
               time = fmin(time_of(app, n), now);
  app_look(app, film->view, time);
  app->frame.shown.earlier = (float)fmin((now - time) / tick, 1);
  if (now - time < same_time_s) app->frame.shown.earlier = 0;
  if (app->program.stats.frames == 0) app_advance(app); /* a first frame may leave something out: renderer.h */
  app_draw(app, app_build(app));
  stats_frame(&app->program.stats, false, app->outputs.quality.share);
  write_read(film, true);
  frame_reader_begin(film->reader, n, film->width, film->height);
}

bool app_film_tick(App *app) {
  AppFilm *const film = app->outputs.film;
  if (!film || !film->writer) return true;
  const double now = session_world(app->session)->time, tick = (double)session_world(app->session)->params.tick;
  const int64_t first = film->next;
  if (!fit_view(app)) return false;
  for (; film->next < film->total && time_of(app, film->next) <= now + same_time_s; film->next++) draw_frame(app, film->next);
  /* A frame before the next state is drawn between that and this one, which has to be built for it. */
  if (film->next == first && film->next < film->total && time_of(app, film->next) < now + tick - same_time_s) {
    app_look(app, film->view, now);
    app_advance(app);
  }
  return !film->failed;
}

/* --- in a window: the pictures that are drawn anyway ------------------------------------------------------------------- */

static void catch_for_run(App *app, AppFilm *film) {
  write_read(film, false);
  const int64_t n = frame_times_choose(&film->times, app->frame.shown.time);
  if (n >= 0 && (film->total < 0 || n < film->total))
    frame_reader_begin(film->reader, n, app->outputs.window.width & ~1, app->outputs.window.height & ~1);
  if (film->failed && !film->told) app_say(app, "film: %s cannot be written any more", app->program.options.film);
  film->told = film->failed; /* why is said at the end, with the exit status */
}

/* A clip of the window's shape; that of another shape goes, once it is not being saved any more. */
static void shape_clip(App *app, AppFilm *film) {
  ClipReport report;
  const double wide = (double)CLIP_HEIGHT * app->outputs.window.width / app->outputs.window.height;
  const int width = (int)fmin(fmax(2 * floor(0.5 * wide + 0.5), CLIP_WIDTH_MIN), CLIP_WIDTH_MAX);
  if (film->clip && (film->clip_width == width || clip_poll(film->clip, &report) != CLIP_IDLE)) return;
  clip_destroy(film->clip);
  frame_reader_destroy(film->clip_reader);
  const ClipDef def = {width, CLIP_HEIGHT, CLIP_FPS, CLIP_SECONDS, CLIP_BYTES};
  film->clip_width = width;
  film->clip = clip_create(&def);
  film->clip_reader = frame_reader_create(width, CLIP_HEIGHT);
}

static void tell_clip(App *app, AppFilm *film) {
  ClipReport report;
  const ClipState state = clip_poll(film->clip, &report);
  if (state == CLIP_FAILED) app_say_fault(app, &report.error);
  if (state != CLIP_SAVED) return;
  char name[FILM_PATH];
  const bool pictures = film_is_pictures(report.path, NULL) && film_picture_name(report.path, 1, name);
  char whole[FILM_PATH];
  path_whole(pictures ? name : report.path, whole, sizeof whole);
  app_say(app, "clip: %s%s, %.1f s, %.1f MB", whole, pictures ? " and on" : "", report.seconds, 1e-6 * (double)report.bytes);
}

static void catch_for_clip(App *app, AppFilm *film) {
  int64_t number;
  const uint8_t *pixels;
  if (film->clip) tell_clip(app, film);
  shape_clip(app, film);
  if (!film->clip || !film->clip_reader) return;
  while ((pixels = frame_reader_front(film->clip_reader, false, &number))) {
    clip_add(film->clip, number, pixels, false);
    frame_reader_next(film->clip_reader);
  }
  const int64_t n = frame_times_choose(&film->clip_times, app->frame.shown.time);
  if (n >= 0) frame_reader_begin(film->clip_reader, n, app->outputs.window.width, app->outputs.window.height);
}

void app_film_frame(App *app) {
  AppFilm *const film = app->outputs.film;
  if (!film || app->outputs.window.width <= 0 || app->outputs.window.height <= 0) return;
  /* Mesa's software driver reads outside its memory when it copies the picture of a window that another program has destroyed.
   * It learns the window's size, and thereby that it is gone, at the frame's first drawing, before this. */
  if (window_lost()) return;
  if (film->writer) catch_for_run(app, film);
  if (!app->outputs.loading.on) catch_for_clip(app, film); /* the first picture does not wait for what it takes */
}

void app_film_save_clip(App *app) {
  char path[32] = "", first[FILM_PATH];
  for (int n = 1; n < 1000 && !path[0]; n++) {
    snprintf(path, sizeof path, "weir-%03d.mp4", n);
    if (film_is_pictures(path, NULL) && film_picture_name(path, 1, first) && access(first, F_OK) == 0) path[0] = '\0';
    if (path[0] && access(path, F_OK) == 0) path[0] = '\0';
  }
  ClipReport report;
  const bool saving = app->outputs.film && app->outputs.film->clip && clip_poll(app->outputs.film->clip, &report) == CLIP_SAVING;
  if (!path[0])
    app_say(app, "clip: weir-001.mp4 to weir-999.mp4 are all there already");
  else if (saving)
    app_say(app, "clip: the last one is still being written");
  else if (app->outputs.film && app->outputs.film->clip && clip_save(app->outputs.film->clip, path))
    app_say(app, "clip: %s is being written", path);
  else
    app_say(app, "clip: nothing has been caught yet");
}

/* --- the end --------------------------------------------------------------------------------------------------------- */

bool app_film_end(App *app, Error *error) {
  AppFilm *const film = app->outputs.film;
  Error reason;
  if (!film || !film->writer) return true;
  write_read(film, true);
  const bool whole = app->program.options.headless
                         ? film->next >= film->total
                         : session_is_done(app->session, (SessionEnd){app->program.options.steps,
                                                                      app->program.options.seconds}); /* else as long as it became */
  const bool ok = film_writer_end(film->writer, whole ? film->total : -1, &reason);
  film->writer = NULL;
  return ok || error_set(error, "--record: %s", reason.text);
}

void app_film_close(App *app) {
  AppFilm *const film = app->outputs.film;
  if (!film) return;
  if (film->writer) film_writer_end(film->writer, -1, NULL); /* the run did not come to its end */
  clip_destroy(film->clip);
  frame_reader_destroy(film->clip_reader);
  frame_reader_destroy(film->reader);
  world_view_destroy(film->view);
  memory_free(film);
  app->outputs.film = NULL;
}
