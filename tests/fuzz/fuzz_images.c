/* Heightmaps: read whole or refused with one line; what is read makes a finite ground, the same when it is read again. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz.h"
#include "scene/image/heightmap.h"
#include "scene/scene.h"

enum { SIDE = 16 };

static bool build(const char *path, float ground[SIDE * SIDE], Error *error) {
  static Scene scene;
  static float depth[SIDE * SIDE];
  scene =
      (Scene){.nx = SIDE, .nz = SIDE, .cell_m = 1, .terrain = TERRAIN_IMAGE, .crop = {0, 0, 1, 0.7f}, .height_m = 100, .fill_share = 0.5f};
  strcpy(scene.image, path);
  return ground_build(&scene, NULL, ground, depth, error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static float ground[SIDE * SIDE], again[SIDE * SIDE];
  Error error = {""};
  const char *const path = fuzz_file(data, size, ".tga");
  if (build(path, ground, &error)) {
    for (int n = 0; n < SIDE * SIDE; n++) fuzz_expect(isfinite(ground[n]), "an image's heights are finite");
    free(calloc(1, 1 << 16));
    fuzz_expect(build(path, again, &error) && memcmp(ground, again, sizeof ground) == 0, "an image read again is the same");
  } else {
    fuzz_expect(error.text[0] != '\0' && !strchr(error.text, '\n'), "an image is refused with one line");
  }
  unlink(path);
  return 0;
}
