#include "bench/cases.h"

#include <string.h>

#include "base/memory.h"
#include "cli/markdown.h"

/* --- variants -------------------------------------------------------------------------------------------------------- */

enum { ALL = (1u << WEIR_MEMBRANE) | (1u << WEIR_PIPE) | (1u << WEIR_SWE), FLOWS = (1u << WEIR_PIPE) | (1u << WEIR_SWE) };

/* A new technique that can be switched while the water runs is a line here, a field of BenchVariant for its switch, and a
 * line in bench_variant_use. */
static const BenchVariant variants[] = {
    {"naive", "the sources' loops, written plainly (src/bench/rivals)", ALL, .usual = true, .naive = true},
    {"default", "the library as it comes", ALL, .usual = true},
    {"awake", "nothing sleeps", FLOWS, .usual = true, .awake = true},
    {"disperses", "waves that disperse", FLOWS, .disperses = true},
    {"dyed", "all water dyed: what carrying a tracer along costs", FLOWS, .dyed = true},
    {"sweep1", "each substep a sweep of its own", ALL, .sweep = 1},
    {"stencil5", "five points, as naive, where the default has nine", 1u << WEIR_MEMBRANE, .usual = true, .stencil = 5},
    {"sse2", "vectors of 4", ALL, .simd = "sse2"},
    {"avx2", "vectors of 8", ALL, .simd = "avx2"},
    {"avx512", "vectors of 16", ALL, .simd = "avx512"},
};

const BenchVariant *bench_variant(int n) {
  return n < (int)(sizeof variants / sizeof variants[0]) ? &variants[n] : NULL;
}

bool bench_case_wants(const BenchCase *bench, const BenchOptions *o, int variant, WeirSolver solver) {
  const BenchVariant *const v = &variants[variant];
  if (!(o->variants & (1u << variant)) || !(v->solvers & (1u << solver))) return false;
  /* The loops know the boxes of the membrane alone; what sleeps, is dyed or has which stencil is a matter of water without bodies. */
  if (bench->table == BENCH_TABLE_FIELD) return true;
  if (bench->table == BENCH_TABLE_RIVALS) return !v->awake && !v->dyed && !v->sweep && !v->disperses;
  if (v->naive) return bench->table == BENCH_TABLE_POOL && solver == WEIR_MEMBRANE;
  if (bench->table == BENCH_TABLE_FRAMES) return strcmp(v->name, "default") == 0;
  return !v->awake && !v->stencil && !v->dyed && !v->disperses;
}

/* The vector width that the process began with. */
static const char *best(void) {
  static const char *name;
  if (!name) name = weir_simd_name();
  return name;
}

bool bench_variant_here(const BenchVariant *variant) {
  best();
  const bool has = !variant->simd || weir_simd_use(variant->simd);
  bench_variant_reset();
  return has;
}

void bench_variant_use(const BenchVariant *variant, WeirWater *water) {
  best();
  weir_simd_use(variant->simd ? variant->simd : best());
  weir_water_set_sleeping(water, !variant->awake);
  weir_water_set_sweep(water, variant->sweep ? variant->sweep : 8);
  weir_water_clear_dye(water);
  weir_water_set_dispersion(water, variant->disperses, NULL);
  if (variant->dyed) { /* all of it */
    const float wide = 0.5f * weir_water_cell(water) * (float)weir_water_nx(water),
                deep = 0.5f * weir_water_cell(water) * (float)weir_water_nz(water);
    weir_water_add_dye(water, wide, deep, 2 * (wide + deep), 1000);
  }
  WeirTuning tuning = weir_water_tuning(water);
  const int stencil = variant->stencil ? variant->stencil : weir_tuning_default().stencil;
  if (tuning.stencil == stencil) return;
  tuning.stencil = stencil;
  weir_water_set_tuning(water, &tuning);
}

bool bench_variant_same_bits(const BenchVariant *variant) {
  return !variant->naive && !variant->stencil && !variant->dyed && !variant->disperses;
}

void bench_variant_reset(void) {
  weir_simd_use(best());
}

OptionWord bench_solver_word(int n) {
  return (OptionWord){.name = n < WEIR_SOLVER_COUNT ? weir_solver_name((WeirSolver)n) : NULL};
}

