/* The scene and the parameters, member by member. Ranges are those within which world_create is safe; it refuses what else it must. */
#include <string.h>

#include "world/state/parts.h"

_Static_assert(sizeof(BodyKind) == 4 && sizeof(TerrainKind) == 4 && sizeof(WeirEdge) == 4, "state_choice passes four bytes on");
/* Members of one kind in a row are passed on as an array, from the first of them: a new one shows here. */
_Static_assert(sizeof(SceneBlock) == 20 && sizeof(SceneSource) == 16 && sizeof(SceneDam) == 28 && sizeof(SceneGate) == 28, "its members");
_Static_assert(sizeof(SceneWheel) == 32 && sizeof(ScenePump) == 24 && sizeof(WeirBoundary) == 28, "its members");

/* By their names: a state stays readable when a parameter is added. */
void state_params(StateStream *s, Params *params) {
  enum { NAME = 64, PARAMS_CAP = 1000 };
  int all = 0;
  const ParamInfo *const table = params_table(&all);
  int count = all;
  if (s->in) *params = params_default();
  state_int(s, &count, 0, PARAMS_CAP, "the number of parameters");
  for (int n = 0; n < count; n++) {
    char name[NAME] = "";
    if (!s->in) memcpy(name, table[n].name, strlen(table[n].name));
    state_text(s, name, NAME, "a parameter's name");
    const ParamInfo *const info = params_find(name);
    if (!state_expect(s, info != NULL, "a parameter's name (this program has none of that name)")) return;
    state_floats(s, (float *)(void *)((unsigned char *)params + info->offset), 1, info->low, info->high, "a parameter's value");
  }
}

/* --- lists ------------------------------------------------------------------------------------------------------------------------ */

static const char *const place = "a place in the scene";

/* Passes on the file's name alone of a path: saved games are shown to others, and the folders of one machine are private. scene_find_files
 * finds the folders again. */
static void pass_file_name(StateStream *s, char path[SCENE_PATH], const char *what) {
  char *const slash = s->in ? NULL : strrchr(path, '/');
  if (slash)
    state_text(s, slash + 1, SCENE_PATH, what);
  else
    state_text(s, path, SCENE_PATH, what);
}

static void pass_block(StateStream *s, SceneBlock *block) {
  state_floats(s, &block->x0, 5, -STATE_FAR, STATE_FAR, place);
}

static void pass_source(StateStream *s, SceneSource *source) {
  state_floats(s, &source->x, 3, -STATE_FAR, STATE_FAR, place);
  state_floats(s, &source->rate, 1, -1e6f, 1e6f, "a spring's rate");
}

static void pass_body(StateStream *s, SceneBody *body) {
  state_choice(s, &body->kind, BODY_KIND_COUNT, "the kind of a body of the scene");
  state_choice(s, &body->material, MATERIAL_COUNT, "the material of a body of the scene");
  state_floats(s, &body->x, 4, -STATE_FAR, STATE_FAR, place);
  state_floats(s, body->size, 3, 0, STATE_FAR, "the size of a body of the scene");
  state_floats(s, &body->density, 1, 0, STATE_FAR, "the density of a body of the scene");
  state_int(s, &body->hull, 0, SCENE_HULLS - 1, "the mesh of a body of the scene");
  state_bool(s, &body->set, "a body of the scene");
}

static void pass_hull(StateStream *s, SceneHull *hull) {
  pass_file_name(s, hull->path, "the file of a mesh");
  state_floats(s, &hull->length, 1, 0, STATE_FAR, "the length of a mesh");
  state_int(s, &hull->line, 0, INT32_MAX, "the line of a mesh");
}

static void pass_dam(StateStream *s, SceneDam *dam) {
  state_choice(s, &dam->material, MATERIAL_COUNT, "the material of a dam");
  state_floats(s, &dam->x0, 6, -STATE_FAR, STATE_FAR, place);
}

static void pass_gate(StateStream *s, SceneGate *gate) {
  state_floats(s, &gate->x0, 7, -STATE_FAR, STATE_FAR, place);
}

static void pass_wheel(StateStream *s, SceneWheel *wheel) {
  state_floats(s, &wheel->x, 6, -STATE_FAR, STATE_FAR, place);
  state_int(s, &wheel->paddles, 0, WHEEL_PADDLES_MAX, "the paddles of a water wheel of the scene");
  state_floats(s, &wheel->brake, 1, 0, STATE_FAR, "the brake of a water wheel of the scene");
}

static void pass_pump(StateStream *s, ScenePump *pump) {
  state_floats(s, &pump->x0, 6, -STATE_FAR, STATE_FAR, place);
}

static void pass_camera(StateStream *s, SceneCamera *camera) {
  state_text(s, camera->name, SCENE_CAMERA_NAME, "the name of a camera");
  state_floats(s, camera->eye, 3, -STATE_FAR, STATE_FAR, "a camera's place");
  state_floats(s, camera->target, 3, -STATE_FAR, STATE_FAR, "a camera's target");
  state_floats(s, &camera->view_deg, 1, 1, 179, "a camera's field of view");
  state_bool(s, &camera->under, "a camera");
}

