/* The loop over the lattice rows of a body: see displace/raster.c. Compiled once for every vector width; all give the same bits. The parts of
 * the edges in a row are gathered first, so that their integrals are found for several of them at once; then each is added to its cell in the
 * order of the edges. */
#include "weir/displace/raster_rows.h"

#include <string.h>
#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "base/simd.h"

enum { GROUP_BYTES = RUN_GROUP * sizeof(float) };

/* Pairs of doubles: a value of the lower side and one of the upper, or one along x and one along z; and two pairs. */
typedef double Pair __attribute__((vector_size(16)));
typedef double TwoPairs __attribute__((vector_size(32), aligned(8), may_alias));
typedef double PairAt __attribute__((vector_size(16), aligned(8), may_alias));
#define PAIR(member) (*(PairAt *)(void *)(member))
#define TWO_PAIRS(member) (*(TwoPairs *)(void *)(member)) /* a member and the one behind it */
/* A pair twice; each of a pair twice; two pairs. */
#ifdef __AVX2__
#define PAIR_TWICE(pair) ((TwoPairs)_mm256_broadcast_pd((const __m128d *)(const void *)(pair)))
#define EACH_TWICE(pair) ((TwoPairs)_mm256_permute4x64_pd(_mm256_castpd128_pd256(_mm_loadu_pd(pair)), 0x50))
#define PAIRS(a, b) ((TwoPairs)_mm256_set_m128d((__m128d)(b), (__m128d)(a)))
#else
#define PAIR_TWICE(pair) ((TwoPairs){(pair)[0], (pair)[1], (pair)[0], (pair)[1]})
#define EACH_TWICE(pair) ((TwoPairs){(pair)[0], (pair)[0], (pair)[1], (pair)[1]})
#define PAIRS(a, b) ((TwoPairs){(a)[0], (a)[1], (b)[0], (b)[1]})
#endif

#define ALWAYS __attribute__((always_inline)) /* so that what they count stays in registers */

/* No library calls: there, a machine's minimum treats NaN differently from others. */
static inline double lesser(double a, double b) {
  return a < b ? a : b;
}

static inline double greater(double a, double b) {
  return a > b ? a : b;
}

/* No function returns four doubles at once: how it would is another matter without AVX. */
static inline void pairs_within(TwoPairs *values, const double low[4], const double high[4]) {
#ifdef __AVX2__
  *values = (TwoPairs)_mm256_min_pd(_mm256_max_pd((__m256d)*values, _mm256_loadu_pd(low)), _mm256_loadu_pd(high));
#else
  for (int n = 0; n < 4; n++) (*values)[n] = lesser(greater((*values)[n], low[n]), high[n]);
#endif
}

/* --- edges ----------------------------------------------------------------------------------------------------------- */

/* Finds what each piece adds to its cell, and, times its height along z, to all cells east of it. */
static inline void pieces_integrate(Pieces *p) {
  for (int at = 0; at < p->count; at += PIECE_GROUP)
#pragma omp simd
    for (int n = at; n < at + PIECE_GROUP; n++) {
      const bool flip = p->turn[n] < 0;
      const double west = p->u[0][n], east = p->u[1][n], west_z = p->w[0][n], east_z = p->w[1][n], row = p->row[n], i = p->cell[n];
      const double u0 = flip ? east : west, u1 = flip ? west : east, w0 = flip ? east_z : west_z, w1 = flip ? west_z : east_z;
      const double dz = w1 - w0, z = 0.5 * (w0 + w1), x = 0.5 * (u0 + u1);
      const double cover = dz * (1 - x), mean_x = 0.5 * dz * (1 - (u0 * u0 + u0 * u1 + u1 * u1) * (1.0 / 3));
      const double mean_z = dz * (z - (u0 * (2 * w0 + w1) + u1 * (w0 + 2 * w1)) * (1.0 / 6));
      p->z[n] = z;
      p->at_x[n] = mean_x + i * cover;
      p->share[n][0] = cover;
      p->share[n][1] = dz;
      p->at_z[n][0] = mean_z + row * cover;
      p->at_z[n][1] = dz * (z + row);
      p->mean[n][0] = mean_z;
      p->mean[n][1] = mean_x;
    }
}

