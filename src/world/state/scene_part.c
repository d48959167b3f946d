/* The scene and the parameters. Ranges are those within which world_create is safe; it refuses what else it must. */
#include <string.h>

#include "world/state/parts.h"
#include "world/state/state.h"

_Static_assert(sizeof(BodyKind) == 4 && sizeof(TerrainKind) == 4 && sizeof(WeirEdge) == 4, "state_choice passes four bytes on");

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

static void pass_scene_params(StateStream *s, void *scene) {
  state_params(s, &((Scene *)scene)->params);
}

static void pass_liquid(StateStream *s, void *scene) {
  state_int(s, &((Scene *)scene)->liquid, 0, weir_liquid_count() - 1, "the liquid of the scene");
}

#define FAR(type, member, what) STATE_FIELD(STATE_FLOAT, type, member, -STATE_FAR, STATE_FAR, what)
#define PLACES(type, first, last) STATE_RUN(STATE_FLOAT, type, first, last, -STATE_FAR, STATE_FAR, "a place in the scene")
/* scene_find_files finds the folders again. */
#define FILE_NAME(type, member, what) STATE_FIELD(STATE_FILE, type, member, 0, 0, what)

static const StateTable block_table = STATE_TABLE(SceneBlock, PLACES(SceneBlock, x0, level));
static const StateTable source_table =
    STATE_TABLE(SceneSource, PLACES(SceneSource, x, radius_m), STATE_FIELD(STATE_FLOAT, SceneSource, rate, -1e6f, 1e6f, "a spring's rate"));
static const StateTable body_table =
    STATE_TABLE(SceneBody, STATE_FIELD(STATE_CHOICE, SceneBody, kind, 0, BODY_KIND_COUNT, "the kind of a body of the scene"),
                STATE_FIELD(STATE_CHOICE, SceneBody, material, 0, MATERIAL_COUNT, "the material of a body of the scene"),
                PLACES(SceneBody, x, yaw_deg), STATE_FIELD(STATE_FLOAT, SceneBody, size, 0, STATE_FAR, "the size of a body of the scene"),
                STATE_FIELD(STATE_FLOAT, SceneBody, density, 0, STATE_FAR, "the density of a body of the scene"),
                STATE_FIELD(STATE_INT, SceneBody, hull, 0, SCENE_HULLS - 1, "the mesh of a body of the scene"),
                STATE_FIELD(STATE_BOOL, SceneBody, set, 0, 1, "a body of the scene"));
static const StateTable hull_table = STATE_TABLE(SceneHull, FILE_NAME(SceneHull, path, "the file of a mesh"),
                                                 STATE_FIELD(STATE_FLOAT, SceneHull, length, 0, STATE_FAR, "the length of a mesh"),
                                                 STATE_FIELD(STATE_INT, SceneHull, line, 0, INT32_MAX, "the line of a mesh"));
static const StateTable dam_table = STATE_TABLE(
    SceneDam, STATE_FIELD(STATE_CHOICE, SceneDam, material, 0, MATERIAL_COUNT, "the material of a dam"), PLACES(SceneDam, x0, thickness));
static const StateTable gate_table = STATE_TABLE(SceneGate, PLACES(SceneGate, x0, opening));
static const StateTable wheel_table =
    STATE_TABLE(SceneWheel, PLACES(SceneWheel, x, yaw_deg),
                STATE_FIELD(STATE_INT, SceneWheel, paddles, 0, WHEEL_PADDLES_MAX, "the paddles of a water wheel of the scene"),
                STATE_FIELD(STATE_FLOAT, SceneWheel, brake, 0, STATE_FAR, "the brake of a water wheel of the scene"));
static const StateTable pump_table = STATE_TABLE(ScenePump, PLACES(ScenePump, x0, rate));
static const StateTable camera_table = STATE_TABLE(SceneCamera, STATE_FIELD(STATE_TEXT, SceneCamera, name, 0, 0, "the name of a camera"),
                                                   FAR(SceneCamera, eye, "a camera's place"), FAR(SceneCamera, target, "a camera's target"),
                                                   STATE_FIELD(STATE_FLOAT, SceneCamera, view_deg, 1, 179, "a camera's field of view"),
                                                   STATE_FIELD(STATE_BOOL, SceneCamera, under, 0, 1, "a camera"));
static const StateTable side_table =
    STATE_TABLE(WeirBoundary, STATE_FIELD(STATE_CHOICE, WeirBoundary, kind, 0, WEIR_EDGE_COUNT, "the kind of a side"),
                STATE_RUN(STATE_FLOAT, WeirBoundary, level, speed, -STATE_FAR, STATE_FAR, "a number of a side"));
