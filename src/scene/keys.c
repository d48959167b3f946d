/* The keys of scene files: a table of all, and the functions that take their values. */
#include <ctype.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/paths.h"
#include "base/words.h"
#include "scene/reading.h"

const SceneCamera scene_camera_default = {"opening", {0.5f, 20, 1.3f}, {0.5f, 0, 0.5f}, 45, false};

bool scan_numbers(const char **text, int count, float low, float high, float *numbers) {
  for (int n = 0; n < count; n++)
    if (!scan_number(text, &numbers[n]) || numbers[n] < low || numbers[n] > high) return false;
  return true;
}

static bool are_shares(const float *v, int count) {
  for (int n = 0; n < count; n++)
    if (v[n] < 0 || v[n] > 1) return false;
  return true;
}

/* Returns true if x0 z0 x1 z1 is a rectangle. */
static bool is_ordered(const float *v) {
  return v[0] < v[2] && v[1] < v[3];
}

/* Returns the index of a word, the first `size` characters of text; -1: it is none of them. */
int word_index(const char *const *words, const char *text, size_t size) {
  for (int n = 0; words[n]; n++)
    if (strlen(words[n]) == size && strncmp(words[n], text, size) == 0) return n;
  return -1;
}

/* Returns the length of the file name at the beginning of *text: as far as the next blank or, within quotes of either kind, all between
 * them; *text is then moved past the first quote. Returns 0 if a quote is not closed or the name is empty. */
static int file_name_length(const char **text) {
  const char quote = **text;
  if (quote != '"' && quote != '\'') return (int)strcspn(*text, " \t");
  const char *const end = strchr(*text + 1, quote);
  return end ? (int)(end - ++*text) : 0;
}

/* Resolves the first `length` characters of text, a path relative to the scene's folder. */
static bool resolve_path(const Reading *r, const char *text, int length, char path[SCENE_PATH]) {
  const char *slash = strrchr(r->path, '/');
  const int folder = slash && !path_is_whole(text) ? (int)(slash - r->path) + 1 : 0;
  const int size = snprintf(path, SCENE_PATH, "%.*s%.*s", folder, r->path, length, text);
  return size > 0 && size < SCENE_PATH;
}

/* Returns true and fills `fault` if a list with `count` elements holds all that it can. */
static bool is_full(Reading *r, int count, int count_max) {
  if (count < count_max) return false;
  error_set(&r->fault, "more than a scene can hold; allowed: %d of them", count_max);
  return true;
}

/* --- [scene] and [terrain] ------------------------------------------------------------------------------------------------- */

/* A line of text, cut to fit. */
static bool parse_title(Reading *r, const char *text) {
  snprintf(r->scene->title, sizeof r->scene->title, "%s", text);
  return true;
}

static bool take_grid(Reading *r, const float *v) {
  r->scene->nx = (int)v[0], r->scene->nz = (int)v[1];
  return (float)r->scene->nx == v[0] && (float)r->scene->nz == v[1];
}

static bool parse_image(Reading *r, const char *text) {
  const bool quoted = text[0] == '"' || text[0] == '\'';
  const int length = quoted ? file_name_length(&text) : (int)strlen(text); /* blanks need no quotes: the name is all of the line */
  r->scene->terrain = TERRAIN_IMAGE;
  r->scene->image_line = r->line;
  return length > 0 && (!quoted || text[length + 1] == '\0') && resolve_path(r, text, length, r->scene->image);
}

static bool take_samples(Reading *r, const float *v) {
  r->scene->samples[0] = (int)v[0], r->scene->samples[1] = (int)v[1];
  return (float)r->scene->samples[0] == v[0] && (float)r->scene->samples[1] == v[1];
}

static bool take_crop(Reading *r, const float *v) {
  memcpy(r->scene->crop, v, sizeof r->scene->crop);
  return is_ordered(v);
}

