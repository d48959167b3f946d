/* A frame of the window: what comes in, the windows over the picture, what is shown. */
#include "app/app_state.h"

#include <SDL.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/ahead.h"
#include "app/app_results.h"
#include "app/land.h"
#include "base/clock.h"
#include "files/folders.h"

/* While time is dragged each frame shows another world, and a software driver may draw too few of them a second: the hand then gets a
 * picture of fewer pixels, until it rests. Frames may take 100 ms; a busy one takes half as long again as most. */
static const double hurried_from_s = 0.06; /* s of the clock that a frame took before pictures get smaller */

enum { PASSES_FROM = 5 }; /* frames before the first whose passes are counted */

/* Says so when the water has run at less than half its speed for some seconds. */
static void look_at_speed(App *app, double elapsed) {
  const double most_s = 2, half = 0.5, well = 0.8;
  const SessionShown *const shown = &app->frame.shown;
  double *const slow_s = &app->screen.slow_s;
  const double ratio = shown->ratio / fmax((double)session_wanted(app->session)->params.time_scale, 1e-3);
  if (app->screen.paused || session_facts(app->session).looks_back || !shown->slowed || ratio > well) {
    *slow_s = 0;
    return;
  }
  if (*slow_s < 0 || ratio > half) return;
  *slow_s += elapsed;
  if (*slow_s < most_s) return;
  app_say_notice(app, "slow: the water runs at %.2g x real time  \xC2\xB7  %s: a coarser grid", shown->ratio, keys_name(ACTION_COARSER));
  *slow_s = -1;
}

static void follow_replay(App *app) {
  SessionPlayed played;
  if (!session_follow_replay(app->session, &played)) return;
  app_world_changed(app, true);
  if (!played.ended)
    camera_reset(&app->screen.view.camera, &session_scene(app->session)->cameras[0], app->frame.shown.view);
  else if (played.error.text[0])
    app_say_fault(app, &played.error);
  else
    app_say(app, "replay: its end%s; %lld states were as in the log. The water is yours now",
            played.whole ? "" : ", where the log is cut off", (long long)played.compared);
}

/* --- input ------------------------------------------------------------------------------------------------------------------ */

static void take_input(App *app, double elapsed) {
  Input *const input = &app->frame.input;
  window_poll(&app->outputs.window, (WindowFilter){panel_filter, app->outputs.panel}, input);
  if (input->quit) app->program.quit = true;
  app_place_input(app);
  gamepad_read(&app->outputs.gamepad, input, elapsed);
  /* A press beside the question that stands lets it go, and is taken: what lies under it gets none. */
  bool pressed = false;
  for (int n = 0; n < input->press_count; n++) pressed = pressed || input->presses[n].down;
  if (app_question(app) && pressed) {
    app_answer(app, false);
    input->press_count = 0;
  }
  const ToolsView view = app_tools_view(app);
  pointer_update(&app->screen.pointer, input, view.width, view.height, elapsed);
  app_press_keys(app);
  app_press_buttons(app);
  if (!input->dropped[0]) return;
  memcpy(app->frame.chosen_file, input->dropped, sizeof app->frame.chosen_file);
  app_act(app, app_take_file(app));
}

/* Opens a flume as if its file had been dropped on the window. */
static void load_flume(App *app, int index) {
  int count;
  Error error;
  const char *const *const names = flume_names(&count);
  app_land_forget(app); /* its path lay in chosen_file */
  if (scene_find(folder_assets(), names[index], app->frame.chosen_file, &error))
    app_act(app, ACTION_OPEN_FILE);
  else
    app_say_notice(app, "%s", error.text);
}

static void use_tools(App *app, double elapsed) {
  Screen *const screen = &app->screen;
  Input *const input = &app->frame.input;
  const float *const pedals = input->pedals;
  const ToolsView view = app_tools_view(app);
  bool taken = true;
  measure_update(&screen->measure, input, &view);
  screen->tools.measures = screen->measure.on;
  tools_update(&screen->tools, input, &view, &session_wanted(app->session)->params, elapsed);
  for (int n = 0; n < screen->tools.command_count; n++) taken = app_command(app, &screen->tools.commands[n]) && taken;
  hints_look(&screen->hints, &screen->tools, input, elapsed);
  if (pedals[0] != app->stage.pedals_sent[0] || pedals[1] != app->stage.pedals_sent[1]) {
    memcpy(app->stage.pedals_sent, pedals, sizeof app->stage.pedals_sent);
    app->stage.drove = true;
    taken = app_command(app, &(Command){.kind = COMMAND_DRIVE, .drive = {.steer = pedals[0], .gas = pedals[1]}}) && taken;
  }
  if (!taken && screen->paused)
    app_say(app, "commands: too many wait; %s goes on", keys_name(ACTION_PAUSE));
  else if (!taken)
    app_say(app, "commands: too many wait");
}

