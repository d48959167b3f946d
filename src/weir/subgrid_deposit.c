/* Bodies to cells and faces, as charge is deposited in a particle-in-cell code: samples that belong to the body, each spread
 * over the four cells around it with linear weights, and over the faces between them along its way since the last step.
 * What a cell's cover gains is then, to rounding, what the faces' shares bring (the geometric conservation law): a body that
 * drifts with the water leaves no wave. Sums of one body first, which then join those of the others. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "weir/subgrid.h"

#define SAMPLES_PER_CELL 4.0 /* along either axis; at 2 turned bodies are rough */
#define BLOCK_SHARPNESS 2.0f /* k_c: a face is shut once its samples cover half of it; at 1 walls of one cell leak */
#define SAMPLES_MOST 1024    /* along either axis of a body */
#define DT_LEAST 1e-6f       /* s; a way in less than that has no speed */
#define WAY_MOST 8.0         /* cells; who has come from farther away has not gone through what lies between */

typedef struct CellSum {
  Slab slab[SLABS]; /* as slab_add leaves it */
} CellSum;

typedef struct FaceSum {
  float area, carried; /* sums of weight*m, of weight*m*m/s */
  float low, high;
} FaceSum;

typedef struct SubScratch { /* of all bodies, one window behind the other */
  CellSum *cells;
  FaceSum *faces; /* two a cell */
  size_t capacity;
} SubScratch;

typedef struct Deposit { /* of one body */
  WeirWater *w;
  const WeirBody *body;
  SubPose to;
  const SubPose *from;
  double turn_to[2], turn_from[2]; /* cosine and sine of their headings */
  SubWindow window;
  CellSum *cells;
  FaceSum *faces;
  float per_dt;  /* 1/s */
  double weight; /* m^2 -> share of a cell */
} Deposit;

typedef struct Spot { /* a sample's place: in cells from the middle of cell (0, 0), and m */
  double x, z;
  float low, high;
} Spot;

void subgrid_scratch_free(SubScratch *scratch) {
  if (!scratch) return;
  memory_free(scratch->cells);
  memory_free(scratch->faces);
  memory_free(scratch);
}

static bool scratch_reserve(Subgrid *s, size_t cells) {
  if (!s->scratch) s->scratch = memory_create(1, sizeof *s->scratch);
  SubScratch *const scratch = s->scratch;
  if (!scratch) return false;
  if (scratch->capacity < cells) {
    memory_free(scratch->cells);
    memory_free(scratch->faces);
    scratch->cells = memory_create(cells, sizeof *scratch->cells);
    scratch->faces = memory_create(2 * cells, sizeof *scratch->faces);
    scratch->capacity = scratch->cells && scratch->faces ? cells : 0;
  }
  return scratch->capacity >= cells;
}

/* --- where a body may reach ------------------------------------------------------------------------------------------ */

/* Half its extent along a world axis, at most. */
static double reach_of(const WeirBody *body, const float rotation[9], int axis, const Shape *shape) {
  if (body->shape == WEIR_CONVEX) return (double)shape->longest;
  double sum = 0;
  for (int m = 0; m < 3; m++) sum += fabs((double)rotation[3 * axis + m]) * (double)body->half[m];
  return sum;
}

SubWindow subgrid_window(const WeirWater *w, const WeirBody *body, const SubPose *from) {
  const Shape shape = shape_measure(body);
  double low[2], high[2];
  for (int n = 0; n < 2; n++) {
    const int axis = 2 * n;
    const double now = reach_of(body, body->rotation, axis, &shape), was = reach_of(body, from->rotation, axis, &shape);
    low[n] = fmin((double)body->position[axis] - now, (double)from->position[axis] - was) / (double)w->cell;
    high[n] = fmax((double)body->position[axis] + now, (double)from->position[axis] + was) / (double)w->cell;
  }
  /* half a cell beyond for the spread, one more for the faces to the west and north */
  const SubWindow window = {(int)fmax(0, fmin(floor(low[0]) - 2, w->nx)), (int)fmax(0, fmin(floor(low[1]) - 2, w->nz)),
                            (int)fmin(w->nx, fmax(ceil(high[0]) + 2, 0)), (int)fmin(w->nz, fmax(ceil(high[1]) + 2, 0))};
  return window;
}

