#include "app/app.h"

#include <SDL.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "app/app_state.h"
#include "app/flyby.h"
#include "app/folders.h"
#include "base/clock.h"
#include "base/output.h"
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/progress.h"

enum { EXIT_FAULT = 1, EXIT_USAGE = 2 };

static atomic_bool signalled; /* a run asked to end by Ctrl+C or by the system */

/* A run ends after the step or frame that it is at, and writes what it was to write. */
static bool end_the_run(void *unused) {
  (void)unused;
  signalled = true;
  return true;
}

/* s: for how much of the end of a run without a window foam and wet ground are followed before its picture, and how often: ground
 * dries within this (shaders/surface.frag), and the renderer takes no step of time for longer than a quarter of a second. */
static const double unwatched_s = 15, unwatched_frame_s = 0.1;

/* --- setting up ------------------------------------------------------------------------------------------------------ */

static bool to_a_file(const char *stats) {
  return stats && strcmp(stats, "-") != 0;
}

/* Found out now rather than after a long run. */
static bool check_outputs(const Options *o, Error *error) {
  Error reason;
  if (to_a_file(o->stats) && !output_possible(o->stats, &reason)) return error_set(error, "--stats: %s", reason.text);
  if (o->screenshot && !output_possible(o->screenshot, &reason)) return error_set(error, "--screenshot: %s", reason.text);
  return true;
}

static bool open_picture(App *app, Error *error) {
  const Options *o = &app->options;
  if (!window_init(&app->window, o->width, o->height, o->headless, error)) return false;
  const RendererDef def = {.get_proc_address = window_gl_address,
                           .shader_dir = folder_shaders(),
                           .quality = 0}; /* the one that no driver finds hard; app_draw raises it */
  app->renderer = renderer_create(&def, error);
  if (!app->renderer) return false;
  app->quality = def.quality;
  if (o->stats) renderer_count_triangles(app->renderer, true);
  const Scene *scene = &app->session.scene;
  if (!renderer_reserve(app->renderer, scene->nx, scene->nz))
    return error_set(error, "not enough memory to draw %d x %d cells", scene->nx, scene->nz);
  app->build = frame_build_create();
  if (!app->build) return error_set(error, "not enough memory to draw");
  if (o->headless && !o->overlay) return true;
  char font[SCENE_PATH];
  snprintf(font, sizeof font, "%s/fonts/panel.ttf", folder_assets());
  app->panel = panel_create(&app->window, font);
  return app->panel || error_set(error, "not enough memory for the panel");
}

/* The job of the thread that builds the world while the driver compiles shaders: both take a third of a second. */
typedef struct WorldJob {
  Session *session;
  Error error;
} WorldJob;

static int build_world(void *data) {
  WorldJob *job = data;
  return session_build(job->session, &job->error) ? 0 : 1;
}

/* A fault of the world is reported before one of the picture: the command line can mend it. */
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

/* The world in a thread of its own, held until the first frame. */
static bool open_simulation(App *app, Error *error) {
  const SimEnd end = {app->options.steps, app->options.seconds};
  app->sim = sim_create(&app->stats, end, error);
  if (!app->sim || !sim_set_world(app->sim, app->session.world, error)) return false;
  app->session.sim = app->sim;
  app->shown = sim_show(app->sim, clock_seconds(), true);
  camera_reset(&app->camera, &app->session.scene.cameras[app->camera_index], app->shown.view);
  return true;
}

/* The camera that --camera names. */
static bool choose_camera(App *app, Error *error) {
  const Scene *scene = &app->session.scene;
  const char *const name = app->options.camera;
  app->camera_index = name ? scene_camera(scene, name) : 0;
  if (app->camera_index >= 0) return true;
  char list[SCENE_CAMERAS * (SCENE_CAMERA_NAME + 2)] = "";
  for (int n = 0; n < scene->camera_count; n++) {
    const size_t used = strlen(list);
    snprintf(list + used, sizeof list - used, "%s%s", n ? ", " : "", scene->cameras[n].name);
  }
  app->misused = true;
  return error_set(error, "--camera: '%s' is no camera of scene '%s'; allowed: %s", name, scene->name, list);
}