/* Counts the time of the frame just shown for the choice of resolution, except where it says nothing about the next ones: frames of the
 * past or of a paused world take less time. */
static void count_frame(App *app, double elapsed) {
  Quality *const quality = &app->outputs.quality;
  const Window *const window = &app->outputs.window;
  const bool software = renderer_is_software(app->outputs.renderer);
  if (window->width != quality->counted_size[0] || window->height != quality->counted_size[1] || quality->now != quality->counted)
    resolution_settle(&quality->resolution);
  quality->counted_size[0] = window->width;
  quality->counted_size[1] = window->height;
  quality->counted = quality->now;
  if (!app_follows_resolution(app) || app->screen.paused || session_facts(app->session).looks_back || window->minimised) return;
  if (app->program.options.fps_max > 0) return;                  /* a frame's time is not what it cost */
  if (quality->now > 0 && !quality->chosen && !software) return; /* the tier goes down first */
  const double ms = software ? 1e3 * elapsed : app_device_ms(app->outputs.renderer, 1e3 * elapsed);
  resolution_count(&quality->resolution, software ? &resolution_software : &resolution_gpu, ms, elapsed);
}

/* --- the windows over the picture ------------------------------------------------------------------------------------------- */

/* Builds the windows of this frame, and does what was asked for in them. */
static void build_panel(App *app) {
  Session *const session = app->session;
  const SessionShown *const shown = &app->frame.shown;
  const Outputs *const outputs = &app->outputs;
  Screen *const screen = &app->screen;
  Frame *const frame = &app->frame;
  const SessionPast past = session_past(session);
  RendererPassTime passes[RENDERER_PASSES_MAX];
  renderer_time_passes(outputs->renderer, screen->overlay_open || !renderer_is_software(outputs->renderer));
  const PanelView view = {.world = shown->view,
                          .passes = passes,
                          .pass_count = renderer_pass_times(outputs->renderer, passes),
                          .scene = session_scene(session),
                          .scene_index = session_facts(session).scene_index,
                          .device = renderer_device(outputs->renderer),
                          .wanted = session_wanted(session),
                          .mode = &screen->mode,
                          .tool = &screen->tools.chosen,
                          .paused = &screen->paused,
                          .panel = screen->panel_open,
                          .overlay = screen->overlay_open,
                          .help = screen->help_open,
                          .plain = frame->plain,
                          .hidden = screen->hidden,
                          .ghost = &screen->ghost,
                          .measure = &screen->measure,
                          .hints = &screen->hints,
                          .question = app_question(app),
                          .land = &screen->land,
                          .results = app_results_shown(app),
                          .saves_written = app->program.saving.written,
                          .past = past,
                          .past_s = session_facts(session).looks_back ? session_facts(session).look_time_s : past.present.to_s,
                          .other = &app->stage.other,
                          .beside = &outputs->beside,
                          .rate = outputs->rate,
                          .picture_share = outputs->quality.share,
                          .share_follows = app_follows_resolution(app),
                          .ratio = shown->ratio,
                          .slowed = shown->slowed,
                          .drawing = &outputs->profile,
                          .scale = frame_build_scale(outputs->build, screen->mode)};
  const PanelRequest request = panel_build(outputs->panel, &view);
  app_act(app, request.action);
  if (request.answer != 0) app_answer(app, request.answer > 0);
  if (request.land_answer != 0) app_act(app, app_answer_land(app, request.land_answer > 0));
  if (request.scene >= 0) frame->chosen_scene = request.scene, app_act(app, ACTION_CHOOSE_SCENE);
  if (request.flume >= 0) load_flume(app, request.flume);
  frame->bar_held = request.looks_back;
  if (request.looks_back) app_look_back(app, request.look_s);
  app_show_other(app, request.aimed_branch);
  if (request.branch > 0) app_switch_branch(app, request.branch);
  if (request.beside_differs) app_differ_beside(app, &request.beside);
  if (request.beside_future > 0) app_end_look(app), app_show_beside(app, request.beside_future);
  if (request.save_slot >= 0) frame->chosen_slot = request.save_slot, app_act(app, ACTION_SAVE_SLOT);
  if (request.load_slot >= 0) frame->chosen_slot = request.load_slot, app_act(app, ACTION_LOAD_SLOT);
  if (request.liquid >= 0) app_set_liquid(app, request.liquid);
}

