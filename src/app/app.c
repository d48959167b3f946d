#include "app/app.h"

#include <SDL.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>

#include "app/app_results.h"
#include "app/compare.h"
#include "app/land.h"
#include "app/run.h"
#include "base/clock.h"
#include "base/thread.h"
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "files/folders.h"

/* On a software driver: the step of resolution_share at which a window of more than so many pixels begins. Its first frames come soon, and
 * on a fast machine it rises from there. */
enum { START_STEP = 3, START_PIXELS = 400000 };

/* Programs that a scene needs for its first picture, about: where the bar of loading is full. */
enum { PROGRAMS = 28 };

static const double loading_every_s = 0.3; /* a software driver takes 10 ms to show it */

/* --- the first seconds: something stands in the window while shaders are compiled and the world is built -------------------- */

/* Shows the scene's thumbnail, its name and how much is done. */
static void show_loading(App *app) {
  Loading *const loading = &app->outputs.loading;
  const Scene *const scene = session_scene(app->session);
  const int index = loading->scene;
  int count;
  const char *const *const names = scene_names(&count);
  const PanelLoading view = {.name = index >= 0 ? names[index] : NULL,
                             .title = scene->title[0] ? scene->title : scene->name,
                             .done = fminf((float)loading->programs / PROGRAMS, 1)};
  panel_show_loading(app->outputs.panel, &view);
  SDL_GL_SwapWindow(app->outputs.window.sdl);
  loading->shown = clock_seconds();
}

/* Follows the renderer, which compiles a program. Returns false if the window has been closed. */
static bool follow_compiling(void *user, const char *name) {
  App *const app = user;
  Loading *const loading = &app->outputs.loading;
  (void)name;
  resolution_settle(&app->outputs.quality.resolution); /* a frame that compiles says nothing of those that follow */
  if (!loading->on) return true;
  loading->programs++;
  SDL_Event event; /* events stay in the queue for the first frame; only a wish to close is looked for */
  SDL_PumpEvents();
  if (SDL_PeepEvents(&event, 1, SDL_PEEKEVENT, SDL_QUIT, SDL_QUIT) > 0 || run_signalled() || window_lost()) app->program.quit = true;
  if (app->program.quit) return false; /* nothing is drawn into a window that may be gone */
  if (clock_seconds() - loading->shown >= loading_every_s) show_loading(app);
  return true;
}

static bool open_window(void *user, Error *error) {
  App *const app = user;
  Outputs *const outputs = &app->outputs;
  const Options *const o = &app->program.options;
  const Scene *const scene = session_scene(app->session);
  char icon[SCENE_PATH];
  if (!window_init(&outputs->window, o->width, o->height, false, error)) return false;
  if (!o->size_given) window_fit(&outputs->window);
  app_bind_keys(&app->program.settings.config);
  snprintf(icon, sizeof icon, "%s/icon.png", folder_assets());
  window_set_icon(&outputs->window, icon);
  if (!(outputs->panel = run_panel(&outputs->window, error))) return false;
  outputs->loading.on = true;
  window_set_title(&outputs->window, "Weir (loading)"); /* that of a window that is ready follows */
  show_loading(app);
  stats_shown(&app->program.stats);
  const RendererDef def = {.get_proc_address = window_gl_address,
                           .shader_dir = folder_shaders(),
                           .compiling = follow_compiling,
                           .user = app,
                           .cache_dir = folder_programs(),
                           .quality = 0}; /* the one that no driver finds hard; app_draw raises it */
  if (!(outputs->renderer = renderer_create(&def, error))) return false;
  if (o->stats) renderer_count_triangles(outputs->renderer, true);
  if (!renderer_reserve(outputs->renderer, scene->nx, scene->nz))
    return error_set(error, "not enough memory to draw %d x %d cells", scene->nx, scene->nz);
  outputs->build = frame_build_create();
  return outputs->build || error_set(error, "not enough memory to draw");
}

/* --- a run in a window ------------------------------------------------------------------------------------------------------- */

static bool open_run(App *app, Error *error) {
  Options *const o = &app->program.options;
  Outputs *const outputs = &app->outputs;
  Quality *const quality = &outputs->quality;
  Viewpoint *const view = &app->screen.view;
  app->screen.mode = o->view;
  app->screen.overlay_open = o->overlay;
  view->flying = o->flyby;
  if (!run_files_possible(o, error)) return false;
  run_sand_prepare(&app->program.sand, o);
  app_read_config(app);
  if (!(app->session = run_session(o, error)) || !run_sand_open(&app->program.sand, o, app->session, error)) return false;
  if (o->compare && !compare_split(o->compare, session_first_scene(app->session), &outputs->beside.how, error)) return false;
  app_apply_config(app);
  outputs->loading.scene = session_facts(app->session).scene_index; /* not to be asked for while another thread builds the session */
  view->index = view->opening = run_camera(o, app->session, error);
  if (view->index < 0 || !run_build(app->session, open_window, app, error)) return false;
  if (o->drop > 0) world_drop_script(session_world(app->session), o->drop);
  if (!app_film_begin(app, error) || !app_results_begin(app, error)) return false;
  const bool software = renderer_is_software(outputs->renderer);
  /* One picture may take its time; a window may not. */
  quality->reduced = software && !session_def_sets(&o->session, "quality") && !quality->chosen;
  if (quality->reduced) session_suit_quality(app->session, 0);
  /* Half of the cores are left to the driver: beside it the water's steps take as long on one of two cores, and frames come sooner. */
  if (software && thread_cores() > 1) session_suit_threads(app->session, thread_cores() / 2);
  if (software && outputs->window.width * outputs->window.height > START_PIXELS) quality->resolution.step = START_STEP;
  synth_init(&outputs->sound.synth);
  speaker_open(&outputs->sound.speaker, &outputs->sound.synth);
  if (!session_run(app->session, (SessionEnd){o->steps, o->seconds}, error)) return false;
  app->frame.shown = session_show(app->session, clock_seconds(), true); /* held until the first frame */
  camera_reset(&view->camera, &session_scene(app->session)->cameras[view->index], app->frame.shown.view);
  if (session_facts(app->session).view->given && !o->camera) app_restore_view(app);
  app->program.saving.at = clock_seconds();
  app_projector_begin(app);
  app_begin_config(app);
  return true;
}

