#include "app/app_results.h"
#include "app/land.h"

#include <SDL.h>

#include "files/folders.h"

/* --- what would be lost -------------------------------------------------------------------------------------------------- */

/* The question that stands before an action, or NULL where nothing would be lost. */
static const char *question_of(const App *app, Action action) {
  const bool world = session_facts(app->session).unsaved_edits > 0;
  switch (action_press(action)) {
    case PRESS_ASKS_TO_QUIT: return app_results_unsaved(app) ? "Quit Weir? The results that were recorded are not saved." : "Quit Weir?";
    case PRESS_ASKS_TO_RESTART: return world ? "Start the scene again? What you have put into it goes." : NULL;
    case PRESS_ASKS_TO_LEAVE: return world ? "Leave this scene? What you have put into it goes." : NULL;
    case PRESS_ASKS_TO_REPLACE: return slot_written(app->frame.chosen_slot) ? "Save over the game that is there?" : NULL;
    default: return NULL;
  }
}

const char *app_question(const App *app) {
  return app->screen.asked == ACTION_NONE ? NULL : question_of(app, app->screen.asked);
}

/* Esc: one thing at a time. */
static void back(App *app) {
  Screen *const screen = &app->screen;
  bool *const open[] = {&screen->help_open, &screen->panel_open, &screen->overlay_open, &screen->measure.on, &screen->hidden};
  for (size_t n = 0; n < sizeof open / sizeof *open; n++) {
    if (!*open[n]) continue;
    *open[n] = false;
    return;
  }
  if (window_is_full_screen(&app->outputs.window))
    window_toggle_full_screen(&app->outputs.window);
  else
    screen->asked = ACTION_BACK;
}

void app_set_liquid(App *app, int liquid) {
  session_set_liquid(app->session, liquid);
  session_accept_params(app->session); /* the choice of a liquid is one step, which L takes back */
}

static void next_liquid(App *app, int step) {
  const int count = weir_liquid_count();
  app_set_liquid(app, (session_wanted(app->session)->liquid + step + count) % count);
  app_say(app, "liquid: %s", weir_liquid(session_wanted(app->session)->liquid)->name);
}

static void next_boundary(App *app, int step) {
  int count, at = 0;
  int *const boundary = &session_wanted(app->session)->boundary;
  const int *kinds = session_boundary_kinds(&count);
  while (at < count - 1 && kinds[at] != *boundary) at++;
  *boundary = kinds[(at + step + count) % count];
  app_say(app, "sides: %s", session_boundary_name(*boundary));
}

static void next_view(App *app, int step) {
  FrameMode *const mode = &app->screen.mode;
  *mode = (FrameMode)(((int)*mode + step + FRAME_MODE_COUNT) % FRAME_MODE_COUNT);
  app_say(app, "view: %s", frame_mode_name(*mode));
}

static void next_camera(App *app, int step) {
  const Scene *const scene = session_scene(app->session);
  Viewpoint *const view = &app->screen.view;
  view->flying = false;
  view->index = (view->index + step + scene->camera_count) % scene->camera_count;
  camera_go(&view->camera, &scene->cameras[view->index], app->frame.shown.view);
  app_say(app, "camera: %s", scene->cameras[view->index].name);
}

static void next_camera_mode(App *app) {
  static const char *const words[CAMERA_MODE_COUNT] = {"orbits what you point at", "chases the ", "flies"};
  const WorldView *const world = app->frame.shown.view;
  Camera *const camera = &app->screen.view.camera;
  CameraMode mode = camera->mode;
  app->screen.view.flying = false;
  do mode = (CameraMode)((mode + 1) % CAMERA_MODE_COUNT);
  while (!camera_set_mode(camera, mode, world));
  app_say(app, "camera: %s%s", words[mode], mode == CAMERA_CHASE ? tools_body_name(camera_chased_kind(camera, world)) : "");
}

static void set_tool(App *app, Tool tool) {
  char help[TOOLS_HELP];
  app->screen.tools.chosen = tool;
  app_say(app, "tool: %s  \xC2\xB7  %s", tools_info(tool)->name, tools_help(tool, help));
}

static void next_tool(App *app) {
  Tool next = app->screen.tools.chosen;
  do next = (Tool)((next + 1) % TOOL_COUNT);
  while (tools_info(next)->action == ACTION_NONE);
  set_tool(app, next);
}

static void delete_body(App *app) {
  Command command;
  if (tools_delete(&app->screen.tools, app->frame.shown.view, &command))
    app_command(app, &command);
  else
    app_say(app, "delete: there is nothing under the pointer; it takes bodies and pumps");
}

static void move_gate(App *app, int direction) {
  const float step = 0.25f; /* m, of a key press */
  Command command;
  if (!tools_gate(&app->screen.tools, app->frame.shown.view, (float)direction * step, &command)) {
    app_say(app, "gate: there is none; %s chooses the tool that puts one up", keys_name(ACTION_TOOL_GATE));
    return;
  }
  app_command(app, &command);
  app_say(app, "gate: open by %.2f m", (double)command.machine.value);
}

