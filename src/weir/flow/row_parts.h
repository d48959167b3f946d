#ifndef WEIR_FLOW_ROW_PARTS_H
#define WEIR_FLOW_ROW_PARTS_H

#include <math.h>

#include "base/lanes.h"
#include "base/simd.h"
#include "weir/flow/flow.h"

/* Shared by the files of kernels (front_rows.c, update_rows.c), which are compiled once for each vector width: the formulas of
 * grid/flow_formulas.h for Lanes, as `name_lanes`; those that turn a face's accelerated speed into its speed after the substep, for pipe
 * and swe (drag, bounds, dead bands); and the members of FlowRows from outside of update_rows.c, which has the table. */

#define Real Lanes
#define Mask LaneMask
#define OP(function) lanes_##function
#define NAMED(formula) formula##_lanes
#include "weir/grid/flow_formulas_body.h"
#undef Real
#undef Mask
#undef OP
#undef NAMED

#define INLINE static inline __attribute__((always_inline))

enum { PREFETCH_AHEAD = 288 }; /* columns ahead at which rows that no earlier row has read are fetched: 1 KiB and a bit */

void WIDTH(front_pipe)(const FlowStep *step, const FlowFront *front, int i0, int i1);
void WIDTH(front_swe)(const FlowStep *step, const FlowFront *front, int i0, int i1);

#define DRAG_DEPTH_MIN 1.0e-6f /* m: keeps the drag of a vanishing depth finite */
#define DRAG_SMALL 0.03125f    /* 4*dt*c*|f|/h up to which the polynomial of drag_factor holds */

/* a^(-1/3), a > 0: the exponent by a third, then three steps of Newton for y^-3 = a. */
INLINE Lanes inverse_cube_root(Lanes a) {
  const Lanes third = 0.33333333f * a;
  Lanes y = lanes_from_bits(1419967116.0f, 0.33333333f, a);
  for (int n = 0; n < 3; n++) y = y * (1.33333333f - (third * y) * (y * y));
  return y;
}

/* The share of a velocity f that the bed leaves in a step, 2/(1 + sqrt(1 + y)) with y = 4*dt*c*|f|/h: where y is small, which is nearly
 * everywhere, by a polynomial without a root and a second division. It is the interpolation in Chebyshev's points and gives the drag to
 * 2e-7 of itself. */
INLINE Lanes drag_factor(Lanes y, LaneMask moves) {
  const Lanes tail = 0.124970949f - 0.0756274656f * y;
  const Lanes share = 0.24999995f - y * tail;
  const Lanes factor = 1.0f - y * share;
  const LaneMask strong = lanes_greater(y, lanes_all(DRAG_SMALL));
  if (!mask_any(mask_both(strong, moves))) return factor;
  const Lanes exact = 2.0f / (1.0f + lanes_sqrt(1.0f + y));
  return lanes_select(strong, exact, factor);
}

/* Returns true if the drag has more terms than the quadratic one: Manning's or the liquid's viscosity. */
static inline bool has_depth_drag(const FlowStep *p) {
  return p->dt_gravity_manning2 > 0.0f || p->dt_viscosity3 > 0.0f;
}

/* The drag of the bed and of the liquid itself on water of depth h that moves at f before it: thin films run slowly, rivers fast.
 *   du/dt = -c*|u|*u/h - l*u,   c = roughness + g*n^2/h^(1/3),   l = 3*viscosity/h^2
 * taken at the end of the step, where it is a quadratic in u (Xia and Liang 2018, after Burguete et al. 2008):
 *   u = 2*f/((1 + l*dt) + sqrt((1 + l*dt)^2 + 4*dt*c*|f|/h))
 * so that a steady flow, in which the slope drives as much as the bed drags, is the same for any step. Taken as f/(1 + dt*c*|f|/h),
 * rain on a slope of 0.1 ran 26 % slow in steps of 1 s.
 *
 * `is_fuller`: the scheme's flow q is u*face_depth with a face_depth above the true depth h, so u must be slower by as much for the q of
 * the depth h, and the drag is multiplied by (face_depth/h)^2. */
