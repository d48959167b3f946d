/* The faces and cells that the solve is made from, in one pass down the rows of the water's own grid, a chain of stages as in wave_chain.h:
 *
 *   faces of row r      their heads and depths
 *   carried, row r      by what the current raises the surface, from the heads of rows r-1 and r
 *   pressed, row r-1    what presses on the surface, added to the heads once the current has them
 *   cells of row r-1    from the heads r-2 and r-1, and what is carried in rows r-2 to r
 *
 * Where wind blows, a pass before it finds by the same heads how it presses. Heads and what is carried live in rings of rows that stay in the cache. Each thread has a band of rows; beyond its ends it computes by itself
 * what it needs, and writes none of it. */
#include <string.h>

#include "base/float_mode.h"
#include "base/team.h"
#include "weir/boundary/boundary.h"
#include "weir/grid/flow_bodies.h"
#include "weir/grid/sleeping.h"
#include "weir/waves/tuned.h"
#include "weir/waves/wave_grids.h"
#include "weir/waves/wave_rows.h"
#include "weir/waves/waves.h"

enum { RING = 4, HEAD_X = 0, HEAD_Z, CARRIED, DEPTH_X, DEPTH_Z }; /* the last two: of rows of other bands */

typedef struct CellsBand CellsBand;

/* A pass. On the stack. */
typedef struct CellsPass {
  const WeirWater *w;
  const FlowBodies *bodies; /* NULL: none */
  float dt, small;          /* s; m: a head up to this moves nothing */
  int bands;
  void (*rows)(const CellsBand *band);
} CellsPass;

/* A thread's rows of it. On the stack. */
struct CellsBand {
  const CellsPass *pass;
  const WeirWater *w;
  Waves *waves;
  int k0, k1;
  bool joined_x, joined_z;
  ptrdiff_t width;
  float *rows;
};

static float *ring_row(const CellsBand *b, int which, int k) {
  return b->rows + (which * RING + (k & (RING - 1))) * b->width;
}

/* Returns true if row k is the band's; row -1, of the faces to the north of row 0, is the first band's. */
static bool is_own(const CellsBand *b, int k) {
  return (k >= b->k0 && k < b->k1) || (k == -1 && b->k0 == 0);
}

static float *depth_row(const CellsBand *b, int which, int k) {
  const WaveGrid *const g = &b->waves->grid[0];
  return is_own(b, k) ? (which == DEPTH_X ? g->depth_x : g->depth_z).cells + k * g->stride : ring_row(b, which, k);
}

/* The row of the grid that row k is, which may lie beyond a joined side. */
static int row_within(const CellsBand *b, int k) {
  return b->joined_z ? (k + b->w->nz) % b->w->nz : k;
}

/* Returns the place in a field of column 0 of a row that is so many ahead of row k, or of the last: what is there is fetched. */
static ptrdiff_t ahead_of(const CellsBand *b, int k, int rows) {
  return min_int(row_within(b, k) + rows, b->w->nz - 1) * b->w->stride;
}

/* Moves to the next stretch of row k, n counting from 0; returns false after the last. */
static bool stretch_of(const CellsBand *b, const WaveStretches *s, int k, int n, int *i0, int *i1) {
  const WaveTiles *const t = &b->waves->tiles;
  const int row = row_within(b, k) / TILE_ROWS;
  if (n >= s->counts[row]) return false;
  *i0 = s->at[row * t->most + n][0], *i1 = s->at[row * t->most + n][1];
  return true;
}

/* Nothing passes the sides of the grid but where they are joined. */
static void faces_finish(const CellsBand *b, float *head_x, float *depth_x, float *head_z, float *depth_z, bool ends) {
  const WeirWater *const w = b->w;
  if (!b->joined_x) head_x[-1] = depth_x[-1] = 0.0f;
  clear_beyond(depth_x, b->joined_x ? w->nx : w->nx - 1);
  join_row(w, depth_x, w->nx);
  clear_beyond(head_x, b->joined_x ? w->nx : w->nx - 1);
  clear_beyond(depth_z, w->nx);
  if (!ends) return;
  memset(depth_z, 0, sizeof(float) * (size_t)w->nx);
  memset(head_z, 0, sizeof(float) * (size_t)w->nx);
}