/* --- one sample ------------------------------------------------------------------------------------------------------ */

static float surface_of(const WeirWater *w, int i, int k) {
  const ptrdiff_t at = water_index(w, i, k);
  return w->terrain.cells[at] + w->depth.cells[at];
}

static size_t window_cells(const SubWindow *at) {
  return (size_t)(at->i1 - at->i0) * (size_t)(at->k1 - at->k0);
}

/* Always, for a body whose rotation is one. */
static bool window_has(const Deposit *d, int i, int k) {
  return i >= d->window.i0 && i < d->window.i1 && k >= d->window.k0 && k < d->window.k1;
}

static size_t in_window(const Deposit *d, int i, int k) {
  return (size_t)(k - d->window.k0) * (size_t)(d->window.i1 - d->window.i0) + (size_t)(i - d->window.i0);
}

/* Of what the surface runs through, sums of weight, weight*low and weight*high: near the surface the mean holds as much as all
 * of it does. Of what is below or above, the volume and its ends: pieces lie on top of each other. */
static void slab_add(Slab *to, const Slab *from, bool through) {
  if (!(from->cover > 0.0f)) return;
  const bool first = !(to->cover > 0.0f);
  to->cover += from->cover;
  if (through) {
    to->low += from->low;
    to->high += from->high;
  } else {
    to->low = first ? from->low : min_float(to->low, from->low);
    to->high = first ? from->high : max_float(to->high, from->high);
  }
}

static void cell_add(const Deposit *d, int i, int k, float weight, const Spot *at) {
  if (!window_has(d, i, k)) return;
  const float bed = d->w->terrain.cells[water_index(d->w, i, k)];
  const float low = max_float(at->low, bed), high = max_float(at->high, bed);
  if (!(weight > 0.0f && high > low)) return;
  const float h = surface_of(d->w, i, k);
  const int slab = high < h ? SLAB_UNDER : low < h ? SLAB_WET : SLAB_DRY;
  const bool through = slab == SLAB_WET;
  const Slab one = through ? (Slab){weight, weight * low, weight * high} : (Slab){weight * (high - low), low, high};
  slab_add(&d->cells[in_window(d, i, k)].slab[slab], &one, through);
}

static void cells_add(const Deposit *d, const Spot *at, float weight) {
  const int i = (int)fmin(floor(at->x), d->w->nx - 2), k = (int)fmin(floor(at->z), d->w->nz - 2);
  const float fx = (float)(at->x - i), fz = (float)(at->z - k);
  cell_add(d, i, k, weight * (1.0f - fx) * (1.0f - fz), at);
  cell_add(d, i + 1, k, weight * fx * (1.0f - fz), at);
  cell_add(d, i, k + 1, weight * (1.0f - fx) * fz, at);
  cell_add(d, i + 1, k + 1, weight * fx * fz, at);
}

static void face_add(const Deposit *d, int i, int k, int side, float weight, float speed, float low, float high) {
  if (!window_has(d, i, k)) return;
  const WeirWater *const w = d->w;
  const int on_i = i + (side == FACE_EAST), on_k = k + (side == FACE_SOUTH);
  const float bed = max_float(w->terrain.cells[water_index(w, i, k)], w->terrain.cells[water_index(w, on_i, on_k)]);
  const float top = max_float(surface_of(w, i, k), surface_of(w, on_i, on_k));
  const float from = max_float(low, bed), to = min_float(max_float(high, bed), top);
  if (!(weight > 0.0f && to > from)) return;
  FaceSum *const sum = &d->faces[2 * in_window(d, i, k) + (size_t)side];
  const float area = weight * (to - from);
  if (!(sum->area > 0.0f)) sum->low = from, sum->high = to;
  sum->area += area;
  sum->carried += area * speed;
  sum->low = min_float(sum->low, from);
  sum->high = max_float(sum->high, to);
}

/* The next share of the way, after t, at which it crosses a line of cell centres. */
static double next_crossing(double from, double step, double t) {
  if (step == 0) return 1;
  const double at = from + step * t, line = step > 0 ? floor(at) + 1 : ceil(at) - 1, next = (line - from) / step;
  return next > t ? next : t + 1e-9;
}

