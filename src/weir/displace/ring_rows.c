/* Kernels of the exterior ring: see displace/ring.c. Groups of 16 columns, the last of a row may be less. Compiled once for every vector
 * width; all give the same bits. */
#include "weir/displace/ring_rows.h"

#include <math.h>
#include <string.h>

#include "base/lanes.h"
#include "base/simd.h"
#include "weir/displace/tuned.h"
#include "weir/grid/water.h"

enum { GROUP = 16 };

/* Whole groups are compiled for their 16 columns, the rest for any number. */
#define BY_GROUPS(count, call)                  \
  for (int at = 0; at < (count); at += GROUP) { \
    const int left = (count)-at;                \
    if (left >= GROUP)                          \
      call(GROUP);                              \
    else                                        \
      call(left);                               \
  }

/* Copies the depths of the cells of a group; 0 on land. */
static inline void group_depths(const float *restrict next, const int32_t *restrict label, float *restrict depths, int count) {
#pragma omp simd
  for (int n = 0; n < count; n++) depths[n] = next[n];
  if (label)
#pragma omp simd
    for (int n = 0; n < count; n++) depths[n] = label[n] < 0 ? 0.0f : depths[n];
}

static inline void path_group(const float *restrict cover, const float *restrict next, const int32_t *restrict label, float *restrict far,
                              float *restrict end, float *restrict weight, int count) {
  float depths[GROUP];
  group_depths(next, label, depths, count);
#pragma omp simd
  for (int n = 0; n < count; n++) {
    const float before = far[n], last = end[n], here = depths[n];
    const float gone = cover[n] > COVERED ? before : 0.0f, cells = gone + 1.0f;
    const float depth = gone > 0.0f ? last : here, some = depth > DEPTH_TINY ? -1.0f : 0.0f;
    const float sign = depth > DEPTH_WET ? 1.0f : some;
    weight[n] = sign / cells;
    far[n] = cover[n] > COVERED ? cells : 0.0f;
    end[n] = depth;
  }
}

/* Continues from the row that was worked on before, `far` of whose cells in line are covered. */
static void ring_row_path(const float *cover, const float *next, const int32_t *label, float *far, float *end, float *weight, int count) {
#define PATH_GROUP(n) path_group(cover + at, next + at, label ? label + at : NULL, far + at, end + at, weight + at, n)
  BY_GROUPS(count, PATH_GROUP)
#undef PATH_GROUP
}

/* One group. `cover`: NULL where nothing is covered, and `outgoing` is not written. */
static inline SplitGroup split_group(const float *cover, const float *displaced, const float *open_depth, float *undistributed,
                                     float *delta, float *outgoing) {
  const Lanes none = lanes_all(0.0f), tiny = lanes_all((float)UNDISTRIBUTED_TINY), half = lanes_all(COVERED);
  unsigned covered = 0, part = 0;
  int deposited = 0;
  for (int n = 0; n < GROUP; n += LANES) {
    const Lanes metres = lanes_load(undistributed + n) + lanes_load(displaced + n);
    const Lanes some = lanes_select(lanes_greater(tiny, lanes_size(metres)), none, metres);
    const Lanes least = lanes_select(lanes_greater(none, some), lanes_all(DEPTH_WET), lanes_all(DEPTH_TINY));
    Lanes free = some;
    if (cover) {
      const Lanes c = lanes_load(cover + n), goes = c * some;
      free = (1.0f - c) * some;
      lanes_store(outgoing + n, goes);
      covered |= mask_lanes(lanes_greater(c, half)) << n;
      part |= mask_lanes(lanes_greater(lanes_size(goes), none)) << n;
    }
    const Lanes stays = lanes_where(lanes_greater(lanes_load(open_depth + n), least), free);
    lanes_store(delta + n, stays);
    lanes_store(undistributed + n, metres - stays);
    deposited |= mask_any(lanes_greater(lanes_size(stays), none));
  }
  return (SplitGroup){(uint16_t)covered, (uint16_t)(part & ~covered), deposited != 0};
}

