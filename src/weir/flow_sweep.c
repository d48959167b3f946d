#include "weir/flow_sweep.h"

#include <string.h>

#include "base/float_mode.h"
#include "base/memory.h"
#include "weir/edges.h"
#include "weir/tiles.h"

#ifdef _OPENMP
#include <omp.h>
#endif

/* A band of rows [k0, k1) belongs to one thread, who writes no other. What it needs of its neighbours' rows it computes
 * itself, from REACH rows to either side: no barrier within a substep. In step r of the sweep
 *
 *   faces of row r, east and south      need depth r, r+1
 *   cells of row r                      faces r-1 (south), r; speeds r-1 (south), r
 *   push of the faces east of row r     cells r
 *   push of the faces south of r-1      cells r-1, r
 *   limits of row r-1                   flows of r-2 (south), r-1
 *   depths of row r-2                   flows, limits of r-3, r-2, r-1
 *
 * so that a row's speeds and depths may be overwritten as soon as they are computed; only shallow water looks back at the
 * speeds before, of two rows, and keeps them. */
enum { REACH = 4, RING = 4, LEAD = 32, TAIL = 48 };

enum { /* rows of a ring */
  HEAD_X, DEEP_X, LEAST_X, HEAD_Z, DEEP_Z, LEAST_Z, SHOCK, BEND_X, BEND_Z, CLEAR, FLOW_X, FLOW_Z, LIMIT, OLD_X, OLD_Z, RINGS
};

enum { DEPTH, SPEED_X, SPEED_Z, CARRY_X, CARRY_Z, STATES };

typedef struct Band {
  WeirWater *w;
  const FlowStep *step;
  float dt;
  bool swe, edges;
  int k0, k1;      /* rows that it writes */
  int low, high;   /* rows whose limits it needs */
  bool in_place;
  const Field *from[STATES];
  Field *to[STATES];
  float *ring[RINGS][RING];
  uint8_t *tight[RING];
  float *drag, *thin;
  float *aside;                      /* where rows of other bands go */
  float *kept[STATES][2 * REACH];    /* in place: rows k0 - REACH ... k0 - 1, k1 ... k1 + REACH - 1 before the substep */
} Band;

typedef struct FlowWork {
  int bands;
  ptrdiff_t width; /* floats of a scratch row */
  size_t each;     /* floats of a band */
  float *floats;
  uint8_t *flags;
} FlowWork;

enum { ROWS_EACH = RINGS * RING + 3 + STATES * 2 * REACH };

static ptrdiff_t flag_width(const WeirWater *w) {
  return (w->nx + FLOW_GROUP - 1) / FLOW_GROUP + 8;
}

static void work_free(FlowWork *work) {
  if (!work) return;
  memory_free(work->floats);
  memory_free(work->flags);
  memory_free(work);
}

bool flow_sweep_create(WeirWater *w) {
  if (w->work && w->work->bands >= w->threads) return true;
  FlowWork *const work = memory_create(1, sizeof *work);
  if (!work) return false;
  work->bands = w->threads;
  work->width = LEAD + (w->nx + FLOW_GROUP - 1) / FLOW_GROUP * FLOW_GROUP + TAIL;
  work->each = (size_t)work->width * ROWS_EACH;
  work->floats = memory_create(work->each * (size_t)work->bands, sizeof *work->floats);
  work->flags = memory_create((size_t)flag_width(w) * RING * (size_t)work->bands, 1);
  const bool ok = work->floats && work->flags;
  work_free(ok ? w->work : work);
  if (ok) w->work = work;
  return ok;
}

void flow_sweep_destroy(WeirWater *w) {
  work_free(w->work);
  w->work = NULL;
}

/* --- rows ------------------------------------------------------------------------------------------------------------ */

static float *ring(const Band *b, int which, int k) {
  return b->ring[which][(unsigned)k % RING];
}

static uint8_t *tight(const Band *b, int k) {
  return b->tight[(unsigned)k % RING];
}

static const float *terrain_row(const Band *b, int k) {
  return b->w->terrain.cells + k * b->w->stride;
}

