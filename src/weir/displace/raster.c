/* Exact covers of convex shapes by Green's theorem: what the outline of a face, seen from above, comes to over a cell (area, first
 * moments, and with them the integral of the face's height) is a sum over the outline's edges, each of which adds something to the cells
 * that it crosses and the same to all cells east of them in the row. So only cells on edges cost work; the cells between are filled in. */
#include "weir/displace/raster.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/maths.h"
#include "base/memory.h"
#include "base/team.h"

enum { COLUMNS_ACROSS = 6, REFINE_MAX = 32, BORDERS_MAX = 3 * WEIR_TRIANGLES_MAX, BORDERS_JOINED = 96, LOW = 0, TOP = 1 };

#define LATTICE_CELLS_MAX 1.0e6 /* cells of a refined lattice: a thin plate over the whole grid is not worth more memory */
#define COLUMNS_MAX 1.0e9       /* of all bodies: what an int counts */
#define ROOM_LITTLE 4096.0      /* columns that a body may leave unused, whatever it needs */
#define COVER_MIN 1.0e-9        /* of a lattice cell; less is rounding */
#define UPRIGHT 1.0e-6          /* share of a face's normal that looks up or down, below which the face has no outline to speak of */

/* The change across an edge on the way east, on either side of the body (LOW: faces that look down, TOP: up): faces that begin less faces
 * that end, and the same of their planes. A plain value. */
typedef struct Jump {
  double cover[2], ax[2], az[2], c[2];
} Jump;

/* An edge between two corners, seen from above: in lattice cells from the lattice's corner, z0 < z1. Lives in a Solid. */
typedef struct Edge {
  double x0, z0, x1, z1, slope; /* slope: of x */
  int from, to;                 /* corners, for joining */
  Jump jump;
} Edge;

/* Sums of a lattice cell on edges: what they add to the cell, and (`run`) to every cell east of it in the row. Shares of a cell; x and z
 * count from the cell's corner. A row of them for each thread, in Raster.scratch. */
typedef struct RasterCell {
  double cover[2], y[2], x, z;
  double run[2], run_slope[2], run_y[2], run_z;
} RasterCell;

/* A body over its lattice, as corners and edges. On the stack of raster_body. */
typedef struct Solid {
  double corners[SHAPE_CORNERS_MAX][3]; /* x, z in lattice cells from the lattice's corner; y in m from the body's place */
  double low, high;                     /* m, of y */
  Edge borders[BORDERS_MAX];
  int16_t order[BORDERS_MAX]; /* by z0 */
  int count;
} Solid;

/* The place in the raster that one body's columns go to, and one lattice row at a time, in the scratch of one thread. On the stack of
 * raster_body. */
typedef struct Sink {
  Raster *raster;
  RasterBody *body;
  double low, high, base; /* m: bounds of y, and what it counts from */
  int column;
  RasterCell *cells;
  uint64_t *marks; /* which of the cells are on edges */
  int ni, k;       /* cells of the row; the row */
} Sink;

/* No library calls: there, a machine's minimum treats NaN differently from others. */
static inline double lesser(double a, double b) {
  return a < b ? a : b;
}

static inline double greater(double a, double b) {
  return a > b ? a : b;
}

/* The edge between two corners: the one that a neighbouring face has brought, where there is one. Only bodies of few edges are searched,
 * since searching takes longer than it saves. */
static Edge *solid_edge(Solid *solid, int from, int to) {
  for (int n = 0; n < solid->count && n < BORDERS_JOINED; n++)
    if (solid->borders[n].from == from && solid->borders[n].to == to) return &solid->borders[n];
  if (solid->count >= BORDERS_MAX) return NULL;
  Edge *const edge = &solid->borders[solid->count++];
  const double *const a = solid->corners[from], *const b = solid->corners[to];
  *edge = (Edge){.x0 = a[0], .z0 = a[2], .x1 = b[0], .z1 = b[2], .from = from, .to = to};
  edge->slope = (edge->x1 - edge->x0) / (edge->z1 - edge->z0);
  return edge;
}

/* Adds the edges of a face that is not upright, with its plane y = ax*x + az*z + c (lattice cells and m) from Newell's area vector.
 * `mirrored`: corners go round clockwise as seen from outside. */
