/* The library's waters after some ticks, as hashes, against a table: the same on every target that it is built for.
 *
 *     library_hashes TABLE [--short] [--threads N] [--width NAME] [--part K/N]   compares; says which rows differ, exit 1
 *     library_hashes TABLE --update                                              writes the table again
 *
 * It needs the public header and the C standard library alone, so that one command compiles it for a target that the program does not run
 * on: golden/targets.sh. What it feeds to the water is made of whole numbers. A row is a ground with its sides, a solver and a coupling;
 * the same script acts on all: bodies of each shape afloat, fixed and driven, water pushed, poured, drained, dyed and rained, ground
 * heaped and replaced, sides and parameters changed. "changing" goes through the solvers, and "reloaded" through the bytes of
 * weir_water_save: its row has the hashes of the one that was not. After SHORT and LONG ticks there are three of them: the water's state
 * (weir_water_hash), what a caller sees (bodies, forces, samples, totals), the bytes of weir_water_save. The last two are made here from
 * numbers of 32 bits and from single bytes, so that a target's byte order does not matter. --short ends at SHORT; --part takes each Nth row
 * alone, for several processes side by side. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library_water.h"

enum { SHORT = 40, LONG = 150, ROWS_MOST = 64 };

/* The hashes of one moment. */
enum { STATE, SEEN, SAVED, KINDS, MOMENTS = 2, HASHES = KINDS * MOMENTS };
static const char *const hash_names[KINDS] = {"the state", "what a caller sees", "what is saved"};

/* A row of the table, read from its file or computed by a run. */
typedef struct Row {
  char ground[16], solver[16], coupling[16], way[16];
  uint64_t hashes[HASHES];
  bool left_out; /* belongs to another part (--part) */
} Row;

/* All rows, from the file or from this run; static. */
typedef struct Table {
  Row rows[ROWS_MOST];
  int count;
} Table;

/* The command line. */
typedef struct Options {
  const char *path, *width;
  int threads, ticks, part, parts; /* part counts from 0 */
  bool update;
} Options;

enum { CHANGING = WEIR_SOLVER_COUNT };
static const char *const ground_names[] = {"lake", "coast", "river", "basin"};
static const char *const solver_names[] = {"membrane", "pipe", "swe", "changing"};
static const char *const coupling_names[] = {"displace", "subgrid", "layers"};

/* --- hashes ------------------------------------------------------------------------------------------------------------------------ */

/* FNV-1a of Fowler, Noll and Vo. */
static const uint64_t hash_start = 0xcbf29ce484222325ull;

static uint64_t hash_byte(uint64_t hash, unsigned byte) {
  return (hash ^ byte) * 0x100000001b3ull;
}

static uint64_t hash_float(uint64_t hash, float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  for (int n = 0; n < 32; n += 8) hash = hash_byte(hash, bits >> n & 0xff);
  return hash;
}

static uint64_t hash_floats(uint64_t hash, const float *values, int count) {
  for (int n = 0; n < count; n++) hash = hash_float(hash, values[n]);
  return hash;
}

/* A double as the two floats nearest to it and to what is left. */
static uint64_t hash_double(uint64_t hash, double value) {
  const float near = (float)value;
  return hash_float(hash_float(hash, near), (float)(value - (double)near));
}

static uint64_t hash_bodies(uint64_t hash, const Run *run) {
  for (int n = 0; n < BODIES; n++) {
    const WeirBody *const b = &run->bodies[n];
    const WeirForce *const f = &run->forces[n];
    hash = hash_floats(hash, b->position, 3);
    hash = hash_floats(hash, b->rotation, 9);
    hash = hash_floats(hash, b->velocity, 3);
    hash = hash_floats(hash, b->spin, 3);
    hash = hash_floats(hash, f->force, 3);
    hash = hash_floats(hash, f->torque, 3);
    hash = hash_floats(hash, (const float[]){f->submerged, f->volume, f->water_y, f->aboard}, 4);
  }
  return hash;
}

/* Samples of a net of places, a little beyond the grid too, and one cell's reasons. */
static uint64_t hash_places(uint64_t hash, const WeirWater *water) {
  enum { ACROSS = 12, PLACES = ACROSS * ACROSS };
  float places[2 * PLACES];
  for (int n = 0; n < PLACES; n++) {
    places[2 * n] = (float)(6 * (n % ACROSS)) + 0.375f;
    places[2 * n + 1] = (float)(5 * (n / ACROSS)) - 1.25f;
  }
  WeirSample samples[PLACES];
  weir_water_sample_many(water, places, PLACES, samples);
  for (int n = 0; n < PLACES; n++) {
    hash = hash_floats(hash, (const float[]){samples[n].terrain, samples[n].depth, samples[n].surface}, 3);
    hash = hash_floats(hash, samples[n].velocity, 3);
    hash = hash_floats(hash, samples[n].normal, 3);
  }
  const WeirWhy why = weir_water_why(water, 30.25f, 24.25f);
  hash = hash_floats(hash, (const float[]){why.depth, why.speed, why.froude, why.seconds}, 4);
  const float *const parts[] = {why.velocity, why.slope, why.pressure, why.advection, why.drag,
                                why.limiter,  why.body,  why.other,    why.change};
  for (size_t n = 0; n < sizeof parts / sizeof *parts; n++) hash = hash_floats(hash, parts[n], 2);
  return hash;
}

