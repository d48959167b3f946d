/* Keeps what a window leaves behind: its settings from run to run; saved games in slots, in the picture that F12 takes, and each minute. */
#include "app/app_state.h"

#include <stb_image_resize.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/paths.h"
#include "files/folders.h"

static const double keep_every = 5; /* s: a window that is killed loses no more of its settings, and a fault is seen while it is there */
static const double autosave_every = 60; /* s */
enum { THUMBNAIL_WIDTH = 480, UNASKED_CELLS = 2048 * 2048 /* larger grids are saved when that is asked for alone: it takes gigabytes */ };

/* Tells of a fault of what is done each minute or so once, until it succeeds. */
static void tell_once(App *app, bool *fails, bool ok, const char *what, const Error *error) {
  if (!ok && !*fails) {
    app_say_fault(app, error);
    fprintf(stderr, "weir: %s%s\n", what, error->text);
  }
  *fails = !ok;
}

/* --- settings -------------------------------------------------------------------------------------------------------------- */

/* Lines that could not be read stay in the file, so that they can be mended there. */
void app_bind_keys(Config *config) {
  static const char fault[] = "weir: settings: [keys]: ";
  char line[KEYS_LINE];
  int count;
  const KeyBinding *const all = keys_table(&count);
  keys_fit(keys_layout_at);
  for (int n = 0; n < config->key_count; n++) {
    ConfigKey *const key = &config->keys[n];
    key->refused = !keys_bind(key->what, key->key, line);
    if (key->refused) fprintf(stderr, "%s%s\n", fault, line);
  }
  for (int n = 0; n < config->key_count; n++) {
    const ConfigKey *const key = &config->keys[n];
    const KeyBinding *binding = NULL;
    for (int b = 0; b < count && !binding; b++)
      if (strcmp(all[b].name, key->what) == 0) binding = &all[b];
    if (binding && !binding->key && strcmp(key->key, "none") != 0 && !key->refused)
      fprintf(stderr, "%s%s: another line has its key %s too\n", fault, key->what, key->key);
  }
  if (config->keys_left_out > 0) fprintf(stderr, "%slines that are too long, or too many: %d\n", fault, config->keys_left_out);
  if (config->keys_fixed) keys_fix();
}

void app_read_config(App *app) {
  Options *const o = &app->program.options;
  KeptSettings *const kept = &app->program.settings;
  Config *const config = &kept->config;
  char path[SCENE_PATH];
  Error ignored;
  config_read(config);
  if (!o->size_given && config->width > 0 && config->height > 0) o->width = config->width, o->height = config->height;
  kept->scene_named = o->session.scene != NULL;
  if (!o->session.scene && !o->session.ground.path && config->scene[0] && scene_find(folder_assets(), config->scene, path, &ignored))
    o->session.scene = config->scene;
  app->outputs.sound.muted = config->muted;
  hints_restore(&app->screen.hints, config->hints);
  hints_begin_scene(&app->screen.hints);
}

void app_apply_config(App *app) {
  const Config *const config = &app->program.settings.config;
  const SessionDef *const def = &app->program.options.session;
  Params *const params = &session_first_scene(app->session)->params;
  if (config->volume >= 0 && !session_def_sets(def, "volume")) params->volume = config->volume;
  if (config->resolution >= 0 && !session_def_sets(def, "resolution")) params->resolution = config->resolution;
  if (config->quality < 0 || session_def_sets(def, "quality")) return;
  session_suit_quality(app->session, config->quality);
  app->outputs.quality.chosen = true;
}

