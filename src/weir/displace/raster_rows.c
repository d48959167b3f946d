/* The loop over the lattice rows of a body: see displace/raster.c. Compiled once for every vector width; all give the same bits. The parts of
 * the edges in a row are gathered first, so that their integrals are found for several of them at once; then each is added to its cell in the
 * order of the edges. */
#include "weir/displace/raster_rows.h"

#include <string.h>

#include "base/simd.h"

enum { PIECES = 64, PIECE_GROUP = 8, GROUP_BYTES = RUN_GROUP * sizeof(float) }; /* pieces that are gathered at most; worked on together */

/* Pairs of doubles: a value of the lower side and one of the upper, or one along x and one along z; and two pairs. */
typedef double Pair __attribute__((vector_size(16)));
typedef double TwoPairs __attribute__((vector_size(32), aligned(8), may_alias));
#define TWO_PAIRS(member) (*(TwoPairs *)(void *)(member)) /* a member and the one behind it */

/* Parts of edges, each within a cell: from (u0, w0) to (u1, w1), counted from the corner of the cell, and what they come to. On the stack of
 * raster_row_all. */
typedef struct Pieces {
  double u[2][PIECES], w[2][PIECES], i[PIECES];
  double z[PIECES], at_x[PIECES];
  double share[PIECES][2], at_z[PIECES][2], mean[PIECES][2]; /* of the cell and of its height; their moments along z; along x and z */
  const Jump *jump[PIECES];
  int cell[PIECES];
} Pieces;

#define ALWAYS __attribute__((always_inline)) /* so that what they count stays in registers */

/* No library calls: there, a machine's minimum treats NaN differently from others. */
static inline double lesser(double a, double b) {
  return a < b ? a : b;
}

static inline double greater(double a, double b) {
  return a > b ? a : b;
}

static inline double within(double value, double low, double high) {
  return lesser(greater(value, low), high);
}

static inline Pair pair_load(const double from[2]) {
  Pair a;
  memcpy(&a, from, sizeof a);
  return a;
}

/* Four doubles at a time: gcc makes an assignment of a whole cell a rep stos, which takes as long as summing up the cell. */
static inline void cell_clear(RasterCell *cell) {
  TWO_PAIRS(cell->cover) = TWO_PAIRS(cell->y) = TWO_PAIRS(cell->run_slope) = (TwoPairs){0, 0, 0, 0};
  cell->run_z = 0;
}

/* --- edges ----------------------------------------------------------------------------------------------------------- */

/* Finds what each piece adds to its cell, and, times its height along z, to all cells east of it. */
static inline void pieces_integrate(Pieces *p, int k, int count) {
  const double row = k;
  for (int at = 0; at < count; at += PIECE_GROUP)
#pragma omp simd
    for (int n = at; n < at + PIECE_GROUP; n++) {
      const double u0 = p->u[0][n], u1 = p->u[1][n], w0 = p->w[0][n], w1 = p->w[1][n];
      const double dz = w1 - w0, z = 0.5 * (w0 + w1), x = 0.5 * (u0 + u1);
      const double cover = dz * (1 - x), mean_x = 0.5 * dz * (1 - (u0 * u0 + u0 * u1 + u1 * u1) * (1.0 / 3));
      const double mean_z = dz * (z - (u0 * (2 * w0 + w1) + u1 * (w0 + 2 * w1)) * (1.0 / 6));
      p->z[n] = z;
      p->at_x[n] = mean_x + p->i[n] * cover;
      p->share[n][0] = cover;
      p->share[n][1] = dz;
      p->at_z[n][0] = mean_z + row * cover;
      p->at_z[n][1] = dz * (z + row);
      p->mean[n][0] = mean_x;
      p->mean[n][1] = mean_z;
    }
}

