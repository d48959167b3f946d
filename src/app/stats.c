#include "app/run.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/memory.h"

void stats_init(Stats *stats, double start) {
  *stats = (Stats){.start = start, .begun = start, .first_frame_s = -1, .first_shown_s = -1};
}
void stats_shown(Stats *stats) {
  if (stats->first_shown_s < 0) stats->first_shown_s = clock_seconds() - stats->start;
}

static void add_time(FrameLengths *times, double seconds) {
  times->count++;
  times->late += seconds > STATS_LATE_FRAME_S;
  times->sum_s += seconds;
  times->longest_s = fmax(times->longest_s, seconds);
}

void stats_frame(Stats *stats, bool past, float share) {
  const double now = clock_seconds();
  stats_shown(stats);
  if (stats->first_frame_s < 0) stats->first_frame_s = now - stats->start;
  stats->frames++;
  stats->share = share;
  stats->share_sum += (double)share;
  if (stats->frame_at > 0) add_time(&stats->all, now - stats->frame_at);
  if (stats->frame_at > 0 && past) add_time(&stats->past, now - stats->frame_at);
  stats->frame_at = now;
}

void stats_passes(Stats *stats, const RendererPassTime *passes, int count) {
  for (int n = 0; n < count; n++) stats->passes[n] = (RendererPassTime){passes[n].name, stats->passes[n].ms + passes[n].ms};
  stats->pass_count = count;
  stats->frames_timed++;
}

/* --- JSON ------------------------------------------------------------------------------------------------------------ */

enum { DIGITS = 10, SINGLE_DIGITS = 7 }; /* a 32-bit number has 7: 0.02, not 0.01999999955 */

static void add_single(Json *json, const char *key, float value) {
  json_real(json, key, (double)value, SINGLE_DIGITS);
}

static void add_frame_times(Json *json, const char *key, const FrameLengths *times) {
  json_open_object(json, key);
  json_whole(json, "count", times->count);
  json_whole(json, "late", times->late);
  json_real(json, "mean", times->count > 0 ? 1e3 * times->sum_s / (double)times->count : 0, DIGITS);
  json_real(json, "max", 1e3 * times->longest_s, DIGITS);
  json_close(json);
}

static void add_run(Json *json, const Stats *stats, const StepStats *steps, const StatsDrawing *drawing) {
  const double wall = clock_seconds() - stats->begun;
  const double mean = steps->steps > 0 ? steps->sum_s / (double)steps->steps : 0;
  json_whole(json, "steps", steps->steps);
  json_real(json, "sim_seconds", round(1e4 * steps->simulated) / 1e4, DIGITS);
  json_real(json, "wall_seconds", wall, DIGITS);
  json_open_object(json, "step_ms");
  json_real(json, "mean", 1e3 * mean, DIGITS);
  json_real(json, "p50", 1e3 * step_stats_percentile(steps, 0.5), DIGITS);
  json_real(json, "p99", 1e3 * step_stats_percentile(steps, 0.99), DIGITS);
  json_real(json, "max", 1e3 * steps->max_s, DIGITS);
  json_close(json);
  json_real(json, "rtkc", step_stats_rtkc(steps), DIGITS);
  json_whole(json, "frames", stats->frames);
  json_real(json, "fps", wall > 0 ? (double)stats->frames / wall : 0, DIGITS);
  json_real(json, "first_shown_s", stats->first_shown_s, DIGITS);
  json_real(json, "first_frame_s", stats->first_frame_s, DIGITS);
  add_frame_times(json, "frame_ms", &stats->all);
  add_frame_times(json, "past_frame_ms", &stats->past);
  json_open_object(json, "picture_share");
  json_real(json, "mean", stats->frames > 0 ? stats->share_sum / (double)stats->frames : 0, 4);
  add_single(json, "last", stats->share);
  json_close(json);
  json_open_object(json, "pass_ms"); /* over the frames that were timed: with --overlay on a software driver, always on others */
  for (int n = 0; n < stats->pass_count; n++)
    json_real(json, stats->passes[n].name, (double)stats->passes[n].ms / (double)stats->frames_timed, 4);
  json_close(json);
  json_whole(json, "past_positions", drawing->past_positions);
  json_whole(json, "triangles_max", drawing->triangles_max);
  json_whole(json, "sound_buffers", drawing->sound_buffers);
  json_whole(json, "sound_late", drawing->sound_late);
}

