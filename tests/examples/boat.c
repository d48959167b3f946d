/* A boat against libweir: thrust at the stern, turned aside by a rudder; the water gives draft, drag and righting torque. Exit 0 when it
 * floats as deep as Archimedes says, upright, and has turned the way the rudder asks. */
#include <math.h>
#include <stdio.h>
#include <weir/weir.h>

enum { N = 192 };

/* Turns the body by its spin over dt: R <- R + dt [w] R, then made a rotation again (Gram-Schmidt on its columns). */
static void turn(WeirBody *b, float dt) {
  float *const r = b->rotation, *const w = b->spin;
  for (int c = 0; c < 3; c++) {
    const float x = r[c], y = r[3 + c], z = r[6 + c];
    r[c] += dt * (w[1] * z - w[2] * y), r[3 + c] += dt * (w[2] * x - w[0] * z), r[6 + c] += dt * (w[0] * y - w[1] * x);
    for (int d = 0; d < c; d++) {
      const float dot = r[c] * r[d] + r[3 + c] * r[3 + d] + r[6 + c] * r[6 + d];
      for (int k = 0; k < 9; k += 3) r[k + c] -= dot * r[k + d];
    }
    const float size = sqrtf(r[c] * r[c] + r[3 + c] * r[3 + c] + r[6 + c] * r[6 + c]);
    for (int k = 0; k < 9; k += 3) r[k + c] /= size;
  }
}

int main(void) {
  static float depth[N * N];
  for (int n = 0; n < N * N; n++) depth[n] = 3.0f;
  WeirWaterDef def = weir_water_def_default();
  def.nx = def.nz = N;
  def.depth = depth;
  WeirError error;
  WeirWater *water = weir_water_create(&def, &error);
  if (!water) return printf("%s\n", error.text), 1;
  WeirBody boat = weir_body_default();
  const float half[3] = {2, 0.5f, 0.8f}, dt = 0.02f; /* m: its bow is at +x */
  float inertia[3];
  boat.mass = 0.35f * 1000 * 8 * half[0] * half[1] * half[2]; /* kg: 35 % of it under water */
  boat.id = 1;
  for (int n = 0; n < 3; n++) boat.half[n] = half[n], boat.position[n] = n == 1 ? 3.15f : 12;
  for (int n = 0; n < 3; n++)
    inertia[n] = boat.mass / 3 * (half[(n + 1) % 3] * half[(n + 1) % 3] + half[(n + 2) % 3] * half[(n + 2) % 3]);
  WeirForce push = {0};
  for (int step = 0; step < 1000; step++) {
    weir_water_displace(water, &boat, 1, dt);
    weir_water_step(water, dt);
    weir_water_push(water, &boat, 1, dt, &push);
    const float *const r = boat.rotation, thrust = 2500, rudder = step < 300 ? 0.0f : 0.2f; /* N, rad */
    const float ahead = thrust * cosf(rudder), aside = -thrust * sinf(rudder);           /* at the stern, along the boat's x and z */
    const float torque = half[0] * aside; /* N m about the boat's y: (-half x) cross (0, 0, aside) */
    float own[3] = {0};                   /* the spin's change is found about the boat's own axes, where inertia has three numbers */
    for (int c = 0; c < 3; c++) {
      for (int k = 0; k < 3; k++) own[c] += r[3 * k + c] * push.torque[k];
      own[c] = dt * (own[c] + (c == 1 ? torque : 0)) / inertia[c];
      boat.velocity[c] += dt * ((push.force[c] + r[3 * c] * ahead + r[3 * c + 2] * aside) / boat.mass - (c == 1 ? 9.81f : 0));
    }
    for (int k = 0; k < 3; k++) boat.spin[k] += r[3 * k] * own[0] + r[3 * k + 1] * own[1] + r[3 * k + 2] * own[2];
    for (int k = 0; k < 3; k++) boat.position[k] += dt * boat.velocity[k];
    turn(&boat, dt);
  }
  const float draft = push.submerged / push.volume, heading = atan2f(boat.rotation[6], boat.rotation[0]) * 57.3f;
  const float way = hypotf(boat.position[0] - 12, boat.position[2] - 12), upright = boat.rotation[4];
  printf("after 20 s: %.1f m off, %.2f of it under water (0.35), turned %.0f degrees to starboard, mast %.3f upright\n", (double)way, (double)draft,
         (double)heading, (double)upright);
  weir_water_destroy(water);
  return fabsf(draft - 0.35f) < 0.03f && way > 5 && heading > 20 && upright > 0.97f ? 0 : 1;
}
