/* Terms of the velocity at one cell's faces, for weir_water_why. The kernels of the sweep themselves compute the faces on a copy of the
 * state around the cell, first without gravity, drag and bounds, then with one more of them switched on at a time: the difference that
 * each makes is its term. So no formula of the scheme is written twice, and the terms sum to what the sweep does, bit for bit.
 *
 *   ADVECTED  u - advection                       swe
 *   DRIVEN    + dt*g*(h_i - h_j)/dx               slope: -dt*g*(b_j - b_i)/dx; pressure: -dt*g*(d_j - d_i)/dx
 *   CARRIED   + dt*g*(further head)/dx            pipe: artificial viscosity; swe: the surface that the current carries along
 *   HEADS     less heads within their dead band
 *   FRICTION  u*exp(-friction*dt)
 *   DRAGGED   drag of the bed: roughness, Manning, viscosity
 *   BOUNDED   dead bands and bounds of speeds     as the sweep has it */
#include "weir/flow/cell_terms.h"

#include <math.h>
#include <string.h>

#include "weir/boundary/boundary.h"
#include "weir/flow/sweep_rows.h"

/* --- the patch ------------------------------------------------------------------------------------------------------ */

/* The row or column of the grid that one beyond joined sides is a copy of. */
static int grid_place(int place, int count, bool joined) {
  return !joined ? place : place < 0 ? place + count : place >= count ? place - count : place;
}

static void rows_copy(const WeirWater *w, const Patch *patch, const Field *field, float beyond, PatchRow rows[PATCH_ROWS]) {
  const bool joined_x = side_is_joined(w, WEIR_WEST), joined_z = side_is_joined(w, WEIR_NORTH);
  for (int r = 0; r < PATCH_ROWS; r++) {
    const float *const from = field->cells + grid_place(patch->k - PATCH_REACH + r, w->nz, joined_z) * w->stride;
    for (int n = 0; n < PATCH_WIDTH; n++) {
      const int i = patch->first_column + n - PATCH_LEAD;
      rows[r][n] = i >= -HALO_COLUMNS && i < w->nx + HALO_COLUMNS ? from[grid_place(i, w->nx, joined_x)] : beyond;
    }
  }
}

void patch_copy(Patch *patch, const WeirWater *w, const FlowStep *step, const FlowState *from, int i, int k) {
  patch->i = i;
  patch->k = k;
  patch->first_column = i < 2 * PATCH_REACH ? 0 : i - 2 * PATCH_REACH;
  patch->step = *step;
  rows_copy(w, patch, &w->terrain, WALL_HEIGHT, patch->bed);
  rows_copy(w, patch, &from->depth, 0.0f, patch->depth);
  rows_copy(w, patch, &from->speed_x, 0.0f, patch->speed_x);
  rows_copy(w, patch, &from->speed_z, 0.0f, patch->speed_z);
  if (w->solver != WEIR_SWE) return;
  rows_copy(w, patch, &from->discharge_x, 0.0f, patch->discharge_x);
  rows_copy(w, patch, &from->discharge_z, 0.0f, patch->discharge_z);
}

/* Where a face lies in the rows of its axis: the row, and the place in it. Faces have the index of the cell behind them. */
static int face_row(int face) {
  return face == AROUND_NORTH ? PATCH_REACH - 1 : PATCH_REACH;
}
static int face_place(const Patch *patch, int face) {
  return PATCH_LEAD + (patch->i - patch->first_column) - (face == AROUND_WEST);
}
static bool face_is_x(int face) {
  return face == AROUND_WEST || face == AROUND_EAST;
}

float patch_speed(const Patch *patch, int face) {
  return (face_is_x(face) ? patch->speed_x : patch->speed_z)[face_row(face)][face_place(patch, face)];
}

/* --- one pass of the kernels ----------------------------------------------------------------------------------------- */

enum { /* rows of a pass, after those that sweep_rows.h names */
       SPEED_X = SHARED_ROWS,
       SPEED_Z,
       FLOW,
       RINGS
};

/* One pass: its rows, and what it is made from. Made on the stack for one cell. */
typedef struct Pass {
  const WeirWater *w;
  const Patch *patch;
  const FlowStep *step;
  const float *before_x, *before_z; /* speeds before, row after row */
  bool swe, has_advected_rise;
  PatchRow rows[RINGS][PATCH_ROWS];
} Pass;

static float *row(Pass *p, int which, int r) {
  return p->rows[which][r] + PATCH_LEAD;
}
static const float *column(const PatchRow *rows, int r) {
  return rows[r] + PATCH_LEAD;
}

