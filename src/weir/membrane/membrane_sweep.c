#include "weir/membrane/membrane.h"

#include <math.h>
#include <string.h>

#include "base/float_mode.h"
#include "base/memory.h"
#include "base/shares.h"
#include "weir/grid/depths.h"

/* A band of rows [k0, k1) belongs to one thread. Substep t of T leads from level t to level t+1: level 0 is the state
 * before, level T the state after, and those between are a few private rows each, which stay in the cache. Substeps
 * alternate after ROWS_AT_ONCE rows, each a row behind the one before, which has just done the row south of them: two rows have
 * four neighbours' rows to fetch where one and one have six. A band computes as many of its neighbours' rows as its own will
 * need: substep t needs T-1-t rows more on either side. */
enum { LEVELS = MEMBRANE_BATCH_MAX, REACH = LEVELS + 1, ROWS_AT_ONCE = 2, LEAD = 32, TAIL = 48 };
enum { LEVEL_ROWS = 4, VELOCITY_ROWS = LEVEL_ROWS * LEVELS }; /* rows stored of a level: a power of two, ROWS_AT_ONCE + 2 or more */
enum { FACE_ROWS = LEVELS + ROWS_AT_ONCE };                   /* rows whose faces are stored */

enum { DISPLACEMENT, VELOCITY, STATES };

/* The scratch memory of the sweep, and the other set of fields. One for each water, owned by MembranePart. */
typedef struct MembraneSweep {
  int bands, groups; /* groups: of a row, with the two of the halo */
  ptrdiff_t width;
  size_t each;
  float *floats;
  uint8_t *kinds;                /* rows -1 to nz, groups -1 to one beyond the last */
  uint8_t *alike;                /* per row: whether it is as open as the row before */
  MembraneRun *runs;             /* rows 0 to nz - 1 */
  MembraneReduction *reductions; /* per band */
  float *least_rest_depth;       /* m, per row and block of columns: the least depth at rest, where there is water */
  float deepest_rest_depth;      /* m: the greatest, without its sign */
  Shares shares;                 /* of the sweep */
  Field previous[STATES];        /* the other set of fields */
} MembraneSweep;

enum { WANTED = 7 };

/* A row of a field to prefetch when substep 0 is at row 0: what substep 0 and the last one read next. */
typedef struct Ahead {
  const float *cells;
  int row;
} Ahead;

/* A band of rows in one sweep, on the stack of its thread; its rows lie in MembraneSweep. */
typedef struct Band {
  WeirWater *w;
  const MembraneStep *step;
  int count, k0, k1;
  bool nine, bodies, fresh;
  MembraneEnd end;
  bool copied;                             /* level 0 is copied as well: a single substep would overwrite rows that it still reads */
  bool row_copies;                         /* without bodies the row itself does so, as it reads what is to be copied anyway */
  float *near[STATES][2 * REACH];          /* level 0: rows k0 - REACH ..., k1 ... */
  float *displacement[LEVELS][LEVEL_ROWS]; /* per level */
  float *velocity[VELOCITY_ROWS];          /* with bodies as the displacements; without, one for each row, which substeps overwrite */
  float *faces[FACE_ROWS];                 /* of the last rows that differ */
  const float *faces_of[FACE_ROWS];        /* of the last rows */
  int found;                               /* how many of them */
  Ahead wanted[WANTED];
  MembraneReduction *reduction;
} Band;

enum { ROWS_EACH = STATES * 2 * REACH + LEVELS * LEVEL_ROWS + VELOCITY_ROWS + FACE_ROWS * MEMBRANE_FACES };

static void sweep_free(MembraneSweep *sweep) {
  if (!sweep) return;
  for (int n = 0; n < STATES; n++) memory_free(sweep->previous[n].block);
  void *const blocks[] = {sweep->floats, sweep->kinds, sweep->alike, sweep->runs, sweep->reductions, sweep->least_rest_depth, sweep};
  blocks_free(blocks, sizeof blocks / sizeof *blocks);
}

static int blocks_of(const WeirWater *w) {
  return (w->nx + MEMBRANE_BLOCK - 1) / MEMBRANE_BLOCK;
}

