#include "weir/flow/flow_rows.h"

#include <math.h>
#include <string.h>

#include "base/lanes.h"
#include "base/simd.h"
#include "weir/flow/tuned.h"
#include "weir/grid/flow_formulas_lanes.h"
#include "weir/grid/water.h"

#define SOON 288 /* columns ahead of the work at which rows that no row before has read are fetched: 1 KiB and a bit */
#define HALF_TINY 1.0e-9f /* m: keeps 0/0 out of the advection of dry faces */

extern const FlowRows WIDTH(flow_rows);

#define INLINE static inline __attribute__((always_inline))

/* --- faces and cells ------------------------------------------------------------------------------------------------- */

typedef struct Face {
  Lanes head, face_depth, clearance; /* as in FlowRing */
} Face;

/* Surfaces are compared as differences of terrain plus differences of depth, so that the rounding of a high altitude never
 * drives water. The water at the face stands as high as the higher of both surfaces (upwind by the surface: by the sign of
 * u, pipes on rough terrain slowly blow up; physics.md, 2) above the higher bed; nothing flows uphill onto land that the
 * surface does not reach.
 *
 * The bed at the face itself is the mean of its cells' beds: with the higher one, slopes would carry too little by half a
 * step, and Thacker's round bowl swings 2 % too slowly. But only as far as both surfaces clear both beds: water does not
 * run through a bank. */
INLINE Face face_between(Lanes bed, Lanes bed_on, Lanes depth, Lanes depth_on) {
  const Lanes zero = lanes_all(0.0f);
  const Lanes rise = bed_on - bed;
  const Lanes back = depth - lanes_max(rise, zero), ahead = depth_on + lanes_min(rise, zero);
  const Lanes least = lanes_min(back, ahead);
  const Lanes slope = lanes_size_min(0.5f * rise, lanes_max(least, zero));
  return (Face){depth - depth_on - rise, lanes_max(lanes_max(back, ahead), zero) + slope, least};
}

/* Shallow water: the depth by which a face is open to what climbs it. The bed between two cells is a slope, and land that lies higher
 * than the water is wet in part (Begnudelli and Sanders 2006): water is met half of the rise below the higher cell's bed. */
INLINE Lanes foot_of(Lanes bed, Lanes bed_on, Lanes depth, Lanes depth_on, Lanes deep) {
  const Lanes half_rise = 0.5f * lanes_size(bed_on - bed);
  return lanes_max(deep, lanes_max(depth, depth_on) - half_rise);
}

typedef struct Cell {
  Lanes shock, bend_x, bend_z, smoothing_cap;
} Cell;

/* Two kinds of dissipation that the schemes lack.
 *
 * shock, shear: pipes have no advection to take up steep fronts, which would ring, nor anything to tire out eddies. Their
 * velocity diffuses in proportion to the speed (after von Neumann and Richtmyer 1950), in the form
 *   nu*laplacian(u) = grad(nu*div u) - curl(nu*curl u)
 * which costs one number a cell, a head of -nu*div(u), and one a corner; it does nothing to a uniform flow and next to
 * nothing to waves. A dam break of 9 m stays at 9 m with it and rises to 50 m without; crates crowded in a basin come to rest
 * with both parts and keep each other bobbing at 2 m/s with the first alone. */
INLINE Lanes shock_of(const FlowStep *p, Lanes west, Lanes east, Lanes north, Lanes south) {
  const Lanes closing = (west - east) + (north - south);
  const Lanes fast = lanes_size(east + west) + lanes_size(south + north);
  return lanes_min(p->shock * fast, lanes_all(p->shock_cap)) * closing;
}

/* At the corner to the south and east: u is the speed east of the cell and of the one to its south, w south of the cell and
 * of the one to its east. By the lesser of both: a river that runs along its banks is not slowed by them (with the sum,
 * one in a channel stood 16 % too deep). */
INLINE Lanes shear_of(const FlowStep *p, Lanes u, Lanes u_south, Lanes w, Lanes w_east) {
  const Lanes turn = (w_east - w) - (u_south - u);
  const Lanes fast = lanes_size_min(u + u_south, w + w_east);
  return lanes_min(p->shear * fast, lanes_all(p->shock_cap)) * turn;
}

/* bend, clear: what is thrown in at the size of a cell would stay for ever. A flow along the third difference of the surface
 * damps what is two cells long and leaves long waves alone (fourth-order dissipation after Jameson, Schmidt and Turkel
 * 1981). Only where all four faces are clear of the bed, and of films that cling to it, which would bend the surface for
 * ever: streams over rough ground are not smoothed; nor are bores, which the bend tells (their sensor): smoothing moves
 * water without its momentum, and a bore would run 1.5 % slow. */
INLINE Cell cell_between(const FlowStep *p, Face west, Face east, Face north, Face south, Lanes shock) {
  const Lanes bend_x = west.head - east.head, bend_z = north.head - south.head;
  const Lanes bend = lanes_size_max(bend_x, bend_z);
  const Lanes least = lanes_min(lanes_min(west.clearance, east.clearance), lanes_min(north.clearance, south.clearance));
  const Lanes over = least - p->film_depth;
  const Lanes clear = lanes_max(over - RIPPLE_SENSOR * bend, lanes_all(0.0f));
  return (Cell){shock, bend_x, bend_z, p->ripple_cap * clear};
}