/* A block of ground, or of kind 1 a pool. */
static bool take_block(Reading *r, const float *v) {
  const bool pool = r->key->kind == 1;
  int *const count = pool ? &r->scene->water_count : &r->scene->ground_count;
  if (is_full(r, *count, SCENE_LIST)) return false;
  (pool ? r->scene->waters : r->scene->grounds)[(*count)++] = (SceneBlock){v[0], v[1], v[2], v[3], v[4]};
  return is_ordered(v);
}

/* --- [water] and [sides] --------------------------------------------------------------------------------------------------- */

/* A side's series, or of kind -1 the rain's. Which values a side takes is known when all keys are: world_step.c. */
static bool parse_series(Reading *r, const char *text) {
  static const SeriesRange mm = {0, 20000, "mm/h"}, side = {-1e5f, 1e5f, "m or m3/s"};
  char path[SCENE_PATH];
  const bool quoted = text[0] == '"' || text[0] == '\'';
  const int length = quoted ? file_name_length(&text) : (int)strlen(text);
  if (length == 0 || (quoted && text[length + 1] != '\0') || !resolve_path(r, text, length, path)) return false;
  const bool rain = r->key->kind < 0;
  return series_read(path, rain ? &mm : &side, rain ? &r->scene->rain : &r->scene->series[r->key->kind], &r->fault);
}

static bool take_fill(Reading *r, const float *v) {
  r->scene->fill_share = v[0], r->scene->fill_min_m = v[1];
  return v[0] <= 1;
}

/* The liquid's motion and looks go into the parameters; later lines of [params] may change them. */
static bool parse_liquid(Reading *r, const char *text) {
  int liquid = 0;
  while (liquid < weir_liquid_count() && strcmp(text, weir_liquid(liquid)->name) != 0) liquid++;
  if (liquid == weir_liquid_count()) return false;
  r->scene->liquid = liquid;
  params_set_liquid(&r->scene->params, weir_liquid(liquid), NULL);
  return true;
}

/* A spring, or of kind -1 a drain. */
static bool take_source(Reading *r, const float *v) {
  if (is_full(r, r->scene->source_count, SCENE_LIST)) return false;
  r->scene->sources[r->scene->source_count++] = (SceneSource){v[0], v[1], v[2], (float)r->key->kind * v[3]};
  return v[0] <= 1 && v[1] <= 1 && v[2] > 0;
}

/* A level, alone or with a tide (height, period, phase); a wave must have the tide's numbers. */
static bool side_sea(int count, const float *v, WeirBoundary *boundary) {
  boundary->level = v[0], boundary->tide_height = v[1], boundary->tide_period = v[2], boundary->tide_phase = v[3];
  const bool tide = count >= 3 && fabsf(v[1]) <= 1000.0f && v[2] >= 0.1f && v[2] <= 1e6f && fabsf(v[3]) <= 100.0f;
  return fabsf(v[0]) <= 10000.0f && (tide || (count == 1 && boundary->kind == WEIR_LEVEL));
}

/* Level, height and period of a sea, then as wanted the direction in which it runs, how far its waves' directions are spread, and for how long
 * it has run. */
static bool side_wind_sea(int count, const float *v, WeirBoundary *boundary) {
  boundary->level = v[0], boundary->tide_height = v[1], boundary->tide_period = v[2];
  boundary->discharge = v[3], boundary->speed = count > 4 ? v[4] : 20.0f, boundary->tide_phase = v[5];
  return count >= 3 && fabsf(v[0]) <= 10000.0f && v[1] >= 0.0f && v[1] <= 100.0f && v[2] >= 0.1f && v[2] <= 1000.0f &&
         fabsf(v[3]) <= 70.0f && boundary->speed >= 0.0f && boundary->speed <= 60.0f && v[5] >= 0.0f && v[5] <= 1e4f;
}

