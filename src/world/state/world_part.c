/* The parts of a world beside its scene, its bodies and its water. */
#include <float.h>

#include "base/memory.h"
#include "world/state/parts.h"

#define TIME_CAP 1e12 /* s */
#define TICKS_CAP ((int64_t)1 << 53)

#define PASS(s, base, table) state_fields(s, base, table, sizeof(table) / sizeof(table)[0])

/* --- commands -------------------------------------------------------------------------------------------------------------------- */

#define NUMBER "a number of a command"
#define COMMAND_FLOAT(member) STATE_FIELD(STATE_FLOAT, Command, member, -FLT_MAX, FLT_MAX, NUMBER)
static const StateField command_fields[] = {
    STATE_FIELD(STATE_CHOICE, Command, kind, 0, COMMAND_HEAP + 1, "the kind of a command"),
    COMMAND_FLOAT(x),
    COMMAND_FLOAT(y),
    COMMAND_FLOAT(z),
    COMMAND_FLOAT(radius),
    COMMAND_FLOAT(amount),
    COMMAND_FLOAT(velocity),
    COMMAND_FLOAT(spin),
    COMMAND_FLOAT(yaw),
    STATE_FIELD(STATE_CHOICE, Command, body, 0, BODY_KIND_COUNT, "the kind of a body that is dropped"),
    STATE_FIELD(STATE_CHOICE, Command, material, 0, MATERIAL_COUNT, "the material of a body that is dropped"),
    COMMAND_FLOAT(size),
    COMMAND_FLOAT(density),
    STATE_FIELD(STATE_BOOL, Command, set, 0, 1, "a command"),
    STATE_FIELD(STATE_BOOL, Command, held, 0, 1, "a command"),
    STATE_FIELD(STATE_UINT32, Command, serial, 0, 0, "a command's body"),
    COMMAND_FLOAT(grip),
    COMMAND_FLOAT(to),
    STATE_FIELD(STATE_INT, Command, param, INT32_MIN, INT32_MAX, NUMBER),
    STATE_FIELD(STATE_CHOICE, Command, solver, 0, WEIR_SOLVER_COUNT, "a command's solver"),
};

void state_command(StateStream *s, Command *c) {
  PASS(s, c, command_fields);
}

/* --- the ground -------------------------------------------------------------------------------------------------------------------- */

static bool heights_create(World *world) {
  if (!world->terrain) world->terrain = memory_create((size_t)world->nx * (size_t)world->nz, sizeof *world->terrain);
  return world->terrain && (world->ground_edited || heap_create(world));
}

/* Passes on the ground as the world began, and the tiles that were edited since; as it is now it is in the water. Without an edit both are
 * the same. Returns false if memory runs out. */
static bool pass_ground(StateStream *s, World *world) {
  static const char *const what = "the ground's heights";
  const size_t cells = (size_t)world->nx * (size_t)world->nz;
  const size_t tiles = (size_t)world_ground_tiles(world->nx) * (size_t)world_ground_tiles(world->nz);
  state_int64(s, &world->ground_edits, 1, 0, TICKS_CAP, "the number of the ground's edits");
  state_floats(s, &world->own->ground_low, 1, -2 * WEIR_TERRAIN_MAX, 2 * WEIR_TERRAIN_MAX, what);
  state_floats(s, &world->own->ground_high, 1, -2 * WEIR_TERRAIN_MAX, 2 * WEIR_TERRAIN_MAX, what);
  if (world->ground_edits == 0 || !state_has(s, cells, sizeof(float), what)) return true;
  if (!heights_create(world)) return false;
  state_floats(s, world->terrain, cells, -WEIR_TERRAIN_MAX, WEIR_TERRAIN_MAX, what);
  state_int64(s, world->ground_edited, tiles, 0, world->ground_edits, "a tile of the ground");
  return true;
}

/* Older states know nothing of it: there scenery is placed by the first picture. */
static bool pass_began(StateStream *s, World *world) {
  static const char *const what = "what the world began with";
  if (s->version < 3) return true;
  WorldBegan *const began = &world->began;
  bool known = began->depth != NULL;
  int count = began->body_count;
  state_bool(s, &known, what);
  if (!known || s->fault) return true;
  state_int(s, &count, 0, WORLD_BODIES_MAX, what);
  const size_t bytes = 2 * (size_t)world->nx * (size_t)world->nz;
  if (!state_has(s, bytes + 12 * (size_t)count, 1, what)) return true;
  if (s->in && !began_create(world, count)) return false;
  state_bytes(s, began->depth, bytes, what);
  if (count > 0) state_floats(s, began->bodies[0], 3 * (size_t)count, -STATE_FAR, STATE_FAR, what);
  return true;
}