/* Row k as it was before the substep, for a state that nobody looks back at. */
static const float *row_from(const Band *b, int state, int k) {
  if (b->in_place && k < b->k0 && b->k0 > 0) return b->kept[state][k - (b->k0 - REACH)];
  if (b->in_place && k >= b->k1 && b->k1 < b->w->nz) return b->kept[state][REACH + k - b->k1];
  return b->from[state]->cells + k * b->w->stride;
}

/* Row k of the speeds before, where the band has overwritten rows from `first` to before `now`. */
static const float *speed_before(const Band *b, int state, int k, int first, int now) {
  if (b->in_place && k >= first && k < now) return ring(b, state == SPEED_X ? OLD_X : OLD_Z, k);
  return row_from(b, state, k);
}

static float *row_to(const Band *b, int state, int k) {
  const bool own = (k >= b->k0 || b->k0 == 0) && (k < b->k1 || b->k1 == b->w->nz);
  return own ? b->to[state]->cells + k * b->w->stride : b->aside;
}

static int tile_row_of(const Band *b, int k) {
  const int within = k < 0 ? 0 : k >= b->w->nz ? b->w->nz - 1 : k;
  return within / TILE_ROWS;
}

/* The next stretch of row k on which results are wanted; every stretch of the grid's west side begins beyond it where that
 * is no wall. */
static bool stretch_wanted(const Band *b, int k, int *i0, int *i1) {
  const int row = tile_row_of(b, k);
  return tiles_stretch(b->w, row, row, i0, i1);
}

/* ... on which what lies between is needed for that: of the rows around too. */
static bool stretch_around(const Band *b, int k, int *i0, int *i1) {
  return tiles_stretch(b->w, tile_row_of(b, k - REACH), tile_row_of(b, k + REACH), i0, i1);
}

static int first_face(const Band *b, int i0) {
  return i0 == 0 && b->edges ? -FLOW_GROUP : i0;
}

/* --- the stages ------------------------------------------------------------------------------------------------------ */

static void sweep_faces(const Band *b, int k, bool east) {
  const float *const bed = terrain_row(b, k), *const depth = row_from(b, DEPTH, k);
  const FlowFaces x = {ring(b, HEAD_X, k), ring(b, DEEP_X, k), ring(b, LEAST_X, k)};
  const FlowFaces z = {ring(b, HEAD_Z, k), ring(b, DEEP_Z, k), ring(b, LEAST_Z, k)};
  for (int i0 = 0, i1 = 0; stretch_around(b, k, &i0, &i1);) {
    const int first = i0 - FLOW_GROUP, last = i1 + FLOW_GROUP;
    if (east) flow_rows()->faces(bed, bed + 1, depth, depth + 1, &x, first, last);
    flow_rows()->faces(bed, terrain_row(b, k + 1), depth, row_from(b, DEPTH, k + 1), &z, first, last);
  }
  edges_faces(b->w, k, &x, &z);
}

static void sweep_cells(const Band *b, int k) {
  const FlowFaces x = {ring(b, HEAD_X, k), ring(b, DEEP_X, k), ring(b, LEAST_X, k)};
  const FlowFaces south = {ring(b, HEAD_Z, k), ring(b, DEEP_Z, k), ring(b, LEAST_Z, k)};
  const FlowFaces north = {ring(b, HEAD_Z, k - 1), ring(b, DEEP_Z, k - 1), ring(b, LEAST_Z, k - 1)};
  const FlowCells out = {ring(b, SHOCK, k), ring(b, BEND_X, k), ring(b, BEND_Z, k), ring(b, CLEAR, k)};
  for (int i0 = 0, i1 = 0; stretch_around(b, k, &i0, &i1);)
    flow_rows()->cells(b->step, &x, &south, &north, row_from(b, SPEED_X, k), row_from(b, SPEED_Z, k),
                       row_from(b, SPEED_Z, k - 1), &out, first_face(b, i0), i1 + FLOW_GROUP);
  if (b->edges) edges_clear(b->w, k, out.clear);
}

static bool drags_more(const FlowStep *step) {
  return step->manning > 0.0f || step->viscous > 0.0f;
}