bool scene_side(const char *text, WeirBoundary *boundary) {
  float v[6] = {0};
  const size_t size = strcspn(text, " \t");
  const char *rest = text + size;
  int count = 0;
  while (count < 6 && scan_number(&rest, &v[count])) count++;
  if (!scan_at_end(rest)) count = -1;
  for (int n = 0; n < WEIR_EDGE_COUNT; n++) {
    const char *const name = weir_edge_name((WeirEdge)n);
    if (strlen(name) != size || strncmp(text, name, size) != 0) continue;
    *boundary = (WeirBoundary){.kind = (WeirEdge)n};
    if (n == WEIR_SEA) return side_wind_sea(count, v, boundary);
    if (n == WEIR_LEVEL || n == WEIR_WAVE) return count < 5 && side_sea(count, v, boundary);
    if (n != WEIR_INFLOW) return count == 0;
    boundary->discharge = v[0], boundary->speed = v[1], boundary->tide_phase = v[2];
    return count >= 1 && count <= 3 && fabsf(v[0]) <= 1e6f && v[1] >= 0.0f && v[1] <= 1000.0f && v[2] >= 0.0f && v[2] <= 1e4f;
  }
  return false;
}

static bool parse_side(Reading *r, const char *text) {
  return scene_side(text, &r->scene->sides[r->key->kind]);
}

/* --- [bodies] and [machines] ----------------------------------------------------------------------------------------------- */

bool scan_word(const char **text, const char *word) {
  const size_t size = strlen(word);
  while (isspace((unsigned char)**text)) (*text)++;
  if (strncmp(*text, word, size) != 0 || ((*text)[size] != '\0' && !isspace((unsigned char)(*text)[size]))) return false;
  *text += size;
  return true;
}

/* A car, a boat or a hull has a length, a log a length and a thickness, a box its length, height and width. */
static bool scan_size(const char **text, SceneBody *body) {
  float v[3] = {0};
  const bool log = body->kind == BODY_LOG;
  if (body->kind == BODY_CAR || body->kind == BODY_BOAT || body->kind == BODY_BOOM || body->kind == BODY_HULL)
    return scan_numbers(text, 1, 0.1f, 100, body->size);
  if (!scan_numbers(text, log ? 2 : 3, 0.02f, 200, v)) return false;
  body->size[0] = log ? v[1] : v[0];
  body->size[1] = log ? v[0] : v[1];
  body->size[2] = log ? v[1] : v[2];
  return true;
}

/* Reads "x z height yaw", then optional words, each with its numbers, into a body whose kind and material are set. */
static bool scan_body(const char *text, SceneBody *body) {
  float v[4];
  if (!scan_numbers(&text, 2, 0, 1, v) || !scan_numbers(&text, 1, -100, 1000, v + 2) || !scan_numbers(&text, 1, -360, 360, v + 3))
    return false;
  body->x = v[0], body->z = v[1], body->height_m = v[2], body->yaw_deg = v[3];
  for (;;) {
    if (scan_word(&text, "size")) {
      if (!scan_size(&text, body)) return false;
    } else if (scan_word(&text, "density")) {
      if (!scan_numbers(&text, 1, 5, 30000, &body->density)) return false;
    } else if (scan_word(&text, "set")) {
      body->set = true;
    } else {
      return *text == '\0';
    }
  }
}

/* Returns the index of a hull in the scene's list, in which the same file at the same length is once; -1: the list is full. */
static int list_hull(Reading *r, const SceneHull *wanted) {
  Scene *scene = r->scene;
  for (int n = 0; n < scene->hull_count; n++)
    if (scene->hulls[n].length == wanted->length && strcmp(scene->hulls[n].path, wanted->path) == 0) return n;
  if (is_full(r, scene->hull_count, SCENE_HULLS)) return -1;
  scene->hulls[scene->hull_count] = *wanted;
  return scene->hull_count++;
}

