/* The keys of [bodies]. */
#include <string.h>

#include "scene/body.h"
#include "scene/reading.h"

/* Index of the hull in the scene's list; the same file at the same length is listed once. */
static bool read_hull_file(Reading *r, const SceneHull *wanted, int *index) {
  Scene *scene = r->scene;
  for (*index = 0; *index < scene->hull_count; (*index)++)
    if (scene->hulls[*index].length == wanted->length && strcmp(scene->hulls[*index].path, wanted->path) == 0) return true;
  if (reading_list_full(r, scene->hull_count, SCENE_HULLS)) return false;
  scene->hulls[scene->hull_count++] = *wanted;
  return true;
}

static bool read_hull(Reading *r, const float *v, const char *text) {
  (void)v;
  SceneHull file = {.line = r->lines.line};
  SceneBody body = {.kind = BODY_HULL, .material = MATERIAL_WOOD};
  const bool quoted = text[0] == '"' || text[0] == '\'';
  const int length = reading_file_name(&text);
  if (length == 0 || reading_list_full(r, r->scene->body_count, SCENE_BODIES)) return false;
  if (!scene_body(text + length + quoted, &body)) return false;
  file.length = body.size[0];
  if (!reading_path(r, text, length, file.path) || !read_hull_file(r, &file, &body.hull)) return false;
  r->scene->bodies[r->scene->body_count++] = body;
  return true;
}

/* The bodies that are read alike, by their keys. */
static const struct {
  const char *key;
  BodyKind kind;
  Material material;
} kinds[] = {{"wood", BODY_CRATE, MATERIAL_WOOD}, {"metal", BODY_CRATE, MATERIAL_METAL}, {"stone", BODY_CRATE, MATERIAL_STONE},
             {"log", BODY_LOG, MATERIAL_WOOD},    {"car", BODY_CAR, MATERIAL_METAL},     {"house", BODY_HOUSE, MATERIAL_WOOD},
             {"boat", BODY_BOAT, MATERIAL_WOOD},  {"boom", BODY_BOOM, MATERIAL_METAL}};

static bool read_body(Reading *r, const float *v, const char *text) {
  (void)v;
  int n = 0;
  while (strcmp(kinds[n].key, r->key) != 0) n++;
  if (reading_list_full(r, r->scene->body_count, SCENE_BODIES)) return false;
  SceneBody body = {.kind = kinds[n].kind, .material = kinds[n].material};
  if (!scene_body(text, &body)) return false;
  r->scene->bodies[r->scene->body_count++] = body;
  return true;
}

static bool read_dam(Reading *r, const float *v, const char *text) {
  (void)text;
  if (reading_list_full(r, r->scene->dam_count, SCENE_LIST)) return false;
  for (int n = 0; n < 4; n++)
    if (v[n] < 0 || v[n] > 1) return false;
  r->scene->dams[r->scene->dam_count++] = (SceneDam){MATERIAL_WOOD, v[0], v[1], v[2], v[3], v[4], v[5]};
  return v[5] >= 0.1f && v[5] <= 50;
}

static const SceneKey keys[] = {
    {"bodies", "wood", 0, 0, 0, SCENE_BODY_WORDS, read_body, true},
    {"bodies", "metal", 0, 0, 0, SCENE_BODY_WORDS, read_body, true},
    {"bodies", "stone", 0, 0, 0, SCENE_BODY_WORDS, read_body, true},
    {"bodies", "log", 0, 0, 0, SCENE_LOG_WORDS, read_body, true},
    {"bodies", "car", 0, 0, 0, SCENE_CAR_WORDS, read_body, true},
    {"bodies", "house", 0, 0, 0, SCENE_BODY_WORDS, read_body, true},
    {"bodies", "boat", 0, 0, 0, SCENE_CAR_WORDS, read_body, true},
    {"bodies", "boom", 0, 0, 0, SCENE_CAR_WORDS, read_body, true},
    {"bodies", "hull", 0, 0, 0, SCENE_HULL_WORDS, read_hull, true},
    {"bodies", "dam", 6, -10000, 10000, "x0 z0 x1 z1 (shares), a level in metres, thickness in metres, 0.1 to 50", read_dam, true},
};

const SceneKeys scene_body_keys = {keys, sizeof keys / sizeof *keys};