static uint64_t hash_totals(uint64_t hash, const WeirWater *water) {
  WeirStats s;
  weir_water_stats(water, &s);
  if (!s.finite) stop("the water is no longer finite");
  const WeirDye dye = weir_water_dye_total(water);
  const double totals[] = {s.volume_added, s.volume_removed,   s.volume_now, s.volume_displaced,     dye.added,
                           dye.left,       (double)s.substeps, dye.now,      (double)s.clamped_cells};
  for (size_t n = 0; n < sizeof totals / sizeof *totals; n++) hash = hash_double(hash, totals[n]);
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) hash = hash_double(hash, weir_water_side_volume(water, (WeirSide)side));
  return hash_floats(hash, (const float[]){s.depth_min, s.depth_max, s.surface_min, s.surface_max, s.speed_max}, 5);
}

static void hash_run(const Run *run, uint64_t hashes[KINDS]) {
  hashes[STATE] = weir_water_hash(run->water);
  hashes[SEEN] = hash_totals(hash_places(hash_bodies(hash_start, run), run->water), run->water);
  hashes[SAVED] = hash_start;
  size_t size;
  unsigned char *const bytes = run_save(run, &size);
  for (size_t n = 0; n < size; n++) hashes[SAVED] = hash_byte(hashes[SAVED], bytes[n]);
  free(bytes);
}

/* --- rows -------------------------------------------------------------------------------------------------------------------------- */

static void run_row(Row *row, Ground ground, int solver, int coupling, bool reloaded, const Options *options) {
  Run run = {.ground = ground, .changing = solver == CHANGING, .reloaded = reloaded, .threads = options->threads};
  run_begin(&run, run.changing ? WEIR_MEMBRANE : (WeirSolver)solver, (WeirCoupling)coupling);
  for (int n = 0; n < options->ticks; n++) {
    run_tick(&run, n);
    if (n + 1 == SHORT) hash_run(&run, row->hashes);
    if (n + 1 == LONG) hash_run(&run, row->hashes + KINDS);
  }
  weir_water_destroy(run.water);
}

static void add_row(Table *table, Ground ground, int solver, int coupling, bool reloaded, const Options *options) {
  Row *const row = &table->rows[table->count];
  snprintf(row->ground, sizeof row->ground, "%s", ground_names[ground]);
  snprintf(row->solver, sizeof row->solver, "%s", solver_names[solver]);
  snprintf(row->coupling, sizeof row->coupling, "%s", coupling_names[coupling]);
  snprintf(row->way, sizeof row->way, "%s", reloaded ? "reloaded" : "straight");
  row->left_out = table->count % options->parts != options->part;
  table->count++;
  if (!row->left_out) run_row(row, ground, solver, coupling, reloaded, options);
}

static void fill_table(Table *table, const Options *options) {
  for (int ground = 0; ground < GROUNDS; ground++)
    for (int solver = 0; solver <= CHANGING; solver++)
      for (int coupling = 0; coupling < WEIR_COUPLING_COUNT; coupling++)
        if (solver != CHANGING || coupling == WEIR_SUBGRID) add_row(table, (Ground)ground, solver, coupling, false, options);
  add_row(table, COAST, WEIR_MEMBRANE, WEIR_DISPLACE, true, options);
  add_row(table, BASIN, WEIR_PIPE, WEIR_SUBGRID, true, options);
  add_row(table, COAST, WEIR_SWE, WEIR_SUBGRID, true, options);
  add_row(table, RIVER, WEIR_SWE, WEIR_LAYERS, true, options);
}

/* --- the file ---------------------------------------------------------------------------------------------------------------------- */

static bool table_write(const Table *table, const char *path) {
  FILE *const file = fopen(path, "w");
  if (!file) return false;
  fprintf(file,
          "# ground solver coupling way, hashes of the state, of what a caller sees and of what is saved after %d ticks, and after %d:\n",
          SHORT, LONG);
  fprintf(file, "# made by library_hashes --update (tests/README.md)\n");
  for (int n = 0; n < table->count; n++) {
    const Row *const r = &table->rows[n];
    fprintf(file, "%-5s %-8s %-8s %s", r->ground, r->solver, r->coupling, r->way);
    for (int h = 0; h < HASHES; h++)
      fprintf(file, " %08lx%08lx", (unsigned long)(r->hashes[h] >> 32), (unsigned long)(r->hashes[h] & 0xffffffffu));
    fprintf(file, "\n");
  }
  const bool whole = !ferror(file);
  return fclose(file) == 0 && whole;
}