/* Adds pieces first to end - 1 to their cells. */
static inline void pieces_add(const Pieces *p, const Sink *row, int first, int end) {
  RasterCell *const cells = row->cells; /* copies, as what is written four at a time may be anything */
  uint64_t *const marks = row->marks;
  for (int n = first; n < end; n++) {
    const unsigned at = (unsigned)p->cell[n];
    RasterCell *restrict const cell = &cells[at];
    const Jump *restrict const jump = p->jump[n];
    const double dz = p->share[n][1];
    const Pair none = {0, 0}, height = {dz, dz};
    const TwoPairs share = EACH_TWICE(p->share[n]);
    TWO_PAIRS(cell->cover) += PAIR_TWICE(jump->cover) * share;
    TWO_PAIRS(cell->y) += PAIRS(PAIR(jump->ax), none) * p->at_x[n] + PAIR_TWICE(jump->az) * EACH_TWICE(p->at_z[n]) +
                          PAIR_TWICE(jump->c) * share; /* nothing along x in `run_y` */
    TWO_PAIRS(cell->run_slope) += TWO_PAIRS(jump->ax) * PAIRS(height, PAIR(p->mean[n]));
    cell->run_z += jump->cover[TOP] * dz * p->z[n];
    marks[at / 64] |= (uint64_t)1 << at % 64;
  }
}

/* --- columns --------------------------------------------------------------------------------------------------------- */

/* The sums over the edges west of a cell of the row, as in RasterCell; `z` with 0 behind it. A plain value. */
typedef struct RunSums {
  Pair run, slope, y, z;
} RunSums;

/* The row's columns in the raster. A plain value. */
typedef struct RowColumns {
  float *area, *y0, *y1, *x, *z;
} RowColumns;

/* Returns true if both sides cover more of a cell than rounding. */
static inline bool covers(Pair whole) {
  return whole[TOP] > COVER_MIN && whole[LOW] > COVER_MIN;
}

static inline float area_of(Pair whole, double step) {
  return (float)(0.5 * (whole[TOP] + whole[LOW]) * step * step);
}

/* Writes column `at` of the raster, of cell i on edges; `sums` holds what the edges west of it come to. Returns its area. */
static inline ALWAYS float sink_cell(const Sink *sink, const RowColumns *r, const RasterCell *cell, const RunSums *sums, int i, int at) {
  typedef float FourFloats __attribute__((vector_size(16)));
  const Pair whole = sums->run + PAIR(cell->cover);
  const double x = i + 0.5, low = whole[LOW], top = whole[TOP];
  const TwoPairs place = TWO_PAIRS(sink->base) + (TwoPairs){0, 0, sink->k, i};
  if (!covers(whole)) {
    r->area[at] = r->y0[at] = r->y1[at] = 0.0f;
    r->x[at] = (float)((place[3] + 0.5) * sink->scale[3]);
    r->z[at] = (float)((place[2] + 0.5) * sink->scale[2]);
    return 0.0f;
  }
  const TwoPairs sum =
      PAIRS(sums->slope, sums->run) * (TwoPairs){x, x, 0, 0.5} + PAIRS(sums->y, sums->z) + PAIRS(PAIR(cell->y), PAIR(cell->mean));
  TwoPairs mean = sum / (TwoPairs){low, top, top, top};
  pairs_within(&mean, sink->low, sink->high);
  const FourFloats column = __builtin_convertvector((mean + place) * TWO_PAIRS(sink->scale), FourFloats);
  const float area = area_of(whole, sink->scale[2]);
  r->area[at] = area;
  r->y0[at] = column[0];
  r->y1[at] = column[1];
  r->x[at] = column[3];
  r->z[at] = column[2];
  return area;
}

/* Writes the columns of cells i0 to i1 - 1, on which no edge lies, from column `at` on: planes. Whole groups, so some columns behind them
 * as well. Returns their area. */
