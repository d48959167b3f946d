#include "world/scene.h"

#include <errno.h>
#include <ini.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/scan.h"
#include "world/scene_body.h"
#include "world/scene_lines.h"

enum { NUMBERS_MAX = 8, WORDS_MAX = 256, CAMERA_KEYS = 4 };

static const SceneCamera default_camera = {"opening", {0.5f, 20, 1.3f}, {0.5f, 0, 0.5f}, 45, false};

/* The state of one scene_read, passed to the INI handler. */
typedef struct Reading {
  Scene *scene;
  const char *path;
  SceneLines lines;
  int fault_line; /* of the first fault; 0: none */
  Error fault;
  int side_line[WEIR_SIDE_COUNT];                   /* the line of each side's boundary; 0: not given */
  int keys_seen[WORDS_MAX], params_seen[WORDS_MAX]; /* the line in which each word was given; 0: not yet */
  int camera;                                       /* index of the camera whose section is read */
  int camera_seen[SCENE_CAMERAS][CAMERA_KEYS];      /* by the order of its keys in the table; as keys_seen */
} Reading;

/* A key of the format, an entry of a constant table: how many numbers it has, their range, and the function that stores them.
 * Text keys have numbers = 0. */
typedef struct SceneKey {
  const char *section, *name;
  int numbers;
  float low, high;
  const char *allowed; /* for the error message */
  bool (*read)(Reading *reading, const float *numbers, const char *text);
  bool again; /* may be given more than once: each adds an element to a list */
} SceneKey;

/* --- one function per key: false with reading->fault filled ---------------------------------------------------------- */

static bool read_title(Reading *r, const float *v, const char *text) {
  (void)v;
  snprintf(r->scene->title, sizeof r->scene->title, "%s", text);
  return true;
}

static bool read_solver(Reading *r, const float *v, const char *text) {
  (void)v;
  for (int n = 0; n < WEIR_SOLVER_COUNT; n++)
    if (strcmp(text, weir_solver_name((WeirSolver)n)) == 0) {
      r->scene->solver = (WeirSolver)n;
      return true;
    }
  return false;
}

static bool read_grid(Reading *r, const float *v, const char *text) {
  (void)text;
  r->scene->nx = (int)v[0];
  r->scene->nz = (int)v[1];
  return (float)r->scene->nx == v[0] && (float)r->scene->nz == v[1];
}

static bool read_cell(Reading *r, const float *v, const char *text) {
  (void)text;
  r->scene->cell_m = v[0];
  return true;
}

static bool read_natural(Reading *r, const float *v, const char *text) {
  (void)v;
  r->scene->natural = strcmp(text, "landscape") == 0;
  return r->scene->natural || strcmp(text, "tank") == 0;
}

static bool read_around(Reading *r, const float *v, const char *text) {
  static const struct {
    const char *name;
    SceneAround around;
  } words[] = {{"sea", AROUND_SEA}, {"hills", AROUND_HILLS}, {"table", AROUND_TABLE}};
  (void)v;
  for (size_t n = 0; n < sizeof words / sizeof words[0]; n++)
    if (strcmp(text, words[n].name) == 0) {
      r->scene->around = words[n].around;
      return true;
    }
  return false;
}

static bool read_ground_kind(Reading *r, const float *v, const char *text) {
  static const char *const words[] = {[GROUND_MEADOW] = "meadow", [GROUND_STONE] = "stone", [GROUND_ASH] = "ash", [GROUND_SAND] = "sand"};
  (void)v;
  for (int n = 0; n <= GROUND_SAND; n++)
    if (strcmp(text, words[n]) == 0) {
      r->scene->ground = (SceneGround)n;
      return true;
    }
  return false;
}

static bool read_picture(Reading *r, const float *v, const char *text) {
  (void)text;
  r->scene->picture_s = v[0];
  return true;
}

static bool read_release(Reading *r, const float *v, const char *text) {
  (void)text;
  r->scene->release_s = v[0];
  return true;
}