/* Shallow water takes the velocity's own transport at the beginning of a step, and the surface as well; a wave of wave number k that
 * runs with a current U then grows by k^2*U*c*dt/2 a second. So the surface that pushes is the one that the current has carried
 * along for half of the step, eta - dt/2*u*grad(eta): this is the second part, from the slopes to either side of the cell, limited,
 * since across a fall or a bore nothing is carried as on a slope. The other half is in the depth that the flow carries (swe_depth).
 * Both are 0 where the flow is steady. u: west and east of the cell, w: north and south of it. */
typedef struct AdvectionHeads {
  Lanes west, east, north, south; /* m, of the cell's faces */
} AdvectionHeads;

INLINE Lanes advected_rise_of(const FlowStep *p, Lanes depth, const Lanes u[2], const Lanes w[2], const AdvectionHeads *h) {
  const Lanes x = (u[0] + u[1]) * minmod_lanes(h->west, h->east);
  const Lanes z = (w[0] + w[1]) * minmod_lanes(h->north, h->south);
  const Lanes lead = (0.5f * p->half_dt_over_dx) * (x + z);
  return lanes_where(lanes_greater(depth, lanes_all(0.0f)), lead); /* what is dry has no slope */
}

/* m by which a cell will have risen by the middle of the step: half of what it rose by in the last one. */
INLINE Lanes swell_of(const FlowStep *p, const FlowFront *f, int i) {
  const Lanes along = lanes_load(f->discharge_x + i) - lanes_load(f->discharge_x + i - 1);
  const Lanes across = lanes_load(f->discharge_z + i) - lanes_load(f->discharge_z_north + i);
  return -p->half_dt_over_dx * (along + across);
}

/* `a` of columns i ... with column `at` set to `value`. */
INLINE Lanes with_column(Lanes a, int i, int at, float value) {
  static const unsigned int masks[2 * LANES] = {[LANES] = 0xffffffffu};
  if (at < i || at >= i + LANES) return a;
  const Lanes mask = lanes_load((const float *)(const void *)masks + LANES - (at - i));
  return lanes_xor(a, lanes_and(mask, lanes_xor(a, lanes_all(value))));
}

/* The head of a cell's outer face on a side, of column `at`. */
INLINE Lanes advected_rise_at(Lanes outer, Lanes inner, uint8_t lead, int i, int at) {
  if (lead == ADVECTION_BEYOND || at < i || at >= i + LANES) return outer;
  const LaneMask here = lanes_greater(with_column(lanes_all(0.0f), i, at, 1.0f), lanes_all(0.0f));
  return lanes_select(here, lead == ADVECTION_WITHIN ? inner : lanes_all(0.0f), outer);
}

INLINE void advection_at_sides(const FlowSides *sides, int i, bool side, AdvectionHeads *h) {
  const Lanes north = h->north;
  if (sides->advection_north != ADVECTION_BEYOND) h->north = sides->advection_north == ADVECTION_WITHIN ? h->south : lanes_all(0.0f);
  if (sides->advection_south != ADVECTION_BEYOND) h->south = sides->advection_south == ADVECTION_WITHIN ? north : lanes_all(0.0f);
  if (!side) return;
  const Lanes west = h->west;
  h->west = advected_rise_at(h->west, h->east, sides->advection_west, i, 0);
  h->east = advected_rise_at(h->east, west, sides->advection_east, i, sides->nx - 1);
}

INLINE void face_mirror(Face *face, int i, int at) {
  face->head = with_column(face->head, i, at, 0.0f);
  face->clearance = with_column(face->clearance, i, at, WALL_HEIGHT);
}

/* Behind a wall the water is as if mirrored: nothing bends there. A cell beside it is then smoothed as all others are: left
 * out, such rows made the straight front of a jump in a channel break up into eddies. */
INLINE void walls_mirror(const FlowSides *sides, int i, Face *west, Face *east) {
  if (sides->wall_west) face_mirror(west, i, 0);
  if (sides->wall_east) face_mirror(east, i, sides->nx - 1);
}

/* Nothing is smoothed where four cells in a line would reach beyond a side that is not joined: behind an open side there is
 * a halo that would bend the surface (2 % of a pulse came back). */
INLINE void sides_rough(const FlowSides *sides, int i, Cell *cell) {
  for (int n = 0; n < 2; n++) {
    if (sides->unsmoothed_west) cell->smoothing_cap = with_column(cell->smoothing_cap, i, n - 1, 0.0f);
    if (sides->unsmoothed_east) cell->smoothing_cap = with_column(cell->smoothing_cap, i, sides->nx - 1 + n, 0.0f);
  }
}

/* --- velocities and flows -------------------------------------------------------------------------------------------- */

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
#define DRAG_SMALL 0.03125f
INLINE Lanes left_by_drag(Lanes y, LaneMask live) {
  const Lanes tail = 0.124970949f - 0.0756274656f * y;
  const Lanes share = 0.24999995f - y * tail;
  const Lanes left = 1.0f - y * share;
  const LaneMask strong = lanes_greater(y, lanes_all(DRAG_SMALL));
  if (!mask_any(mask_both(strong, live))) return left;
  const Lanes exact = 2.0f / (1.0f + lanes_sqrt(1.0f + y));
  return lanes_select(strong, exact, left);
}

