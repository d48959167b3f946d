/* Kellomaki 2014, section 3.3: a body blocks the cells whose centres' verticals go through it, from where they enter it to
 * where they leave. His two depth buffers, for convex shapes, are a line against their faces' planes. */
#include <math.h>

#include "base/maths.h"
#include "weir/displace/displace.h"
#include "weir/layers/layers.h"

/* The part of the line where normal*(p - point) <= 0. */
static bool clip(const double normal[3], const double point[3], double x, double z, double range[2]) {
  const double aside = normal[0] * (x - point[0]) + normal[2] * (z - point[2]);
  if (fabs(normal[1]) < 1e-9) return aside <= 0;
  const double y = point[1] - aside / normal[1];
  if (normal[1] > 0) range[1] = maths_min(range[1], y);
  else range[0] = maths_max(range[0], y);
  return range[0] < range[1];
}

static bool pierced_box(const WeirBody *body, double x, double z, double range[2]) {
  for (int n = 0; n < 6; n++) {
    const int axis = n / 2;
    const double sign = n % 2 ? 1 : -1;
    double normal[3], point[3];
    for (int m = 0; m < 3; m++) {
      normal[m] = sign * (double)body->rotation[3 * m + axis];
      point[m] = (double)body->position[m] + normal[m] * (double)body->half[axis];
    }
    if (!clip(normal, point, x, z, range)) return false;
  }
  return true;
}

static bool pierced_faces(const WeirBody *body, double x, double z, double range[2]) {
  double corners[SHAPE_CORNERS_MAX][3];
  shape_corners(body, corners);
  const int faces = shape_face_count(body);
  for (int f = 0; f < faces; f++) {
    int order[SHAPE_FACE_MAX];
    double normal[3] = {0};
    const int count = shape_face(body, f, order);
    for (int n = 0; n < count; n++) { /* Newell's sum, outward as corners go anticlockwise */
      const double *const a = corners[order[n]], *const b = corners[order[(n + 1) % count]];
      for (int m = 0; m < 3; m++) {
        const int p = (m + 1) % 3, q = (m + 2) % 3;
        normal[m] += (a[p] - b[p]) * (a[q] + b[q]);
      }
    }
    const double length = sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    if (!(length > 0)) continue;
    for (int m = 0; m < 3; m++) normal[m] /= length;
    if (!clip(normal, corners[order[0]], x, z, range)) return false;
  }
  return true;
}

bool layers_pierced(const WeirBody *body, float x, float z, float *low, float *high) {
  double range[2] = {-1e9, 1e9};
  const bool hit = body->shape == WEIR_BOX ? pierced_box(body, (double)x, (double)z, range)
                                           : pierced_faces(body, (double)x, (double)z, range);
  *low = (float)range[0];
  *high = (float)range[1];
  return hit && *low < *high && *low > -1e8f && *high < 1e8f;
}

/* Blockers reach from the bed up; bodies wholly above the surface are left out, else the water between one in the air and
 * one in the water would be taken for body. */
static void cell_lay(const WeirWater *w, const WeirBody *body, int i, int k, Field *low, Field *high) {
  const ptrdiff_t at = water_index(w, i, k);
  const float bed = w->terrain.cells[at];
  float y0, y1;
  if (!layers_pierced(body, ((float)i + 0.5f) * w->cell, ((float)k + 0.5f) * w->cell, &y0, &y1)) return;
  if (y1 <= bed || y0 >= bed + w->depth.cells[at]) return;
  y0 = max_float(y0, bed);
  const bool other = high->cells[at] > low->cells[at];
  low->cells[at] = other ? min_float(low->cells[at], y0) : y0;
  high->cells[at] = other ? max_float(high->cells[at], y1) : y1;
}

void layers_rasterise(const WeirWater *w, const WeirBody *bodies, int count, Field *low, Field *high) {
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) low->cells[water_index(w, i, k)] = high->cells[water_index(w, i, k)] = 0.0f;
  for (int n = 0; n < count && n < w->bodies.displace->raster.body_count; n++) {
    const RasterBody *const of = &w->bodies.displace->raster.bodies[n]; /* the part of the lattice that its shadow may touch */
    if (!of->shape.present || of->ni <= 0 || of->nk <= 0) continue;
    const int i0 = of->i0 / of->refine, k0 = of->k0 / of->refine;
    const int i1 = (of->i0 + of->ni - 1) / of->refine, k1 = (of->k0 + of->nk - 1) / of->refine;
    for (int k = k0 < 0 ? 0 : k0; k <= k1 && k < w->nz; k++)
      for (int i = i0 < 0 ? 0 : i0; i <= i1 && i < w->nx; i++) cell_lay(w, &bodies[n], i, k, low, high);
  }
}
