/* Forces on bodies that water flows around, so that a tick can take them: a body that sinks by a little lifts the head under
 * it at once by far more, for the slot that is left there stores little. The force is taken at the speed that the body will
 * have (as implicit Euler does), about its vertical and both horizontal axes. */
#include <math.h>

#include "weir/subgrid.h"

typedef struct Stiffness { /* N/m; N m about x and z */
  double heave, roll_x, roll_z;
} Stiffness;

static void column_stiffness(const WeirWater *w, const WeirBody *body, int i, int k, int at, Stiffness *sum) {
  const Raster *const raster = &w->raster;
  const SubCell *const cell = subgrid_at(w->subgrid, w->nx, i, k);
  if (!cell || !(raster->area[at] > 0.0f)) return;
  const ptrdiff_t index = water_index(w, i, k);
  const float h = w->terrain.cells[index] + w->depth.cells[index];
  if (!(h > raster->y0[at] && h < raster->y1[at])) return;
  const double slot = (double)(cell->cover * SUBGRID_LESS / subgrid_storage(cell, h, 1.0f));
  const double n = (double)(w->tuning.density * w->tuning.gravity * raster->area[at]) * slot;
  const double x = (double)(raster->x[at] - body->position[0]), z = (double)(raster->z[at] - body->position[2]);
  sum->heave += n;
  sum->roll_x += n * z * z;
  sum->roll_z += n * x * x;
}

static Stiffness stiffness_of(const WeirWater *w, const WeirBody *body, const RasterBody *of) {
  Stiffness sum = {0};
  for (int r = of->first_run; r < of->first_run + of->run_count; r++) {
    const Run *const run = &w->raster.runs[r];
    for (int n = 0; n < run->count; n++)
      column_stiffness(w, body, (run->i + n) / of->refine, run->k / of->refine, run->first + n, &sum);
  }
  return sum;
}

void subgrid_ease(const WeirWater *w, const WeirBody *body, const RasterBody *of, float inertia, float dt, WeirForce *force) {
  const Stiffness k = stiffness_of(w, body, of);
  const double step = (double)dt, mass = (double)body->mass, g = (double)w->tuning.gravity;
  if (!(step > 0)) return;
  const double v = (double)body->velocity[1], less = 1 / (1 + step * step * k.heave / mass);
  force->force[1] = (float)(mass * (((v + step * ((double)force->force[1] / mass - g)) * less - v) / step + g));
  const double stiff[3] = {k.roll_x, 0, k.roll_z};
  for (int n = 0; n < 3; n++) {
    const double spin = (double)body->spin[n], share = 1 / (1 + step * step * stiff[n] / (double)inertia);
    force->torque[n] = (float)((double)inertia * ((spin + step * (double)force->torque[n] / (double)inertia) * share - spin) / step);
  }
}