/* --- meshes ------------------------------------------------------------------------------------------------------------------------ */

static void pass_hull(StateStream *s, Hull *hull) {
  state_int(s, &hull->vertex_count, 4, WEIR_VERTICES_MAX, "the corners of a mesh");
  state_floats(s, hull->vertices, 3 * (size_t)hull->vertex_count, -1e6f, 1e6f, "a corner of a mesh");
  state_int(s, &hull->triangle_count, 4, WEIR_TRIANGLES_MAX, "the faces of a mesh");
  for (int n = 0; n < 3 * hull->triangle_count; n++) {
    int corner = hull->triangles[n];
    state_int(s, &corner, 0, hull->vertex_count - 1, "a face of a mesh");
    if (s->in) hull->triangles[n] = (uint16_t)corner;
  }
  if (s->in && !s->fault) state_expect(s, hull_weigh(hull, "", NULL), "a mesh (it is not closed, not convex or without volume)");
}

/* A world has the scene's meshes. */
static bool pass_hulls(StateStream *s, World *world) {
  if (s->in && !hulls_reserve(world)) return false;
  for (int n = 0; n < world->scene.hull_count && !s->fault; n++) pass_hull(s, &world->hulls[n]);
  return true;
}

/* --- machines, water in the air ----------------------------------------------------------------------------------------------------- */

static const StateField pump_fields[] = {
    STATE_FIELD(STATE_FLOAT, Pump, to_x, -FLT_MAX, FLT_MAX, "a pump's place"),
    STATE_FIELD(STATE_FLOAT, Pump, to_z, -FLT_MAX, FLT_MAX, "a pump's place"),
    STATE_FIELD(STATE_FLOAT, Pump, radius, 0, FLT_MAX, "a pump's radius"),
    STATE_FIELD(STATE_FLOAT, Pump, rate, 0, STATE_FAR, "a pump's rate"),
    STATE_FIELD(STATE_BOOL, Pump, on, 0, 1, "a pump"),
    STATE_FIELD(STATE_FLOAT, Pump, flow, -STATE_HUGE, STATE_HUGE, "a pump's flow"),
    STATE_FIELD(STATE_DOUBLE, Pump, taken, -1e30, 1e30, "a pump's water"),
    STATE_FIELD(STATE_DOUBLE, Pump, added, -1e30, 1e30, "a pump's water"),
    STATE_FIELD(STATE_DOUBLE, Pump, residual, -1e30, 1e30, "a pump's water"),
    STATE_FIELD(STATE_DOUBLE, Pump, dye, -1e30, 1e30, "a pump's dye"),
};

static const StateField wheel_fields[] = {
    STATE_FIELD(STATE_FLOAT, WaterWheel, radius, 1e-3f, 1e3f, "a water wheel's radius"),
    STATE_FIELD(STATE_FLOAT, WaterWheel, width, 1e-3f, 1e3f, "a water wheel's width"),
    STATE_FIELD(STATE_INT, WaterWheel, paddles, WHEEL_PADDLES_MIN, WHEEL_PADDLES_MAX, "a water wheel's paddles"),
    STATE_FIELD(STATE_FLOAT, WaterWheel, brake, 0, STATE_FAR, "a water wheel's brake"),
    STATE_FIELD(STATE_FLOAT, WaterWheel, speed, -STATE_HUGE, STATE_HUGE, "a water wheel's speed"),
    STATE_FIELD(STATE_FLOAT, WaterWheel, torque, -FLT_MAX, FLT_MAX, "a water wheel's torque"),
    STATE_FIELD(STATE_FLOAT, WaterWheel, power, -FLT_MAX, FLT_MAX, "a water wheel's power"),
};

static const StateField gate_fields[] = {
    STATE_FIELD(STATE_FLOAT, Gate, opening, -STATE_FAR, STATE_FAR, "a gate's opening"),
    STATE_FIELD(STATE_FLOAT, Gate, wanted, -STATE_FAR, STATE_FAR, "a gate's opening"),
    STATE_FIELD(STATE_FLOAT, Gate, closed_y, -STATE_FAR, STATE_FAR, "a gate's opening"),
    STATE_FIELD(STATE_FLOAT, Gate, opening_max, -STATE_FAR, STATE_FAR, "a gate's opening"),
};

