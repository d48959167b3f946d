/* Bodies that move with the water, or hardly: they should make no waves but their own; logs in a river. The raft is
 * 6.3 x 4.7 x 2 m, off the grid's lines, half submerged in 2 m of water, cells of 1 m, steps of 0.02 s. */
#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "bench/cases.h"
#include "bench/coupling/rig.h"

static const float tick = 0.02f;

static const float speeds[3] = {0.05f, 0.1f, 0.2f};
static const float yaws[2] = {0, 0.5f};

static WeirBody raft(float x, float z, float yaw) {
  return rig_box(6.3f, 2, 4.7f, x, 2, z, yaw, 500);
}

/* The motion of a raft once it has come to speed: m/s, rad/s. */
typedef struct Motion {
  float velocity[3], spin[3];
} Motion;

/* Returns true for cells farther than 4 m from an upright body's box. */
static bool is_beyond(const void *data, float x, float z) {
  const WeirBody *const b = data;
  const float dx = x - b->position[0], dz = z - b->position[2];
  const float u = fmaxf(0, fabsf(b->rotation[0] * dx + b->rotation[6] * dz) - b->half[0]);
  const float v = fmaxf(0, fabsf(b->rotation[2] * dx + b->rotation[8] * dz) - b->half[2]);
  return u * u + v * v >= 4 * 4;
}

/* 10 s to come to its speed, 30 s at it; frictionless, sponges all round. NaN without water. */
static double creep(CouplingReport *report, const Motion *motion, float yaw) {
  Rig rig = rig_tank(96, 64, 1, 2);
  rig_ideal(&rig);
  rig.tuning.sponge_width = 14;
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) rig.boundary[side].kind = WEIR_SPONGE;
  WeirWater *const water = rig_water(&rig, report);
  if (!water) return (double)NAN;
  WeirBody body = raft(40.3f, 32.2f, yaw);
  rig_settle(water, &body, tick, 1500, 0.5f);
  for (int step = 0; step < 2000; step++) {
    const float share = fminf(1, (float)step / 500);
    for (int n = 0; n < 3; n++) body.velocity[n] = share * motion->velocity[n], body.spin[n] = share * motion->spin[n];
    rig_advance(&body, tick);
    rig_step(water, &body, 1, tick, NULL);
  }
  const double rms = rig_surface(water, 2, is_beyond, &body).rms;
  weir_water_destroy(water);
  return rms;
}

static const Motion turning = {{0}, {0, 0.05f, 0}};

static void creep_name(int n, char name[80]) {
  if (n < 6)
    snprintf(name, 80, "rms beyond 4 m at %.2f m/s, yaw %.1f", (double)speeds[n % 3], (double)yaws[n / 3]);
  else
    snprintf(name, 80, "rms beyond 4 m, spinning at 0.05 rad/s");
}

enum { CREEPS = 7 };

void coupling_creep(CouplingReport *report) {
  for (int n = 0; n < CREEPS; n++) {
    char name[80];
    const Motion motion = n < 6 ? (Motion){{speeds[n % 3], 0, 0}, {0}} : turning;
    const double rms = creep(report, &motion, yaws[n / 3 % 2]);
    creep_name(n, name);
    coupling_row(report, coupling_stated(), rms, "m", "%s", name);
  }
}

/* Returns the value of a row of this case and solver; NaN if there is none. */
static double value_of(const CouplingReport *report, WeirCoupling coupling, const char *quantity) {
  double value = (double)NAN;
  for (const CouplingRow *row = report->rows; row < &report->rows[report->count]; row++)
    if (row->name == report->name && row->solver == report->solver && row->coupling == coupling && strcmp(row->quantity, quantity) == 0)
      value = row->value;
  return value;
}

/* Adds rows that compare the waves of creeping bodies with those of the method of 2014, which makes waves out of nothing. Those that
 * are left are the pressure field of a body that moves. */
void coupling_creep_compare(CouplingReport *report) {
  report->coupling = WEIR_SUBGRID;
  for (int n = 0; n < CREEPS; n++) {
    char name[80];
    creep_name(n, name);
    const double own = value_of(report, WEIR_SUBGRID, name), theirs = value_of(report, WEIR_LAYERS, name);
    if (isfinite(own) && isfinite(theirs)) coupling_row(report, coupling_upper_bound(1.0 / 15), own / theirs, "1", "%s, of layers'", name);
  }
}

/* --- drifting -------------------------------------------------------------------------------------------------------- */

/* Water and body go at 1 m/s along a channel without ends and without friction. For 40 s, in which the wave of the body's coming
 * leaves through open sides, it only goes along; then it turns as well, and is watched for half a minute. */
static void drift(CouplingReport *report, WeirBody body, const char *what) {
  enum { SETTLING = 2000, WATCHED = 1500 };
  Rig rig = rig_tank(128, 64, 1, 2);
  rig_ideal(&rig);
  rig.boundary[WEIR_WEST].kind = rig.boundary[WEIR_EAST].kind = WEIR_PERIODIC;
  rig.boundary[WEIR_NORTH].kind = rig.boundary[WEIR_SOUTH].kind = WEIR_OPEN;
  rig.current = 1;
  WeirWater *const water = rig_water(&rig, report);
  if (!water) return;
  const float spin[3] = {body.spin[0], body.spin[1], body.spin[2]};
  memset(body.spin, 0, sizeof body.spin);
  body.velocity[0] = 1;
  weir_water_displace(water, &body, 1, 0); /* it has always been there */
  double level = 0, most = 0;
  for (int step = -SETTLING; step < WATCHED; step++) {
    if (step == 0) level = rig_surface(water, 0, NULL, NULL).mean, memcpy(body.spin, spin, sizeof spin);
    rig_advance(&body, tick);
    rig_step(water, &body, 1, tick, NULL);
    if (step > 0 && step % 50 == 49) most = fmax(most, rig_surface(water, level, NULL, NULL).peak);
  }
  coupling_row(report, coupling_upper_bound(1e-3), most, "m", "most anywhere in 30 s, %s", what);
  weir_water_destroy(water);
}