/* The last group of a row, of less than GROUP columns. */
static SplitGroup split_rest(const float *cover, const float *displaced, const float *open_depth, float *undistributed, float *delta,
                             float *outgoing, int count) {
  float copies[4][GROUP], stays[GROUP], goes[GROUP];
  const float *const whole_cover = cover ? whole_group(copies[0], cover, count) : NULL;
  const SplitGroup group = split_group(whole_cover, whole_group(copies[1], displaced, count), whole_group(copies[2], open_depth, count),
                                       whole_group(copies[3], undistributed, count), stays, goes);
  keep_group(undistributed, copies[3], count);
  keep_group(delta, stays, count);
  if (cover) keep_group(outgoing, goes, count);
  return group;
}

/* The free share of a cell's undistributed water is added here; the covered share is sent elsewhere; the remainder stays undistributed. */
static uint64_t ring_row_split(const SplitRow *row, uint64_t covered, SplitGroup *groups, int count) {
  uint64_t deposited = 0;
  for (int at = 0; at < count; at += GROUP) {
    const int g = at / GROUP;
    const float *const displaced = row->displaced + at, *const cover = row->cover + at, *const open_depth = row->open_depth + at;
    float *const undistributed = row->undistributed + at, *const delta = row->delta + at, *const outgoing = row->outgoing + at;
    const bool under = covered >> g & 1;
    if (count - at < GROUP)
      groups[g] = split_rest(under ? cover : NULL, displaced, open_depth, undistributed, delta, outgoing, count - at);
    else if (under)
      groups[g] = split_group(cover, displaced, open_depth, undistributed, delta, outgoing);
    else
      groups[g] = split_group(NULL, displaced, open_depth, undistributed, delta, NULL);
    deposited |= (uint64_t)groups[g].deposited << g;
  }
  return deposited;
}

static void ring_row_clear_paths(const float *restrict outgoing, float *restrict south, float *restrict north, int count) {
  for (int n = 0; n < count; n++) {
    const float down = south[n], up = north[n];
    south[n] = outgoing[n] != 0.0f ? down : 0.0f;
    north[n] = outgoing[n] != 0.0f ? up : 0.0f;
  }
}

static inline float if_or_0(bool is, float value) {
  return is ? value : 0.0f;
}

/* Splits the water that each cell of a covered stretch sends between its four ends; of the groups, only cells of the stretch are changed.
 * `sums`: m that go east, west. */
static void ring_row_cover(const CoverPath *path, const float *restrict outgoing, float *restrict north, float *restrict south,
                           float *restrict undistributed, float sums[2]) {
  const float *restrict const to_end = path->per_east, *restrict const to_start = path->per_west;
  float went[2][GROUP] = {{0}};
  const float push_east = path->sends[0], push_west = path->sends[1], draw_east = path->draws[0], draw_west = path->draws[1];
  for (int at = 0; at < path->last; at += GROUP) {
#pragma omp simd
    for (int n = 0; n < GROUP; n++) {
      const int m = at + n;
      const bool in = m >= path->first && m < path->last;
      const float metres = outgoing[m], old = undistributed[m], n_old = north[m], s_old = south[m];
      const float east = (metres < 0.0f ? draw_east : push_east) * to_end[m];
      const float west = (metres < 0.0f ? draw_west : push_west) * to_start[m];
      const float down = path_weight(s_old, metres), up = path_weight(n_old, metres);
      const float sum = (east + west) + (down + up), some = metres / (sum > 0.0f ? sum : 1.0f);
      const float each = if_or_0(in && sum > 0.0f, some);
      const float to_east = each * east, to_west = each * west, to_south = each * down, to_north = each * up;
      went[0][n] += to_east;
      went[1][n] += to_west;
      south[m] = in ? to_south : s_old;
      north[m] = in ? to_north : n_old;
      undistributed[m] = old - ((to_east + to_west) + (to_south + to_north));
    }
  }
  for (int side = 0; side < 2; side++) {
    for (int half = GROUP / 2; half > 0; half /= 2)
      for (int n = 0; n < half; n++) went[side][n] += went[side][n + half];
    sums[side] = went[side][0];
  }
}

