/* Bodies to cells and faces, as charge is deposited in a particle-in-cell code: samples that belong to the body, each spread
 * over the four cells around it with linear weights, and over the faces between them along its way since the last step.
 * What a cell's cover gains is then, to rounding, what the faces' shares bring (the geometric conservation law): a body that
 * drifts with the water leaves no wave. Sums of one body first, which then join those of the others. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "weir/subgrid.h"
#include "weir/subgrid_chords.h"

#ifdef _OPENMP
#include <omp.h>
#endif

#define SAMPLES_PER_CELL 3.0 /* along either axis; 4 are no quieter, at 2 turned bodies are rough */
#define SAMPLES_LEAST 6      /* across a body */
#define BLOCK_SHARPNESS 2.0f /* k_c: a face is shut once its samples cover half of it; at 1 walls of one cell leak */
#define SHARPNESS_MOST 20.0f /* of walls thinner than a tenth of a cell */
#define DT_LEAST 1e-6f       /* s; a way in less than that has no speed */
#define WAY_MOST 8.0         /* cells; who has come from farther away has not gone through what lies between */

enum { SAMPLES_MOST = 1024, ROW = 256 }; /* samples at a time */

static int thread_number(void) {
#ifdef _OPENMP
  return omp_get_thread_num();
#else
  return 0;
#endif
}

/* Sums of a cell and of its faces while samples join them. Of what the surface runs through, sums of weight, weight*low and
 * weight*high: near the surface the mean holds as much as all of it does. Of what is below or above, the volume and its ends: pieces lie
 * on top of each other. */
typedef struct CellSum {
  float wet[4];          /* weight, weight*low, weight*high, nothing: as one vector */
  Slab slab[SLABS - 1];  /* of those that the surface does not run through */
} CellSum;

typedef struct FaceSum {
  float area, carried, low, high;
} FaceSum;

typedef struct SumScratch { /* of a cell of a window: as many as the largest has, for each thread */
  CellSum cell;
  FaceSum face[FACES];
  Ground ground;
} SumScratch;
_Static_assert(sizeof(SumScratch) % 16 == 0, "sums of four lie in one vector");

/* One block: what is behind the struct is as its pointers say. */
static SubSums *sums_create(size_t cells) {
  enum { LEAST = 64, EACH = SLABS * sizeof(BodySlab) + FACES * sizeof(BodyFace) + sizeof(Ground) };
  const size_t capacity = cells + cells / 2 + LEAST;
  SubSums *const sums = memory_create(sizeof *sums + capacity * EACH, 1);
  if (!sums) return NULL;
  sums->capacity = capacity;
  sums->slabs = (BodySlab *)(sums + 1);
  sums->faces = (BodyFace *)(sums->slabs + SLABS * capacity);
  sums->ground = (Ground *)(sums->faces + FACES * capacity);
  return sums;
}

bool subgrid_sums_reserve(Subgrid *s, SubMove *move) {
  if (move->before) {
    move->sums = move->before->sums;
    move->before->sums = NULL;
  } else if (s->spare_sums) {
    move->sums = s->spare_sums;
    s->spare_sums = move->sums->next;
  }
  const size_t cells = window_cells(&move->window);
  if (move->sums && move->sums->capacity >= cells) return true;
  memory_free(move->sums);
  move->sums = sums_create(cells);
  if (move->before) move->before->rests = false; /* what it came to is lost */
  return move->sums != NULL;
}

/* --- where a body may reach ------------------------------------------------------------------------------------------ */

static double way_of(const SubMove *move, int axis) {
  return (double)move->to.position[axis] - (double)move->from.position[axis];
}

void subgrid_window(const WeirWater *w, const WeirBody *body, SubMove *move) {
  const double cell = (double)w->cell;
  if (!(hypot(way_of(move, 0), way_of(move, 2)) < WAY_MOST * cell)) {
    const SubPose from = move->from;
    move->from = move->to;
    move->from.filled = from.filled;
    move->from.share = from.share;
  }
  double low[2], high[2];
  for (int n = 0; n < 2; n++) {
    const int axis = 2 * n;
    const float along[3] = {n == 0 ? 1.0f : 0.0f, 0.0f, n == 1 ? 1.0f : 0.0f};
    const double now = (double)chords_reach(body, move->to.rotation, along), was = (double)chords_reach(body, move->from.rotation, along);
    low[n] = fmin((double)move->to.position[axis] - now, (double)move->from.position[axis] - was) / cell;
    high[n] = fmax((double)move->to.position[axis] + now, (double)move->from.position[axis] + was) / cell;
  }
  /* a sample is spread over the cells whose middles are around it, and these have faces to all sides */
  move->window = (SubWindow){(int)fmax(0, fmin(floor(low[0] - 0.501) - 1, w->nx)), (int)fmax(0, fmin(floor(low[1] - 0.501) - 1, w->nz)),
                             (int)fmin(w->nx, fmax(floor(high[0] - 0.499) + 3, 0)), (int)fmin(w->nz, fmax(floor(high[1] - 0.499) + 3, 0))};
}