/* How the window was left: its size, the keys, the scene, where the command line does not say otherwise. */
static void read_config(App *app) {
  Options *const o = &app->options;
  Config *const config = &app->config;
  char path[SCENE_PATH];
  Error ignored;
  config_read(config);
  for (int n = 0; n < config->key_count; n++) keys_bind(config->keys[n].what, config->keys[n].key);
  if (!o->size_given && config->width > 0 && config->height > 0) o->width = config->width, o->height = config->height;
  if (!o->scene && config->scene[0] && scene_find(folder_assets(), config->scene, path, &ignored)) o->scene = config->scene;
  app->muted = config->muted;
  hints_restore(&app->hints, config->hints);
  hints_begin_scene(&app->hints);
}

/* What the parameters of the scene that is opened first take from there. */
static void apply_config(App *app) {
  Params *const params = &app->session.scene.params;
  if (app->config.volume >= 0 && !options_sets(&app->options, "volume")) params->volume = app->config.volume;
  if (app->config.quality < 0 || options_sets(&app->options, "quality")) return;
  session_suit_quality(&app->session, app->config.quality);
  app->quality_chosen = true;
}

/* A folder that cannot be written to is no fault of the run. */
static void write_config(App *app) {
  Config *const config = &app->config;
  const Session *const session = &app->session;
  int count;
  const char *const *const names = scene_names(&count);
  Error ignored;
  if (!window_is_full_screen(&app->window)) window_size(&app->window, &config->width, &config->height);
  config->volume = session->wanted.params.volume;
  config->muted = app->muted;
  if (session->scene_index >= 0) snprintf(config->scene, sizeof config->scene, "%s", names[session->scene_index]);
  hints_save(&app->hints, config->hints, sizeof config->hints);
  config_write(config, &ignored);
}

static bool app_open(App *app, Error *error) {
  const Options *o = &app->options;
  const int threads = o->threads > 0 ? o->threads : session_default_threads();
  app->mode = o->view;
  app->overlay_open = o->overlay;
  app->flying = o->flyby && !o->headless;
  if (!check_outputs(o, error)) return false;
  if (!o->headless) read_config(app);
  if (!session_start(&app->session, o, folder_assets(), threads, error)) return false;
  if (!o->headless) apply_config(app);
  if (!choose_camera(app, error)) return false;
  const bool picture = !o->headless || o->screenshot; /* else not one library of GL is loaded */
  if (!(picture ? open_both(app, error) : session_build(&app->session, error))) return false;
  if (o->drop > 0) world_drop_script(app->session.world, o->drop);
  if (o->headless) return true;
  /* One picture may take its time; a window may not. */
  app->reduced = renderer_is_software(app->renderer) && !options_sets(o, "quality") && !app->quality_chosen;
  if (app->reduced) session_suit_quality(&app->session, 0);
  synth_init(&app->synth);
  speaker_open(&app->speaker, &app->synth);
  return open_simulation(app, error);
}

static void app_close(App *app) {
  speaker_close(&app->speaker);
  gamepad_close(&app->gamepad);
  sim_destroy(app->sim);
  panel_destroy(app->panel);
  renderer_destroy(app->renderer);
  frame_build_destroy(app->build);
  window_shutdown(&app->window);
  session_end(&app->session);
}

/* --- running --------------------------------------------------------------------------------------------------------- */

static bool app_done(const App *app) {
  const Options *o = &app->options;
  if (app->quit || signalled) return true;
  if (app->sim) return sim_is_done(app->sim);
  return stats_at_end(&app->stats, o->steps, o->seconds, (double)app->session.world->params.tick);
}

static void app_step(App *app) {
  journal_reserve(app->session.journal);
  const double at = clock_seconds();
  world_step(app->session.world);
  stats_step(&app->stats, clock_seconds() - at, app->session.world);
}

static double app_lap(App *app, ProfilePhase phase, double since) {
  return profile_lap(&app->profile, phase, since);
}

/* Sends the simulation what time, tools and the picture ask of it. */
void app_send_request(App *app) {
  SimRequest request = {.settings = app->session.wanted, .paused = app->paused};
  request.tool_on = tools_held(&app->tools, &request.settings.params, &request.tool);
  request.view = frame_build_view_request(app->mode, &request.settings.params);
  request.view.stats = app->overlay_open;
  sim_request(app->sim, &request);
}