static void ring_row_depths(const int32_t *restrict label, const float *restrict depth, float *restrict out, int count) {
  for (int n = 0; n < count; n++) {
    const float d = depth[n];
    out[n] = label[n] < 0 ? 0.0f : d;
  }
}

/* Adds `carry` to open water by `shares`. Returns false, with nothing changed, where some of it is dry. */
static bool ring_row_deposit(const float *restrict open_depth, const float *restrict shares, float carry, float *restrict delta,
                             int count) {
  unsigned dry = 0;
  for (int at = 0; at < count; at += GROUP) {
#pragma omp simd reduction(| : dry)
    for (int n = 0; n < GROUP; n++) dry |= at + n < count && !(open_depth[at + n] > DEPTH_WET) ? 1u : 0u;
  }
  if (dry) return false;
  for (int at = 0; at < count; at += GROUP) {
#pragma omp simd
    for (int n = 0; n < GROUP; n++) delta[at + n] += carry * (at + n < count ? shares[at + n] : 0.0f);
  }
  return true;
}

/* Removes at most half of a depth; what was not accepted stays undistributed. */
static inline void add_flow(const float *restrict metres, float *restrict depth, float *restrict undistributed, double *restrict sum,
                            float *restrict deepest, int count) {
#pragma omp simd
  for (int n = 0; n < count; n++) {
    const float d = depth[n], m = metres[n], after = max_float(d + max_float(m, -0.5f * d), 0.0f);
    undistributed[n] += m - (after - d);
    depth[n] = after;
    sum[n] += (double)after - (double)d;
    deepest[n] = max_float(after, deepest[n]);
  }
}

/* The membrane adds nothing on land. */
static inline void add_membrane(const AddRow *row, int at, const float *restrict metres, double *restrict sum, float *restrict deepest,
                                int count) {
  static const int32_t no_land[GROUP];
  const float *restrict const terrain = row->terrain + at, *restrict const rest = row->rest_level + at;
  const int32_t *restrict const label = row->label ? row->label + at : no_land;
  float *restrict const depth = row->depth + at, *restrict const displacement = row->displacement + at;
  float *restrict const undistributed = row->undistributed + at;
#pragma omp simd
  for (int n = 0; n < count; n++) {
    const float old = displacement[n], d = depth[n], m = metres[n], bed = terrain[n] - rest[n];
    const float moved = max_float(old + max_float(m, -0.5f * d), bed), wet = max_float(moved - bed, 0.0f);
    const float after = label[n] < 0 ? d : wet;
    displacement[n] = label[n] < 0 ? old : moved;
    undistributed[n] += m - (after - d);
    depth[n] = after;
    sum[n] += (double)after - (double)d;
    deepest[n] = max_float(after, deepest[n]);
  }
}

static inline void add_group(const AddRow *row, int at, const float *metres, double *sum, float *deepest, int count) {
  if (row->displacement)
    add_membrane(row, at, metres, sum, deepest, count);
  else
    add_flow(metres, row->depth + at, row->undistributed + at, sum, deepest, count);
}

static void ring_row_add(const AddRow *row, const float *metres, double sum[16], float deepest[16], int count) {
#define ADD_GROUP(n) add_group(row, at, metres + at, sum, deepest, n)
  BY_GROUPS(count, ADD_GROUP)
#undef ADD_GROUP
}

/* Inlined always: see mask_prefetch (grid/dirty_mask.h). */
static inline __attribute__((always_inline)) void sweep_fetch(const AddRow *row, int at, ptrdiff_t ahead, ptrdiff_t label_ahead) {
  __builtin_prefetch(row->undistributed + at + ahead, 1);
  if (!row->displacement) return;
  __builtin_prefetch(row->displacement + at + ahead, 1);
  __builtin_prefetch(row->terrain + at + ahead);
  __builtin_prefetch(row->rest_level + at + ahead);
  if (row->label) __builtin_prefetch(row->label + at + label_ahead);
}

