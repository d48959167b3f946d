#define _DEFAULT_SOURCE /* mkdir, flock */
#include "files/config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/output.h"
#include "base/paths.h"
#include "base/scan.h"
#include "files/config_text.h"
#include "scene/params.h"

enum { PATH = CONFIG_PATH, SIDE_LEAST = 64, SIDE_LARGEST = 16384 };

/* --- where it lies --------------------------------------------------------------------------------------------------------- */

static bool config_folder(char folder[PATH]) {
  return path_of_person("XDG_CONFIG_HOME", ".config", folder, PATH, 32);
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

static void read_line(Config *config, const ConfigLine *line) {
  const char *const name = line->name, *const value = line->value;
  float number;
  Params as_set = params_default(); /* the value of "resolution" is as --set has it: "auto", or per cent of each side */
  if (strcmp(line->section, "keys") == 0) config->keys_left_out += !config_add_key(config, name, value);
  if (line->section[0] != '\0') return;
  if (strcmp(name, "width") == 0 && number_of(value, SIDE_LEAST, SIDE_LARGEST, &number)) config->width = (int)number;
  if (strcmp(name, "height") == 0 && number_of(value, SIDE_LEAST, SIDE_LARGEST, &number)) config->height = (int)number;
  if (strcmp(name, "quality") == 0 && number_of(value, 0, 2, &number)) config->quality = (int)number;
  if (strcmp(name, "resolution") == 0) config->resolution = params_set(&as_set, name, value, NULL) ? as_set.resolution : -1;
  if (strcmp(name, "volume") == 0 && number_of(value, 0, 1, &number)) config->volume = number;
  if (strcmp(name, "muted") == 0) config->muted = strcmp(value, "yes") == 0;
  if (strcmp(name, "keys") == 0) config->keys_fixed = strcmp(value, "fixed") == 0;
  if (strcmp(name, "scene") == 0) keep_text(config->scene, value);
  if (strcmp(name, "hints") == 0) keep_text(config->hints, value);
}

void config_read(Config *config) {
  char path[PATH];
  ConfigText text;
  ConfigLine line = {0};
  *config = (Config){.quality = -1, .resolution = -1, .volume = -1};
  if (!config_path(path, "config") || !config_text_read(&text, path, NULL)) return;
  while (config_text_next(&text, &line))
    if (line.is_pair) read_line(config, &line);
  config_text_free(&text);
}

/* --- writing --------------------------------------------------------------------------------------------------------------- */

/* The values as the file has them, by name; empty: not kept. */
enum { WIDTH, HEIGHT, QUALITY, RESOLUTION, VOLUME, MUTED, KEYS, SCENE, HINTS, VALUES };
static const char *const value_names[VALUES] = {"width", "height", "quality", "resolution", "volume", "muted", "keys", "scene", "hints"};
typedef struct Values {
  char text[VALUES][CONFIG_TEXT];
} Values;

/* Fills in the values of a config; of none all are empty. */
static void values_of(const Config *config, Values *values) {
  *values = (Values){0};
  if (!config) return;
  char(*const text)[CONFIG_TEXT] = values->text;
  const bool sized = config->width > 0 && config->height > 0;
  if (sized) snprintf(text[WIDTH], CONFIG_TEXT, "%d", config->width);
  if (sized) snprintf(text[HEIGHT], CONFIG_TEXT, "%d", config->height);
  if (config->quality >= 0) snprintf(text[QUALITY], CONFIG_TEXT, "%d", config->quality);
  if (config->resolution >= 0) snprintf(text[RESOLUTION], CONFIG_TEXT, "%s", params_find("resolution")->words[(int)config->resolution]);
  if (config->volume >= 0) snprintf(text[VOLUME], CONFIG_TEXT, "%g", (double)config->volume);
  snprintf(text[MUTED], CONFIG_TEXT, "%s", config->muted ? "yes" : "no");
  if (config->keys_fixed) snprintf(text[KEYS], CONFIG_TEXT, "fixed");
  snprintf(text[SCENE], CONFIG_TEXT, "%s", config->scene);
  snprintf(text[HINTS], CONFIG_TEXT, "%s", config->hints);
}

static bool has_word(const char *list, const char *word) {
  const size_t length = strlen(word);
  for (const char *at = list; *at; at += strcspn(at, " "), at += strspn(at, " "))
    if (strcspn(at, " ") == length && memcmp(at, word, length) == 0) return true;
  return false;
}

/* Adds to the list `to` the words that are new in `now`. */
static void add_words(const char *now, const char *before, char to[CONFIG_TEXT]) {
  char words[CONFIG_TEXT], *rest = words;
  snprintf(words, sizeof words, "%s", now);
  for (const char *word; (word = strtok_r(rest, " ", &rest));) {
    const size_t used = strlen(to);
    if (!has_word(before, word) && !has_word(to, word) && used + strlen(word) + 2 <= CONFIG_TEXT)
      snprintf(to + used, CONFIG_TEXT - used, "%s%s", used ? " " : "", word);
  }
}

static bool set_values(ConfigText *text, const Values *now, const Values *before) {
  for (int n = 0; n < VALUES; n++) {
    char value[CONFIG_TEXT];
    if (strcmp(now->text[n], before->text[n]) == 0) continue;
    snprintf(value, sizeof value, "%s", now->text[n]);
    if (n == HINTS) {
      ConfigLine line = {0};
      value[0] = '\0';
      while (config_text_next(text, &line))
        if (line.is_pair && !line.section[0] && strcmp(line.name, "hints") == 0) keep_text(value, line.value);
      add_words(now->text[n], before->text[n], value);
    }
    if (!value[0])
      config_text_remove(text, "", value_names[n]);
    else if (!config_text_set(text, "", value_names[n], value))
      return false;
  }
  return true;
}

/* Returns the line for a key, of those that could be bound; NULL if it is as the program has it. */
static const ConfigKey *key_of(const Config *config, const char *what) {
  for (int n = 0; config && n < config->key_count; n++)
    if (!config->keys[n].refused && strcmp(config->keys[n].what, what) == 0) return &config->keys[n];
  return NULL;
}

static bool is_key_changed(const ConfigKey *now, const ConfigKey *before) {
  return !before || strcmp(now->key, before->key) != 0;
}

bool config_differs(const Config *now, const Config *before) {
  Values values, values_before;
  values_of(now, &values);
  values_of(before, &values_before);
  if (memcmp(&values, &values_before, sizeof values) != 0) return true;
  for (int n = 0; n < now->key_count; n++)
    if (!now->keys[n].refused && is_key_changed(&now->keys[n], key_of(before, now->keys[n].what))) return true;
  for (int n = 0; before && n < before->key_count; n++)
    if (!before->keys[n].refused && !key_of(now, before->keys[n].what)) return true;
  return false;
}

static bool change_file(const char *path, const Config *now, const Config *before, Error *error) {
  static const char head[] = "# Weir keeps here how its window was left. Lines may be changed or removed.\n",
                    keys[] = "\n[keys]\n# NAME = KEY, as in: tool-crate = F6 (weir --list-keys shows all names)\n";
  ConfigText text;
  Values values, values_before;
  Output output;
  values_of(now, &values);
  values_of(before, &values_before);
  if (!config_text_read(&text, path, error)) return false;
  bool ok = text.size > 0 || (config_text_append(&text, head) && config_text_append(&text, keys));
  ok = ok && set_values(&text, &values, &values_before);
  for (int n = 0; ok && before && n < before->key_count; n++) {
    const ConfigKey *const key = &before->keys[n];
    if (!key->refused && !key_of(now, key->what)) config_text_remove(&text, "keys", key->what);
  }
  for (int n = 0; ok && n < now->key_count; n++) {
    const ConfigKey *const key = &now->keys[n];
    if (key->refused || !is_key_changed(key, key_of(before, key->what))) continue;
    ok = config_text_set(&text, "keys", key->what, key->key);
  }
  if (!ok) error_set(error, "%s: not enough memory", path);
  ok = ok && output_open(&output, path, error);
  if (ok) fwrite(text.bytes, 1, text.size, output.file); /* output_close reports failed writes */
  ok = ok && output_close(&output, true, error);
  config_text_free(&text);
  return ok;
}

static bool make_folder(const char *path) {
  return mkdir(path, 0700) == 0 || errno == EEXIST;
}

bool config_write(const Config *now, const Config *before, Error *error) {
  char folder[PATH], own[PATH], path[PATH];
  Error reason;
  if (!config_folder(folder) || !config_path(own, "") || !config_path(path, "config"))
    return error_set(error, "settings: neither XDG_CONFIG_HOME nor HOME names a folder to keep them in");
  if (!make_folder(folder) || !make_folder(own)) return error_set(error, "settings: %s: %s", own, strerror(errno));
  /* Where a file system has no locks, two windows that end within the same millisecond may undo each other's changes. */
  const int lock = open(own, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock >= 0) flock(lock, LOCK_EX);
  const bool ok = change_file(path, now, before, &reason);
  if (lock >= 0) close(lock);
  return ok || error_set(error, "settings: %s", reason.text);
}
