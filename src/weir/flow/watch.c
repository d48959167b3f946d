/* One cell whose velocity is explained, for weir_water_why: the changes of each of its faces, term by term, from the rows, from bodies
 * where they cut the face, and as a whole where a side of the grid decides.
 *
 * The kernels of the sweep themselves compute the faces on a copy of the state around the cell, first without gravity, drag and bounds,
 * then with one more of them switched on at a time: the difference that each makes is its term. So no formula of the scheme is written
 * twice, and the terms sum to what the sweep does, bit for bit.
 *
 *   ADVECTED  u - advection                       swe
 *   DRIVEN    + dt*g*(h_i - h_j)/dx               slope: -dt*g*(b_j - b_i)/dx; pressure: -dt*g*(d_j - d_i)/dx
 *   FILTERED  + dt*g*(what the filter adds)/dx    swe, waves that disperse
 *   CARRIED   + dt*g*(further head)/dx            pipe: artificial viscosity; swe: the surface that the current carries along
 *   HEADS     less heads within their dead band
 *   FRICTION  u*exp(-friction*dt)
 *   DRAGGED   drag of the bed: roughness, Manning, viscosity
 *   BOUNDED   dead bands and bounds of speeds     as the sweep has it */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "weir/flow/flow_band.h"
#include "weir/waves/waves.h"

/* --- the patch ------------------------------------------------------------------------------------------------------ */

/* The four faces around a cell. */
enum { AROUND_WEST, AROUND_EAST, AROUND_NORTH, AROUND_SOUTH, AROUND };

/* ROWS rows around the cell, columns from -PATCH_LEAD on about `first_column`, which is column 0 of the rows. */
enum { PATCH_REACH = 4, PATCH_ROWS = 2 * PATCH_REACH + 1, PATCH_LEAD = 20, PATCH_WIDTH = 64 };
typedef float PatchRow[PATCH_WIDTH];

/* A copy of the state around one cell before a substep, for the kernels of the sweep; on the stack or in a FlowWatch. What lies beyond the
 * halo is a wall. */
typedef struct Patch {
  int i, k;         /* the cell */
  int first_column; /* of the grid: column 0 here; 0 where the west side is near, so that both count alike */
  FlowStep step;
  PatchRow bed[PATCH_ROWS], depth[PATCH_ROWS], speed_x[PATCH_ROWS], speed_z[PATCH_ROWS];
  PatchRow discharge_x[PATCH_ROWS], discharge_z[PATCH_ROWS]; /* swe */
  PatchRow wave_head[PATCH_ROWS], beside[PATCH_ROWS];        /* FlowFront.wave_head, FaceUpdate.beside, where these are there */
  bool has_wave_head, has_beside;
} Patch;

/* Copies what the filter of waves that disperse (waves/waves.h) gives the rows. */
static void patch_copy_waves(Patch *patch, const WeirWater *w, bool joined_x, bool joined_z) {
  patch->has_wave_head = waves_head(w, 0), patch->has_beside = waves_beside(w, 0);
  for (int r = 0; r < PATCH_ROWS && patch->has_wave_head; r++) {
    const int k = patch->k - PATCH_REACH + r, row = joined_z ? grid_place(k, w->nz, true) : k;
    for (int n = 0; n < PATCH_WIDTH; n++) {
      const int i = patch->first_column + n - PATCH_LEAD, column = joined_x ? grid_place(i, w->nx, true) : i;
      const bool there = i >= -HALO_COLUMNS && i < w->nx + HALO_COLUMNS && k >= -2 && k < w->nz + 2;
      patch->wave_head[r][n] = there ? waves_head(w, row)[column] : 0.0f;
      patch->beside[r][n] = there && patch->has_beside ? waves_beside(w, row)[column] : 0.0f;
    }
  }
}