static bool table_read(Table *table, const char *path) {
  FILE *const file = fopen(path, "r");
  if (!file) return false;
  char line[256];
  while (table->count < ROWS_MOST && fgets(line, sizeof line, file)) {
    Row *const r = &table->rows[table->count];
    int at = 0;
    if (line[0] == '#' || sscanf(line, "%15s %15s %15s %15s%n", r->ground, r->solver, r->coupling, r->way, &at) != 4) continue;
    char *next = line + at;
    for (int h = 0; h < HASHES; h++) r->hashes[h] = strtoull(next, &next, 16);
    table->count++;
  }
  fclose(file);
  return true;
}

static bool same_row(const Row *a, const Row *b) {
  return strcmp(a->ground, b->ground) == 0 && strcmp(a->solver, b->solver) == 0 && strcmp(a->coupling, b->coupling) == 0 &&
         strcmp(a->way, b->way) == 0;
}

/* Says what of a row differs. Returns true if nothing does. */
static bool compare_row(const Row *wanted, const Row *got, int ticks) {
  bool equal = same_row(wanted, got);
  if (!equal)
    fprintf(stderr, "library_hashes: %s %s %s %s is not in its place in the table\n", got->ground, got->solver, got->coupling, got->way);
  for (int h = 0; equal && h < (ticks == SHORT ? KINDS : HASHES); h++) {
    if (wanted->hashes[h] == got->hashes[h]) continue;
    fprintf(stderr, "library_hashes: %s %s %s %s: %s differs after %d ticks\n", got->ground, got->solver, got->coupling, got->way,
            hash_names[h % KINDS], h < KINDS ? SHORT : LONG);
    equal = false;
  }
  return equal;
}

/* --- the program ------------------------------------------------------------------------------------------------------------------- */

static bool options_read(Options *options, int argc, char **argv) {
  *options = (Options){.threads = 1, .ticks = LONG, .parts = 1};
  for (int n = 1; n < argc; n++) {
    if (strcmp(argv[n], "--short") == 0)
      options->ticks = SHORT;
    else if (strcmp(argv[n], "--update") == 0)
      options->update = true;
    else if (strcmp(argv[n], "--threads") == 0 && n + 1 < argc)
      options->threads = atoi(argv[++n]);
    else if (strcmp(argv[n], "--width") == 0 && n + 1 < argc)
      options->width = argv[++n];
    else if (strcmp(argv[n], "--part") == 0 && n + 1 < argc) {
      if (sscanf(argv[++n], "%d/%d", &options->part, &options->parts) != 2) return false;
      options->part--;
    } else if (argv[n][0] != '-' && !options->path)
      options->path = argv[n];
    else
      return false;
  }
  if (!options->path || options->threads < 1 || options->threads > TEAM_MOST) return false;
  if (options->parts < 1 || options->part < 0 || options->part >= options->parts) return false;
  return !options->update || (options->ticks == LONG && options->parts == 1);
}

static int compare(const Options *options, const Table *wanted, const Table *got) {
  int rows = 0, equal = 0;
  for (int n = 0; n < got->count; n++) {
    if (got->rows[n].left_out) continue;
    rows++;
    equal += n < wanted->count && compare_row(&wanted->rows[n], &got->rows[n], options->ticks);
  }
  if (wanted->count != got->count)
    fprintf(stderr, "library_hashes: the table has %d rows, the program %d: run it with --update\n", wanted->count, got->count);
  printf("library_hashes: %d of %d rows of %d ticks equal to the table, %s, %d threads\n", equal, rows, options->ticks, weir_simd_name(),
         options->threads);
  return equal == rows && wanted->count == got->count ? 0 : 1;
}

int main(int argc, char **argv) {
  static Table wanted, got;
  Options options;
  if (!options_read(&options, argc, argv)) {
    fprintf(stderr, "library_hashes: TABLE [--short] [--threads 1 to %d] [--width NAME] [--part K/N] [--update]\n", TEAM_MOST);
    return 2;
  }
  if (options.width && !weir_simd_use(options.width)) {
    printf("library_hashes: this machine has no %s: skipped\n", options.width);
    return 77;
  }
  if (!options.update && !table_read(&wanted, options.path)) stop("cannot read the table");
  fill_table(&got, &options);
  if (!options.update) return compare(&options, &wanted, &got);
  if (!table_write(&got, options.path)) stop("cannot write the table");
  return 0;
}