bool membrane_sweep_create(WeirWater *w) {
  if (!w->membrane.openness_stale) w->membrane.openness_stale = memory_create((size_t)w->nz + 2, 1);
  if (!w->membrane.openness_stale) return false;
  MembraneSweep *const old = w->membrane.sweep;
  if (old && old->bands >= w->threads) return true;
  MembraneSweep *const sweep = memory_create(1, sizeof *sweep);
  if (!sweep) return false;
  sweep->bands = w->threads;
  sweep->groups = (w->nx + MEMBRANE_GROUP - 1) / MEMBRANE_GROUP + 2;
  sweep->width = LEAD + (w->nx + MEMBRANE_GROUP - 1) / MEMBRANE_GROUP * MEMBRANE_GROUP + TAIL;
  sweep->each = (size_t)sweep->width * ROWS_EACH;
  sweep->floats = memory_create(sweep->each * (size_t)sweep->bands, sizeof *sweep->floats);
  sweep->kinds = memory_create((size_t)sweep->groups * (size_t)(w->nz + 2), 1);
  sweep->alike = memory_create((size_t)w->nz + 1, 1);
  sweep->runs = memory_create((size_t)sweep->groups * (size_t)w->nz, sizeof *sweep->runs);
  sweep->reductions = memory_create((size_t)sweep->bands, sizeof *sweep->reductions);
  sweep->least_rest_depth = memory_create((size_t)w->nz * (size_t)blocks_of(w), sizeof *sweep->least_rest_depth);
  bool ok = sweep->floats && sweep->kinds && sweep->alike && sweep->runs && sweep->reductions && sweep->least_rest_depth;
  for (int n = 0; n < STATES; n++) ok = field_create(w, &sweep->previous[n]) && ok;
  if (ok && old)
    for (int n = 0; n < STATES; n++) memcpy(sweep->previous[n].block, old->previous[n].block, field_bytes(w));
  sweep_free(ok ? old : sweep);
  if (!ok) return false;
  w->membrane.sweep = sweep;
  w->membrane.rest_depths_stale = true;
  openness_changed_all(w);
  return true;
}

void membrane_sweep_destroy(WeirWater *w) {
  sweep_free(w->membrane.sweep);
  w->membrane.sweep = NULL;
  memory_free(w->membrane.openness_stale);
  w->membrane.openness_stale = NULL;
}

static uint8_t *kinds_of(const WeirWater *w, int k) {
  return w->membrane.sweep->kinds + (ptrdiff_t)(k + 1) * w->membrane.sweep->groups + 1;
}

static MembraneRun *runs_of(const WeirWater *w, int k) {
  return w->membrane.sweep->runs + (ptrdiff_t)k * w->membrane.sweep->groups;
}

static MembranePath path_of(const WeirWater *w, int k, int group) {
  const uint8_t *const own = kinds_of(w, k) + group;
  const int all = own[0] | own[-w->membrane.sweep->groups] | own[w->membrane.sweep->groups];
  const bool whole = (group + 1) * MEMBRANE_GROUP <= w->nx;
  if (!(all & MEMBRANE_CLOSED) && whole) return MEMBRANE_FREE;
  if (!(own[0] & MEMBRANE_OPEN)) return MEMBRANE_LAND;
  return all & MEMBRANE_COVERED ? MEMBRANE_BODIES : MEMBRANE_FACED;
}

static void runs_find(WeirWater *w, int k) {
  MembraneRun *run = runs_of(w, k);
  const int groups = w->membrane.sweep->groups - 2;
  for (int group = 0; group < groups; run++) {
    const MembranePath path = path_of(w, k, group++);
    while (group < groups && path_of(w, k, group) == path) group++;
    *run = (MembraneRun){.end = (uint16_t)group, .path = (uint16_t)path};
  }
}

/* Updates the kinds of row k; returns true if they have changed. */
static bool kinds_find(WeirWater *w, int k, bool bodies) {
  uint8_t kinds[WEIR_GRID_MAX / MEMBRANE_GROUP + 1];
  const ptrdiff_t r = k * w->stride;
  const size_t groups = (size_t)w->membrane.sweep->groups - 2;
  kernels()->membrane->kinds(w->membrane.openness.cells + r, bodies ? w->bodies.occupancy.cells + r : NULL, kinds, w->nx);
  if (memcmp(kinds, kinds_of(w, k), groups) == 0) return false;
  memcpy(kinds_of(w, k), kinds, groups);
  return true;
}

enum { UNKNOWN, DIFFERS, ALIKE };

/* A renewing of kinds. On the stack. */
typedef struct Renewal {
  WeirWater *water;
  bool bodies, shared; /* as in kinds_renew */
} Renewal;

