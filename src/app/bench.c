/* `weir bench`: Gritzner's tables A.1 and A.2 (grids x objects x threads; interactions, liquid and total apart; the mean
 * of 100 frames) on his own case, a pool with crates, and Kellomaki's real-time kilocells. */
#include "app/bench.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/machine.h"
#include "app/numbers.h"
#include "base/memory.h"
#include "world/world.h"

enum { LIST_MAX = 16, FRAMES_MAX = 100000, ROWS_MAX = 256, SETTLE_FRAMES = 10 };

typedef struct BenchOptions {
  int grids[LIST_MAX], objects[LIST_MAX], threads[LIST_MAX];
  int grid_count, object_count, thread_count;
  int frames;
  WeirSolver solvers[WEIR_SOLVER_COUNT];
  int solver_count;
  const char *json;
} BenchOptions;

typedef struct BenchRow {
  WeirSolver solver;
  int grid, threads, objects;
  double mcells[3]; /* min, median, max over the frames */
  double ms_interaction, ms_liquid, ms_total, rtkc, bytes_per_cell;
} BenchRow;

static int fail(int status, const char *format, const char *a, const char *b) {
  fprintf(stderr, "weir: bench: ");
  fprintf(stderr, format, a, b);
  fprintf(stderr, "\n");
  return status;
}

/* "128,256" -> numbers; false when one is off or there are too many. */
static bool read_list(const char *text, int low, int high, int *list, int *count) {
  char word[32];
  for (*count = 0; *text; (*count)++) {
    const size_t size = strcspn(text, ",");
    int64_t value = 0;
    if (*count == LIST_MAX || size >= sizeof word) return false;
    memcpy(word, text, size);
    word[size] = '\0';
    if (!number_whole(word, low, high, &value)) return false;
    list[*count] = (int)value;
    text += size + (text[size] == ',' ? 1 : 0);
  }
  return *count > 0;
}

static bool read_solver(const char *text, BenchOptions *o) {
  o->solver_count = 0;
  for (int n = 0; n < WEIR_SOLVER_COUNT; n++)
    if (strcmp(text, "all") == 0 || strcmp(text, weir_solver_name((WeirSolver)n)) == 0)
      o->solvers[o->solver_count++] = (WeirSolver)n;
  return o->solver_count > 0;
}

static void bench_help(void) {
  printf("weir bench [options]: Gritzner's tables A.1 and A.2 and Kellomaki's rtkc, on a pool with crates\n"
         "  --grid N,N,...     cells a side (128,256,512,1024)\n"
         "  --objects N,N,...  crates (0,30,60,90)\n"
         "  --threads N,N,...  OpenMP threads (1,2)\n"
         "  --frames N         frames that a mean is taken of (100)\n"
         "  --solver NAME      membrane, pipe, swe or all (all)\n"
         "  --json FILE        the same rows for machines\n");
}

static int options_read(int argc, char **argv, BenchOptions *o) {
  *o = (BenchOptions){.grids = {128, 256, 512, 1024}, .grid_count = 4, .objects = {0, 30, 60, 90}, .object_count = 4,
                      .threads = {1, 2}, .thread_count = 2, .frames = 100,
                      .solvers = {WEIR_MEMBRANE, WEIR_PIPE, WEIR_SWE}, .solver_count = 3};
  for (int n = 1; n < argc; n += 2) {
    const char *word = argv[n], *value = n + 1 < argc ? argv[n + 1] : NULL;
    int64_t frames = 0;
    if (strcmp(word, "--help") == 0) return bench_help(), -1;
    if (!value) return fail(2, "%s: unknown option, or its value is missing%s", word, "");
    if (strcmp(word, "--grid") == 0) {
      if (!read_list(value, WEIR_GRID_MIN, WEIR_GRID_MAX, o->grids, &o->grid_count))
        return fail(2, "%s: '%s'; allowed: up to 16 numbers from 16 to 8192, as in 128,256", word, value);
    } else if (strcmp(word, "--objects") == 0) {
      if (!read_list(value, 0, WORLD_BODIES_MAX, o->objects, &o->object_count))
        return fail(2, "%s: '%s'; allowed: up to 16 numbers from 0 to 1024, as in 0,30", word, value);
    } else if (strcmp(word, "--threads") == 0) {
      if (!read_list(value, 1, 256, o->threads, &o->thread_count))
        return fail(2, "%s: '%s'; allowed: up to 16 numbers from 1 to 256, as in 1,2", word, value);
    } else if (strcmp(word, "--frames") == 0) {
      if (!number_whole(value, 1, FRAMES_MAX, &frames)) return fail(2, "%s: '%s'; allowed: 1 to 100000", word, value);
      o->frames = (int)frames;
    } else if (strcmp(word, "--solver") == 0) {
      if (!read_solver(value, o)) return fail(2, "%s: '%s'; allowed: membrane, pipe, swe or all", word, value);
    } else if (strcmp(word, "--json") == 0) {
      o->json = value;
    } else {
      return fail(2, "%s: unknown option; weir bench --help lists them%s", word, "");
    }
  }
  return 0;
}

