/* The keys of [scene] and [terrain]. */
#include <stdio.h>
#include <string.h>

#include "scene/reading.h"

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
  r->has_grid = true;
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

static bool read_image(Reading *r, const float *v, const char *text) {
  (void)v;
  r->scene->terrain = TERRAIN_IMAGE;
  const bool quoted = text[0] == '"' || text[0] == '\'';
  const int length = quoted ? reading_file_name(&text) : (int)strlen(text); /* blanks need no quotes: the name is all of the line */
  r->scene->image_line = r->lines.line;
  return length > 0 && (!quoted || text[length + 1] == '\0') && reading_path(r, text, length, r->scene->image);
}

static bool read_shape(Reading *r, const float *v, const char *text) {
  static const struct {
    const char *name;
    TerrainKind kind;
  } shapes[] = {{"flat", TERRAIN_FLAT}, {"bumps", TERRAIN_BUMPS}, {"bowl", TERRAIN_BOWL}, {"beach", TERRAIN_BEACH}, {"cone", TERRAIN_CONE},
                {"hill", TERRAIN_HILL}, {"river", TERRAIN_RIVER}, {"ford", TERRAIN_FORD}, {"gorge", TERRAIN_GORGE}};
  (void)v;
  for (size_t n = 0; n < sizeof shapes / sizeof shapes[0]; n++)
    if (strcmp(text, shapes[n].name) == 0) {
      r->scene->terrain = shapes[n].kind;
      return true;
    }
  return false;
}

static bool read_crop(Reading *r, const float *v, const char *text) {
  (void)text;
  memcpy(r->scene->crop, v, sizeof r->scene->crop);
  return reading_is_ordered(v);
}

static bool read_height(Reading *r, const float *v, const char *text) {
  (void)text;
  r->scene->height_m = v[0];
  r->has_height = true;
  return true;
}

static bool read_base(Reading *r, const float *v, const char *text) {
  (void)text;
  r->scene->base_m = v[0];
  r->has_base = true;
  return true;
}

static bool read_ground(Reading *r, const float *v, const char *text) {
  (void)text;
  if (reading_list_full(r, r->scene->ground_count, SCENE_LIST)) return false;
  r->scene->grounds[r->scene->ground_count++] = (SceneBlock){v[0], v[1], v[2], v[3], v[4]};
  return reading_is_ordered(v);
}

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
    {"terrain", "image", 0, 0, 0, "a path relative to the scene file; quotes around it are closed", read_image, false},
    {"terrain", "shape", 0, 0, 0, "flat, bumps, bowl, beach, cone, hill, river, ford or gorge", read_shape, false},
    {"terrain", "crop", 4, 0, 1, "x0 z0 x1 z1, shares of the image, 0 to 1, x0 < x1 and z0 < z1", read_crop, false},
    {"terrain", "height", 1, 0, SCENE_HEIGHT_MAX, "metres of white above black, 0 to 65535", read_height, false},
    {"terrain", "base", 1, -10000, 10000, "metres of black, -10000 to 10000", read_base, false},
    {"terrain", "ground", 5, -10000, SCENE_HEIGHT_MAX, "x0 z0 x1 z1 (shares, x0 < x1 and z0 < z1) and a level in metres, -10000 to 65535",
     read_ground, true},
};

const SceneKeys scene_land_keys = {keys, sizeof keys / sizeof *keys};
