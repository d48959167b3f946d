#include "weir/membrane_sweep.h"

#include <math.h>
#include <string.h>

#include "base/float_mode.h"
#include "base/memory.h"

#ifdef _OPENMP
#include <omp.h>
#endif

/* A band of rows [k0, k1) belongs to one thread. Of its neighbours' rows it advances as many as its own will need on
 * private copies: substep t of T needs T-1-t rows more on either side. Substep t comes to row j in step r = j + t of the
 * sweep, when the substep before has just done row j+1, and saves each row before it overwrites it, for row j+1 to look
 * back at. */
enum { MOST = MEMBRANE_SWEEP_MOST, REACH = MOST + 1, LEAD = 32, TAIL = 48 };

/* Substeps of a sweep from which on it pays to find faces once for all of them. */
enum { FACES_FROM = 2 };

enum { OFFSET, RATE, STATES };

typedef struct MembraneWork {
  int bands, groups; /* groups: of a row, with the two of the halo */
  ptrdiff_t width;
  size_t each;
  float *floats;
  uint8_t *kinds;    /* rows -1 to nz, groups -1 to one beyond the last */
  uint8_t *stale;    /* per row: kinds are to be looked up */
  MembraneRun *runs; /* rows 0 to nz - 1 */
  uint8_t *bodies;   /* rows -1 to nz: some run is MEMBRANE_BODIES */
  MembraneTally *tally; /* per band */
  int bad;              /* of the last sweep with depths: what is not finite */
  bool measured;        /* ... not yet asked for */
  Field before[STATES]; /* the other set of fields */
} MembraneWork;

typedef struct Band {
  WeirWater *w;
  const MembraneStep *step;
  int count, k0, k1;
  bool nine, bodies, fresh, depths;
  float *near[STATES][2 * REACH];       /* private rows k0 - REACH ..., k1 ... */
  float *saved[MOST][STATES][2];        /* per substep: rows j and j-1 before it */
  float *faces[MOST];                   /* of the last rows */
  MembraneTally *tally;
} Band;

enum { ROWS_EACH = STATES * 2 * REACH + MOST * STATES * 2 + MOST * MEMBRANE_FACES };

static void work_free(MembraneWork *work) {
  if (!work) return;
  memory_free(work->floats);
  memory_free(work->kinds);
  memory_free(work->stale);
  memory_free(work->runs);
  memory_free(work->bodies);
  memory_free(work->tally);
  for (int n = 0; n < STATES; n++) memory_free(work->before[n].block);
  memory_free(work);
}

bool membrane_sweep_create(WeirWater *w) {
  MembraneWork *const old = w->membrane;
  if (old && old->bands >= w->threads) return true;
  MembraneWork *const work = memory_create(1, sizeof *work);
  if (!work) return false;
  work->bands = w->threads;
  work->groups = (w->nx + MEMBRANE_GROUP - 1) / MEMBRANE_GROUP + 2;
  work->width = LEAD + (w->nx + MEMBRANE_GROUP - 1) / MEMBRANE_GROUP * MEMBRANE_GROUP + TAIL;
  work->each = (size_t)work->width * ROWS_EACH;
  work->floats = memory_create(work->each * (size_t)work->bands, sizeof *work->floats);
  work->kinds = memory_create((size_t)work->groups * (size_t)(w->nz + 2), 1);
  work->stale = memory_create((size_t)w->nz + 2, 1);
  work->runs = memory_create((size_t)work->groups * (size_t)w->nz, sizeof *work->runs);
  work->bodies = memory_create((size_t)w->nz + 2, 1);
  work->tally = memory_create((size_t)work->bands, sizeof *work->tally);
  bool ok = work->floats && work->kinds && work->stale && work->runs && work->bodies && work->tally;
  for (int n = 0; n < STATES; n++) ok = field_create(w, &work->before[n]) && ok;
  if (ok && old)
    for (int n = 0; n < STATES; n++) memcpy(work->before[n].block, old->before[n].block, field_bytes(w));
  work_free(ok ? old : work);
  if (!ok) return false;
  w->membrane = work;
  membrane_opened_all(w);
  return true;
}

void membrane_sweep_destroy(WeirWater *w) {
  work_free(w->membrane);
  w->membrane = NULL;
}

/* --- kinds ----------------------------------------------------------------------------------------------------------- */

void membrane_opened(WeirWater *w, int k) {
  if (w->membrane) w->membrane->stale[k + 1] = 1;
}

void membrane_opened_all(WeirWater *w) {
  if (w->membrane) memset(w->membrane->stale, 1, (size_t)w->nz + 2);
}

