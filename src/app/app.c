#include "app/app.h"

#include <SDL.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/app_state.h"
#include "app/bench.h"
#include "app/check_command.h"
#include "app/launch.h"
#include "base/clock.h"

enum { EXIT_FAULT = 1, EXIT_USAGE = 2 };

static const double ticks_most_s = 0.25; /* of a frame: a grid too heavy for the machine must not freeze the window */

static volatile sig_atomic_t signalled; /* asked to end by Ctrl+C or by the system */

static void on_signal(int number) {
  (void)number;
  signalled = 1;
}

static int fault(int status, const Error *error) {
  fprintf(stderr, "weir: %s\n", error->text);
  return status;
}

static const char *folder(const char *variable, const char *built_in) {
  const char *set = getenv(variable);
  return set && *set ? set : built_in;
}

static const char *asset_dir(void) {
  return folder("WEIR_ASSETS", WEIR_ASSET_DIR);
}

/* --- setting up ------------------------------------------------------------------------------------------------------ */

/* Found out now rather than after a long run. */
static bool open_outputs(App *app, Error *error) {
  const Options *o = &app->options;
  if (o->stats) {
    app->stats_file = strcmp(o->stats, "-") == 0 ? stdout : fopen(o->stats, "w");
    if (!app->stats_file) return error_set(error, "--stats: %s: cannot be written", o->stats);
  }
  if (!o->screenshot) return true;
  const bool new_file = access(o->screenshot, F_OK) != 0;
  FILE *probe = fopen(o->screenshot, "ab");
  if (!probe) return error_set(error, "--screenshot: %s: cannot be written", o->screenshot);
  fclose(probe);
  if (new_file) remove(o->screenshot);
  return true;
}

static bool open_picture(App *app, Error *error) {
  const Options *o = &app->options;
  if (!window_init(&app->window, o->width, o->height, o->headless, error)) return false;
  const RendererDef def = {.get_proc_address = window_gl_address,
                           .shader_dir = folder("WEIR_SHADERS", WEIR_SHADER_DIR),
                           .quality = 0}; /* the one that no driver finds hard; app_draw raises it */
  app->renderer = renderer_create(&def, error);
  if (!app->renderer) return false;
  app->quality = def.quality;
  app->build = frame_build_create();
  if (!app->build) return error_set(error, "not enough memory to draw");
  if (o->headless && !o->overlay) return true;
  char font[SCENE_PATH];
  snprintf(font, sizeof font, "%s/fonts/panel.ttf", asset_dir());
  app->panel = panel_create(&app->window, font);
  return app->panel || error_set(error, "not enough memory for the panel");
}

typedef struct WorldJob { /* the world is built while the driver compiles shaders: both take a third of a second */
  Session *session;
  Error error;
} WorldJob;

static int build_world(void *data) {
  WorldJob *job = data;
  return session_build(job->session, &job->error) ? 0 : 1;
}

/* The world's fault comes first: it is the one that the command line can mend. */
static bool open_both(App *app, Error *error) {
  WorldJob job = {.session = &app->session};
  SDL_Thread *thread = SDL_CreateThread(build_world, "world", &job);
  int failed = 0;
  if (!thread) failed = build_world(&job);
  Error picture_error;
  const bool picture = open_picture(app, &picture_error);
  if (thread) SDL_WaitThread(thread, &failed);
  if (failed) return error_set(error, "%s", job.error.text);
  return picture || error_set(error, "%s", picture_error.text);
}

static bool app_open(App *app, Error *error) {
  const Options *o = &app->options;
  const int threads = o->threads > 0 ? o->threads : session_default_threads();
  app->mode = o->view;
  app->overlay_open = o->overlay;
  if (!open_outputs(app, error)) return false;
  if (!session_start(&app->session, o, asset_dir(), threads, error)) return false;
  const bool picture = !o->headless || o->screenshot; /* else not one library of GL is loaded */
  if (!(picture ? open_both(app, error) : session_build(&app->session, error))) return false;
  if (o->drop > 0) world_drop_script(app->session.world, o->drop);
  if (!picture) return true;
  /* One picture may take its time; a window may not. */
  if (renderer_is_software(app->renderer) && !o->headless) session_suit_quality(&app->session, 0);
  camera_reset(&app->camera, &app->session.scene, app->session.world);
  return true;
}

static void app_close(App *app) {
  panel_destroy(app->panel);
  renderer_destroy(app->renderer);
  frame_build_destroy(app->build);
  window_shutdown(&app->window);
  session_end(&app->session);
  if (app->stats_file && app->stats_file != stdout) fclose(app->stats_file);
}

