/* Pours water on a hill and prints how deep it stands at the foot. Exit 0 when there is water there. */
#include <math.h>
#include <stdio.h>
#include <weir/weir.h>

int main(void) {
  static float terrain[64 * 64];
  for (int n = 0; n < 64 * 64; n++) {
    const float x = (float)(n % 64) - 31.5f, z = (float)(n / 64) - 31.5f;
    terrain[n] = 4.0f * expf(-(x * x + z * z) / 200.0f); /* m: a hill of 4 m in a walled yard of 16 m x 16 m */
  }
  WeirWaterDef def = weir_water_def_default();
  def.nx = def.nz = 64;
  def.terrain = terrain;
  WeirError error;
  WeirWater *water = weir_water_create(&def, &error);
  if (!water) return printf("%s\n", error.text), 1;
  const WeirSource spring = {.x = 8, .z = 8, .radius = 1, .rate = 0.5f}; /* m, m^3/s: on the top */
  weir_water_set_sources(water, &spring, 1);
  for (int step = 0; step < 1500; step++) weir_water_step(water, 0.02f);
  const WeirSample foot = weir_water_sample(water, 1, 8), top = weir_water_sample(water, 8, 8);
  printf("after 30 s: %.3f m deep at the foot, %.3f m on the top\n", (double)foot.depth, (double)top.depth);
  weir_water_destroy(water);
  return foot.depth > 0.01f ? 0 : 1;
}
