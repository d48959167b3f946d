#include "app/frame.h"

#include <math.h>
#include <string.h>

#include "app/actions.h"
#include "app/ahead.h"
#include "app/app_config.h"
#include "app/app_film.h"
#include "app/app_saves.h"
#include "app/app_state.h"
#include "app/command.h"
#include "app/draw.h"
#include "app/loading.h"
#include "app/panel.h"
#include "app/request.h"
#include "app/rewind.h"
#include "app/say.h"
#include "base/clock.h"
#include "files/folders.h"

/* While time is dragged each frame shows another world, and a software driver may draw too few of them a second: the hand then gets a
 * picture of fewer pixels, until it rests. Frames may take 100 ms; a busy one takes half as long again as most. */

static const double hurried_from_s = 0.06; /* s of the clock that a frame took before pictures get smaller */

static double app_lap(App *app, ProfilePhase phase, double since) {
  return profile_lap(&app->outputs.profile, phase, since);
}

/* Says so when the water has run at less than half its speed for some seconds. */
static void app_look_at_speed(App *app, double elapsed) {
  const double most_s = 2, half = 0.5, well = 0.8,
               ratio = app->frame.shown.ratio / fmax((double)session_wanted(app->session)->params.time_scale, 1e-3);
  if (app->screen.paused || session_looks_back(app->session) || !app->frame.shown.slowed || ratio > well) {
    app->screen.slow_s = 0;
    return;
  }
  if (app->screen.slow_s < 0 || ratio > half) return;
  app->screen.slow_s += elapsed;
  if (app->screen.slow_s < most_s) return;
  char text[160];
  snprintf(text, sizeof text, "slow: the water runs at %.2g x real time  \xC2\xB7  %s: a coarser grid", app->frame.shown.ratio,
           keys_name(ACTION_COARSER));
  app_say_notice(app, text);
  app->screen.slow_s = -1;
}

