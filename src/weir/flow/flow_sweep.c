#include <string.h>

#include "base/float_mode.h"
#include "base/memory.h"
#include "base/shares.h"
#include "weir/flow/flow_band.h"
#include "weir/grid/dye.h"
#include "weir/waves/waves.h"

/* A band of rows [k0, k1) belongs to one thread, which writes no other rows. Each band first copies the
 * REACH rows beyond either end (needed only in place); after one barrier it sweeps, and computes by itself all that it needs beyond
 * its own rows: no barrier within the sweep. In step r of the sweep
 *
 *   front: faces and cells of row r     need depths r, r+1; faces r-1; speeds r-1 (south), r
 *          speeds and flows east of r   cells r
 *          speeds and flows south of r-1  cells r-1, r
 *   limits of row r-1                   flows r-2 (south), r-1
 *   depths, dye of row r-2              flows, limits, concentrations r-3, r-2, r-1
 *
 * so that a row's speeds and depths may be overwritten as soon as they are computed. Shallow water updates its faces after the front, with
 * differences of the old speeds that are taken one row ahead of it. */

/* The scratch memory of all bands. One for each water, owned by FlowPart. */
typedef struct FlowScratch {
  int bands;
  ptrdiff_t width; /* floats of a scratch row */
  size_t each;     /* floats of a band */
  float *floats;
  uint8_t *flags;
  Stretches *stretches; /* three a band */
  int (*columns)[2];
  Shares shares; /* of the sweep */
} FlowScratch;

enum { ROWS_EACH = RINGS * RING + 1 + STATES * 2 * REACH };

static ptrdiff_t flag_width(const WeirWater *w) {
  return (w->nx + FLOW_GROUP - 1) / FLOW_GROUP + 8;
}

static void scratch_free(FlowScratch *scratch) {
  if (!scratch) return;
  void *const blocks[] = {scratch->floats, scratch->flags, scratch->stretches, scratch->columns, scratch};
  blocks_free(blocks, sizeof blocks / sizeof *blocks);
}

bool flow_sweep_create(WeirWater *w) {
  if (w->flow.scratch && w->flow.scratch->bands >= w->threads) return true;
  FlowScratch *const scratch = memory_create(1, sizeof *scratch);
  if (!scratch) return false;
  scratch->bands = w->threads;
  scratch->width = LEAD + (w->nx + FLOW_GROUP - 1) / FLOW_GROUP * FLOW_GROUP + TAIL;
  scratch->each = (size_t)scratch->width * ROWS_EACH;
  scratch->floats = memory_create(scratch->each * (size_t)scratch->bands, sizeof *scratch->floats);
  scratch->flags = memory_create((size_t)flag_width(w) * (RING + 1) * (size_t)scratch->bands, 1);
  const size_t lists = 3 * (size_t)scratch->bands, most = (size_t)w->nx / (2 * TILE_COLUMNS) + 2;
  scratch->stretches = memory_create(lists, sizeof *scratch->stretches);
  scratch->columns = memory_create(lists * most, sizeof *scratch->columns);
  const bool ok = scratch->floats && scratch->flags && scratch->stretches && scratch->columns;
  for (size_t n = 0; ok && n < lists; n++) scratch->stretches[n].at = scratch->columns + n * most;
  scratch_free(ok ? w->flow.scratch : scratch);
  if (ok) w->flow.scratch = scratch;
  return ok;
}

void flow_sweep_destroy(WeirWater *w) {
  scratch_free(w->flow.scratch);
  w->flow.scratch = NULL;
}

/* --- the stages ------------------------------------------------------------------------------------------------------ */

/* The active tiles of row k, if it is one of `first` to `last`. */
static const uint8_t *tiles_of(const Band *b, int k, int first, int last) {
  return k >= first && k <= last ? b->w->sleeping.tiles->active + tile_row_of(b, k) * b->w->sleeping.tiles->across : b->none;
}

static void sweep_front(const Band *b, int r) {
  FlowFront front;
  const int count = band_stretches_around(b, r)->count;
  if (count == 0) return;
  band_front(b, r, &front);
  front.east = tiles_of(b, r, b->low, b->high);
  front.south = tiles_of(b, r - 1, b->low - 1, b->high);
  front.ends_at_wall = false;
  front.sides = b->sides;
  boundary_flow_row(b->w, r, &front.sides);
  for (int n = 0; n < count; n++) {
    const int i0 = b->around->at[n][0], i1 = b->around->at[n][1];
    if (b->swe) {
      kernels()->flow->front_swe(b->step, &front, i0 - FLOW_GROUP, i1 + FLOW_GROUP);
      continue;
    }
    const bool begins = i0 == 0 && front.sides.wall_west && !b->has_sides;
    front.ends_at_wall = i1 >= b->w->nx && front.sides.wall_east && !b->has_sides;
    if (begins) front.flow_x[-1] = front.now.shear[-1] = front.before.shear[-1] = 0.0f; /* the rows read what lies before column 0 */
    kernels()->flow->front_pipe(b->step, &front, i0 - (begins ? 0 : FLOW_GROUP), i1 + (front.ends_at_wall ? 0 : FLOW_GROUP));
  }
}

