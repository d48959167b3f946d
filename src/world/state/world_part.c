/* The parts of a world beside its scene, its bodies and its water. */
#include <float.h>

#include "base/memory.h"
#include "world/machines/machines.h"
#include "world/state/parts.h"
#include "world/state/state.h"

#define TIME_CAP 1e12 /* s */
#define TICKS_CAP ((int64_t)1 << 53)

/* --- commands -------------------------------------------------------------------------------------------------------------------- */

#define NUMBER "a number of a command"
#define COMMAND_FLOAT(member) STATE_FIELD(STATE_FLOAT, CommandRecord, member, -FLT_MAX, FLT_MAX, NUMBER)
static const StateField command_rows[] = {
    STATE_FIELD(STATE_CHOICE, CommandRecord, kind, 0, COMMAND_KIND_COUNT, "the kind of a command"),
    COMMAND_FLOAT(x),
    COMMAND_FLOAT(y),
    COMMAND_FLOAT(z),
    COMMAND_FLOAT(radius),
    COMMAND_FLOAT(amount),
    COMMAND_FLOAT(velocity),
    COMMAND_FLOAT(spin),
    COMMAND_FLOAT(yaw),
    STATE_FIELD(STATE_CHOICE, CommandRecord, body, 0, BODY_KIND_COUNT, "the kind of a body that is dropped"),
    STATE_FIELD(STATE_CHOICE, CommandRecord, material, 0, MATERIAL_COUNT, "the material of a body that is dropped"),
    COMMAND_FLOAT(size),
    COMMAND_FLOAT(density),
    STATE_FIELD(STATE_BOOL, CommandRecord, set, 0, 1, "a command"),
    STATE_FIELD(STATE_BOOL, CommandRecord, held, 0, 1, "a command"),
    STATE_FIELD(STATE_UINT32, CommandRecord, serial, 0, 0, "a command's body"),
    COMMAND_FLOAT(grip),
    COMMAND_FLOAT(to),
    STATE_FIELD(STATE_INT, CommandRecord, param, INT32_MIN, INT32_MAX, NUMBER),
    STATE_FIELD(STATE_CHOICE, CommandRecord, solver, 0, WEIR_SOLVER_COUNT, "a command's solver"),
};

static const StateTable command_table = STATE_TABLE(CommandRecord, command_rows);

void world_state_command(StateStream *s, Command *c) {
  CommandRecord record;
  command_to_record(c, &record);
  state_fields(s, &record, &command_table);
  if (s->in) command_from_record(&record, c);
}

/* --- the ground -------------------------------------------------------------------------------------------------------------------- */

/* Passes on the ground as the world began, and the tiles that were edited since; as it is now it is in the water. Without an edit both are
 * the same. */
static void pass_ground(StateStream *s, void *of) {
  World *const world = of;
  static const char *const what = "the ground's heights";
  const size_t cells = (size_t)world->nx * (size_t)world->nz;
  const size_t tiles = (size_t)world_ground_tiles(world->nx) * (size_t)world_ground_tiles(world->nz);
  state_int64(s, &world->ground_edits, 1, 0, TICKS_CAP, "the number of the ground's edits");
  state_floats(s, &world->own->ground_low, 1, -2 * WEIR_TERRAIN_MAX, 2 * WEIR_TERRAIN_MAX, what);
  state_floats(s, &world->own->ground_high, 1, -2 * WEIR_TERRAIN_MAX, 2 * WEIR_TERRAIN_MAX, what);
  if (world->ground_edits == 0 || !state_has(s, cells, sizeof(float), what)) return;
  if (!world->terrain) world->terrain = memory_create(cells, sizeof *world->terrain);
  if (!world->terrain || !(world->ground_edited || heap_create(world))) {
    s->short_of_memory = true;
    return;
  }
  state_floats(s, world->terrain, cells, -WEIR_TERRAIN_MAX, WEIR_TERRAIN_MAX, what);
  state_int64(s, world->ground_edited, tiles, 0, world->ground_edits, "a tile of the ground");
}

