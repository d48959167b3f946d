#include <math.h>
#include <string.h>

#include "app/ahead.h"
#include "app/app_state.h"
#include "app/control/flyby.h"
#include "app/film/film.h"
#include "app/folders.h"
#include "base/clock.h"

/* While time is dragged each frame shows another world, and a software driver may draw too few of them a second: the hand then gets a
 * picture of fewer pixels, until it rests. Frames may take 100 ms; a busy one takes half as long again as most. */
enum { HURRIED_STEPS = 2 }; /* of resolution_share, more than while nobody drags */
enum { QUALITY_TOLD = 2 };  /* frames: the panel of the first is built before it is drawn */

static const double hurried_from_s = 0.06; /* s of the clock that a frame took before pictures get smaller */
static const double hurry_rests_s = 0.3;   /* s of the clock since the last jump through time after which they are as before */

static double app_lap(App *app, ProfilePhase phase, double since) {
  return profile_lap(&app->profile, phase, since);
}

void app_send_request(App *app) {
  SimRequest request = {.settings = app->session.wanted, .paused = app->paused};
  request.tool_on = tools_held(&app->tools, &request.settings.params, &request.tool);
  request.view = frame_build_view_request(app->mode, &request.settings.params);
  request.view.stats = app->overlay_open;
  measure_request(&app->measure, &request.view);
  sim_request(app->sim, &request);
}

static void app_begin(App *app, double now) {
  app->frame_at = now;
  app->shown = sim_show(app->sim, now, app->paused || app->session.looks_back);
  frame_rate_add(&app->rate, now);
}

/* What is drawn with follows the world that a log is played into, but for what the picture and the person's ears want. */
static void app_follow_settings(App *app) {
  Settings *const wanted = &app->session.wanted;
  const WorldView *const view = app->shown.view;
  const Params own = wanted->params;
  wanted->params = view->params;
  params_keep_own(&wanted->params, &own);
  wanted->params.time_scale = own.time_scale;
  wanted->solver = view->solver;
  wanted->liquid = view->liquid;
  app->history.seen = wanted->params;
}

static void app_follow_replay(App *app) {
  Session *const session = &app->session;
  Error error;
  if (!session->player) return;
  app_follow_settings(app);
  if (!session->play_stopped) return;
  app_hold(app);
  const InputPlayed played = input_player_played(session->player);
  const bool ok = session_play_on(session, &error);
  app_release(app);
  if (session->player)
    camera_reset(&app->camera, &session->scene.cameras[0], app->shown.view);
  else if (ok)
    app_say(app, "replay: its end%s; %lld states were as in the log. The water is yours now",
            played.whole ? "" : ", where the log is cut off", (long long)played.compared);
  else
    app_say_fault(app, &error);
}

/* Lets the question that stands go when the mouse is pressed beside it, and takes the press: what lies under it gets none. */
static void app_press_beside(App *app) {
  Input *const input = &app->input;
  bool pressed = false;
  for (int n = 0; n < input->press_count; n++) pressed = pressed || input->presses[n].down;
  if (!app_question(app) || !pressed) return;
  app_answer(app, false);
  input->press_count = 0;
}

static void app_input(App *app, double elapsed) {
  const WindowFilter filter = {app->panel ? panel_filter : NULL, app->panel};
  window_poll(&app->window, filter, &app->input);
  if (app->input.quit) app->quit = true;
  app_place_input(app);
  int width, height;
  app_picture_size(app, &width, &height);
  gamepad_read(&app->gamepad, &app->input, elapsed);
  app_press_beside(app);
  pointer_update(&app->pointer, &app->input, width, height, elapsed);
  app_press_keys(app);
  app_press_buttons(app);
  if (!app->input.dropped[0]) return;
  memcpy(app->chosen_file, app->input.dropped, sizeof app->chosen_file);
  app_act(app, ACTION_OPEN_FILE);
}

/* Returns true if what is drawn goes to a file: such pictures are whole. */
static bool app_is_for_file(const App *app) {
  return app->plain || app->options.headless || app->options.film;
}

