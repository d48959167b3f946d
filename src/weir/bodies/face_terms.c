/* Terms of the velocity at the faces that bodies cut: advection (swe), for face_rows.c; and, for weir_water_why, all its changes. */
#include <math.h>

#include "base/maths.h"
#include "weir/bodies/cut_rows.h"
#include "weir/bodies/state.h"
#include "weir/grid/flow_formulas.h"

#define WATER_TINY 1e-9f /* m: keeps 0/0 out of faces where no water is */

/* Shallow water: the advection of velocity at the faces that bodies reach. The same scheme as that of the rows (flow/update_rows.c,
 * `advection`; Stelling and Duinmeijer 2003), so that what leaves the cell of one face enters that of the next, whether bodies reach it
 * or not:
 *  u <- u - dt/(dx*hm)*[sum over the four sides of q*(u* - u)]
 * with q the flows of water in the last substep and hm the water between the centres of both cells, that in slots included: it changes
 * by just these flows. Each u* stays within its stencil's range and the sum of weights is held to 1: no overshoot, whatever the body
 * leaves open. Where everything moves alike, bodies too, nothing is advected. */
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

/* The changes of the velocity at a cut face in the last substep, term by term, for weir_water_why. With the letters of bodies/bodies.h
 * and of face_rows.c, each line one step from u before to u after:
 *   u_o = blend of u and u_b                 what has opened was full of water that moved with the body      body
 *   + dt*g/(dx*clear)*sum of open*d(y)       slope: -dt*g*(b_j - b_i)/dx; pressure: the rest, heads of the end of the substep
 *   - carried                                                                                                advection
 *   + (mu - 1)*u_o                           friction                                                        drag
 *   drag_share*u + (1 - drag_share)*u_b      friction along the body, and the loss of Borda and Carnot       body
 *   * friction_share                         bed                                                             drag
 *   dead bands, bounds by energy                                                                             limiter */

static FlowTerms open_terms(const Subgrid *s, const FlowStep *p, int n, int side, int face) {
  const CutFaces *const f = &s->faces;
  const int on = s->cells.link[side][n];
  const float clear = f->clear[face], here = s->heads[n], there = s->heads[on], u = f->u[face], per = 1.0f / clear;
  const float head = weighted_heads(f->under[face], f->within[face], f->over[face], above(here, there, f->bed[face]),
                                    above(here, there, f->low[face]), above(here, there, f->high[face]));
  const double opened = (double)u, gravity = (double)p->gravity_dt_over_dx, drive = gravity * (double)per * (double)head;
  const double slope = -gravity * ((double)s->cells.bed[on] - (double)s->cells.bed[n]), body_speed = (double)f->speed[face];
  const float manning = p->dt_gravity_manning2 > 0.0f ? p->dt_gravity_manning2 / maths_cbrtf(clear) : 0.0f;
  const double friction_share = (double)bed_friction_share(p->dt_roughness + manning, u, p->dt_viscosity3, per);
  const double drag_share = f->share[face] > 0.0f ? (double)f->gain[face] / (gravity * (double)per * friction_share) : 1.0;
  const double friction = opened * ((double)p->friction_factor - 1.0);
  const double free_speed = opened + drive - (double)f->carried[face] + friction;
  const double held = drag_share * free_speed + (1.0 - drag_share) * body_speed;
  const float band = s->step.flow.head_dead_band * dead_band_factor(f->speed[face]) * f->open[face];
  const double in_band = (double)(f->gain[face] * clamp_float(head, -band, band)), free_head = (double)f->gain[face] * (double)head;
  const float unbounded = f->gain[face] * (head - clamp_float(head, -band, band)) + f->base[face];
  /* Lost where the kernel rounds each step; more than a few last places is not rounding, but a term that is missing here. */
  const double lost = (double)unbounded - (friction_share * held - in_band);
  const double rounding = fabs(lost) <= 0x1p-21 * (fabs(free_head) + fabs((double)f->base[face])) ? lost : 0.0;
  return (FlowTerms){.slope = slope,
                     .pressure = drive - slope,
                     .advection = -(double)f->carried[face],
                     .drag = friction + (friction_share - 1.0) * held,
                     .limiter = (double)f->next[face] - (double)unbounded - in_band + rounding,
                     .body = opened - (double)f->speed_before[face] + (held - free_speed)};
}

bool subgrid_face_terms(const WeirWater *w, const FlowStep *p, int i, int k, int side, FlowTerms *terms) {
  const Subgrid *const s = w->bodies.subgrid;
  if (!subgrid_in_row(s, k)) return false;
  const int n = cell_sets_rank(s, i, k);
  const CutCell *const cell = &s->cells.cells[n];
  if (n >= s->row[k + 1] || cell->i != i || cell->k != k || !cell->face_is_cut[side]) return false;
  if (!(s->rows[n].flags & 1 << side)) { /* asleep: nothing has changed */
    *terms = (FlowTerms){.body = 0.0};
    return true;
  }
  const int face = side * s->faces.stride + n;
  const double change = (double)s->faces.next[face] - (double)s->faces.speed_before[face];
  if (s->faces.open[face] > 0.0f)
    *terms = open_terms(s, p, n, side, face);
  else /* a closed face lets nothing through but what moves with the body */
    *terms = s->faces.share[face] > 0.0f ? (FlowTerms){.body = change} : (FlowTerms){.limiter = change};
  return true;
}
