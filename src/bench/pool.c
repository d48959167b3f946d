/* Gritzner's tables A.1 and A.2: a square pool with crates, interaction and liquid apart. The plain loops take turns with
 * the library, on the same crates in the same places: where they were in the library's part just before. */
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "bench/cases.h"
#include "bench/rivals/naive.h"

enum { SETTLE_FRAMES = 10, SWITCH_FRAMES = 1, FRAMES = 100, POSES_MAX = 64, RIVALS_MAX = 8 };

/* One variant, and what its repeats took. */
typedef struct PoolRival {
  const BenchVariant *variant;
  const char *simd;
  BenchTimes times;
  double working;
} PoolRival;

/* One pool: its world, and the plain loops that follow the same crates. bench_pool_run frees it. */
typedef struct Pool {
  const BenchOptions *options;
  WeirSolver solver;
  int grid, threads, objects;
  int frames; /* of a repeat */
  World *world;
  NaiveMembrane membrane;
  NaiveObjects loops;
  NaiveBox *boxes; /* of each recorded frame */
  int pose_count;
  double bytes_per_cell;
  double substeps; /* of a tick, in the library's last part */
  PoolRival rivals[RIVALS_MAX];
  int rival_count;
} Pool;

/* --- setting up ------------------------------------------------------------------------------------------------------ */

/* A square pool of 16 m, 2 m deep, with crates of 0.6 m set on its surface in rows. */
static World *pool_world(const Pool *p, Error *error) {
  Scene *const scene = bench_basin(p->solver, p->grid, p->grid, 16.0f / (float)p->grid, 2);
  scene->params.crate_size = 0.6f;
  scene->params.coupling = WEIR_DISPLACE; /* as in 2010; bench --coupling has the others */
  World *world = world_create(scene, 1, p->threads, error);
  for (int n = 0; world && n < p->objects; n++) {
    const int across = 10;
    const Command drop = {.kind = COMMAND_DROP,
                          .drop = {.material = n % 3 == 2 ? MATERIAL_METAL : MATERIAL_WOOD,
                                   .x = 1.5f + 1.4f * (float)(n % across),
                                   .y = 2.3f + 1.0f * (float)(n / (across * across)),
                                   .z = 1.5f + 1.4f * (float)(n / across % across),
                                   .yaw = 0.7f * (float)n}};
    world_command(world, &drop);
    if (n % WORLD_COMMANDS_MAX == WORLD_COMMANDS_MAX - 1) world_step(world);
  }
  for (int n = 0; world && n < SETTLE_FRAMES; n++) world_step(world);
  return world;
}

static bool pool_open(Pool *p, const BenchCase *bench, Error *error) {
  const size_t before = memory_in_use();
  p->world = pool_world(p, error);
  if (!p->world) return false;
  p->bytes_per_cell = (double)(memory_in_use() - before) / ((double)p->grid * (double)p->grid);
  for (int pass = 0; pass < 2; pass++) /* naive last: it follows the library's crates */
    for (int v = 0; bench_variant(v); v++) {
      if (bench_variant(v)->naive != (pass == 1) || !bench_case_wants(bench, p->options, v, p->solver)) continue;
      p->rivals[p->rival_count].simd = "plain";
      p->rivals[p->rival_count++].variant = bench_variant(v);
    }
  if (p->rival_count == 0 || !p->rivals[p->rival_count - 1].variant->naive) return true;
  if (!naive_membrane_create(&p->membrane, p->grid, p->grid)) return error_set(error, "pool: not enough memory");
  p->membrane.cell = p->world->cell;
  p->membrane.threads = p->threads;
  p->membrane.damping = p->world->params.damping;
  p->boxes = memory_create((size_t)POSES_MAX * (size_t)(p->objects + 1), sizeof *p->boxes);
  if (!p->boxes || !naive_objects_create(&p->loops, &p->membrane)) return error_set(error, "pool: not enough memory");
  p->loops.density = p->world->params.density;
  return true;
}

/* --- measuring ------------------------------------------------------------------------------------------------------- */

static void copy_boxes(const World *world, NaiveBox *boxes, int count) {
  for (int n = 0; n < world->body_count && n < count; n++) {
    const WeirBody *shape = &world->bodies[n].shape;
    boxes[n] = (NaiveBox){.drag_linear = shape->drag_linear, .drag_square = shape->drag_square};
    memcpy(boxes[n].half, shape->half, sizeof shape->half);
    memcpy(boxes[n].position, shape->position, sizeof shape->position);
    memcpy(boxes[n].rotation, shape->rotation, sizeof shape->rotation);
    memcpy(boxes[n].velocity, shape->velocity, sizeof shape->velocity);
    memcpy(boxes[n].spin, shape->spin, sizeof shape->spin);
  }
}

static void library_part(Pool *p, BenchTimes *times, int repeat) {
  World *world = p->world;
  for (int n = 0; n < SWITCH_FRAMES; n++) world_step(world);
  const WeirStats begin = bench_times_begin(world);
  p->pose_count = 0;
  for (int n = 0; n < p->frames; n++) {
    world_step(world);
    if (p->boxes && p->pose_count < POSES_MAX) copy_boxes(world, p->boxes + (size_t)p->pose_count++ * (size_t)p->objects, p->objects);
  }
  bench_times_end(times, repeat, world, &begin);
  p->substeps = times->substeps[repeat];
}

/* Times the naive loops, with as many substeps as the library took, and waves as fast as five points stay stable with (Gritzner slowed his,
 * too). */
