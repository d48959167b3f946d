/* The state of every built-in scene after some ticks, as one hash a row, against a table: the same on every machine.
 *
 *     golden_hashes TABLE [--short | --whole] [--threads N] [--width NAME] [--part K/N]   compares; says which rows differ, exit 1
 *     golden_hashes TABLE --update                                                        writes the table again
 *
 * A row is a scene, a solver and a coupling, or "none" for a world without bodies, on one small grid. The same script acts on all: bodies
 * of each kind dropped, driven, grabbed and deleted, water pushed, poured, drained and rained, a dam let go, sides opened, parameters
 * changed. The hash is of the water's whole state and of all poses and velocities, after SHORT, LONG and WHOLE ticks. A run ends at LONG;
 * --short ends it at SHORT, for emulators, and --whole at WHOLE, which takes four times as long: tests/golden/all.sh. --part takes each Nth
 * row alone, for several processes side by side. Where the table was made with another version of ODE, whose bodies move otherwise, only
 * the rows without bodies are compared, and the program says so. tests/README.md says what is equal to what, and what is not. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "weir/grid/step_threads.h"
#include "weir/grid/water.h"
#include "world/world.h"

/* No multiple of any vector's width, and cells enough for a team of three threads: see weir_water_set_threads. */
enum { NX = 133, NZ = 95, TEAM_MOST = 3, CELLS_A_THREAD = 4096, SHORT = 40, LONG = 150, WHOLE = 600, ROWS_MOST = 256 };
_Static_assert(NX *NZ / CELLS_A_THREAD == TEAM_MOST, "the grid must be big enough for three threads and is to be no bigger");

/* The ticks after which the state is hashed. */
static const int hashed_after[] = {SHORT, LONG, WHOLE};
enum { HASHES = sizeof hashed_after / sizeof hashed_after[0] };

/* A row of the table, read from its file or computed by a run. */
typedef struct Row {
  char scene[32], solver[16], coupling[16];
  uint64_t hashes[HASHES]; /* one for each of hashed_after that the run came to */
  bool left_out;           /* belongs to another part (--part), or has bodies, which are another engine's */
} Row;

/* All rows, from the file or from this run; static. */
typedef struct Table {
  Row rows[ROWS_MOST];
  int count;
  char ode[32]; /* the engine's version */
} Table;

/* The command line. */
typedef struct Options {
  const char *path, *width;
  int threads, ticks, part, parts; /* part counts from 0 */
  bool update;
  bool water_alone; /* the rows without bodies */
} Options;

static const char *const solver_names[] = {"membrane", "pipe", "swe", "changing"};
static const char *const coupling_names[] = {"displace", "subgrid", "layers", "none"};
enum { CHANGING = WEIR_SOLVER_COUNT, NO_BODIES = WEIR_COUPLING_COUNT };

/* --- the script ------------------------------------------------------------------------------------------------------------- */

static void tell(World *world, const Command *command) {
  if (!world_command(world, command)) {
    fprintf(stderr, "golden_hashes: a command of the script was refused\n");
    exit(1);
  }
}

static void set_param(World *world, const char *name, float value) {
  int count = 0;
  const ParamInfo *const table = params_table(&count), *const info = params_find(name);
  if (!info) {
    fprintf(stderr, "golden_hashes: there is no parameter %s; the script names it\n", name);
    exit(1);
  }
  tell(world, &(Command){.kind = COMMAND_PARAM, .param = {.index = (int)(info - table), .value = value}});
}

/* A body just above the water at a share of the extent. */
static void drop(World *world, BodyKind kind, Material material, float x, float z, float yaw) {
  Command command = {.kind = COMMAND_DROP, .drop = {.body = kind, .material = material, .yaw = yaw, .spin = {0.4f, 0.3f, -0.5f}}};
  command.drop.x = x * (float)world->nx * world->cell;
  command.drop.z = z * (float)world->nz * world->cell;
  command.drop.y = weir_water_surface_at(world->water, command.drop.x, command.drop.z) + world->params.crate_size;
  tell(world, &command);
}

static void act_at(World *world, CommandKind kind, float x, float z, float amount) {
  Command command;
  command_from_record(&(CommandRecord){.kind = kind,
                                       .x = x * (float)world->nx * world->cell,
                                       .z = z * (float)world->nz * world->cell,
                                       .radius = 4 * world->cell,
                                       .amount = amount},
                      &command);
  tell(world, &command);
}