static const StateField machine_fields[] = {
    STATE_FIELD(STATE_CHOICE, WorldMachine, kind, 0, MACHINE_KIND_COUNT, "the kind of a machine"),
    STATE_FIELD(STATE_UINT32, WorldMachine, serial, 0, 0, "a machine's body"),
    STATE_FIELD(STATE_FLOAT, WorldMachine, x, -FLT_MAX, FLT_MAX, "a machine's place"),
    STATE_FIELD(STATE_FLOAT, WorldMachine, z, -FLT_MAX, FLT_MAX, "a machine's place"),
};

static void pass_machine(StateStream *s, WorldMachine *machine) {
  PASS(s, machine, machine_fields);
  switch (machine->kind) {
    case MACHINE_GATE: PASS(s, &machine->is.gate, gate_fields); break;
    case MACHINE_PUMP: PASS(s, &machine->is.pump, pump_fields); break;
    case MACHINE_WHEEL: PASS(s, &machine->is.wheel, wheel_fields); break;
    default: break; /* a fault of the bytes, which the stream has noted */
  }
}

static const StateField drop_fields[] = {
    STATE_FIELD(STATE_FLOAT, Drop, position, -STATE_FAR, STATE_FAR, "a drop's place"),
    STATE_FIELD(STATE_FLOAT, Drop, velocity, -STATE_FAR, STATE_FAR, "a drop's velocity"),
    STATE_FIELD(STATE_FLOAT, Drop, age, 0, STATE_FAR, "a drop's age"),
    STATE_FIELD(STATE_BOOL, Drop, mist, 0, 1, "a drop"),
    STATE_FIELD(STATE_FLOAT, Drop, variant, 0, 1, "a drop's looks"),
    STATE_FIELD(STATE_DOUBLE, Drop, volume, -1e30, 1e30, "a drop's volume"),
};

static void pass_spray(StateStream *s, const World *world, Spray *spray) {
  const int64_t cells = (int64_t)world->nx * world->nz;
  state_int(s, &spray->count, 0, WORLD_DROPS_MAX, "the number of drops");
  for (int n = 0; n < spray->count; n++) PASS(s, &spray->drops[n], drop_fields);
  state_doubles(s, &spray->residual, 1, -1e30, 1e30, "the water of drops");
  state_int64(s, &spray->residual_cell, 1, 0, cells - 1, "the cell of drops");
  state_doubles(s, &spray->removed, 1, -1e30, 1e30, "the water of drops");
}

/* --- what happens -------------------------------------------------------------------------------------------------------------------- */

static void pass_disasters(StateStream *s, Disasters *d) {
  int waves = (int)d->wave_sides;
  state_bool(s, &d->cloudburst, "a disaster");
  state_bool(s, &d->quake, "a disaster");
  state_int(s, &waves, 0, (1 << WEIR_SIDE_COUNT) - 1, "the sides of a wave");
  if (s->in) d->wave_sides = (unsigned)waves;
  state_doubles(s, &d->cloudburst_at, 1, -TIME_CAP, TIME_CAP, "the time of a disaster");
  state_doubles(s, &d->quake_at, 1, -TIME_CAP, TIME_CAP, "the time of a disaster");
  state_doubles(s, &d->wave_at, 1, -TIME_CAP, TIME_CAP, "the time of a disaster");
  state_floats(s, d->acceleration, 2, -STATE_FAR, STATE_FAR, "a quake's acceleration");
}

static const StateField goal_fields[] = {
    STATE_FIELD(STATE_BOOL, GoalState, met, 0, 1, "the goal"),
    STATE_FIELD(STATE_BOOL, GoalState, missed, 0, 1, "the goal"),
    STATE_FIELD(STATE_DOUBLE, GoalState, held_s, -TIME_CAP, TIME_CAP, "a time of the goal"),
    STATE_FIELD(STATE_DOUBLE, GoalState, last_look, -TIME_CAP, TIME_CAP, "a time of the goal"),
    STATE_FIELD(STATE_DOUBLE, GoalState, next_look, -TIME_CAP, TIME_CAP, "a time of the goal"),
    STATE_FIELD(STATE_FLOAT, GoalState, low, -STATE_FAR, STATE_FAR, "a level of the goal"),
    STATE_FIELD(STATE_FLOAT, GoalState, high, -STATE_FAR, STATE_FAR, "a level of the goal"),
    STATE_FIELD(STATE_FLOAT, GoalState, seen, -STATE_FAR, STATE_FAR, "a level of the goal"),
};

