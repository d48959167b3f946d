#include "world/air/spray.h"

#include <math.h>

#include "base/hash.h"
#include "base/maths.h"
#include "base/rng.h"
#include "world/air/births.h"
#include "world/air/drops.h"

#define AIR_DRAG 0.25f  /* 1/s, of clumps */
#define MIST_DRAG 2.5f  /* 1/s, of mist: it falls at g/MIST_DRAG*MIST_FALL, about a metre a second */
#define MIST_FALL 0.25f /* share of gravity that acts on mist */
#define AGE_MAX 8.0f    /* s after which a drop lands wherever it is */

/* --- flight ----------------------------------------------------------------------------------------------------------------------- */

/* Brings a coordinate that has left [0, extent] back where the sides are walls (the drop runs down them) or joined. False: it has left
 * through a side behind which the water goes on. */
static bool hold_within(const World *world, WeirSide low, WeirSide high, float extent, float *at, float *velocity) {
  if (*at >= 0 && *at <= extent) return true;
  const WeirEdge kind = weir_water_boundary(world->water, *at < 0 ? low : high).kind;
  if (kind == WEIR_PERIODIC) {
    *at += *at < 0 ? extent : -extent;
    return true;
  }
  *at = *at < 0 ? 0 : extent;
  *velocity = 0;
  return kind == WEIR_REFLECT;
}

static void fly(const World *world, Drop *drop, float dt) {
  const float slower = 1.0f / (1.0f + (drop->mist ? MIST_DRAG : AIR_DRAG) * dt);
  drop->velocity[1] -= (drop->mist ? MIST_FALL : 1.0f) * world->params.gravity * dt;
  for (int n = 0; n < 3; n++) {
    drop->velocity[n] *= slower;
    drop->position[n] += drop->velocity[n] * dt;
  }
  drop->age += dt;
}

/* Returns true if the drop falls and has come down to the surface of its cell, or is older than AGE_MAX. */
static bool has_landed(const World *world, WeirView ground, WeirView depth, const Drop *drop) {
  if (drop->velocity[1] > 0) return false;
  const int64_t cell = drops_cell_at(world, drop->position[0], drop->position[2]), k = cell / world->nx, i = cell - k * world->nx;
  return drop->age > AGE_MAX || drop->position[1] <= ground.data[k * ground.stride + i] + depth.data[k * depth.stride + i];
}

static void spray_fly(World *world, Landings *landings) {
  Spray *const spray = &world->spray;
  const WeirView ground = weir_water_terrain(world->water), depth = weir_water_depth(world->water);
  const float side_x = (float)world->nx * world->cell, side_z = (float)world->nz * world->cell;
  int kept = 0;
  for (int n = 0; n < spray->count; n++) {
    Drop *const drop = &spray->drops[n];
    fly(world, drop, world->params.tick);
    if (!hold_within(world, WEIR_WEST, WEIR_EAST, side_x, &drop->position[0], &drop->velocity[0]) ||
        !hold_within(world, WEIR_NORTH, WEIR_SOUTH, side_z, &drop->position[2], &drop->velocity[2])) {
      spray->removed += drop->volume;
    } else if (has_landed(world, ground, depth, drop)) {
      drops_land(world, drop, landings);
    } else {
      spray->drops[kept++] = *drop;
    }
  }
  spray->count = kept;
}

/* --- all of it -------------------------------------------------------------------------------------------------------------------- */

void spray_step(World *world) {
  Spray *const spray = &world->spray;
  if (world->params.spray <= 0 && spray->count == 0 && spray->residual == 0) return;
  Landings landings;
  landings.count = 0;
  spray_fly(world, &landings);
  drops_return(world, &landings);
  if (world->params.spray <= 0) return;
  Rng rng = {.state = world->seed ^ ((uint64_t)world->tick * 0xd1342543de82ef95ull)};
  births_of_water(world, &rng);
  births_of_bodies(world, &rng);
}

double spray_volume(const Spray *spray) {
  double sum = spray->residual;
  for (int n = 0; n < spray->count; n++) sum += spray->drops[n].volume;
  return sum;
}

uint64_t spray_hash(const Spray *spray, float parameter, uint64_t hash) {
  if (parameter <= 0 && spray->count == 0) return hash;
  for (int n = 0; n < spray->count; n++) {
    const Drop *const drop = &spray->drops[n];
    hash = hash_bytes(hash, drop->position, sizeof drop->position);
    hash = hash_bytes(hash, drop->velocity, sizeof drop->velocity);
    hash = hash_bytes(hash, &drop->age, sizeof drop->age);
    hash = hash_bytes(hash, &drop->volume, sizeof drop->volume);
  }
  return hash_bytes(hash, &spray->residual, sizeof spray->residual);
}
