/* A boat against libweir: thrust at the stern, turned aside by a rudder; the water gives draft, drag and righting torque. Exit 0 when it
 * floats as deep as Archimedes says, upright, and has turned the way the rudder asks. */
#include <math.h>
#include <stdio.h>
#include <weir/weir.h>

int main(void) {
  enum { N = 192 };
  static float depth[N * N];
  for (int n = 0; n < N * N; n++) depth[n] = 3.0f;
  WeirWaterDef def = weir_water_def_default();
  def.nx = def.nz = N, def.depth = depth;
  WeirError error;
  WeirWater *water = weir_water_create(&def, &error);
  if (!water) return printf("%s\n", error.text), 1;
  WeirBody boat = weir_body_default(); /* its bow is at +x */
  boat.half[0] = 2.0f, boat.half[1] = 0.5f, boat.half[2] = 0.8f;
  boat.position[0] = boat.position[2] = 12.0f, boat.position[1] = 3.15f;
  boat.mass = 0.35f * 1000 * 8 * 2.0f * 0.5f * 0.8f; /* kg: 35 % of it under water */
  boat.id = 1;
  WeirForce push = {.volume = 1};
  const float thrust = 2500, dt = 0.02f; /* N, s */
  for (int step = 0; step < 1000; step++) {
    weir_water_displace(water, &boat, 1, dt);
    weir_water_step(water, dt);
    weir_water_push(water, &boat, 1, dt, &push);
    const float *const r = boat.rotation, rudder = step < 300 ? 0.0f : 0.2f; /* rad */
    for (int n = 0; n < 3; n++) push.force[n] += thrust * (r[3 * n] * cosf(rudder) - r[3 * n + 2] * sinf(rudder));
    for (int n = 0; n < 3; n++) push.torque[n] -= r[3 * n + 1] * boat.half[0] * thrust * sinf(rudder);
    weir_body_move(&boat, &push, def.tuning.gravity, dt);
  }
  const float draft = push.submerged / push.volume, heading = atan2f(boat.rotation[6], boat.rotation[0]) * 57.3f;
  const float way = hypotf(boat.position[0] - 12, boat.position[2] - 12), upright = boat.rotation[4];
  printf("after 20 s: %.1f m off, %.2f of it under water (0.35), turned %.0f degrees to starboard, mast %.3f upright\n", (double)way,
         (double)draft, (double)heading, (double)upright);
  weir_water_destroy(water);
  return fabsf(draft - 0.35f) < 0.03f && way > 5 && heading > 20 && upright > 0.97f ? 0 : 1;
}