static bool is_of_bodies(int tick) {
  static const int ticks[] = {0, 1, 6, 18, 24, 26, 36, 170, 250, 330, 460, 550};
  for (size_t n = 0; n < sizeof ticks / sizeof ticks[0]; n++)
    if (tick == ticks[n]) return true;
  return false;
}

/* Gives the commands before tick `n`. Each kind comes within SHORT, so that a short run has seen all of them once. Bodies that fall in
 * after LONG keep bodies in motion to the end of a whole run. */
static void script(World *world, int n, bool changing) {
  const float litre = world->cell * world->cell;
  switch (n) {
    case 0:
      world_drop_script(world, 8);
      drop(world, BODY_CAR, MATERIAL_METAL, 0.3f, 0.62f, 0.4f);
      drop(world, BODY_LOG, MATERIAL_WOOD, 0.55f, 0.35f, 1.1f);
      drop(world, BODY_CRATE, MATERIAL_WOOD, 0.45f, 0.45f, -0.7f);
      break;
    case 1: tell(world, &(Command){.kind = COMMAND_DRIVE, .drive = {.steer = 0.6f, .gas = 1}}); break;
    case 2: act_at(world, COMMAND_DISTURB, 0.4f, 0.5f, 0.3f); break;
    case 4: act_at(world, COMMAND_POUR, 0.6f, 0.5f, 20 * litre); break;
    case 6:
      if (world->hull_count > 0) drop(world, BODY_HULL, MATERIAL_WOOD, 0.4f, 0.55f, 0.3f);
      drop(world, BODY_CRATE, MATERIAL_STONE, 0.5f, 0.55f, 2.2f);
      break;
    case 8: tell(world, &(Command){.kind = COMMAND_RELEASE_DAM}); break;
    case 10: set_param(world, "manning", 0.03f); break;
    case 12: set_param(world, "viscosity", 0.002f); break;
    case 14:
      if (changing) tell(world, &(Command){.kind = COMMAND_SOLVER, .solver = WEIR_PIPE});
      break;
    case 16: act_at(world, COMMAND_DRAIN, 0.5f, 0.6f, 5 * litre); break;
    case 18: tell(world, &(Command){.kind = COMMAND_GRAB, .grab = {.serial = world->dropped - 1, .y = 3, .x = 1, .z = 1}}); break;
    case 20:
      set_param(world, "rain", 40);
      set_param(world, "infiltration", 15);
      break;
    case 24: tell(world, &(Command){.kind = COMMAND_DRIVE, .drive = {.steer = -1, .gas = -1}}); break;
    case 26: tell(world, &(Command){.kind = COMMAND_RELEASE}); break;
    case 28:
      if (changing) tell(world, &(Command){.kind = COMMAND_SOLVER, .solver = WEIR_SWE});
      break;
    case 30: tell(world, &(Command){.kind = COMMAND_SIDES, .sides = WEIR_OPEN}); break;
    case 36: tell(world, &(Command){.kind = COMMAND_DELETE, .serial = world->dropped - 1}); break;
    case 160: tell(world, &(Command){.kind = COMMAND_SIDES, .sides = WEIR_REFLECT}); break;
    case 170: drop(world, BODY_CRATE, MATERIAL_WOOD, 0.52f, 0.48f, 0.9f); break;
    case 250: drop(world, BODY_CRATE, MATERIAL_STONE, 0.38f, 0.52f, -0.2f); break;
    case 330: drop(world, BODY_LOG, MATERIAL_WOOD, 0.47f, 0.58f, 2.6f); break;
    case 370: act_at(world, COMMAND_POUR, 0.45f, 0.5f, 20 * litre); break;
    case 410: act_at(world, COMMAND_DISTURB, 0.55f, 0.45f, -0.2f); break;
    case 460: drop(world, BODY_CRATE, MATERIAL_METAL, 0.57f, 0.53f, 1.7f); break;
    case 550: drop(world, BODY_CRATE, MATERIAL_WOOD, 0.43f, 0.41f, -1.3f); break;
    default: break;
  }
}

/* --- rows --------------------------------------------------------------------------------------------------------------------- */

