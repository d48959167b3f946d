/* Results in a window: what is collected while the world goes, drawn as curves, and saved as a folder. */
#define _POSIX_C_SOURCE 200809L /* access, rmdir */
#include "app/app_results.h"

#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/paths.h"
#include "base/thread.h"

static const double curves_every_s = 0.2; /* s of the clock: eyes follow curves at that, and a software driver has the time */

enum { FOLDER = 32, FOLDERS_MAX = 999 };

/* Writing one copy, in a thread of its own. */
typedef struct Saver {
  Thread thread;
  MonitorCopy *copy; /* NULL: none is written */
  char folder[FOLDER];
  int64_t rows;
  bool ok;
  Error error;
  atomic_bool done;
} Saver;

/* The results of a window, from app_results_begin to app_results_close; owned by the App. */
typedef struct AppResults {
  Monitor *monitor;     /* collecting, or what it has collected; NULL: nothing yet */
  bool listens;         /* the session tells it of ticks */
  bool told_end, saved; /* another world ended it, and that was told; all of it was saved */
  int64_t told_lost;    /* rows */
  MonitorState before;  /* in the last frame */
  Saver saver;
  MonitorPlaces places; /* of the person's own: as of the last frame */
  uint32_t land;        /* of the world that they are in */
  ResultsDef def;       /* of the command line */
  Error error;          /* why it could not begin */
  Curves gauges, lines;
  double curves_at; /* clock */
  ResultsShown shown;
} AppResults;

/* --- what it hears of the world ------------------------------------------------------------------------------------------------- */

static void hear_begin(void *user, const World *world) {
  AppResults *const r = user;
  r->monitor = monitor_begin(world, &r->places, r->def.every_s, &r->error);
}

static void hear_tick(void *user, const World *world) {
  monitor_tick(((AppResults *)user)->monitor, world);
}

static void hear_jump(void *user, const World *world, double shared_s) {
  monitor_jump(((AppResults *)user)->monitor, world, shared_s);
}

static void hear_end(void *user, const World *world) {
  AppResults *const r = user;
  monitor_end(r->monitor, world);
  r->listens = false;
}

/* Begins to collect, in place of what there was. Returns false and sets *error if memory runs out. */
static bool begin(App *app, Error *error) {
  AppResults *const r = app->outputs.results;
  session_listen(app->session, NULL);
  monitor_destroy(r->monitor);
  r->monitor = NULL;
  const SessionListener listener = {hear_begin, hear_tick, hear_jump, hear_end, r};
  session_listen(app->session, &listener);
  r->listens = r->monitor != NULL;
  r->told_end = r->saved = false;
  r->before = (MonitorState){0};
  r->told_lost = 0;
  if (r->listens) return true;
  session_listen(app->session, NULL);
  return error_set(error, "results: %s", r->error.text);
}

bool app_results_begin(App *app, Error *error) {
  AppResults *const r = app->outputs.results = memory_create(1, sizeof *r);
  if (!r) return error_set(error, "not enough memory for results");
  r->def = app->program.options.results;
  r->shown = (ResultsShown){.kind = CURVE_LEVEL, .span_s = 60, .gauges = &r->gauges, .lines = &r->lines};
  if (!r->def.folder) return true;
  if (results_missing()) fprintf(stderr, "weir: --out: %s\n", results_missing());
  return begin(app, error);
}

/* --- beginning and ending by hand ------------------------------------------------------------------------------------------------ */

/* Follows where the person measures: there a scene without gauges has its gauge and its line. */
static void follow_places(App *app) {
  AppResults *const r = app->outputs.results;
  const WorldView *const world = app->frame.shown.view;
  const Measure *const measure = &app->screen.measure;
  const float wide = (float)world->nx * world->cell, deep = (float)world->nz * world->cell;
  if (r->land != world->land_version) r->places = (MonitorPlaces){0};
  r->land = world->land_version;
  if (!measure->on) r->places.has_gauge = false;
  r->places.has_line = measure->has_line;
  if (measure->place.on) { /* while the pointer is over the panel it stays where it was */
    r->places.has_gauge = true;
    r->places.gauge = (SceneGauge){"probe", measure->place.x / wide, measure->place.z / deep};
  }
  const GaugeLine *const line = &measure->line;
  if (measure->has_line)
    r->places.line = (SceneLine){"line", line->from[0] / wide, line->from[1] / deep, line->to[0] / wide, line->to[1] / deep};
}

