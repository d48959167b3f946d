/* Shallow water: the advection of velocity at the faces that bodies reach. The same scheme as that of the rows (flow/update_rows.c,
 * `advection`; Stelling and Duinmeijer 2003), so that what leaves the cell of one face enters that of the next, whether bodies reach it
 * or not:
 *  u <- u - dt/(dx*hm)*[sum over the four sides of q*(u* - u)]
 * with q the flows of water in the last substep and hm the water between the centres of both cells, that in slots included: it changes
 * by just these flows. Each u* stays within its stencil's range and the sum of weights is held to 1: no overshoot, whatever the body
 * leaves open. Where everything moves alike, bodies too, nothing is advected. */
#include <math.h>

#include "weir/bodies/state.h"
#include "weir/grid/flow_formulas.h"

#define WATER_TINY 1e-9f /* m: keeps 0/0 out of faces where no water is */

/* The limited slope of speeds along a line of faces. */
static float slope_at(const float *u, ptrdiff_t step) {
  return monotonised_central(u[step] - u[0], u[0] - u[-step]);
}

/* q*(u* - u) for the flow q through the side towards the next face (`step` leads to it) or, against the line, from the one before.
 * Written apart from `carried` of flow/update_rows.c: there twice the flows and half the weights are multiplied in another order, and
 * either order would change the other's bits. */
static float carried(const float *u, ptrdiff_t step, float q, float pass, bool ahead) {
  const float used = 0.5f - 0.5f * min_float(1.0f, fabsf(q) * pass);
  const ptrdiff_t other = ahead ? step : -step;
  if (ahead ? q > 0.0f : q < 0.0f) return q * slope_at(u, step) * used;
  const float rise = ahead ? u[step] - u[0] : u[0] - u[-step];
  return q * (rise - slope_at(u + other, step) * used);
}

float advected_speed(const WeirWater *w, const FlowStep *p, int n, int side) {
  const Subgrid *const s = w->bodies.subgrid;
  const CutCell *const cell = &s->cells.cells[n];
  const int on = s->cells.link[side][n];
  const ptrdiff_t at = water_index(w, cell->i, cell->k), along = side == FACE_EAST ? 1 : w->stride,
                  across = side == FACE_EAST ? w->stride : 1;
  const float *const u = (side == FACE_EAST ? &w->flow.speed_x : &w->flow.speed_z)->cells + at;
  const float *const q = (side == FACE_EAST ? &w->flow.discharge_x : &w->flow.discharge_z)->cells + at;
  const float *const across_flow = (side == FACE_EAST ? &w->flow.discharge_z : &w->flow.discharge_x)->cells + at;
  const float ahead = 0.5f * (q[0] + q[along]), behind = 0.5f * (q[0] + q[-along]);
  const float far = 0.5f * (across_flow[0] + across_flow[along]), near = 0.5f * (across_flow[-across] + across_flow[along - across]);
  const float pass = p->dt_over_dx / (0.5f * (s->cells.water[n] + s->cells.water[on]) + WATER_TINY);
  const float in = max_float(behind, 0.0f) - min_float(ahead, 0.0f) + max_float(near, 0.0f) - min_float(far, 0.0f);
  return pass / max_float(1.0f, pass * in) *
         ((carried(u, along, ahead, pass, true) + carried(u, along, behind, pass, false)) +
          (carried(u, across, far, pass, true) + carried(u, across, near, pass, false)));
}