static void faces_row(const CellsBand *b, int k) {
  const WeirWater *const w = b->w;
  const WaveGrid *const g = &b->waves->grid[0];
  const bool beyond = !b->joined_z && (k < 0 || k >= w->nz);
  float *const head_x = ring_row(b, HEAD_X, k), *const head_z = ring_row(b, HEAD_Z, k);
  float *const depth_x = depth_row(b, DEPTH_X, k), *const depth_z = depth_row(b, DEPTH_Z, k);
  for (int n = 0, i0, i1; !beyond && stretch_of(b, &b->waves->tiles.of_around, k, n, &i0, &i1); n++) {
    const ptrdiff_t at = row_within(b, k) * w->stride + i0;
    const float *const bed = w->terrain.cells + at, *const depth = w->depth.cells + at;
    const ptrdiff_t ahead = ahead_of(b, k, 3) + i0;
    const WaveFaces east = {
        {bed, bed + 1}, {depth, depth + 1}, head_x + i0, depth_x + i0, {w->terrain.cells + ahead, w->depth.cells + ahead}};
    const WaveFaces south = {{bed, bed + w->stride},
                             {depth, depth + w->stride},
                             head_z + i0,
                             depth_z + i0,
                             {g->depth_x.cells + ahead_of(b, k, 2) + i0, g->depth_z.cells + ahead_of(b, k, 2) + i0}};
    kernels()->waves->faces(&east, -16, i1 - i0);
    kernels()->waves->faces(&south, 0, i1 - i0);
  }
  const FlowBodies *const bodies = b->pass->bodies;
  if (!beyond && bodies && bodies->close_faces) bodies->close_faces(w, row_within(b, k), depth_x, depth_z);
  faces_finish(b, head_x, depth_x, head_z, depth_z, beyond || (!b->joined_z && k == w->nz - 1));
}

static void carried_row(const CellsBand *b, int k) {
  const WeirWater *const w = b->w;
  float *const out = ring_row(b, CARRIED, k);
  if (w->solver == WEIR_PIPE || (!b->joined_z && (k < 0 || k >= w->nz))) { /* pipes carry nothing along */
    memset(out - 1, 0, sizeof(float) * (size_t)(w->nx + 2));
    return;
  }
  for (int n = 0, i0, i1; stretch_of(b, &b->waves->tiles.of_around, k, n, &i0, &i1); n++) {
    const ptrdiff_t at = row_within(b, k) * w->stride + i0, ahead = ahead_of(b, k, 2) + i0;
    const float *const speed_z = w->flow.speed_z.cells + at;
    const WaveCarried carried = {.head_x = ring_row(b, HEAD_X, k) + i0,
                                 .head_z = ring_row(b, HEAD_Z, k) + i0,
                                 .head_north = ring_row(b, HEAD_Z, k - 1) + i0,
                                 .speed_x = w->flow.speed_x.cells + at,
                                 .speed_z = speed_z,
                                 .speed_north = speed_z - w->stride,
                                 .quarter_dt_over_dx = 0.25f * b->pass->dt / w->cell,
                                 .out = out + i0,
                                 .fetched = {w->flow.speed_x.cells + ahead, w->flow.speed_z.cells + ahead}};
    kernels()->waves->carried(&carried, i1 - i0);
  }
  out[-1] = 0.0f;
  clear_beyond(out, w->nx);
  join_row(w, out, w->nx);
}