static void solid_face(Solid *solid, const int *order, int count, bool mirrored) {
  double normal[3] = {0};
  const double *const first = solid->corners[order[0]];
  for (int n = 1; n + 1 < count; n++) {
    const double *const a = solid->corners[order[n]], *const b = solid->corners[order[n + 1]];
    for (int axis = 0; axis < 3; axis++) {
      const int next = (axis + 1) % 3, last = (axis + 2) % 3;
      normal[axis] += (a[next] - first[next]) * (b[last] - first[last]) - (a[last] - first[last]) * (b[next] - first[next]);
    }
  }
  const double length = sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  if (!(fabs(normal[1]) > UPRIGHT * length)) return;
  const bool top = normal[1] > 0;
  const double ax = -normal[0] / normal[1], az = -normal[2] / normal[1], c = first[1] - ax * first[0] - az * first[2];
  for (int n = 0; n < count; n++) {
    const int a = order[n], b = order[n + 1 < count ? n + 1 : 0];
    const bool south = solid->corners[a][2] < solid->corners[b][2];
    if (solid->corners[a][2] == solid->corners[b][2]) continue;
    Edge *const edge = south ? solid_edge(solid, a, b) : solid_edge(solid, b, a);
    if (!edge) return;
    /* Seen from above (x east, z south), a face that looks up goes round with its west side to the south. */
    const double sign = south == top ? 1 : -1;
    const int side = top != mirrored ? TOP : LOW;
    edge->jump.cover[side] += sign;
    edge->jump.ax[side] += sign * ax;
    edge->jump.az[side] += sign * az;
    edge->jump.c[side] += sign * c;
  }
}

static void solid_sort(Solid *solid) {
  for (int n = 0; n < solid->count; n++) solid->order[n] = (int16_t)n;
  for (int gap = solid->count > 40 ? 121 : 4; gap > 0; gap /= 3) /* Shell's sort, 121, 40, 13, 4, 1 */
    for (int n = gap; n < solid->count; n++) {
      const int16_t moved = solid->order[n];
      int to = n;
      for (; to >= gap && solid->borders[solid->order[to - gap]].z0 > solid->borders[moved].z0; to -= gap)
        solid->order[to] = solid->order[to - gap];
      solid->order[to] = moved;
    }
}

/* Adds the part of an edge from (u0, w0) to (u1, w1), counted from the corner of cell (i, k) in which it lies. */
static inline void row_add(const Sink *row, int i, const Edge *edge, double u0, double w0, double u1, double w1) {
  RasterCell *restrict const cell = &row->cells[i];
  uint64_t *restrict const mark = &row->marks[i / 64], bit = (uint64_t)1 << i % 64;
  if (!(*mark & bit)) {
    *cell = (RasterCell){0};
    *mark |= bit;
  }
  const double dz = w1 - w0, z = 0.5 * (w0 + w1), x = 0.5 * (u0 + u1);
  const double cover = dz * (1 - x), mean_x = 0.5 * dz * (1 - (u0 * u0 + u0 * u1 + u1 * u1) * (1.0 / 3));
  const double mean_z = dz * (z - (u0 * (2 * w0 + w1) + u1 * (w0 + 2 * w1)) * (1.0 / 6));
  const double at_x = mean_x + i * cover, at_z = mean_z + row->k * cover, run_z = dz * (z + row->k);
  const Jump *restrict const jump = &edge->jump;
  for (int side = 0; side < 2; side++) {
    cell->cover[side] += jump->cover[side] * cover;
    cell->y[side] += jump->ax[side] * at_x + jump->az[side] * at_z + jump->c[side] * cover;
    cell->run[side] += jump->cover[side] * dz;
    cell->run_slope[side] += jump->ax[side] * dz;
    cell->run_y[side] += jump->az[side] * run_z + jump->c[side] * dz;
  }
  cell->x += jump->cover[TOP] * mean_x;
  cell->z += jump->cover[TOP] * mean_z;
  cell->run_z += jump->cover[TOP] * dz * z;
}

/* Adds the part of an edge from (xa, za) to (xb, zb), xa <= xb, through the cells of the row; `flip`: it runs the other way. */
static void row_part(const Sink *row, const Edge *edge, double xa, double za, double xb, double zb, bool flip) {
  if (xa < 0) { /* west of the lattice: all cells lie east of it */
    const double z = xb <= 0 ? zb : za - xa * (zb - za) / (xb - xa);
    row_add(row, 0, edge, 0, flip ? z : za, 0, flip ? za : z);
    if (xb <= 0) return;
    xa = 0;
    za = z;
  }
  const double per = xb > xa ? (zb - za) / (xb - xa) : 0;
  for (int i = (int)lesser(xa, row->ni); i < row->ni; i++) {
    const bool last = xb <= i + 1;
    const double x = last ? xb : i + 1, z = last ? zb : za + (x - xa) * per;
    row_add(row, i, edge, (flip ? x : xa) - i, flip ? z : za, (flip ? xa : x) - i, flip ? za : z);
    if (last) return;
    xa = x;
    za = z;
  }
}