static void renew_kinds(void *data, int k0, int k1) {
  const Renewal *const r = data;
  WeirWater *const w = r->water;
  uint8_t *const stale = w->membrane.openness_stale + 1, *const alike = w->membrane.sweep->alike;
  for (int k = k0; k < k1; k++) {
    if (k >= 0 && r->shared && alike[k] == UNKNOWN) { /* compared with the columns beside the grid, on which its faces depend */
      const float *const row = w->membrane.openness.cells + k * w->stride - 1;
      alike[k] = memcmp(row, row - w->stride, sizeof *row * (size_t)(w->nx + 2)) ? DIFFERS : ALIKE;
    }
    stale[k] = stale[k] && kinds_find(w, k, r->bodies);
  }
}

static void renew_runs(void *data, int k0, int k1) {
  WeirWater *const w = ((const Renewal *)data)->water;
  const uint8_t *const stale = w->membrane.openness_stale + 1;
  for (int k = k0; k < k1; k++)
    if (stale[k - 1] | stale[k] | stale[k + 1]) runs_find(w, k);
}

/* Updates the kinds and runs of rows whose openness or cover has changed. `shared`: rows that are alike may share faces. */
static void kinds_renew(WeirWater *w, bool bodies, bool shared) {
  uint8_t *const stale = w->membrane.openness_stale + 1, *const alike = w->membrane.sweep->alike;
  bool any = false;
  for (int k = 0; k <= w->nz; k++) {
    if (stale[k - 1] | stale[k]) alike[k] = UNKNOWN;
    any = any || stale[k - 1] || stale[k] || (shared && alike[k] == UNKNOWN);
  }
  if (!any) return;
  Renewal renewal = {w, bodies, shared};
  team_rows(w->threads, -1, w->nz + 1, renew_kinds, &renewal);
  team_rows(w->threads, 0, w->nz, renew_runs, &renewal);
  memset(w->membrane.openness_stale, 0, (size_t)w->nz + 2);
}

/* --- a band ---------------------------------------------------------------------------------------------------------- */

static Field *field_of(WeirWater *w, int state) {
  return state == DISPLACEMENT ? &w->membrane.displacement : &w->membrane.vertical_velocity;
}

/* Row k of level 0. */
static const float *row_given(const Band *b, int state, int k) {
  const WeirWater *const w = b->w;
  if (b->fresh) return w->membrane.sweep->previous[state].cells + k * w->stride;
  if (k < b->k0 && b->k0 > 0) return b->near[state][k - (b->k0 - REACH)];
  if (k >= b->k1 && b->k1 < w->nz) return b->near[state][REACH + k - b->k1];
  return field_of(b->w, state)->cells + k * w->stride;
}

/* A private row of a level. */
static float *row_own(const Band *b, int level, int state, int k) {
  if (state == DISPLACEMENT) return b->displacement[level][k & (LEVEL_ROWS - 1)];
  return b->velocity[b->bodies ? level * LEVEL_ROWS + (k & (LEVEL_ROWS - 1)) : k & (VELOCITY_ROWS - 1)];
}

static bool row_is_copied(const Band *b, int state, int k, int j) {
  return b->copied && k >= b->k0 && k < (b->row_copies ? j : b->k1) && (state == DISPLACEMENT || b->bodies);
}

/* Row k of a level, for row j. */
static const float *row_at(const Band *b, int level, int state, int k, int j) {
  const bool given = k < 0 || k >= b->w->nz || (level == 0 && !row_is_copied(b, state, k, j));
  return given ? row_given(b, state, k) : row_own(b, level, state, k);
}

/* Finds the share of the wanted rows that substep t prefetches at row j. */
static void rows_ahead(const Band *b, int t, int j, const float *ahead[MEMBRANE_AHEAD]) {
  for (int n = 0; n < MEMBRANE_AHEAD; n++) {
    const int m = t + n * b->count;
    ahead[n] = b->velocity[0]; /* a row that is in the cache: no prefetch */
    if (m >= WANTED || !b->wanted[m].cells) continue;
    const int row = j + t + b->wanted[m].row, most = b->w->nz - 1;
    ahead[n] = b->wanted[m].cells + (row < 0 ? 0 : row > most ? most : row) * b->w->stride;
  }
}

/* Copies the columns beyond the sides. */
static void sides_copy(const WeirWater *w, const float *from, float *to) {
  memcpy(to - HALO_COLUMNS, from - HALO_COLUMNS, sizeof(float) * HALO_COLUMNS);
  memcpy(to + w->nx, from + w->nx, sizeof(float) * HALO_COLUMNS);
}

