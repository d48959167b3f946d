/* Limits and depths of a row of cells, once its flows are known. Compiled for each vector width (src/CMakeLists.txt). */
#include <string.h>

#include "weir/flow/row_parts.h"
#include "weir/grid/flow_formulas_lanes.h"
#include "weir/grid/water.h"

#define INLINE static inline __attribute__((always_inline))

/* A cell gives no more than this share of its depth: a margin that keeps d >= 0 exactly in floats, 8 roundings, and one for the dither. */
#define GIVEN_SHARE (1.0f - 10.0f / 16777216.0f)

void WIDTH(limit_row)(const FlowStep *p, const FlowCells *cells, float *limit, uint8_t *tight, int i0, int i1) {
  const Lanes zero = lanes_all(0.0f);
  const FlowCells rows = *cells, *const f = &rows;
  for (int g = i0; g < i1; g += FLOW_GROUP) {
    int any = 0;
    for (int i = g; i < g + FLOW_GROUP; i += LANES) {
      const Lanes east = lanes_max(lanes_load(f->east + i), zero), west = lanes_min(lanes_load(f->west + i), zero);
      const Lanes south = lanes_max(lanes_load(f->south + i), zero), north = lanes_min(lanes_load(f->north + i), zero);
      const Lanes out = p->dt_over_dx * ((east - west) + (south - north));
      const Lanes depth = lanes_load(f->depth + i), have = GIVEN_SHARE * depth;
      Lanes share = lanes_all(1.0f);
      if (mask_any(lanes_greater(out, have))) {
        any = 1;
        share = cell_limit_lanes(out, have, depth);
      }
      lanes_store(limit + i, share);
    }
    tight[g / FLOW_GROUP] = (uint8_t)any;
  }
}

/* Flows through the four faces of a vector of cells, after limits. */
typedef struct Flows {
  Lanes east, west, south, north; /* m^2/s */
} Flows;

INLINE Lanes flow_limited(Lanes flow, const float *limit_behind, const float *limit_ahead) {
  return limited_flow_lanes(flow, lanes_load(limit_behind), lanes_load(limit_ahead));
}

INLINE Flows flows_limited(const FlowCells *f, int i, bool tight) {
  Flows q = {lanes_load(f->east + i), lanes_load(f->west + i), lanes_load(f->south + i), lanes_load(f->north + i)};
  if (!tight) return q;
  q.east = flow_limited(q.east, f->limit + i, f->limit + i + 1);
  q.west = flow_limited(q.west, f->limit + i - 1, f->limit + i);
  q.south = flow_limited(q.south, f->limit + i, f->limit_south + i);
  q.north = flow_limited(q.north, f->limit_north + i, f->limit + i);
  return q;
}

/* `a` in its first `count` lanes, 0 in the others: the end of the grid is rarely within a vector. */
INLINE Lanes first_lanes(Lanes a, int count) {
  static const unsigned int all = 0xffffffffu;
  float mask[LANES];
  for (int n = 0; n < LANES; n++) {
    mask[n] = 0.0f;
    if (n < count) memcpy(&mask[n], &all, sizeof all);
  }
  return lanes_and(a, lanes_load(mask));
}

/* A TileReduction in registers, while a row is added to it. */
typedef struct LaneReduction {
  Lanes depth, surface, speed, low, sum, changed;
} LaneReduction;

INLINE void reduction_add(LaneReduction *t, Lanes bound_depth, Lanes bed, Lanes depth, Lanes before, Lanes ux, Lanes uz) {
  const LaneMask wet = lanes_greater(depth, lanes_all(DEPTH_TINY)), thick = lanes_greater(depth, bound_depth);
  const Lanes surface = lanes_select(wet, bed + depth, lanes_all(-WALL_HEIGHT));
  t->depth = lanes_max(depth, t->depth);
  t->surface = lanes_max(surface, t->surface);
  t->speed = lanes_max(lanes_where(thick, lanes_size_max(ux, uz)), t->speed);
  t->low = lanes_min(depth, t->low);
  t->sum = (depth + (ux + uz)) + t->sum;
  t->changed = lanes_or(t->changed, lanes_or(lanes_xor(depth, before), lanes_or(ux, uz)));
}

/* A value may lie in any lane, so the first lanes of the arrays serve every width. */
INLINE LaneReduction reduction_open(const TileReduction *t) {
  return (LaneReduction){lanes_load(t->depth), lanes_load(t->surface), lanes_load(t->speed),
                         lanes_load(t->low),   lanes_load(t->sum),     lanes_load(t->changed)};
}

INLINE void reduction_close(TileReduction *out, const LaneReduction *t) {
  lanes_store(out->depth, t->depth);
  lanes_store(out->surface, t->surface);
  lanes_store(out->speed, t->speed);
  lanes_store(out->low, t->low);
  lanes_store(out->sum, t->sum);
  lanes_store(out->changed, t->changed);
}

/* d <- d - dt/dx*((q_east - q_west) + (q_south - q_north)) */
INLINE void depth_vector(const FlowStep *p, const FlowCells *f, LaneReduction *reduction, int i, int end, bool tight) {
  const Flows q = flows_limited(f, i, tight);
  const Lanes before = lanes_load(f->depth + i), bed = lanes_load(f->terrain + i);
  const Lanes ux = lanes_load(f->speed_x + i), uz = lanes_load(f->speed_z + i);
  const Lanes net = (q.east - q.west) + (q.south - q.north);
  const LaneMask moves = lanes_greater(lanes_size_max(ux, uz), lanes_all(p->dither_speed));
  const Lanes after = depth_after_lanes(before, p->dt_over_dx * net, moves, p->dither);
  const Lanes bound_depth = lanes_all(p->bound_depth);
  lanes_store(f->out + i, after);
  if (f->flow_x) {
    lanes_store(f->flow_x + i, q.east);
    lanes_store(f->flow_z + i, q.south);
  }
  if (end - i >= LANES) {
    reduction_add(reduction, bound_depth, bed, after, before, ux, uz);
  } else if (end > i) {
    const int count = end - i;
    reduction_add(reduction, bound_depth, bed, first_lanes(after, count), first_lanes(before, count), first_lanes(ux, count),
                  first_lanes(uz, count));
  }
}

void WIDTH(depth_row)(const FlowStep *p, const FlowCells *cells, TileReduction *tile, int i0, int i1, int end) {
  const FlowCells rows = *cells, *const f = &rows;
  LaneReduction reduction = reduction_open(tile);
  for (int g = i0; g < i1; g += FLOW_GROUP) {
    const int n = g / FLOW_GROUP;
    if (f->tight[n] | f->tight[n - 1] | f->tight[n + 1] | f->tight_south[n] | f->tight_north[n]) {
      for (int i = g; i < g + FLOW_GROUP; i += LANES) depth_vector(p, f, &reduction, i, end, true);
    } else {
      for (int i = g; i < g + FLOW_GROUP; i += LANES) depth_vector(p, f, &reduction, i, end, false);
    }
  }
  reduction_close(tile, &reduction);
}
