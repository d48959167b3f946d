/* The water under many things at once: ten thousand reeds that bend with the current. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <weir/weir.h>

enum { SIDE = 128, REEDS = 10000 };

int main(void) {
  static float terrain[SIDE * SIDE], depth[SIDE * SIDE];
  for (int k = 0; k < SIDE; k++)
    for (int i = 0; i < SIDE; i++) {
      terrain[k * SIDE + i] = 0.01f * (float)(SIDE - i); /* a bed that falls to the east */
      depth[k * SIDE + i] = k > 40 && k < 80 ? 0.8f : 0.0f;
    }
  WeirWaterDef def = weir_water_def_default();
  def.nx = def.nz = SIDE;
  def.terrain = terrain;
  def.depth = depth;
  WeirError error;
  WeirWater *water = weir_water_create(&def, &error);
  if (!water) return printf("%s\n", error.text), 1;

  static float places[2 * REEDS]; /* x and z of each, m */
  for (int n = 0; n < REEDS; n++) {
    places[2 * n] = (float)(n % 100) * 0.32f;
    places[2 * n + 1] = (float)(n / 100) * 0.32f;
  }
  static WeirSample samples[REEDS];
  clock_t spent = 0;
  for (int tick = 0; tick < 60; tick++) {
    weir_water_step(water, 1.0f / 60);
    const clock_t before = clock();
    weir_water_sample_many(water, places, REEDS, samples);
    spent += clock() - before;
  }
  int wet = 0, bent = 0;
  for (int n = 0; n < REEDS; n++) {
    wet += samples[n].depth > 0.01f;
    bent += samples[n].velocity[0] > 0.2f;
  }
  printf("%d of %d reeds stand in water, %d bend; %.2f ms a tick\n", wet, REEDS, bent, 1e3 * (double)spent / CLOCKS_PER_SEC / 60);
  weir_water_destroy(water);
  return wet > 3000 && bent > 1000 ? 0 : 1;
}