static void say_begun(App *app) {
  const Scene *const scene = monitor_scene(app->outputs.results->monitor);
  const int gauges = scene->gauge_count, lines = scene->line_count;
  if (gauges + lines > 0)
    app_say(app, "results: recording %d gauge%s and %d line%s  \xC2\xB7  %s ends, %s saves", gauges, gauges == 1 ? "" : "s", lines,
            lines == 1 ? "" : "s", keys_name(ACTION_RESULTS), keys_name(ACTION_SAVE_RESULTS));
  else
    app_say_notice(
        app,
        "results: recording the maps alone, as there is no gauge here  \xC2\xB7  for one, %s and point at the water, or Shift+drag "
        "a line; then %s twice",
        keys_name(ACTION_PROBE), keys_name(ACTION_RESULTS));
}

static void end_monitor(void *user, const World *world) {
  monitor_end(user, world);
}

void app_results_toggle(App *app) {
  AppResults *const r = app->outputs.results;
  Error error;
  if (r->listens) {
    session_read(app->session, end_monitor, r->monitor);
    session_listen(app->session, NULL);
    r->listens = false;
    r->told_end = true;
    app_say(app, "results: ended; %s saves them", keys_name(ACTION_SAVE_RESULTS));
  } else if (begin(app, &error)) {
    r->shown.open = true;
    say_begun(app);
  } else {
    app_say_fault(app, &error);
  }
}

void app_results_toggle_plots(App *app) {
  AppResults *const r = app->outputs.results;
  r->shown.open = !r->shown.open;
  if (r->shown.open && !r->monitor) app_say(app, "plots: nothing is recorded yet; %s begins", keys_name(ACTION_RESULTS));
}

bool app_results_unsaved(const App *app) {
  const AppResults *const r = app->outputs.results;
  return r->monitor && !r->saved && !r->def.folder;
}

/* --- saving ---------------------------------------------------------------------------------------------------------------------- */

static void *write_copy(void *data) {
  Saver *const saver = data;
  saver->ok = monitor_write(saver->copy, saver->folder, &saver->error);
  if (!saver->ok) { /* a part of them would pass for all of them */
    results_remove(saver->folder);
    rmdir(saver->folder);
  }
  saver->done = true;
  return NULL;
}

/* Finds a folder that is not there yet. Returns false if there are too many. */
static bool find_folder(char folder[FOLDER]) {
  for (int n = 1; n <= FOLDERS_MAX; n++) {
    snprintf(folder, FOLDER, "weir-results-%03d", n);
    if (access(folder, F_OK) != 0) return true;
  }
  return false;
}

static void copy_monitor(void *user, const World *world) {
  AppResults *const r = user;
  r->saver.copy = monitor_copy(r->monitor, world);
}

void app_results_save(App *app) {
  AppResults *const r = app->outputs.results;
  Saver *const saver = &r->saver;
  if (!r->monitor) {
    app_say(app, "results: nothing is recorded yet; %s begins", keys_name(ACTION_RESULTS));
  } else if (saver->copy) {
    app_say(app, "results: the last ones are still being written");
  } else if (!find_folder(saver->folder)) {
    app_say(app, "results: weir-results-001 to weir-results-%d are all there already", FOLDERS_MAX);
  } else {
    session_read(app->session, copy_monitor, r);
    if (!saver->copy) {
      app_say(app, "results: not enough memory to save them; they are still here");
      return;
    }
    saver->rows = monitor_state(r->monitor).rows;
    saver->done = false;
    if (!thread_start(&saver->thread, write_copy, saver)) write_copy(saver);
  }
}

