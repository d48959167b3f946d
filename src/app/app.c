#include "app/app.h"

#include <SDL.h>
#include <stdatomic.h>
#include <string.h>

#include "app/app_config.h"
#include "app/app_film.h"
#include "app/app_saves.h"
#include "app/app_state.h"
#include "app/compare/compare.h"
#include "app/devices/icon.h"
#include "app/files/folders.h"
#include "app/files/slots.h"
#include "app/frame.h"
#include "app/headless.h"
#include "app/loading.h"
#include "app/request.h"
#include "app/scenes.h"
#include "app/side_by_side.h"
#include "base/clock.h"
#include "base/output.h"
#include "base/thread.h"
#include "cli/cli.h"
#include "cli/interrupt.h"

enum { EXIT_FAULT = 1, EXIT_USAGE = 2 };

/* On a software driver: the step of resolution_share at which a window of more than so many pixels begins. Its first frames come soon, and
 * on a fast machine it rises from there. */
enum { START_STEP = 3, START_PIXELS = 400000 };

static bool to_a_file(const char *stats) {
  return stats && strcmp(stats, "-") != 0;
}

static bool open_panel(App *app, Error *error) {
  char font[SCENE_PATH];
  snprintf(font, sizeof font, "%s/fonts/panel.ttf", folder_assets());
  app->outputs.panel = panel_create(&app->outputs.window, font);
  return app->outputs.panel || error_set(error, "not enough memory for the panel");
}