void app_hold(App *app) {
  sim_hold(app->sim);
}

void app_release(App *app) {
  tools_let_go(&app->tools); /* another world has other bodies */
  param_history_reset(&app->history, &app->session.wanted.params);
  app->drove = false;
  app->pedals_sent[0] = app->pedals_sent[1] = 0; /* the car of another world has not been driven */
  app_send_request(app);
  app->shown = sim_show(app->sim, clock_seconds(), true);
  sim_release(app->sim);
}

static void app_begin(App *app, double now) {
  app->frame_at = now;
  app->shown = sim_show(app->sim, now, app->paused);
  frame_rate_add(&app->rate, now);
}

static void app_input(App *app, double elapsed) {
  const WindowFilter filter = {app->panel ? panel_filter : NULL, app->panel};
  window_poll(&app->window, filter, &app->input);
  if (app->input.quit) app->quit = true;
  gamepad_read(&app->gamepad, &app->input, elapsed);
  pointer_update(&app->pointer, &app->input, app->window.width, app->window.height, elapsed);
  app_press_keys(app);
  if (app->input.dropped[0]) app_open_file(app, app->input.dropped);
}

static void app_panel(App *app) {
  Session *session = &app->session;
  const SimShown *shown = &app->shown;
  Settings *wanted = &session->wanted;
  RendererPassTime passes[RENDERER_PASSES_MAX];
  renderer_time_passes(app->renderer, app->overlay_open || !renderer_is_software(app->renderer));
  const int pass_count = renderer_pass_times(app->renderer, passes);
  const PanelView view = {.world = shown->view,
                          .passes = passes,
                          .pass_count = pass_count,
                          .scene = &session->scene,
                          .scene_index = session->scene_index,
                          .device = renderer_device(app->renderer),
                          .params = &wanted->params,
                          .solver = &wanted->solver,
                          .liquid = wanted->liquid,
                          .boundary = &wanted->boundary,
                          .mode = &app->mode,
                          .tool = &app->tools.chosen,
                          .paused = &app->paused,
                          .panel = app->panel_open,
                          .overlay = app->overlay_open,
                          .help = app->help_open,
                          .plain = app->plain,
                          .hidden = app->hidden,
                          .ghost = &app->ghost,
                          .hints = &app->hints,
                          .question = app_question(app),
                          .fps = app->rate.fps,
                          .frame_ms = app->rate.frame_ms,
                          .ratio = shown->ratio,
                          .slowed = shown->slowed,
                          .drawing = &app->profile,
                          .scale = frame_build_scale(app->build, app->mode)};
  if (!app->panel) return;
  const PanelRequest request = panel_build(app->panel, &view);
  app_act(app, request.action);
  if (request.answer != 0) app_answer(app, request.answer > 0);
  if (request.scene >= 0) app->chosen_scene = request.scene, app_act(app, ACTION_CHOOSE_SCENE);
  if (request.liquid >= 0) app_set_liquid(app, request.liquid);
}

/* The camera goes on along the fly-by, and leaves it when the person moves it. */
static void app_fly(App *app, double elapsed) {
  SceneCamera place;
  if (camera_moved(&app->input)) app->flying = false;
  if (!app->flying) return;
  app->flown += elapsed;
  flyby_place(&app->session.scene, app->flown, &place);
  camera_go(&app->camera, &place, app->shown.view);
}

static void app_camera(App *app, double elapsed) {
  app_fly(app, elapsed);
  camera_update(&app->camera, &app->input, app->shown.view, app->window.width, app->window.height, elapsed);
}

/* Tells the world of the pedals when they change. */
static bool app_send_pedals(App *app) {
  const float *const now = app->input.pedals;
  if (now[0] == app->pedals_sent[0] && now[1] == app->pedals_sent[1]) return true;
  memcpy(app->pedals_sent, now, sizeof app->pedals_sent);
  app->drove = true;
  return sim_command(app->sim, &(Command){.kind = COMMAND_DRIVE, .x = now[0], .amount = now[1]});
}

static ToolsView app_tools_view(const App *app) {
  return (ToolsView){&app->camera, app->window.width, app->window.height, app->shown.view, app->paused};
}

