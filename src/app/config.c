#define _POSIX_C_SOURCE 200809L /* mkdir */
#include "app/config.h"

#include <errno.h>
#include <ini.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/scan.h"
#include "world/params.h"

enum { PATH = CONFIG_PATH, SIDE_LEAST = 64, SIDE_LARGEST = 16384 };

/* --- where it lies --------------------------------------------------------------------------------------------------------- */

/* The folder of the person's settings, or false where the environment names none. */
static bool config_folder(char folder[PATH]) {
  const char *const own = getenv("XDG_CONFIG_HOME"), *const home = getenv("HOME");
  int size = -1;
  if (own && own[0] == '/')
    size = snprintf(folder, PATH, "%s", own);
  else if (home && home[0] == '/')
    size = snprintf(folder, PATH, "%s/.config", home);
  return size > 0 && size < PATH - 32;
}

static bool config_path(char path[PATH], const char *name) {
  char folder[PATH];
  return config_folder(folder) && snprintf(path, PATH, "%.*s/weir/%s", PATH - 32, folder, name) < PATH;
}

bool config_file(char path[CONFIG_PATH]) {
  return config_path(path, "config");
}

/* --- reading --------------------------------------------------------------------------------------------------------------- */

static bool number_of(const char *text, float low, float high, float *number) {
  float value;
  if (!scan_number(&text, &value) || !scan_at_end(text) || value < low || value > high) return false;
  *number = value;
  return true;
}

static void keep_text(char text[CONFIG_TEXT], const char *value) {
  if (strlen(value) < CONFIG_TEXT) snprintf(text, CONFIG_TEXT, "%s", value);
}

bool config_add_key(Config *config, const char *what, const char *key) {
  ConfigKey one = {.refused = false};
  if (config->key_count == CONFIG_KEYS || strlen(what) >= sizeof one.what || strlen(key) >= sizeof one.key) return false;
  snprintf(one.what, sizeof one.what, "%s", what);
  snprintf(one.key, sizeof one.key, "%s", key);
  config->keys[config->key_count++] = one;
  return true;
}

/* As --set has it: "auto", or per cent of each side. -1: it is neither. */
static float resolution_of(const char *text) {
  Params params = params_default();
  Error ignored;
  return params_set(&params, "resolution", text, &ignored) ? params.resolution : -1;
}

static int read_line(void *user, const char *section, const char *name, const char *value) {
  Config *const config = user;
  float number;
  if (strcmp(section, "keys") == 0) config->keys_left_out += !config_add_key(config, name, value);
  if (section[0] != '\0') return 1;
  if (strcmp(name, "width") == 0 && number_of(value, SIDE_LEAST, SIDE_LARGEST, &number)) config->width = (int)number;
  if (strcmp(name, "height") == 0 && number_of(value, SIDE_LEAST, SIDE_LARGEST, &number)) config->height = (int)number;
  if (strcmp(name, "quality") == 0 && number_of(value, 0, 2, &number)) config->quality = (int)number;
  if (strcmp(name, "resolution") == 0) config->resolution = resolution_of(value);
  if (strcmp(name, "volume") == 0 && number_of(value, 0, 1, &number)) config->volume = number;
  if (strcmp(name, "muted") == 0) config->muted = strcmp(value, "yes") == 0;
  if (strcmp(name, "keys") == 0) config->keys_fixed = strcmp(value, "fixed") == 0;
  if (strcmp(name, "scene") == 0) keep_text(config->scene, value);
  if (strcmp(name, "hints") == 0) keep_text(config->hints, value);
  return 1;
}

void config_read(Config *config) {
  char path[PATH];
  *config = (Config){.quality = -1, .resolution = -1, .volume = -1};
  FILE *const file = config_path(path, "config") ? fopen(path, "r") : NULL;
  if (!file) return;
  ini_parse_file(file, read_line, config);
  fclose(file);
}

/* --- writing --------------------------------------------------------------------------------------------------------------- */

static void write_lines(const Config *config, FILE *file) {
  fprintf(file, "# Weir keeps here how its window was left. Lines may be changed or removed.\n");
  if (config->width > 0 && config->height > 0) fprintf(file, "width = %d\nheight = %d\n", config->width, config->height);
  if (config->quality >= 0) fprintf(file, "quality = %d\n", config->quality);
  if (config->resolution >= 0) fprintf(file, "resolution = %s\n", params_find("resolution")->words[(int)config->resolution]);
  if (config->volume >= 0) fprintf(file, "volume = %g\n", (double)config->volume);
  fprintf(file, "muted = %s\n", config->muted ? "yes" : "no");
  if (config->keys_fixed) fprintf(file, "keys = fixed\n");
  if (config->scene[0]) fprintf(file, "scene = %s\n", config->scene);
  if (config->hints[0]) fprintf(file, "hints = %s\n", config->hints);
  fprintf(file, "\n[keys]\n# NAME = KEY, as in: tool-crate = F6 (weir --list-keys shows all names)\n");
  for (int n = 0; n < config->key_count; n++) fprintf(file, "%s = %s\n", config->keys[n].what, config->keys[n].key);
}

static bool make_folder(const char *path) {
  return mkdir(path, 0700) == 0 || errno == EEXIST;
}

bool config_write(const Config *config, Error *error) {
  char folder[PATH], path[PATH], fresh[PATH];
  if (!config_folder(folder) || !config_path(path, "config") || !config_path(fresh, "config.new"))
    return error_set(error, "settings: neither XDG_CONFIG_HOME nor HOME names a folder to keep them in");
  char own[PATH];
  config_path(own, "");
  if (!make_folder(folder) || !make_folder(own)) return error_set(error, "settings: %s: %s", own, strerror(errno));
  FILE *const file = fopen(fresh, "w");
  if (!file) return error_set(error, "settings: %s: %s", fresh, strerror(errno));
  write_lines(config, file);
  const bool written = !ferror(file);
  const bool ok = fclose(file) == 0 && written && rename(fresh, path) == 0;
  return ok || error_set(error, "settings: %s: %s", path, strerror(errno));
}