static const StateTable goal_table =
    STATE_TABLE(SceneGoal, STATE_FIELD(STATE_CHOICE, SceneGoal, kind, 0, GOAL_SPIN + 1, "the scene's goal"),
                STATE_RUN(STATE_FLOAT, SceneGoal, x0, seconds, -STATE_FAR, STATE_FAR, "a number of the scene's goal"),
                STATE_FIELD(STATE_CHOICE, SceneGoal, body, 0, BODY_KIND_COUNT, "the body of the scene's goal"),
                STATE_FIELD(STATE_TEXT, SceneGoal, text, 0, 0, "the text of the scene's goal"));

static const StateTable gauge_table =
    STATE_TABLE(SceneGauge, STATE_FIELD(STATE_TEXT, SceneGauge, name, 0, 0, "the name of a gauge"), PLACES(SceneGauge, x, z));
static const StateTable line_table =
    STATE_TABLE(SceneLine, STATE_FIELD(STATE_TEXT, SceneLine, name, 0, 0, "the name of a line"), PLACES(SceneLine, x0, z1));
#define RULE "a rule of the scene"
static const StateTable rule_table =
    STATE_TABLE(SceneRule, STATE_FIELD(STATE_TEXT, SceneRule, text, 0, 0, "the text of a rule"),
                STATE_FIELD(STATE_INT, SceneRule, line, 0, INT32_MAX, "the line of a rule"),
                STATE_FIELD(STATE_CHOICE, SceneRule, kind, 0, RULE_KIND_COUNT, RULE),
                STATE_FIELD(STATE_CHOICE, SceneRule, quantity, 0, RULE_QUANTITY_COUNT, RULE),
                STATE_FIELD(STATE_INT, SceneRule, place, 0, SCENE_GAUGES - 1, RULE), STATE_FIELD(STATE_BOOL, SceneRule, below, 0, 1, RULE),
                STATE_RUN(STATE_FLOAT, SceneRule, limit, until, -STATE_FAR, STATE_FAR, "a limit of a rule"),
                STATE_FIELD(STATE_FLOAT, SceneRule, seconds, 0, STATE_FAR, "the seconds of a rule"),
                STATE_FIELD(STATE_CHOICE, SceneRule, action, 0, RULE_ACTION_COUNT, RULE),
                STATE_FIELD(STATE_INT, SceneRule, machine, 0, SCENE_MACHINES, "the machine of a rule"),
                STATE_FIELD(STATE_FLOAT, SceneRule, value, -1, STATE_FAR, "what a rule sets"),
                STATE_FIELD(STATE_FLOAT, SceneRule, lasts, 0, STATE_FAR, "the seconds of a rule"));
#define LAW "the law of the scene"
static const StateTable law_table = STATE_TABLE(SceneLaw, STATE_FIELD(STATE_CHOICE, SceneLaw, kind, 0, LAW_KIND_COUNT, LAW),
                                                STATE_FIELD(STATE_INT, SceneLaw, first, 0, SCENE_GAUGES - 1, LAW),
                                                STATE_FIELD(STATE_INT, SceneLaw, second, 0, SCENE_GAUGES - 1, LAW),
                                                STATE_FIELD(STATE_FLOAT, SceneLaw, number, 0, STATE_FAR, LAW));
static const StateTable frame_table =
    STATE_TABLE(GeoFrame, STATE_FIELD(STATE_BOOL, GeoFrame, is_known, 0, 1, "the place on the map"),
                STATE_RUN(STATE_DOUBLE, GeoFrame, west, metres_a_unit, -1e12, 1e12, "the place on the map"),
                STATE_FIELD(STATE_INT, GeoFrame, epsg, 0, INT32_MAX, "the coordinates of the map"));

static const StateTable point_table = STATE_TABLE(ScenePoint, STATE_FIELD(STATE_DOUBLE, ScenePoint, time, -1e9, 1e9, "a time of a series"),
                                                  STATE_FIELD(STATE_FLOAT, ScenePoint, value, -1e5f, 1e5f, "a value of a series"));

/* Things that states have since version 4. */
#define LATER(member, number, most, table)                                                                                     \
  {                                                                                                                            \
    STATE_LIST, offsetof(Scene, member), sizeof(((Scene *)0)->member), 0, most, "the number of things in the scene", &(table), \
        offsetof(Scene, number), NULL, 4                                                                                       \
  }
