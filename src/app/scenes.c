/* Another scene, saved game, image or grid in the place of what is shown. */
#include "app/scenes.h"

#include <stdio.h>
#include <string.h>

#include "app/app_state.h"
#include "app/hold.h"
#include "app/keys.h"
#include "app/saves/slots.h"
#include "app/say.h"
#include "app/side_by_side.h"

static void say_run(App *app, bool ok, const Error *error, const char *done) {
  if (!ok) {
    app_say_fault(app, error);
    return;
  }
  const WorldView *world = app->shown.view;
  app_say(app, "%s: %s, %d x %d cells, %s", done, app->session.scene.name, world->nx, world->nz,
          weir_solver_name(app->session.wanted.solver));
}

void app_show_title(App *app) {
  const Scene *const scene = &app->session.scene;
  char title[160];
  snprintf(title, sizeof title, "Weir: %s", scene->title[0] ? scene->title : scene->name);
  window_set_title(&app->window, title);
}

void app_restore_view(App *app) {
  const SaveView *const view = &app->session.view;
  const Scene *const scene = &app->session.scene;
  Camera *const camera = &app->camera;
  app->opening_index = 0;
  app->camera_index = view->given && view->camera_index < scene->camera_count ? view->camera_index : 0;
  camera_reset(camera, &scene->cameras[app->camera_index], app->shown.view);
  if (!view->given) return;
  camera->now = camera->goal = view->pose;
  camera->mode = view->mode;
  camera->chased = view->chased;
  camera->view_deg = view->view_deg;
  camera->under = view->under;
  app->tools.chosen = view->tool;
  app->mode = view->frame_mode;
  app->paused = view->paused;
}

/* The session shows another scene, if it could be had. A question that stood was about the one before. */
static void show_scene(App *app, bool ok, const Error *error) {
  if (ok) {
    app->asked = ACTION_NONE;
    app->camera_index = app->opening_index = 0;
    app->flown = 0;
    app->changes = 0;
    hints_begin_scene(&app->hints);
    measure_begin_scene(&app->measure);
    camera_reset(&app->camera, &app->session.scene.cameras[0], app->shown.view);
    app_show_title(app);
  }
  say_run(app, ok, error, "scene");
}

void app_load_scene(App *app, int index) {
  Error error;
  app_hold(app);
  const bool ok = session_load_scene(&app->session, index, &error);
  app_go_on(app);
  show_scene(app, ok, &error);
}

/* Tells what is known of an image that became the ground, without its name and pixels. */
static void say_ground(App *app) {
  char text[OWN_GROUND_NOTE];
  const char *const pixels = strstr(app->session.note, " pixels of "), *const rest = pixels ? strstr(pixels, ": ") : NULL;
  if (!rest) return;
  snprintf(text, sizeof text, "terrain%s", rest);
  app_say_notice(app, text);
}

void app_open_file(App *app, const char *path) {
  Error error;
  app->session.view.given = false;
  app_hold(app);
  const bool ok = session_open_file(&app->session, path, &error);
  app_go_on(app);
  show_scene(app, ok, &error);
  if (ok) say_ground(app);
  if (!ok || !app->session.view.given) return;
  app_restore_view(app);
  app_say(app, "scene: %s, as it was saved", app->session.scene.name);
}

void app_load_slot(App *app, int slot) {
  char path[SLOT_PATH];
  SaveWritten written;
  if (save_writer_wait(app->writer, &written)) app->saves_written++;
  if (!slot_path(slot, path) || slot_written(slot) == 0)
    app_say(app, "load: %s is empty; %s saves", slot_name(slot), keys_name(ACTION_SAVE));
  else
    app_open_file(app, path);
}

void app_reset(App *app, bool params_too) {
  Error error;
  app_hold(app);
  const bool ok = session_reset(&app->session, params_too, &error);
  app_go_on(app);
  if (ok) app->changes = 0, app->asked = ACTION_NONE;
  say_run(app, ok, &error, params_too ? "reset with its parameters" : "reset");
}

/* Twice or half as many cells over the same ground. */
void app_set_grid(App *app, bool finer) {
  Error error;
  const WorldView *world = app->shown.view;
  const int nx = finer ? 2 * world->nx : world->nx / 2, nz = finer ? 2 * world->nz : world->nz / 2;
  app_hold(app);
  const bool ok = session_set_grid(&app->session, nx, nz, &error);
  app_go_on(app);
  say_run(app, ok, &error, "grid");
}