static void stop(const Error *error) {
  fprintf(stderr, "golden_hashes: %s\n", error->text);
  exit(1);
}

static World *world_of(const char *name, int solver, int coupling, int threads) {
  static Scene scene;
  char path[SCENE_PATH];
  Error error;
  if (!scene_find(ASSETS, name, path, &error) || !scene_read(path, &scene, &error)) stop(&error);
  scene_set_grid(&scene, NX, NZ);
  scene.solver = solver == CHANGING ? WEIR_MEMBRANE : (WeirSolver)solver;
  if (coupling == NO_BODIES)
    scene.body_count = scene.dam_count = scene.gate_count = scene.wheel_count = 0;
  else
    scene.params.coupling = (float)coupling;
  scene.params.spray = 0; /* the table is of water and bodies: how scenes look must not change it. Spray: tests/unit/spray.c */
  static const char *const of_long_waves[] = {"valley", "ford", "beach"}; /* as when their rows were written; others disperse */
  for (size_t n = 0; n < sizeof of_long_waves / sizeof *of_long_waves; n++)
    if (strcmp(name, of_long_waves[n]) == 0) scene.params.dispersion = 0;
  World *const world = world_create(&scene, 7, threads, &error);
  if (!world) stop(&error);
  if (world->water->threads != threads) {
    fprintf(stderr, "golden_hashes: %s works with %d threads, not %d\n", name, world->water->threads, threads);
    exit(1);
  }
  return world;
}

static Row row_of(int at, const char *scene, int solver, int coupling, const Options *options) {
  Row row = {.hashes = {0}};
  snprintf(row.scene, sizeof row.scene, "%s", scene);
  snprintf(row.solver, sizeof row.solver, "%s", solver_names[solver]);
  snprintf(row.coupling, sizeof row.coupling, "%s", coupling_names[coupling]);
  row.left_out = at % options->parts != options->part || (options->water_alone && coupling != NO_BODIES);
  if (row.left_out) return row;
  World *const world = world_of(scene, solver, coupling, options->threads);
  for (int n = 0; n < options->ticks; n++) {
    if (coupling != NO_BODIES || !is_of_bodies(n)) script(world, n, solver == CHANGING);
    world_step(world);
    for (int h = 0; h < HASHES; h++)
      if (n + 1 == hashed_after[h]) row.hashes[h] = world_hash(world);
  }
  if (!world_is_finite(world)) {
    fprintf(stderr, "golden_hashes: %s %s %s: the state is no longer finite\n", row.scene, row.solver, row.coupling);
    exit(1);
  }
  world_destroy(world);
  return row;
}

/* The membrane displaces whatever the coupling is. */
static void fill_table(Table *table, const Options *options) {
  int count = 0;
  const char *const *const names = scene_names(&count);
  table->count = 0;
  for (int n = 0; n < count; n++)
    for (int solver = 0; solver <= CHANGING; solver++)
      for (int coupling = 0; coupling <= NO_BODIES; coupling++) {
        const bool all = solver == WEIR_PIPE || solver == WEIR_SWE;
        if (!all && coupling != WEIR_SUBGRID && coupling != NO_BODIES) continue;
        if (solver == CHANGING && coupling == NO_BODIES) continue;
        table->rows[table->count] = row_of(table->count, names[n], solver, coupling, options);
        table->count++;
      }
}

/* --- the file ------------------------------------------------------------------------------------------------------------------- */

static bool table_write(const Table *table, const char *path) {
  FILE *const file = fopen(path, "w");
  if (!file) return false;
  fprintf(file, "ode %s\n", ODE_VERSION);
  fprintf(file, "# scene solver coupling, hashes after %d, %d and %d ticks: made by golden_hashes --update (tests/README.md)\n", SHORT,
          LONG, WHOLE);
  for (int n = 0; n < table->count; n++) {
    const Row *const r = &table->rows[n];
    fprintf(file, "%-7s %-9s %-9s", r->scene, r->solver, r->coupling);
    for (int h = 0; h < HASHES; h++) fprintf(file, " %016llx", (unsigned long long)r->hashes[h]);
    fprintf(file, "\n");
  }
  const bool whole = !ferror(file);
  return fclose(file) == 0 && whole;
}