/* Differences of the speeds before, east of row r+1 and south of row r. */
static void sweep_slopes(const Band *b, int r) {
  const int count = band_stretches_around(b, r)->count;
  if (count == 0) return;
  const FlowSlopes x = band_slopes(b, FACE_EAST, r + 1), z = band_slopes(b, FACE_SOUTH, r);
  for (int n = 0; n < count; n++) {
    const int i0 = b->around->at[n][0], i1 = b->around->at[n][1];
    kernels()->flow->slopes(&x, i0 - FLOW_GROUP, i1 + FLOW_GROUP);
    kernels()->flow->slopes(&z, i0 - FLOW_GROUP, i1 + FLOW_GROUP);
  }
}

/* swe: the faces to the east or south of row k. To the east nothing comes through the face before a stretch: its cells are asleep. */
static void update_faces(const Band *b, int side, int k) {
  const bool east = side == FACE_EAST, ends = !east && tile_row_of(b, k) != tile_row_of(b, k + 1);
  const Stretches *const s = band_stretches_wanted(b, k);
  if (s->count == 0 && !ends) return;
  const FaceUpdate update = east ? band_update_east(b, k) : band_update_south(b, k);
  if (ends) /* columns that are active only in the row to the south */
    memset(update.flow - FLOW_GROUP, 0, sizeof(float) * (size_t)(b->w->nx + 2 * FLOW_GROUP));
  for (int n = 0; n < s->count; n++) {
    const int i0 = s->at[n][0], first = east && i0 == 0 && b->has_sides ? -FLOW_GROUP : i0;
    if (east && first == i0) update.flow[i0 - 1] = 0.0f;
    kernels()->flow->update_swe(b->step, &update, first, s->at[n][1]);
  }
}

static FlowCells cells_out(const Band *b, int k) {
  return (FlowCells){.terrain = terrain_row(b, k),
                     .depth = row_from(b, DEPTH, k),
                     .east = ring(b, FLOW_X, k),
                     .west = ring(b, FLOW_X, k) - 1,
                     .south = ring(b, FLOW_Z, k),
                     .north = ring(b, FLOW_Z, k - 1),
                     .limit = ring(b, LIMIT, k),
                     .limit_south = ring(b, LIMIT, k + 1),
                     .limit_north = ring(b, LIMIT, k - 1),
                     .tight = tight(b, k),
                     .tight_south = tight(b, k + 1),
                     .tight_north = tight(b, k - 1)};
}

static void sweep_limit(const Band *b, int k) {
  const FlowCells cells = cells_out(b, k);
  const Stretches *const s = band_stretches_wanted(b, k);
  for (int n = 0; n < s->count; n++) kernels()->flow->limit(b->step, &cells, ring(b, LIMIT, k), tight(b, k), s->at[n][0], s->at[n][1]);
  const int row = bodies_row(b, k);
  if (row >= 0) b->bodies->limit(b->w, b->step, row, &cells, ring(b, LIMIT, k), tight(b, k));
  if (b->has_sides) boundary_limit(b->w, k, ring(b, LIMIT, k), tight(b, k));
}

/* Writes the dye's concentration in row k before the substep. Cells beyond the sides have none or, where sides are joined, that of the
 * cells there. */
static void sweep_concentration(const Band *b, int k) {
  float *const c = ring(b, CONCENTRATION, k);
  const int nx = b->w->nx, row = grid_row(b, k);
  if (row < 0) {
    memset(c - FLOW_GROUP, 0, sizeof(float) * (size_t)(nx + 2 * FLOW_GROUP));
    return;
  }
  for (int n = 0; n < band_stretches_around(b, k)->count; n++)
    kernels()->flow->concentration(row_from(b, DYE, k), row_from(b, DEPTH, k), c, b->around->at[n][0] - FLOW_GROUP,
                                   b->around->at[n][1] + FLOW_GROUP);
  if (bodies_row(b, k) >= 0 && b->bodies->concentration) b->bodies->concentration(b->w, row, row_from(b, DYE, k), c);
  const bool joined = side_is_joined(b->w, WEIR_WEST);
  c[-1] = joined ? c[nx - 1] : 0.0f;
  c[nx] = joined ? c[0] : 0.0f;
}

