/* Splashes and alarms: what has happened since the last tick, as a list. A crate falls into a basin; a dam breaks and its front comes by
 * three gauges. */
#include <stdio.h>
#include <weir/weir.h>

enum { NX = 256, NZ = 32 };

int main(void) {
  static float depth[NX * NZ];
  for (int n = 0; n < NX * NZ; n++) depth[n] = n % NX < NX / 4 ? 3.0f : 0.0f;
  WeirWaterDef def = weir_water_def_default();
  def.nx = NX;
  def.nz = NZ;
  def.solver = WEIR_SWE;
  def.depth = depth;
  WeirWater *water = weir_water_create(&def, NULL);
  const WeirGauge gauges[] = {{20, 4, 0.1f}, {30, 4, 0.1f}, {40, 4, 0.1f}}; /* x, z, depth at which it arrives: m */
  if (!water || !weir_water_set_gauges(water, gauges, 3)) return 1;
  WeirBody crate = weir_body_default();
  crate.id = 7;
  crate.position[0] = 4;
  crate.position[1] = 6;
  crate.position[2] = 4;

  int splashes = 0, alarms = 0;
  for (int tick = 0; tick < 400; tick++) {
    WeirForce force;
    weir_water_displace(water, &crate, 1, 0.02f);
    weir_water_step(water, 0.02f);
    weir_water_push(water, &crate, 1, 0.02f, &force);
    weir_body_move(&crate, &force, 9.81f, 0.02f);
    WeirEvent events[16];
    const int count = weir_water_events(water, events, 16);
    for (int n = 0; n < count; n++) {
      const WeirEvent *e = &events[n];
      if (e->kind == WEIR_ENTERED)
        printf("%.2f s: body %u falls in at %.1f m/s: a splash\n", e->time, e->which, (double)e->speed), splashes++;
      if (e->kind == WEIR_ARRIVED) printf("%.2f s: the front is at gauge %u, x = %.0f m\n", e->time, e->which, (double)e->x), alarms++;
    }
  }
  weir_water_destroy(water);
  return splashes == 1 && alarms == 3 ? 0 : 1;
}
