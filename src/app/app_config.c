#include "app/app_config.h"

#include <stdio.h>
#include <string.h>

#include "app/app_state.h"
#include "app/devices/key_layout.h"
#include "app/folders.h"
#include "app/say.h"
#include "base/clock.h"

static const double keep_every = 5; /* s: a window that is killed loses no more of its settings, and a fault is seen while it is there */

static void say_fault(const char *line) {
  fprintf(stderr, "weir: settings: [keys]: %s\n", line);
}

/* The binding that a line of the file is about, or NULL. */
static const KeyBinding *binding_of(const ConfigKey *line) {
  int count;
  const KeyBinding *const all = keys_table(&count);
  for (int n = 0; n < count; n++)
    if (strcmp(all[n].name, line->what) == 0) return &all[n];
  return NULL;
}

/* Says which lines have no effect; those that could not be read stay in the file, so that they can be mended there. */
void app_bind_keys(App *app) {
  Config *const config = &app->config;
  char line[KEYS_LINE];
  keys_fit(key_layout_at);
  for (int n = 0; n < config->key_count; n++) {
    if (keys_bind(config->keys[n].what, config->keys[n].key, line)) continue;
    say_fault(line);
    config->keys[n].refused = true;
  }
  for (int n = 0; n < config->key_count; n++) {
    const KeyBinding *const binding = binding_of(&config->keys[n]);
    if (!binding || binding->key || strcmp(config->keys[n].key, "none") == 0 || config->keys[n].refused) continue;
    snprintf(line, sizeof line, "%s: another line has its key %s too", config->keys[n].what, config->keys[n].key);
    say_fault(line);
  }
  if (config->keys_left_out > 0) {
    snprintf(line, sizeof line, "lines that are too long, or too many: %d", config->keys_left_out);
    say_fault(line);
  }
  if (config->keys_fixed) keys_fix();
}

/* Lists the lines for keys to be kept: those that were refused, then each binding that differs from the program's own. */
static void keep_keys(Config *config) {
  int count, kept = 0;
  const KeyBinding *const all = keys_table(&count);
  for (int n = 0; n < config->key_count; n++)
    if (config->keys[n].refused) config->keys[kept++] = config->keys[n];
  config->key_count = kept;
  for (int n = 0; n < count; n++)
    if (all[n].key != all[n].first_key) config_add_key(config, all[n].name, keys_file_name(&all[n]));
}

void app_read_config(App *app) {
  Options *const o = &app->options;
  Config *const config = &app->config;
  char path[SCENE_PATH];
  Error ignored;
  config_read(config);
  if (!o->size_given && config->width > 0 && config->height > 0) o->width = config->width, o->height = config->height;
  app->scene_named = o->session.scene != NULL;
  if (!o->session.scene && !o->session.terrain && config->scene[0] && scene_find(folder_assets(), config->scene, path, &ignored))
    o->session.scene = config->scene;
  app->muted = config->muted;
  hints_restore(&app->hints, config->hints);
  hints_begin_scene(&app->hints);
}

void app_apply_config(App *app) {
  const Config *const config = &app->config;
  const SessionDef *const def = &app->options.session;
  Params *const params = &session_first_scene(app->session)->params;
  if (config->volume >= 0 && !session_def_sets(def, "volume")) params->volume = config->volume;
  if (config->resolution >= 0 && !session_def_sets(def, "resolution")) params->resolution = config->resolution;
  if (config->quality < 0 || session_def_sets(def, "quality")) return;
  session_suit_quality(app->session, config->quality);
  app->quality_chosen = true;
}

/* Brings the config up to date with the window. */
static void capture(App *app) {
  Config *const config = &app->config;
  const Params *const wanted = &session_wanted(app->session)->params;
  const int scene = session_scene_index(app->session);
  int count;
  const char *const *const names = scene_names(&count);
  if (!window_is_full_screen(&app->window)) window_size(&app->window, &config->width, &config->height);
  if (!session_def_sets(&app->options.session, "resolution")) config->resolution = wanted->resolution;
  config->volume = wanted->volume;
  config->muted = app->muted;
  if (scene >= 0) snprintf(config->scene, sizeof config->scene, "%s", names[scene]);
  keep_keys(config);
  hints_save(&app->hints, config->hints, sizeof config->hints);
}

void app_begin_config(App *app) {
  const Config file = app->config;
  capture(app);
  app->config_saved = app->config;
  if (app->options.size_given) app->config_saved.width = file.width, app->config_saved.height = file.height;
  if (app->scene_named) memcpy(app->config_saved.scene, file.scene, sizeof file.scene);
  app->config_at = clock_seconds();
}

void app_write_config(App *app) {
  Error error;
  capture(app);
  app->config_at = clock_seconds();
  if (!config_differs(&app->config, &app->config_saved)) return;
  if (config_write(&app->config, &app->config_saved, &error)) {
    app->config_saved = app->config;
    app->config_fails = false;
    return;
  }
  if (!app->config_fails) app_say_fault(app, &error);
  if (!app->config_fails) fprintf(stderr, "weir: %s\n", error.text);
  app->config_fails = true;
}

void app_keep_config(App *app) {
  if (clock_seconds() - app->config_at > keep_every) app_write_config(app);
}