/* Brings the config up to date with the window. */
static void capture(App *app) {
  Config *const config = &app->program.settings.config;
  const Window *const window = &app->outputs.window;
  const Params *const wanted = &session_wanted(app->session)->params;
  const int scene = session_facts(app->session).scene_index;
  int count, kept = 0;
  const char *const *const names = scene_names(&count);
  if (!window_is_full_screen(window)) window_size(window, &config->width, &config->height);
  if (!session_def_sets(&app->program.options.session, "resolution")) config->resolution = wanted->resolution;
  config->volume = wanted->volume;
  config->muted = app->outputs.sound.muted;
  if (scene >= 0) snprintf(config->scene, sizeof config->scene, "%s", names[scene]);
  /* The lines for keys: those that were refused, then each binding that differs from the program's own. */
  const KeyBinding *const all = keys_table(&count);
  for (int n = 0; n < config->key_count; n++)
    if (config->keys[n].refused) config->keys[kept++] = config->keys[n];
  config->key_count = kept;
  for (int n = 0; n < count; n++)
    if (all[n].key != all[n].first_key) config_add_key(config, all[n].name, keys_file_name(&all[n]));
  hints_save(&app->screen.hints, config->hints, sizeof config->hints);
}

void app_begin_config(App *app) {
  KeptSettings *const kept = &app->program.settings;
  const Config file = kept->config;
  capture(app);
  kept->saved = kept->config;
  if (app->program.options.size_given) kept->saved.width = file.width, kept->saved.height = file.height;
  if (kept->scene_named) memcpy(kept->saved.scene, file.scene, sizeof file.scene);
  kept->at = clock_seconds();
}

void app_write_config(App *app) {
  KeptSettings *const kept = &app->program.settings;
  Error error;
  capture(app);
  kept->at = clock_seconds();
  if (!config_differs(&kept->config, &kept->saved)) return;
  const bool ok = config_write(&kept->config, &kept->saved, &error);
  if (ok) kept->saved = kept->config;
  tell_once(app, &kept->fails, ok, "", &error);
}

void app_keep_config(App *app) {
  if (clock_seconds() - app->program.settings.at > keep_every) app_write_config(app);
}

/* --- saved games ----------------------------------------------------------------------------------------------------------- */

static bool is_saved_unasked(const App *app) {
  const World *const world = session_world(app->session); /* at the end of the run, when what was shown last may be gone */
  const int64_t nx = world ? world->nx : app->frame.shown.view->nx, nz = world ? world->nz : app->frame.shown.view->nz;
  return nx * nz <= UNASKED_CELLS;
}

/* Makes a save of the world, where the camera stands, and what is in the hand; the caller frees it. Returns NULL if memory runs out. */
static Save *make_save(const App *app) {
  _Static_assert((int)CAMERA_MODE_COUNT == SAVE_CAMERA_MODES && (int)TOOL_COUNT <= SAVE_TOOLS && (int)FRAME_MODE_COUNT == SAVE_FRAME_MODES,
                 "a save has room for each kind");
  const Screen *const screen = &app->screen;
  const Camera *const camera = &screen->view.camera;
  const CameraPose *const pose = &camera->goal;
  return session_save(app->session, &(SaveView){.given = true,
                                                .focus = {pose->focus[0], pose->focus[1], pose->focus[2]},
                                                .yaw = pose->yaw,
                                                .pitch = pose->pitch,
                                                .distance = pose->distance,
                                                .mode = (int)camera->mode,
                                                .chased = camera->chased,
                                                .view_deg = camera->view_deg,
                                                .under = camera->under,
                                                .camera_index = screen->view.index,
                                                .tool = (int)screen->tools.chosen,
                                                .frame_mode = (int)screen->mode,
                                                .paused = screen->paused});
}

/* Gives the save the pixels just drawn as its picture, with `small` shrunk to a thumbnail. Returns false if they cannot be read or memory
 * runs out. */