/* Returns true if the person has left the picture's resolution to the program. */
static bool app_follows_resolution(const App *app) {
  return !app_is_for_file(app) && params_picture_share(&app->session.wanted.params) == 0;
}

void app_panel(App *app) {
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
                          .measure = &app->measure,
                          .hints = &app->hints,
                          .question = app_question(app),
                          .saves_written = app->saves_written,
                          .past = app_panel_past(app),
                          .other = &app->other,
                          .beside = &app->beside,
                          .fps = app->rate.fps,
                          .frame_ms = app->rate.frame_ms,
                          .picture_share = app->share,
                          .share_follows = app_follows_resolution(app),
                          .ratio = shown->ratio,
                          .slowed = shown->slowed,
                          .drawing = &app->profile,
                          .scale = frame_build_scale(app->build, app->mode)};
  if (!app->panel) return;
  const PanelRequest request = panel_build(app->panel, &view);
  app_act(app, request.action);
  if (request.answer != 0) app_answer(app, request.answer > 0);
  if (request.scene >= 0) app->chosen_scene = request.scene, app_act(app, ACTION_CHOOSE_SCENE);
  app->bar_held = request.looks_back;
  if (request.looks_back) app_look_back(app, request.look_s);
  app_show_other(app, request.aimed_branch);
  if (request.branch > 0) app_switch_branch(app, request.branch);
  if (request.beside_differs) app_differ_beside(app, &request.beside);
  if (request.beside_future > 0) app_show_future_beside(app, request.beside_future);
  if (request.save_slot >= 0) app->chosen_slot = request.save_slot, app_act(app, ACTION_SAVE_SLOT);
  if (request.load_slot >= 0) app->chosen_slot = request.load_slot, app_act(app, ACTION_LOAD_SLOT);
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

void app_camera(App *app, double elapsed) {
  int width, height;
  app_fly(app, elapsed);
  app_picture_size(app, &width, &height);
  camera_update(&app->camera, &app->input, app->shown.view, width, height, elapsed);
}

/* Tells the world of the pedals when they change. */
static bool app_send_pedals(App *app) {
  const float *const now = app->input.pedals;
  if (now[0] == app->pedals_sent[0] && now[1] == app->pedals_sent[1]) return true;
  memcpy(app->pedals_sent, now, sizeof app->pedals_sent);
  app->drove = true;
  return app_command(app, &(Command){.kind = COMMAND_DRIVE, .x = now[0], .amount = now[1]});
}

static ToolsView app_tools_view(const App *app) {
  int width, height;
  app_picture_size(app, &width, &height);
  return (ToolsView){&app->camera, width, height, app->shown.view, app->paused};
}

static void app_tools(App *app, double elapsed) {
  const ToolsView view = app_tools_view(app);
  bool taken = true;
  measure_update(&app->measure, &app->input, &view);
  app->tools.measures = app->measure.on;
  tools_update(&app->tools, &app->input, &view, &app->session.wanted.params, elapsed);
  for (int n = 0; n < app->tools.command_count; n++) taken = app_command(app, &app->tools.commands[n]) && taken;
  hints_look(&app->hints, &app->tools, &app->input, elapsed);
  taken = app_send_pedals(app) && taken;
  if (!taken)
    app_say(app, "commands: too many wait%s%s%s", app->paused ? "; " : "", app->paused ? keys_name(ACTION_PAUSE) : "",
            app->paused ? " goes on" : "");
}

/* The outline of what a click would drop, as the picture will show it. */
static void app_ghost(App *app) {
  const ToolsView view = app_tools_view(app);
  ghost_build(&app->ghost, &app->tools, app->input.shift, &app->session.wanted.params, &view);
  measure_build(&app->measure, &view);
}

