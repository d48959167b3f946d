/* Bodies that fall in, and that are dragged below. */
#include "bench/coupling/rig.h"

/* --- falling in ------------------------------------------------------------------------------------------------------ */

enum { POND = 128 };
static const float pond_cell = 0.25f;

/* The marks of a body that falls in: extremes of the surface. */
typedef struct Splash {
  double crater, crown, ring; /* m */
} Splash;

static bool ring_of(const void *data, float x, float z) {
  const float *const middle = data;
  const float r = hypotf(x - middle[0], z - middle[1]);
  return r > 5.5f && r < 6.5f;
}

/* A crate of 1 m and 600 kg/m3 falls flat into 4 m of water from `height` (of its underside). The ring is gone past, and
 * not yet back from the walls, after 3.5 s. */
static bool splash(CouplingReport *report, float height, Splash *s) {
  const float dt = 0.01f, depth = 4;
  Rig rig = rig_tank(POND, POND, pond_cell, depth);
  rig_ideal(&rig);
  WeirWater *const water = rig_water(&rig, report);
  if (!water) return false;
  const float middle[2] = {16.06f, 15.97f};
  WeirBody crate = rig_box(1, 1, 1, middle[0], depth + height + 0.5f, middle[1], 0.2f, 600);
  crate.drag_linear = 2;
  crate.drag_square = 0.5f;
  *s = (Splash){0};
  const int fall = (int)(sqrtf(2 * height / rig.tuning.gravity) / dt);
  for (int step = 0; step < fall + 350; step++) {
    WeirForce force;
    rig_step(water, &crate, 1, dt, &force);
    rig_free(&crate, &force, rig.tuning.gravity, true, dt);
    const RigSurface all = rig_surface(water, (double)depth, NULL, NULL);
    s->crater = fmax(s->crater, -all.low);
    s->crown = fmax(s->crown, all.high);
    s->ring = fmax(s->ring, rig_surface(water, (double)depth, ring_of, middle).peak);
  }
  weir_water_destroy(water);
  return true;
}

void coupling_impact(CouplingReport *report) {
  static const float heights[2] = {5, 0.5f};
  Splash s[2];
  for (int n = 0; n < 2; n++) {
    if (!splash(report, heights[n], &s[n])) return;
    coupling_row(report, coupling_stated(), s[n].crater, "m", "deepest crater, from %.1f m", (double)heights[n]);
    coupling_row(report, coupling_stated(), s[n].crown, "m", "highest crown, from %.1f m", (double)heights[n]);
    coupling_row(report, coupling_stated(), s[n].ring, "m", "ring 6 m away, from %.1f m", (double)heights[n]);
  }
  /* Gritzner's fault was that the speed of impact made no difference. It grows as the square root of the height: 3.2 times
   * the momentum; a ring in proportion would be that, a blunt bound is half as much again. */
  coupling_row(report, coupling_at_least(1.5), s[0].ring / s[1].ring, "1", "ring from 5 m over that from 0.5 m");
}

/* --- dragged below --------------------------------------------------------------------------------------------------- */

/* Root mean square of the surface once a crate of 2 m has been dragged at 1 m/s for 20 s; its top is `below` m under the
 * surface of 8 m of water. */
static double dragged(CouplingReport *report, float below) {
  const float dt = 0.02f, depth = 8;
  Rig rig = rig_tank(128, 96, 0.5f, depth);
  rig_ideal(&rig);
  WeirWater *const water = rig_water(&rig, report);
  if (!water) return (double)NAN;
  WeirBody crate = rig_box(2, 2, 2, 16.1f, depth - below - 1, 24.07f, 0.2f, 500);
  WeirTuning tuning = rig.tuning;
  tuning.friction = 0.5f;
  weir_water_set_tuning(water, &tuning);
  for (int step = 0; step < 1500; step++) rig_step(water, &crate, 1, dt, NULL);
  weir_water_set_tuning(water, &rig.tuning);
  double sum = 0;
  for (int step = 0; step < 1000; step++) {
    crate.velocity[0] = fminf(1, (float)step / 100);
    rig_advance(&crate, dt);
    rig_step(water, &crate, 1, dt, NULL);
    if (step >= 500) sum += rig_surface(water, (double)depth, NULL, NULL).rms / 500;
  }
  weir_water_destroy(water);
  return sum;
}

void coupling_sunken(CouplingReport *report) {
  const double deep = dragged(report, 5), afloat = dragged(report, -1);
  coupling_row(report, coupling_stated(), deep, "m", "rms of the surface, a crate dragged 5 m below it");
  coupling_row(report, coupling_stated(), afloat, "m", "rms of the surface, afloat");
  coupling_row(report, coupling_upper_bound(0.1), deep / afloat, "1", "below over afloat");
}
