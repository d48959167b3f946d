/* Scenes by their names, cameras by theirs, and what a scene does not state itself. */
#include <stdio.h>
#include <string.h>

#include "base/spelling.h"
#include "scene/scene.h"

const char *const *scene_names(int *count) {
  static const char *const names[] = {"river", "valley", "pool", "gate", "piers", "beach", "vents", "hill", "meadow", "ford", "mill"};
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
  Nearest nearest = {0};
  for (int n = 0; n < count; n++) {
    nearest_try(&nearest, name_or_path, names[n]);
    const size_t used = strlen(list);
    snprintf(list + used, sizeof list - used, "%s%s", n ? ", " : "", names[n]);
  }
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
  scene->nx = nx;
  scene->nz = nz;
}

static void find_file(char path[SCENE_PATH], const char from[SCENE_PATH]) {
  const char *const slash = strrchr(from, '/');
  if (strcmp(path, slash ? slash + 1 : from) == 0) memcpy(path, from, SCENE_PATH);
}

void scene_find_files(Scene *scene, const Scene *from) {
  find_file(scene->path, from->path);
  find_file(scene->image, from->image);
  for (int n = 0; n < scene->hull_count; n++)
    for (int other = 0; other < from->hull_count; other++) find_file(scene->hulls[n].path, from->hulls[other].path);
}
