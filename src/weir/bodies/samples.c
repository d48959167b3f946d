/* The samples of one body, each spread over the cells around it and over the faces along its path: where they are before and after a
 * motion, and what they add to cells and faces. */
#include <math.h>

#include "base/maths.h"
#include "weir/bodies/state.h"

#define ACROSS_MAX 4194304.0 /* samples across a body; one wider than a hundred grids is sampled more coarsely */

enum { SAMPLES_MAX = 1024 }; /* across a body all of whose samples are taken, over the grid or not */
enum { ROW = 256 };          /* samples that are worked on at a time */

/* One sample at one time: its place in cells from the centre of the bounds' first cell, and its vertical span in m. A plain value. */
typedef struct Spot {
  float x, z, low, high;
} Spot;

static inline void wet_add(SumScratch *at, float weight, float low, float high) {
  const float one[4] = {1.0f, low, high, 0.0f};
  for (int n = 0; n < 4; n++) at->cell.wet[n] += weight * one[n];
}

static void cell_add(SumScratch *at, float weight, float bottom, float top) {
  const CellGround *const g = &at->ground;
  const float low = max_float(bottom, g->bed), high = max_float(top, g->bed);
  if (!(high > low)) return;
  if (low < g->surface && high >= g->surface) {
    wet_add(at, weight, low, high);
    return;
  }
  CoverInterval *const interval = &at->cell.interval[(high < g->surface ? COVER_SUBMERGED : COVER_ABOVE) - 1];
  interval->cover += weight * (high - low);
  interval->low = min_float(interval->low, low);
  interval->high = max_float(interval->high, high);
}

static inline void cells_add(const Deposit *d, int n, float fx, float fz, const Spot *at, float weight, bool through_surface) {
  const float north = weight * (1.0f - fz), south = weight * fz,
              share[4] = {north * (1.0f - fx), north * fx, south * (1.0f - fx), south * fx};
  SumScratch *const sums = &d->sums[n], *const on = sums + d->across;
  if (through_surface) {
    wet_add(sums, share[0], at->low, at->high);
    wet_add(sums + 1, share[1], at->low, at->high);
    wet_add(on, share[2], at->low, at->high);
    wet_add(on + 1, share[3], at->low, at->high);
  } else {
    cell_add(sums, share[0], at->low, at->high);
    cell_add(sums + 1, share[1], at->low, at->high);
    cell_add(on, share[2], at->low, at->high);
    cell_add(on + 1, share[3], at->low, at->high);
  }
}

static inline void face_sum(FaceSum *sum, float weight, float speed, float from, float to) {
  const float area = weight * (to - from);
  sum->area += area;
  sum->carried += area * speed;
  sum->low = min_float(sum->low, from);
  sum->high = max_float(sum->high, to);
}

static inline void face_add(SumScratch *at, int side, float weight, float speed, float low, float high, bool through_surface) {
  const CellGround *const g = &at->ground;
  if (through_surface) {
    face_sum(&at->face[side], weight, speed, low, g->face_top[side]);
    return;
  }
  const float from = max_float(low, g->face_bed[side]), to = min_float(high, g->face_top[side]);
  if (to > from) face_sum(&at->face[side], weight, speed, from, to);
}

/* Adds part of a sample's path to the faces between the four cells around `at`; `weight` is the sample's times that part. */
static inline void faces_add(const Deposit *d, int n, float fx, float fz, const Spot *at, float weight, float u, float v,
                             bool through_surface) {
  SumScratch *const sums = &d->sums[n];
  face_add(sums, FACE_EAST, weight * (1.0f - fz), u, at->low, at->high, through_surface);
  face_add(sums + d->across, FACE_EAST, weight * fz, u, at->low, at->high, through_surface);
  face_add(sums, FACE_SOUTH, weight * (1.0f - fx), v, at->low, at->high, through_surface);
  face_add(sums + 1, FACE_SOUTH, weight * fx, v, at->low, at->high, through_surface);
}

/* The share of the path, after t, at which it next crosses a line of cell centres. */
static float next_crossing(float from, float step, float t) {
  if (step == 0.0f) return 1.0f;
  const float at = from + step * t, line = step > 0.0f ? floorf(at) + 1.0f : ceilf(at) - 1.0f, next = (line - from) / step;
  return next > t ? next : t + 1e-6f;
}