/* The drag of the bed and of the liquid itself on water `deep` that moves at f before it: thin films creep, rivers run.
 *   du/dt = -c*|u|*u/h - l*u,   c = roughness + g*n^2/h^(1/3),   l = 3*viscosity/h^2
 * taken at the end of the step, where it is a quadratic in u (Xia and Liang 2018, after Burguete et al. 2008):
 *   u = 2*f/((1 + l*dt) + sqrt((1 + l*dt)^2 + 4*dt*c*|f|/h))
 * so that a steady flow, in which the slope drives as much as the bed drags, is the same for any step. Taken as f/(1 + dt*c*|f|/h),
 * rain on a slope of 0.1 ran 26 % slow in steps of 1 s.
 *
 * `is_fuller`: the scheme takes the flow to be `full` deep, more than h: its q is u*full, so that u must be slower by as much for the q
 * of the depth h, and the drag is multiplied by (full/h)^2. */
INLINE Lanes dragged(const FlowStep *p, Lanes f, Lanes size, Lanes deep, Lanes full, LaneMask live, bool is_fuller, bool drags_more) {
  const Lanes h = lanes_max(deep, lanes_all(1.0e-6f));
  Lanes drag = lanes_all(4.0f * p->dt_roughness);
  if (drags_more) drag = drag + 4.0f * p->dt_gravity_manning2 * inverse_cube_root(h);
  Lanes params = drag * size, by = h;
  if (is_fuller) {
    params = params * (full * full);
    by = h * (h * h);
  }
  const Lanes y = params / by;
  if (!drags_more || p->dt_viscosity3 == 0.0f) return f * left_by_drag(y, live);
  const Lanes inertia = 1.0f + p->dt_viscosity3 / (h * h);
  const Lanes root = lanes_sqrt(inertia * inertia + y);
  return (f + f) / (inertia + root);
}

/* No faster than the fastest water was, plus a fall from the highest surface, twice over (a dam break's tip runs at
 * 2*sqrt(g*h)): a film that trickles over a step for ever would go faster and faster. Rarely asked. */
static __attribute__((noinline)) Lanes bounded(const FlowStep *p, Lanes speed, const float *bed, const float *bed_on) {
  const Lanes highest = lanes_max(lanes_load(bed), lanes_load(bed_on));
  const Lanes fall = lanes_max(p->surface_max - highest, lanes_all(0.0f));
  const Lanes most = lanes_sqrt(p->fall_factor * fall + p->speed_max * p->speed_max);
  const Lanes held = lanes_select(lanes_greater(lanes_size(speed), lanes_all(p->speed_max)), lanes_within(speed, most), speed);
  return lanes_within(held, lanes_all(p->speed_cap));
}

/* Films cling to the ground: a slope that drips for ever would never sleep. */
INLINE LaneMask open_faces(const FlowStep *p, Lanes deep) {
  return lanes_greater(deep, lanes_all(p->film_depth));
}

/* The velocity once it is pushed: dragged on the depth `carried` that the flow has, bounded, and 0 where the face is shut (by its
 * depth `deep`) or the water hardly moves: so that lakes come to rest, to the last bit. */
INLINE Lanes settled(const FlowStep *p, Lanes fresh, Lanes head, Lanes deep, Lanes carried, bool is_fuller, const float *bed,
                     const float *bed_on, bool drags_more) {
  const Lanes size = lanes_size(fresh);
  const Lanes dead_band = lanes_select(lanes_greater(fresh * head, lanes_all(0.0f)), lanes_all(p->velocity_dead_band), lanes_all(p->uphill_dead_band));
  LaneMask live = mask_both(lanes_greater(size, dead_band), open_faces(p, deep));
  if (!is_fuller) live = mask_both(live, lanes_greater(carried, lanes_all(0.0f)));
  Lanes speed = lanes_where(live, dragged(p, fresh, size, carried, deep, live, is_fuller, drags_more));
  if (mask_any(mask_both(lanes_greater(size, lanes_all(p->speed_bound)), live))) speed = bounded(p, speed, bed, bed_on); /* drag slows */
  return speed;
}

INLINE Lanes ripple(const FlowStep *p, Lanes bend, Lanes bend_on, Lanes clear, Lanes clear_on) {
  return ripple_flow_lanes(bend, bend_on, clear, clear_on, p->ripple, p->ripple_dead_band);
}

INLINE Lanes velocity_change(const FlowStep *p, Lanes head) {
  return p->gravity_dt_over_dx * lanes_where(lanes_greater(lanes_size(head), lanes_all(p->head_dead_band)), head);
}

/* Pipes: u <- mu*u + dt*g*(h_i - h_j)/dx, q = u*h. Velocity, not flow, is kept: then a lake that swings as one plane
 * (Thacker 1981) is exact, and a face that changes its depth makes no push of its own. The flow takes the higher of both surfaces
 * for its own, which on a slope stands half of the fall above the face: so much fuller it is than what the bed drags on. */
INLINE Lanes pipe_speed(const FlowStep *p, Lanes old, Lanes head, Lanes least, Lanes deep, Lanes smooth, const float *bed,
                        const float *bed_on, bool drags_more) {
  const Lanes push = velocity_change(p, head + smooth);
  const Lanes fresh = p->friction_factor * old + push;
  const Lanes fall = lanes_size_min(0.5f * head, lanes_max(least, lanes_all(0.0f)));
  return settled(p, fresh, head, deep, deep - fall, true, bed, bed_on, drags_more);
}

/* --- the front of the sweep ------------------------------------------------------------------------------------------ */