/* A body that goes along displaces nothing new, and neither does a round one that turns about its own axis: a third of the
 * surface's speed past it. */
void coupling_drift(CouplingReport *report) {
  static const char *const names[3] = {"a log that rolls, 0.5 rad/s", "a drum that spins, 0.5 rad/s", "a log that pitches, 0.5 rad/s"};
  WeirBody leaning = raft(20.3f, 32.2f, 0);
  const float c = cosf(0.6f), s = sinf(0.6f), lean[9] = {c, -s, 0, s, c, 0, 0, 0, 1};
  memcpy(leaning.rotation, lean, sizeof lean);
  drift(report, raft(20.3f, 32.2f, 0), "the raft");
  drift(report, raft(20.3f, 32.2f, 0.5f), "the raft, yaw 0.5");
  drift(report, leaning, "the raft, leaning 0.6");
  for (int axis = 0; axis < 3; axis++) {
    WeirBody round = rig_cylinder(1.6f, axis == 1 ? 2 : 6.3f, axis, 20.3f, 2, 32.2f, 500);
    round.spin[axis] = 0.5f;
    drift(report, round, names[axis]);
  }
}

/* --- logs in a river: one goes with it, many dam it -------------------------------------------------------------------- */

/* A log of 4 m, 0.6 m thick, 600 kg/m3, is put at rest into a stream of 1 m/s, across it or along. Speeds of the log and of the
 * water as it would be without: the stream's mean, as none is lost. */
static void log_in(CouplingReport *report, int axis, const char *how) {
  const float dt = 0.02f, cell = 0.5f;
  Rig rig = rig_tank(128, 48, cell, 2);
  rig.current = 1;
  rig_ideal(&rig);
  rig.boundary[WEIR_WEST].kind = rig.boundary[WEIR_EAST].kind = WEIR_PERIODIC;
  WeirWater *const water = rig_water(&rig, report);
  if (!water) return;
  WeirBody body = rig_cylinder(0.3f, 4, axis, 10.1f, 1.94f, 12.07f, 600);
  body.drag_linear = 2;
  body.drag_square = 0.5f;
  for (int step = 0; step < 1000; step++) {
    WeirForce force;
    rig_step(water, &body, 1, dt, &force);
    rig_free(&body, &force, rig.tuning.gravity, true, dt);
  }
  coupling_row(report, coupling_within(1, 0.1), (double)body.velocity[0], "m/s", "a log after 20 s in 1 m/s, %s", how);
  coupling_row(report, coupling_stated(), fabs((double)body.velocity[1]), "m/s", "how fast a log still bobs, %s", how);
  weir_water_destroy(water);
}

enum { LOGS = 50, STAKES = 5 };
static const float river_level = 1.2f;

/* m: behind a dam of which every other 2 m are missing, 50 m down 80 x 20 m of river with 12 m3/s through it, over the last 20 of 180 s;
 * how many logs are still there. */
static double level_behind(CouplingReport *report, int count, int *jammed) {
  Scene *const scene = bench_basin(report->solver, 160, 40, 0.5f, river_level);
  scene->ground_count = STAKES;
  for (int n = 0; n < STAKES; n++) scene->grounds[n] = (SceneBlock){0.625f, 0.2f * (float)n, 0.65f, 0.2f * (float)n + 0.1f, 3};
  scene->sides[WEIR_WEST] = (WeirBoundary){.kind = WEIR_INFLOW, .discharge = 12};
  scene->sides[WEIR_EAST] = (WeirBoundary){.kind = WEIR_LEVEL, .level = river_level};
  scene->params.coupling = (float)report->coupling;
  Error error;
  World *const world = world_create(scene, 1, 1, &error);
  if (!world) {
    coupling_row(report, coupling_at_least(0), (double)NAN, "1", "no world: %.60s", error.text);
    return (double)NAN;
  }
  Rng rng = {3};
  for (int n = 0; n < count; n++) {
    const Command log = {.kind = COMMAND_DROP,
                         .drop = {.body = BODY_LOG,
                                  .material = MATERIAL_WOOD,
                                  .size = {0.6f, 4, 0.6f},
                                  .density = 600,
                                  .x = rng_range(&rng, 10, 42),
                                  .y = river_level + 0.5f,
                                  .z = rng_range(&rng, 3, 17),
                                  .yaw = rng_range(&rng, 0, 3.14f)}};
    world_command(world, &log);
  }
  double level = 0;
  int samples = 0;
  while (world->time < 180) {
    world_step(world);
    if (world->time > 160) level += rig_level(world->water, 10, 60), samples++;
  }
  *jammed = 0;
  for (int n = 0; n < world->body_count; n++) *jammed += world->bodies[n].position[0] < 53;
  world_destroy(world);
  return level / samples;
}

void coupling_log(CouplingReport *report) {
  log_in(report, 2, "across");
  log_in(report, 0, "along");
  /* A jam shuts some of the openings: 2 cm are ten times what the level is known to. */
  int jammed = 0;
  const double without = level_behind(report, 0, &jammed), with = level_behind(report, LOGS, &jammed);
  coupling_row(report, coupling_stated(), without, "m", "level behind a half-closed dam, without logs");
  coupling_row(report, coupling_stated(), jammed, "1", "logs of 50 that jam there");
  coupling_row(report, coupling_at_least(0.02), with - without, "m", "what they raise the level by");
}
