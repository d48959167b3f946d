#include "app/compare/compare.h"

#include <math.h>
#include <string.h>

#include "world/world.h"

/* m: below this a film of water counts as none; a difference above the other means that the two have parted. */
static const float wet_m = 1e-3f;
static const double parted_m = 0.01;

static bool find_solver(const char *name, WeirSolver *solver) {
  for (int n = 0; n < WEIR_SOLVER_COUNT; n++)
    if (strcmp(name, weir_solver_name((WeirSolver)n)) == 0) return *solver = (WeirSolver)n, true;
  return false;
}

/* --- the two ---------------------------------------------------------------------------------------------------------------- */

/* Puts what a side differs in into its scene; a scene that is NULL: only whether that would do. */
static bool apply(const CompareSide *side, Scene *scene, Error *error) {
  char word[64];
  WeirSolver solver;
  Params trial = params_default();
  const char *const equals = strchr(side->name, '=');
  if (find_solver(side->name, &solver)) {
    if (scene) scene->solver = solver;
    return true;
  }
  if (!equals) return error_set(error, "'%s' is neither a solver (membrane, pipe, swe) nor NAME=VALUE of a parameter", side->name);
  snprintf(word, sizeof word, "%.*s", (int)(equals - side->name), side->name);
  if (strcmp(word, "tick") == 0) return error_set(error, "'%s': both must take the same steps", side->name);
  return params_set(scene ? &scene->params : &trial, word, equals + 1, error);
}

bool compare_parse(const char *text, CompareSide sides[2], Error *error) {
  const char *const comma = strchr(text, ',');
  const size_t first = comma ? (size_t)(comma - text) : 0;
  if (first == 0 || first >= sizeof sides[0].name || strlen(comma + 1) == 0 || strlen(comma + 1) >= sizeof sides[1].name)
    return error_set(error, "'%.80s' must be two of a kind, as in pipe,swe or manning=0.01,manning=0.05", text);
  snprintf(sides[0].name, sizeof sides[0].name, "%.*s", (int)first, text);
  snprintf(sides[1].name, sizeof sides[1].name, "%s", comma + 1);
  return apply(&sides[0], NULL, error) && apply(&sides[1], NULL, error);
}

static World *make(const CompareDef *def, int side, Error *error) {
  static Scene scene;
  scene = *def->scene;
  if (!apply(&def->sides[side], &scene, error)) return NULL;
  World *const world = world_create(&scene, def->seed, def->threads, error);
  if (world && def->drop > 0) world_drop_script(world, def->drop);
  return world;
}

/* --- how they differ ---------------------------------------------------------------------------------------------------------- */

/* Of one moment: the largest difference of the surfaces (m; of a wet and a dry place: the depth) and where, their mean square's root over all
 * places that are wet in either, the farthest that a body is from itself, and the volumes (m3). */
typedef struct Difference {
  double largest, mean, bodies, volumes[2];
  float x, z;
} Difference;

static double volume_of(const World *world) {
  WeirStats stats;
  weir_water_stats(world->water, &stats);
  return stats.volume_now;
}

static double bodies_apart(const World *a, const World *b) {
  double most = 0;
  for (int n = 0; n < a->body_count; n++) {
    const int other = world_body(b, a->bodies[n].serial);
    if (other < 0) continue;
    const float *const p = a->bodies[n].position, *const q = b->bodies[other].position;
    most = fmax(most, sqrt((double)((p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1]) + (p[2] - q[2]) * (p[2] - q[2]))));
  }
  return most;
}

static double surface_apart(const WeirView *ground, const WeirView *depth, int i, int k) {
  float surface[2];
  for (int n = 0; n < 2; n++) surface[n] = ground[n].data[k * ground[n].stride + i] + depth[n].data[k * depth[n].stride + i];
  return fabs((double)surface[0] - (double)surface[1]);
}

static Difference difference_of(World *const worlds[2]) {
  Difference d = {.bodies = bodies_apart(worlds[0], worlds[1])};
  WeirView ground[2], depth[2];
  double sum = 0;
  int64_t count = 0;
  for (int n = 0; n < 2; n++) {
    ground[n] = weir_water_terrain(worlds[n]->water);
    depth[n] = weir_water_depth(worlds[n]->water);
    d.volumes[n] = volume_of(worlds[n]);
  }
  for (int k = 0; k < depth[0].nz; k++)
    for (int i = 0; i < depth[0].nx; i++) {
      if (depth[0].data[k * depth[0].stride + i] < wet_m && depth[1].data[k * depth[1].stride + i] < wet_m) continue;
      const double apart = surface_apart(ground, depth, i, k);
      sum += apart * apart;
      count++;
      if (apart <= d.largest) continue;
      d.largest = apart;
      d.x = ((float)i + 0.5f) * worlds[0]->cell, d.z = ((float)k + 0.5f) * worlds[0]->cell;
    }
  d.mean = count > 0 ? sqrt(sum / (double)count) : 0;
  return d;
}

/* --- the run ------------------------------------------------------------------------------------------------------------------ */

static void print_head(const CompareDef *def, const World *world, FILE *out) {
  fprintf(out, "%s, %d x %d cells of %g m: %s and %s\n", def->scene->name, world->nx, world->nz, (double)world->cell, def->sides[0].name,
          def->sides[1].name);
  fprintf(out, "%8s %12s %20s %12s %12s %12s %12s\n", "s", "largest, m", "at x, z, m", "rms, m", "bodies, m", "volume, m3", "volume, m3");
}

static void print_row(double time, const Difference *d, FILE *out) {
  char place[32];
  snprintf(place, sizeof place, "%.1f, %.1f", (double)d->x, (double)d->z);
  fprintf(out, "%8.2f %12.4f %20s %12.5f %12.3f %12.2f %12.2f\n", time, d->largest, place, d->mean, d->bodies, d->volumes[0],
          d->volumes[1]);
}

static void step_both(World *const worlds[2], bool release) {
  for (int n = 0; n < 2; n++) {
    if (release) world_command(worlds[n], &(Command){.kind = COMMAND_RELEASE_DAM});
    world_step(worlds[n]);
  }
}

static void run(const CompareDef *def, World *const worlds[2], FILE *out) {
  double parted_at = -1, next = 1, release = def->release;
  Difference parted = {0}, last = {0};
  print_head(def, worlds[0], out);
  while (worlds[0]->time < def->seconds - 1e-9) {
    const bool releases = release >= 0 && worlds[0]->time >= release;
    step_both(worlds, releases);
    if (releases) release = -1;
    last = difference_of(worlds);
    if (parted_at < 0 && last.largest > parted_m) parted_at = worlds[0]->time, parted = last;
    if (worlds[0]->time < next - 1e-9) continue;
    print_row(worlds[0]->time, &last, out);
    fflush(out);
    next = floor(worlds[0]->time + 1e-9) + 1;
  }
  if (parted_at < 0)
    fprintf(out, "they never part by more than %g m\n", parted_m);
  else
    fprintf(out, "they part by more than %g m first at %.2f s, at x = %.1f m, z = %.1f m\n", parted_m, parted_at, (double)parted.x,
            (double)parted.z);
}

bool compare_run(const CompareDef *def, FILE *out, Error *error) {
  World *worlds[2] = {make(def, 0, error), NULL};
  if (worlds[0]) worlds[1] = make(def, 1, error);
  if (worlds[1]) run(def, worlds, out);
  const bool ok = worlds[1] != NULL;
  world_destroy(worlds[0]);
  world_destroy(worlds[1]);
  return ok;
}