/* Adds what presses on the surface to the heads of the faces that the filter has; nothing carries it along. */
static void pressed_row(const CellsBand *b, int k) {
  const WeirWater *const w = b->w;
  const int row = row_within(b, k);
  if (row < 0 || row >= w->nz) return;
  const float *const rise = pressure_rise_row(w, row), *const south = pressure_rise_row(w, row + 1);
  const float *const depth_x = depth_row(b, DEPTH_X, k), *const depth_z = depth_row(b, DEPTH_Z, k);
  float *const head_x = ring_row(b, HEAD_X, k), *const head_z = ring_row(b, HEAD_Z, k);
  for (int i = -1; i < w->nx; i++)
    if (depth_x[i] > 0.0f) head_x[i] += rise[i] - rise[i + 1];
  for (int i = 0; i < w->nx; i++)
    if (depth_z[i] > 0.0f) head_z[i] += rise[i] - south[i];
}

static bool cells_stretch(const CellsBand *b, int k, int i0, int i1) {
  const WeirWater *const w = b->w;
  Waves *const waves = b->waves;
  const WaveGrid *const g = &waves->grid[0];
  const bool swe = w->solver == WEIR_SWE;
  const ptrdiff_t at = k * w->stride + i0, ahead = ahead_of(b, k, 2) + i0;
  const Field *const flow_x = swe ? &w->flow.discharge_x : &g->weight, *const flow_z = swe ? &w->flow.discharge_z : &g->right;
  const WaveCells cells = {.head_x = ring_row(b, HEAD_X, k) + i0,
                           .head_z = ring_row(b, HEAD_Z, k) + i0,
                           .head_north = ring_row(b, HEAD_Z, k - 1) + i0,
                           .depth_x = g->depth_x.cells + at,
                           .depth_z = g->depth_z.cells + at,
                           .depth_north = depth_row(b, DEPTH_Z, k - 1) + i0,
                           .depth = w->depth.cells + at,
                           .carried = ring_row(b, CARRIED, k) + i0,
                           .carried_north = ring_row(b, CARRIED, k - 1) + i0,
                           .carried_south = ring_row(b, CARRIED, k + 1) + i0,
                           .flow_x = swe ? w->flow.discharge_x.cells + at : NULL,
                           .flow_z = swe ? w->flow.discharge_z.cells + at : NULL,
                           .flow_north = swe ? w->flow.discharge_z.cells + at - w->stride : NULL,
                           .gravity = w->tuning.gravity,
                           .taper = waves->taper_x + i0,
                           .row_taper = waves->taper_z[k],
                           .cell = w->cell,
                           .pull = g->right.cells + at,
                           .viscosity_max = BREAKING_MAX * w->cell * w->cell / b->pass->dt,
                           .breaking = waves->breaking.cells + at,
                           .broke = waves->breaks[k],
                           .weight = g->weight.cells + at,
                           .fetched = {flow_x->cells + ahead, flow_z->cells + ahead}};
  return kernels()->waves->cells(&cells, i1 - i0);
}

/* Writes the cells of row k; what breaks where tiles sleep stays. */
static void cells_row(const CellsBand *b, int k) {
  const WaveStretches *const written = &b->waves->tiles.of_written;
  bool breaks = false;
  int columns = 0;
  for (int n = 0, i0, i1; stretch_of(b, written, k, n, &i0, &i1); n++) {
    breaks |= cells_stretch(b, k, i0, i1);
    if (b->waves->has_displaced) wave_beside_lessen(b->w, k, i0, i1, b->waves->grid[0].weight.cells + k * b->w->stride);
    columns += i1 - i0;
  }
  if (breaks || columns == b->w->nx) b->waves->breaks[k] = breaks;
}

/* Notes whether a face of the cells of row k has a head that moves something. */
static void mark_row(const CellsBand *b, int k) {
  const WaveTiles *const t = &b->waves->tiles;
  const WaveRows *const rows = kernels()->waves;
  const float *const head_x = ring_row(b, HEAD_X, k), *const head_z = ring_row(b, HEAD_Z, k), small = b->pass->small;
  const float *const head_north = ring_row(b, HEAD_Z, k - 1);
  uint8_t *const has_head = t->has_head + k / TILE_ROWS * t->across;
  for (int a = 0; a < t->across; a++) {
    const int i = a * TILE_COLUMNS, n = min_int(TILE_COLUMNS, b->w->nx - i);
    if (!t->written[k / TILE_ROWS * t->across + a]) continue;
    if (k % TILE_ROWS == 0) has_head[a] = 0;
    if (has_head[a]) continue;
    has_head[a] = rows->exceeds(head_x + i - 1, small, n) || rows->exceeds(head_x + i + n - 1, small, 1) ||
                  rows->exceeds(head_z + i, small, n) || rows->exceeds(head_north + i, small, n);
  }
}