const FrameView *app_build(App *app) {
  const Params *looks = &app->session.wanted.params;
  FrameRequest request = {.looks = looks,
                          .earlier = app->shown.earlier,
                          .time = app->shown.time,
                          .mode = app->mode,
                          .camera = &app->camera,
                          .opening = &app->session.scene.cameras[app->opening_index]};
  request.cursor_on = app->tools.aim.hit && !app->plain && !app->hidden && !app->window.right && !app->window.middle;
  request.cursor_radius = tools_ring(&app->tools, app->input.shift, looks, request.cursor_colour);
  const ToolsView view = app_tools_view(app);
  if (app->measure.on) request.cursor_radius = measure_ring(&app->measure, &view);
  memcpy(request.cursor, app->tools.aim.position, sizeof request.cursor);
  return frame_build_run(app->build, app->shown.view, &request);
}

/* ms that the last known frame took on a GPU; 0: not known. */
static double app_device_ms(const App *app) {
  RendererPassTime passes[RENDERER_PASSES_MAX];
  const int count = renderer_pass_times(app->renderer, passes);
  double ms = 0;
  for (int n = 0; n < count; n++) ms += (double)passes[n].ms;
  return ms;
}

/* Follows the frames' times with the quality, until the person chooses one. */
static void app_choose_tier(App *app) {
  const int wanted = (int)app->session.wanted.params.quality;
  const bool lowest = renderer_is_software(app->renderer);
  if (wanted != app->quality && app->stats.frames > 0) app->quality_chosen = true, app->config.quality = wanted;
  if (app->quality_chosen || lowest || app->options.headless || options_sets(&app->options, "quality")) return;
  const int most = app->resolution.step > 0 ? app->quality : RENDERER_QUALITY_BEST; /* more pixels come first */
  const int tier = tier_choose(&app->tier, app->quality, most, app_device_ms(app), 1e-3 * app->rate.frame_ms);
  if (tier == app->quality) return;
  session_suit_quality(&app->session, tier);
  app->history.seen.quality = app->session.wanted.params.quality;
}

/* Returns true while a finer quality, for which drivers compile for seconds, waits for a frame that tells of it. */
static bool app_quality_waits(App *app, int quality) {
  const bool slow = quality > app->quality && app->quality_chosen && app->panel && app->stats.frames > 0;
  if (!slow || app->quality_frames == QUALITY_TOLD) {
    app->quality_frames = 0;
    return false;
  }
  if (app->quality_frames++ == 0) app_say(app, "quality: the finer picture takes a moment");
  return true;
}

void app_set_quality(App *app) {
  app_choose_tier(app);
  const int quality = (int)app->session.wanted.params.quality;
  if (app_quality_waits(app, quality)) return;
  if (quality != app->quality) renderer_set_quality(app->renderer, quality);
  app->quality = quality;
}

/* Counts the frame that has just been shown, unless it says nothing of those that follow: the past, or a world that stands still, takes less
 * time. */
static void app_count_frame(App *app, double elapsed) {
  ResolutionChooser *const chooser = &app->resolution;
  const bool software = renderer_is_software(app->renderer), lowest = app->quality == 0;
  const int size[2] = {app->window.width, app->window.height};
  if (size[0] != app->counted_size[0] || size[1] != app->counted_size[1] || app->quality != app->counted_quality)
    resolution_settle(chooser);
  memcpy(app->counted_size, size, sizeof size);
  app->counted_quality = app->quality;
  if (!app_follows_resolution(app) || app->paused || app->session.looks_back || app->window.minimised) return;
  const double ms = software ? 1e3 * elapsed : app_device_ms(app);
  if (!lowest && !app->quality_chosen && !software) return; /* the tier goes down first */
  resolution_count(chooser, software ? &resolution_software : &resolution_gpu, ms, elapsed);
}

static float picture_share(const App *app) {
  const bool jumps = app->session.looks_back && clock_seconds() - app->jumped_at < hurry_rests_s;
  const float chosen = params_picture_share(&app->session.wanted.params);
  if (app_is_for_file(app)) return 1;
  if (!app_follows_resolution(app)) return chosen;
  return resolution_share(app->resolution.step + (jumps && app->hurried ? HURRIED_STEPS : 0));
}

