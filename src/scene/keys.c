/* Finds the key of a line and has it read; what the functions of the keys share. */
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/scan.h"
#include "scene/reading.h"

static const SceneKeys *const tables[] = {&scene_land_keys,    &scene_water_keys, &scene_side_keys,  &scene_body_keys,
                                          &scene_machine_keys, &scene_story_keys, &scene_camera_keys};

enum { TABLE_COUNT = sizeof tables / sizeof *tables };

int reading_file_name(const char **text) {
  const char quote = **text;
  if (quote != '"' && quote != '\'') return (int)strcspn(*text, " \t");
  const char *const end = strchr(*text + 1, quote);
  if (!end) return 0;
  return (int)(end - ++*text);
}

bool reading_path(const Reading *r, const char *text, int length, char path[SCENE_PATH]) {
  const char *slash = strrchr(r->path, '/');
  const int folder = slash && text[0] != '/' ? (int)(slash - r->path) + 1 : 0;
  const int size = snprintf(path, SCENE_PATH, "%.*s%.*s", folder, r->path, length, text);
  return size > 0 && size < SCENE_PATH;
}

bool reading_list_full(Reading *r, int count, int count_max) {
  if (count < count_max) return false;
  error_set(&r->fault, "more than a scene can hold; allowed: %d of them", count_max);
  return true;
}

bool reading_is_ordered(const float *v) {
  return v[0] < v[2] && v[1] < v[3];
}

/* Exactly `count` numbers separated by blanks. */
static bool read_numbers(const char *text, const SceneKey *key, float *numbers) {
  for (int n = 0; n < key->numbers; n++)
    if (!scan_number(&text, &numbers[n]) || numbers[n] < key->low || numbers[n] > key->high) return false;
  return scan_at_end(text);
}

/* Where the line of a key that may be given once is noted: of a camera's, once for each camera. */
static int *reading_seen(Reading *r, const SceneKeys *table, int key) {
  if (table == &scene_camera_keys) return &r->camera_seen[r->camera][key];
  for (int n = 0; tables[n] != table; n++) key += tables[n]->count;
  CHECK(key < READING_WORDS);
  return &r->keys_seen[key];
}

/* Turns to the camera that a section [camera NAME] is about, which may be new; [camera] is the opening one. */
static bool reading_camera(Reading *r, const char *name) {
  Scene *scene = r->scene;
  const size_t size = strlen(name);
  r->camera = *name ? scene_camera(scene, name) : 0;
  if (r->camera >= 0) return true;
  if (size >= SCENE_CAMERA_NAME || name[0] < 'a' || name[0] > 'z' || strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") < size)
    return error_set(&r->fault, "[camera %s]: allowed: a name of up to %d small letters, digits and -, a letter first", name,
                     SCENE_CAMERA_NAME - 1);
  if (scene->camera_count == SCENE_CAMERAS)
    return error_set(&r->fault, "[camera %s]: more than a scene can hold; allowed: %d of them", name, SCENE_CAMERAS);
  r->camera = scene->camera_count++;
  scene->cameras[r->camera] = scene_camera_default;
  snprintf(scene->cameras[r->camera].name, SCENE_CAMERA_NAME, "%s", name);
  return true;
}

/* Turns to the section that a key stands in; *section becomes its word in the table of keys. */
static bool reading_section(Reading *r, const char **section) {
  static const char word[] = "camera";
  const size_t size = sizeof word - 1;
  if (strncmp(*section, word, size) != 0 || ((*section)[size] != '\0' && (*section)[size] != ' ')) return true;
  const char *const name = *section + size + strspn(*section + size, " ");
  *section = word;
  return reading_camera(r, name);
}

/* Notes the line of a word that may be given once; false when it was given before. */
static bool reading_once(Reading *r, const char *name, int *seen) {
  if (*seen) return error_set(&r->fault, "%s: given twice; allowed: once, and it stands in line %d", name, *seen);
  *seen = r->lines.line;
  return true;
}

static bool reading_param(Reading *r, const char *name, const char *value) {
  int count = 0;
  const ParamInfo *const table = params_table(&count), *const info = params_find(name);
  CHECK(count <= READING_WORDS);
  if (!params_set(&r->scene->params, name, value, &r->fault)) return false;
  return reading_once(r, name, &r->params_seen[info - table]);
}

/* The key's table and its index there; without a name any of the section. -1: there is none. */
static int find_key(const char *section, const char *name, const SceneKeys **table) {
  for (int n = 0; n < TABLE_COUNT; n++)
    for (int key = 0; key < tables[n]->count; key++) {
      *table = tables[n];
      if (strcmp((*table)->keys[key].section, section) == 0 && (!name || strcmp((*table)->keys[key].name, name) == 0)) return key;
    }
  return -1;
}

static bool reading_value(Reading *r, const SceneKey *key, const char *value) {
  float numbers[READING_NUMBERS] = {0};
  r->key = key->name;
  if (read_numbers(key->numbers ? value : "", key, numbers) && key->read(r, numbers, value)) return true;
  if (!r->fault.text[0]) return error_set(&r->fault, "%s: '%s'; allowed: %s", key->name, value, key->allowed);
  const Error full = r->fault;
  return error_set(&r->fault, "%s: '%s': %s", key->name, value, full.text);
}

bool reading_key(Reading *r, const char *section, const char *name, const char *value) {
  const SceneKeys *table = NULL;
  if (!reading_section(r, &section)) return false;
  if (strcmp(section, "params") == 0) return reading_param(r, name, value);
  const int key = find_key(section, name, &table);
  if (key >= 0)
    return reading_value(r, &table->keys[key], value) && (table->keys[key].again || reading_once(r, name, reading_seen(r, table, key)));
  if (find_key(section, NULL, &table) < 0)
    return error_set(&r->fault, "[%s]: unknown section; allowed: scene, terrain, water, sides, bodies, machines, story, camera, params",
                     section);
  return error_set(&r->fault, "%s: unknown word in [%s]; assets/scenes/README.md lists them", name, section);
}