/* Returns true if nothing is written in the row of the faces, which is row r, nor in that of the cells. */
static bool is_idle(const CellsBand *b, int r) {
  const int *const counts = b->waves->tiles.of_around.counts;
  return !b->pass->bodies && r > 0 && r < b->w->nz && counts[r / TILE_ROWS] == 0 && counts[(r - 1) / TILE_ROWS] == 0;
}

static void band_rows(const CellsBand *b) {
  for (int r = b->k0 - 2; r <= b->k1; r++) {
    if (is_idle(b, r)) continue;
    faces_row(b, r);
    if (r >= b->k0 - 1) carried_row(b, r);
    const int k = r - 1;
    if (b->w->flow.pressure) pressed_row(b, k);
    if (k < b->k0) continue;
    cells_row(b, k);
    mark_row(b, k);
  }
}

/* Finds how the wind presses on the band's rows. */
static void band_wind(const CellsBand *b) {
  for (int k = b->k0 - 1; k < b->k1; k++) {
    faces_row(b, k);
    if (k < b->k0) continue;
    float *const rise = ring_row(b, CARRIED, k);
    const WindFaces faces = {.head_x = ring_row(b, HEAD_X, k),
                             .depth_x = depth_row(b, DEPTH_X, k),
                             .head_z = ring_row(b, HEAD_Z, k),
                             .depth_z = depth_row(b, DEPTH_Z, k),
                             .head_north = ring_row(b, HEAD_Z, k - 1),
                             .depth_north = depth_row(b, DEPTH_Z, k - 1)};
    wind_row(b->w, k, &faces, rise);
    pressure_add_wind(b->w, k, rise);
  }
}

static int band_first(const CellsPass *p, int n) {
  const WaveTiles *const t = &p->w->waves->tiles;
  return min_int(wave_tiles_after(t, &t->of_around, shares_before(&p->w->waves->shares.cells, n, p->bands)) * TILE_ROWS, p->w->nz);
}

static void band_run(void *data, int n) {
  const CellsPass *const p = data;
  CellsBand band = {.pass = p,
                    .w = p->w,
                    .waves = p->w->waves,
                    .k0 = band_first(p, n),
                    .k1 = band_first(p, n + 1),
                    .joined_x = side_is_joined(p->w, WEIR_WEST),
                    .joined_z = side_is_joined(p->w, WEIR_NORTH)};
  if (band.k0 >= band.k1) return;
  band.rows = wave_band_rows(p->w, n, &band.width);
  const FloatMode mode = float_mode_flush();
  p->rows(&band);
  float_mode_restore(mode);
}

/* Where north and south are joined, the row beyond either has the other's faces. */
static void faces_join(const WeirWater *w, const WaveGrid *g) {
  if (!side_is_joined(w, WEIR_NORTH)) return;
  const size_t bytes = sizeof(float) * (size_t)w->nx;
  memcpy(g->depth_z.cells - g->stride, g->depth_z.cells + (w->nz - 1) * g->stride, bytes);
  memcpy(g->depth_z.cells + w->nz * g->stride, g->depth_z.cells, bytes);
}

void wave_cells_write(WeirWater *w, const FlowBodies *bodies, float dt, float small) {
  CellsPass pass = {w, bodies, dt, small, min_int(grid_threads(w, &w->waves->grid[0]), w->waves->bands), band_wind};
  if (wind_blows(w)) {
    team_run(pass.bands, pass.bands, band_run, &pass);
    pressure_join_wind(w);
  }
  pass.rows = band_rows;
  shares_run(&w->waves->shares.cells, pass.bands, band_run, &pass);
  faces_join(w, &w->waves->grid[0]);
}