/* Where the edge crosses z = at. */
static double edge_x(const Edge *edge, double at) {
  if (at <= edge->z0) return edge->x0;
  if (at >= edge->z1) return edge->x1;
  return lesser(greater(edge->x0 + (at - edge->z0) * edge->slope, lesser(edge->x0, edge->x1)), greater(edge->x0, edge->x1));
}

static double within(double value, double low, double high) {
  return lesser(greater(value, low), high);
}

/* Writes the column of a cell on edges; `sum` holds what the edges west of it come to. */
static void sink_cell(const Sink *sink, const RasterCell *cell, const RasterCell *sum, int i, int k, int at) {
  Raster *const r = sink->raster;
  const double step = sink->body->step, top = sum->run[TOP] + cell->cover[TOP], low = sum->run[LOW] + cell->cover[LOW];
  const double x = i + 0.5;
  r->area[at] = r->y0[at] = r->y1[at] = 0.0f;
  r->x[at] = (float)((sink->body->i0 + x) * step);
  r->z[at] = (float)((sink->body->k0 + k + 0.5) * step);
  if (!(top > COVER_MIN && low > COVER_MIN)) return;
  const double y1 = (sum->run_slope[TOP] * x + sum->run_y[TOP] + cell->y[TOP]) / top;
  const double y0 = (sum->run_slope[LOW] * x + sum->run_y[LOW] + cell->y[LOW]) / low;
  r->area[at] = (float)(0.5 * (top + low) * step * step);
  r->y1[at] = (float)(within(y1, sink->low, sink->high) + sink->base);
  r->y0[at] = (float)(within(y0, sink->low, sink->high) + sink->base);
  r->x[at] = (float)((sink->body->i0 + i + within((0.5 * sum->run[TOP] + cell->x) / top, 0, 1)) * step);
  r->z[at] = (float)((sink->body->k0 + k + within((sum->run_z + cell->z) / top, 0, 1)) * step);
}

/* Writes the columns of cells i0 to i1 - 1, on which no edge lies: planes. */
static void sink_fill(const Sink *sink, const RasterCell *sum, int i0, int i1, int k, int at) {
  Raster *const r = sink->raster;
  const double step = sink->body->step, top = sum->run[TOP], low = sum->run[LOW];
  const bool there = top > COVER_MIN && low > COVER_MIN;
  const float area = there ? (float)(0.5 * (top + low) * step * step) : 0.0f;
  const double slope1 = there ? sum->run_slope[TOP] / top : 0, slope0 = there ? sum->run_slope[LOW] / low : 0;
  const float start1 = there ? (float)(sum->run_y[TOP] / top + slope1 * (i0 + 0.5) + sink->base) : 0.0f;
  const float start0 = there ? (float)(sum->run_y[LOW] / low + slope0 * (i0 + 0.5) + sink->base) : 0.0f;
  const float rise1 = (float)slope1, rise0 = (float)slope0, cell = (float)step;
  const float x = (float)((sink->body->i0 + i0 + 0.5) * step), z = (float)((sink->body->k0 + k + 0.5) * step);
  float *restrict const areas = r->area + at, *restrict const y0 = r->y0 + at, *restrict const y1 = r->y1 + at;
  float *restrict const xs = r->x + at, *restrict const zs = r->z + at;
  for (int n = 0; n < i1 - i0; n++) {
    areas[n] = area;
    y1[n] = start1 + rise1 * (float)n;
    y0[n] = start0 + rise0 * (float)n;
    xs[n] = x + cell * (float)n;
    zs[n] = z;
  }
}

static int mark_next(const Sink *row, int from) {
  for (int word = from / 64; word <= (row->ni - 1) / 64; word++) {
    const uint64_t marks = row->marks[word] & (word == from / 64 ? ~(uint64_t)0 << from % 64 : ~(uint64_t)0);
    if (marks) return 64 * word + __builtin_ctzll(marks);
  }
  return row->ni;
}

