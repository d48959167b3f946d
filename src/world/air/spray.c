/* Water in the air: clumps of drops that breaking water and moving bodies throw up, that fly as parabolas with some drag, and that fall
 * back. Each carries a volume which is taken from the water at its birth and given back where it lands: water and air together hold
 * what they held. Serial code with random numbers of its own, from the world's seed and the tick. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/maths.h"
#include "base/rng.h"
#include "world/world_private.h"

#define AIR_DRAG 0.25f  /* 1/s, of clumps */
#define MIST_DRAG 2.5f  /* 1/s, of mist: it falls at g/MIST_DRAG*MIST_FALL, about a metre a second */
#define MIST_FALL 0.25f /* share of gravity that acts on mist */
#define AGE_MAX 8.0f    /* s after which a drop lands wherever it is */

/* One row in SCAN_ROWS is looked over in a tick: it costs that share of a pass over the grid, and a front is seen three times a second at a
 * tick of 0.02 s. The order of rows is that of reversed bits, so that the drops of a tick do not stand in a row that wanders. */
enum { SCAN_ROWS = 16, CLUMP = 6, BODY_CLUMPS_MAX = 16, CELL_DROPS_MAX = 8 };
static const int scan_order[SCAN_ROWS] = {0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15};

#define STEEP 0.6f        /* slope of a surface that breaks */
#define FAST 1.5f         /* m/s, of water or of a body against water: slower water holds together */
#define FULL_SPEED 5.0f   /* m/s above FAST at which breaking water throws up the most */
#define CELL_RATE 9.0f    /* drops a second from a cell of breaking water at the most */
#define BODY_RATE 130.0f  /* clumps a second around a body for each m/s above FAST */
#define DEPTH_LEAST 0.05f /* m: thinner water makes no spray */
#define SHARE 0.02f       /* of a cell's water that one event may take */
#define LAYER 0.004f      /* m of a cell's water that one drop carries at most */
#define RISE_MAX 7.0f     /* m/s upwards at birth: 2.5 m high */
#define WET 1e-3f         /* m: shallower is dry */
#define DRIP_LEAST 2e-4f  /* m of water on a body's top: less clings to it */
#define DRIP_FULL 1e-2f   /* m on top with which most drops fall from its edge */
#define DRIP_RATE 85.0f   /* drops a second from each m of that edge at the most: 1.7 l/s, what a weir lets over of water so deep */
#define DRIP_VOLUME 2e-5f /* m3 that one of them carries at most */

/* --- the volume of drops: what the air takes from the water and what it returns, cell by cell -------------------------------------- */

/* Water on its way back to a cell: a value in a list of this tick. */
typedef struct Landing {
  int64_t cell;
  int order; /* of landing: makes the sum of a cell the same every time */
  double volume;
} Landing;

/* The drops that land in one tick, 96 KiB: on the stack, for worlds may be stepped side by side. */
typedef struct Landings {
  Landing list[WORLD_DROPS_MAX];
  int count;
} Landings;

/* Returns k*nx + i of the cell at a place in metres, or of the nearest. */
static int64_t cell_at(const World *world, float x, float z) {
  const int i = (int)maths_clampf(floorf(x / world->cell), 0, (float)(world->nx - 1));
  const int k = (int)maths_clampf(floorf(z / world->cell), 0, (float)(world->nz - 1));
  return (int64_t)k * world->nx + i;
}

/* Adds m3 to a cell (negative: takes them). Returns those that really went in. A brush without radius holds one cell. */
static double add_to_cell(World *world, int64_t cell, double volume) {
  const float x = ((float)(cell % world->nx) + 0.5f) * world->cell, z = ((float)(cell / world->nx) + 0.5f) * world->cell;
  return weir_water_add(world->water, x, z, 0, volume);
}

static int landing_compare(const void *a, const void *b) {
  const Landing *const p = a, *const q = b;
  if (p->cell != q->cell) return p->cell < q->cell ? -1 : 1;
  return p->order - q->order;
}

/* Returns what has landed to the water, with one call a cell. What the water does not take (roundings; all of it on a membrane's land)
 * stays in the residual, which goes to where water was taken last. */
static void return_landed(World *world, Landings *landings) {
  Spray *const spray = &world->spray;
  qsort(landings->list, (size_t)landings->count, sizeof landings->list[0], landing_compare);
  for (int n = 0; n < landings->count;) {
    const int64_t cell = landings->list[n].cell;
    double volume = 0;
    for (; n < landings->count && landings->list[n].cell == cell; n++) volume += landings->list[n].volume;
    spray->residual += volume - add_to_cell(world, cell, volume);
  }
  const double least = 1e-6 * (double)world->cell * (double)world->cell; /* a thousandth of a millimetre: below it roundings wait */
  if (fabs(spray->residual) > least) spray->residual -= add_to_cell(world, spray->residual_cell, spray->residual);
}

