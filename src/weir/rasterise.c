#include "weir/rasterise.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"

enum { POLYGON_MAX = 12, COLUMNS_ACROSS = 6, REFINE_MAX = 32 };

/* What the faces over one lattice cell add up to; `top` faces look up, `low` faces down. */
typedef struct RasterCell {
  double top_area, top_y, low_area, low_y, x, z;
} RasterCell;

typedef struct Polygon {
  double x[POLYGON_MAX], z[POLYGON_MAX];
  int count;
} Polygon;

typedef struct Lattice { /* the part of a refined grid that a body's shadow may touch */
  double step;
  int refine, i0, k0, ni, nk;
  RasterCell *cells;
} Lattice;

typedef struct Plane { /* y = ax*x + az*z + c */
  double ax, az, c;
  bool top;
} Plane;

/* The part of a convex polygon with axis*side >= bound*side (Sutherland and Hodgman 1974, one edge). */
static void polygon_clip(const Polygon *in, bool along_x, double bound, double side, Polygon *out) {
  out->count = 0;
  for (int n = 0; n < in->count; n++) {
    const int m = n + 1 < in->count ? n + 1 : 0;
    const double a = ((along_x ? in->x[n] : in->z[n]) - bound) * side;
    const double b = ((along_x ? in->x[m] : in->z[m]) - bound) * side;
    if (a >= 0 && out->count < POLYGON_MAX) {
      out->x[out->count] = in->x[n];
      out->z[out->count++] = in->z[n];
    }
    if ((a < 0) != (b < 0) && out->count < POLYGON_MAX) {
      const double t = a / (a - b);
      out->x[out->count] = in->x[n] + t * (in->x[m] - in->x[n]);
      out->z[out->count++] = in->z[n] + t * (in->z[m] - in->z[n]);
    }
  }
}

/* Area and centroid by the shoelace formula, about the first corner to keep the digits. */
static double polygon_area(const Polygon *p, double *cx, double *cz) {
  double twice = 0, sx = 0, sz = 0;
  for (int n = 1; n + 1 < p->count; n++) {
    const double ax = p->x[n] - p->x[0], az = p->z[n] - p->z[0];
    const double bx = p->x[n + 1] - p->x[0], bz = p->z[n + 1] - p->z[0];
    const double cross = ax * bz - az * bx;
    twice += cross;
    sx += cross * (ax + bx);
    sz += cross * (az + bz);
  }
  if (fabs(twice) < 1e-18) return 0;
  *cx = p->x[0] + sx / (3 * twice);
  *cz = p->z[0] + sz / (3 * twice);
  return 0.5 * fabs(twice);
}

static void cell_add(RasterCell *cell, const Plane *plane, double area, double x, double z) {
  const double y = area * (plane->ax * x + plane->az * z + plane->c);
  if (plane->top) {
    cell->top_area += area;
    cell->top_y += y;
    cell->x += area * x;
    cell->z += area * z;
  } else {
    cell->low_area += area;
    cell->low_y += y;
  }
}

/* The stretch of the line z = at that lies inside the polygon; empty when low > high. */
static void polygon_cross(const Polygon *p, double at, double *low, double *high) {
  *low = INFINITY;
  *high = -INFINITY;
  for (int n = 0; n < p->count; n++) {
    const int m = n + 1 < p->count ? n + 1 : 0;
    const double a = p->z[n] - at, b = p->z[m] - at;
    if ((a < 0) == (b < 0)) continue;
    const double x = p->x[n] + a / (a - b) * (p->x[m] - p->x[n]);
    *low = fmin(*low, x);
    *high = fmax(*high, x);
  }
}