static uint8_t *kinds_of(const WeirWater *w, int k) {
  return w->membrane->kinds + (ptrdiff_t)(k + 1) * w->membrane->groups + 1;
}

static MembraneRun *runs_of(const WeirWater *w, int k) {
  return w->membrane->runs + (ptrdiff_t)k * w->membrane->groups;
}

static MembranePath path_of(const WeirWater *w, int k, int group) {
  const uint8_t *const own = kinds_of(w, k) + group;
  const int all = own[0] | own[-w->membrane->groups] | own[w->membrane->groups];
  const bool whole = (group + 1) * MEMBRANE_GROUP <= w->nx;
  if (!(all & MEMBRANE_SHUT) && whole) return MEMBRANE_FREE;
  if (!(own[0] & MEMBRANE_OPEN)) return MEMBRANE_STILL;
  return all & MEMBRANE_COVERED ? MEMBRANE_BODIES : MEMBRANE_FACED;
}

static void runs_find(WeirWater *w, int k) {
  MembraneRun *run = runs_of(w, k);
  const int groups = w->membrane->groups - 2;
  bool bodies = false;
  for (int group = 0, path = path_of(w, k, 0); group < groups;) {
    run->path = (uint16_t)path;
    bodies = bodies || path == MEMBRANE_BODIES;
    while (++group < groups && (path = (int)path_of(w, k, group)) == run->path) {}
    run++->end = (uint16_t)group;
  }
  w->membrane->bodies[k + 1] = bodies;
}

static void kinds_renew(WeirWater *w, bool bodies) {
  uint8_t *const stale = w->membrane->stale + 1;
#pragma omp parallel num_threads(w->threads)
  {
#pragma omp for schedule(static)
    for (int k = -1; k <= w->nz; k++) {
      const ptrdiff_t r = k * w->stride;
      if (stale[k]) membrane_rows()->kinds(w->open.cells + r, bodies ? w->occupancy.cells + r : NULL, kinds_of(w, k), w->nx);
    }
#pragma omp for schedule(static)
    for (int k = 0; k < w->nz; k++)
      if (stale[k - 1] | stale[k] | stale[k + 1]) runs_find(w, k);
  }
  memset(w->membrane->stale, 0, (size_t)w->nz + 2);
}

/* --- a band ---------------------------------------------------------------------------------------------------------- */

static Field *field_of(WeirWater *w, int state) {
  return state == OFFSET ? &w->offset : &w->rate;
}

/* Row k of the band's own working state. */
static float *row_of(const Band *b, int state, int k) {
  if (k < b->k0 && b->k0 > 0) return b->near[state][k - (b->k0 - REACH)];
  if (k >= b->k1 && b->k1 < b->w->nz) return b->near[state][REACH + k - b->k1];
  return field_of(b->w, state)->cells + k * b->w->stride;
}

/* Row k as substep t finds it, where that substep has not been yet. */
static const float *row_before(const Band *b, int t, int state, int k) {
  if (t == 0 && b->fresh) return b->w->membrane->before[state].cells + k * b->w->stride;
  return row_of(b, state, k);
}

/* The rates of row j as substep t finds them, around bodies in it and in the row to its south, before they change. */
static void rates_save(const Band *b, int t, int j) {
  const float *const v = row_of(b, RATE, j);
  float *const saved = b->saved[t][RATE][j & 1];
  for (int k = j; k <= j + 1; k++) {
    if (!b->w->membrane->bodies[k + 1]) continue;
    const MembraneRun *run = runs_of(b->w, k);
    for (int group = 0; group < b->w->membrane->groups - 2; group = run++->end)
      if (run->path == MEMBRANE_BODIES)
        memcpy(saved + (group - 1) * MEMBRANE_GROUP, v + (group - 1) * MEMBRANE_GROUP,
               sizeof(float) * MEMBRANE_GROUP * (size_t)(run->end - group + 2));
  }
}

/* What substep 0 and the last one will want of memory in the next rows, a share for each substep. */
static void rows_ahead(const Band *b, int t, int j, const float *ahead[MEMBRANE_AHEAD]) {
  const WeirWater *const w = b->w;
  const MembraneWork *const work = w->membrane;
  const int first = j + t + 1, last = first - b->count + 1; /* the rows that they come to next */
  const struct {
    const float *cells;
    int row;
  } wanted[] = {{b->fresh ? work->before[OFFSET].cells : NULL, first + 1},
                {b->fresh ? work->before[RATE].cells : NULL, first},
                {w->offset.cells, b->fresh ? first : first + 1},
                {w->rate.cells, first},
                {b->depths ? w->rest.cells : NULL, last},
                {b->depths ? w->terrain.cells : NULL, last},
                {b->depths ? w->depth.cells : NULL, last}};
  enum { WANTED = sizeof wanted / sizeof wanted[0] };
  for (int n = 0; n < MEMBRANE_AHEAD; n++) {
    const int m = t * MEMBRANE_AHEAD + n;
    const bool some = m < WANTED && wanted[m].cells && wanted[m].row >= 0 && wanted[m].row < w->nz;
    ahead[n] = some ? wanted[m].cells + wanted[m].row * w->stride : row_of(b, OFFSET, j);
  }
}

