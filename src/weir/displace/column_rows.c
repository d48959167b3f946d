/* Kernels of displacing. Compiled once for every vector width; all give the same bits. */
#include "weir/displace/column_rows.h"

#include <string.h>

#include "base/lanes.h"
#include "base/simd.h"
#include "weir/displace/tuned.h"
#include "weir/grid/water.h"

enum { FETCHED = 2, CELL_PAIRS = 8 }; /* runs ahead; cells of two columns at once */

/* Begins the tick for one group; returns true if any of it was covered. */
static inline bool begin_tick_group(const float *b, const float *d, const TickRow *row, int at, float share) {
  const Lanes none = lanes_all(0.0f);
  int some = 0;
  for (int n = at; n < at + RUN_GROUP; n += LANES) {
    const Lanes old = lanes_load(row->reference + n), surface = lanes_load(b + n) + lanes_load(d + n);
    some |= mask_any(lanes_greater(lanes_load(row->occupancy + n), none));
    lanes_store(row->reference + n, old + share * (surface - old));
    lanes_store(row->undistributed + n, lanes_load(row->undistributed + n) - lanes_load(row->displaced + n));
    lanes_store(row->displaced + n, none);
    lanes_store(row->displacement + n, none);
    lanes_store(row->occupancy + n, none);
  }
  return some != 0;
}

/* Begins the tick for the last group of a row, of less than RUN_GROUP columns; returns true if any of it was covered. */
static bool begin_tick_rest(const float *b, const float *d, const TickRow *row, int at, float share, int count) {
  float copies[7][RUN_GROUP];
  const TickRow whole = {.reference = whole_group(copies[0], row->reference + at, count),
                         .undistributed = whole_group(copies[1], row->undistributed + at, count),
                         .displaced = whole_group(copies[2], row->displaced + at, count),
                         .displacement = whole_group(copies[3], row->displacement + at, count),
                         .occupancy = whole_group(copies[4], row->occupancy + at, count)};
  const bool some = begin_tick_group(whole_group(copies[5], b + at, count), whole_group(copies[6], d + at, count), &whole, 0, share);
  keep_group(row->reference + at, whole.reference, count);
  keep_group(row->undistributed + at, whole.undistributed, count);
  keep_group(row->displaced + at, whole.displaced, count);
  keep_group(row->displacement + at, whole.displacement, count);
  keep_group(row->occupancy + at, whole.occupancy, count);
  return some;
}

static uint64_t column_row_begin_tick(const float *b, const float *d, const TickRow *row, float share, int count) {
  uint64_t open = 0;
  for (int at = 0; at < count; at += RUN_GROUP) {
    const bool some = count - at >= RUN_GROUP ? begin_tick_group(b, d, row, at, share) : begin_tick_rest(b, d, row, at, share, count - at);
    open |= (uint64_t)some << at / RUN_GROUP;
  }
  return open;
}

static void column_row_openness(const int32_t *restrict label, const float *restrict occupancy, float leak, float *restrict open,
                                int count) {
  if (!label) {
    for (int n = 0; n < count; n++) open[n] = 1.0f - (1.0f - leak) * occupancy[n];
    return;
  }
  for (int n = 0; n < count; n++) {
    const float old = open[n], left = 1.0f - (1.0f - leak) * occupancy[n];
    open[n] = label[n] < 0 ? old : left;
  }
}

static float column_row_greatest(const float *values, int count) {
  float lanes[RUN_GROUP] = {0}, largest = 0.0f;
#pragma omp simd
  for (int n = 0; n < count; n++) lanes[n] = fabsf(values[n]);
  for (int lane = 0; lane < RUN_GROUP; lane++) largest = max_float(lanes[lane], largest);
  return largest;
}

/* Prefetches the water of a run that is some runs after `run`. Inlined always: see mask_prefetch (grid/dirty_mask.h). */
static inline __attribute__((always_inline)) void fetch_run(const ColumnWater *water, const Run *run, const Run *later, int first) {
  if (first > 0 || run->k == later->k) return;
  const ptrdiff_t from = later->k * water->stride + later->i;
  for (int n = 0; n < later->count; n += RUN_GROUP) {
    __builtin_prefetch(water->terrain + from + n);
    __builtin_prefetch(water->depth + from + n);
    __builtin_prefetch(water->reference + from + n);
  }
}