/* Makes room for `count` more: when the air is full the oldest land at once. */
static void make_room(World *world, int count) {
  Spray *const spray = &world->spray;
  const int over = spray->count + count - WORLD_DROPS_MAX;
  if (over <= 0) return;
  for (int n = 0; n < over; n++)
    spray->residual += spray->drops[n].volume -
                       add_to_cell(world, cell_at(world, spray->drops[n].position[0], spray->drops[n].position[2]), spray->drops[n].volume);
  spray->count -= over;
  memmove(spray->drops, spray->drops + over, (size_t)spray->count * sizeof spray->drops[0]);
}

/* --- birth, where water breaks, around bodies that move against it, and from the edges of bodies that water lies on --- */

/* A throw of water into the air: a value, made by the two kinds of events. */
typedef struct Throw {
  float x, y, z;     /* m */
  float velocity[3]; /* m/s, mean of its drops */
  float spread;      /* m/s by which each of them differs at most, on each axis */
  int count;         /* of drops */
  bool drips;        /* drops fall one by one: none is mist, and each carries little */
} Throw;

/* Takes the drops' water from the cell under the throw, a small share of what it holds, and puts them into the air. */
static void throw_up(World *world, Rng *rng, const Throw *t) {
  Spray *const spray = &world->spray;
  const int64_t cell = cell_at(world, t->x, t->z);
  const WeirView depth = weir_water_depth(world->water);
  const float held = depth.data[(ptrdiff_t)(cell / world->nx) * depth.stride + (ptrdiff_t)(cell % world->nx)];
  const float each = t->drips ? maths_minf(DRIP_VOLUME / (world->cell * world->cell), LAYER) : LAYER;
  const float layer = maths_minf(SHARE * held, each * (float)t->count);
  if (t->count < 1 || held < DEPTH_LEAST) return;
  make_room(world, t->count);
  const double taken = -add_to_cell(world, cell, -(double)(layer * world->cell * world->cell));
  spray->residual_cell = cell;
  if (!(taken > 0)) return;
  for (int n = 0; n < t->count; n++) {
    Drop drop = {.position = {t->x, t->y, t->z},
                 .mist = rng_next(rng) % 5 == 0 && !t->drips,
                 .variant = rng_range(rng, 0, 1),
                 .volume = taken / t->count};
    for (int axis = 0; axis < 3; axis++) drop.velocity[axis] = t->velocity[axis] + rng_range(rng, -t->spread, t->spread);
    drop.velocity[1] = maths_minf(drop.velocity[1], RISE_MAX);
    drop.position[0] += rng_range(rng, -0.5f, 0.5f) * world->cell;
    drop.position[2] += rng_range(rng, -0.5f, 0.5f) * world->cell;
    drop.age = rng_range(rng, 0, world->params.tick);
    for (int axis = 0; axis < 3; axis++) drop.position[axis] += drop.age * drop.velocity[axis];
    spray->drops[spray->count++] = drop;
  }
}

/* A whole number whose mean is `mean`. */
static int random_count(Rng *rng, float mean, int most) {
  const int count = (int)(mean + rng_range(rng, 0, 1));
  return count < most ? count : most;
}

/* Fewer are born as the air fills, or the last to come would drive out those that just rose; a few always. */
static float room_left(const Spray *spray) {
  return maths_maxf(1.0f - (float)spray->count / (float)WORLD_DROPS_MAX, 0.2f);
}

/* --- breaking water --------------------------------------------------------------------------------------------------------------- */

/* m: how much a neighbour's surface stands above or below one's own; to a dry bank that stands higher there is no difference. */
static inline float difference(float own, float ground, float depth) {
  const float rise = ground + depth - own;
  return depth < WET && rise > 0 ? 0 : fabsf(rise);
}

/* m: the greatest difference of the surface from each inner cell of row `k` to its four neighbours; 0 where the water is thin. */
static void row_differences(WeirView ground, WeirView depth, int k, float *restrict steepest) {
  const float *restrict b = ground.data + k * ground.stride, *restrict bn = b - ground.stride, *restrict bs = b + ground.stride;
  const float *restrict d = depth.data + k * depth.stride, *restrict dn = d - depth.stride, *restrict ds = d + depth.stride;
  for (int i = 1; i < ground.nx - 1; i++) {
    const float own = b[i] + d[i];
    const float west = difference(own, b[i - 1], d[i - 1]), east = difference(own, b[i + 1], d[i + 1]);
    const float north = difference(own, bn[i], dn[i]), south = difference(own, bs[i], ds[i]);
    const float x = west > east ? west : east, z = north > south ? north : south, most = x > z ? x : z;
    steepest[i] = d[i] < DEPTH_LEAST ? 0 : most;
  }
}