/* Resolves the first `length` characters of text, a path relative to the scene's folder. */
static bool read_path(const Reading *r, const char *text, int length, char path[SCENE_PATH]) {
  const char *slash = strrchr(r->path, '/');
  const int folder = slash && text[0] != '/' ? (int)(slash - r->path) + 1 : 0;
  const int size = snprintf(path, SCENE_PATH, "%.*s%.*s", folder, r->path, length, text);
  return size > 0 && size < SCENE_PATH;
}

static bool read_image(Reading *r, const float *v, const char *text) {
  (void)v;
  r->scene->terrain = TERRAIN_IMAGE;
  r->scene->image_line = r->lines.line;
  return read_path(r, text, (int)strlen(text), r->scene->image);
}

static bool read_shape(Reading *r, const float *v, const char *text) {
  static const struct {
    const char *name;
    TerrainKind kind;
  } shapes[] = {{"flat", TERRAIN_FLAT}, {"bumps", TERRAIN_BUMPS}, {"bowl", TERRAIN_BOWL},   {"beach", TERRAIN_BEACH},
                {"cone", TERRAIN_CONE}, {"hill", TERRAIN_HILL},   {"river", TERRAIN_RIVER}, {"ford", TERRAIN_FORD}};
  (void)v;
  for (size_t n = 0; n < sizeof shapes / sizeof shapes[0]; n++)
    if (strcmp(text, shapes[n].name) == 0) {
      r->scene->terrain = shapes[n].kind;
      return true;
    }
  return false;
}

static bool is_ordered(const float *v) {
  return v[0] < v[2] && v[1] < v[3];
}

static bool read_crop(Reading *r, const float *v, const char *text) {
  (void)text;
  memcpy(r->scene->crop, v, sizeof r->scene->crop);
  return is_ordered(v);
}

static bool read_height(Reading *r, const float *v, const char *text) {
  (void)text;
  r->scene->height_m = v[0];
  return true;
}

static bool read_base(Reading *r, const float *v, const char *text) {
  (void)text;
  r->scene->base_m = v[0];
  return true;
}

static bool list_full(Reading *r, int count, int most) {
  if (count < most) return false;
  error_set(&r->fault, "more than a scene can hold; allowed: %d of them", most);
  return true;
}

static bool read_ground(Reading *r, const float *v, const char *text) {
  (void)text;
  if (list_full(r, r->scene->ground_count, SCENE_LIST)) return false;
  r->scene->grounds[r->scene->ground_count++] = (SceneBlock){v[0], v[1], v[2], v[3], v[4]};
  return is_ordered(v);
}

static bool read_fill(Reading *r, const float *v, const char *text) {
  (void)text;
  r->scene->fill_share = v[0];
  r->scene->fill_min_m = v[1];
  return v[0] <= 1;
}

static bool read_pool(Reading *r, const float *v, const char *text) {
  (void)text;
  if (list_full(r, r->scene->water_count, SCENE_LIST)) return false;
  r->scene->waters[r->scene->water_count++] = (SceneBlock){v[0], v[1], v[2], v[3], v[4]};
  return is_ordered(v);
}

static bool read_source(Reading *r, const float *v, float sign) {
  if (list_full(r, r->scene->source_count, SCENE_LIST)) return false;
  r->scene->sources[r->scene->source_count++] = (SceneSource){v[0], v[1], v[2], sign * v[3]};
  return v[0] <= 1 && v[1] <= 1 && v[2] > 0;
}

int scene_liquid(const char *name) {
  for (int n = 0; n < weir_liquid_count(); n++)
    if (strcmp(name, weir_liquid(n)->name) == 0) return n;
  return -1;
}

/* The liquid's motion and looks go into the parameters; later lines of [params] may change them. */
static bool read_liquid(Reading *r, const float *v, const char *text) {
  (void)v;
  const int liquid = scene_liquid(text);
  if (liquid < 0) return false;
  r->scene->liquid = liquid;
  params_set_liquid(&r->scene->params, weir_liquid(liquid), NULL);
  return true;
}