static void push_stretch(const Band *b, FlowPush *push, int i0, int i1) {
  if (drags_more(b->step)) {
    flow_rows()->drags(b->step, push->deep, b->drag, b->thin, i0, i1);
    push->drag = b->drag;
    push->thin = b->thin;
  }
  if (b->swe) {
    flow_rows()->push_swe(b->step, push, i0, i1);
  } else {
    flow_rows()->push_pipe(b->step, push, i0, i1);
  }
}

/* The faces to the east of row k. Nothing comes through the face before a stretch: its cells are quiet. */
static void sweep_east(const Band *b, int k) {
  const float *const bed = terrain_row(b, k), *const depth = row_from(b, DEPTH, k);
  float *const flow = ring(b, FLOW_X, k), *const speed = row_to(b, SPEED_X, k);
  const float *const bend = ring(b, BEND_X, k), *const clear = ring(b, CLEAR, k), *const shock = ring(b, SHOCK, k);
  FlowPush push = {.bed = {bed, bed + 1}, .depth = {depth, depth + 1},
                   .head = ring(b, HEAD_X, k), .deep = ring(b, DEEP_X, k),
                   .shock = {shock, shock + 1}, .bend = {bend, bend + 1}, .clear = {clear, clear + 1},
                   .old = row_from(b, SPEED_X, k), .speed = speed, .flow = flow};
  if (b->swe) {
    const float *const q = row_from(b, CARRY_X, k), *const v = row_from(b, CARRY_Z, k), *const n = row_from(b, CARRY_Z, k - 1);
    push.depth_back = depth - 1;
    push.depth_far = depth + 2;
    for (int m = 0; m < 3; m++) {
      push.heads[m] = push.head + m - 1;
      push.carry[m] = q + m - 1;
    }
    if (b->in_place) memcpy(ring(b, OLD_X, k) - LEAD, push.old - LEAD, sizeof(float) * (size_t)b->w->work->width);
    const float *const before = b->in_place ? ring(b, OLD_X, k) : push.old;
    for (int m = 0; m < 5; m++) {
      push.along[m] = before + m - 2;
      push.across[m] = m == 2 ? before : speed_before(b, SPEED_X, k + m - 2, b->low, k);
    }
    push.turn[0] = v, push.turn[1] = v + 1, push.turn[2] = n, push.turn[3] = n + 1;
  }
  for (int i0 = 0, i1 = 0; stretch_wanted(b, k, &i0, &i1);) {
    const int first = first_face(b, i0);
    if (first == i0) flow[i0 - 1] = 0.0f;
    push_stretch(b, &push, first, i1);
  }
  if (b->edges && k >= 0 && k < b->w->nz) edges_push_x(b->w, k, b->dt, k >= b->k0 && k < b->k1, speed, flow);
}

/* The faces to the south of row k. */
static void sweep_south(const Band *b, int k) {
  const float *const bed = terrain_row(b, k), *const depth = row_from(b, DEPTH, k);
  float *const flow = ring(b, FLOW_Z, k), *const speed = row_to(b, SPEED_Z, k);
  FlowPush push = {.bed = {bed, terrain_row(b, k + 1)}, .depth = {depth, row_from(b, DEPTH, k + 1)},
                   .head = ring(b, HEAD_Z, k), .deep = ring(b, DEEP_Z, k),
                   .shock = {ring(b, SHOCK, k), ring(b, SHOCK, k + 1)},
                   .bend = {ring(b, BEND_Z, k), ring(b, BEND_Z, k + 1)},
                   .clear = {ring(b, CLEAR, k), ring(b, CLEAR, k + 1)},
                   .old = row_from(b, SPEED_Z, k), .speed = speed, .flow = flow};
  if (b->swe) {
    const float *const v = row_from(b, CARRY_X, k), *const s = row_from(b, CARRY_X, k + 1);
    push.depth_back = row_from(b, DEPTH, k - 1);
    push.depth_far = row_from(b, DEPTH, k + 2);
    for (int m = 0; m < 3; m++) {
      push.heads[m] = ring(b, HEAD_Z, k + m - 1);
      push.carry[m] = row_from(b, CARRY_Z, k + m - 1);
    }
    if (b->in_place) memcpy(ring(b, OLD_Z, k) - LEAD, push.old - LEAD, sizeof(float) * (size_t)b->w->work->width);
    const float *const before = b->in_place ? ring(b, OLD_Z, k) : push.old;
    for (int m = 0; m < 5; m++) {
      push.along[m] = m == 2 ? before : speed_before(b, SPEED_Z, k + m - 2, b->low - 1, k);
      push.across[m] = before + m - 2;
    }
    push.turn[0] = v, push.turn[1] = s, push.turn[2] = v - 1, push.turn[3] = s - 1;
  }
  if (tile_row_of(b, k) != tile_row_of(b, k + 1)) /* columns that only the row to the south works on */
    memset(flow - FLOW_GROUP, 0, sizeof(float) * (size_t)(b->w->nx + 2 * FLOW_GROUP));
  for (int i0 = 0, i1 = 0; stretch_wanted(b, k, &i0, &i1);) push_stretch(b, &push, i0, i1);
}

