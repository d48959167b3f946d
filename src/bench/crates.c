/* Bodies at scale: crates of 2 m by the hundred, afloat in a flat tank, coupled as the program does. In rafts that touch, alone, a tenth
 * sunk; waves go through three quarters of the tank, and the last one is at rest but for what its crates stir. */
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "bench/cases.h"

enum { FRAMES = 100, USUAL_OBJECTS = 1000, SWITCH_TICKS = 2, GROUP = 10, RAFT = 6, RAFT_ACROSS = 3, STRIPS = 6 };

#define LEVEL 4.0f /* m of water */
#define SWELL 0.5f /* m by which the strips of water that make the waves stand higher */

/* The parts of a tick that a row tells apart. */
enum { PART_DISPLACE, PART_PUSH, PART_BODIES, PART_REST, PART_WHOLE, PARTS };

/* The cost of a tick in each repeat; large. */
typedef struct CratesTimes {
  BenchTimes water;
  double parts[PARTS][BENCH_REPEATS_MAX]; /* ms */
} CratesTimes;

/* Places crate n: groups of GROUP on a square lattice; the first RAFT of a group lie side by side, the others a quarter of the
 * lattice away from the middle. */
static void crate_place(const World *world, int n, int groups, BodyDrop *drop) {
  const int group = n / GROUP, one = n % GROUP, across = (int)ceilf(sqrtf((float)groups));
  const float width = world->params.crate_size, apart = world->cell * (float)world->nx / (float)(across + 1);
  drop->x = apart * (float)(1 + group % across);
  drop->z = apart * (float)(1 + group / across);
  drop->y = LEVEL + 0.1f * width;
  if (one < RAFT) {
    drop->x += 1.02f * width * (float)(one % RAFT_ACROSS - 1);
    drop->z += 1.02f * width * (float)(one / RAFT_ACROSS);
    return;
  }
  const float turn = 1.5707963f * (float)one + 0.5f * (float)group;
  drop->x += 0.25f * apart * cosf(turn);
  drop->z += 0.25f * apart * sinf(turn);
  drop->yaw = turn;
  if (one == GROUP - 1) drop->material = MATERIAL_METAL;
}

/* Makes the tank with its crates and lets `warm` seconds go by. */
static World *crates_world(WeirSolver solver, int grid, int objects, double warm, int threads, Error *error) {
  Scene *const scene = bench_basin(solver, grid, grid, 1, LEVEL);
  scene->params.crate_size = 2;
  for (int n = 0; n < STRIPS; n++) {
    const float x = 0.75f * (float)n / STRIPS;
    scene->waters[scene->water_count++] = (SceneBlock){x, 0, x + 0.25f / STRIPS, 1, LEVEL + SWELL};
  }
  World *const world = world_create(scene, 1, threads, error);
  const int groups = (objects + GROUP - 1) / GROUP;
  for (int n = 0; world && n < objects; n++) {
    Command drop = {.kind = COMMAND_DROP, .drop = {.material = MATERIAL_WOOD}};
    crate_place(world, n, groups, &drop.drop);
    world_command(world, &drop);
    if (n % WORLD_COMMANDS_MAX == WORLD_COMMANDS_MAX - 1) world_step(world);
  }
  while (world && world->time < warm) world_step(world);
  return world;
}

static void crates_measure(World *world, int frames, int repeat, CratesTimes *times) {
  for (int tick = 0; tick < SWITCH_TICKS; tick++) world_step(world);
  const WeirStats begin = bench_times_begin(world);
  const double start = clock_seconds(), *const ms = world->profile.sum_ms;
  for (int tick = 0; tick < frames; tick++) world_step(world);
  times->parts[PART_WHOLE][repeat] = 1e3 * (clock_seconds() - start) / frames;
  times->parts[PART_DISPLACE][repeat] = ms[PROFILE_DISPLACE] / frames;
  times->parts[PART_PUSH][repeat] = ms[PROFILE_PUSH] / frames;
  times->parts[PART_BODIES][repeat] = ms[PROFILE_BODIES] / frames;
  double rest = times->parts[PART_WHOLE][repeat] - ms[PROFILE_WATER] / frames;
  for (int part = 0; part < PART_REST; part++) rest -= times->parts[part][repeat];
  times->parts[PART_REST][repeat] = rest;
  bench_times_end(&times->water, repeat, world, &begin);
}

static bool crates_row(World *world, const BenchVariant *variant, int threads, const BenchOptions *o, double bytes_per_cell,
                       BenchReport *report, Error *error) {
  static CratesTimes times; /* large */
  bench_variant_use(variant, world->water);
  weir_water_set_threads(world->water, threads);
  for (int n = 0; n < o->repeats; n++) crates_measure(world, bench_ticks(o, FRAMES), n, &times);
  BenchRow row = bench_row("crates", variant->name, weir_water_solver(world->water), world->nx, threads);
  row.bodies = world->body_count;
  row.bytes_per_cell = bytes_per_cell;
  row.ms_interaction = bench_span(times.water.interaction, o->repeats).median;
  row.ms_liquid = bench_span(times.water.liquid, o->repeats).median;
  row.substeps = bench_span(times.water.substeps, o->repeats).median;
  bench_row_times(&row, &times.water, o->repeats, (double)world->params.tick);
  row.ms_repeats = bench_span(times.parts[PART_WHOLE], o->repeats); /* in this case the total is of all of a tick */
  row.ms_total = row.ms_tick = row.ms_repeats.median;
  row.rtkc = (double)world->nx * (double)world->nz * (double)world->params.tick / row.ms_total;
  row.real_time = 1e3 * (double)world->params.tick / row.ms_tick;
  row.parts.ms_displace = bench_span(times.parts[PART_DISPLACE], o->repeats).median;
  row.parts.ms_push = bench_span(times.parts[PART_PUSH], o->repeats).median;
  row.parts.ms_bodies = bench_span(times.parts[PART_BODIES], o->repeats).median;
  row.parts.ms_rest = bench_span(times.parts[PART_REST], o->repeats).median;
  row.parts.awake = 0;
  for (int n = 0; n < world->body_count; n++) row.parts.awake += world->bodies[n].asleep ? 0 : 1;
  row.working = bench_working(world->water, world, 0); /* of one tick more, not measured */
  return bench_report_add(report, &row, error);
}

bool bench_crates_run(const BenchCase *bench, const BenchOptions *o, WeirSolver solver, int grid, BenchReport *report, Error *error) {
  bool ok = true;
  for (int n = 0; ok && n < (o->object_count > 0 ? o->object_count : 1); n++) {
    const int objects = o->object_count > 0 ? o->objects[n] : USUAL_OBJECTS;
    const size_t before = memory_in_use();
    World *const world = crates_world(solver, grid, objects, bench_warm(bench, o), o->threads[o->thread_count - 1], error);
    if (!world) return false;
    const double bytes = (double)(memory_in_use() - before) / ((double)grid * (double)grid);
    for (int v = 0; ok && bench_variant(v); v++)
      for (int t = 0; ok && t < o->thread_count && bench_case_wants(bench, o, v, solver); t++)
        ok = crates_row(world, bench_variant(v), o->threads[t], o, bytes, report, error);
    bench_variant_reset();
    world_destroy(world);
  }
  return ok;
}