static float surface_of(const WeirWater *w, ptrdiff_t at) {
  return w->terrain.cells[at] + w->depth.cells[at];
}

/* A face on the way out of the grid has no room. */
static Ground ground_of(const WeirWater *w, int i, int k) {
  const ptrdiff_t at = water_index(w, i, k), next[FACES] = {at + 1, at + w->stride};
  const bool within[FACES] = {i + 1 < w->nx, k + 1 < w->nz};
  Ground g = {.bed = w->terrain.cells[at], .surface = surface_of(w, at)};
  for (int side = 0; side < FACES; side++) {
    g.face_bed[side] = within[side] ? max_float(g.bed, w->terrain.cells[next[side]]) : WALL_HEIGHT;
    g.face_top[side] = within[side] ? max_float(g.surface, surface_of(w, next[side])) : -WALL_HEIGHT;
  }
  return g;
}

/* --- one sample ------------------------------------------------------------------------------------------------------ */

typedef struct Frame { /* a pose of the body: what its samples are placed by */
  const float *rotation;
  float cosine, sine; /* of the heading */
  float x, y, z;      /* cells, of the window; m */
} Frame;

typedef struct Extent { /* m, of a window: what tells that the surface runs through all of a body */
  float bed, surface_low, surface_high; /* the highest bed, the lowest and the highest surface */
  bool within;                          /* it does not end where the grid does */
} Extent;

typedef struct Deposit { /* of one body */
  const WeirWater *w;
  const WeirBody *body;
  SubMove *move;
  SumScratch *sums; /* of its window, row by row */
  int across, down;
  float speed;      /* m/s of a cell a step */
  Frame to, from;
  Extent extent;
} Deposit;

typedef struct Spot { /* a sample's place: in cells from the middle of the window's first cell, and m */
  float x, z, low, high;
} Spot;

static inline void wet_add(SumScratch *at, float weight, float low, float high) {
  const float one[4] = {1.0f, low, high, 0.0f};
  for (int n = 0; n < 4; n++) at->cell.wet[n] += weight * one[n];
}

static void cell_add(SumScratch *at, float weight, float bottom, float top) {
  const Ground *const g = &at->ground;
  const float low = max_float(bottom, g->bed), high = max_float(top, g->bed);
  if (!(high > low)) return;
  if (low < g->surface && high >= g->surface) {
    wet_add(at, weight, low, high);
    return;
  }
  Slab *const slab = &at->cell.slab[(high < g->surface ? SLAB_UNDER : SLAB_DRY) - 1];
  slab->cover += weight * (high - low);
  slab->low = min_float(slab->low, low);
  slab->high = max_float(slab->high, high);
}