/* Returns the dye that the flow through face n of a side takes out of the grid, unit/(m s); `sign` of the flow that leads out. Along a
 * wall, where cells may be asleep, neither flow nor concentration is written. */
static double dye_through(const WeirWater *w, WeirSide side, int n, float sign, float concentration) {
  const float flow = side_is_closed(w, side) ? 0.0f : sign * w->boundary.flow[side].through[n];
  return flow > 0.0f ? (double)(flow * concentration) : 0.0;
}

/* Returns the dye that leaves through the sides of row k, unit/(m s): none through joined sides. */
static double dye_through_sides(const Band *b, int k) {
  const float *const c = ring(b, CONCENTRATION, k);
  const WeirWater *const w = b->w;
  const int last = b->w->nx - 1;
  const bool joined = side_is_joined(b->w, WEIR_WEST), north = k == 0 && !b->joined_z, south = k == b->w->nz - 1 && !b->joined_z;
  double sum = joined ? 0 : dye_through(w, WEIR_WEST, k, -1.0f, c[0]) + dye_through(w, WEIR_EAST, k, 1.0f, c[last]);
  for (int i = 0; i <= last && north; i++) sum += dye_through(w, WEIR_NORTH, i, -1.0f, c[i]);
  for (int i = 0; i <= last && south; i++) sum += dye_through(w, WEIR_SOUTH, i, 1.0f, c[i]);
  return sum;
}

/* Writes the dye of row k, once its depths and what went through the sides are known. */
static void sweep_dye(const Band *b, int k, const FlowCells *cells) {
  const Tiles *const tiles = b->w->sleeping.tiles;
  const int nx = b->w->nx;
  float *const out = row_to(b, DYE, k);
  const DyeCells dye = {.here = ring(b, CONCENTRATION, k),
                        .south = ring(b, CONCENTRATION, k + 1),
                        .north = ring(b, CONCENTRATION, k - 1),
                        .before = row_from(b, DYE, k),
                        .depth = cells->out,
                        .after = out,
                        .left = &b->w->dye.row_left[k]};
  const Stretches *const s = band_stretches_wanted(b, k);
  for (int n = 0; n < s->count; n++)
    for (int i = s->at[n][0]; i < s->at[n][1]; i += TILE_COLUMNS) {
      const int tile = k / TILE_ROWS * tiles->across + i / TILE_COLUMNS;
      const int end = i + TILE_COLUMNS < s->at[n][1] ? i + TILE_COLUMNS : s->at[n][1];
      kernels()->flow->dye(b->step, cells, &dye, &tiles->reductions[tile], i, end, nx);
    }
  memset(out + nx, 0, sizeof(float) * (size_t)((FLOW_GROUP - nx % FLOW_GROUP) % FLOW_GROUP)); /* the kernels write whole groups */
  if (b->has_sides) dye_leaves(b->w, k, (double)b->step->dt_over_dx * dye_through_sides(b, k));
}

static void sweep_depth(const Band *b, int k) {
  if (k % TILE_ROWS == 0) tiles_open_row(b->w, k / TILE_ROWS);
  FlowCells cells = cells_out(b, k);
  Tiles *const tiles = b->w->sleeping.tiles;
  cells.speed_x = b->to[SPEED_X] + k * b->stride;
  cells.speed_z = b->to[SPEED_Z] + k * b->stride;
  cells.out = row_to(b, DEPTH, k);
  if (b->swe) {
    cells.flow_x = row_to(b, DISCHARGE_X, k);
    cells.flow_z = row_to(b, DISCHARGE_Z, k);
  }
  for (int n = k == b->k0 ? -1 : 1; b->has_dye && n <= 1; n++) sweep_concentration(b, k + n); /* while the depths before are still there */
  const Stretches *const s = band_stretches_wanted(b, k);
  for (int n = 0; n < s->count; n++)
    for (int i = s->at[n][0]; i < s->at[n][1]; i += TILE_COLUMNS) {
      const int tile = k / TILE_ROWS * tiles->across + i / TILE_COLUMNS;
      const int end = i + TILE_COLUMNS < s->at[n][1] ? i + TILE_COLUMNS : s->at[n][1];
      kernels()->flow->depth(b->step, &cells, &tiles->reductions[tile], i, end, b->w->nx);
    }
  if (bodies_row(b, k) >= 0) b->bodies->depth(b->w, b->step, k, &cells);
  if (b->has_sides) boundary_store_through(b->w, k, &cells);
  if (b->has_dye) sweep_dye(b, k, &cells);
  if ((k + 1) % TILE_ROWS == 0 || k + 1 == b->w->nz) tiles_close_row(b->w, k / TILE_ROWS, !b->in_place);
}

