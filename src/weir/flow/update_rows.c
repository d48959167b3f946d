/* The rows after the front. Shallow water: the speeds and flows of a row of faces, as pipes, with the velocity carried along by the flow
 * in the form that conserves momentum on this grid (Stelling and Duinmeijer 2003):
 *   u <- mu*u + dt*g*(h_i - h_j)/dx - dt/(dx*hm)*[sum over the four sides of q*(u* - u)],   hm = (d_i + d_j)/2
 *   q = u*h
 * with q on the right the flows of the last substep, averaged to the sides of the face's own cell. Pipes too: limits, depths and dye of a
 * row of cells, once its flows are known; and the table of all kernels. Compiled for each vector width (src/CMakeLists.txt). */
#include <float.h>
#include <string.h>

#include "base/float_mode.h"
#include "weir/flow/row_parts.h"

enum { UPDATE_BLOCK = 256 /* columns; a multiple of every width */ };

#define TWICE_DEPTH_TINY 2.0e-9f /* m: keeps 0/0 out of the advection of dry faces */

static void speed_slopes(const FlowSlopes *slopes, int i0, int i1) {
  const FlowSlopes rows = *slopes, *const f = &rows;
  for (int i = i0; i < i1; i += LANES) {
    const Lanes u = lanes_load(f->u + i), east = lanes_load(f->u + i + 1), west = lanes_load(f->u + i - 1);
    __builtin_prefetch(f->u_next + i + PREFETCH_AHEAD);
    const Lanes next = lanes_load(f->u_next + i), step_north = lanes_load(f->difference_north + i);
    if (!lanes_bits(u) && !lanes_bits(lanes_or(lanes_or(east, west), lanes_or(next, step_north)))) { /* nothing moves: all are 0 */
      lanes_store(f->within + i, u);
      lanes_store(f->slope + i, u);
      lanes_store(f->difference + i, u);
      lanes_store(f->slope_across + i, u);
      continue;
    }
    const Lanes within = east - u, step = next - u;
    lanes_store(f->within + i, within);
    lanes_store(f->slope + i, monotonised_central_lanes(within, u - west));
    lanes_store(f->difference + i, step);
    lanes_store(f->slope_across + i, monotonised_central_lanes(step, step_north));
  }
}

/* q*(u* - u) of one side: what the flow `q` ahead through it carries off u, or (ahead: false) brings from behind: u* is the speed upwind,
 * to second order with a limited slope and the part that dt uses up. `step` leads across the side.
 *
 * Written apart from `carried` of bodies/substep.c: twice the flows and half the shares are multiplied here in another order, and
 * either one's order would change the other's bits. */
INLINE Lanes carried(Lanes q, Lanes step, Lanes slope_own, Lanes slope_other, Lanes half_pass, bool ahead) {
  const Lanes used = 0.5f - lanes_min(lanes_all(0.5f), lanes_size(q) * half_pass);
  const LaneMask out = ahead ? lanes_greater(q, lanes_all(0.0f)) : lanes_greater(lanes_all(0.0f), q);
  const Lanes own = slope_own * used, other = step - slope_other * used;
  return q * lanes_select(out, own, other);
}

/* dt/(dx*hm)*[sum over the four sides of q*(u* - u)]. Each u* stays within its stencil's range, and the sum of shares is held to 1: no
 * overshoot. All flows here are twice what they are, and all shares (`pass`) half. */
INLINE Lanes advection(const FlowStep *p, const FaceUpdate *f, int i) {
  const Lanes zero = lanes_all(0.0f), one = lanes_all(1.0f);
  const Lanes twice_depth = lanes_load(f->depth[0] + i) + lanes_load(f->depth[1] + i);
  const Lanes pass = p->dt_over_dx / (twice_depth + TWICE_DEPTH_TINY), half_pass = 0.5f * pass;
  const Lanes q = lanes_load(f->discharge[1] + i);
  const Lanes ahead = q + lanes_load(f->discharge[2] + i), behind = q + lanes_load(f->discharge[0] + i);
  const Lanes far = lanes_load(f->cross_discharge[0] + i) + lanes_load(f->cross_discharge[1] + i);
  const Lanes near = lanes_load(f->cross_discharge[2] + i) + lanes_load(f->cross_discharge[3] + i);
  const Lanes along = lanes_load(f->slope_along[1] + i), across = lanes_load(f->slope_across[1] + i);
  const Lanes a = carried(ahead, lanes_load(f->difference_along[1] + i), along, lanes_load(f->slope_along[2] + i), half_pass, true);
  const Lanes b = carried(behind, lanes_load(f->difference_along[0] + i), along, lanes_load(f->slope_along[0] + i), half_pass, false);
  const Lanes c = carried(far, lanes_load(f->difference_across[1] + i), across, lanes_load(f->slope_across[2] + i), half_pass, true);
  const Lanes d = carried(near, lanes_load(f->difference_across[0] + i), across, lanes_load(f->slope_across[0] + i), half_pass, false);
  const Lanes in = (lanes_max(behind, zero) - lanes_min(ahead, zero)) + (lanes_max(near, zero) - lanes_min(far, zero));
  const Lanes inflow = pass * in;
  const Lanes factor = mask_any(lanes_greater(inflow, one)) ? pass / lanes_max(inflow, one) : pass;
  return factor * ((a + b) + (c + d));
}

