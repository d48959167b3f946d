/* Scenes: found by their names, read from their files line by line, and what a scene does not state itself. */
#include "scene/scene.h"

#include <ctype.h>
#include <errno.h>
#include <ini.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/words.h"
#include "scene/reading.h"

/* Limits of a scene file, in bytes. The INI parser has room for lines of 199 bytes and would take the rest of a longer one as a
 * new line. */
enum { LINE_MAX_BYTES = 197, FILE_MAX_BYTES = 1 << 20 };

const char *const *scene_names(int *count) {
  static const char *const names[] = {"river", "valley", "pool", "gate", "piers",   "beach", "vents",
                                      "hill",  "meadow", "ford", "mill", "harbour", "bay"};
  *count = (int)(sizeof names / sizeof names[0]);
  return names;
}

const char *const *flume_names(int *count) {
  static const char *const names[] = {"broad-crested-weir", "sluice", "hydraulic-jump", "contraction", "undular-bore", "dam-break"};
  *count = (int)(sizeof names / sizeof names[0]);
  return names;
}

/* Finds a built-in scene among `names`, which lie in a folder of the assets. Returns false if it is none of them, or its path is too long. */
static bool find_among(const char *asset_dir, const char *folder, const char *const *names, int count, const char *name,
                       char path[SCENE_PATH]) {
  for (int n = 0; n < count; n++)
    if (strcmp(names[n], name) == 0) return snprintf(path, SCENE_PATH, "%s/%s/%s.scene", asset_dir, folder, name) < SCENE_PATH;
  return false;
}

/* Adds names to a list of them, and notes the one that is nearest to what was typed. */
static void list_names(const char *const *names, int count, const char *typed, Nearest *nearest, char list[384]) {
  for (int n = 0; n < count; n++) {
    const size_t used = strlen(list);
    nearest_try(nearest, typed, names[n]);
    snprintf(list + used, 384 - used, "%s%s", n ? ", " : "", names[n]);
  }
}

bool scene_find(const char *asset_dir, const char *name_or_path, char path[SCENE_PATH], Error *error) {
  int count, flumes;
  const char *const *const names = scene_names(&count), *const *const flume = flume_names(&flumes);
  if (find_among(asset_dir, "scenes", names, count, name_or_path, path)) return true;
  if (find_among(asset_dir, "flumes", flume, flumes, name_or_path, path)) return true;
  FILE *const file = snprintf(path, SCENE_PATH, "%s", name_or_path) < SCENE_PATH ? fopen(path, "r") : NULL;
  if (file) fclose(file);
  if (file) return true;
  char list[384] = "";
  Nearest nearest = {0};
  list_names(names, count, name_or_path, &nearest, list);
  snprintf(list + strlen(list), sizeof list - strlen(list), "; flumes: ");
  list_names(flume, flumes, name_or_path, &nearest, list);
  if (!*name_or_path) return error_set(error, "'' names no scene; built in are %s", list);
  return error_set(error, "%s: no such scene or file%s%s; built in are %s", name_or_path, nearest.word ? "; did you mean " : "",
                   nearest.word ? nearest.word : "", list);
}

int scene_camera(const Scene *scene, const char *name) {
  for (int n = 0; n < scene->camera_count; n++)
    if (strcmp(scene->cameras[n].name, name) == 0) return n;
  return -1;
}

SceneAround scene_around(const Scene *scene) {
  if (scene->around != AROUND_BY_TERRAIN) return scene->around;
  return scene->terrain == TERRAIN_IMAGE ? AROUND_HILLS : AROUND_TABLE;
}

void scene_set_grid(Scene *scene, int nx, int nz) {
  scene->cell_m *= (float)scene->nx / (float)nx;
  scene->frame.cell_x *= (double)scene->nx / nx, scene->frame.cell_z *= (double)scene->nz / nz;
  scene->nx = nx;
  scene->nz = nz;
}