static void faces_add(const Deposit *d, const Spot *from, const Spot *to, float weight) {
  const double x = to->x - from->x, z = to->z - from->z;
  const float u = (float)x * d->w->cell * d->per_dt, v = (float)z * d->w->cell * d->per_dt;
  for (double t = 0; t < 1;) {
    const double end = fmin(1, fmin(next_crossing(from->x, x, t), next_crossing(from->z, z, t)));
    const double middle = 0.5 * (t + end), at_x = from->x + x * middle, at_z = from->z + z * middle;
    const int i = (int)fmin(floor(at_x), d->w->nx - 2), k = (int)fmin(floor(at_z), d->w->nz - 2);
    const float fx = (float)(at_x - i), fz = (float)(at_z - k), part = weight * (float)(end - t), m = (float)middle;
    const float low = from->low + (to->low - from->low) * m, high = from->high + (to->high - from->high) * m;
    face_add(d, i, k, FACE_EAST, part * (1.0f - fz), u, low, high);
    face_add(d, i, k + 1, FACE_EAST, part * fz, u, low, high);
    face_add(d, i, k, FACE_SOUTH, part * (1.0f - fx), v, low, high);
    face_add(d, i + 1, k, FACE_SOUTH, part * fx, v, low, high);
    t = end;
  }
}

/* --- a body's samples ------------------------------------------------------------------------------------------------ */

typedef struct Chord { /* the part of a vertical line that lies in a body, m above its position; none: high <= low */
  double low, high;
} Chord;

static void chord_between(Chord *c, double at, double step, double half) {
  if (step == 0) {
    if (fabs(at) > half) *c = (Chord){0, 0};
    return;
  }
  const double one = (-half - at) / step, other = (half - at) / step;
  *c = (Chord){fmax(c->low, fmin(one, other)), fmin(c->high, fmax(one, other))};
}

static void chord_round(Chord *c, const double at[3], const double step[3], const float half[3]) {
  const double hx = (double)half[0], hz = (double)half[2];
  const double a = step[0] * step[0] / (hx * hx) + step[2] * step[2] / (hz * hz);
  const double b = at[0] * step[0] / (hx * hx) + at[2] * step[2] / (hz * hz);
  const double out = at[0] * at[0] / (hx * hx) + at[2] * at[2] / (hz * hz) - 1;
  if (a < 1e-12) {
    if (out > 0) *c = (Chord){0, 0};
    return;
  }
  const double root = b * b - a * out;
  if (root <= 0) *c = (Chord){0, 0};
  else *c = (Chord){fmax(c->low, (-b - sqrt(root)) / a), fmin(c->high, (-b + sqrt(root)) / a)};
}

/* In the plane across the line, whose axes are x and z of the world. */
static Chord chord_mesh(const WeirBody *body, const float rotation[9], double x, double z) {
  Chord c = {INFINITY, -INFINITY};
  for (int t = 0; t < body->triangle_count; t++) {
    double p[3][3], edge[3], all = 0;
    for (int n = 0; n < 3; n++)
      for (int axis = 0; axis < 3; axis++) {
        p[n][axis] = 0;
        for (int m = 0; m < 3; m++)
          p[n][axis] += (double)rotation[3 * axis + m] * (double)body->vertices[3 * body->triangles[3 * t + n] + m];
      }
    for (int n = 0; n < 3; n++) {
      const double *const q = p[(n + 1) % 3], *const r = p[(n + 2) % 3];
      edge[n] = (q[0] - x) * (r[2] - z) - (r[0] - x) * (q[2] - z);
      all += edge[n];
    }
    if (all == 0 || edge[0] * all < 0 || edge[1] * all < 0 || edge[2] * all < 0) continue;
    const double at = (edge[0] * p[0][1] + edge[1] * p[1][1] + edge[2] * p[2][1]) / all;
    c = (Chord){fmin(c.low, at), fmax(c.high, at)};
  }
  return c;
}

/* Through a point x, z m from the body's position. */
static Chord chord_of(const WeirBody *body, const float rotation[9], double x, double z) {
  if (body->shape == WEIR_CONVEX) return chord_mesh(body, rotation, x, z);
  Chord c = {-INFINITY, INFINITY};
  double at[3], step[3];
  for (int m = 0; m < 3; m++) {
    at[m] = (double)rotation[m] * x + (double)rotation[6 + m] * z;
    step[m] = (double)rotation[3 + m];
  }
  chord_between(&c, at[1], step[1], (double)body->half[1]);
  if (body->shape == WEIR_CYLINDER) {
    chord_round(&c, at, step, body->half);
  } else {
    chord_between(&c, at[0], step[0], (double)body->half[0]);
    chord_between(&c, at[2], step[2], (double)body->half[2]);
  }
  return c;
}