/* A hull's line begins with its file. */
static bool parse_body(Reading *r, const char *text) {
  SceneBody body = {.kind = (BodyKind)r->key->kind, .material = r->key->material};
  const bool hull = body.kind == BODY_HULL, quoted = text[0] == '"' || text[0] == '\'';
  const int length = hull ? file_name_length(&text) : 0;
  if ((hull && length == 0) || is_full(r, r->scene->body_count, SCENE_BODIES)) return false;
  if (!scan_body(hull ? text + length + quoted : text, &body)) return false;
  if (hull) {
    SceneHull file = {.length = body.size[0], .line = r->line};
    if (!resolve_path(r, text, length, file.path) || (body.hull = list_hull(r, &file)) < 0) return false;
  }
  r->scene->bodies[r->scene->body_count++] = body;
  return true;
}

static bool take_dam(Reading *r, const float *v) {
  if (is_full(r, r->scene->dam_count, SCENE_LIST) || !are_shares(v, 4)) return false;
  r->scene->dams[r->scene->dam_count++] = (SceneDam){MATERIAL_WOOD, v[0], v[1], v[2], v[3], v[4], v[5]};
  return v[5] >= 0.1f && v[5] <= 50;
}

static bool take_gate(Reading *r, const float *v) {
  if (is_full(r, r->scene->gate_count, SCENE_MACHINES)) return false;
  r->scene->gates[r->scene->gate_count++] = (SceneGate){v[0], v[1], v[2], v[3], v[4], v[5], v[6]};
  return are_shares(v, 4) && v[5] >= 0.1f && v[5] <= 50 && v[6] >= 0;
}

static bool take_wheel(Reading *r, const float *v) {
  if (is_full(r, r->scene->wheel_count, SCENE_MACHINES)) return false;
  const int paddles = (int)v[6];
  r->scene->wheels[r->scene->wheel_count++] = (SceneWheel){v[0], v[1], v[2], v[3], v[4], v[5], paddles, v[7]};
  return are_shares(v, 2) && fabsf(v[2]) <= 10000 && v[3] >= 0.2f && v[3] <= 50 && v[4] >= 0.2f && v[4] <= 50 && fabsf(v[5]) <= 360 &&
         (float)paddles == v[6] && paddles >= WHEEL_PADDLES_MIN && paddles <= WHEEL_PADDLES_MAX && v[7] >= 0;
}

static bool take_pump(Reading *r, const float *v) {
  if (is_full(r, r->scene->pump_count, SCENE_MACHINES)) return false;
  r->scene->pumps[r->scene->pump_count++] = (ScenePump){v[0], v[1], v[2], v[3], v[4], v[5]};
  return are_shares(v, 4) && v[4] > 0 && v[4] <= 1000 && v[5] >= 0;
}

/* --- [gauges] and [rules] --------------------------------------------------------------------------------------------------- */