/* Adds the gathered pieces to their cells. */
static inline void pieces_add(Pieces *p, const Sink *row, int count) {
  pieces_integrate(p, row->k, count);
  for (int n = 0; n < count; n++) {
    RasterCell *restrict const cell = &row->cells[p->cell[n]];
    const Jump *restrict const jump = p->jump[n];
    const double cover = p->share[n][0], dz = p->share[n][1], at_z = p->at_z[n][0], run_z = p->at_z[n][1], top = jump->cover[TOP];
    const double *const jc = jump->cover, *const ax = jump->ax, *const az = jump->az, *const c = jump->c;
    const TwoPairs share = {cover, cover, dz, dz}, along = {at_z, at_z, run_z, run_z}, none_x = {ax[0], ax[1], 0, 0};
    const TwoPairs slope_mean = {dz, dz, p->mean[n][0], p->mean[n][1]};
    TWO_PAIRS(cell->cover) += (TwoPairs){jc[0], jc[1], jc[0], jc[1]} * share;
    TWO_PAIRS(cell->y) += none_x * p->at_x[n] + (TwoPairs){az[0], az[1], az[0], az[1]} * along +
                          (TwoPairs){c[0], c[1], c[0], c[1]} * share; /* nothing along x in `run_y` */
    TWO_PAIRS(cell->run_slope) += (TwoPairs){ax[0], ax[1], top, top} * slope_mean;
    cell->run_z += top * dz * p->z[n];
  }
}

/* Gathers the part of an edge from (u0, w0) to (u1, w1) of cell i; `flip`: it runs the other way. Returns how many pieces there are. */
static inline ALWAYS int piece_put(Pieces *p, const Sink *row, const Jump *jump, int n, int i, double u0, double w0, double u1, double w1,
                                   bool flip) {
  if (n == PIECES) {
    pieces_add(p, row, n);
    n = 0;
  }
  p->u[flip][n] = u0;
  p->w[flip][n] = w0;
  p->u[!flip][n] = u1;
  p->w[!flip][n] = w1;
  p->i[n] = i;
  p->cell[n] = i;
  p->jump[n] = jump;
  return n + 1;
}

/* Marks cells first to last. */
static inline void marks_set(uint64_t *marks, int first, int last) {
  for (unsigned word = (unsigned)first / 64; word <= (unsigned)last / 64; word++) {
    const uint64_t from = word == (unsigned)first / 64 ? ~(uint64_t)0 << (unsigned)first % 64 : ~(uint64_t)0;
    const uint64_t to = word == (unsigned)last / 64 ? ~(uint64_t)0 >> (63 - (unsigned)last % 64) : ~(uint64_t)0;
    marks[word] |= from & to;
  }
}

/* Gathers the part of an edge from (xa, za) to (xb, zb), xa <= xb, through the cells of the row; `flip`: it runs the other way. Returns how
 * many pieces there are. */
static inline ALWAYS int edge_part(Pieces *p, const Sink *row, const Jump *jump, int n, double xa, double za, double xb, double zb,
                                   bool flip) {
  if (xa < 0) { /* west of the lattice: all cells lie east of it */
    const double z = xb <= 0 ? zb : za - xa * (zb - za) / (xb - xa);
    row->marks[0] |= 1;
    n = piece_put(p, row, jump, n, 0, 0, za, 0, z, flip);
    if (xb <= 0) return n;
    xa = 0;
    za = z;
  }
  int i = (int)lesser(xa, row->ni);
  if (i >= row->ni) return n;
  const int first = i;
  if (!(xb <= i + 1)) {
    const double per = xb > xa ? (zb - za) / (xb - xa) : 0;
    do {
      const double x = i + 1, z = za + (x - xa) * per;
      n = piece_put(p, row, jump, n, i, xa - i, za, x - i, z, flip);
      xa = x;
      za = z;
      i++;
    } while (i < row->ni && !(xb <= i + 1));
  }
  if (i < row->ni) n = piece_put(p, row, jump, n, i, xa - i, za, xb - i, zb, flip);
  marks_set(row->marks, first, i < row->ni ? i : row->ni - 1);
  return n;
}

/* Where the edge crosses z = at. */
static inline double edge_x(const Edge *edge, double at) {
  if (at <= edge->z0) return edge->x0;
  if (at >= edge->z1) return edge->x1;
  return lesser(greater(edge->x0 + (at - edge->z0) * edge->slope, lesser(edge->x0, edge->x1)), greater(edge->x0, edge->x1));
}