static void sink_row(Sink *sink) {
  RasterCell sum = {0};
  const float *const area = sink->raster->area;
  int first = mark_next(sink, 0), at = sink->column, next = first;
  for (int i = first; i < sink->ni; i = next) {
    const RasterCell *const cell = &sink->cells[i];
    sink_cell(sink, cell, &sum, i, sink->k, at++);
    for (int side = 0; side < 2; side++) {
      sum.run[side] += cell->run[side];
      sum.run_slope[side] += cell->run_slope[side];
      sum.run_y[side] += cell->run_y[side];
    }
    sum.run_z += cell->run_z;
    next = i + 1 < sink->ni ? mark_next(sink, i + 1) : sink->ni;
    if (next == sink->ni && !(sum.run[TOP] > COVER_MIN && sum.run[LOW] > COVER_MIN)) break; /* no cover goes on east of here */
    sink_fill(sink, &sum, i + 1, next, sink->k, at);
    at += next - (i + 1);
  }
  int start = sink->column;
  while (at > start && !(area[at - 1] > 0.0f)) at--;
  while (start < at && !(area[start] > 0.0f)) start++, first++;
  const int count = at - start;
  RasterBody *const body = sink->body;
  for (int done = 0; done < count; done += RUN_MAX) {
    const int part = count - done < RUN_MAX ? count - done : RUN_MAX;
    sink->raster->runs[body->first_run + body->run_count++] = (Run){body->i0 + first + done, body->k0 + sink->k, part, sink->column + done};
  }
  const int filled = (count + RUN_GROUP - 1) / RUN_GROUP * RUN_GROUP;
  float *const all[] = {sink->raster->area, sink->raster->y0, sink->raster->y1, sink->raster->x, sink->raster->z};
  for (size_t n = 0; count > 0 && n < sizeof all / sizeof *all; n++) { /* to where they belong, and fills up the last group */
    float *const to = all[n] + sink->column;
    if (start != sink->column) memmove(to, all[n] + start, sizeof(float) * (size_t)count);
    memset(to + count, 0, sizeof(float) * (size_t)(filled - count));
  }
  sink->column += filled;
  memset(sink->marks, 0, sizeof *sink->marks * (size_t)((sink->ni + 63) / 64));
}

static void solid_rows(const Solid *solid, Sink *row) {
  int16_t active[BORDERS_MAX];
  int next = 0, count = 0;
  for (row->k = 0; row->k < row->body->nk; row->k++) {
    while (next < solid->count && solid->borders[solid->order[next]].z0 < row->k + 1) active[count++] = solid->order[next++];
    int going_on = 0;
    for (int n = 0; n < count; n++) {
      const Edge *const edge = &solid->borders[active[n]];
      const double z0 = greater(edge->z0, row->k), z1 = lesser(edge->z1, row->k + 1);
      const double x0 = edge_x(edge, z0), x1 = edge_x(edge, z1);
      if (z1 > z0 && x0 <= x1)
        row_part(row, edge, x0, z0 - row->k, x1, z1 - row->k, false);
      else if (z1 > z0)
        row_part(row, edge, x1, z1 - row->k, x0, z0 - row->k, true);
      if (edge->z1 > row->k + 1) active[going_on++] = active[n];
    }
    count = going_on;
    sink_row(row);
  }
}

/* Corners of any body: x and z in the world, y about its place. */
static int body_corners(const WeirBody *body, double corners[][3]) {
  if (body->shape != WEIR_BOX) {
    const int count = shape_corners(body, corners);
    for (int n = 0; n < count; n++) corners[n][1] -= (double)body->position[1];
    return count;
  }
  for (int n = 0; n < 8; n++)
    for (int axis = 0; axis < 3; axis++) {
      corners[n][axis] = 0;
      for (int own = 0; own < 3; own++)
        corners[n][axis] += (double)body->rotation[3 * axis + own] * (double)body->half[own] * ((n >> own) & 1 ? 1 : -1);
      if (axis != 1) corners[n][axis] += (double)body->position[axis];
    }
  return 8;
}

/* Finds the lattice cells from `low` to `high` m that lie over the grid. Returns false if there are none. */
static bool lattice_range(double low, double high, double step, double cells, int *first, int *count) {
  const double from = maths_max(floor(low / step), 0), to = maths_min(ceil(high / step), cells);
  if (!(from < to)) return false;
  *first = (int)from;
  *count = (int)(to - from);
  return true;
}