static void start_disaster(App *app, CommandKind kind, const char *words) {
  bool sea = false; /* a wave can come in: the scene's own sides apply now, and one of them has a sea */
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) sea = sea || world_side_has_sea(session_scene(app->session)->sides[side].kind);
  if (kind == COMMAND_SEA_WAVE && (!sea || session_wanted(app->session)->boundary != WORLD_OWN_SIDES)) {
    app_say(app, "wave: no sea and no river comes in here");
    return;
  }
  app_command(app, &(Command){.kind = kind});
  app_say(app, "%s", words);
}

/* Does an action on the world or its scene. Returns false if it is not one of these. */
static bool do_to_world(App *app, Action action) {
  Screen *const screen = &app->screen;
  const int scene = session_facts(app->session).scene_index;
  const bool has_dam = session_scene(app->session)->dam_count > 0;
  WeirSolver *const solver = &session_wanted(app->session)->solver;
  switch (action) {
    case ACTION_NEXT_TOOL: next_tool(app); break;
    case ACTION_OPEN_GATE: move_gate(app, 1); break;
    case ACTION_CLOSE_GATE: move_gate(app, -1); break;
    case ACTION_PAUSE: screen->paused = !screen->paused, app->stage.put_by = 0; break;
    case ACTION_STEP:
      screen->paused = true;
      app->stage.put_by = 0;
      app_send_request(app);
      session_single_step(app->session);
      break;
    case ACTION_STEP_BACK: app_step_back(app); break;
    case ACTION_UNDO: app_undo(app, false); break;
    case ACTION_REDO: app_undo(app, true); break;
    case ACTION_DELETE: delete_body(app); break;
    case ACTION_RELEASE_DAM:
    case ACTION_BREAK_DAM:
      if (has_dam) app_command(app, &(Command){.kind = COMMAND_RELEASE_DAM});
      app_say(app, has_dam ? "dam: let go" : "dam: this scene has none");
      break;
    case ACTION_CLOUDBURST: start_disaster(app, COMMAND_CLOUDBURST, "cloudburst: twenty seconds of heavy rain"); break;
    case ACTION_SEA_WAVE: start_disaster(app, COMMAND_SEA_WAVE, "wave: it comes in"); break;
    case ACTION_QUAKE: start_disaster(app, COMMAND_QUAKE, "earthquake"); break;
    case ACTION_RESET: app_reset(app, false); break;
    case ACTION_RESET_ALL: app_reset(app, true); break;
    case ACTION_NEXT_SCENE: app_load_scene(app, scene + 1); break;
    case ACTION_PREVIOUS_SCENE: app_load_scene(app, scene < 0 ? -1 : scene - 1); break;
    case ACTION_CHOOSE_SCENE: app_load_scene(app, app->frame.chosen_scene); break;
    case ACTION_OPEN_FILE: app_open_file(app, app->frame.chosen_file); break;
    case ACTION_SAVE: app->program.saving.asked = 1 + SLOT_QUICK; break;
    case ACTION_LOAD: app_load_slot(app, SLOT_QUICK); break;
    case ACTION_SAVE_SLOT: app->program.saving.asked = 1 + app->frame.chosen_slot; break;
    case ACTION_LOAD_SLOT: app_load_slot(app, app->frame.chosen_slot); break;
    case ACTION_NEXT_SOLVER:
      *solver = (WeirSolver)((*solver + 1) % WEIR_SOLVER_COUNT);
      app_say(app, "solver: %s", weir_solver_name(*solver));
      break;
    case ACTION_NEXT_LIQUID: next_liquid(app, 1); break;
    case ACTION_PREVIOUS_LIQUID: next_liquid(app, -1); break;
    case ACTION_NEXT_BOUNDARY: next_boundary(app, 1); break;
    case ACTION_PREVIOUS_BOUNDARY: next_boundary(app, -1); break;
    case ACTION_FINER: app_set_grid(app, true); break;
    case ACTION_COARSER: app_set_grid(app, false); break;
    default: return false;
  }
  return true;
}

