/* The list of machines. */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/maths.h"
#include "world/machines/machines.h"

bool machines_have_room(const World *world) {
  return world->machine_count < WORLD_MACHINES_MAX;
}

WorldMachine *machines_new(World *world, MachineKind kind, float x, float z) {
  if (!machines_have_room(world)) return NULL;
  WorldMachine *const machine = &world->machines[world->machine_count++];
  memset(machine, 0, sizeof *machine);
  machine->kind = kind;
  machine->x = x, machine->z = z;
  return machine;
}

WorldMachine *machines_find(World *world, MachineKind kind, int which, float x, float z) {
  WorldMachine *found = NULL;
  float nearest = INFINITY;
  for (int n = 0, count = 0; n < world->machine_count; n++) {
    WorldMachine *const machine = &world->machines[n];
    if (machine->kind != kind) continue;
    const float distance = which < 0 ? maths_hypotf(machine->x - x, machine->z - z) : count == which ? 0 : INFINITY;
    if (distance < nearest) nearest = distance, found = machine;
    count++;
  }
  return found;
}

void machines_remove(World *world, WorldMachine *machine) {
  const ptrdiff_t index = machine - world->machines;
  world->machine_count--;
  memmove(machine, machine + 1, sizeof *machine * (size_t)(world->machine_count - index));
}

void machines_forget(World *world, uint32_t serial) {
  for (int n = 0; n < world->machine_count; n++) {
    WorldMachine *const machine = &world->machines[n];
    if (machine_info(machine->kind)->body == BODY_KIND_COUNT || machine->serial != serial) continue;
    machines_remove(world, machine);
    return;
  }
}