/* Takes a name, the first word of *text, which no gauge or line has. Returns false with or without a fault filled. */
static bool scan_name(Reading *r, const char **text, char name[SCENE_GAUGE_NAME]) {
  const Scene *const scene = r->scene;
  const size_t size = strspn(*text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-");
  if (size == 0 || size >= SCENE_GAUGE_NAME || !isspace((unsigned char)(*text)[size])) return false;
  snprintf(name, SCENE_GAUGE_NAME, "%.*s", (int)size, *text);
  *text += size;
  bool taken = false;
  for (int n = 0; n < scene->gauge_count; n++) taken = taken || strcmp(scene->gauges[n].name, name) == 0;
  for (int n = 0; n < scene->line_count; n++) taken = taken || strcmp(scene->lines[n].name, name) == 0;
  return !taken || error_set(&r->fault, "another gauge or line has this name");
}

static bool parse_gauge(Reading *r, const char *text) {
  SceneGauge gauge = {0};
  float v[2];
  if (is_full(r, r->scene->gauge_count, SCENE_GAUGES) || !scan_name(r, &text, gauge.name)) return false;
  if (!scan_numbers(&text, 2, 0, 1, v) || !scan_at_end(text)) return false;
  gauge.x = v[0], gauge.z = v[1];
  r->scene->gauges[r->scene->gauge_count++] = gauge;
  return true;
}

static bool parse_line(Reading *r, const char *text) {
  SceneLine line = {0};
  float v[4];
  if (is_full(r, r->scene->line_count, SCENE_GAUGES) || !scan_name(r, &text, line.name)) return false;
  if (!scan_numbers(&text, 4, 0, 1, v) || !scan_at_end(text)) return false;
  line.x0 = v[0], line.z0 = v[1], line.x1 = v[2], line.z1 = v[3];
  r->scene->lines[r->scene->line_count++] = line;
  return v[0] != v[2] || v[1] != v[3];
}

/* Keeps a rule's text for rules_read, which reads it when all that it may name is known. */
static bool parse_rule(Reading *r, const char *text) {
  Scene *const scene = r->scene;
  if (is_full(r, scene->rule_count, SCENE_RULES) || strlen(text) >= SCENE_RULE_TEXT) return false;
  SceneRule *const rule = &scene->rules[scene->rule_count++];
  *rule = (SceneRule){.line = r->line};
  snprintf(rule->text, sizeof rule->text, "%s", text);
  return true;
}

/* --- [story] and [camera] -------------------------------------------------------------------------------------------------- */

/* A sentence, put where its key has its place, which has room for `kind` bytes. */
static bool parse_sentence(Reading *r, const char *text) {
  snprintf((char *)r->scene + r->key->place, (size_t)r->key->kind, "%s", text);
  return text[0] != '\0' && strlen(text) < (size_t)r->key->kind;
}

static bool set_goal(Reading *r, float value, float seconds) {
  SceneGoal *const goal = &r->scene->goal;
  if (goal->kind != GOAL_NONE) return error_set(&r->fault, "a scene has one goal, and another was stated before");
  goal->kind = (GoalKind)r->key->kind, goal->value = value, goal->seconds = seconds;
  return seconds >= 0 && seconds <= 3600;
}

static bool set_area(Reading *r, const float *v) {
  SceneGoal *const goal = &r->scene->goal;
  goal->x0 = v[0], goal->z0 = v[1], goal->x1 = v[2], goal->z1 = v[3];
  return are_shares(v, 4) && is_ordered(v);
}

static bool take_area(Reading *r, const float *v) {
  return set_goal(r, v[4], v[5]) && set_area(r, v);
}

static bool take_spin(Reading *r, const float *v) {
  return set_goal(r, v[0], v[1]) && v[0] > 0;
}

/* "car", "log" or "crate", then four numbers. */
static bool parse_bring(Reading *r, const char *text) {
  static const char *const words[] = {"crate", "log", "car", NULL};
  static const BodyKind kinds[] = {BODY_CRATE, BODY_LOG, BODY_CAR};
  float corners[4];
  const size_t size = strcspn(text, " \t");
  const char *rest = text + size;
  const int kind = word_index(words, text, size);
  if (kind < 0 || !scan_numbers(&rest, 4, -FLT_MAX, FLT_MAX, corners) || !scan_at_end(rest)) return false;
  r->scene->goal.body = kinds[kind];
  return set_goal(r, 0, 0) && set_area(r, corners);
}

/* --- the table ------------------------------------------------------------------------------------------------------------- */

#define CORNERS "x0 z0 x1 z1 (shares, x0 < x1 and z0 < z1)"
#define BLOCK CORNERS " and a level in metres, -10000 to 65535"
#define SOURCE "x z (shares, 0 to 1), radius in m > 0, m3/s, 0 to 100000"
#define SIDE                                                                                       \
  "reflect, open, sponge, periodic, zero, level METRES [TIDE_METRES PERIOD_SECONDS [PHASE_RAD]], " \
  "wave METRES HEIGHT_METRES PERIOD_SECONDS [PHASE_RAD], sea METRES HEIGHT_METRES PERIOD_SECONDS " \
  "[DEGREES [SPREAD_DEGREES [RAN_SECONDS]]] or inflow "                                            \
  "M3_PER_SECOND [METRES_PER_SECOND [RAN_SECONDS]]"
#define SERIES "a CSV file relative to the scene file, rows of a time in seconds and a value"
#define PLACE "x z (shares), metres above the surface, yaw in degrees"
#define STANDS "set (it stands on the ground from the beginning)"
#define BOX PLACE "; then, as wanted, size LENGTH HEIGHT WIDTH (m), density KG_PER_M3, " STANDS
#define LOG PLACE "; then, as wanted, size LENGTH THICKNESS (m), density KG_PER_M3, set (it lies on the ground from the beginning)"
#define CAR PLACE " (0: it looks east); then, as wanted, size LENGTH (m), density KG_PER_M3, " STANDS
#define HULL "FILE " PLACE "; then, as wanted, size LENGTH (m), density KG_PER_M3, " STANDS

static const char *const solvers[] = {"membrane", "pipe", "swe", NULL};
static const char *const looks[] = {"tank", "landscape", NULL};
static const char *const waters[] = {"above", "under", NULL};
static const char *const arounds[] = {"sea", "hills", "table", NULL};
static const char *const grounds[] = {"meadow", "stone", "ash", "sand", NULL};
static const char *const nodata[] = {"fill", "sea", "wall", NULL};
static const char *const shapes[] = {"flat", "bumps", "bowl", "beach", "cone", "hill", "river", "ford", "gorge", "harbour", "bay", NULL};

const SceneKey scene_keys[] = {
    {"scene", "title", "a line of text", .parse = parse_title},
    {"scene", "solver", "membrane, pipe or swe", .place = offsetof(Scene, solver), .words = solvers, .kind = WEIR_MEMBRANE},
    {"scene", "grid", "two whole numbers of cells, 16 to 8192", 2, SCENE_GRID_MIN, WEIR_GRID_MAX, .take = take_grid},
    {"scene", "cell", "metres a cell, 0.001 to 1000", 1, 0.001f, 1000, .place = offsetof(Scene, cell_m)},
    {"scene", "look", "landscape or tank", .place = offsetof(Scene, natural), .words = looks, .flag = true},
    {"scene", "around", "sea, hills or table", .place = offsetof(Scene, around), .words = arounds, .kind = AROUND_SEA},
    {"scene", "ground", "meadow, stone, ash or sand", .place = offsetof(Scene, ground), .words = grounds, .kind = GROUND_MEADOW},
    {"scene", "picture", "seconds, 0 to 600", 1, 0, 600, .place = offsetof(Scene, picture_s)},
    {"scene", "release", "seconds, 0 to 600", 1, 0, 600, .place = offsetof(Scene, release_s)},
    {"terrain", "image", "a path relative to the scene file; quotes around it are closed", .parse = parse_image},
    {"terrain", "shape", "flat, bumps, bowl, beach, cone, hill, river, ford, gorge, harbour or bay", .place = offsetof(Scene, terrain),
     .words = shapes, .kind = TERRAIN_FLAT},
    {"terrain", "crop", "x0 z0 x1 z1, shares of the image, 0 to 1, x0 < x1 and z0 < z1", 4, 0, 1, .take = take_crop},
    {"terrain", "samples", "values across and down of an image of raw samples, 2 to 100000", 2, 2, 100000, .take = take_samples},
    {"terrain", "nodata", "fill, sea or wall", .place = offsetof(Scene, missing), .words = nodata},
    {"terrain", "height", "metres of white above black, 0 to 65535", 1, 0, SCENE_HEIGHT_MAX, .place = offsetof(Scene, height_m)},
    {"terrain", "base", "metres of black, -10000 to 10000", 1, -10000, 10000, .place = offsetof(Scene, base_m)},
    {"terrain", "ground", BLOCK, 5, -10000, SCENE_HEIGHT_MAX, .take = take_block, .again = true},
    {"water", "fill", "share (0 to 1) of each pit to fill, and the depth in metres that makes a pit a lake", 2, 0, 1000, .take = take_fill},
    {"water", "pool", BLOCK, 5, -10000, SCENE_HEIGHT_MAX, .take = take_block, .kind = 1, .again = true},
    {"water", "liquid", "water, muddy water, oil, slime, lava or mercury", .parse = parse_liquid},
    {"water", "spring", SOURCE, 4, 0, 100000, .take = take_source, .kind = 1, .again = true},
    {"water", "drain", SOURCE, 4, 0, 100000, .take = take_source, .kind = -1, .again = true},
    {"water", "rain_series", SERIES, .parse = parse_series, .kind = -1},
    {"sides", "west", SIDE, .parse = parse_side, .kind = WEIR_WEST},
    {"sides", "east", SIDE, .parse = parse_side, .kind = WEIR_EAST},
    {"sides", "north", SIDE, .parse = parse_side, .kind = WEIR_NORTH},
    {"sides", "south", SIDE, .parse = parse_side, .kind = WEIR_SOUTH},
    {"sides", "west_series", SERIES, .parse = parse_series, .kind = WEIR_WEST},
    {"sides", "east_series", SERIES, .parse = parse_series, .kind = WEIR_EAST},
    {"sides", "north_series", SERIES, .parse = parse_series, .kind = WEIR_NORTH},
    {"sides", "south_series", SERIES, .parse = parse_series, .kind = WEIR_SOUTH},
    {"bodies", "wood", BOX, .parse = parse_body, .again = true, .kind = BODY_CRATE, .material = MATERIAL_WOOD},
    {"bodies", "metal", BOX, .parse = parse_body, .again = true, .kind = BODY_CRATE, .material = MATERIAL_METAL},
    {"bodies", "stone", BOX, .parse = parse_body, .again = true, .kind = BODY_CRATE, .material = MATERIAL_STONE},
    {"bodies", "log", LOG, .parse = parse_body, .again = true, .kind = BODY_LOG, .material = MATERIAL_WOOD},
    {"bodies", "car", CAR, .parse = parse_body, .again = true, .kind = BODY_CAR, .material = MATERIAL_METAL},
    {"bodies", "house", BOX, .parse = parse_body, .again = true, .kind = BODY_HOUSE, .material = MATERIAL_WOOD},
    {"bodies", "boat", CAR, .parse = parse_body, .again = true, .kind = BODY_BOAT, .material = MATERIAL_WOOD},
    {"bodies", "boom", CAR, .parse = parse_body, .again = true, .kind = BODY_BOOM, .material = MATERIAL_METAL},
    {"bodies", "hull", HULL, .parse = parse_body, .again = true, .kind = BODY_HULL, .material = MATERIAL_WOOD},
    {"bodies", "dam", "x0 z0 x1 z1 (shares), a level in metres, thickness in metres, 0.1 to 50", 6, -10000, 10000, .take = take_dam,
     .again = true},
    {"machines", "gate", "x0 z0 x1 z1 (shares), a level in metres, thickness in metres, 0.1 to 50, opening in metres, 0 to 10000", 7,
     -10000, 10000, .take = take_gate, .again = true},
    {"machines", "wheel",
     "x z (shares), level of the axle in metres, radius and width in metres, 0.2 to 50, yaw in degrees (0: for a stream along x), 4 to 24 "
     "paddles, brake in N m, 0 to 1e8",
     8, -1e8f, 1e8f, .take = take_wheel, .again = true},
    {"machines", "pump", "x0 z0 x1 z1 (shares: from, to), radius in m, above 0 to 1000, m3/s, 0 to 10000", 6, 0, 10000, .take = take_pump,
     .again = true},
    {"gauges", "gauge", "a name of up to 23 letters, digits, - and _, then x z (shares)", .parse = parse_gauge, .again = true},
    {"gauges", "line", "a name of up to 23 letters, digits, - and _, then x0 z0 x1 z1 (shares: from, to)", .parse = parse_line,
     .again = true},
    {"rules", "rule", "when, every or after, then what a machine does", .parse = parse_rule, .again = true},
    {"law", "law",
     "weir GAUGE LINE CREST_METRES, sluice GAUGE LINE, jump GAUGE GAUGE, contraction GAUGE GAUGE SHARE, bore GAUGE GAUGE STILL_METRES or "
     "dam "
     "GAUGE LINE METRES, with gauges and lines of [gauges] above",
     .parse = parse_law},
    {"story", "hint", "a sentence of at most 191 bytes", .parse = parse_sentence, .place = offsetof(Scene, hint),
     .kind = sizeof(((Scene *)0)->hint)},
    {"story", "goal", "a sentence of at most 127 bytes", .parse = parse_sentence, .place = offsetof(Scene, goal.text),
     .kind = sizeof(((Scene *)0)->goal.text)},
    {"story", "keep_dry", CORNERS ", a depth in metres, seconds after the flood began", 6, 0, 3600, .take = take_area, .kind = GOAL_DRY},
    {"story", "fill_up", CORNERS ", a level in metres, seconds for which it must hold, 0 to 3600", 6, -10000, 10000, .take = take_area,
     .kind = GOAL_FILL},
    {"story", "shelter", CORNERS ", metres from crest to trough, seconds for which it must hold", 6, 0, 3600, .take = take_area,
     .kind = GOAL_SHELTER},
    {"story", "spin", "rounds a minute, above 0; seconds for which they must hold", 2, 0, 3600, .take = take_spin, .kind = GOAL_SPIN},
    {"story", "bring", "crate, log or car, and " CORNERS, .parse = parse_bring, .kind = GOAL_BRING},
    {"camera", "eye", "x (share) y (metres) z (share)", 3, -10000, 10000, .place = offsetof(SceneCamera, eye)},
    {"camera", "target", "x (share) y (metres) z (share)", 3, -10000, 10000, .place = offsetof(SceneCamera, target)},
    {"camera", "view", "vertical field of view in degrees, 10 to 120", 1, 10, 120, .place = offsetof(SceneCamera, view_deg)},
    {"camera", "water", "above or under", .place = offsetof(SceneCamera, under), .words = waters, .flag = true},
};

const int scene_key_count = sizeof scene_keys / sizeof *scene_keys;
_Static_assert(sizeof scene_keys / sizeof *scene_keys <= READING_KEYS, "each key has its line");

/* Puts a value where a key without a function has its place. */
static bool store(Reading *r, const SceneKey *key, const float *numbers, const char *text) {
  const bool camera = strcmp(key->section, "camera") == 0;
  unsigned char *const at = (camera ? (unsigned char *)&r->scene->cameras[r->camera] : (unsigned char *)r->scene) + key->place;
  const int word = key->words ? word_index(key->words, text, strlen(text)) : 0, value = key->kind + word;
  if (word < 0) return false;
  if (key->flag)
    *(bool *)at = word == 1;
  else
    memcpy(at, key->words ? (const void *)&value : numbers, key->words ? sizeof value : (size_t)key->numbers * sizeof *numbers);
  return true;
}

bool reading_value(Reading *r, const SceneKey *key, const char *value) {
  float numbers[8] = {0};
  const char *text = value;
  r->key = key;
  const bool whole = !key->numbers || (scan_numbers(&text, key->numbers, key->low, key->high, numbers) && scan_at_end(text));
  if (whole && (key->take ? key->take(r, numbers) : key->parse ? key->parse(r, value) : store(r, key, numbers, value))) return true;
  if (!r->fault.text[0]) return error_set(&r->fault, "%s: '%s'; allowed: %s", key->name, value, key->allowed);
  const Error full = r->fault;
  return error_set(&r->fault, "%s: '%s': %s", key->name, value, full.text);
}
