/* The water, the bodies and the camera as the world began (WorldBegan), by which scenery is placed. */
#include "base/maths.h"
#include "base/memory.h"
#include "world/world_private.h"

bool began_create(World *world, int body_count) {
  WorldBegan *const began = &world->began;
  began->depth = memory_create(2 * (size_t)world->nx * (size_t)world->nz, sizeof *began->depth);
  began->bodies = memory_create(body_count > 0 ? (size_t)body_count : 1, sizeof *began->bodies);
  began->body_count = body_count;
  return began->depth && began->bodies;
}

void began_destroy(World *world) {
  memory_free(world->began.depth);
  memory_free(world->began.bodies);
}

bool began_note(World *world) {
  if (!began_create(world, world->body_count)) return false;
  const WeirView depths = weir_water_depth(world->water);
  uint8_t *bytes = world->began.depth;
  for (int k = 0; k < depths.nz; k++)
    for (int i = 0; i < depths.nx; i++, bytes += 2) {
      const unsigned places = (unsigned)maths_minf(depths.data[k * depths.stride + i] * WORLD_BEGAN_PLACES + 0.5f, 65535.0f);
      bytes[0] = (uint8_t)(places & 255u);
      bytes[1] = (uint8_t)(places >> 8);
    }
  for (int n = 0; n < world->body_count; n++) {
    const Body *const body = &world->bodies[n];
    float *const noted = world->began.bodies[n];
    noted[0] = body->position[0], noted[1] = body->position[2];
    noted[2] = maths_maxf(body->shape.half[0], maths_maxf(body->shape.half[1], body->shape.half[2]));
  }
  return true;
}
