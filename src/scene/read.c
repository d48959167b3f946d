/* Reads a scene's file from its first line to its last. */
#include <errno.h>
#include <ini.h>
#include <stdio.h>
#include <string.h>

#include "scene/reading.h"

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
  if (syntax == 0 && !(reading_pairs(r, error) && reading_cameras(r, error))) return false;
  if (syntax == 0) scene_follow_image(r->scene, r->has_grid, r->has_height, r->has_base);
  if (syntax == 0) return true;
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
