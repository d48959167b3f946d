/* Twenty ticks a second under frames of any length: the surface that is shown lies between the last two ticks, and moves smoothly. */
#include <math.h>
#include <stdio.h>
#include <weir/weir.h>

enum { SIDE = 64, MIDDLE = 32 * SIDE + 32 };

int main(void) {
  static float depth[SIDE * SIDE], surface[SIDE * SIDE];
  for (int n = 0; n < SIDE * SIDE; n++) depth[n] = 2;
  WeirWaterDef def = weir_water_def_default();
  def.nx = def.nz = SIDE;
  def.depth = depth;
  WeirWater *water = weir_water_create(&def, NULL);
  if (!water || !weir_water_keep_ticks(water, true)) return 1;
  weir_water_disturb(water, 8, 8, 2, 0.5f);

  WeirTicker ticker = {.tick = 0.05};
  float before = 0, stepped = 0, most_shown = 0, most_stepped = 0;
  for (int frame = 0; frame < 1000; frame++) {
    for (int due = weir_ticker_frame(&ticker, 0.004 + 0.002 * (frame % 3)); due > 0; due--) weir_water_step(water, (float)ticker.tick);
    weir_water_surface_between(water, weir_ticker_share(&ticker), surface); /* what is drawn; bodies likewise, between two poses */
    const float now = weir_water_surface_at(water, 8.125f, 8.125f);
    if (frame > 20) {
      most_shown = fmaxf(most_shown, fabsf(surface[MIDDLE] - before));
      most_stepped = fmaxf(most_stepped, fabsf(now - stepped));
    }
    before = surface[MIDDLE];
    stepped = now;
  }
  printf("from frame to frame the surface moves by at most %.1f mm; without the two states it would jump by %.1f mm\n",
         1e3 * (double)most_shown, 1e3 * (double)most_stepped);
  weir_water_destroy(water);
  return most_shown > 0 && most_shown < 0.4f * most_stepped ? 0 : 1;
}
