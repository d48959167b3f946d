#include "app/compare.h"

#include <math.h>
#include <string.h>

#include "session/twin.h"
#include "world/world.h"

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

/* Index into params_table; -1: the side is a solver. */
static int find_param(const CompareSide *side) {
  const size_t length = strcspn(side->name, "=");
  int count;
  const ParamInfo *const infos = params_table(&count);
  for (int n = 0; n < count; n++)
    if (strlen(infos[n].name) == length && strncmp(infos[n].name, side->name, length) == 0) return n;
  return -1;
}

bool compare_split(const char *text, Scene *scene, TwinHow *how, Error *error) {
  static Scene second;
  CompareSide sides[2];
  WeirSolver ignored;
  int count;
  if (!compare_parse(text, sides, error)) return false;
  const int first_param = find_param(&sides[0]), param = find_param(&sides[1]);
  if (first_param >= 0 && param >= 0 && first_param != param)
    return error_set(error, "'%s': a window shows two values of one parameter; --headless compares these", text);
  second = *scene;
  if (!apply(&sides[1], &second, error)) return false;
  *how = (TwinHow){.solver_differs = find_solver(sides[0].name, &ignored) || find_solver(sides[1].name, &ignored),
                   .param_differs = first_param >= 0 || param >= 0,
                   .solver = second.solver,
                   .param = param >= 0 ? param : first_param};
  if (how->param_differs) how->value = params_get(&second.params, &params_table(&count)[how->param]);
  return apply(&sides[0], scene, error);
}

static World *make(const CompareDef *def, int side, Error *error) {
  static Scene scene;
  scene = *def->scene;
  if (!apply(&def->sides[side], &scene, error)) return NULL;
  World *const world = world_create(&scene, def->seed, def->threads, error);
  if (world && def->drop > 0) world_drop_script(world, def->drop);
  return world;
}

static double volume_of(const World *world) {
  WeirStats stats;
  weir_water_stats(world->water, &stats);
  return stats.volume_now;
}

/* --- the run ------------------------------------------------------------------------------------------------------------------ */

static void run(const CompareDef *def, World *const worlds[2], FILE *out) {
  double parted_at = -1, next = 1, release = def->release;
  Difference parted = {0}, last = {0};
  fprintf(out, "%s, %d x %d cells of %g m: A %s, B %s\n", def->scene->name, worlds[0]->nx, worlds[0]->nz, (double)worlds[0]->cell,
          def->sides[0].name, def->sides[1].name);
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
  World *worlds[2] = {make(def, 0, error), NULL};
  if (worlds[0]) worlds[1] = make(def, 1, error);
  if (worlds[1]) run(def, worlds, out);
  const bool ok = worlds[1] != NULL;
  world_destroy(worlds[0]);
  world_destroy(worlds[1]);
  return ok;
}
