#include "picture/other_future.h"

#include <string.h>

static const float wet_m = 0.02f;

static void add(OtherFuture *other, const float from[3], const float to[3]) {
  if (other->count == OTHER_LINES) return;
  memcpy(other->ends[other->count], from, 3 * sizeof *from);
  memcpy(other->ends[other->count++] + 3, to, 3 * sizeof *to);
}

/* A corner of the body's box; bits 0 to 2 of `corner` say at which end of each axis. */
static void corner_of(const Body *body, int corner, float at[3]) {
  const WeirBody *const shape = &body->shape;
  for (int axis = 0; axis < 3; axis++) {
    at[axis] = shape->position[axis];
    for (int n = 0; n < 3; n++) at[axis] += shape->rotation[3 * axis + n] * shape->half[n] * (corner & 1 << n ? 1.0f : -1.0f);
  }
}

/* The branch's ground and depth, of which the lines are made. */
typedef struct Shore {
  WeirView ground, depth;
  float cell;
} Shore;

static float depth_at(const Shore *s, int i, int k) {
  return s->depth.data[k * s->depth.stride + i];
}

/* Every n-th of the lines, so that there is room for all of the shore; returns how many there are. */
static int add_shore(OtherFuture *other, const Shore *s, int every) {
  int count = 0;
  for (int k = 0; k < s->depth.nz; k++)
    for (int i = 0; i < s->depth.nx; i++)
      for (int axis = 0; axis < 2; axis++) {
        const int i1 = i + (axis == 0), k1 = k + (axis == 1);
        if (i1 >= s->depth.nx || k1 >= s->depth.nz) continue;
        const bool wet = depth_at(s, i, k) > wet_m;
        if (wet == (depth_at(s, i1, k1) > wet_m) || count++ % every != 0) continue;
        const int x = wet ? i : i1, z = wet ? k : k1;
        const float y = s->ground.data[z * s->ground.stride + x] + depth_at(s, x, z);
        const float from[3] = {(float)i1 * s->cell, y, (float)k1 * s->cell};
        const float to[3] = {(float)(i + 1) * s->cell, y, (float)(k + 1) * s->cell};
        add(other, from, to);
      }
  return count;
}

void other_future_build(OtherFuture *other, const World *world) {
  const Shore shore = {weir_water_terrain(world->water), weir_water_depth(world->water), world->cell};
  other->count = 0;
  for (int n = 0; n < 8 * world->body_count; n++)
    for (int axis = 0; axis < 3; axis++) { /* the edges of each body's box */
      const Body *const body = &world->bodies[n / 8];
      const int corner = n % 8;
      float from[3], to[3];
      if (corner & 1 << axis) continue;
      corner_of(body, corner, from);
      corner_of(body, corner | 1 << axis, to);
      add(other, from, to);
    }
  const int bodies = other->count, room = OTHER_LINES - bodies;
  const int count = add_shore(other, &shore, 1);
  if (count <= room || room == 0) return;
  other->count = bodies;
  add_shore(other, &shore, (count + room - 1) / room);
}

void other_future_project(OtherFuture *other, const Camera *camera, int width, int height) {
  other->shown = 0;
  other->width = width;
  for (int n = 0; n < other->count; n++) {
    float *const pixels = other->pixels[other->shown];
    if (camera_pixel(camera, other->ends[n], width, height, pixels) && camera_pixel(camera, other->ends[n] + 3, width, height, pixels + 2))
      other->shown++;
  }
}