static inline float sink_fill(const Sink *sink, const RowColumns *r, const RunSums *sums, int i0, int i1, int at) {
  const double step = sink->scale[2];
  const bool there = covers(sums->run);
  const Pair slope = sums->slope / sums->run, start = sums->y / sums->run + slope * (i0 + 0.5) + sink->base[0];
  const float area = there ? area_of(sums->run, step) : 0.0f;
  const float start1 = there ? (float)start[TOP] : 0.0f, rise1 = there ? (float)slope[TOP] : 0.0f;
  const float start0 = there ? (float)start[LOW] : 0.0f, rise0 = there ? (float)slope[LOW] : 0.0f, cell = (float)step;
  const float x = (float)((sink->base[3] + i0 + 0.5) * step), z = (float)((sink->base[2] + sink->k + 0.5) * step);
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
static inline void sink_runs(Sink *sink, const RowColumns *r, int first, int end) {
  RasterBody *const body = sink->body;
  Run *run = sink->raster->runs + body->first_run + body->run_count;
  const int count = end - first, i = body->i0 + first, k = body->k0 + sink->k, column = sink->column;
  int done = 0;
  for (; count - done > RUN_MAX; done += RUN_MAX) *run++ = (Run){i + done, k, RUN_MAX, column + done};
  *run++ = (Run){i + done, k, count - done, column + done};
  body->run_count = (int)(run - sink->raster->runs) - body->first_run;
  memset(r->area + count, 0, GROUP_BYTES);
  memset(r->y0 + count, 0, GROUP_BYTES);
  memset(r->y1 + count, 0, GROUP_BYTES);
  memset(r->x + count, 0, GROUP_BYTES);
  memset(r->z + count, 0, GROUP_BYTES);
  sink->column = column + (count + RUN_GROUP - 1) / RUN_GROUP * RUN_GROUP;
}

/* Writes the columns of a row whose edges have been added, without those at its ends that have no area; leaves cells and marks 0. */
static inline void sink_row(Sink *sink) {
  RunSums sums = {{0, 0}, {0, 0}, {0, 0}, {0, 0}};
  const TwoPairs none = {0, 0, 0, 0};
  const Raster *const raster = sink->raster;
  const int column = sink->column, ni = sink->ni;
  const RowColumns row = {raster->area + column, raster->y0 + column, raster->y1 + column, raster->x + column, raster->z + column};
  RasterCell *const cells = sink->cells;
  uint64_t marks = sink->marks[0];
  int word = 0, next = mark_take(sink, &marks, &word), first = next, end = next; /* `first` goes along until a column has area */
  sink->marks[0] = 0;
  for (int i = next; i < ni; i = next) {
    RasterCell *const cell = &cells[i];
    if (end == first) first = end = i;
    if (sink_cell(sink, &row, cell, &sums, i, i - first) > 0.0f) end = i + 1;
    sums.run += PAIR(cell->run);
    sums.slope += PAIR(cell->run_slope);
    sums.y += PAIR(cell->run_y);
    sums.z[0] += cell->run_z;
    TWO_PAIRS(cell->cover) = TWO_PAIRS(cell->y) = TWO_PAIRS(cell->run_slope) = none;
    cell->run_z = 0;
    next = mark_take(sink, &marks, &word);
    if (next == ni && !covers(sums.run)) break; /* no cover goes on east of here */
    if (next == i + 1) continue;
    if (end == first) first = end = i + 1;
    if (sink_fill(sink, &row, &sums, i + 1, next, i + 1 - first) > 0.0f) end = next;
  }
  if (end > first) sink_runs(sink, &row, first, end);
}

/* --- rows ------------------------------------------------------------------------------------------------------------ */

/* Adds the gathered pieces to their cells and writes the columns of the rows that end among them. */
static __attribute__((noinline)) void pieces_flush(Sink *sink) {
  Pieces *const p = &sink->work->pieces;
  int done = 0;
  pieces_integrate(p);
  for (int row = 0; row < p->rows; row++, sink->k++) {
    pieces_add(p, sink, done, p->ends[row]);
    sink_row(sink);
    done = p->ends[row];
  }
  pieces_add(p, sink, done, p->count);
  p->count = p->rows = 0;
}

/* Returns where the edge of a part crosses z = at. */
static inline ALWAYS double part_x(const Parts *p, int n, double at) {
  const double x0 = p->x0[n], z0 = p->z0[n], x1 = p->x1[n], z1 = p->z1[n];
  const double between = lesser(greater(x0 + (at - z0) * p->slope[n], lesser(x0, x1)), greater(x0, x1));
  const double beyond = at >= z1 ? x1 : between;
  return at <= z0 ? x0 : beyond;
}

enum { PART_NONE, PART_INSIDE, PART_BEYOND }; /* no height, or east of the lattice; within its cells; some of it beside them */

/* Finds how each part crosses the cells of its row. */
static inline void parts_find(Parts *p, int ni, int count) {
  const double cells = ni;
  for (int at = 0; at < count; at += PIECE_GROUP)
#pragma omp simd
    for (int n = at; n < at + PIECE_GROUP; n++) {
      const double north = p->row[n], from = greater(p->z0[n], north), to = lesser(p->z1[n], north + 1);
      const double start = part_x(p, n, from), end = part_x(p, n, to);
      const bool flip = start > end;
      const double xa = flip ? end : start, xb = flip ? start : end;
      const double za = (flip ? to : from) - north, zb = (flip ? from : to) - north;
      const double base = (int)lesser(greater(xa, 0), cells), whole = (int)lesser(greater(xb, 0), cells), per = (zb - za) / (xb - xa);
      const bool crosses = !(xb <= base + 1), beside = xa < 0 || xb > cells;
      const double before = whole == xb ? whole - 1 : whole, last = crosses ? before : base, kind = beside ? PART_BEYOND : PART_INSIDE;
      p->x[0][n] = xa;
      p->x[1][n] = xb;
      p->z[0][n] = za;
      p->z[1][n] = zb;
      p->per[n] = per;
      p->base[n] = base;
      p->end[n] = last;
      p->first_x[0][n] = xa - base;
      p->first_x[1][n] = crosses ? 1 : xb - base;
      p->first_z[n] = crosses ? za + (base + 1 - xa) * per : zb;
      p->last_x[n] = xb - last;
      p->turn[n] = flip ? -1 : 1;
      p->sort[n] = to > from && xa < cells ? kind : PART_NONE;
    }
  for (int at = 0; at < count; at += PIECE_GROUP)
#pragma omp simd
    for (int n = at; n < at + PIECE_GROUP; n++) {
      p->first[n] = (int)p->base[n];
      p->last[n] = (int)p->end[n];
      p->kind[n] = (int)p->sort[n];
    }
}

/* Puts piece n, the part from (u0, w0) to (u1, w1) of cell i, u0 <= u1. */
static inline ALWAYS void piece_put(Pieces *p, const Parts *parts, int part, int n, int i, double u0, double w0, double u1, double w1) {
  p->u[0][n] = u0;
  p->w[0][n] = w0;
  p->u[1][n] = u1;
  p->w[1][n] = w1;
  p->turn[n] = parts->turn[part];
  p->row[n] = parts->row[part];
  p->cell[n] = i;
  p->jump[n] = parts->jump[part];
}

/* Cuts a part of an edge within the lattice into pieces. */
static inline ALWAYS int part_cut(Sink *sink, int part, int n) {
  const Parts *const parts = &sink->work->parts;
  Pieces *const p = &sink->work->pieces;
  const int first = parts->first[part], last = parts->last[part];
  double z = parts->first_z[part];
  if (n > PIECES - 2) {
    p->count = n;
    pieces_flush(sink);
    n = 0;
  }
  piece_put(p, parts, part, n, first, parts->first_x[0][part], parts->z[0][part], parts->first_x[1][part], z);
  n++;
  for (int i = first + 1; i < last; i++) {
    if (n > PIECES - 2) {
      p->count = n;
      pieces_flush(sink);
      n = 0;
    }
    const double end = z + parts->per[part];
    piece_put(p, parts, part, n, i, 0, z, 1, end);
    z = end;
    n++;
  }
  piece_put(p, parts, part, n, last, 0, z, parts->last_x[part],
            parts->z[1][part]); /* where there is no such piece, the next takes its place */
  return n + (last > first);
}

/* Cuts a part of an edge that lies beside the lattice in part: west of it, all cells lie east of it. Rare. */
static __attribute__((noinline)) int part_cut_beside(Sink *sink, int part, int n) {
  const Parts *const parts = &sink->work->parts;
  Pieces *const p = &sink->work->pieces;
  double xa = parts->x[0][part], za = parts->z[0][part];
  const double xb = parts->x[1][part], zb = parts->z[1][part];
  p->count = n;
  if (p->count == PIECES) pieces_flush(sink);
  if (xa < 0) {
    const double z = xb <= 0 ? zb : za - xa * (zb - za) / (xb - xa);
    piece_put(p, parts, part, p->count++, 0, 0, za, 0, z);
    if (xb <= 0) return p->count;
    xa = 0;
    za = z;
  }
  const double per = xb > xa ? (zb - za) / (xb - xa) : 0;
  for (int i = (int)lesser(xa, sink->ni); i < sink->ni; i++) {
    const bool crosses = !(xb <= i + 1);
    const double x = i + 1, z = za + (x - xa) * per;
    if (p->count == PIECES) pieces_flush(sink);
    piece_put(p, parts, part, p->count++, i, xa - i, za, crosses ? 1 : xb - i, crosses ? z : zb);
    if (!crosses) break;
    xa = x;
    za = z;
  }
  return p->count;
}

/* Cuts the gathered parts into pieces. */
static __attribute__((noinline)) void parts_flush(Sink *sink, int count) {
  Parts *const parts = &sink->work->parts;
  Pieces *const p = &sink->work->pieces;
  int part = 0, n = p->count;
  parts_find(parts, sink->ni, count);
  for (int row = 0; row <= parts->rows; row++) {
    for (const int end = row < parts->rows ? parts->ends[row] : count; part < end; part++) {
      if (parts->kind[part] == PART_INSIDE)
        n = part_cut(sink, part, n);
      else if (parts->kind[part] == PART_BEYOND)
        n = part_cut_beside(sink, part, n);
    }
    if (row == parts->rows) break;
    p->count = n;
    p->ends[p->rows++] = n;
    if (p->rows == ROWS) {
      pieces_flush(sink);
      n = 0;
    }
  }
  p->count = n;
  parts->rows = 0;
}

static void raster_row_all(Sink *sink) {
  const Solid *const solid = &sink->work->solid;
  Parts *const parts = &sink->work->parts;
  const Edge **const active = sink->work->active;
  const int edges = solid->count, rows = sink->body->nk;
  int next = 0, count = 0, at = 0;
  for (int k = 0; k < rows; k++) {
    const double north = k, south = k + 1;
    for (; next < edges && solid->borders[solid->order[next]].z0 < south; next++) active[count++] = &solid->borders[solid->order[next]];
    if (parts->rows == ROWS || at + count > PARTS) {
      parts_flush(sink, at);
      at = 0;
    }
    int going_on = 0;
    for (int n = 0; n < count; n++) {
      const Edge *const edge = active[n];
      if (at == PARTS) {
        parts_flush(sink, at);
        at = 0;
      }
      parts->x0[at] = edge->x0;
      parts->z0[at] = edge->z0;
      parts->x1[at] = edge->x1;
      parts->z1[at] = edge->z1;
      parts->slope[at] = edge->slope;
      parts->row[at] = north;
      parts->jump[at++] = &edge->jump;
      active[going_on] = edge;
      going_on += edge->z1 > south;
    }
    count = going_on;
    parts->ends[parts->rows++] = at;
  }
  parts_flush(sink, at);
  pieces_flush(sink);
}

const RasterRows WIDTH(raster_rows) = {raster_row_all};
