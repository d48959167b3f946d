#include "session/difference.h"

#include <math.h>

static const float wet_m = 1e-3f; /* below this a film of water counts as none */

/* Both lists ascend by serial. */
static double bodies_apart(const DifferenceSide sides[2]) {
  double most = 0;
  for (int n = 0, other = 0; n < sides[0].body_count; n++) {
    const Body *const body = &sides[0].bodies[n];
    while (other < sides[1].body_count && sides[1].bodies[other].serial < body->serial) other++;
    if (other == sides[1].body_count) break;
    if (sides[1].bodies[other].serial != body->serial) continue;
    const float *const a = body->position, *const b = sides[1].bodies[other].position;
    const double x = (double)(a[0] - b[0]), y = (double)(a[1] - b[1]), z = (double)(a[2] - b[2]);
    most = fmax(most, sqrt(x * x + y * y + z * z));
  }
  return most;
}

/* Writes how far the second surface is above the first one. Returns false if both are dry. */
static bool surface_apart(const DifferenceSide sides[2], int i, int k, float *apart) {
  float ground[2], depth[2];
  for (int n = 0; n < 2; n++) {
    ground[n] = sides[n].ground[k * sides[n].ground_stride + i];
    depth[n] = sides[n].depth[k * sides[n].depth_stride + i];
  }
  const bool wet[2] = {depth[0] >= wet_m, depth[1] >= wet_m};
  *apart = wet[0] && wet[1] ? (ground[1] + depth[1]) - (ground[0] + depth[0]) : wet[0] ? -depth[0] : wet[1] ? depth[1] : 0;
  return wet[0] || wet[1];
}

Difference difference_of(const DifferenceSide sides[2], int nx, int nz, float cell, float *field) {
  Difference d = {.bodies = bodies_apart(sides)};
  double sum = 0;
  int64_t count = 0;
  for (int k = 0; k < nz; k++)
    for (int i = 0; i < nx; i++) {
      float above;
      const bool wet = surface_apart(sides, i, k, &above);
      const double apart = fabs((double)above);
      if (field) field[(size_t)k * (size_t)nx + (size_t)i] = above;
      if (!wet) continue;
      sum += apart * apart;
      count++;
      if (apart <= d.largest) continue;
      d.largest = apart;
      d.x = ((float)i + 0.5f) * cell, d.z = ((float)k + 0.5f) * cell;
    }
  d.mean = count > 0 ? sqrt(sum / (double)count) : 0;
  return d;
}
