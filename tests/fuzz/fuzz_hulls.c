/* Meshes: read or refused with one line; what is read floats: the water takes it as a body. */
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "fuzz.h"
#include "scene/scene.h"

static void check_numbers(const Hull *hull) {
  fuzz_expect(hull->volume > 0 && isfinite(hull->volume), "a hull has a volume");
  for (int n = 0; n < 6; n++) fuzz_expect(isfinite(hull->inertia[n]), "a hull's inertia is finite");
  for (int n = 0; n < 3; n++) fuzz_expect(hull->half[n] > 0 && isfinite(hull->half[n]), "a hull has an extent");
  for (int n = 0; n < 3 * hull->triangle_count; n++)
    fuzz_expect(hull->triangles[n] < hull->vertex_count, "a hull's faces name vertices that are there");
}

static void float_it(const Hull *hull) {
  WeirWaterDef def = weir_water_def_default();
  static float depth[24 * 24];
  for (int n = 0; n < 24 * 24; n++) depth[n] = 2;
  def.nx = def.nz = 24, def.cell = 0.5f, def.depth = depth;
  WeirWater *const water = weir_water_create(&def, NULL);
  WeirBody body = {.position = {6, 2, 6},
                   .rotation = {1, 0, 0, 0, 1, 0, 0, 0, 1},
                   .mass = 500 * hull->volume,
                   .id = 1,
                   .shape = WEIR_CONVEX,
                   .vertices = hull->vertices,
                   .vertex_count = hull->vertex_count,
                   .triangles = hull->triangles,
                   .triangle_count = hull->triangle_count};
  WeirForce force;
  fuzz_expect(water != NULL, "a small water can be made");
  weir_water_displace(water, &body, 1, 0.02f);
  weir_water_step(water, 0.02f);
  weir_water_push(water, &body, 1, 0.02f, &force);
  for (int n = 0; n < 3; n++) fuzz_expect(isfinite(force.force[n]) && isfinite(force.torque[n]), "the water's force is finite");
  weir_water_destroy(water);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static Hull hull;
  Error error = {""};
  const char *const path = fuzz_file(data, size, ".obj");
  const float length = size > 0 && data[0] == '#' ? 4.0f : 0.0f;
  if (hull_read(path, length, &hull, &error)) {
    check_numbers(&hull);
    float_it(&hull);
  } else {
    fuzz_expect(error.text[0] != '\0' && !strchr(error.text, '\n'), "a hull is refused with one line");
  }
  unlink(path);
  return 0;
}