void app_draw(App *app, const FrameView *frame) {
  app_set_quality(app);
  app->share = picture_share(app);
  renderer_set_hasty(app->renderer, !app_is_for_file(app));
  renderer_set_share(app->renderer, app->share, app->hurried);
  if (app->beside.on && !app->plain)
    app_draw_beside(app, frame);
  else
    renderer_draw(app->renderer, frame, app->window.width, app->window.height);
}

/* The frame once more for a file: of the window's full size, as good as it gets, with nothing on it but the water. The window's own
 * frame follows, drawn as those before it. */
static void app_picture(App *app) {
  app->picture_asked = false;
  app->plain = true;
  renderer_set_quality(app->renderer, RENDERER_QUALITY_BEST);
  renderer_set_hasty(app->renderer, false);
  renderer_set_share(app->renderer, 1, false);
  renderer_draw(app->renderer, app_build(app), app->window.width, app->window.height);
  app_save_picture(app);
  renderer_set_quality(app->renderer, app->quality);
  app->plain = false;
  resolution_settle(&app->resolution);
}

enum { PASSES_FROM = 5 }; /* frames: the first compile what they draw with */

static void app_note_passes(App *app) {
  RendererPassTime passes[RENDERER_PASSES_MAX];
  const int count = renderer_pass_times(app->renderer, passes);
  float sum = 0;
  for (int n = 0; n < count; n++) sum += passes[n].ms;
  if (sum > 0) stats_passes(&app->stats, passes, count);
}

/* Begins to compile ahead for the first picture on a machine whose driver compiles with one thread. */
static Ahead *app_begin_ahead(App *app, const FrameView *frame) {
  if (!app->loading || app->beside.on || !renderer_is_software(app->renderer) || !renderer_is_new(app->renderer)) return NULL;
  return ahead_begin(&(AheadDef){&app->window, folder_shaders(), folder_programs(), frame, picture_share(app)});
}

static void app_show(App *app) {
  if (app->picture_asked) app_picture(app);
  double at = clock_seconds();
  const FrameView *frame = app_build(app);
  at = app_lap(app, PROFILE_BUILD, at);
  Ahead *const ahead = app_begin_ahead(app, frame);
  app_draw(app, frame);
  if (window_lost() || (app->loading && app->quit)) { /* drivers read outside their memory when they show what has no window */
    ahead_end(ahead);
    return;
  }
  app_film_frame(app);
  app_save_drawn(app);
  at = app_lap(app, PROFILE_DRAW, at);
  if (app->panel) panel_draw(app->panel);
  at = app_lap(app, PROFILE_PANEL, at);
  window_present(&app->window);
  app_lap(app, PROFILE_PRESENT, at);
  if (app->options.stats && app->stats.frames >= PASSES_FROM) app_note_passes(app);
  app_end_loading(app);
  stats_frame(&app->stats, app->session.looks_back || app->look_asked || app->bar_held, app->share);
  if (app->reduced && app->stats.frames == 1) app_say_reduced(app);
  profile_frame(&app->profile, (int)fmin(fmax(0.5 * app->rate.fps, 4), 60));
  ahead_end(ahead);
}

/* What is heard where the camera stands. */
static void app_listen(App *app) {
  if (!app->speaker.device) return;
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

void app_frame(App *app) {
  const double now = clock_seconds(), elapsed = now - app->frame_at;
  app_begin(app, now);
  app_look_at_saves(app);
  app_keep_config(app);
  app_follow_replay(app);
  app_look_at_speed(app, elapsed);
  app_act_late(app);
  app_input(app, elapsed);
  double at = app_lap(app, PROFILE_INPUT, now);
  app_rewind(app, elapsed, app->bar_held);
  app->hurried = app->session.looks_back && (app->hurried || (elapsed > hurried_from_s && renderer_is_software(app->renderer)));
  app_count_frame(app, elapsed);
  if (!app->session.looks_back) app_tools(app, elapsed);
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
