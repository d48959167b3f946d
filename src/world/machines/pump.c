/* Pumps: take water at one place and add exactly what they took at another. What the outlet does not take up (roundings; a membrane takes
 * none on dry land) is the residual, which comes first in the next tick. The dye of the water goes with it. */
#include <float.h>

#include "base/hash.h"
#include "base/maths.h"
#include "format/stream.h"
#include "world/world_private.h"

#define RATE_MAX 1e4f /* m3/s */
#define RADIUS_LEAST 0.05f

void pump_make(World *world, const PumpMake *make) {
  WorldMachine *const machine = machines_new(world, MACHINE_PUMP, make->x, make->z, NULL);
  if (!machine) return;
  machine->is.pump = (Pump){.to_x = make->to[0], .to_z = make->to[1], .radius = maths_maxf(make->radius, RADIUS_LEAST)};
  machine->is.pump.rate = maths_clampf(make->rate, 0, RATE_MAX);
  machine->is.pump.on = make->rate > 0;
}

void pump_set(World *world, const MachineSet *set) {
  WorldMachine *const machine = machines_find(world, MACHINE_PUMP, set);
  if (!machine) return;
  machine->is.pump.on = set->value != 0;
  if (set->value > 0) machine->is.pump.rate = maths_minf(set->value, RATE_MAX);
}

void pump_remove(World *world, const MachineSet *set) {
  WorldMachine *const machine = machines_find(world, MACHINE_PUMP, set);
  if (!machine) return;
  const Pump *const pump = &machine->is.pump;
  if (pump->residual > 0) weir_water_add(world->water, machine->x, machine->z, pump->radius, pump->residual);
  if (pump->dye > 0) weir_water_add_dye(world->water, machine->x, machine->z, pump->radius, pump->dye);
  machines_remove(world, machine);
}

/* g: the dye that has left the water since it was made; 0 where there is none, whose total costs a walk over the grid. */
static double dye_left(const World *world) {
  return weir_water_dye(world->water).data ? weir_water_dye_total(world->water).left : 0;
}

/* A pump whose outlet takes nothing up stops after a tick's water. The dye of the water that is taken is the pump's. */
static void step(World *world, WorldMachine *machine) {
  Pump *const pump = &machine->is.pump;
  const double amount = (double)pump->rate * (double)world->params.tick;
  double taken = 0;
  if (pump->on && !(pump->residual > amount)) {
    const double before = dye_left(world);
    taken = -weir_water_add(world->water, machine->x, machine->z, pump->radius, -amount);
    pump->dye += dye_left(world) - before;
  }
  pump->flow = (float)(taken / (double)world->params.tick);
  pump->taken += taken;
  pump->residual += taken;
  if (!(pump->residual > 0)) return;
  const double added = weir_water_add(world->water, pump->to_x, pump->to_z, pump->radius, pump->residual);
  pump->added += added;
  pump->residual -= added;
  if (pump->dye > 0) pump->dye -= weir_water_add_dye(world->water, pump->to_x, pump->to_z, pump->radius, pump->dye);
}

static void build(World *world) {
  const float wide = (float)world->nx * world->cell, deep = (float)world->nz * world->cell;
  for (int n = 0; n < world->scene.pump_count; n++) {
    const ScenePump *const p = &world->scene.pumps[n];
    pump_make(world, &(PumpMake){p->x0 * wide, p->z0 * deep, {p->x1 * wide, p->z1 * deep}, p->radius_m, p->rate});
    machines_number(world, MACHINE_PUMP, n + 1);
  }
}

/* By member: there is padding between them. */
static uint64_t hash_of(const WorldMachine *machine, uint64_t hash) {
  const Pump *const pump = &machine->is.pump;
  const float numbers[] = {pump->to_x, pump->to_z, pump->radius, pump->rate, (float)pump->on};
  hash = hash_bytes(hash, numbers, sizeof numbers);
  hash = hash_bytes(hash, &pump->residual, sizeof pump->residual);
  return pump->dye != 0 ? hash_bytes(hash, &pump->dye, sizeof pump->dye) : hash;
}

static const StateTable state_table =
    STATE_TABLE(Pump, STATE_RUN(STATE_FLOAT, Pump, to_x, to_z, -FLT_MAX, FLT_MAX, "a pump's place"),
                STATE_FIELD(STATE_FLOAT, Pump, radius, 0, FLT_MAX, "a pump's radius"),
                STATE_FIELD(STATE_FLOAT, Pump, rate, 0, STATE_FAR, "a pump's rate"), STATE_FIELD(STATE_BOOL, Pump, on, 0, 1, "a pump"),
                STATE_FIELD(STATE_FLOAT, Pump, flow, -STATE_HUGE, STATE_HUGE, "a pump's flow"),
                STATE_RUN(STATE_DOUBLE, Pump, taken, residual, -1e30, 1e30, "a pump's water"),
                STATE_FIELD(STATE_DOUBLE, Pump, dye, -1e30, 1e30, "a pump's dye"));
const MachineInfo pump_machine = {.body = BODY_KIND_COUNT, .state = &state_table, .build = build, .step = step, .hash = hash_of};