/* Whether water may pass through some of these faces. Where none may, velocity and flow are 0: dry land costs little. */
INLINE bool passable(const FlowStep *p, Lanes deep) {
  return mask_any(open_faces(p, deep));
}

typedef struct Ahead { /* of the vector before, whose faces to the east wait for the cells of this one */
  Face east;
  Cell cell;
  Lanes speed_before, shear;
} Ahead;

INLINE void front_east(const FlowStep *p, const FlowFront *f, const Ahead *a, const Cell *next, int i, bool drags_more) {
  if (!passable(p, a->east.face_depth)) {
    lanes_store(f->speed_out_x + i, lanes_all(0.0f));
    lanes_store(f->flow_x + i, lanes_all(0.0f));
    return;
  }
  const Lanes shock_on = lanes_after(a->cell.shock, next->shock), bend_on = lanes_after(a->cell.bend_x, next->bend_x);
  const Lanes clear_on = lanes_after(a->cell.smoothing_cap, next->smoothing_cap);
  const Lanes smooth = (a->cell.shock - shock_on) - (a->shear - lanes_load(f->before.shear + i));
  const Lanes speed = pipe_speed(p, a->speed_before, a->east.head, a->east.clearance, a->east.face_depth, smooth, f->bed + i, f->bed + i + 1, drags_more);
  lanes_store(f->speed_out_x + i, speed);
  const Lanes flow = speed * a->east.face_depth + ripple(p, a->cell.bend_x, bend_on, a->cell.smoothing_cap, clear_on);
  lanes_store(f->flow_x + i, lanes_where(open_faces(p, a->east.face_depth), flow));
}

INLINE void front_south(const FlowStep *p, const FlowFront *f, const Face *north, const Cell *cell, int i, bool drags_more) {
  const Lanes deep = lanes_load(f->before.face_depth_z + i);
  if (!passable(p, deep)) {
    lanes_store(f->speed_out_z + i, lanes_all(0.0f));
    lanes_store(f->flow_z + i, lanes_all(0.0f));
    return;
  }
  const Lanes turn = lanes_load(f->before.shear + i) - lanes_load(f->before.shear + i - 1);
  const Lanes smooth = lanes_load(f->before.shock + i) - cell->shock + turn;
  const Lanes speed = pipe_speed(p, lanes_load(f->uz_north + i), north->head, north->clearance, deep, smooth, f->bed_north + i, f->bed + i,
                                 drags_more);
  const Lanes level = ripple(p, lanes_load(f->before.bend_z + i), cell->bend_z, lanes_load(f->before.smoothing_cap + i), cell->smoothing_cap);
  lanes_store(f->speed_out_z + i, speed);
  lanes_store(f->flow_z + i, lanes_where(open_faces(p, deep), speed * deep + level));
}

/* Whether the tile of column i works; the halo's does with its neighbour's. */
INLINE bool works(const uint8_t *tiles, const FlowSides *sides, int i) {
  if (i < 0) return sides->halo_west && tiles[0];
  return i < sides->nx && tiles[i / FLOW_TILE];
}

/* Pipes: the faces to the north of columns i ... and those that waited for them, to the east of the vector before. */
INLINE void front_faces(const FlowStep *p, const FlowFront *f, const FlowSides *sides, const Ahead *ahead, const Face *north,
                        const Cell *cell, int i, bool waited, bool drags_more) {
  if (works(f->south, sides, i)) {
    front_south(p, f, north, cell, i, drags_more);
  } else {
    lanes_store(f->flow_z + i, lanes_all(0.0f));
  }
  if (!waited) return;
  if (works(f->east, sides, i - LANES)) {
    front_east(p, f, ahead, cell, i - LANES, drags_more);
  } else {
    lanes_store(f->flow_x + i - LANES, lanes_all(0.0f));
  }
}

/* Whether no water is in these cells, nor beyond their faces to the east and south, nor (pipe) moves around them. */
INLINE bool parched(const FlowFront *f, Lanes depth, int i, bool pipe) {
  const Lanes here = lanes_or(depth, lanes_load(f->depth_south + i));
  if (lanes_bits(here)) return false;
  if (!pipe) return !lanes_bits(lanes_load(f->depth + i + 1));
  const Lanes x = lanes_or(lanes_load(f->ux + i), lanes_or(lanes_load(f->ux + i - 1), lanes_load(f->ux_south + i)));
  const Lanes z = lanes_or(lanes_load(f->uz + i), lanes_or(lanes_load(f->uz_north + i), lanes_load(f->uz + i + 1)));
  return !lanes_bits(lanes_or(lanes_or(x, z), lanes_load(f->depth + i + 1)));
}

/* What front_row would leave of such cells: that `least` is not above 0 is all that is asked of a bank. */
INLINE void front_nothing(const FlowRing *now, int i, bool pipe) {
  const Lanes zero = lanes_all(0.0f);
  lanes_store(now->face_depth_z + i, zero);
  lanes_store(now->head_z + i, zero);
  lanes_store(now->clearance_z + i, zero);
  lanes_store(now->bend_z + i, zero);
  lanes_store(now->smoothing_cap + i, zero);
  lanes_store((pipe ? now->shock : now->head_x) + i, zero);
  lanes_store((pipe ? now->shear : now->face_depth_x) + i, zero);
  if (!pipe) lanes_store(now->bend_x + i, zero);
  if (!pipe) lanes_store(now->advected_rise + i, zero);
  if (!pipe) lanes_store(now->half_step_rise + i, zero);
}