static void band_row(const Band *b, int t, int j) {
  WeirWater *const w = b->w;
  const ptrdiff_t r = j * w->stride;
  const bool fresh = t == 0 && b->fresh, last = b->depths && t == b->count - 1 && j >= b->k0 && j < b->k1;
  float *const *const u_saved = b->saved[t][OFFSET], *const *const v_saved = b->saved[t][RATE];
  MembraneRow row = {.u_north = fresh ? row_before(b, t, OFFSET, j - 1) : u_saved[(j + 1) & 1],
                     .u = row_before(b, t, OFFSET, j), .u_south = row_before(b, t, OFFSET, j + 1),
                     .v = row_before(b, t, RATE, j),
                     .open_north = w->open.cells + r - w->stride, .open = w->open.cells + r,
                     .open_south = w->open.cells + r + w->stride,
                     .runs = runs_of(w, j), .faces = b->count >= FACES_FROM ? b->faces[j & (MOST - 1)] : NULL,
                     .to_u = row_of(b, OFFSET, j), .to_v = row_of(b, RATE, j), .old_u = fresh ? NULL : u_saved[j & 1],
                     .tally = b->tally};
  if (b->bodies) {
    row.v_north = fresh ? row_before(b, t, RATE, j - 1) : v_saved[(j + 1) & 1];
    row.v_kept = fresh ? row.v : v_saved[j & 1];
    row.v_south = row_before(b, t, RATE, j + 1);
    row.cover_north = w->occupancy.cells + r - w->stride;
    row.cover = w->occupancy.cells + r;
    row.cover_south = w->occupancy.cells + r + w->stride;
    if (!fresh) rates_save(b, t, j);
  }
  if (!fresh) { /* the columns beyond the sides, for the row to the south */
    memcpy(u_saved[j & 1] - HALO_COLUMNS, row.u - HALO_COLUMNS, sizeof(float) * HALO_COLUMNS);
    memcpy(u_saved[j & 1] + w->nx, row.u + w->nx, sizeof(float) * HALO_COLUMNS);
  }
  if (last) {
    row.rest = w->rest.cells + r;
    row.terrain = w->terrain.cells + r;
    row.depth = w->depth.cells + r;
  }
  rows_ahead(b, t, j, row.ahead);
  const MembraneRows *const rows = membrane_rows();
  if (t == 0 && row.faces) (b->nine ? rows->faces9 : rows->faces5)(b->step, &row, b->faces[j & (MOST - 1)], w->nx);
  (b->nine ? rows->step9 : rows->step5)(b->step, &row, w->nx);
}

/* The row before the first that substep t does, as it was: the first one looks back at it. */
static void band_look_back(const Band *b, int t, int first) {
  if (t == 0 && b->fresh) return;
  for (int n = 0; n < STATES; n++)
    memcpy(b->saved[t][n][(first + 1) & 1] - LEAD / 2, row_before(b, t, n, first - 1) - LEAD / 2,
           sizeof(float) * (size_t)(b->w->membrane->width - LEAD));
}

static void band_sweep(const Band *b) {
  const int nz = b->w->nz;
  for (int r = b->k0 - b->count; r < b->k1 + 2 * b->count; r++)
    for (int t = 0; t < b->count; t++) {
      const int more = b->count - 1 - t, j = r - t;
      const int first = b->k0 > more ? b->k0 - more : 0, end = b->k1 + more < nz ? b->k1 + more : nz;
      if (j < first || j >= end) continue;
      if (j == first) band_look_back(b, t, first);
      band_row(b, t, j);
    }
}

static void band_init(Band *b, WeirWater *w, int index, int bands) {
  float *row = w->membrane->floats + (size_t)index * w->membrane->each + LEAD;
  b->k0 = (int)((int64_t)w->nz * index / bands);
  b->k1 = (int)((int64_t)w->nz * (index + 1) / bands);
  b->tally = &w->membrane->tally[index];
  for (int n = 0; n < STATES; n++)
    for (int m = 0; m < 2 * REACH; m++, row += w->membrane->width) b->near[n][m] = row;
  for (int t = 0; t < MOST; t++)
    for (int n = 0; n < STATES; n++)
      for (int m = 0; m < 2; m++, row += w->membrane->width) b->saved[t][n][m] = row;
  for (int m = 0; m < MOST; m++, row += w->membrane->width * MEMBRANE_FACES) b->faces[m] = row;
  *b->tally = (MembraneTally){{0}, {0}, {0}, {0}};
}