static const StateField mouse_joint_fields[] = {
    STATE_FIELD(STATE_BOOL, MouseJoint, holds, 0, 1, "the mouse joint"),
    STATE_FIELD(STATE_UINT32, MouseJoint, serial, 0, 0, "the mouse joint's body"),
    STATE_FIELD(STATE_FLOAT, MouseJoint, grip, -FLT_MAX, FLT_MAX, "the mouse joint's target"),
    STATE_FIELD(STATE_FLOAT, MouseJoint, target, -FLT_MAX, FLT_MAX, "the mouse joint's target"),
};

static const StateField drive_fields[] = {
    STATE_FIELD(STATE_FLOAT, Drive, steer, -1, 1, "steering and gas"),
    STATE_FIELD(STATE_FLOAT, Drive, gas, -1, 1, "steering and gas"),
};

static bool is_side(int sides) {
  return sides < WEIR_EDGE_COUNT && sides != WEIR_LEVEL && sides != WEIR_INFLOW && sides != WEIR_WAVE;
}

/* --- all of them --------------------------------------------------------------------------------------------------------------------- */

static void pass_clock(StateStream *s, World *world) {
  state_int64(s, &world->tick, 1, 0, TICKS_CAP, "the tick");
  state_doubles(s, &world->time, 1, 0, TIME_CAP, "the time");
  state_doubles(s, &world->flood_at, 1, -1, TIME_CAP, "the time of the flood");
  state_uint64(s, &world->seed, "the seed");
  state_int64(s, &world->rescued, 1, 0, TICKS_CAP, "the number of rescued bodies");
  if (s->version >= 2) state_int64(s, &world->left, 1, 0, TICKS_CAP, "the number of bodies that left");
  state_uint32(s, &world->dropped, "the number of bodies");
}

static void pass_own(StateStream *s, WorldPrivate *own) {
  state_uint64(s, &own->rng.state, "the random numbers");
  state_int(s, &own->script_left, 0, INT32_MAX / 2, "the crates to come");
  state_int64(s, &own->script_ticks, 1, own->script_left > 0 ? 1 : 0, TICKS_CAP, "the ticks between crates");
  state_floats(s, &own->gravity, 1, -STATE_FAR, STATE_FAR, "gravity");
  state_floats(s, &own->springs, 1, -STATE_FAR, STATE_FAR, "the factor of springs");
  state_int(s, &own->queued, 0, WORLD_COMMANDS_MAX, "the number of commands");
  for (int n = 0; n < own->queued; n++) state_command(s, &own->queue[n]);
}

bool state_world(StateStream *s, World *world) {
  state_params(s, &world->params);
  state_int(s, &world->liquid, 0, weir_liquid_count() - 1, "the liquid");
  state_int(s, &world->sides, WORLD_OWN_SIDES, WEIR_EDGE_COUNT - 1, "the kind of the sides");
  state_expect(s, is_side(world->sides), "the kind of the sides");
  pass_clock(s, world);
  pass_own(s, world->own);
  state_int(s, &world->machine_count, 0, WORLD_MACHINES_MAX, "the number of machines");
  for (int n = 0; n < world->machine_count; n++) pass_machine(s, &world->machines[n]);
  PASS(s, &world->mouse_joint, mouse_joint_fields);
  PASS(s, &world->drive, drive_fields);
  pass_spray(s, world, &world->spray);
  pass_disasters(s, &world->disasters);
  PASS(s, &world->goal, goal_fields);
  return pass_hulls(s, world) && pass_ground(s, world) && pass_began(s, world);
}

bool state_tables_cover(void) {
#define COVERS(type, table) state_fields_cover(table, sizeof(table) / sizeof(table)[0], sizeof(type))
  return COVERS(Command, command_fields) && COVERS(Pump, pump_fields) && COVERS(WaterWheel, wheel_fields) && COVERS(Gate, gate_fields) &&
         COVERS(Drop, drop_fields) && COVERS(GoalState, goal_fields) && COVERS(MouseJoint, mouse_joint_fields) &&
         COVERS(Drive, drive_fields);
#undef COVERS
}
