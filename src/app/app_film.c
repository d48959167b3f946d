#define _POSIX_C_SOURCE 200809L /* access */
#include "app/app_state.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/output.h"
#include "base/paths.h"
#include "film/film.h"
#include "film/frames.h"
#include "render/readback.h"

/* The clip: what people share is shown small and has to be small. */
enum { CLIP_HEIGHT = 360, CLIP_FPS = 30, CLIP_SECONDS = 10, CLIP_BYTES = 8000000, CLIP_WIDTH_MIN = 16, CLIP_WIDTH_MAX = 4 * CLIP_HEIGHT };

/* The films of a window, from app_film_begin to app_film_close; owned by the App. */
typedef struct AppFilm {
  RunFilm run;
  FrameTimes times; /* of the run's film */
  bool told;        /* that it cannot be written any more */
  Clip *clip;       /* NULL: none yet */
  FrameReader *clip_reader;
  FrameTimes clip_times;
  int clip_width;
} AppFilm;

/* --- the run's film -------------------------------------------------------------------------------------------------- */

bool run_film_possible(const char *path, Error *error) {
  char name[FILM_PATH];
  Error reason;
  if (!path) return true;
  const bool pictures = film_is_pictures(path, &reason);
  if (!film_picture_name(path, 1, name)) return error_set(error, "--record: the name is longer than %d bytes", FILM_PATH - 1);
  return output_possible(pictures ? name : path, &reason) || error_set(error, "--record: %s", reason.text);
}

bool run_film_begin(RunFilm *film, const Options *o, const Window *window, double tick, Error *error) {
  film->width = window->width & ~1, film->height = window->height & ~1; /* chroma is of half the size */
  const FilmDef def = {film->width, film->height, o->fps, 0, o->headless ? 0 : 2};
  char name[FILM_PATH];
  Error reason = {0};
  /* This machine may have nothing to write a film with. */
  if (film_is_pictures(o->film, &reason) && reason.text[0] && film_picture_name(o->film, 1, name))
    fprintf(stderr, "weir: --record: %s: numbered pictures instead, %s and on\n", reason.text, name);
  /* Frames of a run that ends after so many steps or seconds: those whose time lies before its end. */
  double seconds = o->seconds;
  if (o->steps >= 0) seconds = seconds >= 0 ? fmin(seconds, (double)o->steps * tick) : (double)o->steps * tick;
  film->total = seconds < 0 ? -1 : (int64_t)ceil(seconds * o->fps - 1e-3);
  film->reader = frame_reader_create(film->width, film->height);
  if (!film->reader) return error_set(error, "--record: not enough memory");
  film->writer = film_writer_create(o->film, &def, !o->headless, &reason);
  return film->writer || error_set(error, "--record: %s", reason.text);
}

void run_film_write(RunFilm *film, bool wait) {
  int64_t number;
  const uint8_t *pixels;
  while ((pixels = frame_reader_front(film->reader, wait, &number))) {
    if (!film_writer_add(film->writer, number, pixels, wait)) film->failed = true;
    frame_reader_next(film->reader);
  }
}

bool run_film_end(RunFilm *film, bool whole, Error *error) {
  Error reason;
  if (!film->writer) return true;
  run_film_write(film, true);
  const bool ok = film_writer_end(film->writer, whole ? film->total : -1, &reason);
  film->writer = NULL;
  return ok || error_set(error, "--record: %s", reason.text);
}

void run_film_close(RunFilm *film) {
  if (film->writer) film_writer_end(film->writer, -1, NULL); /* the run did not come to its end */
  frame_reader_destroy(film->reader);
}

/* --- in a window: the pictures that are drawn anyway ------------------------------------------------------------------- */

bool app_film_begin(App *app, Error *error) {
  const Options *const o = &app->program.options;
  AppFilm *const film = app->outputs.film = memory_create(1, sizeof *film);
  if (!film) return error_set(error, "not enough memory for films");
  film->times = (FrameTimes){.fps = o->fps};
  film->clip_times = (FrameTimes){.fps = CLIP_FPS};
  return !o->film || run_film_begin(&film->run, o, &app->outputs.window, (double)session_world(app->session)->params.tick, error);
}