static bool add_picture(Save *save, const Window *window, bool small) {
  const int width = window->width, height = window->height;
  unsigned char *const pixels = memory_create((size_t)height, 3 * (size_t)width);
  if (!pixels || window_lost() || !renderer_read_pixels(width, height, pixels)) {
    memory_free(pixels);
    return false;
  }
  if (!small || width <= THUMBNAIL_WIDTH) {
    save_set_picture(save, pixels, width, height);
    return true;
  }
  const int small_height = height * THUMBNAIL_WIDTH / width > 0 ? height * THUMBNAIL_WIDTH / width : 1;
  unsigned char *const fewer = memory_create((size_t)small_height, 3 * (size_t)THUMBNAIL_WIDTH);
  if (fewer) stbir_resize_uint8(pixels, width, height, 0, fewer, THUMBNAIL_WIDTH, small_height, 0, 3);
  if (fewer) save_set_picture(save, fewer, THUMBNAIL_WIDTH, small_height);
  memory_free(pixels);
  return fewer != NULL;
}

/* Saves with what has just been drawn as its picture. */
static void save_with_picture(App *app, const char *path, bool small, bool silent) {
  Save *const save = make_save(app);
  if (!save) {
    app_say(app, "save: not enough memory");
  } else if (!add_picture(save, &app->outputs.window, small)) {
    app_say(app, "save: not enough memory for the picture");
    save_destroy(save);
  } else {
    session_write_save(app->session, save, path, silent);
  }
}

void app_save_picture(App *app) {
  for (int n = 1; n < 1000; n++) {
    char path[32];
    snprintf(path, sizeof path, "weir-%03d.png", n);
    if (access(path, F_OK) == 0) continue;
    save_with_picture(app, path, false, false);
    return;
  }
  app_say(app, "screenshot: weir-001.png to weir-999.png are all there already");
}

void app_save_drawn(App *app) {
  Saving *const saving = &app->program.saving;
  const bool settled = !app->screen.paused && !session_facts(app->session).replays && !session_facts(app->session).looks_back;
  const bool due = settled && is_saved_unasked(app) && clock_seconds() - saving->at > autosave_every;
  const bool asked = saving->asked > 0;
  const int slot = asked ? saving->asked - 1 : SLOT_AUTO;
  char path[SLOT_PATH];
  Error error;
  saving->asked = 0;
  if (!asked && !(due && session_facts(app->session).unsaved_edits > 0)) return;
  saving->at = clock_seconds();
  if (slots_make_folder(&error) && slot_path(slot, path))
    save_with_picture(app, path, true, slot == SLOT_AUTO);
  else if (slot != SLOT_AUTO)
    app_say_fault(app, &error);
  else
    tell_once(app, &saving->fails, false, "autosave: ", &error);
}

void app_look_at_saves(App *app) {
  SaveWritten written;
  if (!session_saved(app->session, false, &written)) return;
  app->program.saving.written++;
  if (written.silent) {
    tell_once(app, &app->program.saving.fails, written.ok, "autosave: ", &written.error);
  } else if (!written.ok) {
    app_say_fault(app, &written.error);
  } else {
    char whole[SCENE_PATH]; /* with its folder: that of a program started from a menu is one that no person thinks of */
    path_whole(written.path, whole, sizeof whole);
    app_say(app, "saved: %s", whole);
  }
}

bool app_save_at_end(App *app, Error *error) {
  const char *const path = app->program.options.save;
  if (!path && !is_saved_unasked(app)) return true;
  Save *const save = make_save(app);
  if (!save) return !path || error_set(error, "--save: not enough memory");
  Error reason;
  const bool ok = !path || save_write(save, path, &reason) || error_set(error, "--save: %s", reason.text);
  if (is_saved_unasked(app)) { /* for --resume */
    char last[SLOT_PATH];
    bool kept = slots_make_folder(&reason) && slot_path(SLOT_AUTO, last);
    if (kept) add_picture(save, &app->outputs.window, true); /* without a picture where the window is gone */
    kept = kept && save_write(save, last, &reason);
    tell_once(app, &app->program.saving.fails, kept, "autosave: ", &reason);
  }
  save_destroy(save);
  return ok;
}