/* Writes the faces to the east or south of row k that bodies cut. */
static void bodies_faces(const Band *b, int side, int k) {
  const bool east = side == FACE_EAST;
  float *const flow = ring(b, east ? FLOW_X : FLOW_Z, k), *const cap = ring(b, SMOOTHING_CAP, k);
  const int row = bodies_row(b, k);
  if (row >= 0) b->bodies->write_faces(b->w, row, side, row_to(b, east ? SPEED_X : SPEED_Z, k), flow);
  if ((row < 0 && (east || bodies_row(b, k + 1) < 0)) || !b->bodies->has_body_at_rest(b->w)) return;
  FlowSides back = b->sides, ahead = b->sides;
  boundary_flow_row(b->w, k - 1, &back);
  boundary_flow_row(b->w, k + 1, &ahead);
  FaceLine line = {.smoothing_cap = {cap, east ? cap + 1 : ring(b, SMOOTHING_CAP, k + 1)},
                   .wall_back = !east && back.wall_south,
                   .wall_ahead = !east && ahead.wall_south,
                   .column_back = east && b->sides.wall_west ? 0 : NO_COLUMN,
                   .column_ahead = east && b->sides.wall_east ? b->w->nx - 2 : NO_COLUMN};
  for (int n = -1; n < 3; n++) {
    line.bed[n + 1] = east ? terrain_row(b, k) + n : terrain_row(b, k + n);
    line.depth[n + 1] = east ? row_from(b, DEPTH, k) + n : row_from(b, DEPTH, k + n);
  }
  b->bodies->undo_smoothing(b->w, b->step, east ? row : k, side, &line, flow);
}

/* Applies the sides of the grid to the speeds and flows of the faces along them. */
static void sweep_sides(const Band *b, int r) {
  WeirWater *const w = b->w;
  const float dt = b->step->dt_over_dx * w->cell;
  const int row = grid_row(b, r);
  if (r >= b->low && r <= b->high && row >= 0)
    boundary_update_x(w, row, dt, r >= b->k0 && r < b->k1, row_to(b, SPEED_X, r), ring(b, FLOW_X, r));
  if (r == (b->joined_z ? 0 : 1) && b->k0 == 0) /* joined, before the limits of the row beyond; else the face one further in is asked for */
    boundary_update_z(w, WEIR_NORTH, dt, row_to(b, SPEED_Z, 0), row_to(b, SPEED_Z, -1), ring(b, FLOW_Z, -1));
  if (r == w->nz && b->k1 == w->nz)
    boundary_update_z(w, WEIR_SOUTH, dt, row_to(b, SPEED_Z, r - 2), row_to(b, SPEED_Z, r - 1), ring(b, FLOW_Z, r - 1));
}

static void band_init(Band *b, WeirWater *w, const FlowStep *step, const FlowState *from, int index, int k0, int k1) {
  float *row = w->flow.scratch->floats + (size_t)index * w->flow.scratch->each + LEAD;
  uint8_t *flags = w->flow.scratch->flags + (ptrdiff_t)index * (RING + 1) * flag_width(w) + 4;
  *b = (Band){.w = w,
              .step = step,
              .swe = w->solver == WEIR_SWE,
              .has_sides = sides_any(w),
              .has_dye = dye_any(w),
              .bodies = flow_bodies(w),
              .joined_z = side_is_joined(w, WEIR_NORTH),
              .k0 = k0,
              .k1 = k1,
              .in_place = from->depth.cells == w->depth.cells,
              .stride = w->stride,
              .terrain = w->terrain.cells,
              .waves = {waves_head(w, 0), waves_beside(w, 0)},
              .from = {from->depth.cells, from->speed_x.cells, from->speed_z.cells, from->discharge_x.cells, from->discharge_z.cells,
                       from->dye.cells},
              .to = {w->depth.cells, w->flow.speed_x.cells, w->flow.speed_z.cells, w->flow.discharge_x.cells, w->flow.discharge_z.cells,
                     w->dye.amount.cells}};
  b->low = k0 > 0 || b->has_sides ? k0 - 1 : k0;
  b->high = k1 < w->nz || b->has_sides ? k1 : k1 - 1;
  for (int n = 0; n < RINGS; n++)
    for (int m = 0; m < RING; m++, row += w->flow.scratch->width) b->ring[n][m] = row;
  for (int m = 0; m < RING; m++, flags += flag_width(w)) b->tight[m] = flags;
  b->none = flags - 4;
  b->sides = boundary_flow_sides(w);
  Stretches *const stretches = w->flow.scratch->stretches + 3 * index;
  for (int n = 0; n < 3; n++) stretches[n].a = -1;
  b->wanted = stretches;
  b->around = stretches + 2;
  b->discarded = row, row += w->flow.scratch->width;
  for (int n = 0; n < STATES; n++)
    for (int m = 0; m < 2 * REACH; m++, row += w->flow.scratch->width) b->saved_rows[n][m] = row;
}

