/* Another world in the place of what is shown, or beside it: a scene, a saved game, an image, a grid; another time; two worlds. */
#include "app/app_state.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/land.h"
#include "base/clock.h"
#include "files/folders.h"

static const double rewind_speed = 8;  /* simulated s in a second of Backspace held */
static const double other_every_s = 1; /* s of the clock between two states of a branch that is shown */

/* --- scenes ---------------------------------------------------------------------------------------------------------------- */

void app_show_title(App *app) {
  const Scene *const scene = session_scene(app->session);
  char title[160];
  snprintf(title, sizeof title, "Weir: %s", scene->title[0] ? scene->title : scene->name);
  window_set_title(&app->outputs.window, title);
}

void app_restore_view(App *app) {
  const SaveView *const save = session_facts(app->session).view;
  const Scene *const scene = session_scene(app->session);
  Screen *const screen = &app->screen;
  Camera *const camera = &screen->view.camera;
  screen->view.opening = 0;
  screen->view.index = save->given && save->camera_index < scene->camera_count ? save->camera_index : 0;
  camera_reset(camera, &scene->cameras[screen->view.index], app->frame.shown.view);
  if (!save->given) return;
  CameraPose pose = {.yaw = save->yaw, .pitch = save->pitch, .distance = save->distance};
  memcpy(pose.focus, save->focus, sizeof pose.focus);
  camera->now = camera->goal = pose;
  camera->mode = (CameraMode)save->mode;
  camera->chased = save->chased;
  camera->view_deg = save->view_deg;
  camera->under = save->under;
  screen->tools.chosen = save->tool < TOOL_COUNT ? (Tool)save->tool : TOOL_CRATE; /* a later version may have more */
  screen->mode = (FrameMode)save->frame_mode;
  screen->paused = save->paused;
}

/* Has the session show another world, and tells what was done. Returns false, and tells why, if it could not be had. */
static bool change_world(App *app, const SessionDo *what, const char *done) {
  Screen *const screen = &app->screen;
  Error error;
  if (!app_do(app, what, NULL, &error)) {
    app_say_fault(app, &error);
    return false;
  }
  const WorldView *const world = app->frame.shown.view;
  if (what->deed != SESSION_GRID) screen->asked = ACTION_NONE, app_land_forget(app); /* questions that stood were about the world before */
  if (what->deed == SESSION_SCENE || what->deed == SESSION_FILE) {
    screen->view.index = screen->view.opening = 0;
    screen->view.flown = 0;
    hints_begin_scene(&screen->hints);
    measure_begin_scene(&screen->measure);
    camera_reset(&screen->view.camera, &session_scene(app->session)->cameras[0], world);
    app_show_title(app);
  }
  app_say(app, "%s: %s, %d x %d cells, %s", done, session_scene(app->session)->name, world->nx, world->nz,
          weir_solver_name(session_wanted(app->session)->solver));
  return true;
}

void app_load_scene(App *app, int index) {
  change_world(app, &(SessionDo){.deed = SESSION_SCENE, .index = index}, "scene");
}

void app_open_file(App *app, const char *path) {
  const OwnGround *const own = path == app->screen.land.own.path ? &app->screen.land.own : NULL;
  if (!change_world(app, &(SessionDo){.deed = SESSION_FILE, .path = path, .ground = own}, "scene")) {
    app_land_forget(app);
    return;
  }
  /* Tells what is known of a file that became the ground, without its name and pixels. */
  const char *const note = session_facts(app->session).note, *const first = strstr(note, ", ");
  const char *const rest = first && strncmp(note, "terrain: ", 9) == 0 ? strstr(first, ": ") : NULL;
  if (rest) app_say_notice(app, "terrain%s", rest);
  if (!session_facts(app->session).view->given) return;
  app_restore_view(app);
  app_say(app, "scene: %s, as it was saved", session_scene(app->session)->name);
}

void app_load_slot(App *app, int slot) {
  char path[SLOT_PATH];
  SaveWritten written;
  if (session_saved(app->session, true, &written)) app->program.saving.written++;
  if (!slot_path(slot, path) || slot_written(slot) == 0)
    app_say(app, "load: %s is empty; %s saves", slot_name(slot), keys_name(ACTION_SAVE));
  else
    app_open_file(app, path);
}

void app_reset(App *app, bool params_too) {
  change_world(app, &(SessionDo){.deed = params_too ? SESSION_RESET_ALL : SESSION_RESET},
               params_too ? "reset with its parameters" : "reset");
}

void app_set_grid(App *app, bool finer) {
  const WorldView *const world = app->frame.shown.view;
  const int nx = finer ? 2 * world->nx : world->nx / 2, nz = finer ? 2 * world->nz : world->nz / 2;
  change_world(app, &(SessionDo){.deed = SESSION_GRID, .nx = nx, .nz = nz}, "grid");
}

/* --- other times ----------------------------------------------------------------------------------------------------------- */