static bool finish(App *app, Error *error) {
  const Options *const o = &app->program.options;
  Outputs *const outputs = &app->outputs;
  const Speaker *const speaker = &outputs->sound.speaker;
  bool ok = app_film_end(app, error) && (!o->screenshot || app_save_last_picture(app, error));
  const int errors = renderer_count_errors(outputs->renderer) + beside_count_errors(&outputs->beside);
  if (ok && errors > 0 && !window_lost())
    ok = error_set(error, "OpenGL: %d errors while drawing on %s", errors, renderer_device(outputs->renderer));
  const StatsDrawing drawing = {
      .sound_buffers = atomic_load(&speaker->renders), .sound_late = atomic_load(&speaker->late), .past_positions = app->frame.shown.jumps};
  ok = run_report(o, app->session, &app->program.stats, outputs->renderer, drawing, &app->program.sand, ok ? error : NULL) && ok;
  ok = app_save_at_end(app, ok ? error : NULL) && ok;
  ok = app_results_end(app, ok ? error : NULL) && ok;
  return run_close(ok, o, app->session, error);
}

App *app_begin(const Options *options, double start) {
  static App app; /* zeroed; too large for a small stack */
  app.program.options = *options;
  stats_init(&app.program.stats, start);
  app.program.open = open_run(&app, &app.program.fault);
  if (!app.program.open) return &app;
  app.program.stats.begun = clock_seconds();
  interrupt_save_with(run_stop, NULL);
  app.frame.at = clock_seconds();
  if (options->compare) app_show_beside(&app, 0);
  app_send_request(&app); /* lets the simulation go: both worlds begin with it */
  return &app;
}

bool app_next(App *app) {
  const Options *const o = &app->program.options;
  if (!app->program.open) return false;
  app_frame(app);
  return !app->program.quit && !run_signalled() && !session_is_done(app->session, (SessionEnd){o->steps, o->seconds});
}

int app_end(App *app) {
  Outputs *const outputs = &app->outputs;
  bool ok = app->program.open || app->program.quit; /* closed before it was open: no fault */
  if (app->program.open) {
    session_stop(app->session);
    ok = finish(app, &app->program.fault);
    app_write_config(app);
  }
  const int status = ok ? 0 : cli_fail(app->screen.view.index < 0 ? EXIT_USAGE : EXIT_FAULT, NULL, &app->program.fault);
  speaker_close(&outputs->sound.speaker);
  gamepad_close(&outputs->gamepad);
  panel_destroy(outputs->panel);
  app_film_close(outputs->film);
  beside_close(&outputs->beside);
  renderer_destroy(outputs->renderer);
  frame_build_destroy(outputs->build);
  window_shutdown(&outputs->window);
  session_destroy(app->session);
  app_results_close(outputs->results);
  app_land_close(app);
  run_sand_close(&app->program.sand);
  return status;
}

static int run_window(const Options *options, double start) {
  App *const app = app_begin(options, start);
  while (app_next(app)) {}
  return app_end(app);
}

/* --- the program ------------------------------------------------------------------------------------------------------------- */

static int list_scenes(void) {
  int count, status = 0;
  const char *const *names = scene_names(&count);
  for (int n = 0; n < count; n++) {
    char path[SCENE_PATH];
    Scene scene;
    Error error;
    if (scene_find(folder_assets(), names[n], path, &error) && scene_read(path, &scene, &error))
      printf("%-10s %-9s %4d x %-4d  %s\n", names[n], weir_solver_name(scene.solver), scene.nx, scene.nz, scene.title);
    else
      status = cli_fail(EXIT_FAULT, NULL, &error);
  }
  return status;
}

/* Runs --compare without a window: both worlds are its own. */
static int compare(Options *o) {
  Error error;
  Session *const session = run_session(o, &error);
  const Scene *const scene = session ? session_scene(session) : NULL;
  const CompareDef def = {scene, o->compare, o->seconds, o->release, o->drop, o->session.seed, o->session.threads};
  const bool ok = session && compare_run(&def, stdout, &error);
  session_destroy(session);
  return ok ? 0 : cli_fail(EXIT_FAULT, NULL, &error);
}

bool app_options(int argc, char **argv, Options *options, Error *error) {
  keys_check();
  if (!options_parse(argc, argv, options, error)) return false;
  options->session.asset_dir = folder_assets();
  options->session.commands = options_commands;
  options->session.threads_chosen = options->session.threads > 0;
  if (!options->session.threads_chosen) options->session.threads = thread_cores();
  return true;
}

int app_main(int argc, char **argv, double start) {
  Options options;
  Error error;
  if (!app_options(argc, argv, &options, &error)) return cli_fail(EXIT_USAGE, NULL, &error);
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
  if (options.compare && options.headless) return compare(&options);
  return options.headless ? headless_run(&options, start) : run_window(&options, start);
}