/* Does an action on the picture or the window. */
static void do_to_window(App *app, Action action) {
  Screen *const screen = &app->screen;
  Viewpoint *const view = &screen->view;
  Window *const window = &app->outputs.window;
  bool *const muted = &app->outputs.sound.muted;
  Error error;
  switch (action) {
    case ACTION_NEXT_VIEW: next_view(app, 1); break;
    case ACTION_PREVIOUS_VIEW: next_view(app, -1); break;
    case ACTION_NEXT_CAMERA: next_camera(app, 1); break;
    case ACTION_PREVIOUS_CAMERA: next_camera(app, -1); break;
    case ACTION_FLYBY:
      view->flying = !view->flying;
      view->flown = 0;
      app_say(app, view->flying ? "camera: flies until it is moved" : "camera: stays");
      break;
    case ACTION_OVERLAY: screen->overlay_open = !screen->overlay_open; break;
    case ACTION_PROBE:
      screen->measure.on = !screen->measure.on;
      app_say(app, screen->measure.on ? "probe: point at the water  \xC2\xB7  Shift+drag: a line that measures the flow through it"
                                      : "probe: off");
      break;
    case ACTION_BESIDE: app_toggle_beside(app); break;
    case ACTION_PANEL: screen->panel_open = !screen->panel_open; break;
    case ACTION_HELP: screen->help_open = !screen->help_open; break;
    case ACTION_RELOAD:
      if (renderer_reload(app->outputs.renderer, &error))
        app_say(app, "shaders: reloaded");
      else
        app_say_fault(app, &error);
      break;
    case ACTION_FULL_SCREEN: window_toggle_full_screen(window); break;
    case ACTION_SCREENSHOT: app->frame.picture_asked = true; break;
    case ACTION_CLIP: app_film_save_clip(app); break;
    case ACTION_RESULTS: app_results_toggle(app); break;
    case ACTION_SAVE_RESULTS: app_results_save(app); break;
    case ACTION_PLOTS: app_results_toggle_plots(app); break;
    case ACTION_MUTE:
      *muted = !*muted;
      app_say(app, *muted ? "sound: muted" : app->outputs.sound.speaker.device ? "sound: on" : "sound: no sound device was found");
      break;
    case ACTION_HINTS: hints_toggle(&screen->hints); break;
    case ACTION_HIDE: screen->hidden = !screen->hidden; break;
    case ACTION_FRAME:
      view->flying = false;
      view->index = 0;
      camera_go(&view->camera, &session_scene(app->session)->cameras[0], app->frame.shown.view);
      break;
    case ACTION_CAMERA_MODE: next_camera_mode(app); break;
    case ACTION_BACK: back(app); break;
    default: break; /* held actions arrive in the input's own members */
  }
}

static void do_action(App *app, Action action) {
  if (action == ACTION_NONE) return;
  app_end_look(app);
  if (tools_of(action) < TOOL_COUNT)
    set_tool(app, tools_of(action));
  else if (!do_to_world(app, action))
    do_to_window(app, action);
}

void app_act(App *app, Action action) {
  /* An action that stops the window for a second or more, while the driver compiles shaders, is said in a frame before it. */
  const char *words = NULL;
  if (action == ACTION_SCREENSHOT) words = "picture: at the highest quality, which takes a moment";
  if (action == ACTION_BESIDE && !app->outputs.beside.on && !app->outputs.beside.renderer) words = "side by side: a moment";
  if (action != ACTION_BACK && question_of(app, action)) {
    app->screen.asked = action;
  } else if (words) {
    app_say(app, "%s", words);
    app->frame.put_off = action;
  } else {
    do_action(app, action);
  }
}

void app_act_late(App *app) {
  const Action action = app->frame.put_off;
  app->frame.put_off = ACTION_NONE;
  do_action(app, action);
}

void app_answer(App *app, bool yes) {
  const Action asked = app->screen.asked;
  app->screen.asked = ACTION_NONE;
  if (!yes && asked == ACTION_OPEN_FILE) app_land_forget(app);
  if (!yes) return;
  if (asked == ACTION_BACK)
    app->program.quit = true;
  else
    do_action(app, asked);
}

void app_press_keys(App *app) {
  const float share = app->outputs.quality.share;
  for (int n = 0; n < app->frame.input.key_count; n++) {
    const InputKey *const press = &app->frame.input.keys[n];
    const int key = press->code & ~KEYS_HELD;
    const bool shift = press->code & KEYS_SHIFT;
    if (app->screen.asked != ACTION_NONE && !press->repeat) { /* a key that is no answer dismisses the question, and acts as usual */
      const bool yes = key == SDLK_RETURN || key == SDLK_y, no = key == SDLK_ESCAPE || key == SDLK_n;
      app_answer(app, yes);
      if (yes || no) continue;
    }
    Action answer;
    if (!press->repeat && app_land_key(app, key, SDLK_RETURN, SDLK_ESCAPE, &answer)) {
      app_act(app, answer);
      continue;
    }
    const KeyBinding *const binding = keys_find(press->code);
    if (!binding) continue;
    const ParamInfo *const info = binding->param;
    if (!info && (!press->repeat || binding->repeats)) app_act(app, binding->action);
    if (!info) continue;
    Params *const params = &session_wanted(app->session)->params;
    const float before = params_get(params, info);
    const bool from_auto = params_picture_share(params) == 0;
    params_nudge(params, info, shift ? -1 : 1);
    /* A picture that followed the time that frames take goes on from the share that it had. */
    while (from_auto && !shift && params_picture_share(params) > 0 && params_picture_share(params) < share + 0.01f &&
           params_get(params, info) < info->high)
      params_nudge(params, info, 1);
    char from[64], to[64];
    params_text(info, before, from, sizeof from);
    params_text(info, params_get(params, info), to, sizeof to);
    app_say(app, "%s: now %s, was %s  \xC2\xB7  %s takes it back", info->title, to, from, keys_name(ACTION_UNDO));
  }
}

void app_press_buttons(App *app) {
  for (int n = 0; n < app->frame.input.action_count; n++) {
    const InputAction *const press = &app->frame.input.actions[n];
    const bool asked = app->screen.asked != ACTION_NONE;
    if (asked) app_answer(app, press->answer > 0);
    if (!asked || press->answer == 0) app_act(app, press->action);
  }
}