static void naive_part(Pool *p, BenchTimes *times, int repeat) {
  const int substeps = (int)ceil(p->substeps - 1e-9);
  const float dt = p->world->params.tick / (float)substeps;
  p->membrane.wave_speed = fminf(p->world->params.wave_speed, 0.65f * p->membrane.cell / dt);
  double interaction = 0, liquid = 0;
  for (int n = -SWITCH_FRAMES; n < p->frames; n++) {
    if (n == 0) interaction = liquid = 0;
    NaiveBox *boxes = p->boxes + (size_t)(n < 0 ? 0 : n % p->pose_count) * (size_t)p->objects;
    const double start = clock_seconds();
    naive_objects_interact(&p->loops, boxes, p->objects);
    const double middle = clock_seconds();
    for (int s = 0; s < substeps; s++) naive_membrane_step(&p->membrane, dt);
    interaction += 1e3 * (middle - start) / p->frames;
    liquid += 1e3 * (clock_seconds() - middle) / p->frames;
  }
  times->interaction[repeat] = interaction;
  times->liquid[repeat] = liquid;
  times->total[repeat] = interaction + liquid;
  times->substeps[repeat] = substeps;
}

/* --- rows ------------------------------------------------------------------------------------------------------------ */

/* Returns the total in ms that Gritzner measured on a 2.4 GHz Core 2 Duo in 2010 (table A.1 for 1 thread, A.2 for 2); NaN: not measured. */
static double gritzner_total(const BenchRow *row) {
  static const double totals[2][4][4] = {
      {{0.55, 2.60, 10.62, 43.48}, {1.01, 2.90, 11.28, 46.28}, {0.69, 3.07, 12.32, 49.34}, {0.84, 3.37, 12.68, 51.07}},
      {{0.41, 1.54, 6.53, 25.53}, {0.48, 1.83, 7.10, 28.56}, {0.48, 1.89, 7.48, 30.63}, {0.85, 2.00, 8.08, 32.05}}};
  int size = -1;
  for (int n = 0; n < 4; n++)
    if (row->grid == 128 << n) size = n;
  const bool known = size >= 0 && row->threads >= 1 && row->threads <= 2 && row->bodies % 30 == 0 && row->bodies <= 90;
  return known && row->solver == WEIR_MEMBRANE ? totals[row->threads - 1][row->bodies / 30][size] : NAN;
}

static BenchRow rival_row(const Pool *p, const PoolRival *rival) {
  const int repeats = p->options->repeats;
  const PoolRival *const last = &p->rivals[p->rival_count - 1];
  double ratios[BENCH_REPEATS_MAX];
  BenchRow row = bench_row("pool", rival->variant->name, p->solver, p->grid, p->threads);
  row.simd = rival->simd;
  row.bodies = p->objects;
  row.substeps = 0;
  for (int n = 0; n < repeats; n++) {
    ratios[n] = last->times.total[n] / rival->times.total[n];
    row.ms_interaction += rival->times.interaction[n] / repeats;
    row.ms_liquid += rival->times.liquid[n] / repeats;
    row.substeps += rival->times.substeps[n] / repeats;
  }
  if (last->variant->naive) row.times_naive = bench_span(ratios, repeats);
  row.ms_repeats = bench_span(rival->times.total, repeats);
  row.bytes_per_cell = rival->variant->naive ? bench_bytes_held(p->solver, true) : p->bytes_per_cell;
  row.working = rival->working;
  bench_row_times(&row, &rival->times, repeats, (double)p->world->params.tick);
  row.ms_gritzner = gritzner_total(&row);
  return row;
}

static bool pool_measure(Pool *p, BenchReport *report, Error *error) {
  const bool naive_alone = p->rivals[0].variant->naive;
  for (int repeat = 0; repeat < p->options->repeats; repeat++) {
    if (naive_alone) library_part(p, &p->rivals[0].times, repeat); /* moves the crates */
    for (PoolRival *rival = p->rivals; rival < &p->rivals[p->rival_count]; rival++) {
      if (!rival->variant->naive) {
        bench_variant_use(rival->variant, p->world->water);
        rival->simd = weir_simd_name();
      }
      (rival->variant->naive ? naive_part : library_part)(p, &rival->times, repeat);
      /* The membrane leaves nothing out; else the share of the tiles that one tick more works on, not measured. */
      rival->working = p->solver == WEIR_MEMBRANE ? 1 : bench_working(p->world->water, p->world, 0);
    }
  }
  bool ok = true;
  for (int n = 0; ok && n < p->rival_count; n++) {
    const BenchRow row = rival_row(p, &p->rivals[n]);
    ok = bench_report_add(report, &row, error);
  }
  bench_variant_reset();
  return ok;
}

bool bench_pool_run(const BenchCase *bench, const BenchOptions *o, WeirSolver solver, int grid, BenchReport *report, Error *error) {
  static const int usual_objects[] = {0, 30, 60, 90};
  static Pool pool; /* large; one bench at a time */
  const bool own = o->object_count > 0;
  for (int n = 0; n < (own ? o->object_count : 4); n++)
    for (int t = 0; t < o->thread_count; t++) {
      const int objects = own ? o->objects[n] : usual_objects[n];
      pool = (Pool){
          .options = o, .solver = solver, .grid = grid, .threads = o->threads[t], .objects = objects, .frames = bench_ticks(o, FRAMES)};
      const bool ok = pool_open(&pool, bench, error) && pool_measure(&pool, report, error);
      naive_objects_destroy(&pool.loops);
      naive_membrane_destroy(&pool.membrane);
      memory_free(pool.boxes);
      world_destroy(pool.world);
      if (!ok) return false;
    }
  return true;
}