/* Whether the command changes what R would bring back. */
static bool is_change(const Command *command) {
  return command->kind == COMMAND_DROP || command->kind == COMMAND_POUR || command->kind == COMMAND_DRAIN || command->kind == COMMAND_GRAB;
}

static void app_tools(App *app, double elapsed) {
  const ToolsView view = app_tools_view(app);
  bool taken = true;
  tools_update(&app->tools, &app->input, &view, &app->session.wanted.params, elapsed);
  for (int n = 0; n < app->tools.command_count; n++) {
    taken = sim_command(app->sim, &app->tools.commands[n]) && taken;
    app->changes += is_change(&app->tools.commands[n]);
  }
  hints_look(&app->hints, &app->tools, &app->input, elapsed);
  taken = app_send_pedals(app) && taken;
  if (!taken) app_say(app, "commands: too many wait%s", app->paused ? "; Space goes on" : "");
}

/* The outline of what a click would drop, as the picture will show it. */
static void app_ghost(App *app) {
  const ToolsView view = app_tools_view(app);
  ghost_build(&app->ghost, &app->tools, app->input.shift, &app->session.wanted.params, &view);
}

static const FrameView *app_build(App *app) {
  const Params *looks = &app->session.wanted.params;
  FrameRequest request = {
      .looks = looks, .earlier = app->shown.earlier, .time = app->shown.time, .mode = app->mode, .camera = &app->camera};
  request.cursor_on = app->tools.aim.hit && !app->plain && !app->hidden && !app->window.right && !app->window.middle;
  request.cursor_radius = tools_ring(&app->tools, app->input.shift, looks, request.cursor_colour);
  memcpy(request.cursor, app->tools.aim.position, sizeof request.cursor);
  return frame_build_run(app->build, app->shown.view, &request);
}

/* Follows the frames' times with the quality, until the person chooses one. */
static void app_choose_tier(App *app) {
  const int wanted = (int)app->session.wanted.params.quality;
  const bool lowest = renderer_is_software(app->renderer);
  if (wanted != app->quality && app->stats.frames > 0) app->quality_chosen = true, app->config.quality = wanted;
  if (app->quality_chosen || lowest || app->options.headless || options_sets(&app->options, "quality")) return;
  RendererPassTime passes[RENDERER_PASSES_MAX];
  const int count = renderer_pass_times(app->renderer, passes);
  double ms = 0;
  for (int n = 0; n < count; n++) ms += (double)passes[n].ms;
  const int tier = tier_choose(&app->tier, app->quality, RENDERER_QUALITY_BEST, ms, 1e-3 * app->rate.frame_ms);
  if (tier == app->quality) return;
  session_suit_quality(&app->session, tier);
  app->history.seen.quality = app->session.wanted.params.quality;
}

static void app_set_quality(App *app) {
  app_choose_tier(app);
  const int quality = (int)app->session.wanted.params.quality;
  if (quality != app->quality) renderer_set_quality(app->renderer, quality);
  app->quality = quality;
}

static void app_draw(App *app, const FrameView *frame) {
  app_set_quality(app);
  renderer_draw(app->renderer, frame, app->window.width, app->window.height);
}

/* The frame once more for a file: of the window's full size, as good as it gets, with nothing on it but the water. The window's own
 * frame follows, drawn as those before it. */
static void app_picture(App *app) {
  app->picture_asked = false;
  app->plain = true;
  renderer_set_quality(app->renderer, RENDERER_QUALITY_BEST);
  renderer_draw(app->renderer, app_build(app), app->window.width, app->window.height);
  app_save_picture(app);
  renderer_set_quality(app->renderer, app->quality);
  app->plain = false;
}

static void app_show(App *app) {
  if (app->picture_asked) app_picture(app);
  double at = clock_seconds();
  const FrameView *frame = app_build(app);
  at = app_lap(app, PROFILE_BUILD, at);
  app_draw(app, frame);
  at = app_lap(app, PROFILE_DRAW, at);
  if (app->panel) panel_draw(app->panel);
  at = app_lap(app, PROFILE_PANEL, at);
  window_present(&app->window);
  app_lap(app, PROFILE_PRESENT, at);
  stats_frame(&app->stats);
  if (app->reduced && app->stats.frames == 1) app_say_reduced(app);
  profile_frame(&app->profile, (int)fmin(fmax(0.5 * app->rate.fps, 4), 60));
}