/* Moves the water in transit of a group on by one row: it passes under bodies, leaves (1 - pass_share) of itself in free cells, and all of
 * itself where its path ends; then the row's own starts, `out`, whole groups of them, or NULL, join it. Returns true if water is in transit
 * after that; `deposited`: some was added here. */
static inline bool sweep_group(const RingSweep *s, int at, const float *cover, const float *out, bool *deposited, int count) {
  const Lanes none = lanes_all(0.0f), all = lanes_all(1.0f), tiny = lanes_all((float)UNDISTRIBUTED_TINY);
  float depths[GROUP] = {0}, metres[GROUP];
  int some = 0, left = 0;
  group_depths(s->next + at, s->next_label ? s->next_label + at : NULL, depths, count);
  for (int n = 0; n < GROUP; n += LANES) {
    const Lanes carry = lanes_load(s->carry + at + n), size = lanes_size(carry), min = lanes_load(s->carry_min + at + n);
    const LaneMask covered = lanes_greater(lanes_load(cover + n), lanes_all(COVERED));
    const Lanes free_share = lanes_select(lanes_greater(min, size), all, lanes_all(1.0f - s->pass_share));
    const Lanes under_share = lanes_select(covered, none, free_share);
    const Lanes depth_min = lanes_select(lanes_greater(none, carry), lanes_all(DEPTH_WET), lanes_all(DEPTH_TINY));
    const Lanes share = lanes_select(lanes_greater(lanes_load(depths + n), depth_min), under_share, all);
    const Lanes amount = share * carry;
    Lanes on = carry - amount, on_min = lanes_select(covered, lanes_max(size * RING_END, tiny), min);
    lanes_store(metres + n, amount);
    some |= mask_any(lanes_greater(lanes_size(amount), none));
    if (out) {
      const Lanes starts = lanes_load(out + n);
      const Lanes old = lanes_select(lanes_greater(lanes_size(on), none), on_min, tiny);
      on = on + starts;
      on_min = lanes_max(lanes_size(starts) * RING_END, old);
    }
    lanes_store(s->carry + at + n, on);
    lanes_store(s->carry_min + at + n, on_min);
    left |= mask_any(lanes_greater(lanes_size(on), none));
  }
  *deposited = some != 0;
  if (some) add_group(&s->row, at, metres, s->sum + at, s->deepest, count);
  return left != 0;
}

static uint64_t ring_row_sweep(const RingSweep *s, uint64_t covered, uint64_t *deposited, int count) {
  static const float none[GROUP];
  const float *out = s->out;
  uint64_t left = 0;
  *deposited = 0;
  for (int at = 0; at < count; at += GROUP) {
    const uint64_t bit = (uint64_t)1 << at / GROUP;
    const bool under = covered & bit;
    const float *const cover = under ? s->cover + at : none;
    bool deposited_here, goes_on;
    if (count - at >= GROUP) {
      goes_on = sweep_group(s, at, cover, under ? out : NULL, &deposited_here, GROUP);
    } else {
      float starts[GROUP] = {0};
      for (int n = 0; under && n < count - at; n++) starts[n] = out[n];
      goes_on = sweep_group(s, at, cover, under ? starts : NULL, &deposited_here, count - at);
    }
    if (under) out += GROUP; /* without bodies there may be none at all */
    left |= goes_on ? bit : 0;
    *deposited |= deposited_here ? bit : 0;
    __builtin_prefetch(s->next + at + s->ahead, 1);
    if (under) __builtin_prefetch(s->cover + at + s->ahead);
    if (deposited_here) sweep_fetch(&s->row, at, s->ahead, s->label_ahead);
  }
  return left;
}

const RingRows WIDTH(ring_rows) = {ring_row_path,   ring_row_split,   ring_row_clear_paths, ring_row_cover,
                                   ring_row_depths, ring_row_deposit, ring_row_add,         ring_row_sweep};