void app_look_back(App *app, double time_s) {
  Error error;
  const int jumps = app->frame.shown.jumps;
  const double now = clock_seconds();
  if (!session_look(app->session, time_s, now, &error)) app_say_fault(app, &error);
  if (session_facts(app->session).looks_back) app->frame.shown = session_show(app->session, now, true);
  if (app->frame.shown.jumps != jumps) app->stage.jumped_at = now;
}

void app_end_look(App *app) {
  Error error;
  if (!session_end_look(app->session, &error)) return;
  if (error.text[0]) app_say_fault(app, &error);
  app_world_changed(app, true);
}

void app_rewind(App *app, double elapsed) {
  if (app->frame.bar_held) return;
  if (app->frame.input.rewind) {
    const double from = session_facts(app->session).looks_back ? session_facts(app->session).look_time_s : app->frame.shown.view->time;
    app_look_back(app, from - rewind_speed * elapsed);
  } else {
    app_end_look(app);
  }
}

/* Goes to another time. Returns false, with a line in the window, if that fails. */
static bool jump(App *app, SessionDeed deed, int index, SessionDone *done) {
  Error error;
  app_end_look(app);
  const bool ok = app_do(app, &(SessionDo){.deed = deed, .index = index}, done, &error);
  if (!ok) app_say(app, "%s", error.text);
  return ok;
}

void app_step_back(App *app) {
  app_end_look(app);
  app->screen.paused = true;
  app_send_request(app);
  jump(app, SESSION_STEP_BACK, 0, NULL);
}

void app_switch_branch(App *app, int line) {
  if (jump(app, SESSION_BRANCH, line, NULL)) app_say(app, "time: on with another future; the one that you left is kept");
}

void app_undo(App *app, bool again) {
  SessionDone done;
  app_end_look(app);
  if (!again) session_note_params(app->session, clock_seconds()); /* changes of this very frame */
  if (!jump(app, again ? SESSION_REDO : SESSION_UNDO, 0, &done)) return;
  char text[64];
  if (done.param) params_text(done.param, params_get(&session_wanted(app->session)->params, done.param), text, sizeof text);
  if (done.param)
    app_say(app, "%s: back at %s", done.param->title, text);
  else
    app_say(app, again ? "redo: forth by %.1f s" : "undo: back by %.1f s", fabs(done.by));
}

void app_show_other(App *app, int line) {
  const SessionPast past = session_past(app->session);
  OtherFuture *const other = &app->stage.other;
  const double now = clock_seconds();
  if (line == 0 || line > past.branch_count) {
    other->count = other->shown = 0;
    return;
  }
  if (other->count == 0 || other->id != past.branches[line - 1].id || now - other->made_at > other_every_s) {
    World *const world = session_read_branch(app->session, line, app->frame.shown.view->tick);
    if (world) other_future_build(other, world);
    world_destroy(world);
    other->id = past.branches[line - 1].id;
    other->made_at = now;
  }
  const ToolsView view = app_tools_view(app);
  other_future_project(other, view.camera, view.width, view.height);
}

/* --- two worlds ------------------------------------------------------------------------------------------------------------ */

/* Shows the second world, if there is one; else tells why not. */
static void show_beside(App *app, bool ok, const Error *error) {
  Beside *const beside = &app->outputs.beside;
  char name[128];
  if (!ok) session_end_twin(app->session);
  beside->on = ok;
  beside->how = session_facts(app->session).twin_how;
  beside_forget_figures(beside);
  app->frame.shown = session_show(app->session, clock_seconds(), true);
  beside->twins = app->frame.shown.twins;
  beside_name(beside, name, sizeof name);
  if (ok)
    app_say(app, "side by side: %s; %s ends it", name, keys_name(ACTION_BESIDE));
  else
    app_say_fault(app, error);
}

void app_show_beside(App *app, int future) {
  Error error;
  Beside *const beside = &app->outputs.beside;
  const TwinHow how = beside->how;
  beside->future = future;
  if (!beside->renderer) {
    beside->quality = app->outputs.quality.now;
    const RendererDef def = {.get_proc_address = window_gl_address, .shader_dir = folder_shaders(), .quality = beside->quality};
    beside->renderer = renderer_create(&def, &error);
  }
  if (beside->renderer && !beside->build && !(beside->build = frame_build_create()))
    error_set(&error, "not enough memory to draw a second world");
  const bool ok =
      beside->build && (future > 0 ? session_set_twin_branch(app->session, future, &error) : session_set_twin(app->session, &how, &error));
  show_beside(app, ok, &error);
}

void app_toggle_beside(App *app) {
  Beside *const beside = &app->outputs.beside;
  if (!beside->on) {
    app_show_beside(app, 0);
    return;
  }
  beside->on = false;
  session_end_twin(app->session);
  app->frame.shown = session_show(app->session, clock_seconds(), true);
}

void app_differ_beside(App *app, const TwinHow *how) {
  Error error;
  Beside *const beside = &app->outputs.beside;
  beside->how = *how;
  if (!beside->on || beside->future > 0)
    app_show_beside(app, 0);
  else if (!session_set_twin(app->session, how, &error))
    show_beside(app, false, &error);
}
