/* Sluice gates: a plank across a channel that only moves up and down, at a bounded speed, whatever pushes it. Its lower edge is `opening`
 * above the sill, which is the lowest ground under it, so that nothing leaks where it is closed. Water runs under it as under any body. */
#include <math.h>

#include "base/maths.h"
#include "format/stream.h"
#include "world/world_private.h"

#define GATE_SPEED 0.5f        /* m/s */
#define GATE_HEIGHT_LEAST 0.2f /* m; of a lower one the bank is the gate */
#define GATE_DEEPEST 1e-3f     /* m below the sill that a closed gate reaches, so that rounding leaves no slit */

/* m: the lowest ground along a plank from end to end, sampled twice a cell. `along` is the plank's direction. */
static float lowest_along(const World *world, float x, float z, const float along[2], float half) {
  const int count = (int)maths_clampf(4 * half / world->cell, 2, 4096);
  float low = INFINITY;
  for (int n = 0; n <= count; n++) {
    const float way = (2 * (float)n / (float)count - 1) * half;
    low = maths_minf(low, weir_water_terrain_at(world->water, x + way * along[0], z + way * along[1]));
  }
  return low;
}

static void build(World *world) {
  const float wide = (float)world->nx * world->cell, deep = (float)world->nz * world->cell;
  for (const SceneGate *scene = world->scene.gates; scene < world->scene.gates + world->scene.gate_count; scene++) {
    const float across[2] = {(scene->x1 - scene->x0) * wide, (scene->z1 - scene->z0) * deep}, length = maths_hypotf(across[0], across[1]);
    const float x = 0.5f * (scene->x0 + scene->x1) * wide, z = 0.5f * (scene->z0 + scene->z1) * deep;
    if (!(length > 0)) continue;
    const float along[2] = {across[0] / length, across[1] / length};
    const float height = scene->level - lowest_along(world, x, z, along, 0.5f * length);
    if (!(height >= GATE_HEIGHT_LEAST)) continue;
    bodies_add(world, &(BodyDrop){.body = BODY_GATE,
                                  .material = MATERIAL_WOOD,
                                  .x = x,
                                  .z = z,
                                  .yaw = maths_atan2f(-along[1], along[0]),
                                  .size = {length, height, scene->thickness},
                                  .opening = scene->opening,
                                  .set = true});
    machines_number(world, MACHINE_GATE, (int)(scene - world->scene.gates) + 1);
  }
}

static void place(const Gate *gate, Body *body) {
  const dReal *const p = dBodyGetPosition(body->ode_body);
  dBodySetPosition(body->ode_body, p[0], (dReal)gate->closed_y + (dReal)gate->opening, p[2]);
}

static void complete(World *world, Body *body, const BodyDrop *drop) {
  const float *const half = body->shape.half, *const r = body->shape.rotation, *const p = body->shape.position;
  const float along[2] = {r[0], r[6]};
  Gate *const gate = &machines_new(world, MACHINE_GATE, p[0], p[2], body)->is.gate;
  gate->closed_y = lowest_along(world, p[0], p[2], along, half[0]) - GATE_DEEPEST + half[1];
  gate->opening_max = 2 * half[1];
  gate->opening = gate->wanted = maths_clampf(drop->opening, 0, gate->opening_max);
  body->guided = true;
  dBodySetKinematic(body->ode_body);
  dBodySetLinearVel(body->ode_body, 0, 0, 0);
  dBodySetAngularVel(body->ode_body, 0, 0, 0);
  place(gate, body);
}

void gate_open(World *world, const MachineSet *set) {
  WorldMachine *const machine = machines_find(world, MACHINE_GATE, set);
  if (machine) machine->is.gate.wanted = maths_clampf(set->value, 0, machine->is.gate.opening_max);
}

/* Bodies that rest on a gate or against it are woken while it moves. */
static void drive(World *world, WorldMachine *machine, double dt) {
  Gate *const gate = &machine->is.gate;
  const dBodyID ode = world->bodies[world_body(world, machine->serial)].ode_body;
  const float longest = GATE_SPEED * (float)dt, rise = maths_clampf(gate->wanted - gate->opening, -longest, longest);
  if (rise != 0) sleeping_wake_all(world);
  gate->opening += rise;
  dBodySetLinearVel(ode, 0, (dReal)rise / dt, 0);
}

static void follow(World *world, WorldMachine *machine) {
  place(&machine->is.gate, &world->bodies[world_body(world, machine->serial)]);
}

static void drag(WorldMachine *machine, float height) {
  Gate *const gate = &machine->is.gate;
  gate->wanted = maths_clampf(height - gate->closed_y, 0, gate->opening_max);
}

static const StateTable state_table =
    STATE_TABLE(Gate, STATE_RUN(STATE_FLOAT, Gate, opening, opening_max, -STATE_FAR, STATE_FAR, "a gate's opening"));
const MachineInfo gate_machine = {.body = BODY_GATE, .state = &state_table, .build = build, .drive = drive, .follow = follow, .drag = drag};

const BodyKindInfo gate_body = {
    .is_machine = true, .is_guided = true, .is_never_held = true, .usual = {5, 2.5f, 0.3f}, .complete = complete};