/* One lattice row under one face: cells wholly inside need no clipping, which is most of a large body. */
static void lattice_row(Lattice *lattice, const Polygon *face, const Plane *plane, int k) {
  const double h = lattice->step, z0 = (lattice->k0 + k) * h;
  Polygon half, slab, part, rest;
  polygon_clip(face, false, z0, 1, &half);
  polygon_clip(&half, false, z0 + h, -1, &slab);
  if (slab.count < 3) return;
  double x_low = slab.x[0], x_high = slab.x[0], a_low, a_high, b_low, b_high;
  for (int n = 1; n < slab.count; n++) {
    x_low = fmin(x_low, slab.x[n]);
    x_high = fmax(x_high, slab.x[n]);
  }
  polygon_cross(face, z0, &a_low, &a_high);
  polygon_cross(face, z0 + h, &b_low, &b_high);
  const double full_low = fmax(a_low, b_low), full_high = fmin(a_high, b_high);
  int i = (int)floor(x_low / h) - lattice->i0;
  for (i = i < 0 ? 0 : i; i < lattice->ni; i++) {
    const double x0 = (lattice->i0 + i) * h;
    if (x0 > x_high) break;
    RasterCell *cell = &lattice->cells[k * lattice->ni + i];
    if (x0 >= full_low && x0 + h <= full_high) {
      cell_add(cell, plane, h * h, x0 + 0.5 * h, z0 + 0.5 * h);
      continue;
    }
    polygon_clip(&slab, true, x0, 1, &rest);
    polygon_clip(&rest, true, x0 + h, -1, &part);
    double cx = 0, cz = 0;
    const double area = part.count >= 3 ? polygon_area(&part, &cx, &cz) : 0;
    if (area > 0) cell_add(cell, plane, area, cx, cz);
  }
}

/* Corner n of the box: bit 0 is the sign along its first axis, bit 1 the second, bit 2 the third. */
static void box_corner(const WeirBody *body, int n, double corner[3]) {
  for (int axis = 0; axis < 3; axis++) {
    corner[axis] = (double)body->position[axis];
    for (int own = 0; own < 3; own++)
      corner[axis] += (double)body->rotation[3 * axis + own] * (double)body->half[own] * ((n >> own) & 1 ? 1 : -1);
  }
}

/* The face of the box at the `sign` end of its own axis, as a shadow on the x-z plane; false for upright faces. */
static bool box_face(const WeirBody *body, int own, int sign, Polygon *shadow, Plane *plane) {
  const double nx = sign * (double)body->rotation[own], ny = sign * (double)body->rotation[3 + own];
  const double nz = sign * (double)body->rotation[6 + own];
  if (fabs(ny) < 1e-9) return false;
  const int a = 1 << ((own + 1) % 3), b = 1 << ((own + 2) % 3), base = sign > 0 ? 1 << own : 0;
  const int order[4] = {base, base | a, base | a | b, base | b};
  double corner[3] = {0};
  for (int n = 0; n < 4; n++) {
    box_corner(body, order[n], corner);
    shadow->x[n] = corner[0];
    shadow->z[n] = corner[2];
  }
  shadow->count = 4;
  *plane = (Plane){.ax = -nx / ny, .az = -nz / ny, .top = ny > 0};
  plane->c = corner[1] - plane->ax * corner[0] - plane->az * corner[2];
  return true;
}