INLINE Lanes speed_dragged(const FlowStep *p, Lanes f, Lanes size, Lanes depth, Lanes face_depth, LaneMask moves, bool is_fuller,
                           bool depth_drag) {
  const Lanes h = lanes_max(depth, lanes_all(DRAG_DEPTH_MIN));
  Lanes drag = lanes_all(4.0f * p->dt_roughness);
  if (depth_drag) drag = drag + (4.0f * p->dt_gravity_manning2) * inverse_cube_root(h);
  Lanes numerator = drag * size, denominator = h;
  if (is_fuller) {
    numerator = numerator * (face_depth * face_depth);
    denominator = h * (h * h);
  }
  const Lanes y = numerator / denominator;
  if (!depth_drag || p->dt_viscosity3 == 0.0f) return f * drag_factor(y, moves);
  const Lanes inertia = 1.0f + p->dt_viscosity3 / (h * h);
  const Lanes root = lanes_sqrt(inertia * inertia + y);
  return (f + f) / (inertia + root);
}

/* Bounds a speed by that of the fastest water so far, plus a fall from the highest surface, twice over (a dam break's tip runs at
 * 2*sqrt(g*h)): a film that trickles over a step would go faster and faster. Rarely needed, so it is kept out of the loop. */
static __attribute__((noinline)) Lanes speed_bounded(const FlowStep *p, Lanes speed, const float *bed, const float *bed_ahead) {
  const Lanes higher_bed = lanes_max(lanes_load(bed), lanes_load(bed_ahead));
  const Lanes fall = lanes_max(p->surface_max - higher_bed, lanes_all(0.0f));
  const Lanes cap = lanes_sqrt(p->fall_factor * fall + p->speed_max * p->speed_max);
  const Lanes bounded = lanes_select(lanes_greater(lanes_size(speed), lanes_all(p->speed_max)), lanes_within(speed, cap), speed);
  return lanes_within(bounded, lanes_all(p->speed_cap));
}

/* Returns the faces that carry more than a film: films cling to the ground, or a slope that drips would never sleep. Where none of a
 * vector's is open, velocity and flow are 0: dry land costs little. */
INLINE LaneMask faces_open(const FlowStep *p, Lanes face_depth) {
  return lanes_greater(face_depth, lanes_all(p->film_depth));
}

/* dt*g*head/dx, 0 within the dead band of heads. */
INLINE Lanes velocity_change(const FlowStep *p, Lanes head) {
  return p->gravity_dt_over_dx * lanes_where(lanes_greater(lanes_size(head), lanes_all(p->head_dead_band)), head);
}

/* The speed after the substep from the accelerated one: dragged on the depth `flow_depth` that the flow has, bounded, and 0 where the
 * face is closed (by its depth `face_depth`) or the speed is within its dead band: so that lakes come to rest to the last bit. */
INLINE Lanes speed_after(const FlowStep *p, Lanes accelerated, Lanes head, Lanes face_depth, Lanes flow_depth, bool is_fuller,
                         const float *bed, const float *bed_ahead, bool depth_drag) {
  const Lanes size = lanes_size(accelerated);
  const LaneMask downhill = lanes_greater(accelerated * head, lanes_all(0.0f));
  const Lanes dead_band = lanes_select(downhill, lanes_all(p->velocity_dead_band), lanes_all(p->uphill_dead_band));
  LaneMask moves = mask_both(lanes_greater(size, dead_band), faces_open(p, face_depth));
  if (!is_fuller) moves = mask_both(moves, lanes_greater(flow_depth, lanes_all(0.0f)));
  Lanes speed = lanes_where(moves, speed_dragged(p, accelerated, size, flow_depth, face_depth, moves, is_fuller, depth_drag));
  const LaneMask fast = mask_both(lanes_greater(size, lanes_all(p->speed_bound)), moves); /* before drag, which only slows */
  if (mask_any(fast)) speed = speed_bounded(p, speed, bed, bed_ahead);
  return speed;
}

INLINE Lanes step_ripple_flow(const FlowStep *p, Lanes bend, Lanes bend_ahead, Lanes cap, Lanes cap_ahead) {
  return ripple_flow_lanes(bend, bend_ahead, cap, cap_ahead, p->ripple, p->ripple_dead_band);
}

/* Returns the speeds of faces beside bodies, where water deeper than a cell is wide loses some of its speed as it stands steep: bodies make towers
 * out of waves that are. */
INLINE Lanes speed_beside(const FlowStep *p, Lanes beside, Lanes speed, Lanes head, Lanes face_depth) {
  const Lanes excess = lanes_max(lanes_size(head) - p->steep.head, lanes_all(0.0f));
  const Lanes share = beside * lanes_min(p->steep.drag * excess, lanes_all(1.0f));
  return speed - lanes_where(lanes_greater(face_depth, lanes_all(p->steep.depth)), share * speed);
}

#endif