typedef struct Lattice { /* of vertical lines that go and turn with the body, but do not lean with it */
  int count[2];         /* to either side */
  double step[2];       /* m */
} Lattice;

/* As fine as SAMPLES_PER_CELL asks and so that whole steps fit a body that stands upright. */
static Lattice lattice_of(const Deposit *d, const Shape *shape) {
  Lattice l;
  for (int n = 0; n < 2; n++) {
    const bool mesh = d->body->shape == WEIR_CONVEX;
    const double wide = 2 * (mesh ? 0.5 * (double)shape->longest : (double)d->body->half[2 * n]);
    const int across = (int)fmin(SAMPLES_MOST, fmax(6, ceil(wide * SAMPLES_PER_CELL / (double)d->w->cell)));
    l.step[n] = wide / (across + across % 2);
    double reach = (double)shape->longest;
    if (!mesh) reach = sqrt(pow((double)d->body->half[0], 2) + pow((double)d->body->half[1], 2) + pow((double)d->body->half[2], 2));
    l.count[n] = (int)fmin(SAMPLES_MOST, ceil(reach / l.step[n]) + 1);
  }
  return l;
}

/* Samples sit within their lattice cells by the golden ratio of the other index: in step with the grid they would double
 * the noise. */
static double golden(int n) {
  const double at = 0.6180339887 * n;
  return at - floor(at);
}

/* Where a line stands with a body in a pose; false: beyond the sides of the grid. Half a cell from a side, all of it is the
 * outermost cell's. */
static bool spot_of(const Deposit *d, const SubPose *pose, const double turn[2], const double own[2], Spot *spot, Chord *chord) {
  const double x = turn[0] * own[0] + turn[1] * own[1], z = turn[0] * own[1] - turn[1] * own[0], cell = (double)d->w->cell;
  const double i = ((double)pose->position[0] + x) / cell - 0.5, k = ((double)pose->position[2] + z) / cell - 0.5;
  const int last_i = d->w->nx - 1, last_k = d->w->nz - 1;
  if (!(i >= -0.5 && i <= last_i + 0.5 && k >= -0.5 && k <= last_k + 0.5)) return false;
  *chord = chord_of(d->body, pose->rotation, x, z);
  *spot = (Spot){fmax(0, fmin(i, last_i)), fmax(0, fmin(k, last_k)), (float)((double)pose->position[1] + chord->low),
                 (float)((double)pose->position[1] + chord->high)};
  return true;
}

static bool chord_any(Chord c) {
  return c.high > c.low;
}

/* A line that meets the body only before or only after the step: there it begins or ends in a point. */
static void spot_point(Spot *spot, float middle) {
  spot->low = spot->high = middle;
}

static void sample_add(const Deposit *d, const double own[2], float weight) {
  Chord now = {0, 0}, was = {0, 0};
  Spot to, from;
  const bool here = spot_of(d, &d->to, d->turn_to, own, &to, &now);
  const bool there = spot_of(d, d->from, d->turn_from, own, &from, &was);
  if (here && chord_any(now)) cells_add(d, &to, weight);
  if (!here || !there || (!chord_any(now) && !chord_any(was))) return;
  if (!chord_any(was)) spot_point(&from, 0.5f * (to.low + to.high));
  if (!chord_any(now)) spot_point(&to, 0.5f * (from.low + from.high));
  faces_add(d, &from, &to, weight);
}

static double sample_volume(const Deposit *d, const double own[2], double area) {
  const double x = d->turn_to[0] * own[0] + d->turn_to[1] * own[1], z = d->turn_to[0] * own[1] - d->turn_to[1] * own[0];
  const Chord chord = chord_of(d->body, d->to.rotation, x, z);
  return chord_any(chord) ? area * (chord.high - chord.low) : 0;
}