/* How much of each column stands below the reference surface (nothing where the ground is above it or dry), and how much of the true
 * surface it covers: 1 where the surface cuts the column, falling to 0 over a tenth of its height at either end, so that a body that
 * dips under does not open its cells at once. */
static inline void displace_lanes(const ColumnWater *water, const Columns *c, const Run *runs, int run_count, float *metres, float *cover,
                                  LaneSum sums[DISPLACE_SUMS], int first) {
  const float per_cell = water->per_cell;
  const Lanes none = lanes_all(0.0f), one = lanes_all(1.0f), least = lanes_all(1e-6f), dry = lanes_all(DEPTH_WET);
  Lanes all[DISPLACE_SUMS];
#pragma GCC unroll 7 /* or it is copied by rep movs */
  for (int sum = 0; sum < DISPLACE_SUMS; sum++) all[sum] = lanes_load(sums[sum].lane + first);
  for (int r = 0; r < run_count; r++) {
    const Run *const run = &runs[r];
    const ptrdiff_t from = run->k * water->stride + run->i;
    const float *const b = water->terrain + from, *const d = water->depth + from, *const reference = water->reference + from;
    if (r + FETCHED < run_count) fetch_run(water, run, &runs[r + FETCHED], first);
    for (int n = first, m = run->first - runs->first + first; n < run_filled(run); n += RUN_GROUP, m += RUN_GROUP) {
      const Lanes area = lanes_load(c->area + m), y0 = lanes_load(c->y0 + m), y1 = lanes_load(c->y1 + m);
      const Lanes ground = lanes_load(b + n), depth = lanes_load(d + n), surface = ground + depth;
      const Lanes low = lanes_max(y0, ground), high = lanes_min(lanes_load(reference + n), y1);
      const Lanes edge = 1.0f / (SURFACE_EDGE * lanes_max(y1 - y0, least));
      const Lanes over = lanes_min(lanes_max((y1 - surface) * edge, none), one);
      const Lanes under = lanes_min(lanes_max((surface - y0) * edge, none), one);
      const Lanes wet = lanes_select(lanes_greater(dry, depth), none, area), volume = lanes_max(high - low, none) * wet;
      lanes_store(metres + m, volume * per_cell);
      lanes_store(cover + m, (over * under) * (wet * per_cell));
      all[SUM_SUBMERGED] += volume;
      all[SUM_AREA] += area;
      all[SUM_TOP] += area * y1;
      all[SUM_SURFACE] += lanes_where(lanes_greater(wet, none), wet * surface);
      all[SUM_WET] += wet;
      all[SUM_X] += area * lanes_load(c->x + m);
      all[SUM_Z] += area * lanes_load(c->z + m);
    }
  }
#pragma GCC unroll 7
  for (int sum = 0; sum < DISPLACE_SUMS; sum++) lanes_store(sums[sum].lane + first, all[sum]);
}

static void column_row_displace(const ColumnWater *water, const Columns *c, const Run *runs, int count, float *metres, float *cover,
                                LaneSum sums[DISPLACE_SUMS]) {
  for (int lane = 0; lane < RUN_GROUP; lane += LANES) displace_lanes(water, c, runs, count, metres, cover, sums, lane);
}

/* Returns the place, from a vector's first cell on, of the cell of each of its columns, of which the first is number `rest` of `refine`. `index`: room
 * for it, not needed where there are two columns a cell, as for most small bodies. */
static inline const int *spread_index(int rest, int refine, int index[LANES]) {
  static const int pairs[2][16] = {{0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7}, {0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8}};
  if (refine == 2) return pairs[rest];
  const float per = 1.0f / (float)refine;
#pragma omp simd
  for (int n = 0; n < LANES; n++) index[n] = (int)(((float)(rest + n) + 0.5f) * per); /* exact: the half is more than what rounds */
  return index;
}