static bool read_spring(Reading *r, const float *v, const char *text) {
  (void)text;
  return read_source(r, v, 1);
}

static bool read_drain(Reading *r, const float *v, const char *text) {
  (void)text;
  return read_source(r, v, -1);
}

/* Index of the hull in the scene's list; the same file at the same length is listed once. */
static bool read_hull_file(Reading *r, const SceneHull *wanted, int *index) {
  Scene *scene = r->scene;
  for (*index = 0; *index < scene->hull_count; (*index)++)
    if (scene->hulls[*index].length == wanted->length && strcmp(scene->hulls[*index].path, wanted->path) == 0) return true;
  if (list_full(r, scene->hull_count, SCENE_HULLS)) return false;
  scene->hulls[scene->hull_count++] = *wanted;
  return true;
}

static bool read_hull(Reading *r, const float *v, const char *text) {
  (void)v;
  SceneHull file = {.line = r->lines.line};
  SceneBody body = {.kind = BODY_HULL, .material = MATERIAL_WOOD};
  const int length = (int)strcspn(text, " \t");
  if (list_full(r, r->scene->body_count, SCENE_BODIES) || !scene_body(text + length, &body)) return false;
  file.length = body.size[0];
  if (length == 0 || !read_path(r, text, length, file.path) || !read_hull_file(r, &file, &body.hull)) return false;
  r->scene->bodies[r->scene->body_count++] = body;
  return true;
}

static bool read_body(Reading *r, const char *text, BodyKind kind, Material material) {
  if (list_full(r, r->scene->body_count, SCENE_BODIES)) return false;
  SceneBody body = {.kind = kind, .material = material};
  if (!scene_body(text, &body)) return false;
  r->scene->bodies[r->scene->body_count++] = body;
  return true;
}

enum { SIDE_NUMBERS = 4 };

/* Reads up to four finite numbers; returns their count, or -1 when anything else follows. */
static int side_numbers(const char *text, float numbers[SIDE_NUMBERS]) {
  int count = 0;
  while (count < SIDE_NUMBERS && scan_number(&text, &numbers[count])) count++;
  return scan_at_end(text) ? count : -1;
}

/* A level, alone or with a tide (height, period, phase); a wave must have the tide's numbers. */
static bool side_sea(int count, const float *v, WeirBoundary *boundary) {
  boundary->level = v[0], boundary->tide_height = v[1], boundary->tide_period = v[2], boundary->tide_phase = v[3];
  const bool tide = count >= 3 && fabsf(v[1]) <= 1000.0f && v[2] >= 0.1f && v[2] <= 1e6f && fabsf(v[3]) <= 100.0f;
  return fabsf(v[0]) <= 10000.0f && (tide || (count == 1 && boundary->kind == WEIR_LEVEL));
}

static bool side_inflow(int count, const float *v, WeirBoundary *boundary) {
  boundary->discharge = v[0], boundary->speed = v[1];
  return (count == 1 || count == 2) && fabsf(v[0]) <= 1e6f && v[1] >= 0.0f && v[1] <= 1000.0f;
}

bool scene_side(const char *text, WeirBoundary *boundary) {
  float v[SIDE_NUMBERS] = {0};
  const size_t size = strcspn(text, " \t");
  const int count = side_numbers(text + size, v);
  for (int n = 0; n < WEIR_EDGE_COUNT; n++) {
    const char *const name = weir_edge_name((WeirEdge)n);
    if (strlen(name) != size || strncmp(text, name, size) != 0) continue;
    *boundary = (WeirBoundary){.kind = (WeirEdge)n};
    if (n == WEIR_LEVEL || n == WEIR_WAVE) return side_sea(count, v, boundary);
    return n == WEIR_INFLOW ? side_inflow(count, v, boundary) : count == 0;
  }
  return false;
}

static bool read_side(Reading *r, WeirSide side, const char *text) {
  r->side_line[side] = r->lines.line;
  return scene_side(text, &r->scene->sides[side]);
}