/* More rows are read than the processor follows by itself: without this a step of shallow water takes a tenth longer. */
INLINE void front_fetch(const FlowFront *f, int i, bool pipe) {
  __builtin_prefetch(f->depth_south + i);
  __builtin_prefetch(f->bed_south + i);
  __builtin_prefetch(pipe ? f->ux_south + i : f->discharge_x + i);
  __builtin_prefetch(pipe ? f->uz + i : f->discharge_z + i);
}

/* Columns [i0, i1) of the faces and cells of row r: one group more than is wanted on either side, but where a wall ends the
 * row. */
INLINE void front_row(const FlowStep *step, const FlowFront *front, int i0, int i1, bool pipe, bool drags_more) {
  const FlowStep numbers = *step, *const p = &numbers; /* nothing that is written can change them */
  const FlowFront rows = *front, *const f = &rows;
  const FlowSides *const sides = &front->sides;
  const Lanes zero = lanes_all(0.0f);
  Ahead ahead = {{zero, zero, zero}, {zero, zero, zero, zero}, zero, zero};
  for (int i = i0; i < i1; i += LANES) {
    const Lanes bed = lanes_load(f->bed + i), depth = lanes_load(f->depth + i);
    front_fetch(f, i + SOON, pipe);
    const bool side = i <= 0 || i + LANES >= sides->nx - 1;
    if (!side && parched(f, depth, i, pipe)) {
      const Ahead dry = {{zero, zero, zero}, {zero, zero, zero, zero}, zero, zero};
      const Face north = {pipe ? lanes_load(f->before.head_z + i) : zero, zero, zero};
      front_nothing(&f->now, i, pipe);
      if (pipe) front_faces(p, f, sides, &ahead, &north, &dry.cell, i, i > i0, drags_more);
      ahead = dry;
      continue;
    }
    Face east = face_between(bed, lanes_load(f->bed + i + 1), depth, lanes_load(f->depth + i + 1));
    Face south = face_between(bed, lanes_load(f->bed_south + i), depth, lanes_load(f->depth_south + i));
    const Lanes foot = pipe ? south.face_depth : foot_of(bed, lanes_load(f->bed_south + i), depth, lanes_load(f->depth_south + i), south.face_depth);
    lanes_store(f->now.face_depth_z + i, foot);
    if (sides->wall_south) south.head = zero, south.clearance = lanes_all(WALL_HEIGHT);
    lanes_store(f->now.head_z + i, south.head);
    lanes_store(f->now.clearance_z + i, south.clearance);
    const Face north = {lanes_load(f->before.head_z + i), zero, lanes_load(f->before.clearance_z + i)};
    Face west = {lanes_before(ahead.east.head, east.head), zero, lanes_before(ahead.east.clearance, east.clearance)};
    const Face kept = east;
    if (side) walls_mirror(sides, i, &west, &east);
    const Lanes old = pipe ? lanes_load(f->ux + i) : zero;
    const Lanes down = pipe ? lanes_load(f->uz + i) : zero;
    const Lanes shock = pipe ? shock_of(p, lanes_load(f->ux + i - 1), old, lanes_load(f->uz_north + i), down) : zero;
    const Lanes shear = pipe ? shear_of(p, old, lanes_load(f->ux_south + i), down, lanes_load(f->uz + i + 1)) : zero;
    Cell cell = cell_between(p, west, east, north, south, shock);
    if (sides->unsmoothed_row) cell.smoothing_cap = zero;
    if (side) sides_rough(sides, i, &cell);
    lanes_store(f->now.bend_z + i, cell.bend_z);
    lanes_store(f->now.smoothing_cap + i, cell.smoothing_cap);
    if (pipe) {
      lanes_store(f->now.shock + i, shock);
      lanes_store(f->now.shear + i, shear);
      front_faces(p, f, sides, &ahead, &north, &cell, i, i > i0, drags_more);
    } else {
      AdvectionHeads heads = {lanes_before(ahead.east.head, kept.head), kept.head, north.head, south.head};
      const Lanes u[2] = {lanes_load(f->ux + i - 1), lanes_load(f->ux + i)}, w[2] = {lanes_load(f->uz_north + i), lanes_load(f->uz + i)};
      advection_at_sides(sides, i, side, &heads);
      lanes_store(f->now.advected_rise + i, advected_rise_of(p, depth, u, w, &heads));
      lanes_store(f->now.half_step_rise + i, swell_of(p, f, i));
      lanes_store(f->now.head_x + i, kept.head);
      lanes_store(f->now.face_depth_x + i, foot_of(bed, lanes_load(f->bed + i + 1), depth, lanes_load(f->depth + i + 1), kept.face_depth));
      lanes_store(f->now.bend_x + i, cell.bend_x);
    }
    ahead = (Ahead){kept, cell, old, shear};
  }
  if (pipe && i1 > i0 && f->ends && works(f->east, sides, i1 - LANES)) { /* nothing passes the last face, a wall */
    const Cell wall = {zero, zero, zero, zero};
    front_east(p, f, &ahead, &wall, i1 - LANES, drags_more);
  }
}

static bool drags_more(const FlowStep *p) {
  return p->dt_gravity_manning2 > 0.0f || p->dt_viscosity3 > 0.0f;
}

