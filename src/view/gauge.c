#include "view/gauge.h"

#include <math.h>
#include <stddef.h>

#include "base/maths.h"

/* A part of a line, as shares of its length. A plain value; empty where `to` is not above `from`. */
typedef struct Span {
  double from, to;
} Span;

/* The part of `span` in which start + t*length lies between two bounds. */
static Span clip(Span span, double start, double length, double low, double high) {
  if (length == 0) return start >= low && start < high ? span : (Span){0, 0};
  const double a = (low - start) / length, b = (high - start) / length;
  return (Span){maths_max(span.from, maths_min(a, b)), maths_min(span.to, maths_max(a, b))};
}

/* The range of cells [first, last] that start + t*length goes through for the t of a span; start and length are in cells. */
static void cells_of(Span span, double start, double length, int count, int *first, int *last) {
  const double a = start + span.from * length, b = start + span.to * length;
  *first = (int)maths_min(maths_max(floor(maths_min(a, b)), 0), count - 1);
  *last = (int)maths_min(maths_max(floor(maths_max(a, b)), 0), count - 1);
}

/* The line in cells, with what it is read from. Lives for one reading. */
typedef struct Walk {
  const WeirWater *water;
  WeirView depth;
  double x, z, dx, dz; /* beginning and length, in cells */
  float cell;          /* m */
} Walk;

/* m^3/s through the part of the line within cell (i, k). */
static double cell_flow(const Walk *walk, Span span, int i, int k) {
  const double depth = (double)walk->depth.data[k * walk->depth.stride + i], length = (span.to - span.from) * (double)walk->cell;
  if (!(depth > 0) || !(length > 0)) return 0;
  const WeirSample at = weir_water_sample(walk->water, ((float)i + 0.5f) * walk->cell, ((float)k + 0.5f) * walk->cell);
  return depth * length * (walk->dx * (double)at.velocity[2] - walk->dz * (double)at.velocity[0]);
}

static double row_flow(const Walk *walk, Span row, int k) {
  double flow = 0;
  int first, last;
  cells_of(row, walk->x, walk->dx, walk->depth.nx, &first, &last);
  for (int i = first; i <= last; i++) flow += cell_flow(walk, clip(row, walk->x, walk->dx, i, i + 1), i, k);
  return flow;
}

double gauge_flow(const WeirWater *water, const GaugeLine *line) {
  const float *const a = line->from, *const b = line->to;
  const double cell = (double)weir_water_cell(water);
  if (weir_water_solver(water) == WEIR_MEMBRANE || !isfinite(a[0] + a[1] + b[0] + b[1])) return 0;
  const Walk walk = {.water = water,
                     .depth = weir_water_depth(water),
                     .x = (double)a[0] / cell,
                     .z = (double)a[1] / cell,
                     .dx = ((double)b[0] - (double)a[0]) / cell,
                     .dz = ((double)b[1] - (double)a[1]) / cell,
                     .cell = (float)cell};
  int first, last;
  double flow = 0;
  const Span whole = clip(clip((Span){0, 1}, walk.x, walk.dx, 0, walk.depth.nx), walk.z, walk.dz, 0, walk.depth.nz);
  if (!(whole.to > whole.from)) return 0;
  cells_of(whole, walk.z, walk.dz, walk.depth.nz, &first, &last);
  for (int k = first; k <= last; k++) {
    const Span row = clip(whole, walk.z, walk.dz, k, k + 1);
    if (row.to > row.from) flow += row_flow(&walk, row, k);
  }
  return flow;
}

bool gauge_same(const GaugeLine *a, const GaugeLine *b) {
  return a->from[0] == b->from[0] && a->from[1] == b->from[1] && a->to[0] == b->to[0] && a->to[1] == b->to[1];
}
