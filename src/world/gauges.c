/* The discharge through a line: summed over the cells that it crosses, row after row. */
#include "world/gauges.h"

#include <math.h>
#include <stddef.h>

#include "base/maths.h"

/* A part of a line, as shares of its length. A plain value; empty where `to` is not above `from`. */
typedef struct Span {
  double from, to;
} Span;

/* Returns the part of `span` in which start + t*length lies between two bounds. */
static Span clip(Span span, double start, double length, double low, double high) {
  if (length == 0) return start >= low && start < high ? span : (Span){0, 0};
  const double a = (low - start) / length, b = (high - start) / length;
  return (Span){maths_max(span.from, maths_min(a, b)), maths_min(span.to, maths_max(a, b))};
}

/* Finds the cells [first, last] that start + t*length goes through for the t of a span; start and length are in cells. */
static void cells_of(Span span, double start, double length, int count, int *first, int *last) {
  const double a = start + span.from * length, b = start + span.to * length;
  *first = (int)maths_min(maths_max(floor(maths_min(a, b)), 0), count - 1);
  *last = (int)maths_min(maths_max(floor(maths_max(a, b)), 0), count - 1);
}

double gauge_flow(const WeirWater *water, const GaugeLine *line) {
  const float *const a = line->from, *const b = line->to;
  const float side = weir_water_cell(water);
  const double cell = (double)side;
  if (weir_water_solver(water) == WEIR_MEMBRANE || !isfinite(a[0] + a[1] + b[0] + b[1])) return 0;
  const WeirView depth = weir_water_depth(water);
  const double x = (double)a[0] / cell, z = (double)a[1] / cell; /* in cells, as is the line's length */
  const double dx = ((double)b[0] - (double)a[0]) / cell, dz = ((double)b[1] - (double)a[1]) / cell;
  int k, last_k, i, last_i;
  double flow = 0;
  const Span whole = clip(clip((Span){0, 1}, x, dx, 0, depth.nx), z, dz, 0, depth.nz);
  if (!(whole.to > whole.from)) return 0;
  cells_of(whole, z, dz, depth.nz, &k, &last_k);
  for (; k <= last_k; k++) {
    const Span row = clip(whole, z, dz, k, k + 1);
    double in_row = 0;
    if (!(row.to > row.from)) continue;
    cells_of(row, x, dx, depth.nx, &i, &last_i);
    for (; i <= last_i; i++) {
      const Span span = clip(row, x, dx, i, i + 1);
      const double deep = (double)depth.data[k * depth.stride + i], length = (span.to - span.from) * cell;
      if (!(deep > 0) || !(length > 0)) continue;
      const WeirSample at = weir_water_sample(water, ((float)i + 0.5f) * side, ((float)k + 0.5f) * side);
      in_row += deep * length * (dx * (double)at.velocity[2] - dz * (double)at.velocity[0]);
    }
    flow += in_row;
  }
  return flow;
}

bool gauge_same(const GaugeLine *a, const GaugeLine *b) {
  return a->from[0] == b->from[0] && a->from[1] == b->from[1] && a->to[0] == b->to[0] && a->to[1] == b->to[1];
}