/* --- running --------------------------------------------------------------------------------------------------------- */

static bool app_done(const App *app) {
  const Options *o = &app->options;
  const double half_tick = 0.5 * (double)app->session.world->params.tick;
  if (app->quit || signalled) return true;
  if (o->steps >= 0 && app->stats.steps >= o->steps) return true;
  return o->seconds >= 0 && app->stats.simulated > o->seconds - half_tick;
}

static void app_step(App *app) {
  const double at = clock_seconds();
  world_step(app->session.world);
  stats_step(&app->stats, clock_seconds() - at, app->session.world);
}

static double app_lap(App *app, ProfilePhase phase, double since) {
  return profile_lap(&app->session.world->profile, phase, since);
}

static void app_input(App *app) {
  const WindowFilter filter = {app->panel ? panel_filter : NULL, app->panel};
  window_poll(&app->window, filter, &app->input);
  if (app->input.quit) app->quit = true;
  app_press_keys(app);
}

static void app_panel(App *app) {
  Session *session = &app->session;
  const PanelView view = {.world = session->world, .scene = &session->scene, .scene_index = session->scene_index,
                          .device = renderer_device(app->renderer), .params = &session->wanted,
                          .solver = &session->wanted_solver, .liquid = session->wanted_liquid,
                          .sides = &session->wanted_sides, .mode = &app->mode, .tool = &app->tools.hand,
                          .paused = &app->paused, .panel = app->panel_open, .overlay = app->overlay_open,
                          .help = app->help_open, .plain = app->picture_asked, .fps = app->pace.fps,
                          .frame_ms = app->pace.frame_ms, .ratio = app->pace.ratio, .slowed = app->pace.slowed,
                          .scale = frame_build_scale(app->build, app->mode)};
  if (!app->panel) return;
  const PanelRequest request = panel_build(app->panel, &view);
  app_act(app, request.action);
  if (request.scene >= 0) app_take_scene(app, request.scene);
  if (request.liquid >= 0) session_take_liquid(session, request.liquid);
}

static void app_tools(App *app, double elapsed) {
  const Window *window = &app->window;
  tools_update(&app->tools, &app->input, &app->camera, window->width, window->height, &app->session.wanted, app->paused,
               elapsed, app->session.world);
  if (app->tools.refused) app_say(app, "commands: too many wait%s", app->paused ? "; Space goes on" : "");
}

static void app_ticks(App *app, double elapsed) {
  World *world = app->session.world;
  const double begun = clock_seconds();
  if (app->paused) {
    app->pace.backlog = app->single_steps * (double)world->params.tick;
    app->single_steps = 0;
  } else {
    pace_owe(&app->pace, elapsed, (double)app->session.wanted.time_scale);
  }
  if (app->pace.backlog >= (double)world->params.tick) session_send_wishes(&app->session);
  while (!app_done(app) && pace_take(&app->pace, (double)world->params.tick)) {
    tools_tick(&app->tools, &app->session.wanted, world);
    app_step(app);
    if (clock_seconds() - begun > ticks_most_s) pace_forgive(&app->pace, (double)world->params.tick);
  }
}

static const FrameView *app_build(App *app) {
  const World *world = app->session.world;
  FrameWish wish = {.looks = &app->session.wanted, .mode = app->mode, .camera = &app->camera};
  const bool still = app->paused || app->options.headless;
  wish.alpha = still ? 1 : pace_alpha(&app->pace, (double)world->params.tick);
  wish.cursor_on = app->tools.aim.hit && !app->picture_asked && !app->window.right && !app->window.middle;
  wish.cursor_radius = tools_ring(&app->tools, app->input.shift, &app->session.wanted, wish.cursor_colour);
  memcpy(wish.cursor, app->tools.aim.position, sizeof wish.cursor);
  return frame_build_run(app->build, world, &wish);
}

static void app_draw(App *app, const FrameView *frame) {
  const int quality = (int)app->session.wanted.quality;
  if (quality != app->quality) renderer_set_quality(app->renderer, quality);
  app->quality = quality;
  if (frame) renderer_draw(app->renderer, frame, app->window.width, app->window.height);
}

