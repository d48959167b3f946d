#include "app/compare.h"

#include <math.h>
#include <string.h>

#include "session/twin.h"

/* One of the two, as "pipe" or "coupling=displace". */
typedef struct Side {
  char text[64];
  const ParamInfo *param; /* that it sets; NULL: it is a solver: */
  WeirSolver solver;
} Side;

static bool read_side(const char *text, size_t size, Side *side, Error *error) {
  char word[64];
  Params trial = params_default();
  snprintf(side->text, sizeof side->text, "%.*s", (int)size, text);
  side->param = NULL;
  for (int n = 0; n < WEIR_SOLVER_COUNT; n++)
    if (strcmp(side->text, weir_solver_name((WeirSolver)n)) == 0) return side->solver = (WeirSolver)n, true;
  const char *const equals = strchr(side->text, '=');
  if (!equals) return error_set(error, "'%s' is neither a solver (membrane, pipe, swe) nor NAME=VALUE of a parameter", side->text);
  snprintf(word, sizeof word, "%.*s", (int)(equals - side->text), side->text);
  if (strcmp(word, "tick") == 0) return error_set(error, "'%s': both must take the same steps", side->text);
  side->param = params_find(word);
  return params_set(&trial, word, equals + 1, error);
}

static bool read_sides(const char *text, Side sides[2], Error *error) {
  const char *const comma = strchr(text, ',');
  const size_t first = comma ? (size_t)(comma - text) : 0, second = comma ? strlen(comma + 1) : 0, room = sizeof sides->text;
  if (first == 0 || first >= room || second == 0 || second >= room)
    return error_set(error, "'%.80s' must be two of a kind, as in pipe,swe or manning=0.01,manning=0.05", text);
  return read_side(text, first, &sides[0], error) && read_side(comma + 1, second, &sides[1], error);
}

/* Puts what a side differs in into its scene. */
static void apply(const Side *side, Scene *scene) {
  if (side->param)
    params_set(&scene->params, side->param->name, strchr(side->text, '=') + 1, NULL);
  else
    scene->solver = side->solver;
}

bool compare_possible(const char *text, Error *error) {
  Side sides[2];
  return read_sides(text, sides, error);
}

bool compare_split(const char *text, Scene *scene, TwinHow *how, Error *error) {
  static Scene second;
  Side sides[2];
  int count;
  if (!read_sides(text, sides, error)) return false;
  const ParamInfo *const a = sides[0].param, *const b = sides[1].param, *const param = b ? b : a;
  if (a && b && a != b) return error_set(error, "'%s': a window shows two values of one parameter; --headless compares these", text);
  second = *scene;
  apply(&sides[1], &second);
  *how = (TwinHow){.solver_differs = !a || !b, .param_differs = param != NULL, .solver = second.solver, .param = -1};
  if (param) how->param = (int)(param - params_table(&count)), how->value = params_get(&second.params, param);
  apply(&sides[0], scene);
  return true;
}

/* --- the run ------------------------------------------------------------------------------------------------------------------ */

static World *make(const CompareDef *def, const Side *side, Error *error) {
  static Scene scene;
  scene = *def->scene;
  apply(side, &scene);
  World *const world = world_create(&scene, def->seed, def->threads, error);
  if (world && def->drop > 0) world_drop_script(world, def->drop);
  return world;
}

static double volume_of(const World *world) {
  WeirStats stats;
  weir_water_stats(world->water, &stats);
  return stats.volume_now;
}

static void run(const CompareDef *def, const Side names[2], World *const worlds[2], FILE *out) {
  double parted_at = -1, next = 1, release = def->release;
  Difference parted = {0}, last = {0};
  fprintf(out, "%s, %d x %d cells of %g m: A %s, B %s\n", def->scene->name, worlds[0]->nx, worlds[0]->nz, (double)worlds[0]->cell,
          names[0].text, names[1].text);
  fprintf(out, "%8s %12s %20s %12s %12s %12s %12s\n", "s", "largest, m", "at x, z, m", "rms, m", "bodies, m", "volume A, m3",
          "volume B, m3");
  while (worlds[0]->time < def->seconds - 1e-9) {
    const bool releases = release >= 0 && worlds[0]->time >= release;
    for (int n = 0; n < 2; n++) {
      if (releases) world_command(worlds[n], &(Command){.kind = COMMAND_RELEASE_DAM});
      world_step(worlds[n]);
    }
    if (releases) release = -1;
    DifferenceSide sides[2];
    for (int n = 0; n < 2; n++) {
      const WeirView ground = weir_water_terrain(worlds[n]->water), depth = weir_water_depth(worlds[n]->water);
      sides[n] = (DifferenceSide){ground.data, depth.data, ground.stride, depth.stride, worlds[n]->bodies, worlds[n]->body_count};
    }
    last = difference_of(sides, worlds[0]->nx, worlds[0]->nz, worlds[0]->cell, NULL);
    if (parted_at < 0 && last.largest > DIFFERENCE_PARTED) parted_at = worlds[0]->time, parted = last;
    if (worlds[0]->time < next - 1e-9) continue;
    char place[32];
    snprintf(place, sizeof place, "%.1f, %.1f", (double)last.x, (double)last.z);
    fprintf(out, "%8.2f %12.4f %20s %12.5f %12.3f %12.2f %12.2f\n", worlds[0]->time, last.largest, place, last.mean, last.bodies,
            volume_of(worlds[0]), volume_of(worlds[1]));
    fflush(out);
    next = floor(worlds[0]->time + 1e-9) + 1;
  }
  if (parted_at < 0)
    fprintf(out, "they never part by more than %g m\n", DIFFERENCE_PARTED);
  else
    fprintf(out, "they part by more than %g m first at %.2f s, at x = %.1f m, z = %.1f m\n", DIFFERENCE_PARTED, parted_at, (double)parted.x,
            (double)parted.z);
}

bool compare_run(const CompareDef *def, FILE *out, Error *error) {
  Side sides[2];
  if (!read_sides(def->sides, sides, error)) return false;
  World *worlds[2] = {make(def, &sides[0], error), NULL};
  if (worlds[0]) worlds[1] = make(def, &sides[1], error);
  if (worlds[1]) run(def, sides, worlds, out);
  const bool ok = worlds[1] != NULL;
  world_destroy(worlds[0]);
  world_destroy(worlds[1]);
  return ok;
}