static const float *speeds(const float *rows, int r) {
  return rows + r * PATCH_WIDTH + PATCH_LEAD;
}

static FlowRing ring_of(Pass *p, int r) {
  float *rows[RING_ROWS];
  for (int n = 0; n < RING_ROWS; n++) rows[n] = row(p, n, r);
  return ring_from(rows);
}

/* The sides of the grid as the patch's columns are counted. */
static FlowSides patch_sides(const WeirWater *w, const Patch *patch, int r) {
  FlowSides sides = boundary_flow_sides(w);
  boundary_flow_row(w, patch->k - PATCH_REACH + r, &sides);
  sides.nx = w->nx - patch->first_column;
  sides.halo_west = true;
  if (patch->first_column == 0) return sides;
  sides.wall_west = sides.unsmoothed_west = false;
  sides.advection_west = ADVECTION_BEYOND;
  return sides;
}

static void front(Pass *p, int r) {
  static const uint8_t active[] = {1, 1};
  const Patch *const d = p->patch;
  FlowFront rows = {.bed_north = column(d->bed, r - 1),
                    .bed = column(d->bed, r),
                    .bed_south = column(d->bed, r + 1),
                    .depth = column(d->depth, r),
                    .depth_south = column(d->depth, r + 1),
                    .ux = speeds(p->before_x, r),
                    .ux_south = speeds(p->before_x, r + 1),
                    .uz = speeds(p->before_z, r),
                    .uz_north = speeds(p->before_z, r - 1),
                    .before = ring_of(p, r - 1),
                    .now = ring_of(p, r),
                    .east = active,
                    .south = active,
                    .speed_out_x = row(p, SPEED_X, r),
                    .speed_out_z = row(p, SPEED_Z, r - 1),
                    .flow_x = row(p, FLOW, r),
                    .flow_z = row(p, FLOW, r - 1),
                    .sides = patch_sides(p->w, d, r)};
  if (!p->swe) {
    flow_rows()->front_pipe(p->step, &rows, -FLOW_GROUP, 2 * FLOW_GROUP);
    return;
  }
  rows.discharge_x = column(d->discharge_x, r);
  rows.discharge_z = column(d->discharge_z, r);
  rows.discharge_z_north = column(d->discharge_z, r - 1);
  flow_rows()->front_swe(p->step, &rows, -FLOW_GROUP, 2 * FLOW_GROUP);
  if (!p->has_advected_rise) memset(p->rows[ADVECTED_RISE][r], 0, sizeof p->rows[ADVECTED_RISE][r]);
}

static void slopes(Pass *p, int r) {
  const FlowSlopes x = {.u = speeds(p->before_x, r),
                        .u_next = speeds(p->before_x, r + 1),
                        .difference_north = row(p, STEP_X, r - 1),
                        .within = row(p, WITHIN_X, r),
                        .slope = row(p, SLOPE_X, r),
                        .difference = row(p, STEP_X, r),
                        .slope_across = row(p, ACROSS_X, r)};
  const FlowSlopes z = {.u = speeds(p->before_z, r),
                        .u_next = speeds(p->before_z, r + 1),
                        .difference_north = row(p, STEP_Z, r - 1),
                        .within = row(p, WITHIN_Z, r),
                        .slope = row(p, SLOPE_Z, r),
                        .difference = row(p, STEP_Z, r),
                        .slope_across = row(p, ACROSS_Z, r)};
  flow_rows()->slopes(&x, -FLOW_GROUP, FLOW_GROUP);
  flow_rows()->slopes(&z, -FLOW_GROUP, FLOW_GROUP);
}