#define THINGS(member, number, most, table) STATE_LIST_OF(Scene, member, number, 0, most, "the number of things in the scene", table)
static const StateField scene_rows[] = {
    FILE_NAME(Scene, path, "the file of the scene"),
    STATE_FIELD(STATE_TEXT, Scene, name, 0, 0, "the name of the scene"),
    STATE_FIELD(STATE_TEXT, Scene, title, 0, 0, "the title of the scene"),
    STATE_FIELD(STATE_TEXT, Scene, hint, 0, 0, "the hint of the scene"),
    STATE_ALL_OF(Scene, goal, goal_table),
    STATE_FIELD(STATE_CHOICE, Scene, solver, 0, WEIR_SOLVER_COUNT, "the solver of the scene"),
    STATE_PART_OF(Scene, liquid, pass_liquid, 0),
    STATE_FIELD(STATE_INT, Scene, nx, SCENE_GRID_MIN, WEIR_GRID_MAX, "the grid"),
    STATE_FIELD(STATE_INT, Scene, nz, SCENE_GRID_MIN, WEIR_GRID_MAX, "the grid"),
    STATE_FIELD(STATE_FLOAT, Scene, cell_m, 1e-3f, 1e4f, "the size of a cell"),
    STATE_FIELD(STATE_BOOL, Scene, natural, 0, 1, "the look of the scene"),
    STATE_FIELD(STATE_CHOICE, Scene, around, 0, AROUND_TABLE + 1, "the land around the scene"),
    STATE_FIELD(STATE_CHOICE, Scene, ground, 0, GROUND_SAND + 1, "the ground of the scene"),
    STATE_FIELD(STATE_CHOICE, Scene, terrain, 0, TERRAIN_BAY + 1, "the terrain of the scene"),
    FILE_NAME(Scene, image, "the file of an image"),
    STATE_FIELD(STATE_INT, Scene, image_line, 0, INT32_MAX, "the line of an image"),
    STATE_FIELD(STATE_FLOAT, Scene, crop, 0, 1, "the part of an image"),
    STATE_RUN(STATE_FLOAT, Scene, height_m, base_m, -WEIR_TERRAIN_MAX, WEIR_TERRAIN_MAX, "the height of the terrain"),
    STATE_FIELD(STATE_FLOAT, Scene, fill_share, 0, 1, "how full pits are"),
    STATE_FIELD(STATE_FLOAT, Scene, fill_min_m, 0, STATE_FAR, "how deep pits are"),
    THINGS(grounds, ground_count, SCENE_LIST, block_table),
    THINGS(waters, water_count, SCENE_LIST, block_table),
    THINGS(sources, source_count, SCENE_LIST, source_table),
    STATE_ALL_OF(Scene, sides, side_table),
    THINGS(bodies, body_count, SCENE_BODIES, body_table),
    THINGS(hulls, hull_count, SCENE_HULLS, hull_table),
    THINGS(dams, dam_count, SCENE_LIST, dam_table),
    THINGS(gates, gate_count, SCENE_MACHINES, gate_table),
    THINGS(wheels, wheel_count, SCENE_MACHINES, wheel_table),
    THINGS(pumps, pump_count, SCENE_MACHINES, pump_table),
    STATE_LIST_OF(Scene, cameras, camera_count, 1, SCENE_CAMERAS, "the number of things in the scene", camera_table),
    STATE_FIELD(STATE_FLOAT, Scene, picture_s, 0, STATE_FAR, "a time of the scene"),
    STATE_FIELD(STATE_FLOAT, Scene, release_s, -1, STATE_FAR, "a time of the scene"),
    STATE_PART_OF(Scene, params, pass_scene_params, 0),
    {STATE_ALL, offsetof(Scene, frame), sizeof(GeoFrame), 0, 0, "", &frame_table, 0, NULL, 4},
    {STATE_INT, offsetof(Scene, samples[0]), sizeof(int), 0, 100000, "the samples of an image", NULL, 0, NULL, 4},
    {STATE_INT, offsetof(Scene, samples[1]), sizeof(int), 0, 100000, "the samples of an image", NULL, 0, NULL, 4},
    {STATE_INT, offsetof(Scene, missing), sizeof(int), 0, 2, "the heights that an image lacks", NULL, 0, NULL, 4},
    LATER(gauges, gauge_count, SCENE_GAUGES, gauge_table),
    LATER(lines, line_count, SCENE_GAUGES, line_table),
    LATER(rules, rule_count, SCENE_RULES, rule_table),
    LATER(series[0].points, series[0].count, SCENE_SERIES, point_table),
    LATER(series[1].points, series[1].count, SCENE_SERIES, point_table),
    LATER(series[2].points, series[2].count, SCENE_SERIES, point_table),
    LATER(series[3].points, series[3].count, SCENE_SERIES, point_table),
    LATER(rain.points, rain.count, SCENE_SERIES, point_table),
    {STATE_ALL, offsetof(Scene, law), sizeof(SceneLaw), 0, 0, "", &law_table, 0, NULL, 4},
};
const StateTable state_scene_table = STATE_TABLE_OF(Scene, scene_rows);

void world_state_scene(StateStream *s, Scene *scene) {
  state_fields(s, scene, &state_scene_table);
}