/* The depth of what runs up into a cell that is wet in part (climbing_depth in front_rows.c), whose bed lies `over` below the surface
 * (above it: negative): up to half of the depth behind. On a beach, where the bed has risen at least half as steeply before; not onto a
 * quay. With none of this a wave ran up two cells' rise too little. */
INLINE Lanes wedge_depth(const FaceUpdate *f, Lanes rise, Lanes over, Lanes depth_behind, LaneMask against, LaneMask climbs, int i) {
  const Lanes zero = lanes_all(0.0f);
  const Lanes rise_before = lanes_select(against, lanes_load(f->bed_far + i) - lanes_load(f->bed[1] + i),
                                         lanes_load(f->bed[0] + i) - lanes_load(f->bed_back + i));
  const LaneMask beach = lanes_greater(rise * ((rise_before + rise_before) - rise), zero);
  const Lanes wedge = lanes_min(over + 0.5f * lanes_size(rise), 0.5f * depth_behind);
  return lanes_where(mask_both(climbs, beach), lanes_max(wedge, zero));
}

/* The depth h that a flow q = u*h carries: upwind by the sign of u, with the surface at the face from a limited slope where both
 * cells behind are wet. */
INLINE Lanes upwind_depth(const FaceUpdate *f, Lanes u, int i) {
  const Lanes zero = lanes_all(0.0f);
  const Lanes rise = lanes_load(f->bed[1] + i) - lanes_load(f->bed[0] + i);
  const Lanes back = lanes_load(f->depth[0] + i), ahead = lanes_load(f->depth[1] + i);
  const Lanes back_open = back - lanes_max(rise, zero), ahead_open = ahead + lanes_min(rise, zero);
  const Lanes clearance = lanes_min(back_open, ahead_open);
  const LaneMask against = lanes_greater(zero, u);
  const Lanes over = lanes_select(against, ahead_open, back_open), level = lanes_max(over, zero);
  /* what climbs onto land runs over the bed's mean as soon as its own surface clears the higher one */
  const LaneMask climbs = lanes_greater(u * rise, zero);
  const Lanes half_rise = 0.5f * rise;
  const Lanes slope = lanes_size_min(half_rise, lanes_select(climbs, level, lanes_max(clearance, zero)));
  const Lanes depth_behind = lanes_select(against, ahead, back);
  const Lanes depth_before = lanes_select(against, lanes_load(f->depth_far + i), lanes_load(f->depth_back + i));
  /* the surface falls by `head` from cell to cell: half of it more or less at the face */
  const Lanes head = lanes_load(f->head[1] + i);
  const Lanes head_before = lanes_select(against, lanes_load(f->head[2] + i), lanes_load(f->head[0] + i));
  const Lanes fall = 0.5f * minmod_lanes(head, head_before);
  const Lanes tilt = lanes_where(lanes_greater(depth_before, zero), lanes_select(against, fall, 0.0f - fall));
  const Lanes half_step_rise = lanes_select(against, lanes_load(f->half_step_rise[1] + i), lanes_load(f->half_step_rise[0] + i));
  /* at most half of the depth; and no more than both surfaces clear both beds, as the slope: on a steep bed the surface falls
   * as the bed does, and a film would run at half its depth */
  const Lanes cap = lanes_min(0.5f * lanes_min(level, depth_behind), lanes_max(clearance, zero));
  const Lanes depth = (level + slope) + lanes_lesser(tilt + half_step_rise, cap);
  const LaneMask partly = mask_both(climbs, lanes_greater(lanes_size(half_rise), over)); /* the cell ahead is not wet to its middle */
  return mask_any(partly) ? lanes_max(depth, wedge_depth(f, rise, over, depth_behind, against, partly, i)) : depth;
}