/* Chooses the lattice of a body and clears its cells; false when the body lies outside the grid or memory is short. */
static bool lattice_begin(Raster *raster, const RasterGrid *grid, const WeirBody *body, Lattice *lattice) {
  double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY}, corner[3];
  for (int n = 0; n < 8; n++) {
    box_corner(body, n, corner);
    for (int axis = 0; axis < 2; axis++) {
      low[axis] = fmin(low[axis], corner[2 * axis]);
      high[axis] = fmax(high[axis], corner[2 * axis]);
    }
  }
  if (!(high[0] - low[0] < 1e7) || !(high[1] - low[1] < 1e7)) return false;
  const double side = 2 * fmin(fmin((double)body->half[0], (double)body->half[1]), (double)body->half[2]);
  const double wanted = ceil(COLUMNS_ACROSS * (double)grid->cell / side);
  lattice->refine = wanted < 1 ? 1 : wanted > REFINE_MAX ? REFINE_MAX : (int)wanted;
  lattice->step = (double)grid->cell / lattice->refine;
  const double most_i = (double)grid->nx * lattice->refine, most_k = (double)grid->nz * lattice->refine;
  const double i0 = fmax(floor(low[0] / lattice->step), 0), i1 = fmin(ceil(high[0] / lattice->step), most_i);
  const double k0 = fmax(floor(low[1] / lattice->step), 0), k1 = fmin(ceil(high[1] / lattice->step), most_k);
  if (!(i0 < i1) || !(k0 < k1)) return false;
  lattice->i0 = (int)i0;
  lattice->k0 = (int)k0;
  lattice->ni = (int)(i1 - i0);
  lattice->nk = (int)(k1 - k0);
  const size_t cells = (size_t)lattice->ni * (size_t)lattice->nk;
  if (cells > raster->scratch_capacity) {
    memory_free(raster->scratch);
    raster->scratch = memory_create(cells + cells / 2, sizeof *raster->scratch);
    raster->scratch_capacity = raster->scratch ? cells + cells / 2 : 0;
    if (!raster->scratch) return false;
  }
  lattice->cells = raster->scratch;
  memset(lattice->cells, 0, cells * sizeof *lattice->cells);
  return true;
}

static bool raster_reserve(Raster *raster, int wanted) {
  if (wanted <= raster->capacity) return true;
  const int capacity = wanted + wanted / 2;
  Column *columns = memory_create((size_t)capacity, sizeof *columns);
  if (!columns) return false;
  if (raster->count > 0) memcpy(columns, raster->columns, (size_t)raster->count * sizeof *columns);
  memory_free(raster->columns);
  raster->columns = columns;
  raster->capacity = capacity;
  return true;
}

static bool lattice_emit(Raster *raster, const Lattice *lattice) {
  if (!raster_reserve(raster, raster->count + lattice->ni * lattice->nk)) return false;
  for (int k = 0; k < lattice->nk; k++)
    for (int i = 0; i < lattice->ni; i++) {
      const RasterCell *cell = &lattice->cells[k * lattice->ni + i];
      if (cell->top_area <= 0 || cell->low_area <= 0) continue;
      Column *column = &raster->columns[raster->count++];
      column->i = (lattice->i0 + i) / lattice->refine;
      column->k = (lattice->k0 + k) / lattice->refine;
      column->area = (float)(0.5 * (cell->top_area + cell->low_area));
      column->y1 = (float)(cell->top_y / cell->top_area);
      column->y0 = (float)(cell->low_y / cell->low_area);
      column->x = (float)(cell->x / cell->top_area);
      column->z = (float)(cell->z / cell->top_area);
    }
  return true;
}

static bool raster_body(Raster *raster, const RasterGrid *grid, const WeirBody *body) {
  Lattice lattice;
  if (!lattice_begin(raster, grid, body, &lattice)) return true;
  for (int own = 0; own < 3; own++)
    for (int sign = -1; sign <= 1; sign += 2) {
      Polygon shadow;
      Plane plane;
      if (!box_face(body, own, sign, &shadow, &plane)) continue;
      for (int k = 0; k < lattice.nk; k++) lattice_row(&lattice, &shadow, &plane, k);
    }
  return lattice_emit(raster, &lattice);
}

bool raster_bodies(Raster *raster, const RasterGrid *grid, const WeirBody *bodies, int count) {
  raster->count = raster->body_count = 0;
  if (count + 1 > raster->body_capacity) {
    memory_free(raster->first);
    raster->first = memory_create((size_t)count + 64, sizeof *raster->first);
    raster->body_capacity = raster->first ? count + 64 : 0;
    if (!raster->first) return false;
  }
  bool complete = true;
  for (int n = 0; n < count; n++) {
    raster->first[n] = raster->count;
    complete = complete && raster_body(raster, grid, &bodies[n]);
  }
  raster->first[count] = raster->count;
  raster->body_count = count;
  return complete;
}

void raster_free(Raster *raster) {
  memory_free(raster->columns);
  memory_free(raster->first);
  memory_free(raster->scratch);
  *raster = (Raster){0};
}
