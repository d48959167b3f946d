/* Shallow water: the speeds and flows of a row of faces. As pipes, with the velocity carried along by the flow, in the form that
 * conserves momentum on this grid (Stelling and Duinmeijer 2003):
 *   u <- mu*u + dt*g*(h_i - h_j)/dx - dt/(dx*hm)*[sum over the four sides of q*(u* - u)],   hm = (d_i + d_j)/2
 *   q = u*h
 * with q on the right the flows of the last substep, averaged to the sides of the face's own cell. Compiled for each vector width
 * (src/CMakeLists.txt). */
#include "weir/flow/face_speed.h"

#define TWICE_DEPTH_TINY 2.0e-9f /* m: keeps 0/0 out of the advection of dry faces */

void WIDTH(speed_slopes)(const FlowSlopes *slopes, int i0, int i1) {
  const FlowSlopes rows = *slopes, *const f = &rows;
  for (int i = i0; i < i1; i += LANES) {
    const Lanes u = lanes_load(f->u + i), east = lanes_load(f->u + i + 1), west = lanes_load(f->u + i - 1);
    __builtin_prefetch(f->u_next + i + PREFETCH_AHEAD);
    const Lanes next = lanes_load(f->u_next + i), step_north = lanes_load(f->difference_north + i);
    if (!lanes_bits(lanes_or(lanes_or(lanes_or(u, east), lanes_or(west, next)), step_north))) { /* nothing moves: all are 0 */
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
 * Written apart from `carried` of bodies/face_terms.c: twice the flows and half the shares are multiplied here in another order, and
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

INLINE void update_row(const FlowStep *step, const FaceUpdate *update, int i0, int i1, bool depth_drag) {
  const FlowStep numbers = *step, *const p = &numbers; /* copies: stores through the rows cannot change them */
  const FaceUpdate rows = *update, *const f = &rows;
  for (int i = i0; i < i1; i += LANES) {
    const Lanes face_depth = lanes_load(f->face_depth + i);
    if (!any_open(p, face_depth)) {
      lanes_store(f->speed + i, lanes_all(0.0f));
      lanes_store(f->flow + i, lanes_all(0.0f));
      continue;
    }
    const Lanes before = lanes_load(f->speed_before + i), head = lanes_load(f->head[1] + i);
    const Lanes advected_head = lanes_load(f->advected_rise[0] + i) - lanes_load(f->advected_rise[1] + i);
    const Lanes accelerated = (p->friction_factor * before + velocity_change(p, head + advected_head)) - advection(p, f, i);
    const Lanes flow_depth = upwind_depth(f, accelerated, i); /* neither drag nor bounds reverse the flow */
    const Lanes speed = speed_after(p, accelerated, head, face_depth, flow_depth, false, f->bed[0] + i, f->bed[1] + i, depth_drag);
    const Lanes ripple = step_ripple_flow(p, lanes_load(f->bend[0] + i), lanes_load(f->bend[1] + i), lanes_load(f->smoothing_cap[0] + i),
                                          lanes_load(f->smoothing_cap[1] + i));
    lanes_store(f->speed + i, speed);
    const Lanes flow = speed * flow_depth + ripple;
    lanes_store(f->flow + i, lanes_where(faces_open(p, face_depth), flow));
  }
}

void WIDTH(update_swe)(const FlowStep *p, const FaceUpdate *f, int i0, int i1) {
  if (has_depth_drag(p))
    update_row(p, f, i0, i1, true);
  else
    update_row(p, f, i0, i1, false);
}