static bool table_read(Table *table, const char *path) {
  FILE *const file = fopen(path, "r");
  if (!file) return false;
  char line[256];
  table->count = 0;
  while (table->count < ROWS_MOST && fgets(line, sizeof line, file)) {
    Row *const r = &table->rows[table->count];
    unsigned long long hashes[HASHES];
    if (sscanf(line, "ode %31s", table->ode) == 1 || line[0] == '#') continue;
    if (sscanf(line, "%31s %15s %15s %llx %llx %llx", r->scene, r->solver, r->coupling, &hashes[0], &hashes[1], &hashes[2]) != 3 + HASHES)
      continue;
    for (int h = 0; h < HASHES; h++) r->hashes[h] = hashes[h];
    table->count++;
  }
  fclose(file);
  return true;
}

static bool same_row(const Row *a, const Row *b) {
  return strcmp(a->scene, b->scene) == 0 && strcmp(a->solver, b->solver) == 0 && strcmp(a->coupling, b->coupling) == 0;
}

/* The first of the run's hashes that differs from the table's, or HASHES. */
static int first_difference(const Row *wanted, const Row *got, int ticks) {
  for (int h = 0; h < HASHES && hashed_after[h] <= ticks; h++)
    if (!same_row(wanted, got) || wanted->hashes[h] != got->hashes[h]) return h;
  return HASHES;
}

/* How many rows differ; each is named. */
static int table_compare(const Table *wanted, const Table *got, int ticks) {
  int bad = wanted->count != got->count;
  if (bad) fprintf(stderr, "golden_hashes: the table has %d rows, the program %d: run it with --update\n", wanted->count, got->count);
  for (int n = 0; n < wanted->count && n < got->count; n++) {
    const Row *const w = &wanted->rows[n], *const g = &got->rows[n];
    const int first = g->left_out ? HASHES : first_difference(w, g, ticks);
    if (first == HASHES) continue;
    fprintf(stderr, "golden_hashes: %s %s %s differs after %d ticks\n", g->scene, g->solver, g->coupling, hashed_after[first]);
    bad++;
  }
  return bad;
}

/* --- the program ------------------------------------------------------------------------------------------------------------------ */

static int usage(void) {
  fprintf(stderr, "golden_hashes: TABLE [--short | --whole] [--threads 1 to %d] [--width NAME] [--part K/N] [--update]\n", TEAM_MOST);
  return 2;
}

static bool options_read(Options *options, int argc, char **argv) {
  *options = (Options){.threads = 1, .ticks = LONG, .parts = 1};
  for (int n = 1; n < argc; n++) {
    if (strcmp(argv[n], "--short") == 0)
      options->ticks = SHORT;
    else if (strcmp(argv[n], "--whole") == 0)
      options->ticks = WHOLE;
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
  if (options->update && (options->ticks == SHORT || options->parts > 1)) return false;
  if (options->update) options->ticks = WHOLE;
  return true;
}

int main(int argc, char **argv) {
  static Table wanted, got;
  Options options;
  if (!options_read(&options, argc, argv)) return usage();
  step_threads_use_all(true);
  if (options.width && !weir_simd_use(options.width)) {
    printf("golden_hashes: this machine has no %s: skipped\n", options.width);
    return 77;
  }
  if (!options.update && !table_read(&wanted, options.path)) {
    fprintf(stderr, "golden_hashes: cannot read %s\n", options.path);
    return 1;
  }
  options.water_alone = !options.update && strcmp(wanted.ode, ODE_VERSION) != 0;
  if (options.water_alone)
    printf("golden_hashes: the table was made with ODE %s, this is %s: rows with bodies are skipped\n", wanted.ode, ODE_VERSION);
  fill_table(&got, &options);
  if (options.update) {
    if (table_write(&got, options.path)) return 0;
    fprintf(stderr, "golden_hashes: cannot write %s\n", options.path);
    return 1;
  }
  const int bad = table_compare(&wanted, &got, options.ticks);
  int rows = 0;
  for (int n = 0; n < got.count; n++) rows += !got.rows[n].left_out;
  printf("golden_hashes: %d rows of %d ticks, %s, %d threads: %s\n", rows, options.ticks, weir_simd_name(), options.threads,
         bad ? "they DIFFER from the table" : "equal to the table");
  return bad ? 1 : 0;
}