static inline void cells_add(const Deposit *d, int n, float fx, float fz, const Spot *at, float weight, bool calm) {
  const float north = weight * (1.0f - fz), south = weight * fz, share[4] = {north * (1.0f - fx), north * fx, south * (1.0f - fx), south * fx};
  SumScratch *const sums = &d->sums[n], *const on = sums + d->across;
  if (calm) {
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

static inline void face_add(SumScratch *at, int side, float weight, float speed, float low, float high, bool calm) {
  const Ground *const g = &at->ground;
  if (calm) {
    face_sum(&at->face[side], weight, speed, low, g->face_top[side]);
    return;
  }
  const float from = max_float(low, g->face_bed[side]), to = min_float(high, g->face_top[side]);
  if (to > from) face_sum(&at->face[side], weight, speed, from, to);
}

/* The faces between the four cells around a place, for a part of the way that is the sample's by `weight`. */
static inline void faces_add(const Deposit *d, int n, float fx, float fz, const Spot *at, float weight, float u, float v, bool calm) {
  SumScratch *const sums = &d->sums[n];
  face_add(sums, FACE_EAST, weight * (1.0f - fz), u, at->low, at->high, calm);
  face_add(sums + d->across, FACE_EAST, weight * fz, u, at->low, at->high, calm);
  face_add(sums, FACE_SOUTH, weight * (1.0f - fx), v, at->low, at->high, calm);
  face_add(sums + 1, FACE_SOUTH, weight * fx, v, at->low, at->high, calm);
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
static void way_add(const Deposit *d, const Spot *from, const Spot *to, float weight) {
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
  int count[2];         /* to either side */
  float step[2];        /* m */
  float shift[2 * SAMPLES_MOST]; /* of a column's lines along it, in steps */
} Lattice;

/* A body along the axes of its lattice: half its extent in a pose. */
static float lattice_reach(const WeirBody *body, const Frame *pose, int axis) {
  const float along[2][3] = {{pose->cosine, 0, -pose->sine}, {pose->sine, 0, pose->cosine}};
  return chords_reach(body, pose->rotation, along[axis]);
}

/* Samples sit within their lattice cells by the golden ratio of the other index: in step with the grid they would double
 * the noise. */
static float golden(int n) {
  const double at = 0.6180339887 * (n + SAMPLES_MOST); /* of no index below 0: the lattice is the body's, however far it reaches */
  return (float)(at - (int)at);
}

/* As fine as SAMPLES_PER_CELL asks and so that whole steps fit a body that stands upright. */
static void lattice_find(Lattice *lattice, const Deposit *d, const Shape *shape) {
  for (int n = 0; n < 2; n++) {
    const bool mesh = d->body->shape == WEIR_CONVEX;
    const double wide = mesh ? (double)shape->longest : 2 * (double)d->body->half[2 * n];
    const int across = (int)fmin(SAMPLES_MOST, fmax(SAMPLES_LEAST, ceil(wide * SAMPLES_PER_CELL / (double)d->w->cell)));
    lattice->step[n] = (float)(wide / (across + across % 2));
    const float reach = max_float(lattice_reach(d->body, &d->to, n), lattice_reach(d->body, &d->from, n));
    lattice->count[n] = (int)fminf(SAMPLES_MOST, ceilf(reach / lattice->step[n] - 1e-4f));
  }
  for (int n = 0; n < 2 * lattice->count[0]; n++) lattice->shift[n] = golden(n - lattice->count[0]);
}

typedef struct Line { /* a row of the lattice, or as much of it as fits */
  int count;
  float own_x[ROW], own_z[ROW]; /* m, along the lattice's axes */
} Line;

typedef struct Laid { /* ... with the body in a pose */
  float x[ROW], z[ROW];      /* cells, of the window */
  float low[ROW], high[ROW]; /* m */
  int out[ROW];              /* whether it is beyond the sides of the grid */
} Laid;

/* Half a cell from a side of the grid, all of a sample is the outermost cell's. */
static void line_lay(const Deposit *d, const Frame *pose, const Line *line, Laid *laid) {
  const SubWindow *const at = &d->move->window;
  const float first_x = (float)-at->i0, last_x = (float)(d->w->nx - 1 - at->i0), per = 1.0f / d->w->cell;
  const float first_z = (float)-at->k0, last_z = (float)(d->w->nz - 1 - at->k0);
  const float begin_x = max_float(first_x, 0.0f), end_x = min_float(last_x, (float)d->across - 1.0f) * 0.9999999f;
  const float begin_z = max_float(first_z, 0.0f), end_z = min_float(last_z, (float)d->down - 1.0f) * 0.9999999f;
  float x[ROW], z[ROW];
  for (int n = 0; n < line->count; n++) {
    x[n] = pose->cosine * line->own_x[n] + pose->sine * line->own_z[n];
    z[n] = pose->cosine * line->own_z[n] - pose->sine * line->own_x[n];
  }
  chords_find(d->body, pose->rotation, x, z, line->count, laid->low, laid->high);
  for (int n = 0; n < line->count; n++) {
    const float i = pose->x + x[n] * per, k = pose->z + z[n] * per;
    laid->out[n] = (i < first_x - 0.5f) | (i > last_x + 0.5f) | (k < first_z - 0.5f) | (k > last_z + 0.5f);
    laid->x[n] = min_float(max_float(i, begin_x), end_x);
    laid->z[n] = min_float(max_float(k, begin_z), end_z);
    laid->low[n] = clamp_float(laid->low[n] + pose->y, -WALL_HEIGHT, WALL_HEIGHT);
    laid->high[n] = clamp_float(laid->high[n] + pose->y, -WALL_HEIGHT, WALL_HEIGHT);
  }
}

static Spot spot_of(const Laid *laid, int n) {
  return (Spot){laid->x[n], laid->z[n], laid->low[n], laid->high[n]};
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
static void sample_add(const Deposit *d, const Laid *to, const Laid *from, const Places *at, int n, float weight) {
  const bool now = to->high[n] > to->low[n], was = from->high[n] > from->low[n];
  Spot end = spot_of(to, n), begin = spot_of(from, n);
  if (!(now || was) || to->out[n]) return;
  if (now) cells_add(d, at->first[n], at->fx[n], at->fz[n], &end, weight, false);
  if (from->out[n]) return;
  if (!was) begin.low = begin.high = 0.5f * (end.low + end.high);
  if (!now) end.low = end.high = 0.5f * (begin.low + begin.high);
  way_add(d, &begin, &end, weight);
}

enum { WAY_ANY, WAY_SHORT, WAY_CALM }; /* no farther than between four cells; and the surface runs through all of it */

typedef struct Ways { /* of samples, halfway */
  Places at;
  float x[ROW], z[ROW], low[ROW], high[ROW]; /* of the window, m */
  float u[ROW], v[ROW];                      /* m/s */
  int kind[ROW];
} Ways;

static void ways_find(const Deposit *d, const Laid *restrict to, const Laid *restrict from, int count, Ways *restrict w) {
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

static void line_add(const Deposit *d, const Laid *to, const Laid *from, int count, float weight) {
  Places at;
  Ways way;
  places_find(to->x, to->z, d->across, count, &at);
  ways_find(d, to, from, count, &way);
  for (int n = 0; n < count; n++) {
    const Spot end = spot_of(to, n), middle = {way.x[n], way.z[n], way.low[n], way.high[n]};
    if (way.kind[n] == WAY_CALM) {
      cells_add(d, at.first[n], at.fx[n], at.fz[n], &end, weight, true);
      faces_add(d, way.at.first[n], way.at.fx[n], way.at.fz[n], &middle, weight, way.u[n], way.v[n], true);
    } else if (way.kind[n] == WAY_SHORT) {
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

static void line_measure(const Laid *to, int count, Volume *sum) {
  for (int n = 0; n < count; n++) {
    const float chord = max_float(to->high[n] - to->low[n], 0.0f);
    sum->all += (double)chord;
    if (!to->out[n]) sum->within += (double)chord;
  }
}

/* The next samples of the lattice, row by row, ROW of them at most. */
static bool line_next(const Lattice *l, int *row, int *column, Line *line) {
  line->count = 0;
  while (line->count < ROW && *row < l->count[1]) {
    const float shift = golden(*row), *const shifts = l->shift + l->count[0] + *column;
    const int room = ROW - line->count, left = l->count[0] - *column, many = room < left ? room : left;
    float *const x = line->own_x + line->count, *const z = line->own_z + line->count;
    for (int n = 0; n < many; n++) {
      x[n] = ((float)(*column + n) + shift) * l->step[0];
      z[n] = ((float)*row + shifts[n]) * l->step[1];
    }
    line->count += many;
    *column += many;
    if (*column < l->count[0]) break;
    *column = -l->count[0];
    ++*row;
  }
  return line->count > 0;
}

/* First the volume that the samples have: they are to have the body's. */
static void samples_add(Deposit *d, const Shape *shape) {
  Lattice l;
  lattice_find(&l, d, shape);
  const bool few = 4 * l.count[0] * l.count[1] <= ROW;
  Volume volume = {0, 0};
  Line line;
  Laid to, from;
  for (int row = -l.count[1], column = -l.count[0]; line_next(&l, &row, &column, &line);) {
    line_lay(d, &d->to, &line, &to);
    line_measure(&to, line.count, &volume);
    if (few) break;
  }
  d->move->volume = volume.all > 0 ? (float)((double)shape->volume * volume.within / volume.all) : 0.0f;
  if (!(volume.all > 0)) return;
  const float weight = (float)((double)shape->volume / volume.all / ((double)d->w->cell * (double)d->w->cell));
  for (int row = -l.count[1], column = -l.count[0]; few || line_next(&l, &row, &column, &line);) {
    if (!few) line_lay(d, &d->to, &line, &to);
    if (!d->move->rests) line_lay(d, &d->from, &line, &from);
    line_add(d, &to, d->move->rests ? &to : &from, line.count, weight);
    if (few) break;
  }
}

/* --- one body -------------------------------------------------------------------------------------------------------- */

/* The thinner a wall, the less of a face its samples cover wherever it stands; it shuts the face all the same. One that runs
 * aslant shuts faces of both sides by turns, so what counts is the way through it that is the shorter. */
static float sharpness(const WeirWater *w, const WeirBody *body, const Shape *shape) {
  const float x[3] = {1, 0, 0}, z[3] = {0, 0, 1};
  const float shadow = max_float(chords_shadow(body, body->rotation, x), chords_shadow(body, body->rotation, z));
  const float thick = shape->volume / max_float(shadow, 1e-12f);
  return BLOCK_SHARPNESS * clamp_float(w->cell / max_float(thick, 1e-6f), 1.0f, SHARPNESS_MOST);
}

static bool ground_same(const Ground *a, const Ground *b) {
  bool same = (a->bed == b->bed) & (a->surface == b->surface);
  for (int side = 0; side < FACES; side++) same &= (a->face_bed[side] == b->face_bed[side]) & (a->face_top[side] == b->face_top[side]);
  return same;
}

/* The ground of its window, and no sums yet. */
static Extent scratch_begin(const WeirWater *w, const SubWindow *at, SumScratch *sums) {
  static const CellSum cell = {{0, 0, 0, 0}, {{0, WALL_HEIGHT, -WALL_HEIGHT}, {0, WALL_HEIGHT, -WALL_HEIGHT}}};
  static const FaceSum face = {0, 0, WALL_HEIGHT, -WALL_HEIGHT};
  Extent e = {-WALL_HEIGHT, WALL_HEIGHT, -WALL_HEIGHT, at->i1 < w->nx && at->k1 < w->nz};
  for (int k = at->k0; k < at->k1; k++)
    for (int i = at->i0; i < at->i1; i++, sums++) {
      *sums = (SumScratch){cell, {face, face}, ground_of(w, i, k)};
      e.bed = max_float(e.bed, max_float(sums->ground.face_bed[FACE_EAST], sums->ground.face_bed[FACE_SOUTH]));
      e.surface_low = min_float(e.surface_low, sums->ground.surface);
      e.surface_high = max_float(e.surface_high, max_float(sums->ground.face_top[FACE_EAST], sums->ground.face_top[FACE_SOUTH]));
    }
  return e;
}

/* Whether the ground under who rests is what it was. From now on it is this. */
static bool ground_kept(const SumScratch *sums, Ground *ground, size_t cells) {
  bool same = true;
  for (size_t n = 0; n < cells; n++) {
    same &= ground_same(&sums[n].ground, &ground[n]);
    ground[n] = sums[n].ground;
  }
  return same;
}

static void slab_finish(SubSums *sums, int i, int k, int kind, Slab slab) {
  if (slab.cover > 0.0f) sums->slabs[sums->slab_count++] = (BodySlab){(int16_t)i, (int16_t)k, -1, kind, slab};
}

static void cell_finish(SubSums *sums, const SumScratch *from, int i, int k) {
  const float *const wet = from->cell.wet;
  if (wet[0] > 0.0f) slab_finish(sums, i, k, SLAB_WET, (Slab){wet[0], wet[1] / wet[0], wet[2] / wet[0]});
  for (int kind = SLAB_UNDER; kind < SLABS; kind++) {
    const Slab *const sum = &from->cell.slab[kind - 1];
    if (sum->cover > 0.0f) slab_finish(sums, i, k, kind, (Slab){sum->cover / (sum->high - sum->low), sum->low, sum->high});
  }
  for (int side = 0; side < FACES; side++) {
    const FaceSum *const face = &from->face[side];
    if (face->area > 0.0f)
      sums->faces[sums->face_count++] = (BodyFace){(int16_t)i, (int16_t)k, -1, side, face->area, face->carried, face->low, face->high};
  }
}

/* What the samples have come to. */
static void sums_finish(const SubMove *move, const SumScratch *from) {
  const SubWindow *const at = &move->window;
  move->sums->slab_count = move->sums->face_count = 0;
  for (int k = at->k0; k < at->k1; k++)
    for (int i = at->i0; i < at->i1; i++, from++) cell_finish(move->sums, from, i, k);
}

static Frame frame_of(const WeirWater *w, const SubPose *pose, const SubWindow *at) {
  const double cell = (double)w->cell;
  return (Frame){.rotation = pose->rotation, .cosine = (float)cos(pose->heading), .sine = (float)sin(pose->heading),
                 .x = (float)((double)pose->position[0] / cell - 0.5 - at->i0), .y = pose->position[1],
                 .z = (float)((double)pose->position[2] / cell - 0.5 - at->k0)};
}

static void deposit_body(const WeirWater *w, const WeirBody *body, SubMove *move, const SubMove *before, SumScratch *scratch, float dt) {
  const Extent extent = scratch_begin(w, &move->window, scratch);
  const bool alike = before && before->rests && memcmp(&move->window, &before->window, sizeof move->window) == 0;
  if (move->rests && ground_kept(scratch, move->sums->ground, window_cells(&move->window)) && alike) {
    move->sharp = before->sharp;
    move->volume = before->volume;
    return; /* over the same ground, under the same water */
  }
  const Shape shape = shape_measure(body);
  Deposit d = {.w = w, .body = body, .move = move, .sums = scratch,
               .across = move->window.i1 - move->window.i0, .down = move->window.k1 - move->window.k0,
               .speed = dt > DT_LEAST ? w->cell / dt : 0.0f, .to = frame_of(w, &move->to, &move->window),
               .from = frame_of(w, &move->from, &move->window), .extent = extent};
  move->sharp = sharpness(w, body, &shape);
  if (d.across > 1 && d.down > 1) samples_add(&d, &shape); /* a sample is spread over four cells */
  sums_finish(move, scratch);
}

/* Each body by itself; subgrid_join has all of them in their order: any number of threads gives the same bits. */
bool subgrid_deposit(WeirWater *w, const WeirBody *bodies, float dt) {
  Subgrid *const s = w->subgrid;
  size_t most = 0;
  for (int n = 0; n < s->move_count; n++)
    if (window_cells(&s->moves[n].window) > most) most = window_cells(&s->moves[n].window);
  const int teams = s->move_count > 1 ? w->threads : 1;
  if (most > (size_t)(INT32_MAX / teams)) return false;
  s->scratch = memory_reserve(s->scratch, &s->scratch_capacity, (int)most * teams, sizeof *s->scratch);
  if (!s->scratch) return false;
#pragma omp parallel for schedule(dynamic) num_threads(teams) if (teams > 1)
  for (int n = 0; n < s->move_count; n++)
    deposit_body(w, &bodies[s->moves[n].body], &s->moves[n], s->moves[n].before, s->scratch + (size_t)thread_number() * most, dt);
  return true;
}

/* --- joining --------------------------------------------------------------------------------------------------------- */

static void join_face(SubFace *face, const BodyFace *sum, float sharp, float share) {
  const float tall = sum->high - sum->low;
  const bool first = !(face->share > 0.0f);
  face->low = first ? sum->low : min_float(face->low, sum->low);
  face->high = first ? sum->high : max_float(face->high, sum->high);
  face->share += share * sum->area;
  face->speed += share * sum->carried;
  face->block += share * min_float(tall, sharp * sum->area);
}

/* The record of cell (i, k), `near` being that of one before it: in the same row it is not far. */
static int record_after(const Subgrid *s, int near, int i, int k) {
  const SubCell *const cells = s->records.cells;
  if (near < 0 || cells[near].k != k) return subgrid_rank(s, i, k);
  while (cells[near].i < i) near++;
  return near;
}

static void move_join(Subgrid *s, const SubMove *move) {
  const SubSums *const sums = move->sums;
  const float share = move->to.share;
  for (int n = 0, record = -1; n < sums->slab_count; n++) {
    BodySlab *const one = &sums->slabs[n];
    one->record = record = record_after(s, record, one->i, one->k);
    const Slab slab = {share * one->slab.cover, one->slab.low, one->slab.high};
    if (slab.cover > 0.0f) subgrid_stack(&s->now, &s->records.cells[record].now, slab, one->kind);
  }
  for (int n = 0, record = -1; n < sums->face_count; n++) {
    BodyFace *const one = &sums->faces[n];
    one->record = record = record_after(s, record, one->i, one->k);
    SubFace *const face = &s->faces[FACES * record + one->side];
    bool *const faced = &s->records.cells[record].faced[one->side];
    if (!*faced) *face = (SubFace){.share = 0};
    *faced = true;
    join_face(face, one, move->sharp, share);
  }
}

bool subgrid_join(WeirWater *w) {
  Subgrid *const s = w->subgrid;
  int64_t slabs = 0;
  for (int n = 0; n < s->move_count; n++) slabs += s->moves[n].sums->slab_count;
  if (slabs > INT32_MAX / 2 || !subgrid_pieces_reserve(&s->now, (int)slabs)) return false;
  for (int n = 0; n < s->move_count; n++) move_join(s, &s->moves[n]);
  return true;
}