static void add_range(Json *json, const char *key, float least, float most) {
  json_open_object(json, key);
  add_single(json, "min", least);
  add_single(json, "max", most);
  json_close(json);
}

static void add_water(Json *json, const World *world) {
  WeirStats water;
  weir_water_stats(world->water, &water);
  json_open_object(json, "volume_m3");
  json_real(json, "start", water.volume_start, DIGITS);
  json_real(json, "added", water.volume_added, DIGITS);
  json_real(json, "removed", water.volume_removed, DIGITS);
  json_real(json, "now", water.volume_now, DIGITS);
  json_real(json, "error_relative", water.volume_error, DIGITS);
  json_close(json);
  add_range(json, "depth_m", water.depth_min, water.depth_max);
  add_range(json, "surface_m", water.surface_min, water.surface_max);
  add_single(json, "speed_max", water.speed_max);
  json_whole(json, "substeps_max", water.substeps_max);
  json_whole(json, "clamped_steps", water.clamped_steps);
  json_whole(json, "guarded_steps", water.guarded_steps);
  json_whole(json, "clamped_cells", water.clamped_cells);
}

static void add_sand(Json *json, const StatsSand *sand) {
  json_open_object(json, "sand");
  json_whole(json, "grids", sand->counts.grids);
  json_whole(json, "grids_taken", sand->counts.taken);
  json_whole(json, "skipped_bytes", sand->counts.skipped);
  json_whole(json, "moves", sand->ledger.moves);
  json_real(json, "raised_m3", sand->ledger.raised, DIGITS);
  json_real(json, "lowered_m3", sand->ledger.lowered, DIGITS);
  json_real(json, "water_displaced_m3", sand->ledger.displaced, DIGITS);
  json_real(json, "water_freed_m3", sand->ledger.freed, DIGITS);
  json_close(json);
}

Json stats_json(const Stats *stats, const StepStats *steps, const World *world, const StatsDrawing *drawing, const StatsSand *sand) {
  Json json = json_begin();
  int count, asleep = 0;
  const ParamInfo *const infos = params_table(&count);
  char hash[32];
  snprintf(hash, sizeof hash, "%016" PRIx64, world_hash(world));
  json_text(&json, "scene", world->scene.name);
  json_text(&json, "solver", weir_solver_name(weir_water_solver(world->water)));
  json_text(&json, "liquid", weir_liquid(world->liquid)->name);
  json_text(&json, "simd", weir_simd_name());
  json_open_list(&json, "sides");
  for (int side = 0; side < WEIR_SIDE_COUNT; side++)
    json_text(&json, NULL, weir_edge_name(weir_water_boundary(world->water, (WeirSide)side).kind));
  json_close(&json);
  json_open_list(&json, "grid");
  json_whole(&json, NULL, world->nx);
  json_whole(&json, NULL, world->nz);
  json_close(&json);
  add_single(&json, "cell_m", world->cell);
  add_run(&json, stats, steps, drawing);
  add_water(&json, world);
  if (sand) add_sand(&json, sand);
  json_open_object(&json, "params");
  for (int n = 0; n < count; n++) add_single(&json, infos[n].name, params_get(&world->params, &infos[n]));
  json_close(&json);
  for (int n = 0; n < world->body_count; n++) asleep += world->bodies[n].asleep;
  json_whole(&json, "bodies", world->body_count);
  json_whole(&json, "bodies_dropped", world->dropped);
  json_whole(&json, "bodies_asleep", asleep);
  json_whole(&json, "bodies_rescued", world->rescued);
  json_whole(&json, "bodies_left", world->left);
  json_flag(&json, "finite", world_is_finite(world));
  json_whole(&json, "threads", world->threads);
  json_seed(&json, "seed", world->seed);
  json_real(&json, "memory_mib", (double)memory_in_use() / 1048576, DIGITS);
  json_text(&json, "device", drawing->device);
  json_text(&json, "state_hash", hash);
  return json;
}