/* Returns true if row j has the faces of the row before. */
static bool faces_are_shared(const Band *b, int j) {
  const uint8_t *const alike = b->w->membrane.sweep->alike + j;
  return !b->bodies && j > 0 && j < b->w->nz && alike[-1] == ALIKE && alike[0] == ALIKE && alike[1] == ALIKE;
}

/* The faces of row j, which the first substep computes for the others too. A single one computes them on the way where no row shares them. */
static void band_faces(Band *b, MembraneRow *row, int t, int j) {
  const float **const of = b->faces_of;
  row->faces = NULL;
  if (b->count == 1 && (b->bodies || b->found > 0) && !(faces_are_shared(b, j) || faces_are_shared(b, j + 1))) return;
  if (t == 0 && b->found > 0 && faces_are_shared(b, j)) {
    /* along straight walls most rows have the faces of the row before */
    of[j % FACE_ROWS] = of[(j - 1) % FACE_ROWS];
  } else if (t == 0) {
    float *const to = b->faces[b->found++ % FACE_ROWS];
    (b->nine ? kernels()->membrane->faces9 : kernels()->membrane->faces5)(b->step, row, to, b->w->nx);
    of[j % FACE_ROWS] = to;
  }
  row->faces = of[j % FACE_ROWS];
}

static void band_row(Band *b, int t, int j) {
  WeirWater *const w = b->w;
  const ptrdiff_t r = j * w->stride;
  const bool last = t == b->count - 1;
  const MembraneEnd end = last ? b->end : MEMBRANE_GOES_ON;
  MembraneRow row; /* field by field: to clear it first costs more than all this */
  row.u_north = row_at(b, t, DISPLACEMENT, j - 1, j);
  row.u = row_at(b, t, DISPLACEMENT, j, j);
  row.u_south = row_at(b, t, DISPLACEMENT, j + 1, j);
  row.v_north = b->bodies ? row_at(b, t, VELOCITY, j - 1, j) : NULL;
  row.v = row_at(b, t, VELOCITY, j, j);
  row.v_south = b->bodies ? row_at(b, t, VELOCITY, j + 1, j) : NULL;
  row.open = w->membrane.openness.cells + r;
  row.cover = b->bodies ? w->bodies.occupancy.cells + r : NULL;
  row.runs = runs_of(w, j);
  row.to_u = last ? w->membrane.displacement.cells + r : row_own(b, t + 1, DISPLACEMENT, j);
  row.to_v = last ? w->membrane.vertical_velocity.cells + r : row_own(b, t + 1, VELOCITY, j);
  row.u_copy = b->row_copies ? row_own(b, 0, DISPLACEMENT, j) : NULL;
  row.rest_level = w->membrane.rest_level.cells + r;
  row.terrain = w->terrain.cells + r;
  row.depth = end == MEMBRANE_WITH_DEPTHS ? w->depth.cells + r : NULL;
  row.least_rest_depth = end == MEMBRANE_GOES_ON ? NULL : w->membrane.sweep->least_rest_depth + (ptrdiff_t)j * blocks_of(w);
  row.reduction = b->reduction;
  if (!last || b->fresh) sides_copy(w, row.u, row.to_u);
  if (row.u_copy) sides_copy(w, row.u, row.u_copy);
  if (last ? b->fresh : b->bodies) sides_copy(w, row_given(b, VELOCITY, j), row.to_v);
  row.more_ahead = b->count == 1;
  rows_ahead(b, t, j, row.ahead);
  band_faces(b, &row, t, j);
  (b->nine ? kernels()->membrane->step9 : kernels()->membrane->step5)(b->step, &row, w->nx);
}

/* Copies the rows of level 0 that row j will overwrite and the next row reads. */
static void band_copy(const Band *b, int j) {
  const int end = j + 2 < b->k1 ? j + 2 : b->k1;
  for (int k = j == b->k0 ? j : j + 1; k < end; k++)
    for (int n = 0; n < STATES; n++)
      if (row_is_copied(b, n, k, k))
        memcpy(row_own(b, 0, n, k) - LEAD / 2, row_given(b, n, k) - LEAD / 2, sizeof(float) * (size_t)(b->w->membrane.sweep->width - LEAD));
}

