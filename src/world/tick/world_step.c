#include "world/world.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/maths.h"
#include "base/memory.h"
#include "world/world_private.h"

/* North is towards row 0. */
static void world_blow(World *world) {
  const float speed = world->params.wind, angle = world->params.wind_direction * 0.017453293f;
  const float vx = speed * maths_sinf(angle), vz = -speed * maths_cosf(angle);
  weir_water_set_wind(world->water, speed > 0 ? vx : 0, speed > 0 ? vz : 0, NULL); /* without memory for it the wind stays as it is */
}

/* Hands the parameters (params.h) to the water. */
static void world_tune(World *world) {
  const Params *p = &world->params;
  const float per_hour = 1.0f / 3.6e6f; /* mm/h -> m/s */
  const WeirTuning tuning = {.gravity = p->gravity,
                             .density = p->density,
                             .friction = p->friction,
                             .roughness = p->roughness,
                             .manning = p->manning,
                             .viscosity = p->viscosity,
                             .cross_section = p->cross_section,
                             .sponge_width = p->sponge_width,
                             .land_fixed = (int)p->land_fixed,
                             .wave_speed = p->wave_speed,
                             .stencil = (int)p->stencil,
                             .damping = p->damping,
                             .drag = p->drag,
                             .slope_max = p->slope_max,
                             .block_damping = p->block_damping,
                             .rain = (p->rain + disaster_rain(world) + series_at(&world->scene.rain, world->time)) * per_hour,
                             .evaporation = p->evaporation * per_hour,
                             .retention = 1e-3f * p->retention,
                             .infiltration = p->infiltration * per_hour,
                             .splash = p->splash,
                             .depth_fade = p->depth_fade,
                             .substeps_max = (int)p->substeps_max};
  weir_water_set_tuning(world->water, &tuning);
  weir_water_set_coupling(world->water, (WeirCoupling)p->coupling);
  weir_water_set_dispersion(world->water, p->dispersion > 0.0f, NULL); /* without memory for it waves stay as they are */
  world_blow(world);
  if (world->own->springs == p->springs) return;
  WeirSource sources[SCENE_LIST];
  for (int n = 0; n < world->scene.source_count; n++) {
    const SceneSource *s = &world->scene.sources[n];
    sources[n] =
        (WeirSource){s->x * (float)world->nx * world->cell, s->z * (float)world->nz * world->cell, s->radius_m, s->rate * p->springs};
  }
  weir_water_set_sources(world->water, sources, world->scene.source_count);
  world->own->springs = p->springs;
}

static bool world_water_from(World *world, const OwnGroundFile *file, float *depth, Error *error) {
  const Scene *scene = &world->scene;
  if (!ground_build(scene, file, world->terrain, depth, error)) return false;
  WeirWaterDef def = weir_water_def_default();
  def.nx = scene->nx;
  def.nz = scene->nz;
  def.cell = scene->cell_m;
  def.solver = scene->solver;
  def.threads = world->threads;
  memcpy(def.boundary, scene->sides, sizeof def.boundary);
  def.terrain = world->terrain;
  def.depth = depth;
  WeirError reason;
  world->water = weir_water_create(&def, &reason);
  if (!world->water) return error_set(error, "%s: %s", scene->path, reason.text);
  const WeirView ground = weir_water_terrain(world->water);
  for (int k = 0; k < ground.nz; k++)
    memcpy(world->terrain + (ptrdiff_t)k * ground.nx, ground.data + (ptrdiff_t)k * ground.stride, sizeof(float) * (size_t)ground.nx);
  return true;
}

static bool world_water(World *world, const OwnGroundFile *ground, Error *error) {
  const Scene *scene = &world->scene;
  const size_t cells = (size_t)scene->nx * (size_t)scene->nz;
  world->terrain = memory_create(cells, sizeof(float));
  float *depth = memory_create(cells, sizeof(float));
  const bool ok = world->terrain && depth ? world_water_from(world, ground, depth, error)
                                          : error_set(error, "%s: not enough memory for %d x %d cells", scene->name, scene->nx, scene->nz);
  memory_free(depth);
  return ok;
}

static void world_scene_bodies(World *world) {
  for (int n = 0; n < world->scene.body_count; n++) {
    const SceneBody *b = &world->scene.bodies[n];
    BodyDrop drop = {.body = b->kind,
                     .material = b->material,
                     .x = b->x * (float)world->nx * world->cell,
                     .z = b->z * (float)world->nz * world->cell,
                     .yaw = b->yaw_deg * 0.017453293f,
                     .density = b->density,
                     .hull = b->hull,
                     .set = b->set};
    memcpy(drop.size, b->size, sizeof drop.size);
    drop_above(world, b->height_m, &drop);
    bodies_add(world, &drop);
  }
}

bool began_create(World *world, int body_count) {
  WorldBegan *const began = &world->began;
  began->depth = memory_create(2 * (size_t)world->nx * (size_t)world->nz, sizeof *began->depth);
  began->bodies = memory_create(body_count > 0 ? (size_t)body_count : 1, sizeof *began->bodies);
  began->body_count = body_count;
  return began->depth && began->bodies;
}

