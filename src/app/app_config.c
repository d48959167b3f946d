#include "app/app_config.h"

#include <stdio.h>
#include <string.h>

#include "app/app_state.h"
#include "app/say.h"
#include "base/clock.h"
#include "files/folders.h"
#include "input/keys.h"

static const double keep_every = 5; /* s: a window that is killed loses no more of its settings, and a fault is seen while it is there */

static void say_fault(const char *line) {
  fprintf(stderr, "weir: settings: [keys]: %s\n", line);
}

/* Says which lines have no effect; those that could not be read stay in the file, so that they can be mended there. */
void app_bind_keys(App *app) {
  Config *const config = &app->program.settings.config;
  char line[KEYS_LINE];
  int count;
  const KeyBinding *const all = keys_table(&count);
  keys_fit(keys_layout_at);
  for (int n = 0; n < config->key_count; n++) {
    if (keys_bind(config->keys[n].what, config->keys[n].key, line)) continue;
    say_fault(line);
    config->keys[n].refused = true;
  }
  for (int n = 0; n < config->key_count; n++) {
    const KeyBinding *binding = NULL;
    for (int b = 0; b < count && !binding; b++)
      if (strcmp(all[b].name, config->keys[n].what) == 0) binding = &all[b];
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

void app_read_config(App *app) {
  Options *const o = &app->program.options;
  Config *const config = &app->program.settings.config;
  char path[SCENE_PATH];
  Error ignored;
  config_read(config);
  if (!o->size_given && config->width > 0 && config->height > 0) o->width = config->width, o->height = config->height;
  app->program.settings.scene_named = o->session.scene != NULL;
  if (!o->session.scene && !o->session.terrain && config->scene[0] && scene_find(folder_assets(), config->scene, path, &ignored))
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
  const Params *const wanted = &session_wanted(app->session)->params;
  const int scene = session_scene_index(app->session);
  int count, kept = 0;
  const char *const *const names = scene_names(&count);
  if (!window_is_full_screen(&app->outputs.window)) window_size(&app->outputs.window, &config->width, &config->height);
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
  const Config file = app->program.settings.config;
  capture(app);
  app->program.settings.saved = app->program.settings.config;
  if (app->program.options.size_given) app->program.settings.saved.width = file.width, app->program.settings.saved.height = file.height;
  if (app->program.settings.scene_named) memcpy(app->program.settings.saved.scene, file.scene, sizeof file.scene);
  app->program.settings.at = clock_seconds();
}

void app_write_config(App *app) {
  Error error;
  capture(app);
  app->program.settings.at = clock_seconds();
  if (!config_differs(&app->program.settings.config, &app->program.settings.saved)) return;
  if (config_write(&app->program.settings.config, &app->program.settings.saved, &error)) {
    app->program.settings.saved = app->program.settings.config;
    app->program.settings.fails = false;
    return;
  }
  if (!app->program.settings.fails) app_say_fault(app, &error);
  if (!app->program.settings.fails) fprintf(stderr, "weir: %s\n", error.text);
  app->program.settings.fails = true;
}

void app_keep_config(App *app) {
  if (clock_seconds() - app->program.settings.at > keep_every) app_write_config(app);
}
