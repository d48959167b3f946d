/* Saving and loading in the window: F5 and F9, slots, the picture that F12 takes, a save each minute. */
#include "app/app_saves.h"

#include <stb_image_resize.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app/app_state.h"
#include "app/say.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/paths.h"
#include "files/slots.h"

static const double autosave_every = 60; /* s */
enum { THUMBNAIL_WIDTH = 480, UNASKED_CELLS = 2048 * 2048 /* larger grids are saved when that is asked for alone: it takes gigabytes */ };

static bool is_saved_unasked(const App *app) {
  const World *const world = session_world(app->session); /* at the end of the run, when what was shown last may be gone */
  const int64_t nx = world ? world->nx : app->frame.shown.view->nx, nz = world ? world->nz : app->frame.shown.view->nz;
  return nx * nz <= UNASKED_CELLS;
}

SaveView app_save_view(const App *app) {
  _Static_assert((int)CAMERA_MODE_COUNT == SAVE_CAMERA_MODES && (int)TOOL_COUNT <= SAVE_TOOLS && (int)FRAME_MODE_COUNT == SAVE_FRAME_MODES,
                 "a save has room for each kind");
  const Camera *const camera = &app->screen.view.camera;
  const CameraPose *const pose = &camera->goal;
  return (SaveView){.given = true,
                    .focus = {pose->focus[0], pose->focus[1], pose->focus[2]},
                    .yaw = pose->yaw,
                    .pitch = pose->pitch,
                    .distance = pose->distance,
                    .mode = (int)camera->mode,
                    .chased = camera->chased,
                    .view_deg = camera->view_deg,
                    .under = camera->under,
                    .camera_index = app->screen.view.index,
                    .tool = (int)app->screen.tools.chosen,
                    .frame_mode = (int)app->screen.mode,
                    .paused = app->screen.paused};
}

/* --- saving ----------------------------------------------------------------------------------------------------------------- */

/* Returns the pixels just drawn, with `small` shrunk to a thumbnail; the caller frees them. NULL if they cannot be read or memory runs
 * out. */
static unsigned char *drawn_pixels(const App *app, bool small, int *width, int *height) {
  unsigned char *pixels = memory_create((size_t)app->outputs.window.height, 3 * (size_t)app->outputs.window.width);
  *width = app->outputs.window.width, *height = app->outputs.window.height;
  if (!pixels || window_lost() || !renderer_read_pixels(*width, *height, pixels)) {
    memory_free(pixels);
    return NULL;
  }
  if (!small || *width <= THUMBNAIL_WIDTH) return pixels;
  const int small_height = *height * THUMBNAIL_WIDTH / *width > 0 ? *height * THUMBNAIL_WIDTH / *width : 1;
  unsigned char *const fewer = memory_create((size_t)small_height, 3 * (size_t)THUMBNAIL_WIDTH);
  if (fewer) stbir_resize_uint8(pixels, *width, *height, 0, fewer, THUMBNAIL_WIDTH, small_height, 0, 3);
  memory_free(pixels);
  *width = THUMBNAIL_WIDTH, *height = small_height;
  return fewer;
}

/* Saves with what has just been drawn as its picture. */
static void save_with_picture(App *app, const char *path, bool small, bool silent) {
  int width, height;
  const SaveView view = app_save_view(app);
  Save *const save = session_save(app->session, &view);
  if (!save) {
    app_say(app, "save: not enough memory");
    return;
  }
  unsigned char *const pixels = drawn_pixels(app, small, &width, &height);
  if (!pixels) {
    app_say(app, "save: not enough memory for the picture");
    save_destroy(save);
    return;
  }
  save_set_picture(save, pixels, width, height);
  session_write_save(app->session, save, path, silent);
}

/* Tells of a fault of saves that were not asked for once, until one succeeds: they come each minute. */
static void tell_autosave(App *app, bool ok, const Error *error) {
  if (!ok && !app->program.saving.fails) {
    app_say_fault(app, error);
    fprintf(stderr, "weir: autosave: %s\n", error->text);
  }
  app->program.saving.fails = !ok;
}

void app_save_slot(App *app, int slot) {
  char path[SLOT_PATH];
  Error error;
  app->program.saving.at = clock_seconds();
  if (!slots_make_folder(&error) || !slot_path(slot, path)) {
    if (slot != SLOT_AUTO)
      app_say_fault(app, &error);
    else
      tell_autosave(app, false, &error);
    return;
  }
  save_with_picture(app, path, true, slot == SLOT_AUTO);
}

void app_save_picture(App *app) {
  char path[32] = "";
  for (int n = 1; n < 1000; n++) {
    snprintf(path, sizeof path, "weir-%03d.png", n);
    if (access(path, F_OK) != 0) break;
    path[0] = '\0';
  }
  if (path[0])
    save_with_picture(app, path, false, false);
  else
    app_say(app, "screenshot: weir-001.png to weir-999.png are all there already");
}

/* After the picture was drawn and before anything is drawn over it. */
void app_save_drawn(App *app) {
  const int slot = app->program.saving.asked - 1;
  const bool settled = !app->screen.paused && !session_replays(app->session) && !session_looks_back(app->session);
  const bool due = settled && is_saved_unasked(app) && clock_seconds() - app->program.saving.at > autosave_every;
  app->program.saving.asked = 0;
  if (slot >= 0)
    app_save_slot(app, slot);
  else if (due && session_unsaved_edits(app->session) > 0)
    app_save_slot(app, SLOT_AUTO);
}

void app_look_at_saves(App *app) {
  SaveWritten written;
  if (!session_saved(app->session, false, &written)) return;
  app->program.saving.written++;
  if (written.silent)
    tell_autosave(app, written.ok, &written.error);
  else if (!written.ok)
    app_say_fault(app, &written.error);
  if (written.silent || !written.ok) return;
  char whole[SCENE_PATH]; /* with its folder: that of a program started from a menu is one that no person thinks of */
  path_whole(written.path, whole, sizeof whole);
  app_say(app, "saved: %s", whole);
}

bool app_save_at_end(App *app, Error *error) {
  const bool window = !app->program.options.headless;
  const char *const path = app->program.options.save;
  const SaveView view = window ? app_save_view(app) : (SaveView){0};
  if (!path && !(window && is_saved_unasked(app))) return true;
  Save *const save = session_save(app->session, &view);
  if (!save) return !path || error_set(error, "--save: not enough memory");
  Error reason;
  const bool ok = !path || save_write(save, path, &reason) || error_set(error, "--save: %s", reason.text);
  if (window && is_saved_unasked(app)) { /* for --resume */
    char last[SLOT_PATH];
    int width, height;
    bool kept = slots_make_folder(&reason) && slot_path(SLOT_AUTO, last);
    unsigned char *const pixels = kept ? drawn_pixels(app, true, &width, &height) : NULL;
    if (pixels) save_set_picture(save, pixels, width, height); /* without a picture where the window is gone */
    kept = kept && save_write(save, last, &reason);
    tell_autosave(app, kept, &reason);
  }
  save_destroy(save);
  return ok;
}

/* --- loading ---------------------------------------------------------------------------------------------------------------- */
