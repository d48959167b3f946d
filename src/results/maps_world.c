#include "results/maps_world.h"

#include <string.h>

#include "base/memory.h"

/* Copies a view without its padding. Returns NULL if memory runs out. */
static float *copy_view(WeirView view) {
  float *const copy = memory_create((size_t)view.nx * (size_t)view.nz, sizeof *copy);
  for (int k = 0; copy && k < view.nz; k++)
    memcpy(copy + (ptrdiff_t)k * view.nx, view.data + k * view.stride, (size_t)view.nx * sizeof *copy);
  return copy;
}

bool maps_world_copy(MapsWorld *copy, const World *world, const Scene *scene) {
  *copy = (MapsWorld){.scene = scene, .nx = world->nx, .nz = world->nz, .cell = world->cell, .time = world->time};
  copy->has_bodies = world->body_count > 0;
  copy->ground = copy_view(weir_water_terrain(world->water));
  copy->depth = copy_view(weir_water_depth(world->water));
  if (copy->ground && copy->depth) return true;
  maps_world_free(copy);
  return false;
}

void maps_world_free(MapsWorld *copy) {
  memory_free(copy->ground);
  memory_free(copy->depth);
  *copy = (MapsWorld){0};
}
