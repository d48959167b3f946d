#include <stdio.h>

#include "app/app_state.h"
#include "app/folders.h"

void app_read_config(App *app) {
  Options *const o = &app->options;
  Config *const config = &app->config;
  char path[SCENE_PATH];
  Error ignored;
  config_read(config);
  for (int n = 0; n < config->key_count; n++) keys_bind(config->keys[n].what, config->keys[n].key);
  if (!o->size_given && config->width > 0 && config->height > 0) o->width = config->width, o->height = config->height;
  if (!o->scene && config->scene[0] && scene_find(folder_assets(), config->scene, path, &ignored)) o->scene = config->scene;
  app->muted = config->muted;
  hints_restore(&app->hints, config->hints);
  hints_begin_scene(&app->hints);
}

void app_apply_config(App *app) {
  Params *const params = &app->session.scene.params;
  if (app->config.volume >= 0 && !options_sets(&app->options, "volume")) params->volume = app->config.volume;
  if (app->config.quality < 0 || options_sets(&app->options, "quality")) return;
  session_suit_quality(&app->session, app->config.quality);
  app->quality_chosen = true;
}

void app_write_config(App *app) {
  Config *const config = &app->config;
  const Session *const session = &app->session;
  int count;
  const char *const *const names = scene_names(&count);
  Error ignored;
  if (!window_is_full_screen(&app->window)) window_size(&app->window, &config->width, &config->height);
  config->volume = session->wanted.params.volume;
  config->muted = app->muted;
  if (session->scene_index >= 0) snprintf(config->scene, sizeof config->scene, "%s", names[session->scene_index]);
  hints_save(&app->hints, config->hints, sizeof config->hints);
  config_write(config, &ignored);
}