/* A steep cell throws water up where it is fast for its depth too. */
static void break_cell(World *world, Rng *rng, int i, int k, float steep) {
  const float x = ((float)i + 0.5f) * world->cell, z = ((float)k + 0.5f) * world->cell;
  const WeirSample at = weir_water_sample(world->water, x, z);
  const float speed = maths_hypotf(at.velocity[0], at.velocity[2]), rise = maths_maxf(at.velocity[1], 0);
  const float fast = maths_maxf(speed, rise);
  if (fast < FAST || fast * fast < 0.6f * world->params.gravity * at.depth) return;
  const float strength = maths_minf((fast - FAST) / FULL_SPEED, 1) * maths_minf(steep / (2 * STEEP), 1) * maths_minf(at.depth / 0.3f, 1);
  const float mean = CELL_RATE * SCAN_ROWS * world->params.tick * strength * world->params.spray * room_left(&world->spray);
  /* Most of it stays low: high drops are few. */
  const float high = rng_range(rng, 0, 1), up = (0.08f + 0.45f * high * high) * fast;
  throw_up(world, rng,
           &(Throw){.x = x,
                    .y = at.surface + 0.02f,
                    .z = z,
                    .velocity = {1.05f * at.velocity[0], up, 1.05f * at.velocity[2]},
                    .spread = 0.14f * fast,
                    .count = random_count(rng, mean, CELL_DROPS_MAX)});
}

static void scan_row(World *world, Rng *rng, int k) {
  const WeirView bodies = weir_water_occupancy(world->water);
  float steepest[WEIR_GRID_MAX];
  row_differences(weir_water_terrain(world->water), weir_water_depth(world->water), k, steepest);
  const float least = STEEP * world->cell;
  for (int i = 1; i < world->nx - 1; i++) {
    /* Beside a body the surface is steep for another reason, and the body's own spray rises there. */
    if (steepest[i] > least && !(bodies.data && bodies.data[k * bodies.stride + i] > 0))
      break_cell(world, rng, i, k, steepest[i] / world->cell);
  }
}

/* --- bodies ----------------------------------------------------------------------------------------------------------------------- */

/* A horizontal unit vector in a random direction. */
static void random_direction(Rng *rng, float d[2]) {
  const float angle = rng_range(rng, 0, 6.2831853f);
  d[0] = maths_cosf(angle);
  d[1] = maths_sinf(angle);
}

/* m: how far the body reaches from its centre along a horizontal direction. */
static float reach_along(const WeirBody *shape, const float d[2]) {
  float reach = 0;
  for (int n = 0; n < 3; n++) reach += fabsf(shape->rotation[n] * d[0] + shape->rotation[6 + n] * d[1]) * shape->half[n];
  return reach;
}

/* One clump at the body's waterline. `fall`: m/s downwards against the water; drift: m/s along the water. It rises where the body moves
 * to, and all around where it falls. */
static void splash_clump(World *world, Rng *rng, const Body *body, float fall, const float drift[2]) {
  float d[2];
  random_direction(rng, d);
  const float ahead = maths_maxf(d[0] * drift[0] + d[1] * drift[1], 0), strength = maths_maxf(fall, ahead);
  if (strength < FAST) return;
  const float reach = reach_along(&body->shape, d) + 0.5f * world->cell;
  Throw t = {.x = body->shape.position[0] + reach * d[0], .z = body->shape.position[2] + reach * d[1], .count = CLUMP};
  const float side_x = (float)world->nx * world->cell, side_z = (float)world->nz * world->cell;
  if (!(t.x >= 0 && t.x <= side_x && t.z >= 0 && t.z <= side_z)) return;
  t.y = weir_water_surface_at(world->water, t.x, t.z) + 0.02f;
  /* A crown: what rises highest goes out least. */
  const float high = rng_range(rng, 0, 1), out = (0.28f - 0.18f * high) * strength;
  t.velocity[0] = body->shape.velocity[0] * (ahead > fall ? 0.6f : 0.1f) + out * d[0];
  t.velocity[1] = (0.15f + (fall > ahead ? 0.70f : 0.35f) * high * high) * strength;
  t.velocity[2] = body->shape.velocity[2] * (ahead > fall ? 0.6f : 0.1f) + out * d[1];
  t.spread = 0.10f * strength;
  throw_up(world, rng, &t);
}

