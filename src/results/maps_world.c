#include "results/maps_world.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Copies a view without its padding. Returns NULL if memory runs out. */
static float *copy_view(WeirView view) {
  float *const copy = memory_create((size_t)view.nx * (size_t)view.nz, sizeof *copy);
  for (int k = 0; copy && k < view.nz; k++)
    memcpy(copy + (ptrdiff_t)k * view.nx, view.data + k * view.stride, (size_t)view.nx * sizeof *copy);
  return copy;
}

/* Returns twice the area of a triangle, positive where it turns left. */
static float turn(const float *a, const float *b, const float *c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

static int by_place(const void *a, const void *b) {
  const float *const p = a, *const q = b;
  const int n = p[0] < q[0] || p[0] > q[0] ? 0 : 1;
  return (p[n] > q[n]) - (p[n] < q[n]);
}

/* Finds the outline of points from above: Andrew's chain (1979), along the lower side and back along the upper one. */
static void find_outline(float points[MAPS_OUTLINE][2], MapsBody *body) {
  float chain[2 * MAPS_OUTLINE][2];
  int count = 0, least = 1; /* points of the chain that stay */
  qsort(points, MAPS_OUTLINE, sizeof *points, by_place);
  for (int n = 0; n < 2 * MAPS_OUTLINE - 1; n++) {
    const bool back = n >= MAPS_OUTLINE;
    const float *const point = points[back ? 2 * MAPS_OUTLINE - 2 - n : n];
    if (n == MAPS_OUTLINE) least = count;
    while (count > least && turn(chain[count - 2], chain[count - 1], point) <= 0) count--;
    memcpy(chain[count++], point, sizeof *chain);
  }
  body->count = count - 1 < MAPS_OUTLINE ? count - 1 : MAPS_OUTLINE; /* the last is the first */
  memcpy(body->points, chain, sizeof *chain * (size_t)body->count);
}

static void copy_body(const Body *from, MapsBody *body) {
  const float *const half = from->shape.half, *const r = from->shape.rotation;
  float points[MAPS_OUTLINE][2];
  for (int n = 0; n < MAPS_OUTLINE; n++) {
    const float at[3] = {n & 1 ? half[0] : -half[0], n & 2 ? half[1] : -half[1], n & 4 ? half[2] : -half[2]};
    points[n][0] = from->position[0] + r[0] * at[0] + r[1] * at[1] + r[2] * at[2];
    points[n][1] = from->position[2] + r[6] * at[0] + r[7] * at[1] + r[8] * at[2];
  }
  find_outline(points, body);
}

bool maps_world_copy(MapsWorld *copy, const World *world, const Scene *scene) {
  *copy = (MapsWorld){.scene = scene, .nx = world->nx, .nz = world->nz, .cell = world->cell, .time = world->time};
  copy->body_count = world->body_count;
  copy->bodies = memory_create(world->body_count > 0 ? (size_t)world->body_count : 1, sizeof *copy->bodies);
  for (int n = 0; copy->bodies && n < world->body_count; n++) copy_body(&world->bodies[n], &copy->bodies[n]);
  copy->ground = copy_view(weir_water_terrain(world->water));
  copy->depth = copy_view(weir_water_depth(world->water));
  if (copy->ground && copy->depth && copy->bodies) return true;
  maps_world_free(copy);
  return false;
}

static void *copy_array(const void *from, size_t count, size_t size) {
  void *const copy = memory_create(count > 0 ? count : 1, size);
  if (copy && count > 0) memcpy(copy, from, count * size);
  return copy;
}

bool maps_world_again(MapsWorld *copy, const MapsWorld *from, const Scene *scene) {
  const size_t cells = (size_t)from->nx * (size_t)from->nz;
  *copy = *from;
  copy->scene = scene;
  copy->ground = copy_array(from->ground, cells, sizeof *copy->ground);
  copy->depth = copy_array(from->depth, cells, sizeof *copy->depth);
  copy->bodies = copy_array(from->bodies, (size_t)from->body_count, sizeof *copy->bodies);
  if (copy->ground && copy->depth && copy->bodies) return true;
  maps_world_free(copy);
  return false;
}

void maps_world_free(MapsWorld *copy) {
  memory_free(copy->ground);
  memory_free(copy->depth);
  memory_free(copy->bodies);
  *copy = (MapsWorld){0};
}