/* Adds a path part by part, cut where it crosses lines of cell centres. */
static void path_add(const Deposit *d, const Spot *from, const Spot *to, float weight) {
  const float x = to->x - from->x, z = to->z - from->z;
  for (float t = 0.0f; t < 1.0f;) {
    const float end = min_float(1.0f, min_float(next_crossing(from->x, x, t), next_crossing(from->z, z, t)));
    const float half = 0.5f * (t + end);
    const Spot middle = {from->x + x * half, from->z + z * half, from->low + (to->low - from->low) * half,
                         from->high + (to->high - from->high) * half};
    const int i = (int)middle.x, k = (int)middle.z;
    faces_add(d, k * d->across + i, middle.x - (float)i, middle.z - (float)k, &middle, weight * (end - t), x * d->speed, z * d->speed,
              false);
    t = end;
  }
}

/* The lattice of vertical lines that samples a body: it moves and turns with the body about the vertical, but does not lean with it.
 * Made for one deposit. */
typedef struct Lattice {
  int first[2], last[2]; /* columns [first[0], last[0]), rows [first[1], last[1]): 0 is at the body's position */
  float step[2];         /* m */
  bool cut;              /* it has only the part that may lie over the grid */
} Lattice;

/* Half the extent of a body along an axis of its lattice, in a pose. */
static float lattice_reach(const WeirBody *body, const Frame *pose, int axis) {
  const float along[2][3] = {{pose->cosine, 0, -pose->sine}, {pose->sine, 0, pose->cosine}};
  return spans_reach(body, pose->rotation, along[axis]);
}

/* Each sample is shifted within its lattice cell by the golden ratio of the other index: in step with the grid, samples would double the
 * noise. */
static float golden(int n) {
  const double at = 0.6180339887 * ((double)n + SAMPLES_MAX);
  const double down = (double)(int)at;
  return (float)(at - (at < down ? down - 1 : down));
}

/* Bounds of the lattice's columns (axis 0) or rows that may come to lie over the bounds' cells in a pose: those of their corners, a
 * sample's reach farther out. */
static void lattice_bound(const Lattice *lattice, const Deposit *d, const Frame *pose, int axis, float *low, float *high) {
  const float ends[2][2] = {{-2.0f, (float)d->across + 1.0f}, {-2.0f, (float)d->down + 1.0f}}; /* cells */
  for (int n = 0; n < 4; n++) {
    const float x = (ends[0][n & 1] - pose->x) * d->w->cell, z = (ends[1][n >> 1] - pose->z) * d->w->cell;
    const float at = (axis == 0 ? pose->cosine * x - pose->sine * z : pose->sine * x + pose->cosine * z) / lattice->step[axis];
    *low = min_float(*low, at);
    *high = max_float(*high, at);
  }
}

/* Finds a lattice as fine as SAMPLES_PER_CELL asks, whose whole steps fit a body that stands upright. Of a large body only what may lie
 * over the grid is sampled: it costs as much as the grid has cells, however far it reaches. */
static void lattice_find(Lattice *lattice, const Deposit *d, const Shape *shape) {
  lattice->cut = false;
  for (int n = 0; n < 2; n++) {
    const bool mesh = d->body->shape == WEIR_CONVEX;
    const double wide = mesh ? (double)shape->longest : 2 * (double)d->body->half[2 * n];
    const int across = (int)maths_min(ACROSS_MAX, maths_max(SAMPLES_MIN, ceil(wide * SAMPLES_PER_CELL / (double)d->w->cell)));
    lattice->step[n] = (float)(wide / (across + across % 2));
    const float reach = max_float(lattice_reach(d->body, &d->to, n), lattice_reach(d->body, &d->from, n));
    /* a thin body that leans far is as wide as it reaches, and is sampled no more finely than others */
    lattice->step[n] = max_float(lattice->step[n], min_float(d->w->cell / (float)SAMPLES_PER_CELL, reach / SAMPLES_MAX));
    lattice->last[n] = (int)maths_minf((float)ACROSS_MAX, ceilf(reach / lattice->step[n] - 1e-4f));
    lattice->first[n] = -lattice->last[n];
    lattice->cut = lattice->cut || across > SAMPLES_MAX || lattice->last[n] > SAMPLES_MAX;
  }
  for (int n = 0; lattice->cut && n < 2; n++) {
    float low = INFINITY, high = -INFINITY;
    lattice_bound(lattice, d, &d->to, n, &low, &high);
    if (!d->motion->rests) lattice_bound(lattice, d, &d->from, n, &low, &high);
    if (!isfinite(low) || !isfinite(high)) high = low = 0.0f; /* there is no body beyond the range of floats */
    lattice->first[n] = (int)clamp_float(floorf(low) - 1.0f, (float)lattice->first[n], (float)lattice->last[n]);
    lattice->last[n] = (int)clamp_float(ceilf(high) + 1.0f, (float)lattice->first[n], (float)lattice->last[n]);
  }
}

/* The next samples of a lattice, at most ROW of them, by their place in it. On the stack of samples_add. */
typedef struct Line {
  int count;
  float own_x[ROW], own_z[ROW]; /* m, along the lattice's axes */
} Line;

