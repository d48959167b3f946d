/* The parts of a world beside its scene, its bodies and its water. */
#include <float.h>

#include "base/memory.h"
#include "world/state/parts.h"

#define TIME_CAP 1e12 /* s */
#define TICKS_CAP ((int64_t)1 << 53)

_Static_assert(sizeof(Gate) == 16 && sizeof(WaterWheel) == 28 && sizeof(Command) == 112, "their members are those below");
_Static_assert(_Alignof(double) != 8 || (sizeof(Pump) == 56 && sizeof(GoalState) == 48 && sizeof(Disasters) == 40 && sizeof(Drop) == 48),
               "their members are those below");

/* --- commands -------------------------------------------------------------------------------------------------------------------- */

void state_command(StateStream *s, Command *c) {
  static const char *const number = "a number of a command";
  state_choice(s, &c->kind, COMMAND_HEAP + 1, "the kind of a command");
  state_floats(s, &c->x, 5, -FLT_MAX, FLT_MAX, number);
  state_floats(s, c->velocity, 3, -FLT_MAX, FLT_MAX, number);
  state_floats(s, c->spin, 3, -FLT_MAX, FLT_MAX, number);
  state_floats(s, &c->yaw, 1, -FLT_MAX, FLT_MAX, number);
  state_choice(s, &c->body, BODY_KIND_COUNT, "the kind of a body that is dropped");
  state_choice(s, &c->material, MATERIAL_COUNT, "the material of a body that is dropped");
  state_floats(s, c->size, 3, -FLT_MAX, FLT_MAX, number);
  state_floats(s, &c->density, 1, -FLT_MAX, FLT_MAX, number);
  state_bool(s, &c->set, "a command");
  state_bool(s, &c->held, "a command");
  state_uint32(s, &c->serial, "a command's body");
  state_floats(s, c->grip, 3, -FLT_MAX, FLT_MAX, number);
  state_floats(s, c->to, 2, -FLT_MAX, FLT_MAX, number);
  state_int(s, &c->param, INT32_MIN, INT32_MAX, number);
  state_choice(s, &c->solver, WEIR_SOLVER_COUNT, "a command's solver");
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

static void pass_pump(StateStream *s, Pump *pump) {
  state_floats(s, &pump->to_x, 2, -FLT_MAX, FLT_MAX, "a pump's place");
  state_floats(s, &pump->radius, 1, 0, FLT_MAX, "a pump's radius");
  state_floats(s, &pump->rate, 1, 0, STATE_FAR, "a pump's rate");
  state_bool(s, &pump->on, "a pump");
  state_floats(s, &pump->flow, 1, -STATE_HUGE, STATE_HUGE, "a pump's flow");
  state_doubles(s, &pump->taken, 1, -1e30, 1e30, "a pump's water");
  state_doubles(s, &pump->added, 1, -1e30, 1e30, "a pump's water");
  state_doubles(s, &pump->residual, 1, -1e30, 1e30, "a pump's water");
  state_doubles(s, &pump->dye, 1, -1e30, 1e30, "a pump's dye");
}

static void pass_wheel(StateStream *s, WaterWheel *wheel) {
  state_floats(s, &wheel->radius, 1, 1e-3f, 1e3f, "a water wheel's radius");
  state_floats(s, &wheel->width, 1, 1e-3f, 1e3f, "a water wheel's width");
  state_int(s, &wheel->paddles, WHEEL_PADDLES_MIN, WHEEL_PADDLES_MAX, "a water wheel's paddles");
  state_floats(s, &wheel->brake, 1, 0, STATE_FAR, "a water wheel's brake");
  state_floats(s, &wheel->speed, 1, -STATE_HUGE, STATE_HUGE, "a water wheel's speed");
  state_floats(s, &wheel->torque, 1, -FLT_MAX, FLT_MAX, "a water wheel's torque");
  state_floats(s, &wheel->power, 1, -FLT_MAX, FLT_MAX, "a water wheel's power");
}

static void pass_machine(StateStream *s, WorldMachine *machine) {
  state_choice(s, &machine->kind, MACHINE_KIND_COUNT, "the kind of a machine");
  state_uint32(s, &machine->serial, "a machine's body");
  state_floats(s, &machine->x, 2, -FLT_MAX, FLT_MAX, "a machine's place");
  if (machine->kind == MACHINE_GATE) state_floats(s, &machine->is.gate.opening, 4, -STATE_FAR, STATE_FAR, "a gate's opening");
  if (machine->kind == MACHINE_PUMP) pass_pump(s, &machine->is.pump);
  if (machine->kind == MACHINE_WHEEL) pass_wheel(s, &machine->is.wheel);
}

static void pass_drop(StateStream *s, Drop *drop) {
  state_floats(s, drop->position, 6, -STATE_FAR, STATE_FAR, "a drop's place and velocity");
  state_floats(s, &drop->age, 1, 0, STATE_FAR, "a drop's age");
  state_bool(s, &drop->mist, "a drop");
  state_floats(s, &drop->variant, 1, 0, 1, "a drop's looks");
  state_doubles(s, &drop->volume, 1, -1e30, 1e30, "a drop's volume");
}

static void pass_spray(StateStream *s, const World *world, Spray *spray) {
  const int64_t cells = (int64_t)world->nx * world->nz;
  state_int(s, &spray->count, 0, WORLD_DROPS_MAX, "the number of drops");
  for (int n = 0; n < spray->count; n++) pass_drop(s, &spray->drops[n]);
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
  state_doubles(s, &d->cloudburst_at, 3, -TIME_CAP, TIME_CAP, "the time of a disaster");
  state_floats(s, d->acceleration, 2, -STATE_FAR, STATE_FAR, "a quake's acceleration");
}

static void pass_goal(StateStream *s, GoalState *goal) {
  state_bool(s, &goal->met, "the goal");
  state_bool(s, &goal->missed, "the goal");
  state_doubles(s, &goal->held_s, 3, -TIME_CAP, TIME_CAP, "a time of the goal");
  state_floats(s, &goal->low, 3, -STATE_FAR, STATE_FAR, "a level of the goal"); /* low, high, seen */
}

static void pass_mouse_joint(StateStream *s, MouseJoint *joint, Drive *drive) {
  state_bool(s, &joint->holds, "the mouse joint");
  state_uint32(s, &joint->serial, "the mouse joint's body");
  state_floats(s, joint->grip, 6, -FLT_MAX, FLT_MAX, "the mouse joint's target");
  state_floats(s, &drive->steer, 2, -1, 1, "steering and gas");
}

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
  pass_mouse_joint(s, &world->mouse_joint, &world->drive);
  pass_spray(s, world, &world->spray);
  pass_disasters(s, &world->disasters);
  pass_goal(s, &world->goal);
  return pass_hulls(s, world) && pass_ground(s, world) && pass_began(s, world);
}
