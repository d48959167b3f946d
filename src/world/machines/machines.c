/* The table of the kinds of machines, their list, and what is done for all of them. */
#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "base/maths.h"
#include "format/stream.h"
#include "world/world_private.h"

#define ADDRESS(kind, row) [MACHINE_##kind] = &row##_machine,
static const MachineInfo *const kinds[MACHINE_KIND_COUNT] = {MACHINE_KINDS(ADDRESS)};

const MachineInfo *machine_info(MachineKind kind) {
  return kinds[kind];
}

WorldMachine *machines_new(World *world, MachineKind kind, float x, float z, const Body *body) {
  if (world->machine_count == WORLD_MACHINES_MAX) return NULL;
  WorldMachine *const machine = &world->machines[world->machine_count++];
  memset(machine, 0, sizeof *machine);
  machine->kind = kind;
  machine->x = x, machine->z = z;
  if (body) machine->serial = body->serial;
  return machine;
}

WorldMachine *machines_find(World *world, MachineKind kind, const MachineSet *set) {
  WorldMachine *found = NULL;
  float nearest = INFINITY;
  for (int n = 0, count = 0; n < world->machine_count; n++) {
    WorldMachine *const machine = &world->machines[n];
    if (machine->kind != kind) continue;
    const float distance = set->which < 0 ? maths_hypotf(machine->x - set->x, machine->z - set->z) : count == set->which ? 0 : INFINITY;
    if (distance < nearest) nearest = distance, found = machine;
    count++;
  }
  return found;
}

int machines_numbered(const World *world, MachineKind kind, int number) {
  for (int n = 0, count = 0; n < world->machine_count; n++) {
    if (world->machines[n].kind != kind) continue;
    if (world->machines[n].number == number) return count;
    count++;
  }
  return -1;
}

void machines_number(World *world, MachineKind kind, int number) {
  WorldMachine *const last = world->machine_count > 0 ? &world->machines[world->machine_count - 1] : NULL;
  if (last && last->kind == kind && last->number == 0) last->number = number;
}

WorldMachine *machines_of(World *world, MachineKind kind, uint32_t serial) {
  for (WorldMachine *machine = world->machines; machine < world->machines + world->machine_count; machine++)
    if (machine->kind == kind && machine->serial == serial) return machine;
  return NULL;
}

void machines_remove(World *world, WorldMachine *machine) {
  const ptrdiff_t index = machine - world->machines;
  world->machine_count--;
  memmove(machine, machine + 1, sizeof *machine * (size_t)(world->machine_count - index));
}

void machines_forget(World *world, uint32_t serial) {
  for (int n = 0; n < world->machine_count; n++) {
    WorldMachine *const machine = &world->machines[n];
    if (kinds[machine->kind]->body == BODY_KIND_COUNT || machine->serial != serial) continue;
    machines_remove(world, machine);
    return;
  }
}

/* Those without bodies come last in the list, as they always have: hashes follow the list. */
void machines_build(World *world) {
  for (int bodiless = 0; bodiless < 2; bodiless++)
    for (int kind = 0; kind < MACHINE_KIND_COUNT; kind++)
      if (kinds[kind]->build && (kinds[kind]->body == BODY_KIND_COUNT) == bodiless) kinds[kind]->build(world);
}

#define FOR_EACH(machine, has)                                                                               \
  for (WorldMachine *machine = world->machines; machine < world->machines + world->machine_count; machine++) \
    if (kinds[machine->kind]->has)

void machines_step(World *world) {
  FOR_EACH(machine, step) kinds[machine->kind]->step(world, machine);
}

void machines_drive(World *world, double dt) {
  FOR_EACH(machine, drive) kinds[machine->kind]->drive(world, machine, dt);
}

void machines_follow(World *world) {
  FOR_EACH(machine, follow) kinds[machine->kind]->follow(world, machine);
}

void machines_drag(World *world, const Body *body, float height) {
  FOR_EACH(machine, drag) if (machine->serial == body->serial) kinds[machine->kind]->drag(machine, height);
}

uint64_t machines_hash(const World *world, uint64_t hash) {
  for (int n = 0; n < world->machine_count; n++) {
    const WorldMachine *const machine = &world->machines[n];
    const MachineInfo *const info = kinds[machine->kind];
    hash = hash_bytes(hash, &machine->kind, sizeof machine->kind);
    hash = info->hash ? info->hash(machine, hash) : hash_bytes(hash, &machine->is, info->state->size);
  }
  return hash;
}