/* Older states know nothing of it: there scenery is placed by the first picture. */
static void pass_began(StateStream *s, void *of) {
  World *const world = of;
  static const char *const what = "what the world began with";
  WorldBegan *const began = &world->began;
  bool known = began->depth != NULL;
  int count = began->body_count;
  state_bool(s, &known, what);
  if (!known || s->fault) return;
  state_int(s, &count, 0, WORLD_BODIES_MAX, what);
  const size_t bytes = 2 * (size_t)world->nx * (size_t)world->nz;
  if (!state_has(s, bytes + 12 * (size_t)count, 1, what)) return;
  if (s->in && !began_create(world, count)) {
    s->short_of_memory = true;
    return;
  }
  state_bytes(s, began->depth, bytes, what);
  if (count > 0) state_floats(s, began->bodies[0], 3 * (size_t)count, -STATE_FAR, STATE_FAR, what);
}

/* --- meshes ------------------------------------------------------------------------------------------------------------------------ */

/* A world has the scene's meshes. */
static void pass_hulls(StateStream *s, void *of) {
  World *const world = of;
  if (s->in && !hulls_reserve(world)) s->short_of_memory = true;
  if (s->short_of_memory) return;
  for (int h = 0; h < world->scene.hull_count && !s->fault; h++) {
    Hull *const hull = &world->hulls[h];
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
}

/* --- machines, water in the air ----------------------------------------------------------------------------------------------------- */

static void pass_own_machine(StateStream *s, void *of) {
  WorldMachine *const machine = of;
  if (!s->fault) state_fields(s, &machine->is, machine_info(machine->kind)->state);
}

static const StateField machine_rows[] = {
    STATE_FIELD(STATE_CHOICE, WorldMachine, kind, 0, MACHINE_KIND_COUNT, "the kind of a machine"),
    STATE_FIELD(STATE_UINT32, WorldMachine, serial, 0, 0, "a machine's body"),
    STATE_FIELD(STATE_FLOAT, WorldMachine, x, -FLT_MAX, FLT_MAX, "a machine's place"),
    STATE_FIELD(STATE_FLOAT, WorldMachine, z, -FLT_MAX, FLT_MAX, "a machine's place"),
    STATE_PART_OF(WorldMachine, is, pass_own_machine, 0),
};
static const StateTable machine_table = STATE_TABLE(WorldMachine, machine_rows);

static const StateField drop_rows[] = {
    STATE_FIELD(STATE_FLOAT, Drop, position, -STATE_FAR, STATE_FAR, "a drop's place"),
    STATE_FIELD(STATE_FLOAT, Drop, velocity, -STATE_FAR, STATE_FAR, "a drop's velocity"),
    STATE_FIELD(STATE_FLOAT, Drop, age, 0, STATE_FAR, "a drop's age"),
    STATE_FIELD(STATE_BOOL, Drop, mist, 0, 1, "a drop"),
    STATE_FIELD(STATE_FLOAT, Drop, variant, 0, 1, "a drop's looks"),
    STATE_FIELD(STATE_DOUBLE, Drop, volume, -1e30, 1e30, "a drop's volume"),
};
static const StateTable drop_table = STATE_TABLE(Drop, drop_rows);

static const StateField spray_rows[] = {
    STATE_LIST_OF(Spray, drops, count, 0, WORLD_DROPS_MAX, "the number of drops", drop_table),
    STATE_FIELD(STATE_DOUBLE, Spray, residual, -1e30, 1e30, "the water of drops"),
    STATE_FIELD(STATE_INT64, Spray, residual_cell, 0, (double)WEIR_GRID_MAX *WEIR_GRID_MAX, "the cell of drops"),
    STATE_FIELD(STATE_DOUBLE, Spray, removed, -1e30, 1e30, "the water of drops"),
};
static const StateTable spray_table = STATE_TABLE(Spray, spray_rows);

static void pass_spray(StateStream *s, void *of) {
  World *const world = of;
  state_fields(s, &world->spray, &spray_table);
  state_expect(s, world->spray.residual_cell < (int64_t)world->nx * world->nz, "the cell of drops");
}

/* --- what happens -------------------------------------------------------------------------------------------------------------------- */

static void pass_wave_sides(StateStream *s, void *of) {
  Disasters *const d = of;
  int waves = (int)d->wave_sides;
  state_int(s, &waves, 0, (1 << WEIR_SIDE_COUNT) - 1, "the sides of a wave");
  if (s->in) d->wave_sides = (unsigned)waves;
}

#define TIME(type, member, low, what) STATE_FIELD(STATE_DOUBLE, type, member, low, TIME_CAP, what)
static const StateField disaster_rows[] = {
    STATE_FIELD(STATE_BOOL, Disasters, cloudburst, 0, 1, "a disaster"),
    STATE_FIELD(STATE_BOOL, Disasters, quake, 0, 1, "a disaster"),
    STATE_PART_OF(Disasters, wave_sides, pass_wave_sides, 0),
    TIME(Disasters, cloudburst_at, -TIME_CAP, "the time of a disaster"),
    TIME(Disasters, quake_at, -TIME_CAP, "the time of a disaster"),
    TIME(Disasters, wave_at, -TIME_CAP, "the time of a disaster"),
    STATE_FIELD(STATE_FLOAT, Disasters, acceleration, -STATE_FAR, STATE_FAR, "a quake's acceleration"),
};
static const StateTable disaster_table = STATE_TABLE(Disasters, disaster_rows);

static const StateField goal_rows[] = {
    STATE_FIELD(STATE_BOOL, GoalState, met, 0, 1, "the goal"),
    STATE_FIELD(STATE_BOOL, GoalState, missed, 0, 1, "the goal"),
    TIME(GoalState, held_s, -TIME_CAP, "a time of the goal"),
    TIME(GoalState, last_look, -TIME_CAP, "a time of the goal"),
    TIME(GoalState, next_look, -TIME_CAP, "a time of the goal"),
    STATE_FIELD(STATE_FLOAT, GoalState, low, -STATE_FAR, STATE_FAR, "a level of the goal"),
    STATE_FIELD(STATE_FLOAT, GoalState, high, -STATE_FAR, STATE_FAR, "a level of the goal"),
    STATE_FIELD(STATE_FLOAT, GoalState, seen, -STATE_FAR, STATE_FAR, "a level of the goal"),
};
static const StateTable goal_table = STATE_TABLE(GoalState, goal_rows);

static const StateField mouse_joint_rows[] = {
    STATE_FIELD(STATE_BOOL, MouseJoint, holds, 0, 1, "the mouse joint"),
    STATE_FIELD(STATE_UINT32, MouseJoint, serial, 0, 0, "the mouse joint's body"),
    STATE_FIELD(STATE_FLOAT, MouseJoint, grip, -FLT_MAX, FLT_MAX, "the mouse joint's target"),
    STATE_FIELD(STATE_FLOAT, MouseJoint, target, -FLT_MAX, FLT_MAX, "the mouse joint's target"),
};
static const StateTable mouse_joint_table = STATE_TABLE(MouseJoint, mouse_joint_rows);

static const StateField drive_rows[] = {
    STATE_FIELD(STATE_FLOAT, Drive, steer, -1, 1, "steering and gas"),
    STATE_FIELD(STATE_FLOAT, Drive, gas, -1, 1, "steering and gas"),
};
static const StateTable drive_table = STATE_TABLE(Drive, drive_rows);

/* --- what src/world alone uses ------------------------------------------------------------------------------------------------------- */

static void pass_script_ticks(StateStream *s, void *of) {
  WorldPrivate *const own = of;
  state_int64(s, &own->script_ticks, 1, own->script_left > 0 ? 1 : 0, TICKS_CAP, "the ticks between crates");
}

static void pass_queue(StateStream *s, void *of) {
  WorldPrivate *const own = of;
  state_int(s, &own->queued, 0, WORLD_COMMANDS_MAX, "the number of commands");
  for (int n = 0; n < own->queued; n++) world_state_command(s, &own->queue[n]);
}

static void pass_random(StateStream *s, void *of) {
  state_uint64(s, &((WorldPrivate *)of)->rng.state, "the random numbers");
}

#define OWN_NONE(first, last, why) STATE_NONE_OF(WorldPrivate, first, last, why)
static const StateField own_rows[] = {
    STATE_PART_OF(WorldPrivate, rng, pass_random, 0),
    STATE_FIELD(STATE_INT, WorldPrivate, script_left, 0, INT32_MAX / 2, "the crates to come"),
    STATE_PART_OF(WorldPrivate, script_ticks, pass_script_ticks, 0),
    STATE_FIELD(STATE_FLOAT, WorldPrivate, gravity, -STATE_FAR, STATE_FAR, "gravity"),
    STATE_FIELD(STATE_FLOAT, WorldPrivate, springs, -STATE_FAR, STATE_FAR, "the factor of springs"),
    STATE_PART_OF(WorldPrivate, queue, pass_queue, 0),
    OWN_NONE(queued, queued, "passed on with the queue"),
    OWN_NONE(hulls, walls, "the engine's, which is made again"),
    OWN_NONE(ground, ground_nk, "made from the water's ground"),
    OWN_NONE(ground_low, ground_high, "passed on with the ground"),
    OWN_NONE(shapes, forces, "copied from the bodies"),
    OWN_NONE(islands, woken, "of one tick"),
};
static const StateTable own_table = STATE_TABLE(WorldPrivate, own_rows);

/* --- all of them --------------------------------------------------------------------------------------------------------------------- */

static void pass_scene(StateStream *s, void *of) {
  World *const world = of;
  world_state_scene(s, &world->scene);
  if (!s->in) return;
  world->nx = world->scene.nx;
  world->nz = world->scene.nz;
  world->cell = world->scene.cell_m;
}

static void pass_params(StateStream *s, void *of) {
  state_params(s, &((World *)of)->params);
}

static void pass_liquid(StateStream *s, void *of) {
  state_int(s, &((World *)of)->liquid, 0, weir_liquid_count() - 1, "the liquid");
}

static void pass_sides(StateStream *s, void *of) {
  int *const sides = &((World *)of)->sides;
  state_int(s, sides, WORLD_OWN_SIDES, WEIR_EDGE_COUNT - 1, "the kind of the sides");
  state_expect(s, *sides != WEIR_LEVEL && *sides != WEIR_INFLOW && *sides != WEIR_WAVE, "the kind of the sides");
}

static void pass_own(StateStream *s, void *of) {
  state_fields(s, ((World *)of)->own, &own_table);
}

#define NONE(first, last, why) STATE_NONE_OF(World, first, last, why)
static const StateField world_rows[] = {
    STATE_PART_OF(World, scene, pass_scene, 0),
    NONE(nx, cell, "the scene's"),
    STATE_PART_OF(World, params, pass_params, 0),
    STATE_PART_OF(World, liquid, pass_liquid, 0),
    STATE_PART_OF(World, sides, pass_sides, 0),
    STATE_FIELD(STATE_INT64, World, tick, 0, TICKS_CAP, "the tick"),
    TIME(World, time, 0, "the time"),
    TIME(World, flood_at, -1, "the time of the flood"),
    STATE_FIELD(STATE_UINT64, World, seed, 0, 0, "the seed"),
    STATE_FIELD(STATE_INT64, World, rescued, 0, TICKS_CAP, "the number of rescued bodies"),
    {STATE_INT64, offsetof(World, left), sizeof(int64_t), 0, TICKS_CAP, "the number of bodies that left", NULL, 0, NULL, 2},
    STATE_FIELD(STATE_UINT32, World, dropped, 0, 0, "the number of bodies"),
    STATE_PART_OF(World, own, pass_own, 0),
    STATE_LIST_OF(World, machines, machine_count, 0, WORLD_MACHINES_MAX, "the number of machines", machine_table),
    STATE_ALL_OF(World, mouse_joint, mouse_joint_table),
    STATE_ALL_OF(World, drive, drive_table),
    STATE_PART_OF(World, spray, pass_spray, 0),
    STATE_ALL_OF(World, disasters, disaster_table),
    STATE_ALL_OF(World, goal, goal_table),
    STATE_PART_OF(World, hulls, pass_hulls, 0),
    NONE(hull_count, hull_count, "the scene's"),
    STATE_PART_OF(World, ground_edits, pass_ground, 0),
    NONE(ground_edited, ground_edited, "passed on with the number of edits"),
    STATE_PART_OF(World, began, pass_began, 3),
    NONE(water, water, "weir_water_save has it"),
    NONE(terrain, terrain, "passed on with the ground's edits, else the water's"),
    NONE(world_version, terrain_version, "of one process"),
    NONE(bodies, body_count, "bodies_part.c has them"),
    NONE(from_state, threads, "of the caller"),
    NONE(profile, listeners, "of the caller"),
};
static const StateTable world_table = STATE_TABLE(World, world_rows);

void state_world(StateStream *s, World *world) {
  state_fields(s, world, &world_table);
}

bool state_tables_cover(void) {
  for (int kind = 0; kind < MACHINE_KIND_COUNT; kind++)
    if (!state_table_covers(machine_info((MachineKind)kind)->state)) return false;
  return state_table_covers(&command_table) && state_table_covers(&spray_table) && state_table_covers(&own_table) &&
         state_table_covers(&world_table) && state_table_covers(&state_scene_table) && state_table_covers(&state_body_table);
}