/* First the volume that the samples have: they are to have the body's. */
static void samples_add(const Deposit *d, const Shape *shape) {
  const Lattice l = lattice_of(d, shape);
  const double area = l.step[0] * l.step[1];
  double volume = 0;
  for (int pass = 0; pass < 2; pass++)
    for (int n = -l.count[1]; n < l.count[1]; n++)
      for (int m = -l.count[0]; m < l.count[0]; m++) {
        const double own[2] = {(m + golden(n + l.count[1])) * l.step[0], (n + golden(m + l.count[0])) * l.step[1]};
        if (pass == 0) volume += sample_volume(d, own, area);
        else if (volume > 0) sample_add(d, own, (float)(area * (double)shape->volume / volume * d->weight));
      }
}

/* --- joining --------------------------------------------------------------------------------------------------------- */

static void join_cell(SubCell *cell, const CellSum *sum) {
  for (int n = 0; n < SLABS; n++) slab_add(&cell->now[n], &sum->slab[n], n == SLAB_WET);
}

static void join_face(SubFace *face, const FaceSum *sum) {
  if (!(sum->area > 0.0f)) return;
  const float tall = sum->high - sum->low;
  const bool first = !(face->share > 0.0f);
  face->low = first ? sum->low : min_float(face->low, sum->low);
  face->high = first ? sum->high : max_float(face->high, sum->high);
  face->share += sum->area;
  face->speed += sum->carried;
  face->block += min_float(1.0f, BLOCK_SHARPNESS * sum->area / tall) * tall;
}

/* One body's sums. */
static void deposit_samples(Deposit *d, float dt) {
  const Shape shape = shape_measure(d->body);
  const double cell = (double)d->w->cell;
  const double way_x = (double)(d->to.position[0] - d->from->position[0]), way_z = (double)(d->to.position[2] - d->from->position[2]);
  if (way_x * way_x + way_z * way_z > WAY_MOST * WAY_MOST * cell * cell) d->from = &d->to;
  d->turn_to[0] = cos(d->to.heading), d->turn_to[1] = sin(d->to.heading);
  d->turn_from[0] = cos(d->from->heading), d->turn_from[1] = sin(d->from->heading);
  d->per_dt = dt > DT_LEAST ? 1.0f / dt : 0.0f;
  d->weight = 1.0 / (cell * cell);
  memset(d->cells, 0, window_cells(&d->window) * sizeof *d->cells);
  memset(d->faces, 0, 2 * window_cells(&d->window) * sizeof *d->faces);
  samples_add(d, &shape);
}

static void deposit_join(const Deposit *d) {
  const SubWindow *const at = &d->window;
  for (int k = at->k0; k < at->k1; k++)
    for (int i = at->i0; i < at->i1; i++) {
      const size_t n = in_window(d, i, k);
      SubCell *const cell = subgrid_at(d->w->subgrid, d->w->nx, i, k);
      join_cell(cell, &d->cells[n]);
      for (int side = 0; side < FACES; side++) join_face(&cell->face[side], &d->faces[2 * n + (size_t)side]);
    }
}

static bool bodies_reserve(Subgrid *s, int count) {
  s->deposits = memory_reserve(s->deposits, &s->deposit_capacity, count, sizeof *s->deposits);
  return s->deposits != NULL;
}

/* Each body by itself, then all of them in their order: any number of threads gives the same bits. */
bool subgrid_deposit(WeirWater *w, const WeirBody *bodies, const SubMove *moves, int count, float dt) {
  Subgrid *const s = w->subgrid;
  size_t cells = 0;
  for (int n = 0; n < count; n++) cells += window_cells(&moves[n].window);
  if (!scratch_reserve(s, cells) || !bodies_reserve(s, count)) return false;
  cells = 0;
  for (int n = 0; n < count; n++) {
    s->deposits[n] = (Deposit){.w = w, .body = &bodies[moves[n].body], .to = moves[n].to, .from = &moves[n].from,
                               .window = moves[n].window, .cells = s->scratch->cells + cells,
                               .faces = s->scratch->faces + 2 * cells};
    cells += window_cells(&moves[n].window);
  }
#pragma omp parallel for schedule(dynamic) num_threads(w->threads) if (count > 1)
  for (int n = 0; n < count; n++) deposit_samples(&s->deposits[n], dt);
  for (int n = 0; n < count; n++) deposit_join(&s->deposits[n]);
  return true;
}