/* --- the picture ------------------------------------------------------------------------------------------------------------ */

/* Frames that a picture is blended from, where a GPU draws them; a CPU takes a second for one. */
enum { PICTURE_FRAMES = 8 };

/* The frame once more for a file: of the window's full size, as good as it gets, with nothing on it but the water. The window's own
 * frame follows, drawn as those before it. */
static void take_picture(App *app) {
  Outputs *const outputs = &app->outputs;
  app->frame.picture_asked = false;
  app->frame.plain = true;
  renderer_set_quality(outputs->renderer, RENDERER_QUALITY_BEST);
  renderer_set_hasty(outputs->renderer, false);
  renderer_set_share(outputs->renderer, 1, false);
  const int frames = renderer_is_software(outputs->renderer) ? 1 : PICTURE_FRAMES;
  const FrameView *const frame = app_build(app);
  renderer_set_blending(outputs->renderer, false); /* forgets the window's frames */
  renderer_set_blending(outputs->renderer, frames > 1);
  for (int n = 0; n < frames; n++) renderer_draw(outputs->renderer, frame, outputs->window.width, outputs->window.height);
  app_save_picture(app);
  renderer_set_quality(outputs->renderer, outputs->quality.now);
  app->frame.plain = false;
  resolution_settle(&outputs->quality.resolution);
}

static void show(App *app) {
  Outputs *const outputs = &app->outputs;
  Stats *const stats = &app->program.stats;
  Profile *const profile = &outputs->profile;
  Renderer *const renderer = outputs->renderer;
  if (app->frame.picture_asked) take_picture(app);
  double at = clock_seconds();
  const FrameView *frame = app_build(app);
  at = profile_lap(profile, PROFILE_BUILD, at);
  /* For the first picture on a machine whose driver compiles with one thread. */
  Ahead *ahead = NULL;
  if (outputs->loading.on && !outputs->beside.on && renderer_is_software(renderer) && renderer_is_new(renderer))
    ahead = ahead_begin(&(AheadDef){&outputs->window, folder_shaders(), folder_programs(), frame, app_picture_share(app)});
  app_draw(app, frame);
  if (window_lost() ||
      (outputs->loading.on && app->program.quit)) { /* drivers read outside their memory when they show what has no window */
    ahead_end(ahead);
    return;
  }
  app_film_frame(app);
  app_save_drawn(app);
  at = profile_lap(profile, PROFILE_DRAW, at);
  panel_draw();
  at = profile_lap(profile, PROFILE_PANEL, at);
  window_present(&outputs->window);
  profile_lap(profile, PROFILE_PRESENT, at);
  RendererPassTime passes[RENDERER_PASSES_MAX];
  const int count = app->program.options.stats && stats->frames >= PASSES_FROM ? renderer_pass_times(renderer, passes) : 0;
  float sum = 0;
  for (int n = 0; n < count; n++) sum += passes[n].ms;
  if (sum > 0) stats_passes(stats, passes, count);
  if (outputs->loading.on) { /* the first picture was shown just now */
    outputs->loading.on = false;
    app_show_title(app);
    panel_end_loading(outputs->panel);
  }
  stats_frame(stats, session_facts(app->session).look_asked || app->frame.bar_held, outputs->quality.share);
  if (outputs->quality.reduced && stats->frames == 1)
    app_say_notice(app,
                   "no graphics card: a reduced picture; a smaller window is faster  \xC2\xB7  %s: change it  \xC2\xB7  %s: save one at "
                   "the highest quality",
                   keys_name(ACTION_PANEL), keys_name(ACTION_SCREENSHOT));
  profile_frame(profile, (int)fmin(fmax(0.5 * outputs->rate.fps, 4), 60));
  ahead_end(ahead);
}