/* Each vector's columns come from less than a vector of cells: `refine` is 2 or more. */
static void column_row_spread(const float *const cells[], float *const columns[], int fields, int within, int refine, int count) {
  for (int at = 0; at < count; at += LANES) {
    const int first = lattice_cell(within + at, refine);
    int room[LANES];
    const int *const index = spread_index(within + at - first * refine, refine, room);
    for (int f = 0; f < fields; f++) lanes_store(columns[f] + at, lanes_pick(lanes_load(cells[f] + first), index));
  }
}

static void column_row_spread_ambient(const Ambient *cells, int cell, Ambient *columns, int to, int within, int refine, int count) {
  for (int at = 0; at < count; at += LANES) {
    const int first = lattice_cell(within + at, refine);
    int room[LANES];
    const int *const index = spread_index(within + at - first * refine, refine, room);
#pragma GCC unroll 8
    for (int f = 0; f < AMBIENT_FIELDS; f++)
      lanes_store(columns->of[f] + to + at, lanes_pick(lanes_load(cells->of[f] + cell + first), index));
  }
}

static bool column_row_write(const float *metres, const float *cover, float near, float *displacement, float *displaced, float *occupancy,
                             int count) {
  const Lanes one = lanes_all(1.0f);
  Lanes greatest = lanes_all(0.0f);
  for (int n = 0; n < count; n += LANES) {
    const Lanes m = lanes_load(metres + n), c = lanes_load(cover + n);
    lanes_store(displacement + n, lanes_load(displacement + n) + m);
    lanes_store(displaced + n, lanes_load(displaced + n) + near * m);
    lanes_store(occupancy + n, lanes_min(one, lanes_load(occupancy + n) + c));
    greatest = lanes_max(c, greatest);
  }
  return mask_any(lanes_greater(greatest, lanes_all(0.0f)));
}

/* Adds columns 2*c and 2*c + 1 to cell c, one after the other, for eight cells; those from `count` on count as 0. Bit 0 of what it
 * returns is set if any of the cells before `split` is covered, bit 1 if any of those from there on. */
static inline unsigned write_pairs(const float *restrict metres, const float *restrict cover, float near, float *restrict displacement,
                                   float *restrict displaced, float *restrict occupancy, int count, int split) {
  unsigned before = 0, behind = 0;
#pragma omp simd reduction(| : before, behind)
  for (int c = 0; c < CELL_PAIRS; c++) {
    const float first = metres[2 * c], second = metres[2 * c + 1], first_cover = cover[2 * c], second_cover = cover[2 * c + 1];
    const float m0 = 2 * c < count ? first : 0.0f, m1 = 2 * c + 1 < count ? second : 0.0f;
    const float c0 = 2 * c < count ? first_cover : 0.0f, c1 = 2 * c + 1 < count ? second_cover : 0.0f;
    displacement[c] = (displacement[c] + m0) + m1;
    displaced[c] = (displaced[c] + near * m0) + near * m1;
    occupancy[c] = min_float(1.0f, min_float(1.0f, occupancy[c] + c0) + c1);
    const unsigned covers = max_float(c0, c1) > 0.0f ? 1u : 0u;
    before |= c < split ? covers : 0u;
    behind |= c < split ? 0u : covers;
  }
  return before | behind << 1;
}

static unsigned column_row_write_fine(const float *metres, const float *cover, float near, const FineRow *row, int i, int count) {
  const int refine = row->refine, group = lattice_cell(i, refine) / RUN_GROUP;
  unsigned covered = 0;
  int cell = lattice_cell(i, refine), left = (cell + 1) * refine - i; /* columns of the cell */
  for (int n = 0; n < count; cell++, left = refine) {
    if (refine == 2 && left == 2) {
      const int split = (cell / RUN_GROUP + 1) * RUN_GROUP - cell;
      const unsigned pairs = write_pairs(metres + n, cover + n, near, row->displacement + cell, row->displaced + cell,
                                         row->occupancy + cell, count - n, split);
      covered |= pairs << (cell / RUN_GROUP - group);
      n += 2 * CELL_PAIRS;
      cell += CELL_PAIRS - 1;
      continue;
    }
    float low = row->displacement[cell], all = row->displaced[cell], share = row->occupancy[cell], most = 0.0f;
    for (const int end = min_int(n + left, count); n < end; n++) {
      low += metres[n];
      all += near * metres[n];
      share = min_float(1.0f, share + cover[n]);
      most = max_float(cover[n], most);
    }
    row->displacement[cell] = low;
    row->displaced[cell] = all;
    row->occupancy[cell] = share;
    covered |= (most > 0.0f ? 1u : 0u) << (cell / RUN_GROUP - group);
  }
  return covered;
}