/* What is heard where the camera stands. */
static void app_listen(App *app) {
  const Params *const params = &app->session.wanted.params;
  Command held;
  const bool pours = tools_held(&app->tools, params, &held) && !app->paused;
  ListenerPlace place = {.gas = app->pedals_sent[1], .driven = app->drove && !app->paused, .pour = pours ? 1.0f : 0.0f};
  for (int n = 0; n < 3; n++) {
    place.eye[n] = app->camera.eye[n];
    place.right[n] = app->camera.view[4 * n];
  }
  place.rain = app->shown.view->rain;
  place.volume = app->muted || app->paused ? 0 : params->volume;
  listener_hear(&app->listener, app->shown.view, &place, &app->synth);
}

/* Notes what keys, panel and wheel have changed. */
static void app_note_params(App *app, double now) {
  param_history_look(&app->history, &app->session.wanted.params, now);
}

static void app_frame(App *app) {
  const double now = clock_seconds(), elapsed = now - app->frame_at;
  app_begin(app, now);
  app_input(app, elapsed);
  double at = app_lap(app, PROFILE_INPUT, now);
  app_tools(app, elapsed);
  app_camera(app, elapsed);
  app_ghost(app);
  at = app_lap(app, PROFILE_INPUT, at);
  app_panel(app);
  app_note_params(app, now);
  app_send_request(app);
  app_listen(app);
  app_lap(app, PROFILE_PANEL, at);
  if (app->window.minimised) {
    window_wait(0.01);
  } else {
    app_show(app);
  }
}

/* The world as it stands, to be drawn without messages. The simulation, if there is one, is held. */
static void app_look(App *app, WorldView *view) {
  const WorldViewRequest request = frame_build_view_request(app->mode, &app->session.wanted.params);
  world_view_copy(view, NULL, app->session.world,
                  &(WorldViewRequest){.flow_every = request.flow_every, .overlay = request.overlay, .stats = true});
  app->shown = (SimShown){.view = view, .time = view->time, .ratio = app->shown.ratio, .slowed = app->shown.slowed};
  app->plain = true;
  app->input = (Input){0};
  app->tools.aim.hit = false;
  if (app->options.headless) {
    SceneCamera place = app->session.scene.cameras[app->camera_index];
    if (app->options.flyby) flyby_place(&app->session.scene, view->time, &place);
    camera_reset(&app->camera, &place, view);
  }
  app_camera(app, 0);
}

/* Foam and wet ground as the world has them now, and no picture. */
static void app_advance(App *app) {
  app_set_quality(app);
  renderer_advance(app->renderer, app_build(app), app->window.width, app->window.height);
}

static void app_advance_unseen(App *app) {
  WorldView *view = world_view_create(app->session.world->nx, app->session.world->nz);
  if (!view) return;
  app_look(app, view);
  app_advance(app);
  world_view_destroy(view);
}

/* The last state as a picture; the window shows it no more. */
static bool app_last_picture(App *app, WorldView *last, Error *error) {
  app_look(app, last);
  app_panel(app); /* twice: Dear ImGui measures a new window in its first frame and shows it in its second */
  app_panel(app);
  if (app->stats.frames == 0) app_advance(app); /* a first frame may leave something out: renderer.h */
  app_draw(app, app_build(app));
  if (app->panel) panel_draw(app->panel);
  if (app->stats.frames == 0) stats_frame(&app->stats);
  return renderer_screenshot(app->window.width, app->window.height, app->options.screenshot, error);
}

static bool app_save_last_picture(App *app, Error *error) {
  WorldView *last = world_view_create(app->session.world->nx, app->session.world->nz);
  const bool ok = last ? app_last_picture(app, last, error) : error_set(error, "not enough memory for the picture");
  world_view_destroy(last);
  return ok;
}

/* Foam and wet ground come of the frames before, so a run without a window has some of its end drawn. */
static bool app_nears_picture(const App *app) {
  const Options *o = &app->options;
  if (!o->screenshot || app->mode != FRAME_LIT) return false;
  const double tick = (double)app->session.world->params.tick;
  const int64_t ticks = (int64_t)(unwatched_s / tick), every = (int64_t)fmax(unwatched_frame_s / tick, 1);
  const int64_t steps = o->steps < 0 ? -1 : o->steps < ticks ? 0 : o->steps - ticks;
  const double seconds = o->seconds < 0 ? -1 : fmax(o->seconds - unwatched_s, 0);
  return app->stats.steps % every == 0 && stats_at_end(&app->stats, steps, seconds, tick);
}