static void band_sweep(Band *b) {
  const int nz = b->w->nz;
  for (int r = b->k0 - b->count; r < b->k1 + 2 * b->count; r += ROWS_AT_ONCE)
    for (int t = 0; t < b->count; t++) { /* rows r - t to r - t + ROWS_AT_ONCE, as far as the band needs them */
      const int more = b->count - 1 - t, from = r - t;
      const int first = b->k0 > more ? b->k0 - more : 0, last = b->k1 + more < nz ? b->k1 + more : nz;
      const int end = from + ROWS_AT_ONCE < last ? from + ROWS_AT_ONCE : last;
      for (int j = from > first ? from : first; j < end; j++) {
        if (b->copied && !b->row_copies) band_copy(b, j);
        band_row(b, t, j);
      }
    }
}

static int band_first(const WeirWater *w, int n, int bands) {
  return (int)((float)w->nz * shares_before(&w->membrane.sweep->shares, n, bands));
}

static void band_init(Band *b, WeirWater *w, int index, int bands) {
  float *row = w->membrane.sweep->floats + (size_t)index * w->membrane.sweep->each + LEAD;
  b->k0 = band_first(w, index, bands);
  b->k1 = band_first(w, index + 1, bands);
  b->found = 0;
  b->reduction = &w->membrane.sweep->reductions[index];
  for (int n = 0; n < STATES; n++)
    for (int m = 0; m < 2 * REACH; m++, row += w->membrane.sweep->width) b->near[n][m] = row;
  for (int t = 0; t < LEVELS; t++)
    for (int m = 0; m < LEVEL_ROWS; m++, row += w->membrane.sweep->width) b->displacement[t][m] = row;
  for (int m = 0; m < VELOCITY_ROWS; m++, row += w->membrane.sweep->width) b->velocity[m] = row;
  for (int m = 0; m < FACE_ROWS; m++, row += w->membrane.sweep->width * MEMBRANE_FACES) b->faces[m] = row;
  *b->reduction = (MembraneReduction){.depth = {0}};
}

/* Copies the neighbours' rows before their bands overwrite them, as many as the substeps reach. */
static void band_save_rows(Band *b) {
  const WeirWater *const w = b->w;
  for (int n = 0; n < STATES; n++)
    for (int m = 0; m < 2 * REACH; m++) {
      const int k = m < REACH ? b->k0 - REACH + m : b->k1 + m - REACH;
      if (k < b->k0 - b->count - 1 || k > b->k1 + b->count || k < -HALO_ROWS || k >= w->nz + HALO_ROWS) continue;
      memcpy(b->near[n][m] - ROW_LEAD, field_of(b->w, n)->cells + k * w->stride - ROW_LEAD, sizeof(float) * (size_t)w->stride);
    }
}

void membrane_depths(WeirWater *w) {
  w->membrane.measured = w->membrane.bounded = false;
  depths_compute(w);
}

void membrane_swap(WeirWater *w) {
  for (int n = 0; n < STATES; n++) field_swap(field_of(w, n), &w->membrane.sweep->previous[n]);
}

/* Where depths are left out, their greatest is bounded: by what the extremes are, and by rounding. */
static void bounds_close(WeirWater *w, float displacement, bool depths) {
  enum { MARGIN = 1 << 20 }; /* a few last places more */
  MembranePart *const m = &w->membrane;
  const float deepest = max_float(m->sweep->deepest_rest_depth, w->cell);
  m->displacement_max = depths ? w->extremes.depth + deepest : displacement;
  if (!depths) w->extremes.depth = deepest + displacement;
  if (!depths) w->extremes.depth += w->extremes.depth / MARGIN;
  m->displacement_max += m->displacement_max / MARGIN;
  m->bounded = m->bad == 0;
}

static bool reduction_close(WeirWater *w, int bands, bool depths) {
  float depth = 0, displacement = 0, velocity = 0, low = 0;
  int bad = 0;
  for (int n = 0; n < bands; n++) {
    const MembraneReduction *const t = &w->membrane.sweep->reductions[n];
    for (int lane = 0; lane < MEMBRANE_GROUP; lane++) {
      depth = max_float(depth, t->depth[lane]);
      displacement = max_float(displacement, t->displacement[lane]);
      velocity = max_float(velocity, t->velocity[lane]);
      low = min_float(low, t->low[lane]);
      bad += !(fabsf(t->sum[lane]) < INFINITY) || t->depth[lane] > WALL_HEIGHT || t->displacement[lane] > WALL_HEIGHT ||
             t->velocity[lane] > WALL_HEIGHT;
    }
  }
  w->extremes.depth = depth;
  w->extremes.speed = velocity;
  w->membrane.bad = bad;
  w->membrane.measured = true;
  bounds_close(w, displacement, depths);
  return low < 0.0f;
}