/* Writes u of the faces of columns [i0, i1), where they are open, before the bed drags on it, to accelerated[0] ... */
INLINE void accelerate_faces(const FlowStep *p, const FaceUpdate *f, int i0, int i1, float *accelerated) {
  for (int i = i0; i < i1; i += LANES) {
    if (!mask_any(faces_open(p, lanes_load(f->face_depth + i)))) continue;
    const Lanes before = lanes_load(f->speed_before + i), head = lanes_load(f->head[1] + i);
    Lanes advected_head = lanes_load(f->advected_rise[0] + i) - lanes_load(f->advected_rise[1] + i);
    if (f->wave_push) advected_head = advected_head + lanes_load(f->wave_push + i);
    const Lanes pushed = p->friction_factor * before + velocity_change(p, head + advected_head);
    lanes_store(accelerated + (i - i0), pushed - advection(p, f, i));
  }
}

/* Writes the depths that the same faces' flows carry, from their accelerated speeds: neither drag nor bounds reverse a flow. */
INLINE void find_flow_depths(const FlowStep *p, const FaceUpdate *f, int i0, int i1, const float *speeds, float *depths) {
  for (int i = i0; i < i1; i += LANES)
    if (mask_any(faces_open(p, lanes_load(f->face_depth + i))))
      lanes_store(depths + (i - i0), upwind_depth(f, lanes_load(speeds + (i - i0)), i));
}

/* Writes u and q of the same faces after the substep. */
INLINE void finish_faces(const FlowStep *p, const FaceUpdate *f, int i0, int i1, const float *speeds, const float *depths,
                         bool depth_drag) {
  for (int i = i0; i < i1; i += LANES) {
    const Lanes face_depth = lanes_load(f->face_depth + i);
    if (!mask_any(faces_open(p, face_depth))) {
      lanes_store(f->speed + i, lanes_all(0.0f));
      lanes_store(f->flow + i, lanes_all(0.0f));
      continue;
    }
    const Lanes accelerated = lanes_load(speeds + (i - i0)), head = lanes_load(f->head[1] + i), flow_depth = lanes_load(depths + (i - i0));
    Lanes speed = speed_after(p, accelerated, head, face_depth, flow_depth, false, f->bed[0] + i, f->bed[1] + i, depth_drag);
    const Lanes ripple = step_ripple_flow(p, lanes_load(f->bend[0] + i), lanes_load(f->bend[1] + i), lanes_load(f->smoothing_cap[0] + i),
                                          lanes_load(f->smoothing_cap[1] + i));
    if (f->beside) speed = speed_beside(p, lanes_load(f->beside + i), speed, head, face_depth);
    lanes_store(f->speed + i, speed);
    Lanes flow = speed * flow_depth + ripple;
    if (f->wave_push) flow = flow + lanes_load(f->spill + i);
    lanes_store(f->flow + i, lanes_where(faces_open(p, face_depth), flow));
  }
}

/* In three loops over a few columns each: one would have more values under way than there are registers, and its chains of operations that wait
 * for each other are so long that a processor sees hardly more than one vector's at a time. A step takes 0.90 of its time. */
INLINE void update_row(const FlowStep *step, const FaceUpdate *update, int i0, int i1, bool depth_drag, bool waves) {
  const FlowStep numbers = *step, *const p = &numbers; /* copies: stores through the rows cannot change them */
  FaceUpdate rows = *update;
  const FaceUpdate *const f = &rows;
  if (!waves) rows.wave_push = rows.beside = NULL; /* so that the compiler knows: no questions in the loops */
  float accelerated[UPDATE_BLOCK], depths[UPDATE_BLOCK];
  if (i0 < 0) i0 = -LANES; /* one face lies west of the grid; wide loads of the row before reach what is further out */
  for (int i = i0; i < i1; i += UPDATE_BLOCK) {
    const int end = i + UPDATE_BLOCK < i1 ? i + UPDATE_BLOCK : i1;
    accelerate_faces(p, f, i, end, accelerated);
    find_flow_depths(p, f, i, end, accelerated, depths);
    finish_faces(p, f, i, end, accelerated, depths, depth_drag);
  }
}