static void pass_side(StateStream *s, WeirBoundary *side) {
  state_choice(s, &side->kind, WEIR_EDGE_COUNT, "the kind of a side");
  state_floats(s, &side->level, 6, -STATE_FAR, STATE_FAR, "a number of a side");
}

static void pass_goal(StateStream *s, SceneGoal *goal) {
  state_choice(s, &goal->kind, GOAL_SPIN + 1, "the scene's goal");
  state_floats(s, &goal->x0, 6, -STATE_FAR, STATE_FAR, "a number of the scene's goal");
  state_choice(s, &goal->body, BODY_KIND_COUNT, "the body of the scene's goal");
  state_text(s, goal->text, sizeof goal->text, "the text of the scene's goal");
}

/* --- the scene -------------------------------------------------------------------------------------------------------------------- */

static void pass_lists(StateStream *s, Scene *scene) {
  static const char *const count = "the number of things in the scene";
  state_int(s, &scene->ground_count, 0, SCENE_LIST, count);
  for (int n = 0; n < scene->ground_count; n++) pass_block(s, &scene->grounds[n]);
  state_int(s, &scene->water_count, 0, SCENE_LIST, count);
  for (int n = 0; n < scene->water_count; n++) pass_block(s, &scene->waters[n]);
  state_int(s, &scene->source_count, 0, SCENE_LIST, count);
  for (int n = 0; n < scene->source_count; n++) pass_source(s, &scene->sources[n]);
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) pass_side(s, &scene->sides[side]);
  state_int(s, &scene->body_count, 0, SCENE_BODIES, count);
  for (int n = 0; n < scene->body_count; n++) pass_body(s, &scene->bodies[n]);
  state_int(s, &scene->hull_count, 0, SCENE_HULLS, count);
  for (int n = 0; n < scene->hull_count; n++) pass_hull(s, &scene->hulls[n]);
  state_int(s, &scene->dam_count, 0, SCENE_LIST, count);
  for (int n = 0; n < scene->dam_count; n++) pass_dam(s, &scene->dams[n]);
  state_int(s, &scene->gate_count, 0, SCENE_MACHINES, count);
  for (int n = 0; n < scene->gate_count; n++) pass_gate(s, &scene->gates[n]);
  state_int(s, &scene->wheel_count, 0, SCENE_MACHINES, count);
  for (int n = 0; n < scene->wheel_count; n++) pass_wheel(s, &scene->wheels[n]);
  state_int(s, &scene->pump_count, 0, SCENE_MACHINES, count);
  for (int n = 0; n < scene->pump_count; n++) pass_pump(s, &scene->pumps[n]);
  state_int(s, &scene->camera_count, 1, SCENE_CAMERAS, count);
  for (int n = 0; n < scene->camera_count; n++) pass_camera(s, &scene->cameras[n]);
}

static void pass_land(StateStream *s, Scene *scene) {
  state_int(s, &scene->nx, SCENE_GRID_MIN, WEIR_GRID_MAX, "the grid");
  state_int(s, &scene->nz, SCENE_GRID_MIN, WEIR_GRID_MAX, "the grid");
  state_floats(s, &scene->cell_m, 1, 1e-3f, 1e4f, "the size of a cell");
  state_bool(s, &scene->natural, "the look of the scene");
  state_choice(s, &scene->around, AROUND_TABLE + 1, "the land around the scene");
  state_choice(s, &scene->ground, GROUND_SAND + 1, "the ground of the scene");
  state_choice(s, &scene->terrain, TERRAIN_GORGE + 1, "the terrain of the scene");
  pass_file_name(s, scene->image, "the file of an image");
  state_int(s, &scene->image_line, 0, INT32_MAX, "the line of an image");
  state_floats(s, scene->crop, 4, 0, 1, "the part of an image");
  state_floats(s, &scene->height_m, 1, -WEIR_TERRAIN_MAX, WEIR_TERRAIN_MAX, "the height of the terrain");
  state_floats(s, &scene->base_m, 1, -WEIR_TERRAIN_MAX, WEIR_TERRAIN_MAX, "the height of the terrain");
  state_floats(s, &scene->fill_share, 1, 0, 1, "how full pits are");
  state_floats(s, &scene->fill_min_m, 1, 0, STATE_FAR, "how deep pits are");
}

void state_scene(StateStream *s, Scene *scene) {
  pass_file_name(s, scene->path, "the file of the scene");
  state_text(s, scene->name, sizeof scene->name, "the name of the scene");
  state_text(s, scene->title, sizeof scene->title, "the title of the scene");
  state_text(s, scene->hint, sizeof scene->hint, "the hint of the scene");
  pass_goal(s, &scene->goal);
  state_choice(s, &scene->solver, WEIR_SOLVER_COUNT, "the solver of the scene");
  state_int(s, &scene->liquid, 0, weir_liquid_count() - 1, "the liquid of the scene");
  pass_land(s, scene);
  pass_lists(s, scene);
  state_floats(s, &scene->picture_s, 1, 0, STATE_FAR, "a time of the scene");
  state_floats(s, &scene->release_s, 1, -1, STATE_FAR, "a time of the scene");
  state_params(s, &scene->params);
}