static FlowOut cells_out(const Band *b, int k) {
  return (FlowOut){.terrain = terrain_row(b, k), .depth = row_from(b, DEPTH, k),
                   .east = ring(b, FLOW_X, k), .west = ring(b, FLOW_X, k) - 1,
                   .south = ring(b, FLOW_Z, k), .north = ring(b, FLOW_Z, k - 1),
                   .limit = ring(b, LIMIT, k), .limit_south = ring(b, LIMIT, k + 1), .limit_north = ring(b, LIMIT, k - 1),
                   .tight = tight(b, k), .tight_south = tight(b, k + 1), .tight_north = tight(b, k - 1)};
}

static void sweep_limit(const Band *b, int k) {
  const FlowOut cells = cells_out(b, k);
  for (int i0 = 0, i1 = 0; stretch_wanted(b, k, &i0, &i1);)
    flow_rows()->limit(b->step, &cells, ring(b, LIMIT, k), tight(b, k), i0, i1);
  if (b->edges) edges_limit(b->w, k, ring(b, LIMIT, k), tight(b, k));
}

static void sweep_depth(const Band *b, int k) {
  FlowOut cells = cells_out(b, k);
  Tiles *const tiles = b->w->tiles;
  cells.speed_x = b->to[SPEED_X]->cells + k * b->w->stride;
  cells.speed_z = b->to[SPEED_Z]->cells + k * b->w->stride;
  cells.out = row_to(b, DEPTH, k);
  if (b->swe) {
    cells.flow_x = row_to(b, CARRY_X, k);
    cells.flow_z = row_to(b, CARRY_Z, k);
  }
  for (int i0 = 0, i1 = 0; stretch_wanted(b, k, &i0, &i1);)
    for (int i = i0; i < i1; i += TILE_COLUMNS) {
      const int tile = k / TILE_ROWS * tiles->across + i / TILE_COLUMNS;
      const int end = i + TILE_COLUMNS < i1 ? i + TILE_COLUMNS : i1;
      flow_rows()->depth(b->step, &cells, &tiles->tally[tile], i, end, b->w->nx);
    }
  if (b->edges) edges_through(b->w, k, &cells);
  if ((k + 1) % TILE_ROWS == 0 || k + 1 == b->w->nz) tiles_close_row(b->w, k / TILE_ROWS, !b->in_place);
}

/* --- the sweep ------------------------------------------------------------------------------------------------------- */

static void sweep_row(const Band *b, int r) {
  if (r <= b->high + 1) sweep_faces(b, r, r >= b->low - 1);
  if (r >= b->low - 1 && r <= b->high + 1) sweep_cells(b, r);
  if (r >= b->low && r <= b->high) sweep_east(b, r);
  if (r - 1 >= b->low - 1 && r - 1 <= b->high) sweep_south(b, r - 1);
  if (b->edges && r == 1 && b->k0 == 0)
    edges_push_z(b->w, WEIR_NORTH, b->dt, row_to(b, SPEED_Z, 0), row_to(b, SPEED_Z, -1), ring(b, FLOW_Z, -1));
  if (b->edges && r == b->w->nz && b->k1 == b->w->nz)
    edges_push_z(b->w, WEIR_SOUTH, b->dt, row_to(b, SPEED_Z, r - 2), row_to(b, SPEED_Z, r - 1), ring(b, FLOW_Z, r - 1));
  if (r - 1 >= b->low && r - 1 <= b->high) sweep_limit(b, r - 1);
  if (r - 2 >= b->k0 && r - 2 < b->k1) sweep_depth(b, r - 2);
}