/* --- columns --------------------------------------------------------------------------------------------------------- */

/* Writes column `at` of the raster, of cell i on edges; `sum` holds what the edges west of it come to. Returns its area. */
static inline float sink_cell(const Sink *sink, const RasterCell *cell, const RasterCell *sum, int i, int at) {
  Raster *const r = sink->raster;
  const double step = sink->body->step, x = i + 0.5;
  const Pair whole = pair_load(sum->run) + pair_load(cell->cover);
  const double low = whole[LOW], top = whole[TOP];
  if (!(top > COVER_MIN && low > COVER_MIN)) {
    r->area[at] = r->y0[at] = r->y1[at] = 0.0f;
    r->x[at] = (float)((sink->body->i0 + x) * step);
    r->z[at] = (float)((sink->body->k0 + sink->k + 0.5) * step);
    return 0.0f;
  }
  const Pair y = (pair_load(sum->run_slope) * x + pair_load(sum->run_y) + pair_load(cell->y)) / whole;
  const Pair mean = ((Pair){0.5 * sum->run[TOP], sum->run_z} + pair_load(cell->mean)) / top;
  const float area = (float)(0.5 * (top + low) * step * step);
  r->area[at] = area;
  r->y1[at] = (float)(within(y[TOP], sink->low, sink->high) + sink->base);
  r->y0[at] = (float)(within(y[LOW], sink->low, sink->high) + sink->base);
  r->x[at] = (float)((sink->body->i0 + i + within(mean[0], 0, 1)) * step);
  r->z[at] = (float)((sink->body->k0 + sink->k + within(mean[1], 0, 1)) * step);
  return area;
}

/* Writes the columns of cells i0 to i1 - 1, on which no edge lies, from column `at` on: planes. Whole groups, so some columns behind them
 * as well. Returns their area. */
static inline float sink_fill(const Sink *sink, const RasterCell *sum, int i0, int i1, int at) {
  Raster *const r = sink->raster;
  const double step = sink->body->step, top = sum->run[TOP], low = sum->run[LOW];
  const bool there = top > COVER_MIN && low > COVER_MIN;
  const Pair whole = pair_load(sum->run), slope = pair_load(sum->run_slope) / whole;
  const Pair start = pair_load(sum->run_y) / whole + slope * (i0 + 0.5) + sink->base;
  const float area = there ? (float)(0.5 * (top + low) * step * step) : 0.0f;
  const float start1 = there ? (float)start[TOP] : 0.0f, rise1 = there ? (float)slope[TOP] : 0.0f;
  const float start0 = there ? (float)start[LOW] : 0.0f, rise0 = there ? (float)slope[LOW] : 0.0f, cell = (float)step;
  const float x = (float)((sink->body->i0 + i0 + 0.5) * step), z = (float)((sink->body->k0 + sink->k + 0.5) * step);
  float *restrict const areas = r->area + at, *restrict const y0 = r->y0 + at, *restrict const y1 = r->y1 + at;
  float *restrict const xs = r->x + at, *restrict const zs = r->z + at;
  for (int group = 0; group < i1 - i0; group += RUN_GROUP)
#pragma omp simd
    for (int n = group; n < group + RUN_GROUP; n++) {
      areas[n] = area;
      y1[n] = start1 + rise1 * (float)n;
      y0[n] = start0 + rise0 * (float)n;
      xs[n] = x + cell * (float)n;
      zs[n] = z;
    }
  return area;
}

/* Returns the first marked cell of a word and clears its mark, or else that of the words behind it; the row's end where there is none. */
static inline int mark_take(const Sink *row, uint64_t *marks, int *word) {
  while (!*marks) {
    if (64 * (*word + 1) >= row->ni) return row->ni;
    *marks = row->marks[++*word];
    row->marks[*word] = 0;
  }
  const int cell = 64 * *word + __builtin_ctzll(*marks);
  *marks &= *marks - 1;
  return cell;
}