static void update_swe(const FlowStep *p, const FaceUpdate *f, int i0, int i1) {
  const bool drag = has_depth_drag(p);
  if (drag && f->wave_push)
    update_row(p, f, i0, i1, true, true);
  else if (drag)
    update_row(p, f, i0, i1, true, false);
  else if (f->wave_push)
    update_row(p, f, i0, i1, false, true);
  else
    update_row(p, f, i0, i1, false, false);
}

/* --- limits and depths ----------------------------------------------------------------------------------------------- */

/* A cell gives no more than this share of its depth: a margin that keeps d >= 0 exactly in floats, 8 roundings, and one for the dither. */
#define GIVEN_SHARE (1.0f - 10.0f / 16777216.0f)

static void limit_row(const FlowStep *p, const FlowCells *cells, float *limit, uint8_t *tight, int i0, int i1) {
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

/* A TileReduction in registers, while a row is added to it. A value may lie in any lane: the first of the arrays serve every width. */
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

/* d <- d - dt/dx*((q_east - q_west) + (q_south - q_north)) */
INLINE void depth_vector(const FlowStep *p, const FlowCells *f, LaneReduction *reduction, int i, int end, bool tight) {
  const Flows q = flows_limited(f, i, tight);
  const Lanes before = lanes_load(f->depth + i), bed = lanes_load(f->terrain + i);
  const Lanes ux = lanes_load(f->speed_x + i), uz = lanes_load(f->speed_z + i);
  const Lanes net = (q.east - q.west) + (q.south - q.north);
  const LaneMask moves = lanes_greater(lanes_size_max(ux, uz), lanes_all(p->dither_speed));
  const Lanes after = depth_after_lanes(before, p->dt_over_dx * net, moves, p->dither), bound_depth = lanes_all(p->bound_depth);
  lanes_store(f->out + i, after);
  if (f->flow_x) {
    lanes_store(f->flow_x + i, q.east);
    lanes_store(f->flow_z + i, q.south);
  }
  const int count = end - i;
  if (count >= LANES)
    reduction_add(reduction, bound_depth, bed, after, before, ux, uz);
  else if (count > 0)
    reduction_add(reduction, bound_depth, bed, first_lanes(after, count), first_lanes(before, count), first_lanes(ux, count),
                  first_lanes(uz, count));
}

/* Returns true if a limit below 1 may act on the flows of group n. */
INLINE bool group_is_tight(const FlowCells *f, int n) {
  return f->tight[n] | f->tight[n - 1] | f->tight[n + 1] | f->tight_south[n] | f->tight_north[n];
}

/* Returns true if none acts on those of the tile whose first group is n: nearly everywhere, so that one question does for its groups. */
INLINE bool tile_is_loose(const FlowCells *f, int n) {
  uint32_t own, south, north;
  _Static_assert(FLOW_TILE / FLOW_GROUP == sizeof own, "a flag for each group");
  memcpy(&own, f->tight + n, sizeof own);
  memcpy(&south, f->tight_south + n, sizeof south);
  memcpy(&north, f->tight_north + n, sizeof north);
  return !(own | south | north | f->tight[n - 1] | f->tight[n + FLOW_TILE / FLOW_GROUP]);
}

static void depth_row(const FlowStep *p, const FlowCells *cells, TileReduction *tile, int i0, int i1, int end) {
  const FlowCells rows = *cells, *const f = &rows;
  LaneReduction t = {lanes_load(tile->depth), lanes_load(tile->surface), lanes_load(tile->speed),
                     lanes_load(tile->low),   lanes_load(tile->sum),     lanes_load(tile->changed)};
  if (end - i0 >= FLOW_TILE && tile_is_loose(f, i0 / FLOW_GROUP)) {
    for (int i = i0; i < i0 + FLOW_TILE; i += LANES) depth_vector(p, f, &t, i, i + LANES, false);
  } else {
    for (int g = i0; g < i1; g += FLOW_GROUP) {
      const bool tight = group_is_tight(f, g / FLOW_GROUP);
      for (int i = g; i < g + FLOW_GROUP; i += LANES) depth_vector(p, f, &t, i, end, tight);
    }
  }
  lanes_store(tile->depth, t.depth);
  lanes_store(tile->surface, t.surface);
  lanes_store(tile->speed, t.speed);
  lanes_store(tile->low, t.low);
  lanes_store(tile->sum, t.sum);
  lanes_store(tile->changed, t.changed);
}

/* --- dye: equation in grid/dye.h ------------------------------------------------------------------------------------- */

/* c = m_d/V; 0 where there is no water, from which nothing flows. */
static void concentration_row(const float *amount, const float *depth, float *concentration, int i0, int i1) {
  for (int i = i0; i < i1; i += LANES) {
    const Lanes dye = lanes_load(amount + i);
    __builtin_prefetch(amount + i + PREFETCH_AHEAD);
    if (!lanes_bits(dye)) {
      lanes_store(concentration + i, dye);
      continue;
    }
    const Lanes d = lanes_load(depth + i);
    lanes_store(concentration + i, lanes_where(lanes_greater(d, lanes_all(DEPTH_TINY)), lanes_flushed(dye / d)));
  }
}

/* q*c of the cell that a flow leaves. */
INLINE Lanes dye_carried(Lanes flow, Lanes behind, Lanes ahead) {
  return lanes_flushed(flow * lanes_select(lanes_greater(flow, lanes_all(0.0f)), behind, ahead));
}

INLINE Lanes flow_at(const float *flow, const float *limit_behind, const float *limit_ahead, bool tight) {
  return tight ? flow_limited(lanes_load(flow), limit_behind, limit_ahead) : lanes_load(flow);
}

/* Removes what lies on dry land, and adds it to what has left: cells that have just dried are rare. */
static void leave_land(const DyeCells *d, int i, int end) {
  for (int n = i; n < i + LANES && n < end; n++) {
    if (d->depth[n] > DEPTH_TINY) continue;
    *d->left += (double)d->after[n]; /* cell by cell: the same sum for any width */
    d->after[n] = 0.0f;
  }
}

INLINE void dye_vector(const FlowStep *p, const FlowCells *f, const DyeCells *d, Lanes *changed, int i, int end, bool tight) {
  const Lanes here = lanes_load(d->here + i), east = lanes_load(d->here + i + 1), west = lanes_load(d->here + i - 1);
  const Lanes south = lanes_load(d->south + i), north = lanes_load(d->north + i), before = lanes_load(d->before + i);
  if (!lanes_bits(lanes_or(lanes_or(lanes_or(here, before), lanes_or(east, west)), lanes_or(south, north)))) {
    lanes_store(d->after + i, before);
    return;
  }
  const Lanes to_east = dye_carried(flow_at(f->east + i, f->limit + i, f->limit + i + 1, tight), here, east);
  const Lanes from_west = dye_carried(flow_at(f->west + i, f->limit + i - 1, f->limit + i, tight), west, here);
  const Lanes to_south = dye_carried(flow_at(f->south + i, f->limit + i, f->limit_south + i, tight), here, south);
  const Lanes from_north = dye_carried(flow_at(f->north + i, f->limit_north + i, f->limit + i, tight), north, here);
  const Lanes net = lanes_flushed(lanes_flushed(to_east - from_west) + lanes_flushed(to_south - from_north));
  const Lanes after = lanes_max(lanes_flushed(before - lanes_flushed(p->dt_over_dx * net)), lanes_all(0.0f));
  *changed = lanes_or(*changed, lanes_xor(after, before));
  lanes_store(d->after + i, after);
  const LaneMask wet = lanes_greater(lanes_load(d->depth + i), lanes_all(DEPTH_TINY));
  if (lanes_bits(lanes_select(wet, lanes_all(0.0f), after))) leave_land(d, i, end);
}

static void dye_row(const FlowStep *p, const FlowCells *cells, const DyeCells *dye, TileReduction *tile, int i0, int i1, int end) {
  const FlowCells rows = *cells, *const f = &rows;
  const DyeCells dyes = *dye, *const d = &dyes;
  Lanes changed = lanes_load(tile->changed);
  for (int g = i0; g < i1; g += FLOW_GROUP) {
    const int n = g / FLOW_GROUP;
    if (f->tight[n] | f->tight[n - 1] | f->tight[n + 1] | f->tight_south[n] | f->tight_north[n])
      for (int i = g; i < g + FLOW_GROUP; i += LANES) dye_vector(p, f, d, &changed, i, end, true);
    else
      for (int i = g; i < g + FLOW_GROUP; i += LANES) dye_vector(p, f, d, &changed, i, end, false);
  }
  lanes_store(tile->changed, changed);
}

const FlowRows WIDTH(flow_rows) = {.front_pipe = WIDTH(front_pipe),
                                   .front_swe = WIDTH(front_swe),
                                   .slopes = speed_slopes,
                                   .update_swe = update_swe,
                                   .limit = limit_row,
                                   .depth = depth_row,
                                   .concentration = concentration_row,
                                   .dye = dye_row};