/* --- setting up -------------------------------------------------------------------------------------------------------- */

Scene *bench_basin(WeirSolver solver, int nx, int nz, float cell, float level) {
  static Scene scene; /* large */
  scene = (Scene){.name = "bench", .solver = solver, .nx = nx, .nz = nz, .cell_m = cell, .water_count = 1, .params = params_default()};
  scene.terrain = TERRAIN_FLAT;
  scene.waters[0] = (SceneBlock){0, 0, 1, 1, level};
  return &scene;
}

/* --- bytes --------------------------------------------------------------------------------------------------------------- */

/* THE table: floats are 4 bytes; a row of neighbours is in a cache by the time it is needed; a line that is written without
 * having been read is read first (write-allocate). `alone`: the only substep of a tick without bodies; `first`: the first of several, which
 * for the library's pipe and swe leads from the kept state to the present one (flow.c). Correct it here when a loop changes. The order: the
 * plain loops, then the library's by WeirSolver. */
enum { NAIVE_MEMBRANE, NAIVE_PIPE, LIBRARY };

static const struct {
  const char *name;
  double alone, first, further;
  const char *reason;
} bytes[LIBRARY + WEIR_SOLVER_COUNT] = {
    {"membrane, naive", 26, 26, 26, "speeds: reads height, speed, occupied 9, writes speed 4; heights: the same, 9 and 4"},
    {"pipe, naive", 64, 64, 64,
     "flows: reads terrain, depth, both flows 16, writes flows 8; limits: reads 12, writes 4, write-allocate 4; depths: "
     "reads depth, flows, limit 16, writes 4"},
    {"membrane", 16, 16, 2,
     "reads u, v 8, writes them 8; where depths are read, once a tick, + reads rest, terrain 8, writes depth 4, "
     "write-allocate 4; up to 8 substeps in one sweep: further ones a share of 16"},
    {"pipe", 28, 40, 28, "reads terrain, depth, u, w 16, writes depth, u, w 12; first of several, out of place: + write-allocate 12"},
    {"swe", 44, 64, 44,
     "reads terrain, depth, u, w and both flows 24, writes all but terrain 20; first of several, out of place: + write-allocate 20"}};

double bench_bytes_moved(WeirSolver solver, bool naive, double substeps) {
  const int n = !naive ? LIBRARY + (int)solver : solver == WEIR_MEMBRANE ? NAIVE_MEMBRANE : NAIVE_PIPE;
  return substeps > 1 ? (bytes[n].first + (substeps - 1) * bytes[n].further) / substeps : bytes[n].alone;
}

double bench_bytes_held(WeirSolver solver, bool objects) {
  if (solver != WEIR_MEMBRANE) return 20; /* terrain, depth, two flows, limit */
  return objects ? 9 + 18 : 9;            /* height, speed, occupied; r, dr, stack, ring's list, two flags */
}

void bench_bytes_print(bool markdown) {
  static const MarkdownColumn columns[] = {
      {"loop", true}, {"only substep of a tick", false}, {"first of several", false}, {"further ones", false}, {"why", true}};
  if (!markdown) printf("bytes that must move, a cell and substep, on grids that no cache holds:\n");
  if (markdown) {
    markdown_caption("bytes", false, "what must move, a cell and substep, on grids that no cache holds");
    markdown_head(columns, sizeof columns / sizeof columns[0]);
  }
  for (int n = 0; n < LIBRARY + WEIR_SOLVER_COUNT; n++) {
    if (!markdown) {
      printf("  %-16s %3.0f, the first of several %3.0f, further ones %3.0f: %s\n", bytes[n].name, bytes[n].alone, bytes[n].first,
             bytes[n].further, bytes[n].reason);
      continue;
    }
    markdown_cell("%s", bytes[n].name);
    markdown_cell("%.0f", bytes[n].alone);
    markdown_cell("%.0f", bytes[n].first);
    markdown_cell("%.0f", bytes[n].further);
    markdown_cell("%s", bytes[n].reason);
    markdown_end_row();
  }
}

/* --- measuring --------------------------------------------------------------------------------------------------------- */

int64_t bench_substeps(const WeirWater *water) {
  WeirStats stats;
  weir_water_stats(water, &stats);
  return stats.substeps;
}