/* Chooses the lattice of a body; it has no cells (ni = nk = 0) when the body is absent or outside the grid. */
static void lattice_begin(const RasterGrid *grid, const WeirBody *body, RasterBody *out) {
  double corners[SHAPE_CORNERS_MAX][3], low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
  *out = (RasterBody){.shape = shape_measure(body), .pose = *body, .refine = 1};
  const int count = out->shape.present ? body_corners(body, corners) : 0;
  for (int n = 0; n < count; n++)
    for (int axis = 0; axis < 2; axis++) {
      low[axis] = maths_min(low[axis], corners[n][2 * axis]);
      high[axis] = maths_max(high[axis], corners[n][2 * axis]);
    }
  if (!(high[0] - low[0] < 1e7) || !(high[1] - low[1] < 1e7)) return;
  const double wanted = ceil(COLUMNS_ACROSS * (double)grid->cell / (double)out->shape.thinnest);
  out->refine = wanted < 1 ? 1 : wanted > REFINE_MAX ? REFINE_MAX : (int)wanted;
  for (;; out->refine--) {
    out->step = (double)grid->cell / out->refine;
    const double most_i = (double)grid->nx * out->refine, most_k = (double)grid->nz * out->refine;
    const bool over = lattice_range(low[0], high[0], out->step, most_i, &out->i0, &out->ni) &&
                      lattice_range(low[1], high[1], out->step, most_k, &out->k0, &out->nk);
    if (!over) out->ni = out->nk = 0;
    if (!over || out->refine == 1 || (double)out->ni * (double)out->nk <= LATTICE_CELLS_MAX) return;
  }
}

static void raster_body(Raster *raster, const WeirBody *body, RasterBody *out, RasterCell *cells) {
  if (out->ni == 0 || out->unmoved) return;
  out->run_count = 0;
  Solid solid;
  const int count = body_corners(body, solid.corners);
  solid.count = 0;
  solid.low = INFINITY;
  solid.high = -INFINITY;
  for (int n = 0; n < count; n++) {
    solid.low = maths_min(solid.low, solid.corners[n][1]);
    solid.high = maths_max(solid.high, solid.corners[n][1]);
    solid.corners[n][0] = solid.corners[n][0] / out->step - out->i0;
    solid.corners[n][2] = solid.corners[n][2] / out->step - out->k0;
  }
  const float *const r = body->rotation; /* a box may be mirrored */
  const float turn = r[0] * (r[4] * r[8] - r[5] * r[7]) - r[1] * (r[3] * r[8] - r[5] * r[6]) + r[2] * (r[3] * r[7] - r[4] * r[6]);
  for (int face = 0; face < shape_face_count(body); face++) {
    int order[SHAPE_FACE_MAX];
    solid_face(&solid, order, shape_face(body, face, order), body->shape == WEIR_BOX && turn < 0.0f);
  }
  solid_sort(&solid);
  uint64_t *const marks = (uint64_t *)(void *)(cells + out->ni);
  memset(marks, 0, sizeof *marks * (size_t)((out->ni + 63) / 64));
  Sink sink = {raster, out, solid.low, solid.high, (double)body->position[1], out->first, cells, marks, out->ni, 0};
  solid_rows(&solid, &sink);
}

static bool raster_reserve(Raster *raster, int columns, int runs) {
  float **const all[] = {&raster->area, &raster->y0, &raster->y1, &raster->x, &raster->z, &raster->metres, &raster->cover};
  const int wanted = columns + columns / 2;
  bool ok = true;
  for (size_t n = 0; columns > raster->capacity && n < sizeof all / sizeof *all; n++) {
    memory_free(*all[n]);
    *all[n] = memory_create((size_t)wanted, sizeof **all[n]);
    ok = ok && *all[n];
  }
  if (columns > raster->capacity) raster->capacity = ok ? wanted : 0;
  raster->runs = memory_reserve(raster->runs, &raster->run_capacity, runs, sizeof *raster->runs);
  return ok && raster->runs;
}

/* Scratch of a row of `ni` cells and its marks. */
static size_t scratch_row(int ni) {
  return (size_t)ni + (size_t)ni / (8 * sizeof(RasterCell)) + 2;
}

/* Returns true if a body is known to have the columns that it had: of meshes that is not known. */
static bool same_columns(const RasterBody *a, const RasterBody *b) {
  const bool same_pose = a->pose.shape == b->pose.shape && a->pose.shape != WEIR_CONVEX &&
                         memcmp(a->pose.half, b->pose.half, sizeof a->pose.half) == 0 &&
                         memcmp(a->pose.position, b->pose.position, sizeof a->pose.position) == 0 &&
                         memcmp(a->pose.rotation, b->pose.rotation, sizeof a->pose.rotation) == 0;
  return same_pose && a->step == b->step && a->refine == b->refine && a->i0 == b->i0 && a->k0 == b->k0 && a->ni == b->ni && a->nk == b->nk;
}