static void front_pipe(const FlowStep *p, const FlowFront *f, int i0, int i1) {
  if (drags_more(p)) {
    front_row(p, f, i0, i1, true, true);
  } else {
    front_row(p, f, i0, i1, true, false);
  }
}

static void front_swe(const FlowStep *p, const FlowFront *f, int i0, int i1) {
  front_row(p, f, i0, i1, false, false);
}

/* --- shallow water --------------------------------------------------------------------------------------------------- */

static void slopes(const FlowSlopes *rows, int i0, int i1) {
  const FlowSlopes kept = *rows, *const f = &kept;
  for (int i = i0; i < i1; i += LANES) {
    const Lanes u = lanes_load(f->u + i), east = lanes_load(f->u + i + 1), west = lanes_load(f->u + i - 1);
    __builtin_prefetch(f->u_next + i + SOON);
    const Lanes next = lanes_load(f->u_next + i), step_north = lanes_load(f->step_north + i);
    if (!lanes_bits(lanes_or(lanes_or(lanes_or(u, east), lanes_or(west, next)), step_north))) { /* nothing moves */
      lanes_store(f->within + i, u);
      lanes_store(f->slope + i, u);
      lanes_store(f->step + i, u);
      lanes_store(f->slope_across + i, u);
      continue;
    }
    const Lanes on = east - u, step = next - u;
    lanes_store(f->within + i, on);
    lanes_store(f->slope + i, monotonised_central_lanes(on, u - west));
    lanes_store(f->step + i, step);
    lanes_store(f->slope_across + i, monotonised_central_lanes(step, step_north));
  }
}

/* Written apart from `carried` of bodies/advection.c: twice the flows and half the shares are multiplied here in another order, and
 * either one's order would change the other's bits.
 *
 * What the flow `q` ahead through one side carries off u, or (against) brings: the speed upwind, to second order with a
 * limited slope and the part that dt uses up. `step` leads across the side. */
INLINE Lanes carried(Lanes q, Lanes step, Lanes slope_own, Lanes slope_other, Lanes pass, bool ahead) {
  const Lanes used = 0.5f - lanes_min(lanes_all(0.5f), lanes_size(q) * pass);
  const LaneMask out = ahead ? lanes_greater(q, lanes_all(0.0f)) : lanes_greater(lanes_all(0.0f), q);
  const Lanes own = slope_own * used, other = step - slope_other * used;
  return q * lanes_select(out, own, other);
}

/* Shallow water: as pipes, with the velocity carried along by the flow, in the form that conserves momentum on this grid
 * (Stelling and Duinmeijer 2003):
 *   u <- u + dt*g*(h_i - h_j)/dx - dt/(dx*hm)*[sum over the four sides of q*(u* - u)],   hm = (d_i + d_j)/2
 * with q the flows of the last substep, averaged to the sides of the face's own cell. Each u* stays within its stencil's
 * range, and the sum of shares is held to 1: no overshoot. All flows here are twice what they are, and all shares half. */
INLINE Lanes advected(const FlowStep *p, const FaceUpdate *f, int i) {
  const Lanes zero = lanes_all(0.0f), one = lanes_all(1.0f);
  const Lanes twice = lanes_load(f->depth[0] + i) + lanes_load(f->depth[1] + i);
  const Lanes pass = p->dt_over_dx / (twice + 2 * HALF_TINY), half_pass = 0.5f * pass;
  const Lanes q = lanes_load(f->discharge[1] + i);
  const Lanes ahead = q + lanes_load(f->discharge[2] + i), behind = q + lanes_load(f->discharge[0] + i);
  const Lanes far = lanes_load(f->cross_discharge[0] + i) + lanes_load(f->cross_discharge[1] + i);
  const Lanes near = lanes_load(f->cross_discharge[2] + i) + lanes_load(f->cross_discharge[3] + i);
  const Lanes along = lanes_load(f->slope_along[1] + i), across = lanes_load(f->slope_across[1] + i);
  const Lanes a = carried(ahead, lanes_load(f->step_along[1] + i), along, lanes_load(f->slope_along[2] + i), half_pass, true);
  const Lanes b = carried(behind, lanes_load(f->step_along[0] + i), along, lanes_load(f->slope_along[0] + i), half_pass, false);
  const Lanes c = carried(far, lanes_load(f->step_across[1] + i), across, lanes_load(f->slope_across[2] + i), half_pass, true);
  const Lanes d = carried(near, lanes_load(f->step_across[0] + i), across, lanes_load(f->slope_across[0] + i), half_pass, false);
  const Lanes in = (lanes_max(behind, zero) - lanes_min(ahead, zero)) + (lanes_max(near, zero) - lanes_min(far, zero));
  const Lanes inflow = pass * in;
  const Lanes less = mask_any(lanes_greater(inflow, one)) ? pass / lanes_max(inflow, one) : pass;
  return less * ((a + b) + (c + d));
}

/* What goes up into a cell that is wet in part (foot_of), whose bed lies `over` below the surface (above it: negative): up to half of the
 * depth behind. On a beach, where the bed has risen at least half as steeply before; not onto a quay. With none of this a wave ran up
 * two cells' rise too little. */