/* The samples of a Line over the grid, with the body in a pose. On the stack of samples_add. */
typedef struct PlacedLine {
  float x[ROW], z[ROW];      /* cells of the bounds */
  float low[ROW], high[ROW]; /* m */
  int out[ROW];              /* 1: it is beyond the sides of the grid */
} PlacedLine;

/* Within half a cell of a side of the grid, a sample goes to the outermost cell alone. */
static void line_place(const Deposit *d, const Frame *pose, const Line *line, PlacedLine *placed) {
  const CellBounds *const at = &d->motion->bounds;
  const float first_x = (float)-at->i0, last_x = (float)(d->w->nx - 1 - at->i0), per = 1.0f / d->w->cell;
  const float first_z = (float)-at->k0, last_z = (float)(d->w->nz - 1 - at->k0);
  const float begin_x = max_float(first_x, 0.0f), end_x = min_float(last_x, (float)d->across - 1.0f) * 0.9999999f;
  const float begin_z = max_float(first_z, 0.0f), end_z = min_float(last_z, (float)d->down - 1.0f) * 0.9999999f;
  float x[ROW], z[ROW];
  for (int n = 0; n < line->count; n++) {
    x[n] = pose->cosine * line->own_x[n] + pose->sine * line->own_z[n];
    z[n] = pose->cosine * line->own_z[n] - pose->sine * line->own_x[n];
  }
  spans_find(d->body, pose->rotation, x, z, line->count, placed->low, placed->high);
  for (int n = 0; n < line->count; n++) {
    const float i = pose->x + x[n] * per, k = pose->z + z[n] * per;
    placed->out[n] = (i < first_x - 0.5f) | (i > last_x + 0.5f) | (k < first_z - 0.5f) | (k > last_z + 0.5f);
    placed->x[n] = min_float(max_float(i, begin_x), end_x);
    placed->z[n] = min_float(max_float(k, begin_z), end_z);
    placed->low[n] = clamp_float(placed->low[n] + pose->y, -WALL_HEIGHT, WALL_HEIGHT);
    placed->high[n] = clamp_float(placed->high[n] + pose->y, -WALL_HEIGHT, WALL_HEIGHT);
  }
}

static Spot spot_of(const PlacedLine *placed, int n) {
  return (Spot){placed->x[n], placed->z[n], placed->low[n], placed->high[n]};
}

/* The four cells around each of a line's samples, and the bilinear weights. On the stack of line_add. */
typedef struct Places {
  int first[ROW];         /* cell of the bounds: the north-west one of the four */
  float fx[ROW], fz[ROW]; /* how far towards the others */
} Places;

static void places_find(const float *restrict x, const float *restrict z, int across, int count, Places *restrict p) {
  for (int n = 0; n < count; n++) {
    const int i = (int)x[n], k = (int)z[n];
    p->first[n] = k * across + i;
    p->fx[n] = x[n] - (float)i;
    p->fz[n] = z[n] - (float)k;
  }
}

/* Adds a sample by all of its path. A line that meets the body only before or only after the motion ends or begins in a point there. */
static void sample_add(const Deposit *d, const PlacedLine *to, const PlacedLine *from, const Places *at, int n, float weight) {
  const bool now = to->high[n] > to->low[n], was = from->high[n] > from->low[n];
  Spot end = spot_of(to, n), begin = spot_of(from, n);
  if (!(now || was) || to->out[n]) return;
  if (now) cells_add(d, at->first[n], at->fx[n], at->fz[n], &end, weight, false);
  if (from->out[n]) return;
  if (!was) begin.low = begin.high = 0.5f * (end.low + end.high);
  if (!now) end.low = end.high = 0.5f * (begin.low + begin.high);
  path_add(d, &begin, &end, weight);
}

/* PATH_SHORT: within one square of four cell centres; PATH_THROUGH_SURFACE: short, and the surface runs through all of it. */
enum { PATH_ANY, PATH_SHORT, PATH_THROUGH_SURFACE };

/* The paths of a line's samples, at their middle. On the stack of line_add. */
typedef struct Paths {
  Places at;
  float x[ROW], z[ROW], low[ROW], high[ROW]; /* cells of the bounds, m */
  float u[ROW], v[ROW];                      /* m/s */
  int kind[ROW];
} Paths;