static void app_frame(App *app) {
  const double now = clock_seconds(), elapsed = now - app->frame_at;
  double at = now;
  app->frame_at = now;
  app_input(app);
  at = app_lap(app, PROFILE_INPUT, at);
  app_panel(app);
  at = app_lap(app, PROFILE_PANEL, at);
  camera_update(&app->camera, &app->input, app->session.world, app->window.width, app->window.height, elapsed);
  app_tools(app, elapsed);
  app_lap(app, PROFILE_INPUT, at);
  app_ticks(app, elapsed);
  pace_frame(&app->pace, now);
  if (app->window.minimised) {
    window_wait(0.01);
    return;
  }
  at = clock_seconds();
  const FrameView *frame = app_build(app);
  at = app_lap(app, PROFILE_BUILD, at);
  app_draw(app, frame);
  at = app_lap(app, PROFILE_DRAW, at);
  if (app->panel) panel_draw(app->panel);
  if (app->picture_asked) app_take_picture(app);
  at = app_lap(app, PROFILE_PANEL, at);
  window_present(&app->window);
  app_lap(app, PROFILE_PRESENT, at);
  stats_frame(&app->stats);
  profile_frame(&app->session.world->profile, (int)fmin(fmax(0.5 * app->pace.fps, 4), 60));
}

/* The last state as a picture, without messages; the window shows it no more. */
static bool app_last_picture(App *app, Error *error) {
  app->picture_asked = true;
  app->input = (Input){0};
  app->tools.aim.hit = false;
  camera_update(&app->camera, &app->input, app->session.world, app->window.width, app->window.height, 0);
  app_panel(app); /* twice: Dear ImGui measures a new window in its first frame and shows it in its second */
  app_panel(app);
  if (app->stats.frames == 0) app_draw(app, app_build(app)); /* a first frame may leave something out: renderer.h */
  app_draw(app, app_build(app));
  if (app->panel) panel_draw(app->panel);
  if (app->stats.frames == 0) stats_frame(&app->stats);
  return renderer_screenshot(app->window.width, app->window.height, app->options.screenshot, error);
}

static void app_run(App *app) {
  if (app->options.headless) {
    while (!app_done(app)) app_step(app);
    return;
  }
  app->frame_at = clock_seconds();
  do app_frame(app);
  while (!app_done(app));
}

static bool app_finish(App *app, Error *error) {
  bool ok = !app->options.screenshot || app_last_picture(app, error);
  const int errors = app->renderer ? renderer_take_errors(app->renderer) : 0;
  if (ok && errors > 0 && !window_lost()) ok = error_set(error, "OpenGL: %d errors while drawing on %s", errors, renderer_device(app->renderer));
  if (!app->stats_file) return ok;
  const char *device = app->renderer ? renderer_device(app->renderer) : NULL;
  if (stats_write(&app->stats, app->session.world, device, app->stats_file)) return ok;
  return ok ? error_set(error, "--stats: %s: cannot be written", app->options.stats) : false;
}

/* --- from the command line ------------------------------------------------------------------------------------------- */

static int list_scenes(void) {
  int count, status = 0;
  const char *const *names = scene_names(&count);
  for (int n = 0; n < count; n++) {
    char path[SCENE_PATH];
    Scene scene;
    Error error;
    if (!scene_find(asset_dir(), names[n], path, &error) || !scene_read(path, &scene, &error)) {
      status = fault(EXIT_FAULT, &error);
      continue;
    }
    printf("%-10s %-9s %4d x %-4d  %s\n", names[n], weir_solver_name(scene.solver), scene.nx, scene.nz, scene.title);
  }
  return status;
}

static int run(const Options *options, double start) {
  static App app; /* zeroed; too large for a small stack */
  Error error;
  app.options = *options;
  const bool open = app_open(&app, &error);
  bool ok = open;
  if (open) {
    stats_init(&app.stats, start);
    app_run(&app);
    ok = app_finish(&app, &error);
  }
  const int status = ok ? 0 : fault(EXIT_FAULT, &error);
  app_close(&app);
  return status;
}

int app_main(int argc, char **argv) {
  const double start = clock_seconds();
  Options options;
  Error error;
  launch_with_patient_threads(argv);
  keys_check();
  signal(SIGINT, on_signal);
  signal(SIGTERM, on_signal);
  if (argc > 1 && strcmp(argv[1], "bench") == 0) return bench_main(argc - 1, argv + 1);
  if (argc > 1 && strcmp(argv[1], "check") == 0) return check_main(argc - 1, argv + 1);
  if (!options_parse(argc, argv, &options, &error)) return fault(EXIT_USAGE, &error);
  switch (options.wish) {
    case OPTIONS_HELP: options_print_help(stdout); return 0;
    case OPTIONS_VERSION: printf("weir %s\n", WEIR_VERSION); return 0;
    case OPTIONS_LIST_SCENES: return list_scenes();
    case OPTIONS_LIST_PARAMS: options_print_params(stdout); return 0;
    case OPTIONS_RUN: break;
  }
  return run(&options, start);
}
