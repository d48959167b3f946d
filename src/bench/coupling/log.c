/* Logs in a river: one goes with it, many dam it. */
#include "base/error.h"
#include "base/rng.h"
#include "bench/coupling/rig.h"
#include "world/world.h"

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

/* --- a jam ----------------------------------------------------------------------------------------------------------- */

enum { LOGS = 50, STAKES = 5 };
static const float river_cell = 0.5f, river_level = 1.2f;

/* 80 x 20 m of river, 12 m3/s through it, and a dam of which every other 2 m are missing, 50 m down. */
static World *river(CouplingReport *report) {
  static Scene scene; /* large; one at a time */
  scene = (Scene){.name = "bench",
                  .solver = report->solver,
                  .nx = 160,
                  .nz = 40,
                  .terrain = TERRAIN_FLAT,
                  .cell_m = river_cell,
                  .ground_count = STAKES,
                  .water_count = 1,
                  .params = params_default()};
  for (int n = 0; n < STAKES; n++) scene.grounds[n] = (SceneBlock){0.625f, 0.2f * (float)n, 0.65f, 0.2f * (float)n + 0.1f, 3};
  scene.waters[0] = (SceneBlock){0, 0, 1, 1, river_level};
  scene.sides[WEIR_WEST] = (WeirBoundary){.kind = WEIR_INFLOW, .discharge = 12};
  scene.sides[WEIR_EAST] = (WeirBoundary){.kind = WEIR_LEVEL, .level = river_level};
  scene.params.coupling = (float)report->coupling;
  Error error;
  World *const world = world_create(&scene, 1, 1, &error);
  if (!world) coupling_row(report, coupling_at_least(0), (double)NAN, "1", "no world: %.60s", error.text);
  return world;
}

/* m: behind the dam, over the last 20 of 180 s; how many logs are still there. */
static double level_behind(CouplingReport *report, int count, int *jammed) {
  World *const world = river(report);
  if (!world) return (double)NAN;
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