static void paths_find(const Deposit *d, const PlacedLine *restrict to, const PlacedLine *restrict from, int count, Paths *restrict paths) {
  const float deepest = d->extent.within ? d->extent.bed : WALL_HEIGHT, lowest = d->extent.surface_low, highest = d->extent.surface_high;
  for (int n = 0; n < count; n++) {
    const float x = to->x[n] - from->x[n], z = to->z[n] - from->z[n];
    paths->x[n] = from->x[n] + x * 0.5f;
    paths->z[n] = from->z[n] + z * 0.5f;
    paths->low[n] = from->low[n] + (to->low[n] - from->low[n]) * 0.5f;
    paths->high[n] = from->high[n] + (to->high[n] - from->high[n]) * 0.5f;
    paths->u[n] = x * d->speed;
    paths->v[n] = z * d->speed;
  }
  for (int n = 0; n < count; n++) {
    const int same_x = (int)from->x[n] == (int)to->x[n], same_z = (int)from->z[n] == (int)to->z[n]; /* ints, so that & needs no branch */
    const int met = to->high[n] > to->low[n], was_met = from->high[n] > from->low[n], inside = (to->out[n] | from->out[n]) == 0;
    const int above = min_float(to->low[n], from->low[n]) > deepest, under = max_float(to->low[n], from->low[n]) < lowest;
    const int out = min_float(to->high[n], from->high[n]) > highest, is_short = same_x & same_z & met & was_met & inside;
    paths->kind[n] = is_short + (is_short & above & under & out);
  }
  places_find(paths->x, paths->z, d->across, count, &paths->at);
}

static void line_add(const Deposit *d, const PlacedLine *to, const PlacedLine *from, int count, float weight) {
  Places at;
  Paths paths;
  places_find(to->x, to->z, d->across, count, &at);
  paths_find(d, to, from, count, &paths);
  for (int n = 0; n < count; n++) {
    const Spot end = spot_of(to, n), middle = {paths.x[n], paths.z[n], paths.low[n], paths.high[n]};
    if (paths.kind[n] == PATH_THROUGH_SURFACE) {
      cells_add(d, at.first[n], at.fx[n], at.fz[n], &end, weight, true);
      faces_add(d, paths.at.first[n], paths.at.fx[n], paths.at.fz[n], &middle, weight, paths.u[n], paths.v[n], true);
    } else if (paths.kind[n] == PATH_SHORT) {
      cells_add(d, at.first[n], at.fx[n], at.fz[n], &end, weight, false);
      faces_add(d, paths.at.first[n], paths.at.fx[n], paths.at.fz[n], &middle, weight, paths.u[n], paths.v[n], false);
    } else {
      sample_add(d, to, from, &at, n, weight);
    }
  }
}

/* Reads the next samples of the lattice, row by row, at most ROW of them. */
static bool line_next(const Lattice *l, int *row, int *column, Line *line) {
  line->count = 0;
  while (line->count < ROW && *row < l->last[1]) {
    const float shift = golden(*row);
    const int room = ROW - line->count, left = l->last[0] - *column, many = room < left ? room : left;
    float *const x = line->own_x + line->count, *const z = line->own_z + line->count;
    for (int n = 0; n < many; n++) {
      x[n] = ((float)(*column + n) + shift) * l->step[0];
      z[n] = ((float)*row + golden(*column + n)) * l->step[1];
    }
    line->count += many;
    *column += many;
    if (*column < l->last[0]) break;
    *column = l->first[0];
    ++*row;
  }
  return line->count > 0;
}

/* First measures the volume that the samples have, so that their weights give the body's. Samples of a cut lattice stand for their share
 * of the ground each. */
void samples_add(Deposit *d, const Shape *shape) {
  Lattice l;
  lattice_find(&l, d, shape);
  const bool few = (l.last[0] - l.first[0]) * (int64_t)(l.last[1] - l.first[1]) <= ROW;
  const double area = (double)d->w->cell * (double)d->w->cell, each = (double)l.step[0] * (double)l.step[1];
  double all = 0, within = 0; /* m of span: of all samples; of those over the grid */
  Line line;
  PlacedLine to, from;
  for (int row = l.first[1], column = l.first[0]; line_next(&l, &row, &column, &line);) {
    line_place(d, &d->to, &line, &to);
    for (int n = 0; n < line.count; n++) {
      const float span = max_float(to.high[n] - to.low[n], 0.0f);
      all += (double)span;
      if (!to.out[n]) within += (double)span;
    }
    if (few) break;
  }
  d->motion->volume = 0.0f;
  if (!(all > 0)) return;
  d->motion->volume = (float)(l.cut ? each * within : (double)shape->volume * within / all);
  const float weight = (float)(l.cut ? each / area : (double)shape->volume / all / area);
  for (int row = l.first[1], column = l.first[0]; few || line_next(&l, &row, &column, &line);) {
    if (!few) line_place(d, &d->to, &line, &to);
    if (!d->motion->rests) line_place(d, &d->from, &line, &from);
    line_add(d, &to, d->motion->rests ? &to : &from, line.count, weight);
    if (few) break;
  }
}