/* A neighbour that is dry counts as level with the cell: shores do not tilt a body. */
static void column_row_ambient(const AmbientGrid *row, const float *restrict b, const float *restrict d, Ambient *ambient, int count) {
  const int at = row->at;
  float *restrict const tilt_x = ambient->of[TILT_X] + at, *restrict const tilt_z = ambient->of[TILT_Z] + at;
  float *restrict const ground = ambient->of[GROUND] + at, *restrict const surface = ambient->of[SURFACE] + at;
  float *restrict const middle_x = ambient->of[MIDDLE_X] + at, *restrict const middle_z = ambient->of[MIDDLE_Z] + at;
  const ptrdiff_t north = row->north, south = row->south;
  const float per = row->per, cell = row->cell;
  const float z = ((float)row->k + 0.5f) * cell;
  const int i0 = row->i0;
  for (int n = 0; n < count; n++) {
    const float h = b[n] + d[n], west = b[n - 1] + d[n - 1], east = b[n + 1] + d[n + 1];
    const float before = b[n + north] + d[n + north], after = b[n + south] + d[n + south];
    const float rise_x = (d[n + 1] > DEPTH_WET ? east : h) - (d[n - 1] > DEPTH_WET ? west : h);
    const float rise_z = (d[n + south] > DEPTH_WET ? after : h) - (d[n + north] > DEPTH_WET ? before : h);
    tilt_x[n] = clamp_float(rise_x * per, -TILT_MAX, TILT_MAX);
    tilt_z[n] = clamp_float(rise_z * per, -TILT_MAX, TILT_MAX);
    ground[n] = b[n];
    surface[n] = b[n] + (d[n] < DEPTH_WET ? 0.0f : d[n]);
    middle_x[n] = ((float)(i0 + n) + 0.5f) * cell;
    middle_z[n] = z;
  }
}

/* Adds the forces of a vector's columns of each group, from column `first` on, to lanes `first` on of the sums, which stay in registers.
 * Columns without area are read as nothing, wherever they stand: what they then add is 0. */
