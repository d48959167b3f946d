/* Scene files: read or refused with one line; what is read makes a world that steps and stays finite. Large grids are made small,
 * and worlds of files that the scene names or of hundreds of bodies are left out: they take long. */
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "fuzz.h"
#include "world/world.h"

enum { STEPS = 3, SIDE = 32, BODIES = 12 };

static bool is_quick(const Scene *scene) {
  float dams = 0;
  for (int n = 0; n < scene->dam_count; n++) dams += 1 / scene->dams[n].thickness;
  bool quick = scene->terrain != TERRAIN_IMAGE && scene->hull_count == 0 && scene->body_count <= BODIES && scene->dam_count <= 1;
  return quick && (scene->dam_count == 0 || (dams < 5 && scene->cell_m * (float)scene->nx < 100));
}

static void run(Scene *scene) {
  Error error;
  if (scene->nx > SIDE || scene->nz > SIDE) scene_set_grid(scene, SIDE, SIDE);
  if (!is_quick(scene)) return;
  World *const world = world_create(scene, 1, 1, &error);
  if (!world) return;
  for (int n = 0; n < STEPS; n++) world_step(world);
  fuzz_expect(world_is_finite(world), "a scene's world stays finite");
  world_destroy(world);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static Scene scene;
  Error error = {""};
  const char *const path = fuzz_file(data, size, ".scene");
  if (scene_read(path, &scene, &error))
    run(&scene);
  else
    fuzz_expect(error.text[0] != '\0' && !strchr(error.text, '\n'), "a scene is refused with one line");
  unlink(path);
  return 0;
}