static void band_init(Band *b, WeirWater *w, const FlowStep *step, const FlowState *from, int index, int k0, int k1) {
  float *row = w->work->floats + (size_t)index * w->work->each + LEAD;
  uint8_t *flags = w->work->flags + (ptrdiff_t)index * RING * flag_width(w) + 4;
  *b = (Band){.w = w, .step = step, .dt = step->pace * w->cell, .swe = w->solver == WEIR_SWE, .edges = edges_any(w), .k0 = k0, .k1 = k1,
              .in_place = from->depth.cells == w->depth.cells,
              .from = {&from->depth, &from->speed_x, &from->speed_z, &from->flow_x, &from->flow_z},
              .to = {&w->depth, &w->speed_x, &w->speed_z, &w->flow_x, &w->flow_z}};
  b->low = k0 > 0 || b->edges ? k0 - 1 : k0;
  b->high = k1 < w->nz || b->edges ? k1 : k1 - 1;
  for (int n = 0; n < RINGS; n++)
    for (int m = 0; m < RING; m++, row += w->work->width) b->ring[n][m] = row;
  for (int m = 0; m < RING; m++, flags += flag_width(w)) b->tight[m] = flags;
  b->aside = row, row += w->work->width;
  b->drag = row, row += w->work->width;
  b->thin = row, row += w->work->width;
  for (int n = 0; n < STATES; n++)
    for (int m = 0; m < 2 * REACH; m++, row += w->work->width) b->kept[n][m] = row;
}

/* In place: the neighbours' rows, before anybody overwrites them. */
static void band_keep(const Band *b) {
  const int states = b->swe ? STATES : CARRY_X;
  for (int n = 0; n < states && b->in_place; n++)
    for (int m = 0; m < 2 * REACH; m++) {
      const int k = m < REACH ? b->k0 - REACH + m : b->k1 + m - REACH;
      if (k < -HALO_ROWS || k >= b->w->nz + HALO_ROWS) continue;
      memcpy(b->kept[n][m] - ROW_LEAD, b->from[n]->cells + k * b->w->stride - ROW_LEAD, sizeof(float) * (size_t)b->w->stride);
    }
}

static void band_sweep(const Band *b) {
  for (int m = 0; m < RING; m++) memset(b->tight[m] - 1, 0, (size_t)flag_width(b->w) - 4);
  for (int r = b->low - 2; r <= b->k1 + 1; r++) sweep_row(b, r);
}

/* Tile rows shared out by how many of their tiles work: the first row of band n of `bands`. */
static int band_row(const WeirWater *w, int n, int bands) {
  const Tiles *const t = w->tiles;
  int all = 0, sum = 0, row = 0;
  for (int m = 0; m < t->across * t->down; m++) all += t->works[m];
  if (n >= bands) return w->nz;
  if (n == 0) return 0;
  for (; row < t->down && (int64_t)sum * bands < (int64_t)all * n; row++)
    for (int m = 0; m < t->across; m++) sum += t->works[row * t->across + m];
  return row * TILE_ROWS < w->nz ? row * TILE_ROWS : w->nz;
}

void flow_sweep(WeirWater *w, const FlowStep *step, const FlowState *from) {
  const int bands = w->threads < w->work->bands ? w->threads : w->work->bands;
#pragma omp parallel num_threads(bands)
  {
    const FloatMode mode = float_mode_flush();
    Band band;
#ifdef _OPENMP
    const int own = omp_get_thread_num(), team = omp_get_num_threads();
#else
    const int own = 0, team = 1;
#endif
    for (int phase = 0; phase < 2; phase++) {
      for (int n = own; n < bands; n += team) {
        const int k0 = band_row(w, n, bands), k1 = band_row(w, n + 1, bands);
        if (k0 >= k1) continue;
        band_init(&band, w, step, from, n, k0, k1);
        if (phase == 0) {
          band_keep(&band);
        } else {
          band_sweep(&band);
        }
      }
#pragma omp barrier
    }
    float_mode_restore(mode);
  }
  w->tiles->measured = true;
}