/* A sweep over all bands. On the stack. */
typedef struct Sweep {
  const Band *common; /* what all have in common */
  int bands;
  void (*pass)(Band *band);
} Sweep;

static void sweep_band(void *data, int n) {
  const Sweep *const s = data;
  const FloatMode mode = float_mode_flush();
  Band band = *s->common;
  band_init(&band, band.w, n, s->bands);
  s->pass(&band);
  float_mode_restore(mode);
}

/* Finds the least depths at rest of rows [k0, k1) and the greatest. */
static void rest_depth_rows(void *data, int k0, int k1) {
  WeirWater *const w = data;
  MembraneSweep *const s = w->membrane.sweep;
  for (int k = k0; k < k1; k++) {
    const float *const rest = w->membrane.rest_level.cells + k * w->stride, *const bed = w->terrain.cells + k * w->stride;
    const int32_t *const label = w->membrane.lakes.label + (ptrdiff_t)k * w->nx;
    float *const least = s->least_rest_depth + (ptrdiff_t)k * blocks_of(w);
    for (int n = 0; n < blocks_of(w); n++) least[n] = WALL_HEIGHT;
    for (int i = 0; i < w->nx; i++) {
      if (label[i] < 0) continue;
      least[i / MEMBRANE_BLOCK] = min_float(least[i / MEMBRANE_BLOCK], rest[i] - bed[i]);
      s->deepest_rest_depth = max_float(s->deepest_rest_depth, fabsf(rest[i] - bed[i]));
    }
  }
}

/* Updates the depths at rest after rest levels or the ground have changed. */
static void rest_depths_renew(WeirWater *w) {
  if (!w->membrane.rest_depths_stale) return;
  w->membrane.rest_depths_stale = false;
  w->membrane.sweep->deepest_rest_depth = 0.0f;
  rest_depth_rows(w, 0, w->nz);
}

bool membrane_sweep(WeirWater *w, const MembraneStep *step, int count, bool nine, bool bodies, bool fresh, MembraneEnd end) {
  const bool depths = end == MEMBRANE_WITH_DEPTHS;
  const int bands = w->threads < w->membrane.sweep->bands ? w->threads : w->membrane.sweep->bands;
  kinds_renew(w, bodies, !bodies);
  rest_depths_renew(w);
  if (fresh) membrane_swap(w);
  const Field *const previous = w->membrane.sweep->previous;
  const int first = ROWS_AT_ONCE, last = ROWS_AT_ONCE + 1 - count; /* the next rows of the first substep and of the last */
  for (int n = 0; fresh && n < STATES; n++) {                      /* open sides store their memory in the halo */
    const float *const from = previous[n].cells - HALO_COLUMNS;
    float *const to = field_of(w, n)->cells - HALO_COLUMNS;
    for (int m = -HALO_ROWS; m < HALO_ROWS; m++) {
      const ptrdiff_t row = (m < 0 ? m : w->nz + m) * w->stride;
      memcpy(to + row, from + row, sizeof(float) * (size_t)(w->nx + 2 * HALO_COLUMNS));
    }
  }
  Band common = {.w = w,
                 .step = step,
                 .count = count,
                 .nine = nine,
                 .bodies = bodies,
                 .fresh = fresh,
                 .end = end,
                 .copied = !fresh && count == 1,
                 .row_copies = !fresh && count == 1 && !bodies};
  const Ahead all[] = {{fresh ? previous[DISPLACEMENT].cells : NULL, first + 1},
                       {fresh ? previous[VELOCITY].cells : NULL, first},
                       {w->membrane.displacement.cells, fresh ? first : first + 1},
                       {w->membrane.vertical_velocity.cells, first},
                       {depths ? w->membrane.rest_level.cells : NULL, last},
                       {depths ? w->terrain.cells : NULL, last},
                       {depths ? w->depth.cells : NULL, last}};
  int wanted = 0;
  for (int n = 0; n < WANTED; n++)
    if (all[n].cells) common.wanted[wanted++] = all[n];
  Sweep sweep = {&common, bands, band_save_rows};
  if (!fresh && bands > 1) team_run(bands, bands, sweep_band, &sweep);
  sweep.pass = band_sweep;
  shares_run(&w->membrane.sweep->shares, bands, sweep_band, &sweep);
  if (depths) atomic_store_explicit(&w->membrane.depths, DEPTHS_CURRENT, memory_order_relaxed);
  return end != MEMBRANE_GOES_ON && reduction_close(w, bands, depths);
}