static bool read_west(Reading *r, const float *v, const char *text) {
  (void)v;
  return read_side(r, WEIR_WEST, text);
}

static bool read_east(Reading *r, const float *v, const char *text) {
  (void)v;
  return read_side(r, WEIR_EAST, text);
}

static bool read_north(Reading *r, const float *v, const char *text) {
  (void)v;
  return read_side(r, WEIR_NORTH, text);
}

static bool read_south(Reading *r, const float *v, const char *text) {
  (void)v;
  return read_side(r, WEIR_SOUTH, text);
}

static bool read_wood(Reading *r, const float *v, const char *text) {
  (void)v;
  return read_body(r, text, BODY_CRATE, MATERIAL_WOOD);
}

static bool read_metal(Reading *r, const float *v, const char *text) {
  (void)v;
  return read_body(r, text, BODY_CRATE, MATERIAL_METAL);
}

static bool read_stone(Reading *r, const float *v, const char *text) {
  (void)v;
  return read_body(r, text, BODY_CRATE, MATERIAL_STONE);
}

static bool read_log(Reading *r, const float *v, const char *text) {
  (void)v;
  return read_body(r, text, BODY_LOG, MATERIAL_WOOD);
}

static bool read_car(Reading *r, const float *v, const char *text) {
  (void)v;
  return read_body(r, text, BODY_CAR, MATERIAL_METAL);
}

static bool read_dam(Reading *r, const float *v, const char *text) {
  (void)text;
  if (list_full(r, r->scene->dam_count, SCENE_LIST)) return false;
  for (int n = 0; n < 4; n++)
    if (v[n] < 0 || v[n] > 1) return false;
  r->scene->dams[r->scene->dam_count++] = (SceneDam){MATERIAL_WOOD, v[0], v[1], v[2], v[3], v[4], v[5]};
  return v[5] >= 0.1f && v[5] <= 50;
}

static bool read_eye(Reading *r, const float *v, const char *text) {
  (void)text;
  memcpy(r->scene->cameras[r->camera].eye, v, sizeof r->scene->cameras[0].eye);
  return true;
}

static bool read_target(Reading *r, const float *v, const char *text) {
  (void)text;
  memcpy(r->scene->cameras[r->camera].target, v, sizeof r->scene->cameras[0].target);
  return true;
}

static bool read_view(Reading *r, const float *v, const char *text) {
  (void)text;
  r->scene->cameras[r->camera].view_deg = v[0];
  return true;
}

static bool read_place(Reading *r, const float *v, const char *text) {
  (void)v;
  r->scene->cameras[r->camera].under = strcmp(text, "under") == 0;
  return r->scene->cameras[r->camera].under || strcmp(text, "above") == 0;
}

#define SIDE_WORDS                                                                                 \
  "reflect, open, sponge, periodic, zero, level METRES [TIDE_METRES PERIOD_SECONDS [PHASE_RAD]], " \
  "wave METRES HEIGHT_METRES PERIOD_SECONDS [PHASE_RAD] or inflow M3_PER_SECOND [METRES_PER_SECOND]"