INLINE Lanes wedge_of(const FaceUpdate *f, Lanes rise, Lanes over, Lanes own, LaneMask against, LaneMask climbs, int i) {
  const Lanes zero = lanes_all(0.0f);
  const Lanes before = lanes_select(against, lanes_load(f->bed_far + i) - lanes_load(f->bed[1] + i),
                                    lanes_load(f->bed[0] + i) - lanes_load(f->bed_back + i));
  const LaneMask beach = lanes_greater(rise * (before + before - rise), zero);
  const Lanes foot = lanes_min(over + 0.5f * lanes_size(rise), 0.5f * own);
  return lanes_where(mask_both(climbs, beach), lanes_max(foot, zero));
}

/* The depth h that a flow q = u*h carries: upwind by the sign of u, with the surface at the face from a limited slope where both
 * cells behind are wet. */
INLINE Lanes swe_depth(const FaceUpdate *f, Lanes u, int i) {
  const Lanes zero = lanes_all(0.0f);
  const Lanes rise = lanes_load(f->bed[1] + i) - lanes_load(f->bed[0] + i);
  const Lanes back = lanes_load(f->depth[0] + i), ahead = lanes_load(f->depth[1] + i);
  const Lanes back_open = back - lanes_max(rise, zero), ahead_open = ahead + lanes_min(rise, zero);
  const Lanes least = lanes_min(back_open, ahead_open);
  const LaneMask against = lanes_greater(zero, u);
  const Lanes over = lanes_select(against, ahead_open, back_open), level = lanes_max(over, zero);
  /* what climbs onto land runs over the bed's mean as soon as its own surface clears the higher one */
  const LaneMask climbs = lanes_greater(u * rise, zero);
  const Lanes half_rise = 0.5f * rise;
  const Lanes slope = lanes_size_min(half_rise, lanes_select(climbs, level, lanes_max(least, zero)));
  const Lanes own = lanes_select(against, ahead, back);
  const Lanes wet = lanes_select(against, lanes_load(f->depth_far + i), lanes_load(f->depth_back + i));
  /* the surface falls by `head` from cell to cell: half of it more or less at the face */
  const Lanes here = lanes_load(f->head[1] + i);
  const Lanes other = lanes_select(against, lanes_load(f->head[2] + i), lanes_load(f->head[0] + i));
  const Lanes fall = 0.5f * minmod_lanes(here, other);
  const Lanes bend = lanes_where(lanes_greater(wet, zero), lanes_select(against, fall, 0.0f - fall));
  const Lanes rise_on = lanes_select(against, lanes_load(f->half_step_rise[1] + i), lanes_load(f->half_step_rise[0] + i));
  /* at most half of the depth; and no more than both surfaces clear both beds, as the slope: on a steep bed the surface falls
   * as the bed does, and a film would run at half its depth */
  const Lanes most = lanes_min(0.5f * lanes_min(level, own), lanes_max(least, zero));
  const Lanes depth = level + slope + lanes_lesser(bend + rise_on, most);
  const LaneMask partly = mask_both(climbs, lanes_greater(lanes_size(half_rise), over)); /* the cell ahead is not wet to its middle */
  return mask_any(partly) ? lanes_max(depth, wedge_of(f, rise, over, own, against, partly, i)) : depth;
}

INLINE void update_swe_row(const FlowStep *step, const FaceUpdate *push, int i0, int i1, bool more) {
  const FlowStep numbers = *step, *const p = &numbers;
  const FaceUpdate rows = *push, *const f = &rows;
  for (int i = i0; i < i1; i += LANES) {
    if (!passable(p, lanes_load(f->face_depth + i))) {
      lanes_store(f->speed + i, lanes_all(0.0f));
      lanes_store(f->flow + i, lanes_all(0.0f));
      continue;
    }
    const Lanes old = lanes_load(f->speed_before + i);
    const Lanes carried_head = lanes_load(f->advected_rise[0] + i) - lanes_load(f->advected_rise[1] + i);
    const Lanes pushed = p->friction_factor * old + velocity_change(p, lanes_load(f->head[1] + i) + carried_head);
    const Lanes fresh = pushed - advected(p, f, i);
    const Lanes carried = swe_depth(f, fresh, i); /* neither drag nor bounds turn the flow round */
    const Lanes speed = settled(p, fresh, lanes_load(f->head[1] + i), lanes_load(f->face_depth + i), carried, false, f->bed[0] + i, f->bed[1] + i, more);
    const Lanes smooth = ripple(p, lanes_load(f->bend[0] + i), lanes_load(f->bend[1] + i), lanes_load(f->smoothing_cap[0] + i),
                                lanes_load(f->smoothing_cap[1] + i));
    lanes_store(f->speed + i, speed);
    const Lanes flow = speed * carried + smooth;
    lanes_store(f->flow + i, lanes_where(open_faces(p, lanes_load(f->face_depth + i)), flow));
  }
}

static void update_swe(const FlowStep *p, const FaceUpdate *f, int i0, int i1) {
  if (drags_more(p)) {
    update_swe_row(p, f, i0, i1, true);
  } else {
    update_swe_row(p, f, i0, i1, false);
  }
}

/* --- limits and depths ----------------------------------------------------------------------------------------------- */

