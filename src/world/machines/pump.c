/* Pumps: take water at one place and add exactly what they took at another. What the outlet does not take up (roundings; a membrane takes
 * none on dry land) is the residual, which comes first in the next tick. The dye of the water goes with it. */
#include <math.h>

#include "base/maths.h"
#include "world/machines/machines.h"

#define RATE_MAX 1e4f /* m3/s */
#define RADIUS_LEAST 0.05f

void pump_make(World *world, float x, float z, float to_x, float to_z, float radius, float rate) {
  WorldMachine *const machine = machines_new(world, MACHINE_PUMP, x, z);
  if (!machine) return;
  machine->is.pump = (Pump){.to_x = to_x, .to_z = to_z, .radius = maths_maxf(radius, RADIUS_LEAST)};
  machine->is.pump.rate = maths_minf(maths_maxf(rate, 0), RATE_MAX);
  machine->is.pump.on = rate > 0;
}

void pump_set(World *world, int which, float x, float z, float rate) {
  WorldMachine *const machine = machines_find(world, MACHINE_PUMP, which, x, z);
  if (!machine) return;
  machine->is.pump.on = rate != 0;
  if (rate > 0) machine->is.pump.rate = maths_minf(rate, RATE_MAX);
}

void pump_remove(World *world, int which, float x, float z) {
  WorldMachine *const machine = machines_find(world, MACHINE_PUMP, which, x, z);
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

/* m3 that were taken; their dye is the pump's. */
static double remove_water(World *world, Pump *pump, float x, float z, double amount) {
  const double before = dye_left(world), taken = -weir_water_add(world->water, x, z, pump->radius, -amount);
  pump->dye += dye_left(world) - before;
  return taken;
}

/* A pump whose outlet takes nothing up stops after a tick's water. */
void pump_step(World *world, Pump *pump, float x, float z) {
  const double amount = (double)pump->rate * (double)world->params.tick;
  const bool blocked = pump->residual > amount;
  const double taken = pump->on && !blocked ? remove_water(world, pump, x, z, amount) : 0;
  pump->flow = (float)(taken / (double)world->params.tick);
  pump->taken += taken;
  pump->residual += taken;
  if (!(pump->residual > 0)) return;
  const double added = weir_water_add(world->water, pump->to_x, pump->to_z, pump->radius, pump->residual);
  pump->added += added;
  pump->residual -= added;
  if (pump->dye > 0) pump->dye -= weir_water_add_dye(world->water, pump->to_x, pump->to_z, pump->radius, pump->dye);
}