/* Tells how much of the run that ends in a picture is done. */
static void app_tell_progress(const App *app, Progress *progress) {
  const Options *o = &app->options;
  const double steps = o->steps > 0 ? (double)app->stats.steps / (double)o->steps : 0;
  const double seconds = o->seconds > 0 ? app->stats.simulated / o->seconds : 0;
  progress_tell(progress, "%s: %.1f s simulated, %.0f %%", app->session.scene.name, app->stats.simulated, 100 * fmax(steps, seconds));
}

static void app_run_headless(App *app) {
  double release = app->options.release;
  Progress progress = progress_begin();
  while (!app_done(app)) {
    if (release >= 0 && app->stats.simulated >= release) {
      world_command(app->session.world, &(Command){.kind = COMMAND_RELEASE_DAM});
      release = -1;
    }
    app_step(app);
    if (app_nears_picture(app)) app_advance_unseen(app);
    if (app->options.screenshot) app_tell_progress(app, &progress);
  }
  progress_end(&progress);
}

static void app_run(App *app) {
  if (app->options.headless) {
    app_run_headless(app);
    return;
  }
  app->frame_at = clock_seconds();
  app_release(app);
  do app_frame(app);
  while (!app_done(app));
  app_hold(app);
}

/* Whether standard output took it is found out when the program ends. */
static bool app_write_stats(const App *app, Error *error) {
  const char *const path = app->options.stats;
  const StatsDrawing drawing = {app->renderer ? renderer_device(app->renderer) : "none",
                                app->renderer && path ? renderer_triangles_max(app->renderer) : -1};
  Error reason;
  if (!path) return true;
  Json json = stats_json(&app->stats, app->session.world, &drawing);
  if (!to_a_file(path)) return json_write(&json, stdout) || error_set(error, "--stats: not enough memory");
  return json_save(&json, path, &reason) || error_set(error, "--stats: %s", reason.text);
}

static bool app_finish(App *app, Error *error) {
  bool ok = !app->options.screenshot || app_save_last_picture(app, error);
  const int errors = app->renderer ? renderer_count_errors(app->renderer) : 0;
  if (ok && errors > 0 && !window_lost())
    ok = error_set(error, "OpenGL: %d errors while drawing on %s", errors, renderer_device(app->renderer));
  ok = app_write_stats(app, ok ? error : NULL) && ok;
  if (ok && app->options.check_replay) ok = session_check_replay(&app->session, error);
  if (ok && app->options.headless && signalled) ok = error_set(error, "ended by a signal after %lld steps", (long long)app->stats.steps);
  return ok;
}

/* --- from the command line ------------------------------------------------------------------------------------------- */

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

static int run(const Options *options, double start) {
  static App app; /* zeroed; too large for a small stack */
  Error error;
  app.options = *options;
  const bool open = app_open(&app, &error);
  bool ok = open;
  if (open) {
    stats_init(&app.stats, start);
    interrupt_save_with(end_the_run, NULL);
    app_run(&app);
    ok = app_finish(&app, &error);
    if (!app.options.headless) write_config(&app);
  }
  const int status = ok ? 0 : cli_fail(app.misused ? EXIT_USAGE : EXIT_FAULT, NULL, &error);
  app_close(&app);
  return status;
}

int app_main(int argc, char **argv, double start) {
  Options options;
  Error error;
  keys_check();
  if (!options_parse(argc, argv, &options, &error)) return cli_fail(EXIT_USAGE, NULL, &error);
  switch (options.request) {
    case OPTIONS_HELP: options_print_help(stdout); return 0;
    case OPTIONS_VERSION: printf("weir %s\n", weir_version()); return 0;
    case OPTIONS_LIST_SCENES: return list_scenes();
    case OPTIONS_LIST_KEYS: keys_print_names(stdout); return 0;
    case OPTIONS_LIST_PARAMS: options_print_params(stdout); return 0;
    case OPTIONS_RUN: break;
  }
  return run(&options, start);
}