static const SceneKey keys[] = {
    {"scene", "title", 0, 0, 0, "a line of text", read_title, false},
    {"scene", "solver", 0, 0, 0, "membrane, pipe or swe", read_solver, false},
    {"scene", "grid", 2, SCENE_GRID_MIN, WEIR_GRID_MAX, "two whole numbers of cells, 16 to 8192", read_grid, false},
    {"scene", "cell", 1, 0.001f, 1000, "metres a cell, 0.001 to 1000", read_cell, false},
    {"scene", "look", 0, 0, 0, "landscape or tank", read_natural, false},
    {"scene", "around", 0, 0, 0, "sea, hills or table", read_around, false},
    {"scene", "ground", 0, 0, 0, "meadow, stone, ash or sand", read_ground_kind, false},
    {"scene", "picture", 1, 0, 600, "seconds, 0 to 600", read_picture, false},
    {"scene", "release", 1, 0, 600, "seconds, 0 to 600", read_release, false},
    {"terrain", "image", 0, 0, 0, "a path relative to the scene file", read_image, false},
    {"terrain", "shape", 0, 0, 0, "flat, bumps, bowl, beach, cone, hill, river or ford", read_shape, false},
    {"terrain", "crop", 4, 0, 1, "x0 z0 x1 z1, shares of the image, 0 to 1, x0 < x1 and z0 < z1", read_crop, false},
    {"terrain", "height", 1, 0, 10000, "metres of white above black, 0 to 10000", read_height, false},
    {"terrain", "base", 1, -10000, 10000, "metres of black, -10000 to 10000", read_base, false},
    {"terrain", "ground", 5, -10000, 10000, "x0 z0 x1 z1 (shares, x0 < x1 and z0 < z1) and a level in metres, -10000 to 10000", read_ground,
     true},
    {"water", "fill", 2, 0, 1000, "share (0 to 1) of each pit to fill, and the depth in metres that makes a pit a lake", read_fill, false},
    {"water", "pool", 5, -10000, 10000, "x0 z0 x1 z1 (shares, x0 < x1 and z0 < z1) and a level in metres, -10000 to 10000", read_pool,
     true},
    {"water", "liquid", 0, 0, 0, "water, muddy water, oil, slime, lava or mercury", read_liquid, false},
    {"water", "spring", 4, 0, 100000, "x z (shares, 0 to 1), radius in m > 0, m3/s, 0 to 100000", read_spring, true},
    {"water", "drain", 4, 0, 100000, "x z (shares, 0 to 1), radius in m > 0, m3/s, 0 to 100000", read_drain, true},
    {"sides", "west", 0, 0, 0, SIDE_WORDS, read_west, false},
    {"sides", "east", 0, 0, 0, SIDE_WORDS, read_east, false},
    {"sides", "north", 0, 0, 0, SIDE_WORDS, read_north, false},
    {"sides", "south", 0, 0, 0, SIDE_WORDS, read_south, false},
    {"bodies", "wood", 0, 0, 0, SCENE_BODY_WORDS, read_wood, true},
    {"bodies", "metal", 0, 0, 0, SCENE_BODY_WORDS, read_metal, true},
    {"bodies", "stone", 0, 0, 0, SCENE_BODY_WORDS, read_stone, true},
    {"bodies", "log", 0, 0, 0, SCENE_LOG_WORDS, read_log, true},
    {"bodies", "car", 0, 0, 0, SCENE_CAR_WORDS, read_car, true},
    {"bodies", "hull", 0, 0, 0, SCENE_HULL_WORDS, read_hull, true},
    {"bodies", "dam", 6, -10000, 10000, "x0 z0 x1 z1 (shares), a level in metres, thickness in metres, 0.1 to 50", read_dam, true},
    /* The last CAMERA_KEYS: a camera's, for [camera] and each [camera NAME]. */
    {"camera", "eye", 3, -10000, 10000, "x (share) y (metres) z (share)", read_eye, false},
    {"camera", "target", 3, -10000, 10000, "x (share) y (metres) z (share)", read_target, false},
    {"camera", "view", 1, 10, 120, "vertical field of view in degrees, 10 to 120", read_view, false},
    {"camera", "water", 0, 0, 0, "above or under", read_place, false},
};

enum { KEY_COUNT = sizeof keys / sizeof keys[0] };
_Static_assert((int)KEY_COUNT <= (int)WORDS_MAX, "each key has its line");

/* Exactly `count` numbers separated by blanks. */
static bool read_numbers(const char *text, const SceneKey *key, float *numbers) {
  for (int n = 0; n < key->numbers; n++)
    if (!scan_number(&text, &numbers[n]) || numbers[n] < key->low || numbers[n] > key->high) return false;
  return scan_at_end(text);
}

/* Where the line of a key that may be given once is noted: of a camera's, once for each camera. */
static int *reading_seen(Reading *r, int key) {
  if (strcmp(keys[key].section, "camera") != 0) return &r->keys_seen[key];
  return &r->camera_seen[r->camera][key - (KEY_COUNT - CAMERA_KEYS)];
}