/* swe: the faces to the east of row r. */
static void update_east(Pass *p, int r) {
  const Patch *const d = p->patch;
  const float *const bed = column(d->bed, r), *const depth = column(d->depth, r), *const head = row(p, HEAD_X, r);
  const float *const bend = row(p, BEND_X, r), *const cap = row(p, SMOOTHING_CAP, r), *const q = column(d->discharge_x, r);
  const float *const south = column(d->discharge_z, r), *const north = column(d->discharge_z, r - 1);
  const float *const within = row(p, WITHIN_X, r), *const slope = row(p, SLOPE_X, r);
  const float *const advected_rise = row(p, ADVECTED_RISE, r), *const half_step_rise = row(p, HALF_STEP_RISE, r);
  const FaceUpdate update = {.bed = {bed, bed + 1},
                             .depth = {depth, depth + 1},
                             .depth_back = depth - 1,
                             .depth_far = depth + 2,
                             .bed_back = bed - 1,
                             .bed_far = bed + 2,
                             .head = {head - 1, head, head + 1},
                             .face_depth = row(p, FACE_DEPTH_X, r),
                             .bend = {bend, bend + 1},
                             .smoothing_cap = {cap, cap + 1},
                             .advected_rise = {advected_rise, advected_rise + 1},
                             .half_step_rise = {half_step_rise, half_step_rise + 1},
                             .speed_before = speeds(p->before_x, r),
                             .difference_along = {within - 1, within},
                             .difference_across = {row(p, STEP_X, r - 1), row(p, STEP_X, r)},
                             .slope_along = {slope - 1, slope, slope + 1},
                             .slope_across = {row(p, ACROSS_X, r - 1), row(p, ACROSS_X, r), row(p, ACROSS_X, r + 1)},
                             .discharge = {q - 1, q, q + 1},
                             .cross_discharge = {south, south + 1, north, north + 1},
                             .speed = row(p, SPEED_X, r),
                             .flow = row(p, FLOW, r)};
  flow_rows()->update_swe(p->step, &update, -FLOW_GROUP, FLOW_GROUP);
}

/* swe: the faces to the south of row r. */
static void update_south(Pass *p, int r) {
  const Patch *const d = p->patch;
  const float *const within = row(p, WITHIN_Z, r), *const slope = row(p, SLOPE_Z, r);
  const float *const here = column(d->discharge_x, r), *const on = column(d->discharge_x, r + 1);
  const FaceUpdate update = {.bed = {column(d->bed, r), column(d->bed, r + 1)},
                             .depth = {column(d->depth, r), column(d->depth, r + 1)},
                             .depth_back = column(d->depth, r - 1),
                             .depth_far = column(d->depth, r + 2),
                             .bed_back = column(d->bed, r - 1),
                             .bed_far = column(d->bed, r + 2),
                             .head = {row(p, HEAD_Z, r - 1), row(p, HEAD_Z, r), row(p, HEAD_Z, r + 1)},
                             .face_depth = row(p, FACE_DEPTH_Z, r),
                             .bend = {row(p, BEND_Z, r), row(p, BEND_Z, r + 1)},
                             .smoothing_cap = {row(p, SMOOTHING_CAP, r), row(p, SMOOTHING_CAP, r + 1)},
                             .advected_rise = {row(p, ADVECTED_RISE, r), row(p, ADVECTED_RISE, r + 1)},
                             .half_step_rise = {row(p, HALF_STEP_RISE, r), row(p, HALF_STEP_RISE, r + 1)},
                             .speed_before = speeds(p->before_z, r),
                             .difference_along = {row(p, STEP_Z, r - 1), row(p, STEP_Z, r)},
                             .difference_across = {within - 1, within},
                             .slope_along = {row(p, ACROSS_Z, r - 1), row(p, ACROSS_Z, r), row(p, ACROSS_Z, r + 1)},
                             .slope_across = {slope - 1, slope, slope + 1},
                             .discharge = {column(d->discharge_z, r - 1), column(d->discharge_z, r), column(d->discharge_z, r + 1)},
                             .cross_discharge = {here, on, here - 1, on - 1},
                             .speed = row(p, SPEED_Z, r),
                             .flow = row(p, FLOW, r)};
  flow_rows()->update_swe(p->step, &update, -FLOW_GROUP, FLOW_GROUP);
}

/* The speeds of the four faces after a substep with these numbers. */
static void pass_run(Pass *p, float speed[AROUND]) {
  const int r = PATCH_REACH;
  for (int n = r - 2; n <= r + 1; n++) front(p, n);
  for (int n = r - 3; p->swe && n <= r + 1; n++) slopes(p, n);
  if (p->swe) update_east(p, r), update_south(p, r - 1), update_south(p, r);
  for (int face = 0; face < AROUND; face++)
    speed[face] = p->rows[face_is_x(face) ? SPEED_X : SPEED_Z][face_row(face)][face_place(p->patch, face)];
}

/* --- terms ----------------------------------------------------------------------------------------------------------- */

/* The numbers of a substep in which nothing happens but advection; films count as water. */
static FlowStep bare_step(const FlowStep *step) {
  FlowStep bare = *step;
  bare.friction_factor = 1.0f;
  bare.gravity_dt_over_dx = bare.dt_roughness = bare.dt_gravity_manning2 = bare.dt_viscosity3 = 0.0f;
  bare.head_dead_band = bare.velocity_dead_band = bare.uphill_dead_band = 0.0f;
  bare.shock = bare.shear = 0.0f;
  bare.speed_bound = bare.speed_cap = bare.speed_max = INFINITY;
  bare.film_depth = -1.0f;
  return bare;
}

