/* Dams: rows of fixed blocks that hold water back until COMMAND_RELEASE_DAM. A block stands on the lowest ground under it, so those at the
 * ends are set into the bank. These stay: let go, a block inside the ground is thrown out of it, with all that it strikes. */
#include <math.h>

#include "base/maths.h"
#include "world/world_private.h"

#define BREACH 2.5 /* s, between the release of a dam's first and last block */

static const float block_width = 2.5f; /* m, rounded so that whole blocks fill the dam */
static const float block_gap = 0.01f;  /* m, between two blocks: they must not touch while they stand */
static const float buried = 0.33f;     /* of its height that ground may reach up a block that goes; more throws blocks metres up */

/* m: the lowest and the highest ground under a block. Water would run under a block that stood on the highest. */
static void ground_under(const World *world, float x, float z, const float along[2], float half_width, float half_thickness, float *low,
                         float *high) {
  *low = INFINITY, *high = -INFINITY;
  for (int i = -2; i <= 2; i++)
    for (int k = -1; k <= 1; k++) {
      const float a = 0.5f * (float)i * half_width, b = (float)k * half_thickness;
      const float level = weir_water_terrain_at(world->water, x + a * along[0] - b * along[1], z + a * along[1] + b * along[0]);
      *low = maths_minf(*low, level), *high = maths_maxf(*high, level);
    }
}

void dams_build(World *world) {
  const float wide = (float)world->nx * world->cell, deep = (float)world->nz * world->cell;
  for (const SceneDam *dam = world->scene.dams; dam < world->scene.dams + world->scene.dam_count; dam++) {
    const float from[2] = {dam->x0 * wide, dam->z0 * deep}, way[2] = {(dam->x1 - dam->x0) * wide, (dam->z1 - dam->z0) * deep};
    const float length = maths_hypotf(way[0], way[1]);
    if (!(length > 0)) continue;
    const int count = (int)maths_clampf(roundf(length / block_width), 1.0f, 200.0f);
    const float along[2] = {way[0] / length, way[1] / length}, width = length / (float)count;
    for (int n = 0; n < count; n++) {
      const float share = ((float)n + 0.5f) / (float)count, x = from[0] + share * way[0], z = from[1] + share * way[1];
      float foot, ignored;
      ground_under(world, x, z, along, 0.5f * width, 0.5f * dam->thickness, &foot, &ignored);
      if (dam->level - foot < 0.2f) continue; /* the bank holds here */
      bodies_add(world, &(BodyDrop){.material = dam->material,
                                    .x = x,
                                    .y = 0.5f * (foot + dam->level),
                                    .z = z,
                                    .yaw = maths_atan2f(-along[1], along[0]),
                                    .size = {width - block_gap, dam->level - foot, dam->thickness},
                                    .set = true,
                                    .held = true});
    }
  }
}

/* --- letting go ------------------------------------------------------------------------------------------------------------ */

/* Not all at once: blocks that float up together would stay in a row. Multiples of the golden ratio scatter the times over BREACH. */
void bodies_release(World *world) {
  for (int n = 0; n < world->body_count; n++) {
    Body *const body = &world->bodies[n];
    const float *const r = body->shape.rotation, *const half = body->shape.half, *const p = body->shape.position;
    const double odd = 0.6180339887 * (body->serial + 1);
    float low, high;
    if (!body->held || body->free_at > 0) continue;
    ground_under(world, p[0], p[2], (float[2]){r[0], r[6]}, half[0], half[2], &low, &high);
    if (high - (p[1] - half[1]) > buried * 2 * half[1]) continue; /* set into the bank, as the ground is now */
    body->free_at = world->time + (double)world->params.tick + BREACH * (odd - floor(odd));
  }
}

void bodies_come_free(World *world) {
  bool any = false;
  for (int n = 0; n < world->body_count; n++) {
    Body *const body = &world->bodies[n];
    if (!body->held || !(body->free_at > 0) || world->time < body->free_at) continue;
    dBodySetDynamic(body->ode_body);
    body->held = false;
    any = true;
  }
  if (any) sleeping_wake_all(world);
}