static bool is_camera_name(const char *name) {
  const size_t size = strlen(name);
  return size > 0 && size < SCENE_CAMERA_NAME && name[0] >= 'a' && name[0] <= 'z' &&
         strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == size;
}

/* Turns to the camera that a section [camera NAME] is about, which may be new; [camera] is the opening one. */
static bool reading_camera(Reading *r, const char *name) {
  Scene *scene = r->scene;
  r->camera = *name ? scene_camera(scene, name) : 0;
  if (r->camera >= 0) return true;
  if (!is_camera_name(name))
    return error_set(&r->fault, "[camera %s]: allowed: a name of up to %d small letters, digits and -, a letter first", name,
                     SCENE_CAMERA_NAME - 1);
  if (scene->camera_count == SCENE_CAMERAS)
    return error_set(&r->fault, "[camera %s]: more than a scene can hold; allowed: %d of them", name, SCENE_CAMERAS);
  r->camera = scene->camera_count++;
  scene->cameras[r->camera] = default_camera;
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

static bool reading_known_section(const char *section) {
  for (int n = 0; n < KEY_COUNT; n++)
    if (strcmp(keys[n].section, section) == 0) return true;
  return strcmp(section, "params") == 0;
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
  CHECK(count <= WORDS_MAX);
  if (!params_set(&r->scene->params, name, value, &r->fault)) return false;
  return reading_once(r, name, &r->params_seen[info - table]);
}

static bool reading_key(Reading *r, const char *section, const char *name, const char *value) {
  if (!reading_section(r, &section)) return false;
  if (strcmp(section, "params") == 0) return reading_param(r, name, value);
  for (int n = 0; n < KEY_COUNT; n++) {
    const SceneKey *key = &keys[n];
    if (strcmp(key->section, section) != 0 || strcmp(key->name, name) != 0) continue;
    float numbers[NUMBERS_MAX] = {0};
    if (read_numbers(key->numbers ? value : "", key, numbers) && key->read(r, numbers, value))
      return key->again || reading_once(r, name, reading_seen(r, n));
    if (r->fault.text[0]) {
      const Error full = r->fault;
      return error_set(&r->fault, "%s: '%s': %s", name, value, full.text);
    }
    return error_set(&r->fault, "%s: '%s'; allowed: %s", name, value, key->allowed);
  }
  if (!reading_known_section(section))
    return error_set(&r->fault, "[%s]: unknown section; allowed: scene, terrain, water, sides, bodies, camera, params", section);
  return error_set(&r->fault, "%s: unknown word in [%s]; assets/scenes/README.md lists them", name, section);
}

static int reading_handler(void *user, const char *section, const char *name, const char *value) {
  Reading *r = user;
  if (r->fault_line) return 0; /* only the first fault is reported */
  if (reading_key(r, section, name, value)) return 1;
  r->fault_line = r->lines.line;
  return 0;
}

static char *reading_line(char *text, int size, void *stream) {
  Reading *r = stream;
  return scene_lines_next(&r->lines, text, size);
}

static void scene_defaults(Scene *scene, const char *path) {
  *scene = (Scene){.solver = WEIR_PIPE,
                   .nx = 256,
                   .nz = 256,
                   .cell_m = 0.25f,
                   .terrain = TERRAIN_FLAT,
                   .crop = {0, 0, 1, 1},
                   .height_m = 10,
                   .cameras = {default_camera},
                   .camera_count = 1,
                   .picture_s = 10,
                   .release_s = -1,
                   .params = params_default()};
  snprintf(scene->path, sizeof scene->path, "%s", path);
  const char *slash = strrchr(path, '/');
  const char *base = slash ? slash + 1 : path;
  const char *dot = strrchr(base, '.');
  snprintf(scene->name, sizeof scene->name, "%.*s", dot ? (int)(dot - base) : (int)strlen(base), base);
}

/* Checks that periodic sides come in pairs: the one fault that no single line has. */
static bool reading_pairs(const Reading *r, Error *error) {
  static const char *const names[WEIR_SIDE_COUNT] = {"west", "east", "north", "south"};
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) {
    const WeirBoundary *const sides = r->scene->sides;
    if (sides[side].kind == WEIR_PERIODIC && sides[side ^ 1].kind != WEIR_PERIODIC)
      return error_set(error, "%s:%d: %s: 'periodic'; allowed: both of a pair, and %s is not", r->path, r->side_line[side], names[side],
                       names[side ^ 1]);
  }
  return true;
}