static void patch_copy(Patch *patch, const WeirWater *w, const FlowStep *step, const FlowState *from, int i0, int k0) {
  patch->i = i0;
  patch->k = k0;
  patch->first_column = i0 < 2 * PATCH_REACH ? 0 : i0 - 2 * PATCH_REACH;
  patch->step = *step;
  const bool joined_x = side_is_joined(w, WEIR_WEST), joined_z = side_is_joined(w, WEIR_NORTH);
  patch_copy_waves(patch, w, joined_x, joined_z);
  const Field *const fields[] = {&w->terrain, &from->depth, &from->speed_x, &from->speed_z, &from->discharge_x, &from->discharge_z};
  PatchRow *const rows[] = {patch->bed, patch->depth, patch->speed_x, patch->speed_z, patch->discharge_x, patch->discharge_z};
  for (int f = 0; f < (w->solver == WEIR_SWE ? 6 : 4); f++)
    for (int r = 0; r < PATCH_ROWS; r++) {
      const int k = k0 - PATCH_REACH + r;
      const float *const row = fields[f]->cells + (joined_z ? grid_place(k, w->nz, true) : k) * w->stride;
      for (int n = 0; n < PATCH_WIDTH; n++) {
        const int i = patch->first_column + n - PATCH_LEAD;
        const bool there = i >= -HALO_COLUMNS && i < w->nx + HALO_COLUMNS;
        rows[f][r][n] = there ? row[joined_x ? grid_place(i, w->nx, true) : i] : f == 0 ? WALL_HEIGHT : 0.0f;
      }
    }
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

/* The speed at a face of the patch's cell, m/s, in rows of speeds along x and z. */
static float patch_speed(const Patch *patch, const float *speed_x, const float *speed_z, int face) {
  return (face_is_x(face) ? speed_x : speed_z)[face_row(face) * PATCH_WIDTH + face_place(patch, face)];
}

/* One pass: its rows, which are a small band, and what it is made from. Made on the stack for one cell. */
typedef struct Pass {
  const WeirWater *w;
  const Patch *patch;
  Band band;
  bool has_advected_rise;
  PatchRow ring[RINGS][RING], speed_x[PATCH_ROWS], speed_z[PATCH_ROWS];
} Pass;

static void pass_init(Pass *p, const WeirWater *w, const Patch *d) {
  *p = (Pass){.w = w, .patch = d};
  p->band = (Band){.step = &d->step,
                   .swe = w->solver == WEIR_SWE,
                   .k1 = PATCH_ROWS,
                   .stride = PATCH_WIDTH,
                   .terrain = d->bed[0] + PATCH_LEAD,
                   .to = {[SPEED_X] = p->speed_x[0] + PATCH_LEAD, [SPEED_Z] = p->speed_z[0] + PATCH_LEAD}};
  const PatchRow *const from[] = {d->depth, d->speed_x, d->speed_z, d->discharge_x, d->discharge_z}; /* DEPTH, SPEED_X, ... */
  for (int n = 0; n < DYE; n++) p->band.from[n] = from[n][0] + PATCH_LEAD;
  for (int n = 0; n < RINGS; n++)
    for (int m = 0; m < RING; m++) p->band.ring[n][m] = p->ring[n][m] + PATCH_LEAD;
}

/* The front at row r of the patch, with the sides of the grid as the patch's columns are counted. */
static void front(Pass *p, int r) {
  static const uint8_t active[] = {1, 1};
  const Patch *const d = p->patch;
  FlowFront rows = {.ends_at_wall = false};
  band_front(&p->band, r, &rows);
  rows.east = rows.south = active;
  rows.sides = boundary_flow_sides(p->w);
  boundary_flow_row(p->w, d->k - PATCH_REACH + r, &rows.sides);
  rows.sides.nx = p->w->nx - d->first_column;
  rows.sides.halo_west = true;
  if (d->first_column != 0) {
    rows.sides.wall_west = rows.sides.unsmoothed_west = false;
    rows.sides.advection_west = ADVECTION_BEYOND;
  }
  (p->band.swe ? kernels()->flow->front_swe : kernels()->flow->front_pipe)(p->band.step, &rows, -FLOW_GROUP, 2 * FLOW_GROUP);
  if (p->band.swe && !p->has_advected_rise) memset(rows.now.advected_rise - PATCH_LEAD, 0, sizeof(PatchRow));
}

/* The speeds of the four faces after a substep with these numbers: row after row, in the order of the sweep. */
static void pass_run(Pass *p, float speed[AROUND]) {
  const Band *const b = &p->band;
  const int r = PATCH_REACH;
  for (int n = r - 3; n <= r + 1; n++) {
    if (b->swe) {
      const FlowSlopes x = band_slopes(b, FACE_EAST, n + 1), z = band_slopes(b, FACE_SOUTH, n);
      kernels()->flow->slopes(&x, -FLOW_GROUP, FLOW_GROUP);
      kernels()->flow->slopes(&z, -FLOW_GROUP, FLOW_GROUP);
    }
    if (n >= r - 2) front(p, n);
    for (int side = n == r ? FACE_EAST : FACE_SOUTH; b->swe && n >= r && side < FACES; side++) {
      const FaceUpdate update = side == FACE_EAST ? band_update_east(b, n) : band_update_south(b, n - 1);
      kernels()->flow->update_swe(b->step, &update, -FLOW_GROUP, FLOW_GROUP);
    }
  }
  for (int face = 0; face < AROUND; face++) speed[face] = patch_speed(p->patch, p->speed_x[0], p->speed_z[0], face);
}

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

enum { ADVECTED, DRIVEN, FILTERED, CARRIED, HEADS, FRICTION, DRAGGED, BOUNDED, PASSES };

/* Which faces let water through, along the axis or against it: those through which a speed of 1 m/s lasts. A dry cell gives none to the
 * face of a wet one, but may take some. */
static void faces_are_open(Pass *p, const FlowStep *step, float unit, bool open[AROUND]) {
  PatchRow same[PATCH_ROWS];
  FlowStep films = bare_step(step);
  float speed[AROUND];
  for (int r = 0; r < PATCH_ROWS; r++)
    for (int n = 0; n < PATCH_WIDTH; n++) same[r][n] = unit;
  films.film_depth = step->film_depth;
  p->band.from[SPEED_X] = p->band.from[SPEED_Z] = same[0] + PATCH_LEAD;
  p->band.step = &films;
  pass_run(p, speed);
  p->band.from[SPEED_X] = p->patch->speed_x[0] + PATCH_LEAD;
  p->band.from[SPEED_Z] = p->patch->speed_z[0] + PATCH_LEAD;
  for (int face = 0; face < AROUND; face++) open[face] = speed[face] != 0.0f;
}

/* The terms of one face from its speeds, one a pass. One that is closed the way the water would go has none but that what has moved
 * through it stops. */
static FlowTerms face_terms(const Patch *d, bool swe, int face, const bool open[2], const double u[PASSES]) {
  const double before = (double)patch_speed(d, d->speed_x[0], d->speed_z[0], face), gravity = (double)d->step.gravity_dt_over_dx;
  const int r = face_row(face), n = face_place(d, face), on_r = face_is_x(face) ? r : r + 1, on_n = face_is_x(face) ? n + 1 : n;
  const double rise = (double)d->bed[on_r][on_n] - (double)d->bed[r][n], fall = (double)d->depth[r][n] - (double)d->depth[on_r][on_n];
  const double slope = -gravity * rise, pressure = gravity * fall, driven = before + (slope + pressure);
  if (!((open[0] && driven >= 0.0) || (open[1] && driven <= 0.0))) return (FlowTerms){{[TERM_LIMITER] = u[BOUNDED] - before}};
  const double carried = u[CARRIED] - u[FILTERED];
  /* what rounding makes of a head and of its sum with the speed is as the dead bands': no more than last places */
  const double rounded = u[DRIVEN] - u[ADVECTED] - (slope + pressure);
  return (FlowTerms){{[TERM_SLOPE] = slope,
                      [TERM_PRESSURE] = pressure + (u[FILTERED] - u[DRIVEN]),
                      [TERM_ADVECTION] = u[ADVECTED] - before + (swe ? carried : 0.0),
                      [TERM_DRAG] = u[DRAGGED] - u[HEADS] + (swe ? 0.0 : carried),
                      [TERM_LIMITER] = rounded + (u[HEADS] - u[CARRIED]) + (u[BOUNDED] - u[DRAGGED])}};
}

/* Finds the terms of the four faces as the sweep's own rows make them, whatever bodies and sides do to the faces then. */
static void cell_terms(const WeirWater *w, const Patch *patch, FlowTerms terms[AROUND]) {
  Pass pass;
  float speed[PASSES][AROUND];
  bool ahead[AROUND], behind[AROUND];
  pass_init(&pass, w, patch);
  faces_are_open(&pass, &patch->step, 1.0f, ahead);
  faces_are_open(&pass, &patch->step, -1.0f, behind);
  const FlowStep *const step = &patch->step;
  FlowStep s = bare_step(step);
  pass.band.step = &s;
  pass_run(&pass, speed[ADVECTED]);
  s.gravity_dt_over_dx = step->gravity_dt_over_dx;
  pass_run(&pass, speed[DRIVEN]);
  if (patch->has_wave_head) pass.band.waves.head = patch->wave_head[0] + PATCH_LEAD;
  pass_run(&pass, speed[FILTERED]);
  pass.has_advected_rise = true;
  s.shock = step->shock;
  s.shear = step->shear;
  pass_run(&pass, speed[CARRIED]);
  s.head_dead_band = step->head_dead_band;
  pass_run(&pass, speed[HEADS]);
  s.friction_factor = step->friction_factor;
  pass_run(&pass, speed[FRICTION]);
  s.dt_roughness = step->dt_roughness;
  s.dt_gravity_manning2 = step->dt_gravity_manning2;
  s.dt_viscosity3 = step->dt_viscosity3;
  pass_run(&pass, speed[DRAGGED]);
  pass.band.step = step;
  if (patch->has_beside) pass.band.waves.beside = patch->beside[0] + PATCH_LEAD;
  pass_run(&pass, speed[BOUNDED]);
  for (int face = 0; face < AROUND; face++) {
    const bool open[2] = {ahead[face], behind[face]};
    double u[PASSES];
    for (int n = 0; n < PASSES; n++) u[n] = (double)speed[n][face];
    terms[face] = face_terms(patch, pass.band.swe, face, open, u);
  }
}

/* --- the cell that is watched ---------------------------------------------------------------------------------------- */

struct FlowWatch {
  int i, k;
  Patch patch;
  float swept[AROUND];       /* m/s, after the sweep */
  double start[WATCH_AXES];  /* m/s, the cell's velocity before the step */
  FlowTerms of_face[AROUND]; /* of this substep */
  WatchResult result;
};

bool watch_create(WeirWater *w, int i, int k) {
  if (!w->flow.watch) w->flow.watch = memory_create(1, sizeof *w->flow.watch);
  FlowWatch *const watch = w->flow.watch;
  if (!watch) return false;
  if (watch->i != i || watch->k != k) watch->result = (WatchResult){.seconds = 0.0};
  watch->i = i;
  watch->k = k;
  return true;
}

void watch_destroy(WeirWater *w) {
  memory_free(w->flow.watch);
  w->flow.watch = NULL;
}

const WatchResult *watch_result(const WeirWater *w, int i, int k) {
  const FlowWatch *const watch = w->flow.watch;
  return watch && watch->i == i && watch->k == k && watch->result.seconds > 0.0 ? &watch->result : NULL;
}

/* A face around a cell: that of cell (i, k) to the east or south, or a side of the grid. A plain value. */
typedef struct FacePlace {
  int i, k, axis; /* FACE_EAST, FACE_SOUTH */
  bool at_side;
  WeirSide side;
} FacePlace;

static FacePlace place_of(const WeirWater *w, int i, int k, int face) {
  switch (face) {
    case AROUND_WEST: return (FacePlace){i - 1, k, FACE_EAST, i == 0, WEIR_WEST};
    case AROUND_EAST: return (FacePlace){i, k, FACE_EAST, i == w->nx - 1, WEIR_EAST};
    case AROUND_NORTH: return (FacePlace){i, k - 1, FACE_SOUTH, k == 0, WEIR_NORTH};
    default: return (FacePlace){i, k, FACE_SOUTH, k == w->nz - 1, WEIR_SOUTH};
  }
}

static float speed_at(const WeirWater *w, const FacePlace *at) {
  return (at->axis == FACE_EAST ? &w->flow.speed_x : &w->flow.speed_z)->cells[water_index(w, at->i, at->k)];
}

static double sum_of(const FlowTerms *t) {
  double sum = t->of[0];
  for (int term = 1; term < FLOW_TERMS; term++) sum += t->of[term];
  return sum;
}

/* The cell's velocity is the mean of its faces'. */
static void result_add(WatchResult *result, const FlowTerms of_face[AROUND]) {
  for (int face = 0; face < AROUND; face++)
    for (int term = 0; term < FLOW_TERMS; term++) result->terms[face / 2].of[term] += 0.5 * of_face[face].of[term];
}

static void velocity_of(const WeirWater *w, int i, int k, double velocity[WATCH_AXES]) {
  for (int axis = 0; axis < WATCH_AXES; axis++) {
    const FacePlace behind = place_of(w, i, k, 2 * axis), ahead = place_of(w, i, k, 2 * axis + 1);
    velocity[axis] = 0.5 * ((double)speed_at(w, &behind) + (double)speed_at(w, &ahead));
  }
}

/* Returns true if a side of the grid alone decides on the face, without rows and bodies. */
static bool side_decides(const WeirWater *w, const FacePlace *at) {
  return at->at_side && !side_is_joined(w, at->side);
}

/* Returns true if the method of the bodies has a sweep of its own, without the rows (layers/layers.h): terms are not told apart there. */
static bool is_swept_whole(const WeirWater *w) {
  return flow_bodies(w) && flow_bodies(w)->sweep;
}

/* Writes the terms of the faces that bodies cut, over those of the rows. */
static void bodies_terms(const WeirWater *w, const FlowStep *step, int i, int k, FlowTerms of_face[AROUND]) {
  const FlowBodies *const bodies = flow_bodies(w);
  for (int face = 0; bodies && bodies->face_terms && face < AROUND; face++) {
    const FacePlace at = place_of(w, i, k, face);
    if (!at.at_side) bodies->face_terms(w, step, at.i, at.k, at.axis, &of_face[face]);
  }
}

void watch_begin_step(WeirWater *w) {
  FlowWatch *const watch = w->flow.watch;
  watch->result = (WatchResult){.seconds = 0.0};
  if (w->solver != WEIR_MEMBRANE) velocity_of(w, watch->i, watch->k, watch->start);
}

void watch_before_sweep(WeirWater *w, const FlowStep *step, const FlowState *from) {
  patch_copy(&w->flow.watch->patch, w, step, from, w->flow.watch->i, w->flow.watch->k);
}

void watch_after_sweep(WeirWater *w) {
  FlowWatch *const watch = w->flow.watch;
  const Patch *const patch = &watch->patch;
  cell_terms(w, patch, watch->of_face);
  bodies_terms(w, &patch->step, watch->i, watch->k, watch->of_face);
  for (int face = 0; face < AROUND; face++) {
    const FacePlace at = place_of(w, watch->i, watch->k, face);
    FlowTerms *const terms = &watch->of_face[face];
    watch->swept[face] = speed_at(w, &at);
    const double change = (double)watch->swept[face] - (double)patch_speed(patch, patch->speed_x[0], patch->speed_z[0], face);
    if (is_swept_whole(w) || side_decides(w, &at)) *terms = (FlowTerms){{[TERM_OTHER] = change}};
    /* of a joined side's face, bodies leave a part open, which boundary/flow_sides.c finds the speed of */
    if (at.at_side && side_is_joined(w, at.side) && flow_bodies(w)) terms->of[TERM_BODY] += change - sum_of(terms);
  }
}

void watch_end_substep(WeirWater *w, float dt) {
  FlowWatch *const watch = w->flow.watch;
  double now[WATCH_AXES];
  for (int face = 0; face < AROUND; face++) { /* a sponge holds back what the sweep has left */
    const FacePlace at = place_of(w, watch->i, watch->k, face);
    watch->of_face[face].of[TERM_OTHER] += (double)speed_at(w, &at) - (double)watch->swept[face];
  }
  result_add(&watch->result, watch->of_face);
  velocity_of(w, watch->i, watch->k, now);
  for (int axis = 0; axis < WATCH_AXES; axis++) watch->result.change[axis] = now[axis] - watch->start[axis];
  watch->result.seconds += (double)dt;
}

void watch_sleep(WeirWater *w, const FlowStep *step, float dt) {
  const FlowState now = {w->depth, w->flow.speed_x, w->flow.speed_z, w->flow.discharge_x, w->flow.discharge_z, w->dye.amount};
  watch_before_sweep(w, step, &now);
  watch_after_sweep(w);
  watch_end_substep(w, dt);
}

WatchResult watch_predicted(const WeirWater *w, const FlowStep *step, int i, int k) {
  const FlowState now = {w->depth, w->flow.speed_x, w->flow.speed_z, w->flow.discharge_x, w->flow.discharge_z, w->dye.amount};
  WatchResult result = {.seconds = (double)(step->dt_over_dx * w->cell)};
  FlowTerms of_face[AROUND];
  Patch *const patch = is_swept_whole(w) ? NULL : memory_create(1, sizeof *patch); /* WebAssembly has a stack of 64 KiB */
  if (!patch) return result;
  patch_copy(patch, w, step, &now, i, k);
  cell_terms(w, patch, of_face);
  memory_free(patch);
  bodies_terms(w, step, i, k, of_face);
  for (int face = 0; face < AROUND; face++) {
    const FacePlace at = place_of(w, i, k, face);
    if (side_decides(w, &at)) of_face[face] = (FlowTerms){{0}};
  }
  result_add(&result, of_face);
  for (int axis = 0; axis < WATCH_AXES; axis++) result.change[axis] = sum_of(&result.terms[axis]);
  return result;
}
