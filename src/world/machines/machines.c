#include "world/machines/machines.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/hash.h"
#include "base/maths.h"
#include "world/world_private.h"

void machines_build(World *world) {
  const Scene *const scene = &world->scene;
  const float wide = (float)world->nx * world->cell, deep = (float)world->nz * world->cell;
  Command drop;
  for (int n = 0; n < scene->gate_count; n++)
    if (gate_of_scene(world, &scene->gates[n], &drop)) bodies_add(world, &drop);
  for (int n = 0; n < scene->wheel_count; n++) {
    drop = wheel_of_scene(world, &scene->wheels[n]);
    bodies_add(world, &drop);
  }
  for (int n = 0; n < scene->pump_count; n++) {
    const ScenePump *const pump = &scene->pumps[n];
    pump_make(world, pump->x0 * wide, pump->z0 * deep, pump->x1 * wide, pump->z1 * deep, pump->radius_m, pump->rate);
  }
}

void machines_step(World *world) {
  for (int n = 0; n < world->machine_count; n++) {
    WorldMachine *const machine = &world->machines[n];
    if (machine->kind == MACHINE_PUMP) pump_step(world, &machine->is.pump, machine->x, machine->z);
  }
  boats_wash(world, world->params.tick);
}

void machines_drive(World *world, double dt) {
  for (int n = 0; n < world->machine_count; n++) {
    WorldMachine *const machine = &world->machines[n];
    if (machine->kind == MACHINE_GATE) gate_drive(world, machine, dt);
    if (machine->kind == MACHINE_WHEEL) wheel_drive(world, machine);
  }
}

void machines_follow(World *world) {
  for (int n = 0; n < world->machine_count; n++) {
    WorldMachine *const machine = &world->machines[n];
    if (machine->kind == MACHINE_GATE) gate_follow(world, machine);
    if (machine->kind == MACHINE_WHEEL) wheel_follow(world, machine);
  }
}

void machines_drag(World *world, const Body *body, float height) {
  for (int n = 0; n < world->machine_count; n++) {
    WorldMachine *const machine = &world->machines[n];
    if (machine->kind != MACHINE_GATE || machine->serial != body->serial) continue;
    Gate *const gate = &machine->is.gate;
    gate->wanted = maths_minf(maths_maxf(height - gate->closed_y, 0), gate->opening_max);
  }
}

uint64_t machines_hash(const World *world, uint64_t hash) {
  for (int n = 0; n < world->machine_count; n++) {
    const WorldMachine *const machine = &world->machines[n];
    hash = hash_bytes(hash, &machine->kind, sizeof machine->kind);
    if (machine->kind == MACHINE_GATE) {
      hash = hash_bytes(hash, &machine->is.gate, sizeof machine->is.gate);
    } else if (machine->kind == MACHINE_WHEEL) {
      hash = hash_bytes(hash, &machine->is.wheel, sizeof machine->is.wheel);
    } else { /* by member: there is padding between them */
      const Pump *const pump = &machine->is.pump;
      const float numbers[] = {pump->to_x, pump->to_z, pump->radius, pump->rate, (float)pump->on};
      hash = hash_bytes(hash, numbers, sizeof numbers);
      hash = hash_bytes(hash, &pump->residual, sizeof pump->residual);
      if (pump->dye != 0) hash = hash_bytes(hash, &pump->dye, sizeof pump->dye);
    }
  }
  return hash;
}