/* Notes depths and bodies as they are. Returns false if memory runs out. */
static bool began_note(World *world) {
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

World *world_begin(int threads) {
  World *world = memory_create(1, sizeof *world);
  if (world) world->own = memory_create(1, sizeof *world->own);
  if (!world || !world->own) {
    memory_free(world);
    return NULL;
  }
  static atomic_uint versions; /* unique in the process: a renderer tells worlds apart by it; several threads make worlds */
  world->world_version = world->terrain_version = world->land_version = atomic_fetch_add(&versions, 1) + 1;
  world->threads = threads;
  return world;
}

World *world_create(const Scene *scene, uint64_t seed, int threads, Error *error) {
  return world_create_on(scene, NULL, seed, threads, error);
}

World *world_create_on(const Scene *scene, const OwnGroundFile *ground, uint64_t seed, int threads, Error *error) {
  World *const world = world_begin(threads);
  if (!world) {
    error_set(error, "%s: not enough memory", scene->name);
    return NULL;
  }
  world->scene = *scene;
  world->params = scene->params;
  world->nx = scene->nx;
  world->nz = scene->nz;
  world->cell = scene->cell_m;
  world->liquid = scene->liquid;
  world->sides = WORLD_OWN_SIDES;
  world->seed = seed;
  world->own->rng.state = seed;
  world->own->springs = NAN;
  world->flood_at = -1;
  if (!world_water(world, ground, error) || !bodies_create(world, error) || !hulls_create(world, error) ||
      (!heap_create(world) && !error_set(error, "%s: not enough memory", scene->name)) || !disasters_create(world, error)) {
    world_destroy(world);
    return NULL;
  }
  world_tune(world);
  dams_build(world);
  world_scene_bodies(world);
  machines_build(world);
  rules_begin(world);
  /* over zero seconds: bodies that stand in the water from the start make no wave */
  if (weir_water_solver(world->water) != WEIR_MEMBRANE && weir_water_coupling(world->water) == WEIR_SUBGRID)
    weir_water_displace(world->water, world->own->shapes, world->body_count, 0.0f);
  if (!began_note(world)) {
    error_set(error, "%s: not enough memory", scene->name);
    world_destroy(world);
    return NULL;
  }
  return world;
}

void world_destroy(World *world) {
  if (!world) return;
  bodies_destroy(world);
  memory_free(world->hulls);
  memory_free(world->own->hulls);
  weir_water_destroy(world->water);
  memory_free(world->began.depth);
  memory_free(world->began.bodies);
  memory_free(world->terrain);
  memory_free(world->ground_edited);
  memory_free(world->own);
  memory_free(world);
}

void world_step(World *world) {
  WorldPrivate *own = world->own;
  const float dt = world->params.tick;
  double at = clock_seconds();
  commands_apply(world);
  script_apply(world);
  bodies_come_free(world);
  world_tune(world);
  disaster_step(world, dt);
  machines_step(world);
  boats_wash(world, dt);
  at = profile_lap(&world->profile, PROFILE_COMMANDS, at);
  weir_water_displace(world->water, own->shapes, world->body_count, dt);
  at = profile_lap(&world->profile, PROFILE_DISPLACE, at);
  weir_water_step(world->water, dt);
  at = profile_lap(&world->profile, PROFILE_WATER, at);
  weir_water_push(world->water, own->shapes, world->body_count, dt, own->forces);
  at = profile_lap(&world->profile, PROFILE_PUSH, at);
  bodies_step(world);
  at = profile_lap(&world->profile, PROFILE_BODIES, at);
  spray_step(world);
  profile_lap(&world->profile, PROFILE_SPRAY, at);
  world->tick++;
  world->time += (double)dt;
  goal_step(world);
  rules_step(world);
}

bool world_is_finite(const World *world) {
  WeirStats stats;
  weir_water_stats(world->water, &stats);
  bool finite = stats.finite;
  for (int n = 0; n < world->body_count; n++)
    for (int axis = 0; axis < 3; axis++)
      finite = finite && isfinite(world->bodies[n].position[axis]) && isfinite(world->bodies[n].shape.velocity[axis]);
  return finite;
}

const char *world_engine(void) {
  return "ODE " ODE_VERSION;
}

uint64_t world_hash(const World *world) {
  uint64_t hash = hash_bytes(weir_water_hash(world->water), &world->tick, sizeof world->tick);
  for (int n = 0; n < world->body_count; n++) {
    dBodyID body = world->bodies[n].ode_body;
    hash = hash_bytes(hash, dBodyGetPosition(body), 3 * sizeof(dReal));
    hash = hash_bytes(hash, dBodyGetQuaternion(body), 4 * sizeof(dReal));
    hash = hash_bytes(hash, dBodyGetLinearVel(body), 3 * sizeof(dReal));
    hash = hash_bytes(hash, dBodyGetAngularVel(body), 3 * sizeof(dReal));
  }
  return rules_hash(world, story_hash(world, machines_hash(world, spray_hash(&world->spray, world->params.spray, hash))));
}
