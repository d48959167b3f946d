/* Bodies leave the world through sides that let water through (open, level, inflow, wave, zero): a floating body passes the wall there, is
 * carried by the water beyond as by the water within, and is removed once it is outside. A body that a wall held in the side acted as an
 * orifice: six logs across the end of a stream drained it from 1.9 m to 0.014 m. */
#include <math.h>

#include "world/world_private.h"

#define OUT_SHARE 0.9f    /* of its reach: a body whose middle is as far outside has left; less than a tenth of it is over the grid */
#define OUT_SPEEDUP 0.3f  /* m/s2, and m/s up to which it acts: what crosses a side does not stay there */
#define OUT_FALL 20.0f    /* m below the ground: what has no water beyond the side falls, and has left then, too */
#define BORNE_SHARE 0.05f /* of a body over the grid, at least, for its water to tell how it is borne */

void leaving_begin(World *world) {
  unsigned sides = 0;
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) {
    const WeirEdge kind = weir_water_boundary(world->water, (WeirSide)side).kind;
    if (kind == WEIR_OPEN || kind == WEIR_LEVEL || kind == WEIR_INFLOW || kind == WEIR_WAVE || kind == WEIR_SEA || kind == WEIR_ZERO)
      sides |= 1u << side;
  }
  world->own->exits = sides;
}

/* Returns how far a body reaches through a side of the grid, m, negative if it is within; writes how far its middle is outside. */
static float reach_through(const World *world, const Body *body, int side, float *middle) {
  const int axis = side == WEIR_WEST || side == WEIR_EAST ? 0 : 2;
  const float wide = (float)(axis == 0 ? world->nx : world->nz) * world->cell;
  const dReal *const position = dBodyGetPosition(body->ode_body);
  *middle = side == WEIR_WEST || side == WEIR_NORTH ? -(float)position[axis] : (float)position[axis] - wide;
  return *middle + body_reach(body->shape.half, body->shape.rotation, axis);
}

static bool can_leave_by(const World *world, const Body *body, int side) {
  if (!(world->own->exits & 1u << side)) return false;
  const int leader = world_body(world, body->group);
  const BodyKind kind = leader >= 0 ? world->bodies[leader].kind : body->kind;
  return !body_is_fixed(body) && !body_kind(kind)->is_machine;
}

bool leaving_passes(const World *world, const Body *body, int side) {
  float middle;
  if (!can_leave_by(world, body, side)) return false;
  return body->water.submerged > 0 || reach_through(world, body, side, &middle) > 0.5f * world->cell;
}

void leaving_bear(const World *world, int index, WeirForce *force) {
  const Body *const body = &world->bodies[index];
  static const float outward[WEIR_SIDE_COUNT] = {-1, 1, -1, 1};
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) {
    float middle;
    if (!can_leave_by(world, body, side) || !(reach_through(world, body, side, &middle) > 0)) continue;
    const int axis = side == WEIR_WEST || side == WEIR_EAST ? 0 : 2;
    const float speed = outward[side] * body->shape.velocity[axis];
    if (body->water.submerged > 0 && speed < OUT_SPEEDUP) force->force[axis] += outward[side] * OUT_SPEEDUP * body->shape.mass;
    const float *const half = body->shape.half, box = 8 * half[0] * half[1] * half[2];
    const float round = body->shape.shape == WEIR_CYLINDER ? 0.25f * (float)M_PI * box : box;
    const float over = force->volume / (body->kind == BODY_HULL ? world->hulls[body->hull].volume : round);
    if (!(over > BORNE_SHARE && over < 1)) continue;
    force->force[1] /= over;
    force->torque[0] *= over * over;
    force->torque[2] *= over * over;
    return; /* the share is that of all sides */
  }
}

float leaving_room(const World *world, const Body *body, int side) {
  return can_leave_by(world, body, side) ? 1e6f : 0;
}

static bool has_left(const World *world, const Body *body) {
  const float fallen = weir_water_terrain_at(world->water, body->position[0], body->position[2]) - OUT_FALL;
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) {
    float middle;
    if (!can_leave_by(world, body, side)) continue;
    const float through = reach_through(world, body, side, &middle), reach = through - middle;
    if (middle > OUT_SHARE * reach || (middle > 0 && body->position[1] < fallen)) return true;
  }
  return false;
}

/* Removes groups whose first body has left: a car goes with its wheels. */
void leaving_remove(World *world) {
  if (world->own->exits == 0) return;
  for (int n = world->body_count - 1; n >= 0; n--) {
    if (n >= world->body_count) continue; /* went with its group */
    const Body *const body = &world->bodies[n];
    if (body->serial != body->group || !has_left(world, body)) continue;
    bodies_remove(world, body->serial);
    world->left++;
  }
}
