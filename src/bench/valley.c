/* A big landscape with crates, nothing drawn: how many times faster than real time. The extent grows with the grid (--cell
 * says how fine it is), so that a larger grid is a larger world and not a finer one. */
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "bench/activity.h"
#include "bench/bytes.h"
#include "bench/cases.h"
#include "bench/valley.h"
#include "bench/variants.h"

enum { FRAMES = 50, CRATES = 50, SWITCH_TICKS = 2 };

World *bench_valley_world(const char *asset_dir, WeirSolver solver, int grid, double cell, int threads, Error *error) {
  static Scene scene; /* large; one bench at a time */
  char path[SCENE_PATH];
  if (!scene_find(asset_dir, "valley", path, error) || !scene_read(path, &scene, error)) return NULL;
  scene.solver = solver;
  scene.nx = scene.nz = grid;
  scene.cell_m = (float)cell;
  return world_create(&scene, 1, threads, error);
}

/* The cost of a repeat, a tick: ms, and substeps. */
typedef struct ValleyTimes {
  double interaction, liquid, tick, substeps;
} ValleyTimes;

static ValleyTimes valley_part(World *world, int frames) {
  WeirStats before, after;
  for (int n = 0; n < SWITCH_TICKS; n++) world_step(world);
  memset(&world->profile, 0, sizeof world->profile);
  weir_water_stats(world->water, &before);
  const double start = clock_seconds();
  for (int n = 0; n < frames; n++) world_step(world);
  const double tick = 1e3 * (clock_seconds() - start) / frames;
  weir_water_stats(world->water, &after);
  const double *ms = world->profile.sum_ms;
  return (ValleyTimes){(ms[PROFILE_DISPLACE] + ms[PROFILE_PUSH]) / frames, ms[PROFILE_WATER] / frames, tick,
                       (double)(after.substeps - before.substeps) / frames};
}

static double median_of(const ValleyTimes *parts, size_t offset, int count, double *scratch) {
  for (int n = 0; n < count; n++) memcpy(&scratch[n], (const char *)&parts[n] + offset, sizeof *scratch);
  return bench_span(scratch, count).median;
}

static BenchRow valley_row(const World *world, const BenchVariant *variant, int threads, const ValleyTimes *parts, int repeats,
                           double *scratch) {
  const double cells = (double)world->nx * (double)world->nz;
  BenchRow row = bench_row("valley", variant->name, weir_water_solver(world->water), world->nx, threads);
  row.bodies = world->body_count;
  row.ms_interaction = median_of(parts, offsetof(ValleyTimes, interaction), repeats, scratch);
  row.ms_liquid = median_of(parts, offsetof(ValleyTimes, liquid), repeats, scratch);
  row.ms_tick = median_of(parts, offsetof(ValleyTimes, tick), repeats, scratch);
  row.substeps = median_of(parts, offsetof(ValleyTimes, substeps), repeats, scratch);
  row.ms_total = row.ms_interaction + row.ms_liquid;
  row.rtkc = cells * (double)world->params.tick / row.ms_total;
  row.real_time = 1e3 * (double)world->params.tick / row.ms_tick;
  row.bytes_moved = bench_bytes_moved(row.solver, false, row.substeps);
  for (int n = 0; n < repeats; n++) scratch[n] = 1e-3 * cells * parts[n].substeps / parts[n].liquid;
  row.mcells = bench_span(scratch, repeats);
  for (int n = 0; n < repeats; n++) scratch[n] = parts[n].interaction + parts[n].liquid;
  row.ms_repeats = bench_span(scratch, repeats);
  return row;
}

static bool valley_rows(World *world, const BenchVariant *variant, const BenchOptions *o, double bytes_per_cell, BenchReport *report,
                        Error *error) {
  const int frames = (o->frames > 0 ? o->frames : FRAMES) / o->repeats;
  ValleyTimes *parts = memory_create((size_t)o->repeats, sizeof *parts);
  double *scratch = memory_create((size_t)o->repeats, sizeof *scratch);
  bool ok = parts && scratch;
  if (!ok) error_set(error, "valley: not enough memory");
  for (int t = 0; ok && t < o->thread_count; t++) {
    bench_variant_use(variant, world->water);
    weir_water_set_threads(world->water, o->threads[t]);
    for (int n = 0; n < o->repeats; n++) parts[n] = valley_part(world, frames > 0 ? frames : 1);
    BenchRow row = valley_row(world, variant, o->threads[t], parts, o->repeats, scratch);
    row.bytes_per_cell = bytes_per_cell;
    BenchActivity activity = bench_activity_begin(world->water); /* of one tick more, not measured */
    world_step(world);
    row.working = bench_activity_end(&activity, world->water);
    ok = bench_report_add(report, &row, error);
    if (ok) bench_print_row(report, &row);
  }
  bench_variant_reset();
  memory_free(parts);
  memory_free(scratch);
  return ok;
}

bool bench_valley_run(const BenchCase *bench, const BenchOptions *o, WeirSolver solver, int grid, BenchReport *report, Error *error) {
  int count;
  const BenchVariant *variants = bench_variants(&count);
  const size_t before = memory_in_use();
  const double start = clock_seconds();
  World *world = bench_valley_world(o->asset_dir, solver, grid, o->cell, o->threads[o->thread_count - 1], error);
  if (!world) return false;
  const double bytes = (double)(memory_in_use() - before) / ((double)grid * (double)grid);
  const double ready = clock_seconds() - start, warm = o->warm >= 0 ? o->warm : bench->warm;
  world_drop_script(world, o->object_count > 0 ? o->objects[0] : CRATES);
  while (world->time < warm) world_step(world);
  if (!report->markdown)
    printf("  %s, %d x %d cells of %g m, made in %.1f s; %d crates\n", weir_solver_name(solver), grid, grid, o->cell, ready,
           world->body_count);
  bool ok = true;
  for (int v = 0; ok && v < count; v++)
    if (bench_case_wants(bench, o, v, solver)) ok = valley_rows(world, &variants[v], o, bytes, report, error);
  world_destroy(world);
  return ok;
}
