#include "app/stats.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"

static const double bin_least = 1e-7;         /* s */
static const double bin_log = 0.019802627296; /* ln 1.02: each bin is 2 % wide */

void stats_init(Stats *stats, double start) {
  *stats = (Stats){.start = start, .begun = clock_seconds(), .first_frame_s = -1};
}

void stats_step(Stats *stats, double seconds, const World *world) {
  const double bin = seconds > bin_least ? floor(log(seconds / bin_least) / bin_log) : 0;
  stats->bins[bin < STATS_BINS ? (int)bin : STATS_BINS - 1]++;
  stats->steps++;
  stats->step_sum_s += seconds;
  stats->step_max_s = fmax(stats->step_max_s, seconds);
  stats->simulated += (double)world->params.tick;
  stats->cells += (double)world->nx * world->nz * (double)world->params.tick;
}

bool stats_at_end(const Stats *stats, int64_t steps, double seconds, double tick) {
  return (steps >= 0 && stats->steps >= steps) || (seconds >= 0 && stats->simulated > seconds - 0.5 * tick);
}

void stats_frame(Stats *stats) {
  if (stats->first_frame_s < 0) stats->first_frame_s = clock_seconds() - stats->start;
  stats->frames++;
}

double stats_percentile(const Stats *stats, double share) {
  const double rank = share * (double)stats->steps;
  uint64_t seen = 0;
  for (int n = 0; n < STATS_BINS && stats->steps > 0; n++) {
    seen += stats->bins[n];
    if ((double)seen >= rank) return fmin(bin_least * exp(((double)n + 0.5) * bin_log), stats->step_max_s);
  }
  return stats->step_max_s;
}

double stats_rtkc(const Stats *stats) {
  return stats->step_sum_s > 0 ? stats->cells / stats->step_sum_s / 1000 : 0;
}

/* --- JSON ------------------------------------------------------------------------------------------------------------ */

/* JSON has no word for infinity or NaN. */
static void number(FILE *out, const char *name, double value, const char *after) {
  if (isfinite(value)) {
    fprintf(out, "\"%s\": %.10g%s", name, value, after);
  } else {
    fprintf(out, "\"%s\": null%s", name, after);
  }
}

/* A 32-bit number with the digits that it has: 0.02, not 0.01999999955. */
static void single(FILE *out, const char *name, float value, const char *after) {
  char digits[32];
  snprintf(digits, sizeof digits, "%.7g", (double)value);
  fprintf(out, "\"%s\": %s%s", name, isfinite(value) ? digits : "null", after);
}

static void text(FILE *out, const char *name, const char *value, const char *after) {
  fprintf(out, "\"%s\": \"", name);
  for (const unsigned char *c = (const unsigned char *)value; *c; c++) {
    if (*c < 0x20) {
      fprintf(out, "\\u%04x", *c);
    } else if (*c == '"' || *c == '\\') {
      fprintf(out, "\\%c", *c);
    } else {
      fputc(*c, out);
    }
  }
  fprintf(out, "\"%s", after);
}

static void write_sides(const World *world, FILE *out) {
  fprintf(out, "  \"sides\": [");
  for (int side = 0; side < WEIR_SIDE_COUNT; side++)
    fprintf(out, "\"%s\"%s", weir_edge_name(weir_water_boundary(world->water, (WeirSide)side).kind),
            side + 1 < WEIR_SIDE_COUNT ? ", " : "],\n  ");
}

static void write_run(const Stats *stats, const World *world, FILE *out) {
  const double wall = clock_seconds() - stats->begun;
  const double mean = stats->steps > 0 ? stats->step_sum_s / (double)stats->steps : 0;
  fprintf(out, "  ");
  text(out, "scene", world->scene.name, ", ");
  text(out, "solver", weir_solver_name(weir_water_solver(world->water)), ", ");
  text(out, "liquid", weir_liquid(world->liquid)->name, ", ");
  text(out, "simd", weir_simd_name(), ",\n");
  write_sides(world, out);
  fprintf(out, "\"grid\": [%d, %d], ", world->nx, world->nz);
  single(out, "cell_m", world->cell, ",\n  ");
  fprintf(out, "\"steps\": %" PRId64 ", ", stats->steps);
  number(out, "sim_seconds", round(1e4 * stats->simulated) / 1e4, ", ");
  number(out, "wall_seconds", wall, ",\n  \"step_ms\": {");
  number(out, "mean", 1e3 * mean, ", ");
  number(out, "p50", 1e3 * stats_percentile(stats, 0.5), ", ");
  number(out, "p99", 1e3 * stats_percentile(stats, 0.99), ", ");
  number(out, "max", 1e3 * stats->step_max_s, "}, ");
  number(out, "rtkc", stats_rtkc(stats), ",\n");
  fprintf(out, "  \"frames\": %" PRId64 ", ", stats->frames);
  number(out, "fps", wall > 0 ? (double)stats->frames / wall : 0, ", ");
  number(out, "first_frame_s", stats->first_frame_s, ",\n");
}

static void write_water(const World *world, FILE *out) {
  WeirStats water;
  weir_water_stats(world->water, &water);
  fprintf(out, "  \"volume_m3\": {");
  number(out, "start", water.volume_start, ", ");
  number(out, "added", water.volume_added, ", ");
  number(out, "removed", water.volume_removed, ", ");
  number(out, "now", water.volume_now, ", ");
  number(out, "error_relative", water.volume_error, "},\n  \"depth_m\": {");
  single(out, "min", water.depth_min, ", ");
  single(out, "max", water.depth_max, "}, \"surface_m\": {");
  single(out, "min", water.surface_min, ", ");
  single(out, "max", water.surface_max, "}, ");
  single(out, "speed_max", water.speed_max, ",\n");
  fprintf(out,
          "  \"substeps_max\": %d, \"clamped_steps\": %" PRId64 ", \"guarded_steps\": %" PRId64
          ", \"clamped_cells\": %" PRId64 ",\n",
          water.substeps_max, water.clamped_steps, water.guarded_steps, water.clamped_cells);
}

static void write_params(const World *world, FILE *out) {
  int count;
  const ParamInfo *infos = params_table(&count);
  fprintf(out, "  \"params\": {");
  for (int n = 0; n < count; n++)
    single(out, infos[n].name, params_get(&world->params, &infos[n]), n + 1 < count ? ", " : "},\n");
}

static int asleep(const World *world) {
  int count = 0;
  for (int n = 0; n < world->body_count; n++) count += world->bodies[n].asleep;
  return count;
}

void stats_write(const Stats *stats, const World *world, const char *device, FILE *out) {
  fprintf(out, "{\n");
  write_run(stats, world, out);
  write_water(world, out);
  write_params(world, out);
  fprintf(out, "  \"bodies\": %d, \"bodies_dropped\": %u, \"bodies_asleep\": %d, \"bodies_rescued\": %" PRId64 ", \"finite\": %s,\n",
          world->body_count, (unsigned)world->dropped, asleep(world), world->rescued,
          world_is_finite(world) ? "true" : "false");
  fprintf(out, "  \"threads\": %d, \"seed\": %" PRIu64 ", ", world->threads, world->seed);
  number(out, "memory_mib", (double)memory_in_use() / 1048576, ", ");
  text(out, "device", device ? device : "none", ",\n");
  fprintf(out, "  \"state_hash\": \"%016" PRIx64 "\"\n}\n", world_hash(world));
}