/* Begins a clip of the window's shape; that of another shape goes, once it is not being saved any more. */
static void shape_clip(AppFilm *film, const Window *window) {
  ClipReport report;
  const double wide = (double)CLIP_HEIGHT * window->width / window->height;
  const int width = (int)fmin(fmax(2 * floor(0.5 * wide + 0.5), CLIP_WIDTH_MIN), CLIP_WIDTH_MAX);
  if (film->clip && (film->clip_width == width || clip_poll(film->clip, &report) != CLIP_IDLE)) return;
  clip_destroy(film->clip);
  frame_reader_destroy(film->clip_reader);
  film->clip_width = width;
  film->clip = clip_create(&(ClipDef){width, CLIP_HEIGHT, CLIP_FPS, CLIP_SECONDS, CLIP_BYTES});
  film->clip_reader = frame_reader_create(width, CLIP_HEIGHT);
}

void app_film_frame(App *app) {
  AppFilm *const film = app->outputs.film;
  RunFilm *const run = &film->run;
  const Window *const window = &app->outputs.window;
  const double time = app->frame.shown.time;
  int64_t n, number;
  const uint8_t *pixels;
  if (window->width <= 0 || window->height <= 0) return;
  /* Mesa's software driver reads outside its memory when it copies the picture of a window that another program has destroyed.
   * It learns the window's size, and thereby that it is gone, at the frame's first drawing, before this. */
  if (window_lost()) return;
  if (run->writer) {
    run_film_write(run, false);
    n = frame_times_choose(&film->times, time);
    if (n >= 0 && (run->total < 0 || n < run->total)) frame_reader_begin(run->reader, n, window->width & ~1, window->height & ~1);
    if (run->failed && !film->told) app_say(app, "film: %s cannot be written any more", app->program.options.film);
    film->told = run->failed; /* why is said at the end, with the exit status */
  }
  if (app->outputs.loading.on) return; /* the first picture does not wait for what a clip takes */
  ClipReport report;
  const ClipState state = film->clip ? clip_poll(film->clip, &report) : CLIP_IDLE;
  if (state == CLIP_FAILED) app_say_fault(app, &report.error);
  if (state == CLIP_SAVED) {
    char name[FILM_PATH], whole[FILM_PATH];
    const bool pictures = film_is_pictures(report.path, NULL) && film_picture_name(report.path, 1, name);
    path_whole(pictures ? name : report.path, whole, sizeof whole);
    app_say(app, "clip: %s%s, %.1f s, %.1f MB", whole, pictures ? " and on" : "", report.seconds, 1e-6 * (double)report.bytes);
  }
  shape_clip(film, window);
  if (!film->clip || !film->clip_reader) return;
  while ((pixels = frame_reader_front(film->clip_reader, false, &number))) {
    clip_add(film->clip, number, pixels, false);
    frame_reader_next(film->clip_reader);
  }
  n = frame_times_choose(&film->clip_times, time);
  if (n >= 0) frame_reader_begin(film->clip_reader, n, window->width, window->height);
}

void app_film_save_clip(App *app) {
  Clip *const clip = app->outputs.film->clip;
  char path[32] = "", first[FILM_PATH];
  ClipReport report;
  for (int n = 1; n < 1000 && !path[0]; n++) {
    snprintf(path, sizeof path, "weir-%03d.mp4", n);
    const bool pictures = film_is_pictures(path, NULL) && film_picture_name(path, 1, first);
    if (access(path, F_OK) == 0 || (pictures && access(first, F_OK) == 0)) path[0] = '\0';
  }
  if (!path[0])
    app_say(app, "clip: weir-001.mp4 to weir-999.mp4 are all there already");
  else if (clip && clip_poll(clip, &report) == CLIP_SAVING)
    app_say(app, "clip: the last one is still being written");
  else if (clip && clip_save(clip, path))
    app_say(app, "clip: %s is being written", path);
  else
    app_say(app, "clip: nothing has been caught yet");
}

bool app_film_end(App *app, Error *error) {
  const Options *const o = &app->program.options;
  /* A run that is ended before its time has a film as long as it became. */
  return run_film_end(&app->outputs.film->run, session_is_done(app->session, (SessionEnd){o->steps, o->seconds}), error);
}

void app_film_close(AppFilm *film) {
  if (!film) return;
  run_film_close(&film->run);
  clip_destroy(film->clip);
  frame_reader_destroy(film->clip_reader);
  memory_free(film);
}