enum { ADVECTED, DRIVEN, CARRIED, HEADS, FRICTION, DRAGGED, BOUNDED, PASSES };

/* Which faces let water through, along the axis or against it: those through which a speed of 1 m/s lasts. A dry cell gives none to the
 * face of a wet one, but may take some. */
static void faces_are_open(Pass *p, const FlowStep *step, float unit, bool open[AROUND]) {
  PatchRow same[PATCH_ROWS];
  FlowStep films = bare_step(step);
  float speed[AROUND];
  for (int r = 0; r < PATCH_ROWS; r++)
    for (int n = 0; n < PATCH_WIDTH; n++) same[r][n] = unit;
  films.film_depth = step->film_depth;
  p->before_x = p->before_z = same[0];
  p->step = &films;
  pass_run(p, speed);
  p->before_x = p->patch->speed_x[0];
  p->before_z = p->patch->speed_z[0];
  for (int face = 0; face < AROUND; face++) open[face] = speed[face] != 0.0f;
}

static void passes_run(Pass *p, const FlowStep *step, float speed[PASSES][AROUND]) {
  FlowStep s = bare_step(step);
  p->step = &s;
  p->has_advected_rise = false;
  pass_run(p, speed[ADVECTED]);
  s.gravity_dt_over_dx = step->gravity_dt_over_dx;
  pass_run(p, speed[DRIVEN]);
  p->has_advected_rise = true;
  s.shock = step->shock;
  s.shear = step->shear;
  pass_run(p, speed[CARRIED]);
  s.head_dead_band = step->head_dead_band;
  pass_run(p, speed[HEADS]);
  s.friction_factor = step->friction_factor;
  pass_run(p, speed[FRICTION]);
  s.dt_roughness = step->dt_roughness;
  s.dt_gravity_manning2 = step->dt_gravity_manning2;
  s.dt_viscosity3 = step->dt_viscosity3;
  pass_run(p, speed[DRAGGED]);
  p->step = step;
  pass_run(p, speed[BOUNDED]);
}

/* The terms of one face from its speeds, one a pass. One that is closed the way the water would go has none but that what has moved
 * through it stops. */
static FlowTerms face_terms(const Patch *d, bool swe, int face, const bool open[2], const double u[PASSES]) {
  const double before = (double)patch_speed(d, face), gravity = (double)d->step.gravity_dt_over_dx;
  const int r = face_row(face), n = face_place(d, face), on_r = face_is_x(face) ? r : r + 1, on_n = face_is_x(face) ? n + 1 : n;
  const double rise = (double)d->bed[on_r][on_n] - (double)d->bed[r][n], fall = (double)d->depth[r][n] - (double)d->depth[on_r][on_n];
  const double slope = -gravity * rise, pressure = gravity * fall, driven = before + (slope + pressure);
  if (!((open[0] && driven >= 0.0) || (open[1] && driven <= 0.0))) return (FlowTerms){.limiter = u[BOUNDED] - before};
  const double carried = u[CARRIED] - u[DRIVEN];
  /* what rounding makes of a head and of its sum with the speed is as the dead bands': no more than last places */
  const double rounded = u[DRIVEN] - u[ADVECTED] - (slope + pressure);
  return (FlowTerms){.slope = slope,
                     .pressure = pressure,
                     .advection = u[ADVECTED] - before + (swe ? carried : 0.0),
                     .drag = u[DRAGGED] - u[HEADS] + (swe ? 0.0 : carried),
                     .limiter = rounded + (u[HEADS] - u[CARRIED]) + (u[BOUNDED] - u[DRAGGED])};
}

void cell_terms(const WeirWater *w, const Patch *patch, FlowTerms terms[AROUND]) {
  Pass pass = {.w = w, .patch = patch, .before_x = patch->speed_x[0], .before_z = patch->speed_z[0], .swe = w->solver == WEIR_SWE};
  float speed[PASSES][AROUND];
  bool ahead[AROUND], behind[AROUND];
  faces_are_open(&pass, &patch->step, 1.0f, ahead);
  faces_are_open(&pass, &patch->step, -1.0f, behind);
  passes_run(&pass, &patch->step, speed);
  for (int face = 0; face < AROUND; face++) {
    const bool open[2] = {ahead[face], behind[face]};
    double u[PASSES];
    for (int n = 0; n < PASSES; n++) u[n] = (double)speed[n][face];
    terms[face] = face_terms(patch, pass.swe, face, open, u);
  }
}
