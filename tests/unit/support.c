#define _POSIX_C_SOURCE 200809L /* mkstemp, fdopen */
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "weir/grid/step_threads.h"
#include "weir/grid/water.h"

WeirWater *make_water(WeirSolver solver, int nx, int nz, float cell, Heights terrain, Heights surface, const WeirTuning *tuning) {
  const size_t cells = (size_t)nx * (size_t)nz;
  float *ground = malloc(cells * sizeof *ground), *depth = malloc(cells * sizeof *depth);
  assert_non_null(ground);
  assert_non_null(depth);
  for (int k = 0; k < nz; k++)
    for (int i = 0; i < nx; i++) {
      const float x = ((float)i + 0.5f) * cell, z = ((float)k + 0.5f) * cell;
      ground[k * nx + i] = terrain ? terrain(x, z) : 0.0f;
      depth[k * nx + i] = fmaxf(0.0f, surface(x, z) - ground[k * nx + i]);
    }
  WeirWaterDef def = weir_water_def_default();
  def.nx = nx;
  def.nz = nz;
  def.cell = cell;
  def.solver = solver;
  def.threads = 2;
  def.terrain = ground;
  def.depth = depth;
  def.tuning = *tuning;
  WeirError error;
  WeirWater *water = weir_water_create(&def, &error);
  if (!water) fail_msg("%s", error.text);
  free(ground);
  free(depth);
  return water;
}

float flat(float x, float z) {
  (void)x;
  (void)z;
  return 0.0f;
}

float dammed(float x, float z) {
  (void)z;
  return x < 32 ? 2.0f : 1.0f;
}

float two_metres(float x, float z) {
  (void)x;
  (void)z;
  return 2.0f;
}

WeirTuning ideal_tuning(void) {
  WeirTuning tuning = weir_tuning_default();
  tuning.friction = tuning.roughness = tuning.damping = tuning.drag = tuning.retention = 0.0f;
  return tuning;
}

void use_threads(WeirWater *water, int threads) {
  step_threads_use_all(true);
  weir_water_set_threads(water, threads);
  assert_int_equal(water->threads, threads);
}

WeirWater *saved_copy(const WeirWater *water) {
  const size_t size = weir_water_save(water, NULL, 0);
  void *const bytes = malloc(size);
  assert_non_null(bytes);
  assert_int_equal(weir_water_save(water, bytes, size), size);
  WeirError error;
  WeirWater *const copy = weir_water_load(bytes, size, &error);
  free(bytes);
  if (!copy) fail_msg("%s", error.text);
  return copy;
}

float at(WeirView view, int i, int k) {
  return view.data[(ptrdiff_t)k * view.stride + i];
}

World *make_world(const char *name, uint64_t seed, int threads, const char *params) {
  char path[SCENE_PATH];
  Scene *scene = malloc(sizeof *scene);
  Error error;
  assert_non_null(scene);
  if (!scene_find(ASSETS, name, path, &error) || !scene_read(path, scene, &error)) fail_msg("%s", error.text);
  char line[512];
  snprintf(line, sizeof line, "%s", params ? params : "");
  for (char *word = strtok(line, " "); word; word = strtok(NULL, " ")) {
    char *value = strchr(word, '=');
    assert_non_null(value);
    *value++ = '\0';
    if (strcmp(word, "grid") == 0) {
      scene_set_grid(scene, atoi(value), atoi(value));
      continue;
    }
    if (!params_set(&scene->params, word, value, &error)) fail_msg("%s", error.text);
  }
  World *world = world_create(scene, seed, threads, &error);
  if (!world) fail_msg("%s", error.text);
  free(scene);
  return world;
}

World *make_world_of(const char *text, int threads) {
  static Scene scene; /* large */
  Error error;
  char path[] = "scene_XXXXXX"; /* tests run side by side in one folder */
  const int handle = mkstemp(path);
  FILE *const file = handle >= 0 ? fdopen(handle, "w") : NULL;
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
  const bool read = scene_read(path, &scene, &error);
  remove(path);
  if (!read) fail_msg("%s", error.text);
  World *const world = world_create(&scene, 1, threads, &error);
  if (!world) fail_msg("%s", error.text);
  return world;
}

void run_for(World *world, double seconds) {
  const double end = world->time + seconds - 0.5 * (double)world->params.tick;
  while (world->time < end) world_step(world);
}