double bench_warm(const BenchCase *bench, const BenchOptions *o) {
  return o->warm >= 0 ? o->warm : bench->warm;
}

int bench_ticks(const BenchOptions *o, int usual) {
  const int ticks = (o->frames > 0 ? o->frames : usual) / o->repeats;
  return ticks > 0 ? ticks : 1;
}

WeirStats bench_times_begin(World *world) {
  WeirStats begin;
  memset(&world->profile, 0, sizeof world->profile);
  weir_water_stats(world->water, &begin);
  return begin;
}

void bench_times_end(BenchTimes *times, int repeat, const World *world, const WeirStats *begin) {
  WeirStats end;
  weir_water_stats(world->water, &end);
  const double ticks = (double)(end.steps - begin->steps), *const ms = world->profile.sum_ms;
  times->interaction[repeat] = (ms[PROFILE_DISPLACE] + ms[PROFILE_PUSH]) / ticks;
  times->liquid[repeat] = ms[PROFILE_WATER] / ticks;
  times->total[repeat] = times->interaction[repeat] + times->liquid[repeat];
  times->substeps[repeat] = (double)(end.substeps - begin->substeps) / ticks;
}

void bench_row_times(BenchRow *row, const BenchTimes *times, int repeats, double tick) {
  double rates[BENCH_REPEATS_MAX];
  const double cells = (double)row->grid * (double)row->grid;
  for (int n = 0; n < repeats; n++) rates[n] = 1e-3 * cells * times->substeps[n] / times->liquid[n];
  row->mcells = bench_span(rates, repeats);
  row->ms_total = row->ms_interaction + row->ms_liquid;
  row->rtkc = cells * tick / row->ms_total;
  row->bytes_moved = bench_bytes_moved(row->solver, strcmp(row->variant, "naive") == 0, row->substeps);
}

void bench_tighten(WeirView view, float *tight) {
  for (int k = 0; k < view.nz; k++)
    memcpy(tight + (size_t)k * (size_t)view.nx, view.data + k * view.stride, (size_t)view.nx * sizeof *tight);
}

enum { TILE_COLUMNS = 64, TILE_ROWS = 8 };

static int least(int a, int b) {
  return a < b ? a : b;
}

/* Returns true if a depth of tile (a, b) has changed. */
static bool tile_changed(const float *before, const WeirView *depth, int a, int b) {
  const int i0 = a * TILE_COLUMNS, i1 = least(i0 + TILE_COLUMNS, depth->nx), k1 = least((b + 1) * TILE_ROWS, depth->nz);
  for (int k = b * TILE_ROWS; k < k1; k++) {
    const float *const row = before + (size_t)k * (size_t)depth->nx + i0;
    if (memcmp(row, depth->data + k * depth->stride + i0, (size_t)(i1 - i0) * sizeof *row) != 0) return true;
  }
  return false;
}

/* Returns true if a tile or one of the eight around it has changed. */
static bool tile_worked(const bool *changed, int across, int down, int a, int b) {
  for (int q = b > 0 ? b - 1 : 0; q <= b + 1 && q < down; q++)
    for (int p = a > 0 ? a - 1 : 0; p <= a + 1 && p < across; p++)
      if (changed[q * across + p]) return true;
  return false;
}

double bench_working(WeirWater *water, World *world, float tick) {
  WeirView depth = weir_water_depth(water);
  const int across = (depth.nx + TILE_COLUMNS - 1) / TILE_COLUMNS, down = (depth.nz + TILE_ROWS - 1) / TILE_ROWS, tiles = across * down;
  float *const before = memory_create((size_t)depth.nx * (size_t)depth.nz, sizeof *before);
  bool *const changed = memory_create((size_t)tiles, sizeof *changed);
  const bool known = before && changed;
  int worked = 0;
  if (known) bench_tighten(depth, before);
  if (world)
    world_step(world);
  else
    weir_water_step(water, tick);
  depth = weir_water_depth(water);
  for (int n = 0; known && n < tiles; n++) changed[n] = tile_changed(before, &depth, n % across, n / across);
  for (int n = 0; n < tiles; n++) worked += !known || tile_worked(changed, across, down, n % across, n / across);
  memory_free(before);
  memory_free(changed);
  return (double)worked / (double)tiles;
}