/* Tells of results that have been written, and frees the copy. */
static void look_at_saver(App *app) {
  AppResults *const r = app->outputs.results;
  Saver *const saver = &r->saver;
  char whole[SCENE_PATH];
  if (!saver->copy || !saver->done) return;
  thread_join(&saver->thread);
  monitor_copy_destroy(saver->copy);
  saver->copy = NULL;
  path_whole(saver->folder, whole, sizeof whole);
  if (saver->ok) {
    r->saved = r->saved || !r->listens;
    app_say_notice(app, "results: saved in %s, %lld rows and the maps%s", whole, (long long)saver->rows,
                   results_missing() ? " but GeoTIFF, which this build has not" : "");
  } else {
    Error error;
    error_set(&error, "results: %.300s; they are still here, and %s tries again", saver->error.text, keys_name(ACTION_SAVE_RESULTS));
    app_say_fault(app, &error);
  }
}

/* --- each frame ------------------------------------------------------------------------------------------------------------------ */

/* Tells, once each, that another world ended it and that rows were lost. */
static void look_at_monitor(App *app) {
  AppResults *const r = app->outputs.results;
  if (!r->monitor) return;
  const MonitorState state = monitor_state(r->monitor);
  if (state.ended && !r->told_end)
    app_say_notice(app, "results: ended with the world that they are of  \xC2\xB7  %s saves them, %s begins again",
                   keys_name(ACTION_SAVE_RESULTS), keys_name(ACTION_RESULTS));
  r->told_end = r->told_end || state.ended;
  if (state.rows < r->before.rows) app_say(app, "results: cut back with the water, from %.1f to %.1f s", r->before.to_s, state.to_s);
  r->before = state;
  if (state.lost > 0 && r->told_lost == 0) app_say_notice(app, "results: not enough memory for all rows; save them, and begin again");
  r->told_lost = state.lost;
}

static void renew_curves(AppResults *r, double now) {
  ResultsShown *const shown = &r->shown;
  if (!shown->open || !r->monitor || (!shown->changed && now - r->curves_at < curves_every_s)) return;
  r->curves_at = now;
  shown->changed = false;
  if (shown->kind == CURVE_DISCHARGE && monitor_scene(r->monitor)->line_count == 0) shown->kind = CURVE_LEVEL;
  curves_make(&r->gauges, r->monitor, shown->kind == CURVE_DISCHARGE ? CURVE_LEVEL : shown->kind, shown->span_s);
  curves_make(&r->lines, r->monitor, CURVE_DISCHARGE, shown->span_s);
}

void app_results_frame(App *app, double now) {
  AppResults *const r = app->outputs.results;
  follow_places(app);
  if (r->monitor && r->listens) monitor_provide(r->monitor);
  look_at_saver(app);
  look_at_monitor(app);
  renew_curves(r, now);
}

ResultsShown *app_results_shown(App *app) {
  AppResults *const r = app->outputs.results;
  ResultsShown *const shown = &r->shown;
  shown->any = r->monitor != NULL;
  shown->records = r->listens;
  shown->saves = r->saver.copy != NULL;
  if (!r->monitor) return shown;
  const MonitorState state = monitor_state(r->monitor);
  shown->seconds = state.to_s - state.from_s;
  shown->gauge_count = monitor_scene(r->monitor)->gauge_count;
  shown->line_count = monitor_scene(r->monitor)->line_count;
  return shown;
}

/* --- the end --------------------------------------------------------------------------------------------------------------------- */

bool app_results_end(App *app, Error *error) {
  AppResults *const r = app->outputs.results;
  Error reason = {0};
  thread_join(&r->saver.thread);
  if (r->saver.copy && !r->saver.ok) return error_set(error, "results: %s", r->saver.error.text);
  if (!r->def.folder || !r->monitor) return true;
  MonitorCopy *const copy = monitor_copy(r->monitor, session_world(app->session));
  const bool ok = copy && monitor_write(copy, r->def.folder, &reason);
  if (!copy) error_set(&reason, "%s: not enough memory", r->def.folder);
  monitor_copy_destroy(copy);
  return ok || error_set(error, "--out: %s", reason.text);
}

void app_results_close(AppResults *r) {
  if (!r) return;
  thread_join(&r->saver.thread);
  monitor_copy_destroy(r->saver.copy);
  monitor_destroy(r->monitor);
  memory_free(r);
}