/* Room for `need` of a body: as much as it had, where that fits, so that the bodies after it stay where they are; else some to spare. */
static double room_for(double need, int before) {
  return need <= before && before <= 4 * need + ROOM_LITTLE ? before : need + maths_min(floor(0.5 * need), ROOM_LITTLE);
}

/* Assigns every body room for the columns and runs of all of its lattice; returns the widest row of one, or -1 if there are too many or
 * memory runs out. */
static int raster_assign(Raster *raster, int count, int threads) {
  const int capacity = raster->capacity, run_capacity = raster->run_capacity;
  double columns = 0, runs = 0;
  int widest = 0;
  for (int n = 0; n < count; n++) {
    RasterBody *const body = &raster->bodies[n];
    const double rows = (double)body->nk, need = (double)((body->ni + RUN_GROUP - 1) / RUN_GROUP * RUN_GROUP) * rows;
    const double room = room_for(need, body->room), run_room = room_for(rows * (double)(body->ni / RUN_MAX + 1), body->run_room);
    if (columns + room > COLUMNS_MAX || runs + run_room > COLUMNS_MAX) return -1;
    body->unmoved = body->unmoved && body->first == (int)columns && body->first_run == (int)runs;
    body->first = (int)columns;
    body->first_run = (int)runs;
    body->room = (int)room / RUN_GROUP * RUN_GROUP;
    body->run_room = (int)run_room;
    columns += body->room;
    runs += body->run_room;
    if (body->ni > widest) widest = body->ni;
  }
  if (!raster_reserve(raster, (int)columns, (int)runs)) return -1;
  for (int n = 0; n < count && (raster->capacity != capacity || raster->run_capacity != run_capacity); n++)
    raster->bodies[n].unmoved = false;
  const int scratch = (int)scratch_row(widest) * threads;
  raster->scratch = memory_reserve(raster->scratch, &raster->scratch_capacity, scratch, sizeof *raster->scratch);
  return raster->scratch ? widest : -1;
}

/* Bodies to rasterise. On the stack. */
typedef struct Rasterising {
  Raster *raster;
  const WeirBody *bodies;
  int count, shares, widest;
} Rasterising;

/* Share t of the bodies in scratch row t. */
static void raster_share(void *data, int t) {
  const Rasterising *const r = data;
  for (int n = t; n < r->count; n += r->shares)
    raster_body(r->raster, &r->bodies[n], &r->raster->bodies[n], r->raster->scratch + (size_t)t * scratch_row(r->widest));
}

bool raster_bodies(Raster *raster, const RasterGrid *grid, const WeirBody *bodies, int count) {
  const int threads = count < 2 || grid->threads < 1 ? 1 : grid->threads;
  const int before = count <= raster->body_capacity ? raster->body_count : 0;
  raster->body_count = 0;
  raster->bodies = memory_reserve(raster->bodies, &raster->body_capacity, count, sizeof *raster->bodies);
  if (!raster->bodies) return false;
  for (int n = 0; n < count; n++) { /* the first `before` bodies are those of the last call */
    const RasterBody old = n < before ? raster->bodies[n] : (RasterBody){0};
    RasterBody *const body = &raster->bodies[n];
    lattice_begin(grid, &bodies[n], body);
    body->first = old.first;
    body->first_run = old.first_run;
    body->room = old.room;
    body->run_room = old.run_room;
    body->unmoved = body->ni > 0 && same_columns(body, &old);
    if (body->unmoved) body->run_count = old.run_count;
  }
  const int widest = raster_assign(raster, count, threads);
  if (widest < 0) return false;
  Rasterising rasterising = {raster, bodies, count, threads, widest};
  team_run(threads, threads, raster_share, &rasterising);
  raster->body_count = count;
  return true;
}

void raster_free(Raster *raster) {
  void *const blocks[] = {raster->area,   raster->y0,    raster->y1,   raster->x,      raster->z,
                          raster->metres, raster->cover, raster->runs, raster->bodies, raster->scratch};
  for (size_t n = 0; n < sizeof blocks / sizeof *blocks; n++) memory_free(blocks[n]);
  *raster = (Raster){0};
}
