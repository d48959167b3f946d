#define _GNU_SOURCE /* sched_getaffinity */
#include "app/session.h"

#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>

#include "app/sim.h"

static const char *const default_scene = "valley";

/* Reads a scene by name or path, as the command line would have it. */
static bool read_scene(const Session *session, const char *name, bool first, Scene *scene, Error *error) {
  char path[SCENE_PATH];
  return scene_find(session->asset_dir, name, path, error) && scene_read(path, scene, error) &&
         options_apply(session->options, first, scene, error);
}

static int index_of(const char *name) {
  int count;
  const char *const *names = scene_names(&count);
  for (int n = 0; n < count; n++)
    if (strcmp(names[n], name) == 0) return n;
  return -1;
}

/* Puts a new world made from `scene` in the old one's place. */
static bool replace_world(Session *session, const Scene *scene, Error *error) {
  World *world = world_create(scene, session->options->seed, session->threads, error);
  if (!world) return false;
  if (session->sim && !sim_set_world(session->sim, world, error)) {
    world_destroy(world);
    return false;
  }
  if (session->world) journal_end_world(session->journal, session->world);
  world_destroy(session->world);
  journal_begin_world(session->journal, world);
  session->world = world;
  session->wanted = settings_of(world);
  return true;
}

/* The scene's own cameras (options.c has left one) would stand anywhere over ground that is not the scene's own. */
static void look_from_above(Session *session) {
  Scene *scene = &session->scene;
  const World *world = session->world;
  const float wide = (float)world->nx * world->cell, deep = (float)world->nz * world->cell;
  const float middle = weir_water_surface_at(world->water, 0.5f * wide, 0.5f * deep);
  const float eye[3] = {0.5f, middle + 0.5f * fmaxf(wide, deep), 1.15f}, target[3] = {0.5f, middle, 0.5f};
  memcpy(scene->cameras[0].eye, eye, sizeof eye);
  memcpy(scene->cameras[0].target, target, sizeof target);
}

bool session_start(Session *session, const Options *options, const char *asset_dir, int threads, Error *error) {
  *session = (Session){.options = options, .asset_dir = asset_dir, .threads = threads, .quality = -1};
  const char *name = options->scene ? options->scene : default_scene;
  session->scene_index = index_of(name);
  session->journal = journal_create();
  return read_scene(session, name, true, &session->scene, error);
}

bool session_build(Session *session, Error *error) {
  if (!replace_world(session, &session->scene, error)) return false;
  if (session->options->terrain) look_from_above(session);
  return true;
}

void session_end(Session *session) {
  world_destroy(session->world);
  session->world = NULL;
  journal_destroy(session->journal);
  session->journal = NULL;
}

bool session_check_replay(Session *session, Error *error) {
  journal_end_world(session->journal, session->world);
  if (!session->journal) return error_set(error, "replay: not enough memory for the journal");
  return journal_replay(session->journal, session->threads > 1 ? 1 : 2, error);
}

bool session_load_scene(Session *session, int index, Error *error) {
  int count;
  const char *const *names = scene_names(&count);
  index = ((index % count) + count) % count;
  Scene scene;
  if (!read_scene(session, names[index], false, &scene, error)) return false;
  if (session->quality >= 0) scene.params.quality = session->quality;
  if (!replace_world(session, &scene, error)) return false;
  session->scene = scene;
  session->scene_index = index;
  return true;
}

bool session_reset(Session *session, bool params_too, Error *error) {
  Scene scene = session->scene;
  if (!params_too) scene.params = session->wanted.params;
  scene.solver = session->wanted.solver;
  if (!params_too) scene.liquid = session->wanted.liquid;
  const int boundary = session->wanted.boundary;
  if (!replace_world(session, &scene, error)) return false;
  session->wanted.boundary = boundary;
  return true;
}

bool session_set_grid(Session *session, int nx, int nz, Error *error) {
  if (nx < SCENE_GRID_MIN || nz < SCENE_GRID_MIN || nx > WEIR_GRID_MAX || nz > WEIR_GRID_MAX)
    return error_set(error, "grid: %d x %d is beyond %d to %d cells a side", nx, nz, SCENE_GRID_MIN, WEIR_GRID_MAX);
  Scene scene = session->scene;
  scene_set_grid(&scene, nx, nz);
  Scene trial = scene;
  trial.params = session->wanted.params;
  trial.solver = session->wanted.solver;
  trial.liquid = session->wanted.liquid;
  const int boundary = session->wanted.boundary;
  if (!replace_world(session, &trial, error)) return false;
  session->wanted.boundary = boundary;
  session->scene = scene;
  return true;
}

void session_set_liquid(Session *session, int liquid) {
  const Scene *scene = &session->scene;
  session->wanted.liquid = liquid;
  params_set_liquid(&session->wanted.params, weir_liquid(liquid), liquid == scene->liquid ? &scene->params : NULL);
}

const int *session_boundary_kinds(int *count) {
  static const int kinds[] = {WORLD_OWN_SIDES, WEIR_REFLECT, WEIR_OPEN, WEIR_SPONGE, WEIR_PERIODIC, WEIR_ZERO};
  *count = (int)(sizeof kinds / sizeof kinds[0]);
  return kinds;
}

const char *session_boundary_name(int boundary) {
  return boundary < 0 ? "the scene's own" : weir_edge_name((WeirEdge)boundary);
}

void session_suit_quality(Session *session, int quality) {
  if (options_sets(session->options, "quality")) return;
  session->quality = (float)quality;
  session->scene.params.quality = session->quality;
  session->wanted.params.quality = session->quality;
}

/* --- threads --------------------------------------------------------------------------------------------------------- */

static int read_topology(int cpu, const char *name) {
  char path[96];
  int value = -1;
  snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/topology/%s", cpu, name);
  FILE *file = fopen(path, "r");
  if (!file) return -1;
  if (fscanf(file, "%d", &value) != 1) value = -1;
  fclose(file);
  return value;
}

int session_default_threads(void) {
  enum { CORES_MAX = 256 };
  int64_t cores[CORES_MAX];
  int count = 0;
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return 1;
  for (int cpu = 0; cpu < CPU_SETSIZE && count < CORES_MAX; cpu++) {
    if (!CPU_ISSET((size_t)cpu, &allowed)) continue;
    const int package = read_topology(cpu, "physical_package_id"), core = read_topology(cpu, "core_id");
    /* Where the kernel does not say, each processor counts as a core of its own. */
    const int64_t id = core < 0 ? -1 - cpu : ((int64_t)package << 32) + core;
    int known = 0;
    while (known < count && cores[known] != id) known++;
    if (known == count) cores[count++] = id;
  }
  return count > 0 ? count : 1;
}