static inline void force_lanes(const Columns *c, const Ambient *ambient, const ForceParameters *params, LaneSum sums[FORCE_SUMS],
                               LaneSum *fastest, int first, int count) {
  const WeirBody *const body = params->body;
  const Lanes none = lanes_all(0.0f);
  const Lanes px = lanes_all(body->position[0]), py = lanes_all(body->position[1]), pz = lanes_all(body->position[2]);
  const Lanes vx = lanes_all(body->velocity[0]), vy = lanes_all(body->velocity[1]), vz = lanes_all(body->velocity[2]);
  const Lanes sx = lanes_all(body->spin[0]), sy = lanes_all(body->spin[1]), sz = lanes_all(body->spin[2]);
  const Lanes linear = lanes_all(body->drag_linear), square = lanes_all(body->drag_square);
  const Lanes weight = lanes_all(params->weight), density = lanes_all(params->density), level = lanes_all(params->level);
  Lanes all[FORCE_SUMS], slip_max = lanes_load(fastest->lane + first);
#pragma GCC unroll 22 /* or it is copied by rep movs, which takes as long as a group */
  for (int sum = 0; sum < FORCE_SUMS; sum++) all[sum] = lanes_load(sums[sum].lane + first);
  for (int n = first; n < count; n += RUN_GROUP) {
    const Lanes area = lanes_load(c->area + n), y0 = lanes_load(c->y0 + n), y1 = lanes_load(c->y1 + n);
    const Lanes x = lanes_load(c->x + n), z = lanes_load(c->z + n);
    const LaneMask any = lanes_greater(area, none);
#define AMBIENT(state) lanes_where(any, lanes_load(ambient->of[state] + n))
    const Lanes b = AMBIENT(GROUND), h = AMBIENT(SURFACE), tx = AMBIENT(TILT_X), tz = AMBIENT(TILT_Z);
    const Lanes water_x = AMBIENT(WATER_X), water_z = AMBIENT(WATER_Z), middle_x = AMBIENT(MIDDLE_X), middle_z = AMBIENT(MIDDLE_Z);
#undef AMBIENT
    const LaneMask there = lanes_greater(h, b);
    const Lanes slope = tx * (x - middle_x) + tz * (z - middle_z);
    const Lanes surface = lanes_max(b, h + lanes_where(there, slope));
    const Lanes low = lanes_max(y0, b), high = lanes_min(y1, surface), wet = lanes_where(there, area);
    const Lanes volume = wet * lanes_max(high - low, none);
    const Lanes rx = x - px, ry = 0.5f * (low + high) - py, rz = z - pz;
    const Lanes wx = water_x - (vx + sy * rz - sz * ry);
    /* The surface's own rise is left out: it is not the velocity of the water below, and near a body it is of the body's making. */
    const Lanes wy = -(vy + sz * rx - sx * rz);
    const Lanes wz = water_z - (vz + sx * ry - sy * rx);
    const Lanes speed = lanes_sqrt(wx * wx + wy * wy + wz * wz);
    const Lanes up = weight * volume, rate = density * volume * (linear + square * speed);
    const Lanes fx = -up * tx, fz = -up * tz, dx = rate * wx, dy = rate * wy, dz = rate * wz;
    const Lanes slip = lanes_size_max(wx, lanes_size_max(wy, wz));
    const Lanes below = area * lanes_max(lanes_min(y1, level) - y0, none);
    const Lanes cut = lanes_where(mask_both(lanes_greater(surface, y0), lanes_greater(y1, surface)), wet);
    all[LIFT_X] += fx, all[LIFT_Y] += up, all[LIFT_Z] += fz;
    all[LIFT_TX] += ry * fz - rz * up, all[LIFT_TY] += rz * fx - rx * fz, all[LIFT_TZ] += rx * up - ry * fx;
    all[DRAG_X] += dx, all[DRAG_Y] += dy, all[DRAG_Z] += dz;
    all[DRAG_TX] += ry * dz - rz * dy, all[DRAG_TY] += rz * dx - rx * dz, all[DRAG_TZ] += rx * dy - ry * dx;
    all[SUBMERGED] += volume, all[AREA] += area, all[LEVEL] += area * surface;
    all[VOLUME] += area * (y1 - y0);
    all[LEVEL_VOLUME] += below, all[LEVEL_X] += rx * below, all[LEVEL_Z] += rz * below;
    all[CUT] += cut, all[CUT_XX] += rx * rx * cut, all[CUT_ZZ] += rz * rz * cut;
    slip_max = lanes_max(lanes_where(lanes_greater(volume, none), slip), slip_max);
  }
#pragma GCC unroll 22
  for (int sum = 0; sum < FORCE_SUMS; sum++) lanes_store(sums[sum].lane + first, all[sum]);
  lanes_store(fastest->lane + first, slip_max);
}

/* Forces of columns of a body, their sums, and the greatest slip along an axis, m/s. */
static void column_row_force(const Columns *c, const Ambient *ambient, const ForceParameters *params, LaneSum sums[FORCE_SUMS],
                             LaneSum *fastest, int count) {
  for (int lane = 0; lane < RUN_GROUP; lane += LANES) force_lanes(c, ambient, params, sums, fastest, lane, count);
}

const ColumnRows WIDTH(column_rows) = {column_row_begin_tick, column_row_displace,   column_row_spread,  column_row_spread_ambient,
                                       column_row_write,      column_row_write_fine, column_row_ambient, column_row_force,
                                       column_row_openness,   column_row_greatest};
