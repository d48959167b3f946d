#include "app/run.h"

#include <stdatomic.h>
#include <string.h>

#include "base/output.h"
#include "base/thread.h"
#include "cli/cli.h"
#include "files/folders.h"

static atomic_bool signalled; /* a run asked to end by Ctrl+C or by the system */

static bool is_file(const char *stats) {
  return stats && strcmp(stats, "-") != 0;
}

/* --- the beginning --------------------------------------------------------------------------------------------------------- */

bool run_files_possible(const Options *o, Error *error) {
  Error reason;
  if (is_file(o->stats) && !output_possible(o->stats, &reason)) return error_set(error, "--stats: %s", reason.text);
  if (o->save && !output_possible(o->save, &reason)) return error_set(error, "--save: %s", reason.text);
  if (o->results.folder && !results_possible(o->results.folder, &reason)) return error_set(error, "--out: %s", reason.text);
  if (o->screenshot && !output_possible(o->screenshot, &reason)) return error_set(error, "--screenshot: %s", reason.text);
  return run_film_possible(o->film, error);
}

/* The line about a ground's file that is being read. */
typedef struct ReadingLine {
  Progress progress;
  const char *name;
} ReadingLine;

static bool tell_reading(void *user, double share) {
  ReadingLine *const line = user;
  progress_tell(&line->progress, "reading %s: %.0f %%", line->name, 100 * share);
  return !run_signalled();
}

Session *run_session(Options *o, Error *error) {
  static char last_save[SLOT_PATH];
  if (o->resume && !slots_find_autosave(last_save)) return error_set(error, "--resume: there is nothing to go on with yet"), NULL;
  if (o->resume) o->session.load = last_save;
  if (!o->headless) slots_claim_autosave();
  ReadingLine line = {progress_begin(), o->session.ground.path ? scene_file_name(o->session.ground.path) : ""};
  o->session.reading = (GeoProgress){tell_reading, &line};
  Session *const session = session_create(&o->session, error);
  progress_end(&line.progress);
  if (session && session_facts(session).note[0]) fprintf(stderr, "weir: %s\n", session_facts(session).note);
  return session;
}

int run_camera(const Options *o, const Session *session, Error *error) {
  const Scene *const scene = session_scene(session);
  const int index = o->camera ? scene_camera(scene, o->camera) : 0;
  if (index >= 0) return index;
  char list[SCENE_CAMERAS * (SCENE_CAMERA_NAME + 2)] = "";
  for (int n = 0; n < scene->camera_count; n++) {
    const size_t used = strlen(list);
    snprintf(list + used, sizeof list - used, "%s%s", n ? ", " : "", scene->cameras[n].name);
  }
  error_set(error, "--camera: '%s' is not a camera of scene '%s'; allowed: %s", o->camera, scene->name, list);
  return -1;
}

/* The job of the thread that builds the world while the driver compiles shaders: both take a third of a second. */
typedef struct WorldJob {
  Session *session;
  bool ok;
  Error error;
} WorldJob;

static void *build_world(void *data) {
  WorldJob *const job = data;
  job->ok = session_build(job->session, &job->error);
  return NULL;
}

bool run_build(Session *session, bool (*open)(void *user, Error *error), void *user, Error *error) {
  WorldJob job = {.session = session};
  Thread thread;
  if (!thread_start(&thread, build_world, &job)) build_world(&job);
  const bool picture = open(user, error);
  thread_join(&thread);
  if (!job.ok) *error = job.error; /* rather than one of the picture: the command line can mend it */
  return job.ok && picture;
}

Panel *run_panel(Window *window, Error *error) {
  char font[SCENE_PATH];
  snprintf(font, sizeof font, "%s/fonts/panel.ttf", folder_assets());
  Panel *const panel = panel_create(window, font);
  if (!panel) error_set(error, "not enough memory for the panel");
  return panel;
}

/* --- the end --------------------------------------------------------------------------------------------------------------- */

bool run_stop(void *unused) {
  (void)unused;
  signalled = true;
  return true;
}

bool run_signalled(void) {
  return signalled;
}

bool run_report(const Options *o, Session *session, const Stats *stats, Renderer *renderer, StatsDrawing drawing, const RunSand *sand,
                Error *error) {
  Error reason;
  if (!o->stats) return true;
  drawing.device = renderer ? renderer_device(renderer) : "none";
  drawing.triangles_max = renderer ? renderer_triangles_max(renderer) : -1;
  const StatsSand followed = {sand->feed ? sand_feed_counts(sand->feed) : (SandCounts){0}, session_ground_ledger(session)};
  Json json = stats_json(stats, session_facts(session).steps, session_world(session), &drawing, sand->feed ? &followed : NULL);
  /* Writing to standard output is checked at the program's end. */
  if (!is_file(o->stats)) return json_write(&json, stdout) || error_set(error, "--stats: not enough memory");
  return json_save(&json, o->stats, &reason) || error_set(error, "--stats: %s", reason.text);
}

bool run_close(bool ok, const Options *o, Session *session, Error *error) {
  if (ok && session_facts(session).fault->text[0]) ok = error_set(error, "%s", session_facts(session).fault->text);
  ok = session_close_log(session, ok ? error : NULL) && ok;
  return ok && (!o->session.check_replay || session_check_replay(session, error));
}
