#ifndef WEIR_GRID_BRUSH_H
#define WEIR_GRID_BRUSH_H

#include <math.h>

#include "weir/grid/water.h"

/* A round brush: the cells of a disc, with the smooth weight (1 - r^2/R^2)^2 for each. A plain value; m but for the cells. */
typedef struct Brush {
  int i0, i1, k0, k1; /* cells, inclusive; empty when i0 > i1 */
  float x, z, radius;
} Brush;

/* The brush at a place in metres; empty when it lies outside the grid. All three must be finite. */
static inline Brush brush_at(const WeirWater *w, float x, float z, float radius) {
  const float cell = w->cell, r = max_float(radius, 0.75f * cell); /* at least one cell centre lies within */
  const float most_i = (float)(w->nx - 1), most_k = (float)(w->nz - 1);
  Brush brush = {.i1 = -1, .k1 = -1, .x = x, .z = z, .radius = r};
  if (!(x >= -r && x <= (float)w->nx * cell + r && z >= -r && z <= (float)w->nz * cell + r)) return brush;
  brush.i0 = (int)clamp_float(floorf((x - r) / cell), 0.0f, most_i);
  brush.i1 = (int)clamp_float(floorf((x + r) / cell), 0.0f, most_i);
  brush.k0 = (int)clamp_float(floorf((z - r) / cell), 0.0f, most_k);
  brush.k1 = (int)clamp_float(floorf((z + r) / cell), 0.0f, most_k);
  return brush;
}

/* The weight at (i + 1/2, k + 1/2) cells: whole numbers are cell centres, halves are faces. */
static inline double brush_weight(const WeirWater *w, const Brush *brush, double i, double k) {
  const double dx = (i + 0.5) * (double)w->cell - (double)brush->x;
  const double dz = (k + 0.5) * (double)w->cell - (double)brush->z;
  const double t = 1.0 - (dx * dx + dz * dz) / ((double)brush->radius * (double)brush->radius);
  return t > 0 ? t * t : 0;
}

#endif