/* Writes the runs of a row's columns, of cells first to end - 1; fills up the last group. */
static inline void sink_runs(Sink *sink, int first, int end) {
  Raster *const raster = sink->raster;
  RasterBody *const body = sink->body;
  const int count = end - first, behind = sink->column + count;
  for (int done = 0; done < count; done += RUN_MAX) {
    const int part = count - done < RUN_MAX ? count - done : RUN_MAX;
    raster->runs[body->first_run + body->run_count++] = (Run){body->i0 + first + done, body->k0 + sink->k, part, sink->column + done};
  }
  memset(raster->area + behind, 0, GROUP_BYTES);
  memset(raster->y0 + behind, 0, GROUP_BYTES);
  memset(raster->y1 + behind, 0, GROUP_BYTES);
  memset(raster->x + behind, 0, GROUP_BYTES);
  memset(raster->z + behind, 0, GROUP_BYTES);
  sink->column += (count + RUN_GROUP - 1) / RUN_GROUP * RUN_GROUP;
}

/* Writes the columns of a row whose edges have been added, without those at its ends that have no area; leaves cells and marks 0. */
static inline void sink_row(Sink *sink) {
  RasterCell sum;
  cell_clear(&sum);
  uint64_t marks = sink->marks[0];
  int word = 0, next = mark_take(sink, &marks, &word), first = next, end = next; /* `first` goes along until a column has area */
  sink->marks[0] = 0;
  for (int i = next; i < sink->ni; i = next) {
    RasterCell *const cell = &sink->cells[i];
    if (end == first) first = end = i;
    if (sink_cell(sink, cell, &sum, i, sink->column + i - first) > 0.0f) end = i + 1;
    TWO_PAIRS(sum.cover) += TWO_PAIRS(cell->cover);
    TWO_PAIRS(sum.y) += TWO_PAIRS(cell->y);
    TWO_PAIRS(sum.run_slope) += TWO_PAIRS(cell->run_slope);
    sum.run_z += cell->run_z;
    cell_clear(cell);
    next = mark_take(sink, &marks, &word);
    if (next == sink->ni && !(sum.run[TOP] > COVER_MIN && sum.run[LOW] > COVER_MIN)) break; /* no cover goes on east of here */
    if (next == i + 1) continue;
    if (end == first) first = end = i + 1;
    if (sink_fill(sink, &sum, i + 1, next, sink->column + i + 1 - first) > 0.0f) end = next;
  }
  if (end > first) sink_runs(sink, first, end);
}

static void raster_row_all(const Solid *solid, Sink *row) {
  ActiveEdge *const active = row->active;
  Pieces pieces;
  int next = 0, count = 0;
  memset(pieces.u, 0, sizeof pieces.u); /* groups of them are worked on whole */
  memset(pieces.w, 0, sizeof pieces.w);
  memset(pieces.i, 0, sizeof pieces.i);
  for (row->k = 0; row->k < row->body->nk; row->k++) {
    const double north = row->k, south = row->k + 1;
    for (; next < solid->count && solid->borders[solid->order[next]].z0 < south; next++) {
      const Edge *const edge = &solid->borders[solid->order[next]];
      active[count++] = (ActiveEdge){edge, edge_x(edge, greater(edge->z0, north))};
    }
    int going_on = 0, gathered = 0;
    for (int n = 0; n < count; n++) {
      const Edge *const edge = active[n].edge;
      const double x[2] = {active[n].x, edge_x(edge, lesser(edge->z1, south))};
      const double z[2] = {greater(edge->z0, north), lesser(edge->z1, south)};
      const bool flip = x[0] > x[1]; /* an index, as no processor foresees which way the next edge goes */
      if (z[1] > z[0])
        gathered = edge_part(&pieces, row, &edge->jump, gathered, x[flip], z[flip] - north, x[!flip], z[!flip] - north, flip);
      if (edge->z1 > south) active[going_on++] = (ActiveEdge){edge, x[1]};
    }
    count = going_on;
    pieces_add(&pieces, row, gathered);
    sink_row(row);
  }
}

const RasterRows WIDTH(raster_rows) = {raster_row_all};