/* In place: copies the neighbours' rows before their bands overwrite them. */
static void band_save_rows(const Band *b) {
  for (int n = 0; n < STATES && b->in_place; n++) {
    if (n == DYE ? !b->has_dye : n >= DISCHARGE_X && !b->swe) continue;
    for (int m = 0; m < 2 * REACH; m++) {
      const int k = m < REACH ? b->k0 - REACH + m : b->k1 + m - REACH;
      if (k < -HALO_ROWS || k >= b->w->nz + HALO_ROWS) continue;
      memcpy(b->saved_rows[n][m] - ROW_LEAD, b->from[n] + k * b->stride - ROW_LEAD, sizeof(float) * (size_t)b->stride);
    }
  }
}

static void band_sweep(const Band *b) {
  for (int m = 0; m < RING; m++) memset(b->tight[m] - 1, 0, (size_t)flag_width(b->w) - 4);
  for (int r = b->low - 3; r <= b->k1 + 1; r++) {
    const bool east = r >= b->low && r <= b->high, south = r - 1 >= b->low - 1 && r - 1 <= b->high;
    if (b->swe && r <= b->high + 1) sweep_slopes(b, r);
    if (r >= b->low - 2 && r <= b->high + 1) sweep_front(b, r);
    if (b->swe && east) update_faces(b, FACE_EAST, r);
    if (b->swe && south) update_faces(b, FACE_SOUTH, r - 1);
    if (b->bodies && east) bodies_faces(b, FACE_EAST, r);
    if (b->bodies && south) bodies_faces(b, FACE_SOUTH, r - 1);
    if (b->has_sides) sweep_sides(b, r);
    if (r - 1 >= b->low && r - 1 <= b->high) sweep_limit(b, r - 1);
    if (r - 2 >= b->k0 && r - 2 < b->k1) sweep_depth(b, r - 2);
  }
}

/* Returns the first row of band n of `bands`: rows of tiles are shared out by how many of their tiles are active. */
static int band_row(const WeirWater *w, int n, int bands) {
  const Tiles *const t = w->sleeping.tiles;
  int all = 0, sum = 0, row = 0;
  for (int m = 0; m < t->across * t->down; m++) all += t->active[m];
  if (n >= bands) return w->nz;
  if (n == 0) return 0;
  const float wanted = (float)all * shares_before(&w->flow.scratch->shares, n, bands);
  for (; row < t->down && (float)sum < wanted; row++)
    for (int m = 0; m < t->across; m++) sum += t->active[row * t->across + m];
  return row * TILE_ROWS < w->nz ? row * TILE_ROWS : w->nz;
}

/* A sweep over all bands. On the stack. */
typedef struct Sweep {
  WeirWater *water;
  const FlowStep *step;
  const FlowState *from;
  int bands;
  void (*pass)(const Band *band);
} Sweep;

static void sweep_band(void *data, int n) {
  const Sweep *const s = data;
  const int k0 = band_row(s->water, n, s->bands), k1 = band_row(s->water, n + 1, s->bands);
  if (k0 >= k1) return;
  const FloatMode mode = float_mode_flush();
  Band band;
  band_init(&band, s->water, s->step, s->from, n, k0, k1);
  s->pass(&band);
  float_mode_restore(mode);
}

void flow_sweep(WeirWater *w, const FlowStep *step, const FlowState *from) {
  Sweep sweep = {w, step, from, w->threads < w->flow.scratch->bands ? w->threads : w->flow.scratch->bands, band_save_rows};
  if (from->depth.cells == w->depth.cells && sweep.bands > 1) team_run(sweep.bands, sweep.bands, sweep_band, &sweep);
  sweep.pass = band_sweep;
  shares_run(&w->flow.scratch->shares, sweep.bands, sweep_band, &sweep);
  w->sleeping.tiles->measured = true;
}
