/* Where a ray from the eye first meets something: the surface is marched by half cells and the crossing bisected. */
#include <math.h>

#include "world/world.h"

enum { BISECTIONS = 24, STEPS_MAX = 40000 };

static float above_surface(const World *world, const float p[3]) {
  return p[1] - weir_water_surface_at(world->water, p[0], p[2]);
}

static void along(const float origin[3], const float direction[3], float t, float out[3]) {
  for (int n = 0; n < 3; n++) out[n] = origin[n] + t * direction[n];
}

/* The stretch of the ray over the grid, between the lowest ground and the highest surface: [*t0, *t1], in metres. */
static bool ray_over_grid(const World *world, const float o[3], const float d[3], float *t0, float *t1) {
  float low = INFINITY, high = -INFINITY;
  for (int n = 0; n < world->nx * world->nz; n++) {
    low = fminf(low, world->terrain[n]);
    high = fmaxf(high, world->terrain[n] + world->depth[n]);
  }
  const float side[3] = {(float)world->nx * world->cell, 0, (float)world->nz * world->cell};
  *t0 = 0;
  *t1 = 1e6f;
  for (int n = 0; n < 3; n++) {
    const float a = n == 1 ? low - 1.0f : 0.0f, b = n == 1 ? high + 1.0f : side[n];
    if (fabsf(d[n]) < 1e-9f) {
      if (o[n] < a || o[n] > b) return false;
      continue;
    }
    const float ta = (a - o[n]) / d[n], tb = (b - o[n]) / d[n];
    *t0 = fmaxf(*t0, fminf(ta, tb));
    *t1 = fminf(*t1, fmaxf(ta, tb));
  }
  return *t0 < *t1;
}

static bool pick_surface(const World *world, const float o[3], const float d[3], float *hit) {
  float t0, t1, p[3];
  if (!ray_over_grid(world, o, d, &t0, &t1)) return false;
  const float step = fmaxf(0.5f * world->cell, (t1 - t0) / STEPS_MAX);
  float before = t0;
  along(o, d, t0, p);
  if (above_surface(world, p) < 0) return false; /* from below: under water or ground */
  for (float t = t0 + step; before < t1; t += step) {
    along(o, d, fminf(t, t1), p);
    if (above_surface(world, p) <= 0) {
      float low = before, high = fminf(t, t1);
      for (int n = 0; n < BISECTIONS; n++) {
        const float middle = 0.5f * (low + high);
        along(o, d, middle, p);
        if (above_surface(world, p) > 0) {
          low = middle;
        } else {
          high = middle;
        }
      }
      *hit = high;
      return true;
    }
    before = t;
  }
  return false;
}

/* Ray against an oriented box by slabs in the body's own axes. */
static bool pick_body(const WeirBody *body, const float o[3], const float d[3], float *hit) {
  float t0 = 0, t1 = INFINITY;
  for (int own = 0; own < 3; own++) {
    float from = 0, dir = 0;
    for (int n = 0; n < 3; n++) {
      from += body->rotation[3 * n + own] * (o[n] - body->position[n]);
      dir += body->rotation[3 * n + own] * d[n];
    }
    if (fabsf(dir) < 1e-9f) {
      if (fabsf(from) > body->half[own]) return false;
      continue;
    }
    const float a = (-body->half[own] - from) / dir, b = (body->half[own] - from) / dir;
    t0 = fmaxf(t0, fminf(a, b));
    t1 = fminf(t1, fmaxf(a, b));
  }
  *hit = t0;
  return t0 < t1;
}

Pick world_pick(const World *world, const float origin[3], const float direction[3]) {
  Pick pick = {.body = -1};
  const float length = sqrtf(direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2]);
  if (!(length > 0) || !isfinite(length) || !isfinite(origin[0] + origin[1] + origin[2])) return pick;
  const float d[3] = {direction[0] / length, direction[1] / length, direction[2] / length};
  float nearest = INFINITY, t;
  if (pick_surface(world, origin, d, &t)) nearest = t;
  for (int n = 0; n < world->body_count; n++)
    if (pick_body(&world->bodies[n].shape, origin, d, &t) && t < nearest) {
      nearest = t;
      pick.body = n;
    }
  if (!(nearest < INFINITY)) return pick;
  pick.hit = true;
  along(origin, d, nearest, pick.position);
  pick.wet = pick.body < 0 && weir_water_depth_at(world->water, pick.position[0], pick.position[2]) > 0.01f;
  return pick;
}