/* A square pool of 16 m, 2 m deep, with crates of 0.6 m set on its surface in rows. */
static World *bench_world(const BenchRow *row, Error *error) {
  static Scene scene; /* large; one bench at a time */
  scene = (Scene){.name = "bench", .solver = row->solver, .nx = row->grid, .nz = row->grid, .terrain = TERRAIN_FLAT,
                  .cell_m = 16.0f / (float)row->grid, .water_count = 1, .params = params_default()};
  scene.waters[0] = (SceneBlock){0, 0, 1, 1, 2};
  scene.params.crate_size = 0.6f;
  World *world = world_create(&scene, 1, row->threads, error);
  for (int n = 0; world && n < row->objects; n++) {
    const int across = 10;
    const Command drop = {.kind = COMMAND_DROP,
                          .material = n % 3 == 2 ? MATERIAL_METAL : MATERIAL_WOOD,
                          .x = 1.5f + 1.4f * (float)(n % across),
                          .y = 2.3f + 1.0f * (float)(n / (across * across)),
                          .z = 1.5f + 1.4f * (float)(n / across % across),
                          .yaw = 0.7f * (float)n};
    world_command(world, &drop);
    if (n % WORLD_COMMANDS_MAX == WORLD_COMMANDS_MAX - 1) world_step(world);
  }
  for (int n = 0; world && n < SETTLE_FRAMES; n++) world_step(world);
  return world;
}