/* K_i = min(1, d_i / (dt/dx * sum of outflows)), with a margin that keeps d >= 0 exactly in floats: 8 roundings, and one for the dither. */
static void limit(const FlowStep *p, const FlowCells *cells_out, float *limit_row, uint8_t *tight, int i0, int i1) {
  const Lanes zero = lanes_all(0.0f), one = lanes_all(1.0f);
  const FlowCells rows = *cells_out, *const f = &rows;
  const float margin = 1.0f - 10.0f / 16777216.0f;
  for (int g = i0; g < i1; g += FLOW_GROUP) {
    int some = 0;
    for (int i = g; i < g + FLOW_GROUP; i += LANES) {
      const Lanes east = lanes_max(lanes_load(f->east + i), zero), west = lanes_min(lanes_load(f->west + i), zero);
      const Lanes south = lanes_max(lanes_load(f->south + i), zero), north = lanes_min(lanes_load(f->north + i), zero);
      const Lanes out = p->dt_over_dx * ((east - west) + (south - north));
      const Lanes depth = lanes_load(f->depth + i), have = margin * depth;
      const LaneMask over = lanes_greater(out, have);
      Lanes share = one;
      if (mask_any(over)) {
        some = 1;
        share = cell_limit_lanes(out, have, depth);
      }
      lanes_store(limit_row + i, share);
    }
    tight[g / FLOW_GROUP] = (uint8_t)some;
  }
}

INLINE Lanes scaled(Lanes flow, const float *limit_from, const float *limit_to, int i) {
  return limited_flow_lanes(flow, lanes_load(limit_from + i), lanes_load(limit_to + i));
}

typedef struct Through {
  Lanes east, west, south, north;
} Through;

INLINE Through through(const FlowCells *f, int i, bool tight) {
  Through t = {lanes_load(f->east + i), lanes_load(f->west + i), lanes_load(f->south + i), lanes_load(f->north + i)};
  if (!tight) return t;
  t.east = scaled(t.east, f->limit, f->limit + 1, i);
  t.west = scaled(t.west, f->limit - 1, f->limit, i);
  t.south = scaled(t.south, f->limit, f->limit_south, i);
  t.north = scaled(t.north, f->limit_north, f->limit, i);
  return t;
}

/* Of the columns before `end`, which is rarely within a vector. */
INLINE Lanes within_grid(Lanes a, int left) {
  static const unsigned int all = 0xffffffffu;
  float mask[LANES];
  for (int n = 0; n < LANES; n++) {
    mask[n] = 0.0f;
    if (n < left) memcpy(&mask[n], &all, sizeof all);
  }
  return lanes_and(a, lanes_load(mask));
}

typedef struct LaneReduction { /* TileReduction, while it is being added to */
  Lanes depth, surface, speed, low, sum, changed;
} LaneReduction;

INLINE void reduction_add(LaneReduction *t, Lanes thin, Lanes bed, Lanes depth, Lanes before, Lanes ux, Lanes uz) {
  const LaneMask wet = lanes_greater(depth, lanes_all(DEPTH_TINY)), thick = lanes_greater(depth, thin);
  const Lanes top = lanes_select(wet, bed + depth, lanes_all(-WALL_HEIGHT));
  t->depth = lanes_max(depth, t->depth);
  t->surface = lanes_max(top, t->surface);
  t->speed = lanes_max(lanes_where(thick, lanes_size_max(ux, uz)), t->speed);
  t->low = lanes_min(depth, t->low);
  t->sum = depth + (ux + uz) + t->sum;
  t->changed = lanes_or(t->changed, lanes_or(lanes_xor(depth, before), lanes_or(ux, uz)));
}

/* Whichever lane a value is kept in: the first ones serve every width. */
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

/* d <- d - dt/dx * (what leaves through the four faces). */
INLINE void depth_vector(const FlowStep *p, const FlowCells *f, LaneReduction *reduction, int i, int end, bool tight) {
  const Through q = through(f, i, tight);
  const Lanes before = lanes_load(f->depth + i);
  const Lanes net = (q.east - q.west) + (q.south - q.north);
  const Lanes ux = lanes_load(f->speed_x + i), uz = lanes_load(f->speed_z + i), bed = lanes_load(f->terrain + i);
  const LaneMask moves = lanes_greater(lanes_size_max(ux, uz), lanes_all(p->dither_speed));
  const Lanes after = depth_after_lanes(before, p->dt_over_dx * net, moves, p->dither);
  const Lanes thin = lanes_all(p->bound_depth);
  lanes_store(f->out + i, after);
  if (f->flow_x) {
    lanes_store(f->flow_x + i, q.east);
    lanes_store(f->flow_z + i, q.south);
  }
  if (end - i >= LANES) {
    reduction_add(reduction, thin, bed, after, before, ux, uz);
  } else if (end > i) {
    const int left = end - i;
    reduction_add(reduction, thin, bed, within_grid(after, left), within_grid(before, left), within_grid(ux, left),
              within_grid(uz, left));
  }
}

static void depth_row(const FlowStep *p, const FlowCells *out, TileReduction *sums, int i0, int i1, int end) {
  const FlowCells rows = *out, *const f = &rows;
  LaneReduction reduction = reduction_open(sums);
  for (int g = i0; g < i1; g += FLOW_GROUP) {
    const int n = g / FLOW_GROUP;
    if (f->tight[n] | f->tight[n - 1] | f->tight[n + 1] | f->tight_south[n] | f->tight_north[n]) {
      for (int i = g; i < g + FLOW_GROUP; i += LANES) depth_vector(p, f, &reduction, i, end, true);
    } else {
      for (int i = g; i < g + FLOW_GROUP; i += LANES) depth_vector(p, f, &reduction, i, end, false);
    }
  }
  reduction_close(sums, &reduction);
}

const FlowRows WIDTH(flow_rows) = {front_pipe, front_swe, slopes, update_swe, limit, depth_row};