const char *scene_file_name(const char *path) {
  const char *const slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static void find_file(char path[SCENE_PATH], const char from[SCENE_PATH]) {
  if (strcmp(path, scene_file_name(from)) == 0) memcpy(path, from, SCENE_PATH);
}

void scene_find_files(Scene *scene, const Scene *from) {
  find_file(scene->path, from->path);
  find_file(scene->image, from->image);
  for (int n = 0; n < scene->hull_count; n++)
    for (int other = 0; other < from->hull_count; other++) find_file(scene->hulls[n].path, from->hulls[other].path);
}

/* Returns the index of a key, without a name that of any of the section; -1: there is none. */
static int find_key(const char *section, const char *name) {
  for (int n = 0; n < scene_key_count; n++)
    if (strcmp(scene_keys[n].section, section) == 0 && (!name || strcmp(scene_keys[n].name, name) == 0)) return n;
  return -1;
}

/* Returns the line in which a key was given, of a camera in its own section; 0: it was not. */
static int line_of(const Reading *r, int camera, const char *section, const char *name) {
  return r->seen[camera][find_key(section, name)];
}

/* Turns to the camera that a section [camera NAME] is about, which may be new; [camera] is the opening one. */
static bool turn_to_camera(Reading *r, const char *name) {
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

/* Notes the line of a word that may be given once; false when it was given before. */
static bool note_once(Reading *r, const char *name, int *seen) {
  if (*seen) return error_set(&r->fault, "%s: given twice; allowed: once, and it stands in line %d", name, *seen);
  *seen = r->line;
  return true;
}

/* Reads one line NAME = VALUE of a section. Returns false with `fault` filled. */
static bool read_key(Reading *r, const char *section, const char *name, const char *value) {
  const bool camera = strncmp(section, "camera", 6) == 0 && (section[6] == '\0' || section[6] == ' ');
  r->camera = 0;
  if (camera && !turn_to_camera(r, section + 6 + strspn(section + 6, " "))) return false;
  if (camera) section = "camera";
  if (strcmp(section, "params") == 0) {
    int count = 0;
    const ParamInfo *const table = params_table(&count), *const info = params_find(name);
    CHECK(count <= READING_PARAMS);
    return params_set(&r->scene->params, name, value, &r->fault) && note_once(r, name, &r->params_seen[info - table]);
  }
  const int key = find_key(section, name);
  if (key >= 0) return reading_value(r, &scene_keys[key], value) && (scene_keys[key].again || note_once(r, name, &r->seen[r->camera][key]));
  if (find_key(section, NULL) < 0)
    return error_set(
        &r->fault,
        "[%s]: unknown section; allowed: scene, terrain, water, sides, bodies, machines, gauges, rules, law, story, camera, params",
        section);
  return error_set(&r->fault, "%s: unknown word in [%s]; assets/scenes/README.md lists them", name, section);
}

static int handle(void *user, const char *section, const char *name, const char *value) {
  Reading *const r = user;
  if (r->fault_line) return 0; /* only the first fault is reported */
  if (read_key(r, section, name, value)) return 1;
  r->fault_line = r->line;
  return 0;
}

static char *refuse_line(Reading *r, const char *what, int most) {
  r->fault_line = r->line;
  error_set(&r->fault, "%s%d bytes", what, most);
  return NULL;
}

/* Returns the next line as a string of at most `size` bytes, without comments, which may have any length, and leading blanks, so that INI's
 * continued lines do not exist in scenes. NULL at the end of the file, and with `fault` set at a line that is too long or not text. */
static char *next_line(char *text, int size, void *stream) {
  Reading *const r = stream;
  int length = 0, byte = 0;
  bool comment = false;
  const int most = size - 3 < LINE_MAX_BYTES ? size - 3 : LINE_MAX_BYTES;
  if (r->fault_line) return NULL;
  r->line++;
  while ((byte = getc(r->file)) != EOF && byte != '\n') {
    if (++r->bytes > FILE_MAX_BYTES) return refuse_line(r, "the file is longer than a scene may be; allowed: ", FILE_MAX_BYTES);
    if (byte == '\0') return refuse_line(r, "no text (a byte 0); allowed: lines of text of up to ", most);
    if (length == 0 && (byte == '#' || byte == ';')) comment = true;
    if (comment || (length == 0 && isspace(byte))) continue;
    if (length == most) return refuse_line(r, "the line is too long; allowed: ", most);
    text[length++] = (char)byte;
  }
  if (byte == EOF && length == 0) {
    r->line -= !comment;
    return NULL;
  }
  text[length++] = '\n';
  text[length] = '\0';
  return text;
}

void scene_defaults(Scene *scene, const char *path) {
  *scene = (Scene){.solver = WEIR_PIPE,
                   .nx = 256,
                   .nz = 256,
                   .cell_m = 0.25f,
                   .terrain = TERRAIN_FLAT,
                   .crop = {0, 0, 1, 1},
                   .height_m = 10,
                   .cameras = {scene_camera_default},
                   .camera_count = 1,
                   .picture_s = 10,
                   .release_s = -1,
                   .params = params_default()};
  snprintf(scene->path, sizeof scene->path, "%s", path);
  const char *const name = scene_file_name(path), *const dot = strrchr(name, '.');
  snprintf(scene->name, sizeof scene->name, "%.*s", dot ? (int)(dot - name) : (int)strlen(name), name);
}

/* Checks that periodic sides come in pairs: the one fault that no single line has. */
static bool check_pairs(const Reading *r, Error *error) {
  static const char *const names[WEIR_SIDE_COUNT] = {"west", "east", "north", "south"};
  for (int side = 0; side < WEIR_SIDE_COUNT; side++)
    if (r->scene->sides[side].kind == WEIR_PERIODIC && r->scene->sides[side ^ 1].kind != WEIR_PERIODIC)
      return error_set(error, "%s:%d: %s: 'periodic'; allowed: both of a pair, and %s is not", r->path, line_of(r, 0, "sides", names[side]),
                       names[side], names[side ^ 1]);
  return true;
}

/* Checks that each camera but the opening one, which has defaults, says where it stands and what it looks at. */
static bool check_cameras(const Reading *r, Error *error) {
  for (int n = 1; n < r->scene->camera_count; n++) {
    const int eye = line_of(r, n, "camera", "eye"), target = line_of(r, n, "camera", "target");
    const int line = eye ? eye : target ? target : line_of(r, n, "camera", "view");
    if (!eye || !target)
      return error_set(error, "%s:%d: [camera %s] has no %s; allowed: both eye and target", r->path, line, r->scene->cameras[n].name,
                       eye ? "target" : "eye");
  }
  return true;
}

/* Reports the first fault of those that handler, parser (in line `syntax`) and line reader found. */
static bool end_reading(const Reading *r, int syntax, Error *error) {
  if (r->fault_line && (syntax <= 0 || r->fault_line <= syntax))
    return error_set(error, "%s:%d: %s", r->path, r->fault_line, r->fault.text);
  if (syntax > 0) return error_set(error, "%s:%d: expected [section], NAME = VALUE or a # comment", r->path, syntax);
  if (r->line == 0) return error_set(error, "%s: empty; a scene needs at least one line", r->path);
  if (syntax < 0) return error_set(error, "%s: cannot be read", r->path);
  if (!check_pairs(r, error) || !check_cameras(r, error) || !rules_read(r->scene, r->path, error)) return false;
  scene_follow_image(r->scene, (SceneHas){.grid = line_of(r, 0, "scene", "grid"),
                                          .cell = line_of(r, 0, "scene", "cell"),
                                          .height = line_of(r, 0, "terrain", "height"),
                                          .base = line_of(r, 0, "terrain", "base")});
  return true;
}

bool scene_read(const char *path, Scene *scene, Error *error) {
  scene_defaults(scene, path);
  Reading r = {.scene = scene, .path = path, .file = fopen(path, "r")};
  if (!r.file) return error_set(error, "%s: %s", path, strerror(errno));
  const int syntax = ini_parse_stream(next_line, &r, handle, &r);
  const bool broken = ferror(r.file) != 0;
  fclose(r.file);
  return broken ? error_set(error, "%s: cannot be read", path) : end_reading(&r, syntax, error);
}
