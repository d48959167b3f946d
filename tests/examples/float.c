/* The whole of libweir in one small program: a pond, a floating box, its draft. Exit 0 when Archimedes agrees. */
#include <math.h>
#include <stdio.h>
#include <weir/weir.h>

int main(void) {
  static float depth[64 * 64];
  for (int n = 0; n < 64 * 64; n++) depth[n] = 2.0f;
  WeirWaterDef def = weir_water_def_default();
  def.nx = def.nz = 64;
  def.depth = depth;
  WeirError error;
  WeirWater *water = weir_water_create(&def, &error);
  if (!water) return printf("%s\n", error.text), 1;
  WeirBody box = weir_body_default(); /* upright, 1 m wide, 500 kg */
  box.position[0] = box.position[2] = 8;
  box.position[1] = 2.5f;
  WeirForce push = {0};
  for (int step = 0; step < 2000; step++) {
    weir_water_displace(water, &box, 1, 0.02f);
    weir_water_step(water, 0.02f);
    weir_water_push(water, &box, 1, 0.02f, &push);
    box.velocity[1] += 0.02f * (push.force[1] / box.mass - 9.81f);
    box.position[1] += 0.02f * box.velocity[1];
  }
  const float share = push.submerged / push.volume;
  printf("%.3f of the box is under water; Archimedes says 0.500\n", (double)share);
  weir_water_destroy(water);
  return fabsf(share - 0.5f) < 0.02f ? 0 : 1;
}