static int double_order(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static bool bench_row(BenchRow *row, int frames, Error *error) {
  const size_t before = memory_in_use();
  World *world = bench_world(row, error);
  double *rates = memory_create((size_t)frames, sizeof *rates);
  const double cells = (double)row->grid * (double)row->grid;
  if (!world || !rates) {
    world_destroy(world);
    memory_free(rates);
    return world ? error_set(error, "not enough memory") : false;
  }
  row->bytes_per_cell = (double)(memory_in_use() - before) / cells;
  double interaction = 0, liquid = 0;
  for (int n = 0; n < frames; n++) {
    WeirStats stats, after;
    weir_water_stats(world->water, &stats);
    memset(&world->profile, 0, sizeof world->profile);
    world_step(world);
    weir_water_stats(world->water, &after);
    const double *ms = world->profile.sum_ms;
    interaction += ms[PROFILE_DISPLACE] + ms[PROFILE_PUSH];
    liquid += ms[PROFILE_WATER];
    rates[n] = 1e-3 * cells * (double)(after.substeps - stats.substeps) / ms[PROFILE_WATER];
  }
  qsort(rates, (size_t)frames, sizeof *rates, double_order);
  row->mcells[0] = rates[0];
  row->mcells[1] = rates[frames / 2];
  row->mcells[2] = rates[frames - 1];
  row->ms_interaction = interaction / frames;
  row->ms_liquid = liquid / frames;
  row->ms_total = row->ms_interaction + row->ms_liquid;
  row->rtkc = cells * (double)world->params.tick / (1e-3 * row->ms_total) / 1000.0;
  memory_free(rates);
  world_destroy(world);
  return true;
}

/* What Gritzner measured on a 2.4 GHz Core 2 Duo in 2010 (table A.1 for 1 thread, A.2 for 2), total ms; 0: not measured. */
static double gritzner_total(const BenchRow *row) {
  static const double totals[2][4][4] = {
      {{0.55, 2.60, 10.62, 43.48}, {1.01, 2.90, 11.28, 46.28}, {0.69, 3.07, 12.32, 49.34}, {0.84, 3.37, 12.68, 51.07}},
      {{0.41, 1.54, 6.53, 25.53}, {0.48, 1.83, 7.10, 28.56}, {0.48, 1.89, 7.48, 30.63}, {0.85, 2.00, 8.08, 32.05}}};
  int size = -1;
  for (int n = 0; n < 4; n++)
    if (row->grid == 128 << n) size = n;
  const bool known = size >= 0 && row->threads >= 1 && row->threads <= 2 && row->objects % 30 == 0 && row->objects <= 90;
  return known && row->solver == WEIR_MEMBRANE ? totals[row->threads - 1][row->objects / 30][size] : 0;
}

static void print_row(const BenchRow *row) {
  const double then = gritzner_total(row);
  printf("%-8s %7d %10d %7d %13.3f %10.3f %10.3f %11.0f %9.0f", weir_solver_name(row->solver), row->threads, row->objects,
         row->grid, row->ms_interaction, row->ms_liquid, row->ms_total, row->rtkc, row->mcells[1]);
  if (then > 0) printf(" %9.2f", then);
  printf("\n");
  fflush(stdout);
}

static bool write_json(const char *path, const Machine *machine, const BenchRow *rows, int count, Error *error) {
  FILE *file = fopen(path, "w");
  if (!file) return error_set(error, "%s: %s", path, strerror(errno));
  fprintf(file, "{\"machine\": {\"cpu\": \"%s\", \"cores\": %d, \"simd\": \"%s\", \"ram_gib\": %.1f, \"copy_gb_per_s\": %.1f},\n",
          machine->cpu, machine->cores, machine->simd, machine->ram_gib, machine->copy_gb_per_s);
  fprintf(file, " \"rows\": [\n");
  for (int n = 0; n < count; n++) {
    const BenchRow *r = &rows[n];
    fprintf(file,
            "  {\"name\": \"pool\", \"solver\": \"%s\", \"variant\": \"default\", \"grid\": [%d, %d], \"threads\": %d, "
            "\"simd\": \"%s\", \"bodies\": %d, \"mcells_per_s\": {\"min\": %.2f, \"median\": %.2f, \"max\": %.2f}, "
            "\"ms_interaction\": %.4f, \"ms_liquid\": %.4f, \"ms_total\": %.4f, \"rtkc\": %.1f, \"bytes_per_cell\": %.1f}%s\n",
            weir_solver_name(r->solver), r->grid, r->grid, r->threads, machine->simd, r->objects, r->mcells[0],
            r->mcells[1], r->mcells[2], r->ms_interaction, r->ms_liquid, r->ms_total, r->rtkc, r->bytes_per_cell,
            n + 1 < count ? "," : "");
  }
  fprintf(file, " ]}\n");
  const bool bad = ferror(file) != 0;
  return (fclose(file) == 0 && !bad) ? true : error_set(error, "%s: cannot be written", path);
}

int bench_main(int argc, char **argv) {
  BenchOptions o;
  const int status = options_read(argc, argv, &o);
  if (status != 0) return status < 0 ? 0 : status;
  static BenchRow rows[ROWS_MAX];
  int count = 0;
  const Machine machine = machine_probe();
  printf("%s, %d cores, %s, copies %.1f GB/s; mean of %d frames of 20 ms; last column: Gritzner 2010\n",
         machine.cpu, machine.cores, machine.simd, machine.copy_gb_per_s, o.frames);
  printf("%-8s %7s %10s %7s %13s %10s %10s %11s %9s %9s\n", "solver", "threads", "objects", "grid", "interact. ms",
         "liquid ms", "total ms", "rtkc", "Mcells/s", "then ms");
  for (int s = 0; s < o.solver_count; s++)
    for (int t = 0; t < o.thread_count; t++)
      for (int n = 0; n < o.object_count; n++)
        for (int g = 0; g < o.grid_count && count < ROWS_MAX; g++) {
          Error error;
          BenchRow *row = &rows[count++];
          *row = (BenchRow){.solver = o.solvers[s], .threads = o.threads[t], .objects = o.objects[n], .grid = o.grids[g]};
          if (!bench_row(row, o.frames, &error)) return fail(1, "%s%s", error.text, "");
          print_row(row);
        }
  Error error;
  if (o.json && !write_json(o.json, &machine, rows, count, &error)) return fail(1, "%s%s", error.text, "");
  return 0;
}
