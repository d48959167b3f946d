/* One body's samples: where they are, before a step and after it, and what they give to cells and faces. */
#include "weir/bodies/samples.h"

#include <math.h>

#include "base/maths.h"
#include "weir/shapes/vertical_spans.h"

#define SAMPLES_PER_CELL 3.0 /* along either axis; 4 are no quieter, at 2 turned bodies are rough */
#define SAMPLES_LEAST 6      /* across a body */

#define ACROSS_MOST 4194304.0  /* samples across a body; wider ones than a hundred grids are sampled more coarsely */

enum { SAMPLES_MOST = 1024, ROW = 256 }; /* across a body all of whose samples are taken, over the grid or not; at a time */

/* --- one sample ------------------------------------------------------------------------------------------------------ */

typedef struct Spot { /* a sample's place: in cells from the middle of the window's first cell, and m */
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
  CoverInterval *const interval = &at->cell.slab[(high < g->surface ? COVER_UNDER : COVER_DRY) - 1];
  interval->cover += weight * (high - low);
  interval->low = min_float(interval->low, low);
  interval->high = max_float(interval->high, high);
}

static inline void cells_add(const Deposit *d, int n, float fx, float fz, const Spot *at, float weight, bool reference) {
  const float north = weight * (1.0f - fz), south = weight * fz, share[4] = {north * (1.0f - fx), north * fx, south * (1.0f - fx), south * fx};
  SumScratch *const sums = &d->sums[n], *const on = sums + d->across;
  if (reference) {
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

static inline void face_add(SumScratch *at, int side, float weight, float speed, float low, float high, bool reference) {
  const CellGround *const g = &at->ground;
  if (reference) {
    face_sum(&at->face[side], weight, speed, low, g->face_top[side]);
    return;
  }
  const float from = max_float(low, g->face_bed[side]), to = min_float(high, g->face_top[side]);
  if (to > from) face_sum(&at->face[side], weight, speed, from, to);
}

/* The faces between the four cells around a place, for a part of the way that is the sample's by `weight`. */
static inline void faces_add(const Deposit *d, int n, float fx, float fz, const Spot *at, float weight, float u, float v, bool reference) {
  SumScratch *const sums = &d->sums[n];
  face_add(sums, FACE_EAST, weight * (1.0f - fz), u, at->low, at->high, reference);
  face_add(sums + d->across, FACE_EAST, weight * fz, u, at->low, at->high, reference);
  face_add(sums, FACE_SOUTH, weight * (1.0f - fx), v, at->low, at->high, reference);
  face_add(sums + 1, FACE_SOUTH, weight * fx, v, at->low, at->high, reference);
}

/* The next share of the way, after t, at which it crosses a line of cell centres. */
static float next_crossing(float from, float step, float t) {
  if (step == 0.0f) return 1.0f;
  const float at = from + step * t, line = step > 0.0f ? floorf(at) + 1.0f : ceilf(at) - 1.0f, next = (line - from) / step;
  return next > t ? next : t + 1e-6f;
}

static Spot spot_between(const Spot *from, const Spot *to, float t) {
  return (Spot){from->x + (to->x - from->x) * t, from->z + (to->z - from->z) * t, from->low + (to->low - from->low) * t,
                from->high + (to->high - from->high) * t};
}

/* A way that crosses lines of cell centres: part by part. */
static void path_add(const Deposit *d, const Spot *from, const Spot *to, float weight) {
  const float x = to->x - from->x, z = to->z - from->z;
  for (float t = 0.0f; t < 1.0f;) {
    const float end = min_float(1.0f, min_float(next_crossing(from->x, x, t), next_crossing(from->z, z, t)));
    const Spot middle = spot_between(from, to, 0.5f * (t + end));
    const int i = (int)middle.x, k = (int)middle.z;
    faces_add(d, k * d->across + i, middle.x - (float)i, middle.z - (float)k, &middle, weight * (end - t), x * d->speed, z * d->speed, false);
    t = end;
  }
}

/* --- a body's samples ------------------------------------------------------------------------------------------------ */

typedef struct Lattice { /* of vertical lines that go and turn with the body, but do not lean with it */
  int first[2], last[2]; /* columns [first[0], last[0]), rows [first[1], last[1]): 0 is at the body's position */
  float step[2];         /* m */
  bool cut;              /* to what may lie over the grid */
} Lattice;

/* A body along the axes of its lattice: half its extent in a pose. */
static float lattice_reach(const WeirBody *body, const Frame *pose, int axis) {
  const float along[2][3] = {{pose->cosine, 0, -pose->sine}, {pose->sine, 0, pose->cosine}};
  return spans_reach(body, pose->rotation, along[axis]);
}

/* Samples sit within their lattice cells by the golden ratio of the other index: in step with the grid they would double
 * the noise. */
static float golden(int n) {
  const double at = 0.6180339887 * ((double)n + SAMPLES_MOST);
  const double down = (double)(int)at;
  return (float)(at - (at < down ? down - 1 : down));
}

/* Columns and rows that may come to lie over the window with the body in a pose: of its corners, a sample's reach farther out. */
static void lattice_bound(const Lattice *lattice, const Deposit *d, const Frame *pose, int axis, float *low, float *high) {
  const float ends[2][2] = {{-2.0f, (float)d->across + 1.0f}, {-2.0f, (float)d->down + 1.0f}}; /* cells */
  for (int n = 0; n < 4; n++) {
    const float x = (ends[0][n & 1] - pose->x) * d->w->cell, z = (ends[1][n >> 1] - pose->z) * d->w->cell;
    const float at = (axis == 0 ? pose->cosine * x - pose->sine * z : pose->sine * x + pose->cosine * z) / lattice->step[axis];
    *low = min_float(*low, at);
    *high = max_float(*high, at);
  }
}

/* As fine as SAMPLES_PER_CELL asks and so that whole steps fit a body that stands upright. Of a large one only what may lie over the
 * grid: it costs as much as the grid has cells, however far it reaches. */
static void lattice_find(Lattice *lattice, const Deposit *d, const Shape *shape) {
  lattice->cut = false;
  for (int n = 0; n < 2; n++) {
    const bool mesh = d->body->shape == WEIR_CONVEX;
    const double wide = mesh ? (double)shape->longest : 2 * (double)d->body->half[2 * n];
    const int across = (int)maths_min(ACROSS_MOST, maths_max(SAMPLES_LEAST, ceil(wide * SAMPLES_PER_CELL / (double)d->w->cell)));
    lattice->step[n] = (float)(wide / (across + across % 2));
    const float reach = max_float(lattice_reach(d->body, &d->to, n), lattice_reach(d->body, &d->from, n));
    /* a thin one that leans far is as wide as it reaches: it asks for no more than others do */
    lattice->step[n] = max_float(lattice->step[n], min_float(d->w->cell / (float)SAMPLES_PER_CELL, reach / SAMPLES_MOST));
    lattice->last[n] = (int)maths_minf((float)ACROSS_MOST, ceilf(reach / lattice->step[n] - 1e-4f));
    lattice->first[n] = -lattice->last[n];
    lattice->cut = lattice->cut || across > SAMPLES_MOST || lattice->last[n] > SAMPLES_MOST;
  }
  for (int n = 0; lattice->cut && n < 2; n++) {
    float low = INFINITY, high = -INFINITY;
    lattice_bound(lattice, d, &d->to, n, &low, &high);
    if (!d->move->rests) lattice_bound(lattice, d, &d->from, n, &low, &high);
    if (!isfinite(low) || !isfinite(high)) high = low = 0.0f; /* where floats do not reach there is no body */
    lattice->first[n] = (int)clamp_float(floorf(low) - 1.0f, (float)lattice->first[n], (float)lattice->last[n]);
    lattice->last[n] = (int)clamp_float(ceilf(high) + 1.0f, (float)lattice->first[n], (float)lattice->last[n]);
  }
}

typedef struct Line { /* a row of the lattice, or as much of it as fits */
  int count;
  float own_x[ROW], own_z[ROW]; /* m, along the lattice's axes */
} Line;

typedef struct PlacedLine { /* ... with the body in a pose */
  float x[ROW], z[ROW];      /* cells, of the window */
  float low[ROW], high[ROW]; /* m */
  int out[ROW];              /* whether it is beyond the sides of the grid */
} PlacedLine;

/* Half a cell from a side of the grid, all of a sample is the outermost cell's. */
static void line_place(const Deposit *d, const Frame *pose, const Line *line, PlacedLine *deposited) {
  const CellBounds *const at = &d->move->bounds;
  const float first_x = (float)-at->i0, last_x = (float)(d->w->nx - 1 - at->i0), per = 1.0f / d->w->cell;
  const float first_z = (float)-at->k0, last_z = (float)(d->w->nz - 1 - at->k0);
  const float begin_x = max_float(first_x, 0.0f), end_x = min_float(last_x, (float)d->across - 1.0f) * 0.9999999f;
  const float begin_z = max_float(first_z, 0.0f), end_z = min_float(last_z, (float)d->down - 1.0f) * 0.9999999f;
  float x[ROW], z[ROW];
  for (int n = 0; n < line->count; n++) {
    x[n] = pose->cosine * line->own_x[n] + pose->sine * line->own_z[n];
    z[n] = pose->cosine * line->own_z[n] - pose->sine * line->own_x[n];
  }
  spans_find(d->body, pose->rotation, x, z, line->count, deposited->low, deposited->high);
  for (int n = 0; n < line->count; n++) {
    const float i = pose->x + x[n] * per, k = pose->z + z[n] * per;
    deposited->out[n] = (i < first_x - 0.5f) | (i > last_x + 0.5f) | (k < first_z - 0.5f) | (k > last_z + 0.5f);
    deposited->x[n] = min_float(max_float(i, begin_x), end_x);
    deposited->z[n] = min_float(max_float(k, begin_z), end_z);
    deposited->low[n] = clamp_float(deposited->low[n] + pose->y, -WALL_HEIGHT, WALL_HEIGHT);
    deposited->high[n] = clamp_float(deposited->high[n] + pose->y, -WALL_HEIGHT, WALL_HEIGHT);
  }
}

static Spot spot_of(const PlacedLine *deposited, int n) {
  return (Spot){deposited->x[n], deposited->z[n], deposited->low[n], deposited->high[n]};
}

typedef struct Places { /* of samples */
  int first[ROW];          /* cell of the window: the north-west one of the four around it */
  float fx[ROW], fz[ROW];  /* how far towards the others */
} Places;

static void places_find(const float *restrict x, const float *restrict z, int across, int count, Places *restrict p) {
  for (int n = 0; n < count; n++) {
    const int i = (int)x[n], k = (int)z[n];
    p->first[n] = k * across + i;
    p->fx[n] = x[n] - (float)i;
    p->fz[n] = z[n] - (float)k;
  }
}

/* A line that meets the body only before or only after the step begins or ends in a point there. */
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

enum { PATH_ANY, PATH_SHORT, PATH_CALM_SURFACE }; /* no farther than between four cells; and the surface runs through all of it */

typedef struct Paths { /* of samples, halfway */
  Places at;
  float x[ROW], z[ROW], low[ROW], high[ROW]; /* of the window, m */
  float u[ROW], v[ROW];                      /* m/s */
  int kind[ROW];
} Paths;

static void paths_find(const Deposit *d, const PlacedLine *restrict to, const PlacedLine *restrict from, int count, Paths *restrict w) {
  const float deepest = d->extent.within ? d->extent.bed : WALL_HEIGHT, lowest = d->extent.surface_low, highest = d->extent.surface_high;
  for (int n = 0; n < count; n++) {
    const float x = to->x[n] - from->x[n], z = to->z[n] - from->z[n];
    w->x[n] = from->x[n] + x * 0.5f;
    w->z[n] = from->z[n] + z * 0.5f;
    w->low[n] = from->low[n] + (to->low[n] - from->low[n]) * 0.5f;
    w->high[n] = from->high[n] + (to->high[n] - from->high[n]) * 0.5f;
    w->u[n] = x * d->speed;
    w->v[n] = z * d->speed;
  }
  for (int n = 0; n < count; n++) {
    const int same_x = (int)from->x[n] == (int)to->x[n], same_z = (int)from->z[n] == (int)to->z[n]; /* ints: & asks without a branch */
    const int met = to->high[n] > to->low[n], was_met = from->high[n] > from->low[n], within = (to->out[n] | from->out[n]) == 0;
    const int above = min_float(to->low[n], from->low[n]) > deepest, under = max_float(to->low[n], from->low[n]) < lowest;
    const int out = min_float(to->high[n], from->high[n]) > highest, short_way = same_x & same_z & met & was_met & within;
    w->kind[n] = short_way + (short_way & above & under & out);
  }
  places_find(w->x, w->z, d->across, count, &w->at);
}

static void line_add(const Deposit *d, const PlacedLine *to, const PlacedLine *from, int count, float weight) {
  Places at;
  Paths way;
  places_find(to->x, to->z, d->across, count, &at);
  paths_find(d, to, from, count, &way);
  for (int n = 0; n < count; n++) {
    const Spot end = spot_of(to, n), middle = {way.x[n], way.z[n], way.low[n], way.high[n]};
    if (way.kind[n] == PATH_CALM_SURFACE) {
      cells_add(d, at.first[n], at.fx[n], at.fz[n], &end, weight, true);
      faces_add(d, way.at.first[n], way.at.fx[n], way.at.fz[n], &middle, weight, way.u[n], way.v[n], true);
    } else if (way.kind[n] == PATH_SHORT) {
      cells_add(d, at.first[n], at.fx[n], at.fz[n], &end, weight, false);
      faces_add(d, way.at.first[n], way.at.fx[n], way.at.fz[n], &middle, weight, way.u[n], way.v[n], false);
    } else {
      sample_add(d, to, from, &at, n, weight);
    }
  }
}

typedef struct Volume { /* m: of all chords; of those over the grid */
  double all, within;
} Volume;

static void line_measure(const PlacedLine *to, int count, Volume *sum) {
  for (int n = 0; n < count; n++) {
    const float chord = max_float(to->high[n] - to->low[n], 0.0f);
    sum->all += (double)chord;
    if (!to->out[n]) sum->within += (double)chord;
  }
}

/* The next samples of the lattice, row by row, ROW of them at most. */
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

/* First the volume that the samples have: they are to have the body's. Those of a cut lattice stand for their share of the ground each. */
void samples_add(Deposit *d, const Shape *shape) {
  Lattice l;
  lattice_find(&l, d, shape);
  const bool few = (l.last[0] - l.first[0]) * (int64_t)(l.last[1] - l.first[1]) <= ROW;
  const double area = (double)d->w->cell * (double)d->w->cell, each = (double)l.step[0] * (double)l.step[1];
  Volume volume = {0, 0};
  Line line;
  PlacedLine to, from;
  for (int row = l.first[1], column = l.first[0]; line_next(&l, &row, &column, &line);) {
    line_place(d, &d->to, &line, &to);
    line_measure(&to, line.count, &volume);
    if (few) break;
  }
  d->move->volume = 0.0f;
  if (!(volume.all > 0)) return;
  d->move->volume = (float)(l.cut ? each * volume.within : (double)shape->volume * volume.within / volume.all);
  const float weight = (float)(l.cut ? each / area : (double)shape->volume / volume.all / area);
  for (int row = l.first[1], column = l.first[0]; few || line_next(&l, &row, &column, &line);) {
    if (!few) line_place(d, &d->to, &line, &to);
    if (!d->move->rests) line_place(d, &d->from, &line, &from);
    line_add(d, &to, d->move->rests ? &to : &from, line.count, weight);
    if (few) break;
  }
}