/* Checks that each camera but the opening one, which has defaults, says where it stands and what it looks at. */
static bool reading_cameras(const Reading *r, Error *error) {
  for (int n = 1; n < r->scene->camera_count; n++) {
    const int *const seen = r->camera_seen[n];
    const int line = seen[0] ? seen[0] : seen[1] ? seen[1] : seen[2];
    if (!seen[0] || !seen[1])
      return error_set(error, "%s:%d: [camera %s] has no %s; allowed: both eye and target", r->path, line, r->scene->cameras[n].name,
                       seen[0] ? "target" : "eye");
  }
  return true;
}

/* Reports the first fault of those that handler, parser and line reader found. */
static bool reading_end(const Reading *r, int syntax, Error *error) {
  const SceneLines *const lines = &r->lines;
  if (r->fault_line && (syntax <= 0 || r->fault_line <= syntax))
    return error_set(error, "%s:%d: %s", r->path, r->fault_line, r->fault.text);
  if (syntax > 0) return error_set(error, "%s:%d: expected [section], NAME = VALUE or a # comment", r->path, syntax);
  if (lines->fault_line) return error_set(error, "%s:%d: %s", r->path, lines->fault_line, lines->fault.text);
  if (lines->line == 0) return error_set(error, "%s: empty; a scene needs at least one line", r->path);
  if (syntax == 0) return reading_pairs(r, error) && reading_cameras(r, error);
  return error_set(error, "%s: cannot be read", r->path);
}

bool scene_read(const char *path, Scene *scene, Error *error) {
  scene_defaults(scene, path);
  Reading r = {.scene = scene, .path = path, .lines = {.file = fopen(path, "r")}};
  if (!r.lines.file) return error_set(error, "%s: %s", path, strerror(errno));
  const int syntax = ini_parse_stream(reading_line, &r, reading_handler, &r);
  const bool broken = ferror(r.lines.file) != 0;
  fclose(r.lines.file);
  return broken ? error_set(error, "%s: cannot be read", path) : reading_end(&r, syntax, error);
}

const char *const *scene_names(int *count) {
  static const char *const names[] = {"valley", "pool", "gate", "piers", "beach", "vents", "hill", "river", "ford"};
  *count = (int)(sizeof names / sizeof names[0]);
  return names;
}

static bool file_exists(const char *path) {
  FILE *file = fopen(path, "r");
  if (file) fclose(file);
  return file != NULL;
}

bool scene_find(const char *asset_dir, const char *name_or_path, char path[SCENE_PATH], Error *error) {
  int count = 0;
  const char *const *names = scene_names(&count);
  for (int n = 0; n < count; n++)
    if (strcmp(names[n], name_or_path) == 0)
      return snprintf(path, SCENE_PATH, "%s/scenes/%s.scene", asset_dir, names[n]) < SCENE_PATH
                 ? true
                 : error_set(error, "%s: path too long", asset_dir);
  if (snprintf(path, SCENE_PATH, "%s", name_or_path) < SCENE_PATH && file_exists(path)) return true;
  char list[256] = "";
  for (int n = 0; n < count; n++) {
    const size_t used = strlen(list);
    snprintf(list + used, sizeof list - used, "%s%s", n ? ", " : "", names[n]);
  }
  return error_set(error, "%s: no such scene or file; built in are %s", name_or_path, list);
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
  scene->nx = nx;
  scene->nz = nz;
}