bool app_save_last_picture(App *app, Error *error) {
  Outputs *const outputs = &app->outputs;
  Frame *const frame = &app->frame;
  const World *const world = session_world(app->session);
  WorldView *const last = world_view_create(world->nx, world->nz);
  if (!last) return error_set(error, "not enough memory for the picture");
  WorldViewRequest request = frame_build_view_request(app->screen.mode, &session_wanted(app->session)->params);
  request.stats = true;
  world_view_copy(last, NULL, world, &request);
  const SessionShown *const shown = &frame->shown;
  frame->shown = (SessionShown){.view = last, .time = world->time, .ratio = shown->ratio, .slowed = shown->slowed, .jumps = shown->jumps};
  frame->plain = true;
  frame->input = (Input){0};
  app->screen.tools.aim.hit = false;
  app_camera(app, 0);
  build_panel(app); /* twice: Dear ImGui measures a new window in its first frame and shows it in its second */
  build_panel(app);
  if (app->program.stats.frames == 0) app_advance(app); /* a first frame may leave something out: renderer.h */
  app_draw(app, app_build(app));
  panel_draw();
  if (app->program.stats.frames == 0) stats_frame(&app->program.stats, false, outputs->quality.share);
  const bool ok = renderer_screenshot(outputs->window.width, outputs->window.height, app->program.options.screenshot, error);
  world_view_destroy(last);
  return ok;
}

/* --- the frame -------------------------------------------------------------------------------------------------------------- */

/* Updates the sound for the place where the camera stands. */
static void listen(App *app) {
  Sound *const sound = &app->outputs.sound;
  const Screen *const screen = &app->screen;
  const WorldView *const world = app->frame.shown.view;
  const Params *const params = &session_wanted(app->session)->params;
  if (!sound->speaker.device) return;
  Command held;
  const bool pours = tools_held(&screen->tools, params, &held) && !screen->paused;
  ListenerPlace place = {.gas = app->stage.pedals_sent[1],
                         .driven = app->stage.drove && !screen->paused,
                         .pour = pours ? 1.0f : 0.0f,
                         .rain = world->rain,
                         .volume = sound->muted || screen->paused ? 0 : params->volume};
  for (int n = 0; n < 3; n++) {
    place.eye[n] = screen->view.camera.eye[n];
    place.right[n] = screen->view.camera.view[4 * n];
  }
  listener_hear(&sound->listener, world, &place, &sound->synth);
}

/* Waits until the next frame is due, if there is a limit. */
static void keep_rate(const App *app, double now) {
  const int most = app->outputs.window.minimised ? 100 /* there is nothing to show */ : app->program.options.fps_max;
  const double left = most > 0 ? now + 1.0 / most - clock_seconds() : 0;
  if (left > 0) SDL_Delay((Uint32)(1e3 * left));
}

/* Takes input and shows the plan: a frame of --projector, after it has its state. */
static void frame_of_plan(App *app, double elapsed) {
  app_projector_input(app);
  app_projector_panel(app);
  app_projector_request(app, elapsed);
  app_results_frame(app, app->frame.at); /* of --out */
  if (!app->outputs.window.minimised) show(app);
  keep_rate(app, app->frame.at);
}

void app_frame(App *app) {
  Outputs *const outputs = &app->outputs;
  Screen *const screen = &app->screen;
  Session *const session = app->session;
  const double now = clock_seconds(), elapsed = now - app->frame.at;
  app->frame.at = now;
  app->frame.shown = session_show(session, now, screen->paused);
  frame_rate_add(&outputs->rate, now);
  app_look_at_saves(app);
  app_keep_config(app);
  follow_replay(app);
  look_at_speed(app, elapsed);
  run_sand_tell(&app->program.sand);
  if (app->program.options.projector) {
    frame_of_plan(app, elapsed);
    return;
  }
  app_act_late(app);
  take_input(app, elapsed);
  double at = profile_lap(&outputs->profile, PROFILE_INPUT, now);
  app_rewind(app, elapsed);
  app->stage.hurried =
      session_facts(session).looks_back && (app->stage.hurried || (elapsed > hurried_from_s && renderer_is_software(outputs->renderer)));
  count_frame(app, elapsed);
  if (!session_facts(session).looks_back) use_tools(app, elapsed);
  app_camera(app, elapsed);
  const ToolsView view = app_tools_view(app);
  ghost_build(&screen->ghost, &screen->tools, app->frame.input.shift, &session_wanted(session)->params, &view);
  measure_build(&screen->measure, &view);
  at = profile_lap(&outputs->profile, PROFILE_INPUT, at);
  app_results_frame(app, now);
  app_act(app, app_land_frame(app));
  build_panel(app);
  session_note_params(session, now);
  app_send_request(app);
  listen(app);
  profile_lap(&outputs->profile, PROFILE_PANEL, at);
  if (!outputs->window.minimised) show(app);
  keep_rate(app, now);
}
