#include "weir/rasterise.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"

enum { POLYGON_MAX = SHAPE_FACE_MAX + 8, COLUMNS_ACROSS = 6, REFINE_MAX = 32 };

#define LATTICE_MOST 1.0e6 /* cells of a refined lattice: a thin plate over the whole grid is not worth more memory */
#define COLUMNS_MOST 1.0e9 /* of all bodies: what an int counts */

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

/* The part of a convex polygon with axis*side >= bound*side (Sutherland and Hodgman 1974, one edge). Half of a body's time
 * goes here: inlined for each axis and side, rasterising is 8 % faster. */
__attribute__((always_inline)) static inline void polygon_clip(const Polygon *in, bool along_x, double bound, double side, Polygon *out) {
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

typedef struct Bounds { /* m, of a body's shadow: x, z */
  double low[2], high[2];
} Bounds;

static void bounds_add(Bounds *bounds, const double corner[3]) {
  for (int axis = 0; axis < 2; axis++) {
    bounds->low[axis] = fmin(bounds->low[axis], corner[2 * axis]);
    bounds->high[axis] = fmax(bounds->high[axis], corner[2 * axis]);
  }
}

/* Lattice cells from `low` to `high` m that lie over the grid; false when there are none. */
static bool lattice_range(double low, double high, double step, double most, int *first, int *count) {
  const double from = fmax(floor(low / step), 0), to = fmin(ceil(high / step), most);
  if (!(from < to)) return false;
  *first = (int)from;
  *count = (int)(to - from);
  return true;
}

static bool lattice_place(const RasterGrid *grid, const Bounds *bounds, Lattice *lattice) {
  lattice->step = (double)grid->cell / lattice->refine;
  const double most_i = (double)grid->nx * lattice->refine, most_k = (double)grid->nz * lattice->refine;
  return lattice_range(bounds->low[0], bounds->high[0], lattice->step, most_i, &lattice->i0, &lattice->ni) &&
         lattice_range(bounds->low[1], bounds->high[1], lattice->step, most_k, &lattice->k0, &lattice->nk);
}

static bool lattice_clear(Raster *raster, Lattice *lattice) {
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

/* Chooses the lattice of a body; false when the body lies outside the grid. */
static bool lattice_begin(const RasterGrid *grid, const Bounds *bounds, float thinnest, Lattice *lattice) {
  if (!(bounds->high[0] - bounds->low[0] < 1e7) || !(bounds->high[1] - bounds->low[1] < 1e7)) return false;
  const double wanted = ceil(COLUMNS_ACROSS * (double)grid->cell / (double)thinnest);
  lattice->refine = wanted < 1 ? 1 : wanted > REFINE_MAX ? REFINE_MAX : (int)wanted;
  for (;; lattice->refine--) {
    if (!lattice_place(grid, bounds, lattice)) return false;
    if (lattice->refine == 1 || (double)lattice->ni * (double)lattice->nk <= LATTICE_MOST) return true;
  }
}

static bool raster_reserve(Raster *raster, double more) {
  const double wanted_exact = (double)raster->count + more;
  if (wanted_exact > COLUMNS_MOST) return false;
  const int wanted = (int)wanted_exact, capacity = wanted + wanted / 2;
  if (wanted <= raster->capacity) return true;
  Column *columns = memory_create((size_t)capacity, sizeof *columns);
  if (!columns) return false;
  if (raster->count > 0) memcpy(columns, raster->columns, (size_t)raster->count * sizeof *columns);
  memory_free(raster->columns);
  raster->columns = columns;
  raster->capacity = capacity;
  return true;
}

static bool lattice_emit(Raster *raster, const Lattice *lattice) {
  if (!raster_reserve(raster, (double)lattice->ni * (double)lattice->nk)) return false;
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

/* One face under the rows that its shadow reaches, and one more on either side, as rounding may have it. */
static void lattice_face(Lattice *lattice, const Polygon *face, const Plane *plane) {
  double low = face->z[0], high = low;
  for (int n = 1; n < face->count; n++) {
    low = fmin(low, face->z[n]);
    high = fmax(high, face->z[n]);
  }
  const double from = floor(low / lattice->step) - 1 - lattice->k0, to = ceil(high / lattice->step) + 1 - lattice->k0;
  const int first = from > 0 ? (int)fmin(from, lattice->nk) : 0, end = to < lattice->nk ? (int)fmax(to, 0) : lattice->nk;
  for (int k = first; k < end; k++) lattice_row(lattice, face, plane, k);
}

static void box_faces(const WeirBody *body, Lattice *lattice) {
  for (int own = 0; own < 3; own++)
    for (int sign = -1; sign <= 1; sign += 2) {
      Polygon shadow;
      Plane plane;
      if (box_face(body, own, sign, &shadow, &plane)) lattice_face(lattice, &shadow, &plane);
    }
}

/* A face of any convex polyhedron as a shadow, its plane from Newell's area vector; false for upright faces. */
static bool mesh_face(double (*corners)[3], const int *order, int count, Polygon *shadow, Plane *plane) {
  double normal[3] = {0};
  const double *const first = corners[order[0]];
  for (int n = 1; n + 1 < count; n++) {
    const double *const a = corners[order[n]], *const b = corners[order[n + 1]];
    for (int axis = 0; axis < 3; axis++) {
      const int next = (axis + 1) % 3, last = (axis + 2) % 3;
      normal[axis] += (a[next] - first[next]) * (b[last] - first[last]) - (a[last] - first[last]) * (b[next] - first[next]);
    }
  }
  const double length = sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  if (!(fabs(normal[1]) > 1e-9 * length)) return false;
  for (int n = 0; n < count; n++) {
    shadow->x[n] = corners[order[n]][0];
    shadow->z[n] = corners[order[n]][2];
  }
  shadow->count = count;
  *plane = (Plane){.ax = -normal[0] / normal[1], .az = -normal[2] / normal[1], .top = normal[1] > 0};
  plane->c = first[1] - plane->ax * first[0] - plane->az * first[2];
  return true;
}

static void mesh_faces(const WeirBody *body, double (*corners)[3], Lattice *lattice) {
  for (int face = 0; face < shape_face_count(body); face++) {
    int order[SHAPE_FACE_MAX];
    Polygon shadow;
    Plane plane;
    const int count = shape_face(body, face, order);
    if (mesh_face(corners, order, count, &shadow, &plane)) lattice_face(lattice, &shadow, &plane);
  }
}

static bool raster_body(Raster *raster, const RasterGrid *grid, const WeirBody *body, const Shape *shape) {
  double corners[SHAPE_CORNERS_MAX][3];
  Bounds bounds = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
  Lattice lattice;
  if (!shape->present) return true;
  const bool box = body->shape == WEIR_BOX;
  const int count = box ? 8 : shape_corners(body, corners);
  for (int n = 0; n < count; n++) {
    if (box) box_corner(body, n, corners[n]);
    bounds_add(&bounds, corners[n]);
  }
  if (!lattice_begin(grid, &bounds, shape->thinnest, &lattice)) return true;
  if (!lattice_clear(raster, &lattice)) return false;
  if (box) {
    box_faces(body, &lattice);
  } else {
    mesh_faces(body, corners, &lattice);
  }
  return lattice_emit(raster, &lattice);
}

static bool raster_reserve_bodies(Raster *raster, int count) {
  if (count + 1 <= raster->body_capacity) return true;
  memory_free(raster->first);
  memory_free(raster->shapes);
  raster->first = memory_create((size_t)count + 64, sizeof *raster->first);
  raster->shapes = memory_create((size_t)count + 64, sizeof *raster->shapes);
  raster->body_capacity = raster->first && raster->shapes ? count + 64 : 0;
  return raster->body_capacity > 0;
}

bool raster_bodies(Raster *raster, const RasterGrid *grid, const WeirBody *bodies, int count) {
  raster->count = raster->body_count = 0;
  if (!raster_reserve_bodies(raster, count)) return false;
  for (int n = 0; n < count; n++) {
    raster->first[n] = raster->count;
    raster->shapes[n] = shape_measure(&bodies[n]);
    if (raster_body(raster, grid, &bodies[n], &raster->shapes[n])) continue;
    raster->count = 0;
    return false;
  }
  raster->first[count] = raster->count;
  raster->body_count = count;
  return true;
}

void raster_free(Raster *raster) {
  memory_free(raster->columns);
  memory_free(raster->first);
  memory_free(raster->shapes);
  memory_free(raster->scratch);
  *raster = (Raster){0};
}