/* The water that a body moves into: under it, water moves along with it. */
static WeirSample water_before(const World *world, const WeirBody *shape) {
  const float *const v = shape->velocity;
  const float speed = maths_hypotf(v[0], v[2]);
  const float d[2] = {speed > 0.5f ? v[0] / speed : 0, speed > 0.5f ? v[2] / speed : 0}, far = reach_along(shape, d) + world->cell;
  return weir_water_sample(world->water, shape->position[0] + far * d[0], shape->position[2] + far * d[1]);
}

static void spray_from_body(World *world, Rng *rng, const Body *body) {
  const WeirForce *const water = &body->water;
  if (body->asleep || body->held || !(water->submerged > 0) || water->submerged > 0.97f * water->volume) return;
  const float *const v = body->shape.velocity;
  const WeirSample at = water_before(world, &body->shape);
  const float drift[2] = {v[0] - at.velocity[0], v[2] - at.velocity[2]};
  /* The surface in the place of a body that falls in falls with it: against the water around it has its own speed. */
  const float fall = -v[1], fast = maths_maxf(fall, maths_hypotf(drift[0], drift[1]));
  if (fast < FAST) return;
  const float mean = BODY_RATE * world->params.tick * (fast - FAST + 0.3f) * world->params.spray * room_left(&world->spray);
  const int clumps = random_count(rng, mean, BODY_CLUMPS_MAX);
  for (int n = 0; n < clumps; n++) splash_clump(world, rng, body, fall, drift);
}

/* One drop that falls from the edge of a body's top, moving with the body. */
static void drip(World *world, Rng *rng, const WeirBody *shape) {
  float d[2];
  random_direction(rng, d);
  const float reach = reach_along(shape, d) + 0.1f * world->cell;
  Throw t = {.x = shape->position[0] + reach * d[0], .z = shape->position[2] + reach * d[1], .spread = 0.05f, .count = 1, .drips = true};
  const float side_x = (float)world->nx * world->cell, side_z = (float)world->nz * world->cell;
  if (!(t.x >= 0 && t.x <= side_x && t.z >= 0 && t.z <= side_z)) return;
  const float surface = weir_water_surface_at(world->water, t.x, t.z);
  t.y = shape->position[1] + body_reach(shape->half, shape->rotation, 1) * rng_range(rng, 0.6f, 1);
  if (t.y <= surface) return;
  t.velocity[0] = shape->velocity[0] + 0.3f * d[0];
  t.velocity[1] = maths_minf(shape->velocity[1], 0);
  t.velocity[2] = shape->velocity[2] + 0.3f * d[1];
  throw_up(world, rng, &t);
}

/* Water that lies on a body runs off its top: the library lets it down into the cells beside the body, where a drop takes it up again to
 * let it fall from the edge. */
static void drips_from_body(World *world, Rng *rng, const Body *body) {
  const WeirBody *const shape = &body->shape;
  const float x = body_reach(shape->half, shape->rotation, 0), z = body_reach(shape->half, shape->rotation, 2);
  const float layer = body->water.aboard / maths_maxf(4 * x * z, 1e-3f);
  if (layer < DRIP_LEAST) return;
  const float full = maths_minf(layer / DRIP_FULL, 1), rate = DRIP_RATE * full * sqrtf(full);
  const float mean = rate * 4 * (x + z) * world->params.tick * world->params.spray;
  const int drops = random_count(rng, mean * room_left(&world->spray), CELL_DROPS_MAX);
  for (int n = 0; n < drops; n++) drip(world, rng, shape);
}

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
  const int64_t cell = cell_at(world, drop->position[0], drop->position[2]), k = cell / world->nx, i = cell - k * world->nx;
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
      landings->list[landings->count] = (Landing){cell_at(world, drop->position[0], drop->position[2]), landings->count, drop->volume};
      landings->count++;
    } else {
      spray->drops[kept++] = *drop;
    }
  }
  spray->count = kept;
}

void spray_step(World *world) {
  Spray *const spray = &world->spray;
  if (world->params.spray <= 0 && spray->count == 0 && spray->residual == 0) return;
  Landings landings;
  landings.count = 0;
  spray_fly(world, &landings);
  return_landed(world, &landings);
  if (world->params.spray <= 0) return;
  Rng rng = {.state = world->seed ^ ((uint64_t)world->tick * 0xd1342543de82ef95ull)};
  const int turn = scan_order[world->tick % SCAN_ROWS], begin = turn > 0 ? turn : SCAN_ROWS;
  const bool flows = weir_water_solver(world->water) != WEIR_MEMBRANE; /* a membrane has no velocities: there water makes none */
  for (int k = begin; flows && k < world->nz - 1; k += SCAN_ROWS) scan_row(world, &rng, k);
  for (int n = 0; n < world->body_count; n++) {
    spray_from_body(world, &rng, &world->bodies[n]);
    drips_from_body(world, &rng, &world->bodies[n]);
  }
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