static bool open_picture(App *app, Error *error) {
  const Options *o = &app->program.options;
  if (!window_init(&app->outputs.window, o->width, o->height, o->headless, error)) return false;
  if (!o->headless && !o->size_given) window_fit(&app->outputs.window);
  if (!o->headless) app_bind_keys(app);
  char icon[SCENE_PATH];
  snprintf(icon, sizeof icon, "%s/icon.png", folder_assets());
  if (!o->headless) icon_set(app->outputs.window.sdl, icon);
  if (!o->headless && !(open_panel(app, error))) return false;
  if (!o->headless) app_begin_loading(app);
  const RendererDef def = {.get_proc_address = window_gl_address,
                           .shader_dir = folder_shaders(),
                           .compiling = app_show_loading,
                           .user = app,
                           .cache_dir = o->headless ? NULL : folder_programs(),
                           .quality = 0}; /* the one that no driver finds hard; app_draw raises it */
  app->outputs.renderer = renderer_create(&def, error);
  if (!app->outputs.renderer) return false;
  app->outputs.quality.now = def.quality;
  if (o->stats) renderer_count_triangles(app->outputs.renderer, true);
  const Scene *scene = session_scene(app->session);
  if (!renderer_reserve(app->outputs.renderer, scene->nx, scene->nz))
    return error_set(error, "not enough memory to draw %d x %d cells", scene->nx, scene->nz);
  app->outputs.build = frame_build_create();
  if (!app->outputs.build) return error_set(error, "not enough memory to draw");
  return !o->headless || !o->overlay || open_panel(app, error);
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

/* A fault of the world is reported before one of the picture: the command line can mend it. */
static bool open_both(App *app, Error *error) {
  WorldJob job = {.session = app->session};
  Thread thread;
  if (!thread_start(&thread, build_world, &job)) build_world(&job);
  Error picture_error;
  const bool picture = open_picture(app, &picture_error);
  thread_join(&thread);
  if (!job.ok) return error_set(error, "%s", job.error.text);
  return picture || error_set(error, "%s", picture_error.text);
}

/* The camera that --camera names. */
static bool choose_camera(App *app, Error *error) {
  const Scene *scene = session_scene(app->session);
  const char *const name = app->program.options.camera;
  app->screen.view.index = name ? scene_camera(scene, name) : 0;
  app->screen.view.opening = app->screen.view.index > 0 ? app->screen.view.index : 0;
  if (app->screen.view.index >= 0) return true;
  char list[SCENE_CAMERAS * (SCENE_CAMERA_NAME + 2)] = "";
  for (int n = 0; n < scene->camera_count; n++) {
    const size_t used = strlen(list);
    snprintf(list + used, sizeof list - used, "%s%s", n ? ", " : "", scene->cameras[n].name);
  }
  app->program.misused = true;
  return error_set(error, "--camera: '%s' is not a camera of scene '%s'; allowed: %s", name, scene->name, list);
}

/* Tells what was found in an image of the person's own, and assumed. */
static void tell_ground(const Session *session) {
  if (session_note(session)[0]) fprintf(stderr, "weir: %s\n", session_note(session));
}

static bool app_open(App *app, Error *error) {
  const Options *o = &app->program.options;
  app->screen.mode = o->view;
  app->screen.overlay_open = o->overlay;
  app->screen.view.flying = o->flyby && !o->headless;
  Error reason; /* found out now rather than after a long run */
  if (to_a_file(o->stats) && !output_possible(o->stats, &reason)) return error_set(error, "--stats: %s", reason.text);
  if (o->save && !output_possible(o->save, &reason)) return error_set(error, "--save: %s", reason.text);
  if (o->screenshot && !output_possible(o->screenshot, &reason)) return error_set(error, "--screenshot: %s", reason.text);
  if (!app_film_possible(o, error)) return false;
  if (!o->headless) app_read_config(app);
  static char last_save[SLOT_PATH];
  if (o->resume && !slots_find_autosave(last_save)) return error_set(error, "--resume: there is nothing to go on with yet");
  if (o->resume) app->program.options.session.load = last_save;
  if (!o->headless) slots_claim_autosave();
  if (!(app->session = session_create(&o->session, error))) return false;
  tell_ground(app->session);
  if (!app_read_compare(app, error)) return false;
  if (!o->headless) app_apply_config(app);
  if (!choose_camera(app, error)) return false;
  const bool picture = !o->headless || o->screenshot || o->film; /* else not one library of GL is loaded */
  if (!(picture ? open_both(app, error) : session_build(app->session, error))) return false;
  if (o->headless && !session_replays(app->session))
    settings_send(session_wanted(app->session), session_world(app->session)); /* --set beside --load */
  if (o->drop > 0) world_drop_script(session_world(app->session), o->drop);
  if (!app_film_begin(app, error)) return false;
  if (o->headless) return true;
  /* One picture may take its time; a window may not. */
  app->outputs.quality.reduced =
      renderer_is_software(app->outputs.renderer) && !session_def_sets(&o->session, "quality") && !app->outputs.quality.chosen;
  if (app->outputs.quality.reduced) session_suit_quality(app->session, 0);
  if (renderer_is_software(app->outputs.renderer) && app->outputs.window.width * app->outputs.window.height > START_PIXELS)
    app->outputs.quality.resolution.step = START_STEP;
  synth_init(&app->outputs.sound.synth);
  speaker_open(&app->outputs.sound.speaker, &app->outputs.sound.synth);
  if (!session_run(app->session, (SessionEnd){o->steps, o->seconds}, error)) return false;
  app->frame.shown = session_show(app->session, clock_seconds(), true); /* held until the first frame */
  camera_reset(&app->screen.view.camera, &session_scene(app->session)->cameras[app->screen.view.index], app->frame.shown.view);
  if (session_view(app->session)->given && !o->camera) app_restore_view(app);
  app->program.saving.at = clock_seconds();
  app_begin_config(app);
  return true;
}

/* Writes --stats' report, if any. Writing to standard output is checked at the program's end. Returns false and sets *error if the report
 * cannot be written. */
static bool app_write_stats(const App *app, Error *error) {
  const char *const path = app->program.options.stats;
  const StatsDrawing drawing = {app->outputs.renderer ? renderer_device(app->outputs.renderer) : "none",
                                app->outputs.renderer && path ? renderer_triangles_max(app->outputs.renderer) : -1,
                                atomic_load(&app->outputs.sound.speaker.renders), atomic_load(&app->outputs.sound.speaker.late),
                                app->frame.shown.jumps};
  Error reason;
  if (!path) return true;
  Json json = stats_json(&app->program.stats, session_step_stats(app->session), session_world(app->session), &drawing);
  if (!to_a_file(path)) return json_write(&json, stdout) || error_set(error, "--stats: not enough memory");
  return json_save(&json, path, &reason) || error_set(error, "--stats: %s", reason.text);
}

static bool app_finish(App *app, Error *error) {
  bool ok = app_film_end(app, error);
  if (ok && app->program.options.screenshot) ok = app_save_last_picture(app, error);
  const int errors = (app->outputs.renderer ? renderer_count_errors(app->outputs.renderer) : 0) + beside_count_errors(&app->outputs.beside);
  if (ok && errors > 0 && !window_lost())
    ok = error_set(error, "OpenGL: %d errors while drawing on %s", errors, renderer_device(app->outputs.renderer));
  ok = app_write_stats(app, ok ? error : NULL) && ok;
  ok = app_save_at_end(app, ok ? error : NULL) && ok;
  if (ok && session_fault(app->session)->text[0]) ok = error_set(error, "%s", session_fault(app->session)->text);
  ok = session_close_log(app->session, ok ? error : NULL) && ok;
  if (ok && app->program.options.session.check_replay) ok = session_check_replay(app->session, error);
  if (ok && app->program.options.headless && app_signalled())
    ok = error_set(error, "ended by a signal after %lld steps", (long long)session_step_stats(app->session)->steps);
  return ok;
}

static int list_scenes(void) {
  int count, status = 0;
  const char *const *names = scene_names(&count);
  for (int n = 0; n < count; n++) {
    char path[SCENE_PATH];
    Scene scene;
    Error error;
    if (!scene_find(folder_assets(), names[n], path, &error) || !scene_read(path, &scene, &error)) {
      status = cli_fail(EXIT_FAULT, NULL, &error);
      continue;
    }
    printf("%-10s %-9s %4d x %-4d  %s\n", names[n], weir_solver_name(scene.solver), scene.nx, scene.nz, scene.title);
  }
  return status;
}

/* --compare without a window: both worlds are its own. */
static int compare(const Options *o) {
  CompareDef def = {.seconds = o->seconds, .release = o->release, .drop = o->drop, .seed = o->session.seed, .threads = o->session.threads};
  Error error;
  Session *const session = session_create(&o->session, &error);
  if (session) tell_ground(session);
  if (session) def.scene = session_scene(session);
  const bool ok = session && compare_parse(o->compare, def.sides, &error) && compare_run(&def, stdout, &error);
  session_destroy(session);
  return ok ? 0 : cli_fail(EXIT_FAULT, NULL, &error);
}

static int run(const Options *options, double start) {
  static App app; /* zeroed; too large for a small stack */
  Error error;
  app.program.options = *options;
  stats_init(&app.program.stats, start);
  const bool open = app_open(&app, &error);
  bool ok = open || app.program.quit; /* closed before it was open: no fault */
  if (open) {
    stats_begin(&app.program.stats);
    interrupt_save_with(app_end_run, NULL);
    if (options->headless) {
      app_run_headless(&app);
    } else {
      app.frame.at = clock_seconds();
      if (options->compare) app_start_beside(&app);
      app_send_request(&app); /* lets the simulation go: both worlds begin with it */
      do app_frame(&app);
      while (!app_done(&app));
      session_stop(app.session);
    }
    ok = app_finish(&app, &error);
    if (!app.program.options.headless) app_write_config(&app);
  }
  const int status = ok ? 0 : cli_fail(app.program.misused ? EXIT_USAGE : EXIT_FAULT, NULL, &error);
  speaker_close(&app.outputs.sound.speaker);
  gamepad_close(&app.outputs.gamepad);
  panel_destroy(app.outputs.panel);
  app_film_close(&app);
  beside_close(&app.outputs.beside);
  renderer_destroy(app.outputs.renderer);
  frame_build_destroy(app.outputs.build);
  window_shutdown(&app.outputs.window);
  session_destroy(app.session);
  return status;
}

int app_main(int argc, char **argv, double start) {
  Options options;
  Error error;
  keys_check();
  if (!options_parse(argc, argv, &options, &error)) return cli_fail(EXIT_USAGE, NULL, &error);
  switch (options.request) {
    case OPTIONS_HELP: options_print_help(stdout); return 0;
    case OPTIONS_VERSION:
      printf("weir %s%s%s%s\n", weir_version(), *program_commit() ? " (commit " : "", program_commit(), *program_commit() ? ")" : "");
      return 0;
    case OPTIONS_LIST_SCENES: return list_scenes();
    case OPTIONS_LIST_KEYS: keys_print_names(stdout); return 0;
    case OPTIONS_LIST_PARAMS: options_print_params(stdout); return 0;
    case OPTIONS_RUN: break;
  }
  options.session.asset_dir = folder_assets();
  options.session.commands = options_commands();
  if (options.session.threads == 0) options.session.threads = session_default_threads();
  return options.compare && options.headless ? compare(&options) : run(&options, start);
}