/* The neighbours' rows, before anybody overwrites them. */
static void band_keep(const Band *b) {
  const WeirWater *const w = b->w;
  for (int n = 0; n < STATES; n++)
    for (int m = 0; m < 2 * REACH; m++) {
      const int k = m < REACH ? b->k0 - REACH + m : b->k1 + m - REACH;
      if (k < -HALO_ROWS || k >= w->nz + HALO_ROWS) continue;
      const Field *const field = b->fresh ? &w->membrane->before[n] : field_of(b->w, n);
      memcpy(b->near[n][m] - ROW_LEAD, field->cells + k * w->stride - ROW_LEAD, sizeof(float) * (size_t)w->stride);
    }
}

void membrane_depths(WeirWater *w) {
  w->membrane->measured = false;
#pragma omp parallel for schedule(static) num_threads(w->threads)
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) {
      const ptrdiff_t at = water_index(w, i, k);
      if (w->open.cells[at] > 0.0f)
        w->depth.cells[at] = (w->rest.cells[at] - w->terrain.cells[at]) + w->offset.cells[at];
    }
}

void membrane_asked(WeirWater *w) {
  w->membrane->measured = false;
}

bool membrane_measured(WeirWater *w, int *bad) {
  const bool measured = w->membrane->measured;
  w->membrane->measured = false;
  *bad = w->membrane->bad;
  return measured;
}

void membrane_swap(WeirWater *w) {
  for (int n = 0; n < STATES; n++) {
    Field *const field = field_of(w, n), kept = *field;
    *field = w->membrane->before[n];
    w->membrane->before[n] = kept;
  }
}

/* What lies in the halo belongs to the state: open sides remember there. */
static void halo_copy(WeirWater *w) {
  for (int n = 0; n < STATES; n++) {
    const Field *const from = &w->membrane->before[n], *const to = field_of(w, n);
    for (int k = -HALO_ROWS; k < w->nz + HALO_ROWS; k++) {
      const ptrdiff_t r = k * w->stride;
      const bool all = k < 0 || k >= w->nz;
      memcpy(to->cells + r - HALO_COLUMNS, from->cells + r - HALO_COLUMNS,
             sizeof(float) * (size_t)(all ? w->nx + 2 * HALO_COLUMNS : HALO_COLUMNS));
      memcpy(to->cells + r + w->nx, from->cells + r + w->nx, sizeof(float) * HALO_COLUMNS);
    }
  }
}

static bool tally_close(WeirWater *w, int bands) {
  float depth = 0, rate = 0, low = 0;
  int bad = 0;
  for (int n = 0; n < bands; n++) {
    const MembraneTally *const t = &w->membrane->tally[n];
    for (int lane = 0; lane < MEMBRANE_GROUP; lane++) {
      depth = max_float(depth, t->depth[lane]);
      rate = max_float(rate, t->rate[lane]);
      low = min_float(low, t->low[lane]);
      bad += !(t->sum[lane] < INFINITY) || t->depth[lane] > WALL_HEIGHT || t->rate[lane] > WALL_HEIGHT;
    }
  }
  w->depth_max = depth;
  w->speed_max = rate;
  w->membrane->bad = bad;
  w->membrane->measured = true;
  return low < 0.0f;
}

bool membrane_sweep(WeirWater *w, const MembraneStep *step, int count, bool nine, bool bodies, bool fresh, bool depths) {
  const int bands = w->threads < w->membrane->bands ? w->threads : w->membrane->bands;
  kinds_renew(w, bodies);
  if (fresh) {
    membrane_swap(w);
    halo_copy(w);
  }
#pragma omp parallel num_threads(bands)
  {
    const FloatMode mode = float_mode_flush();
#ifdef _OPENMP
    const int own = omp_get_thread_num(), team = omp_get_num_threads();
#else
    const int own = 0, team = 1;
#endif
    Band band = {.w = w, .step = step, .count = count, .nine = nine, .bodies = bodies, .fresh = fresh, .depths = depths};
    for (int phase = 0; phase < 2; phase++) {
      for (int n = own; n < bands; n += team) {
        band_init(&band, w, n, bands);
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
  return depths && tally_close(w, bands);
}