static void app_follow_replay(App *app) {
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

static void app_input(App *app, double elapsed) {
  Input *const input = &app->frame.input;
  const WindowFilter filter = {app->outputs.panel ? panel_filter : NULL, app->outputs.panel};
  window_poll(&app->outputs.window, filter, input);
  if (input->quit) app->program.quit = true;
  app_place_input(app);
  int width, height;
  app_picture_size(app, &width, &height);
  gamepad_read(&app->outputs.gamepad, input, elapsed);
  /* A press beside the question that stands lets it go, and is taken: what lies under it gets none. */
  bool pressed = false;
  for (int n = 0; n < input->press_count; n++) pressed = pressed || input->presses[n].down;
  if (app_question(app) && pressed) {
    app_answer(app, false);
    input->press_count = 0;
  }
  pointer_update(&app->screen.pointer, input, width, height, elapsed);
  app_press_keys(app);
  app_press_buttons(app);
  if (!input->dropped[0]) return;
  memcpy(app->frame.chosen_file, input->dropped, sizeof app->frame.chosen_file);
  app_act(app, ACTION_OPEN_FILE);
}

static void app_tools(App *app, double elapsed) {
  const ToolsView view = app_tools_view(app);
  bool taken = true;
  measure_update(&app->screen.measure, &app->frame.input, &view);
  app->screen.tools.measures = app->screen.measure.on;
  tools_update(&app->screen.tools, &app->frame.input, &view, &session_wanted(app->session)->params, elapsed);
  for (int n = 0; n < app->screen.tools.command_count; n++) taken = app_command(app, &app->screen.tools.commands[n]) && taken;
  hints_look(&app->screen.hints, &app->screen.tools, &app->frame.input, elapsed);
  const float *const pedals = app->frame.input.pedals;
  if (pedals[0] != app->stage.pedals_sent[0] || pedals[1] != app->stage.pedals_sent[1]) {
    memcpy(app->stage.pedals_sent, pedals, sizeof app->stage.pedals_sent);
    app->stage.drove = true;
    taken = app_command(app, &(Command){.kind = COMMAND_DRIVE, .drive = {.steer = pedals[0], .gas = pedals[1]}}) && taken;
  }
  if (!taken)
    app_say(app, "commands: too many wait%s%s%s", app->screen.paused ? "; " : "", app->screen.paused ? keys_name(ACTION_PAUSE) : "",
            app->screen.paused ? " goes on" : "");
}

/* Counts the time of the frame just shown for the choice of resolution, except where it says nothing about the next ones: frames of the
 * past or of a paused world take less time. */
static void app_count_frame(App *app, double elapsed) {
  ResolutionChooser *const chooser = &app->outputs.quality.resolution;
  const bool software = renderer_is_software(app->outputs.renderer), lowest = app->outputs.quality.now == 0;
  const int size[2] = {app->outputs.window.width, app->outputs.window.height};
  if (size[0] != app->outputs.quality.counted_size[0] || size[1] != app->outputs.quality.counted_size[1] ||
      app->outputs.quality.now != app->outputs.quality.counted)
    resolution_settle(chooser);
  memcpy(app->outputs.quality.counted_size, size, sizeof size);
  app->outputs.quality.counted = app->outputs.quality.now;
  if (!app_follows_resolution(app) || app->screen.paused || session_looks_back(app->session) || app->outputs.window.minimised) return;
  const double ms = software ? 1e3 * elapsed : app_device_ms(app);
  if (!lowest && !app->outputs.quality.chosen && !software) return; /* the tier goes down first */
  resolution_count(chooser, software ? &resolution_software : &resolution_gpu, ms, elapsed);
}

/* The frame once more for a file: of the window's full size, as good as it gets, with nothing on it but the water. The window's own
 * frame follows, drawn as those before it. */
static void app_picture(App *app) {
  app->frame.picture_asked = false;
  app->frame.plain = true;
  renderer_set_quality(app->outputs.renderer, RENDERER_QUALITY_BEST);
  renderer_set_hasty(app->outputs.renderer, false);
  renderer_set_share(app->outputs.renderer, 1, false);
  renderer_draw(app->outputs.renderer, app_build(app), app->outputs.window.width, app->outputs.window.height);
  app_save_picture(app);
  renderer_set_quality(app->outputs.renderer, app->outputs.quality.now);
  app->frame.plain = false;
  resolution_settle(&app->outputs.quality.resolution);
}

enum { PASSES_FROM = 5 };
static void app_show(App *app) {
  if (app->frame.picture_asked) app_picture(app);
  double at = clock_seconds();
  const FrameView *frame = app_build(app);
  at = app_lap(app, PROFILE_BUILD, at);
  /* For the first picture on a machine whose driver compiles with one thread. */
  Ahead *ahead = NULL;
  if (app->outputs.loading.on && !app->outputs.beside.on && renderer_is_software(app->outputs.renderer) &&
      renderer_is_new(app->outputs.renderer))
    ahead = ahead_begin(&(AheadDef){&app->outputs.window, folder_shaders(), folder_programs(), frame, app_picture_share(app)});
  app_draw(app, frame);
  if (window_lost() ||
      (app->outputs.loading.on && app->program.quit)) { /* drivers read outside their memory when they show what has no window */
    ahead_end(ahead);
    return;
  }
  app_film_frame(app);
  app_save_drawn(app);
  at = app_lap(app, PROFILE_DRAW, at);
  if (app->outputs.panel) panel_draw(app->outputs.panel);
  at = app_lap(app, PROFILE_PANEL, at);
  window_present(&app->outputs.window);
  app_lap(app, PROFILE_PRESENT, at);
  if (app->program.options.stats && app->program.stats.frames >= PASSES_FROM) {
    RendererPassTime passes[RENDERER_PASSES_MAX];
    const int count = renderer_pass_times(app->outputs.renderer, passes);
    float sum = 0;
    for (int n = 0; n < count; n++) sum += passes[n].ms;
    if (sum > 0) stats_passes(&app->program.stats, passes, count);
  }
  app_end_loading(app);
  stats_frame(&app->program.stats, session_look_asked(app->session) || app->frame.bar_held, app->outputs.quality.share);
  if (app->outputs.quality.reduced && app->program.stats.frames == 1) app_say_reduced(app);
  profile_frame(&app->outputs.profile, (int)fmin(fmax(0.5 * app->outputs.rate.fps, 4), 60));
  ahead_end(ahead);
}

/* Updates the sound for the place where the camera stands. */
static void app_listen(App *app) {
  if (!app->outputs.sound.speaker.device) return;
  const Params *const params = &session_wanted(app->session)->params;
  Command held;
  const bool pours = tools_held(&app->screen.tools, params, &held) && !app->screen.paused;
  ListenerPlace place = {.gas = app->stage.pedals_sent[1], .driven = app->stage.drove && !app->screen.paused, .pour = pours ? 1.0f : 0.0f};
  for (int n = 0; n < 3; n++) {
    place.eye[n] = app->screen.view.camera.eye[n];
    place.right[n] = app->screen.view.camera.view[4 * n];
  }
  place.rain = app->frame.shown.view->rain;
  place.volume = app->outputs.sound.muted || app->screen.paused ? 0 : params->volume;
  listener_hear(&app->outputs.sound.listener, app->frame.shown.view, &place, &app->outputs.sound.synth);
}

void app_frame(App *app) {
  const double now = clock_seconds(), elapsed = now - app->frame.at;
  app->frame.at = now;
  app->frame.shown = session_show(app->session, now, app->screen.paused);
  frame_rate_add(&app->outputs.rate, now);
  app_look_at_saves(app);
  app_keep_config(app);
  app_follow_replay(app);
  app_look_at_speed(app, elapsed);
  app_act_late(app);
  app_input(app, elapsed);
  double at = app_lap(app, PROFILE_INPUT, now);
  app_rewind(app, elapsed, app->frame.bar_held);
  app->stage.hurried =
      session_looks_back(app->session) && (app->stage.hurried || (elapsed > hurried_from_s && renderer_is_software(app->outputs.renderer)));
  app_count_frame(app, elapsed);
  if (!session_looks_back(app->session)) app_tools(app, elapsed);
  app_camera(app, elapsed);
  const ToolsView view = app_tools_view(app);
  ghost_build(&app->screen.ghost, &app->screen.tools, app->frame.input.shift, &session_wanted(app->session)->params, &view);
  measure_build(&app->screen.measure, &view);
  at = app_lap(app, PROFILE_INPUT, at);
  app_panel(app);
  session_note_params(app->session, now);
  app_send_request(app);
  app_listen(app);
  app_lap(app, PROFILE_PANEL, at);
  if (app->outputs.window.minimised) {
    window_wait(0.01);
  } else {
    app_show(app);
  }
}
