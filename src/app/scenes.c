/* Another scene, saved game, image or grid in the place of what is shown. */
#include "app/scenes.h"

#include <stdio.h>
#include <string.h>

#include "app/app_state.h"
#include "app/request.h"
#include "app/say.h"
#include "files/slots.h"
#include "input/keys.h"

static void say_run(App *app, bool ok, const Error *error, const char *done) {
  if (!ok) {
    app_say_fault(app, error);
    return;
  }
  const WorldView *world = app->frame.shown.view;
  app_say(app, "%s: %s, %d x %d cells, %s", done, session_scene(app->session)->name, world->nx, world->nz,
          weir_solver_name(session_wanted(app->session)->solver));
}

void app_show_title(App *app) {
  const Scene *const scene = session_scene(app->session);
  char title[160];
  snprintf(title, sizeof title, "Weir: %s", scene->title[0] ? scene->title : scene->name);
  window_set_title(&app->outputs.window, title);
}

void app_restore_view(App *app) {
  const SaveView *const view = session_view(app->session);
  const Scene *const scene = session_scene(app->session);
  Camera *const camera = &app->screen.view.camera;
  app->screen.view.opening = 0;
  app->screen.view.index = view->given && view->camera_index < scene->camera_count ? view->camera_index : 0;
  camera_reset(camera, &scene->cameras[app->screen.view.index], app->frame.shown.view);
  if (!view->given) return;
  CameraPose pose = {.yaw = view->yaw, .pitch = view->pitch, .distance = view->distance};
  memcpy(pose.focus, view->focus, sizeof pose.focus);
  camera->now = camera->goal = pose;
  camera->mode = (CameraMode)view->mode;
  camera->chased = view->chased;
  camera->view_deg = view->view_deg;
  camera->under = view->under;
  app->screen.tools.chosen = view->tool < TOOL_COUNT ? (Tool)view->tool : TOOL_CRATE; /* a later version may have more */
  app->screen.mode = (FrameMode)view->frame_mode;
  app->screen.paused = view->paused;
}

/* The session shows another scene, if it could be had. A question that stood was about the one before. */
static void show_scene(App *app, bool ok, const Error *error) {
  if (ok) {
    app->screen.asked = ACTION_NONE; /* it was about the scene before */
    app->screen.view.index = app->screen.view.opening = 0;
    app->screen.view.flown = 0;
    hints_begin_scene(&app->screen.hints);
    measure_begin_scene(&app->screen.measure);
    camera_reset(&app->screen.view.camera, &session_scene(app->session)->cameras[0], app->frame.shown.view);
    app_show_title(app);
  }
  say_run(app, ok, error, "scene");
}

void app_load_scene(App *app, int index) {
  Error error;
  const bool ok = app_do(app, &(SessionDo){.deed = SESSION_SCENE, .index = index}, NULL, &error);
  show_scene(app, ok, &error);
}

void app_open_file(App *app, const char *path) {
  Error error;
  const bool ok = app_do(app, &(SessionDo){.deed = SESSION_FILE, .path = path}, NULL, &error);
  show_scene(app, ok, &error);
  /* Tells what is known of an image that became the ground, without its name and pixels. */
  char text[OWN_GROUND_NOTE];
  const char *const pixels = ok ? strstr(session_note(app->session), " pixels of ") : NULL, *const rest =
                                                                                                pixels ? strstr(pixels, ": ") : NULL;
  if (rest) snprintf(text, sizeof text, "terrain%s", rest);
  if (rest) app_say_notice(app, text);
  if (!ok || !session_view(app->session)->given) return;
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
  Error error;
  const bool ok = app_do(app, &(SessionDo){.deed = params_too ? SESSION_RESET_ALL : SESSION_RESET}, NULL, &error);
  if (ok) app->screen.asked = ACTION_NONE;
  say_run(app, ok, &error, params_too ? "reset with its parameters" : "reset");
}

/* Twice or half as many cells over the same ground. */
void app_set_grid(App *app, bool finer) {
  Error error;
  const WorldView *world = app->frame.shown.view;
  const int nx = finer ? 2 * world->nx : world->nx / 2, nz = finer ? 2 * world->nz : world->nz / 2;
  const bool ok = app_do(app, &(SessionDo){.deed = SESSION_GRID, .nx = nx, .nz = nz}, NULL, &error);
  say_run(app, ok, &error, "grid");
}
