/* The front of the sweep: heads and depths at the faces of a row, what its cells come to from them (bends, artificial viscosity,
 * advected rise), and for pipes the speeds and flows:
 *   u <- mu*u + dt*g*(h_i - h_j)/dx,   q = u*h   (O'Brien and Hodgins 1995, in the form of Kellomaki 2015, sections 4.5 and 4.6)
 * Compiled for each vector width (src/CMakeLists.txt). */
#include "weir/flow/row_parts.h"
#include "weir/flow/tuned.h"

/* A vector of faces between cells behind (west, north) and ahead (east, south); m, as in FlowRing. */
typedef struct Face {
  Lanes head, face_depth, clearance;
} Face;

/* Surfaces are compared as differences of terrain plus differences of depth, so that the rounding of a high altitude never
 * drives water. The water at the face stands as high as the higher of both surfaces (upwind by the surface: by the sign of
 * u, pipes on rough terrain slowly blow up; physics.md, 2) above the higher bed; nothing flows uphill onto land that the
 * surface does not reach.
 *
 * The bed at the face itself is the mean of its cells' beds: with the higher one, slopes would carry too little by half a
 * step, and Thacker's round bowl swings 2 % too slowly. But only as far as both surfaces clear both beds: water does not
 * run through a bank. */
INLINE Face face_between(Lanes bed, Lanes bed_ahead, Lanes depth, Lanes depth_ahead) {
  const Lanes zero = lanes_all(0.0f);
  const Lanes rise = bed_ahead - bed;
  const Lanes back = depth - lanes_max(rise, zero), ahead = depth_ahead + lanes_min(rise, zero);
  const Lanes clearance = lanes_min(back, ahead);
  const Lanes slope = lanes_size_min(0.5f * rise, lanes_max(clearance, zero));
  return (Face){(depth - depth_ahead) - rise, lanes_max(lanes_max(back, ahead), zero) + slope, clearance};
}

/* Shallow water: the depth by which a face is open to what climbs it. The bed between two cells is a slope, and land that lies higher
 * than the water is wet in part (Begnudelli and Sanders 2006): water is met half of the rise below the higher cell's bed. */
INLINE Lanes climbing_depth(Lanes bed, Lanes bed_ahead, Lanes depth, Lanes depth_ahead, Lanes face_depth) {
  const Lanes half_rise = 0.5f * lanes_size(bed_ahead - bed);
  return lanes_max(face_depth, lanes_max(depth, depth_ahead) - half_rise);
}

/* The values of a vector of cells that follow from its faces; as in FlowRing. */
typedef struct Cell {
  Lanes shock, bend_x, bend_z, smoothing_cap;
} Cell;

/* Artificial viscosity (shock, shear): pipes have no advection to take up steep fronts, which would ring, nor anything to tire out
 * eddies. Their velocity diffuses in proportion to the speed (after von Neumann and Richtmyer 1950), in the form
 *   nu*laplacian(u) = grad(nu*div u) - curl(nu*curl u)
 * which costs one number a cell, a head of -nu*div(u), and one a corner; it does nothing to a uniform flow and next to
 * nothing to waves. A dam break of 9 m stays at 9 m with it and rises to 50 m without; crates crowded in a basin come to rest
 * with both parts and keep each other bobbing at 2 m/s with the first alone. */
INLINE Lanes shock_head(const FlowStep *p, Lanes west, Lanes east, Lanes north, Lanes south) {
  const Lanes convergence = (west - east) + (north - south);
  const Lanes speed = lanes_size(east + west) + lanes_size(south + north);
  return lanes_min(p->shock * speed, lanes_all(p->shock_cap)) * convergence;
}

/* At the corner to the south and east: u is the speed east of the cell and of the one to its south, w south of the cell and
 * of the one to its east. By the lesser of both: a river that runs along its banks is not slowed by them (with the sum,
 * one in a channel stood 16 % too deep). */
INLINE Lanes shear_head(const FlowStep *p, Lanes u, Lanes u_south, Lanes w, Lanes w_east) {
  const Lanes curl = (w_east - w) - (u_south - u);
  const Lanes speed = lanes_size_min(u + u_south, w + w_east);
  return lanes_min(p->shear * speed, lanes_all(p->shock_cap)) * curl;
}

/* Smoothing (bend, smoothing_cap): disturbances the size of a cell would stay for ever. A flow along the third difference of the surface
 * damps what is two cells long and leaves long waves alone (fourth-order dissipation after Jameson, Schmidt and Turkel
 * 1981). Only where all four faces are clear of the bed, and of films that cling to it, which would bend the surface for
 * ever: streams over rough ground are not smoothed; nor are bores, which the bend tells (their sensor): smoothing moves
 * water without its momentum, and a bore would run 1.5 % slow. */
INLINE Cell cell_between(const FlowStep *p, Face west, Face east, Face north, Face south, Lanes shock) {
  const Lanes bend_x = west.head - east.head, bend_z = north.head - south.head;
  const Lanes bend = lanes_size_max(bend_x, bend_z);
  const Lanes least = lanes_min(lanes_min(west.clearance, east.clearance), lanes_min(north.clearance, south.clearance));
  const Lanes clear = lanes_max((least - p->film_depth) - RIPPLE_SENSOR * bend, lanes_all(0.0f));
  return (Cell){shock, bend_x, bend_z, p->ripple_cap * clear};
}

/* Heads at the four sides of a vector of cells, m. */
typedef struct SideHeads {
  Lanes west, east, north, south;
} SideHeads;

/* Shallow water takes the velocity's own transport at the beginning of a step, and the surface as well; a wave of wave number k that
 * runs with a current U then grows by k^2*U*c*dt/2 a second. So the surface that pushes is the one that the current has carried
 * along for half of the step, eta - dt/2*u*grad(eta): this is the second part, from the slopes to either side of the cell, limited,
 * since across a fall or a bore nothing is carried as on a slope. The other half is in the depth that the flow carries (upwind_depth in
 * update_rows.c). Both are 0 where the flow is steady. u: west and east of the cell, w: north and south of it. */
INLINE Lanes advected_rise(const FlowStep *p, Lanes depth, const Lanes u[2], const Lanes w[2], const SideHeads *h) {
  const Lanes x = (u[0] + u[1]) * minmod_lanes(h->west, h->east);
  const Lanes z = (w[0] + w[1]) * minmod_lanes(h->north, h->south);
  const Lanes rise = (0.5f * p->half_dt_over_dx) * (x + z);
  return lanes_where(lanes_greater(depth, lanes_all(0.0f)), rise); /* what is dry has no slope */
}

/* m by which a cell will have risen by the middle of the step: half of what it rose by in the last one. */
INLINE Lanes half_step_rise(const FlowStep *p, const FlowFront *f, int i) {
  const Lanes along = lanes_load(f->discharge_x + i) - lanes_load(f->discharge_x + i - 1);
  const Lanes across = lanes_load(f->discharge_z + i) - lanes_load(f->discharge_z_north + i);
  return -p->half_dt_over_dx * (along + across);
}

/* --- cells along the sides of the grid ------------------------------------------------------------------------------- */

/* `a` of columns i ... with column `at` set to `value`. */
INLINE Lanes with_column(Lanes a, int i, int at, float value) {
  static const unsigned int masks[2 * LANES] = {[LANES] = 0xffffffffu};
  if (at < i || at >= i + LANES) return a;
  const Lanes mask = lanes_load((const float *)(const void *)masks + LANES - (at - i));
  return lanes_xor(a, lanes_and(mask, lanes_xor(a, lanes_all(value))));
}

/* The head at a side for column `at` by the side's kind; `outer` elsewhere. */
INLINE Lanes side_head_x(Lanes outer, Lanes inner, uint8_t kind, int i, int at) {
  if (kind == ADVECTION_BEYOND || at < i || at >= i + LANES) return outer;
  const LaneMask here = lanes_greater(with_column(lanes_all(0.0f), i, at, 1.0f), lanes_all(0.0f));
  return lanes_select(here, kind == ADVECTION_WITHIN ? inner : lanes_all(0.0f), outer);
}

INLINE Lanes side_head_z(Lanes outer, Lanes inner, uint8_t kind) {
  if (kind == ADVECTION_BEYOND) return outer;
  return kind == ADVECTION_WITHIN ? inner : lanes_all(0.0f);
}

INLINE void side_heads(const FlowSides *sides, int i, bool at_side, SideHeads *h) {
  const Lanes west = h->west, north = h->north;
  h->north = side_head_z(north, h->south, sides->advection_north);
  h->south = side_head_z(h->south, north, sides->advection_south);
  if (!at_side) return;
  h->west = side_head_x(west, h->east, sides->advection_west, i, 0);
  h->east = side_head_x(h->east, west, sides->advection_east, i, sides->nx - 1);
}

INLINE void mirror_face(Face *face, int i, int at) {
  face->head = with_column(face->head, i, at, 0.0f);
  face->clearance = with_column(face->clearance, i, at, WALL_HEIGHT);
}

/* Behind a wall the water is as if mirrored: nothing bends there. A cell beside it is then smoothed as all others are: left
 * out, such rows made the straight front of a jump in a channel break up into eddies. */
INLINE void mirror_at_walls(const FlowSides *sides, int i, Face *west, Face *east) {
  if (sides->wall_west) mirror_face(west, i, 0);
  if (sides->wall_east) mirror_face(east, i, sides->nx - 1);
}

/* Nothing is smoothed where four cells in a line would reach beyond a side that is not joined: behind an open side there is
 * a halo that would bend the surface (2 % of a pulse came back). */
INLINE void unsmooth_at_sides(const FlowSides *sides, int i, Cell *cell) {
  for (int n = 0; n < 2; n++) {
    if (sides->unsmoothed_west) cell->smoothing_cap = with_column(cell->smoothing_cap, i, n - 1, 0.0f);
    if (sides->unsmoothed_east) cell->smoothing_cap = with_column(cell->smoothing_cap, i, sides->nx - 1 + n, 0.0f);
  }
}

/* --- pipes: speeds and flows ----------------------------------------------------------------------------------------- */

/* Velocity, not flow, is the state: then a lake that swings as one plane (Thacker 1981) is exact, and a face that changes its depth
 * makes no push of its own. The flow takes the higher of both surfaces for its own, which on a slope stands half of the fall above the
 * face: by so much it is fuller than what the bed drags on. `viscous_head`, m: of shock and shear. */
INLINE Lanes pipe_accelerated(const FlowStep *p, Lanes before, Lanes head, Lanes viscous_head) {
  return p->friction_factor * before + velocity_change(p, head + viscous_head);
}

/* Faces of some columns whose speeds and flows are still to be computed; on the stack. Vectors of less than 16 take two loops over them, the
 * first up to the accelerated speeds, the second from the drag on: the drag is a long chain of operations that wait for each other, and a
 * processor that looks some hundred instructions ahead sees one vector's in a loop of both, several in a short one (AVX2: a step takes 0.87 of
 * its time, SSE2: 0.76). With 16 the further stores cost as much as that gains. */
enum { PIPE_TWO_LOOPS = LANES < 16, PIPE_BLOCK = 128 /* columns */ };
typedef struct PipeFaces {
  float accelerated[PIPE_BLOCK];                        /* m/s */
  float head[PIPE_BLOCK];                               /* m, as in Face */
  float face_depth[PIPE_BLOCK], flow_depth[PIPE_BLOCK]; /* m: as in Face; less the fall, of what the bed drags on */
  float ripple[PIPE_BLOCK];                             /* m^2/s */
} PipeFaces;

/* The rows of the faces to the east or north. On the stack. */
typedef struct FaceRows {
  const uint8_t *tiles;         /* as FlowFront.east, south */
  const float *bed, *bed_ahead; /* m */
  const float *beside;          /* of the cells behind; NULL: none */
  float *speed, *flow;          /* after */
} FaceRows;

/* A vector of faces up to its accelerated speed, as in PipeFaces. */
typedef struct PipeFace {
  Lanes accelerated, head, face_depth, flow_depth, ripple;
} PipeFace;

enum { EASTERN, NORTHERN };

/* The previous vector of cells, whose faces to the east are computed once the cells of this one are known. */
typedef struct HeldFaces {
  Face east;
  Cell cell;
  Lanes speed_before, shear;
} HeldFaces;

/* Returns true if the tile of column i is active; that of the face west of the grid is when its neighbour's is. */
INLINE bool column_is_active(const uint8_t *tiles, const FlowSides *sides, int i) {
  if (i < 0) return i == -LANES && sides->halo_west && tiles[0]; /* wide loads of the row before reach what is further out */
  return i < sides->nx && tiles[i / FLOW_TILE];
}

INLINE PipeFace pipe_face(const FlowStep *p, Lanes before, const Face *face, Lanes viscous_head, Lanes ripple) {
  const Lanes fall = lanes_size_min(0.5f * face->head, lanes_max(face->clearance, lanes_all(0.0f)));
  const Lanes accelerated = pipe_accelerated(p, before, face->head, viscous_head);
  return (PipeFace){accelerated, face->head, face->face_depth, face->face_depth - fall, ripple};
}

INLINE void pipe_face_finish(const FlowStep *p, const PipeFace *a, const FaceRows *rows, int i, bool depth_drag) {
  Lanes speed = speed_after(p, a->accelerated, a->head, a->face_depth, a->flow_depth, true, rows->bed + i, rows->bed_ahead + i, depth_drag);
  if (rows->beside) speed = speed_beside(p, lanes_load(rows->beside + i), speed, a->head, a->face_depth);
  lanes_store(rows->speed + i, speed);
  lanes_store(rows->flow + i, lanes_where(faces_open(p, a->face_depth), speed * a->face_depth + a->ripple));
}

/* Returns true if the faces of columns i ... are to be computed: they are active and some are open. Else they let nothing through. */
INLINE bool pipe_faces_begin(const FlowStep *p, const FlowSides *sides, const FaceRows *rows, Lanes face_depth, int i) {
  const bool active = column_is_active(rows->tiles, sides, i);
  if (active && mask_any(faces_open(p, face_depth))) return true;
  if (active) lanes_store(rows->speed + i, lanes_all(0.0f));
  lanes_store(rows->flow + i, lanes_all(0.0f));
  return false;
}

/* Takes the faces of columns i ...: finishes them, or stores them at column n of `later` for pipe_faces_finish. */
INLINE void pipe_face_take(const FlowStep *p, const PipeFace *a, const FaceRows *rows, PipeFaces *later, int i, int n, bool depth_drag) {
  if (!PIPE_TWO_LOOPS) {
    pipe_face_finish(p, a, rows, i, depth_drag);
    return;
  }
  lanes_store(later->accelerated + n, a->accelerated);
  lanes_store(later->head + n, a->head);
  lanes_store(later->face_depth + n, a->face_depth);
  lanes_store(later->flow_depth + n, a->flow_depth);
  lanes_store(later->ripple + n, a->ripple);
}

/* Finishes columns [from, i1); `later` holds columns from i0 on. */
INLINE void pipe_faces_finish(const FlowStep *p, const FlowSides *sides, const FaceRows *rows, const PipeFaces *later, int i0, int from,
                              int i1, bool depth_drag) {
  for (int i = from, n = from - i0; i < i1 && PIPE_TWO_LOOPS; i += LANES, n += LANES) {
    const PipeFace a = {lanes_load(later->accelerated + n), lanes_load(later->head + n), lanes_load(later->face_depth + n),
                        lanes_load(later->flow_depth + n), lanes_load(later->ripple + n)};
    if (column_is_active(rows->tiles, sides, i) && mask_any(faces_open(p, a.face_depth))) pipe_face_finish(p, &a, rows, i, depth_drag);
  }
}

/* The rows and the unfinished faces of a row of the front, east and north. On the stack. */
typedef struct PipeRow {
  FaceRows rows[2];
  PipeFaces *later; /* two */
} PipeRow;

/* Returns what waves that disperse push with, m, from the head behind a face to that ahead, where the filter has the face (waves/waves.h): elsewhere, at
 * banks and falls, water is hydrostatic. */
INLINE Lanes wave_push(Lanes clearance, const float *behind, const float *ahead) {
  return lanes_where(lanes_greater(clearance, lanes_all(0.0f)), lanes_load(behind) - lanes_load(ahead));
}

/* Returns what runs down at once where water that is deeper than a cell is wide stands steeper than any wave, 1 : 2. In water
 * that disperses a tower one cell wide would take long to fall, as waves do that are so short. */
INLINE Lanes spill_flow(const FlowStep *p, Lanes head, Lanes clearance) {
  const Lanes excess = lanes_max(lanes_size(head) - p->steep.head, lanes_all(0.0f));
  const Lanes size = lanes_where(lanes_greater(clearance, lanes_all(p->steep.depth)), p->steep.share * excess);
  return lanes_or(size, lanes_and(head, lanes_all(-0.0f)));
}

INLINE void pipe_faces_east(const FlowStep *p, const FlowFront *f, const FlowSides *sides, const PipeRow *row, const HeldFaces *a,
                            const Cell *next, int i, int n, bool depth_drag) {
  if (PIPE_TWO_LOOPS) lanes_store(row->later[EASTERN].face_depth + n, a->east.face_depth);
  if (!pipe_faces_begin(p, sides, &row->rows[EASTERN], a->east.face_depth, i)) return;
  const Lanes shock_ahead = lanes_after(a->cell.shock, next->shock), bend_ahead = lanes_after(a->cell.bend_x, next->bend_x);
  const Lanes cap_ahead = lanes_after(a->cell.smoothing_cap, next->smoothing_cap);
  Lanes viscous_head = (a->cell.shock - shock_ahead) - (a->shear - lanes_load(f->before.shear + i));
  Lanes ripple = step_ripple_flow(p, a->cell.bend_x, bend_ahead, a->cell.smoothing_cap, cap_ahead);
  if (f->wave_head[1]) {
    viscous_head = viscous_head + wave_push(a->east.clearance, f->wave_head[1] + i, f->wave_head[1] + i + 1);
    ripple = ripple + spill_flow(p, a->east.head, a->east.clearance);
  }
  const PipeFace face = pipe_face(p, a->speed_before, &a->east, viscous_head, ripple);
  pipe_face_take(p, &face, &row->rows[EASTERN], &row->later[EASTERN], i, n, depth_drag);
}

INLINE void pipe_faces_north(const FlowStep *p, const FlowFront *f, const FlowSides *sides, const PipeRow *row, const Face *north,
                             const Cell *cell, int i, int n, bool depth_drag) {
  const Face with_depth = {north->head, lanes_load(f->before.face_depth_z + i), north->clearance};
  if (PIPE_TWO_LOOPS) lanes_store(row->later[NORTHERN].face_depth + n, with_depth.face_depth);
  if (!pipe_faces_begin(p, sides, &row->rows[NORTHERN], with_depth.face_depth, i)) return;
  const Lanes shear = lanes_load(f->before.shear + i) - lanes_load(f->before.shear + i - 1);
  Lanes viscous_head = (lanes_load(f->before.shock + i) - cell->shock) + shear;
  Lanes ripple =
      step_ripple_flow(p, lanes_load(f->before.bend_z + i), cell->bend_z, lanes_load(f->before.smoothing_cap + i), cell->smoothing_cap);
  if (f->wave_head[1]) {
    viscous_head = viscous_head + wave_push(north->clearance, f->wave_head[0] + i, f->wave_head[1] + i);
    ripple = ripple + spill_flow(p, north->head, north->clearance);
  }
  const PipeFace face = pipe_face(p, lanes_load(f->uz_north + i), &with_depth, viscous_head, ripple);
  pipe_face_take(p, &face, &row->rows[NORTHERN], &row->later[NORTHERN], i, n, depth_drag);
}

/* Computes the faces to the north of columns i ... and the pending ones, to the east of the previous vector, if there is one. `n`: columns since
 * the last that are finished. */
INLINE void pipe_faces(const FlowStep *p, const FlowFront *f, const FlowSides *sides, const PipeRow *row, const HeldFaces *pending,
                       const Face *north, const Cell *cell, int i, int n, bool has_pending, bool depth_drag) {
  pipe_faces_north(p, f, sides, row, north, cell, i, n, depth_drag);
  if (has_pending) pipe_faces_east(p, f, sides, row, pending, cell, i - LANES, n, depth_drag);
}

/* --- the front of the sweep ------------------------------------------------------------------------------------------ */

/* Returns true if these cells hold no water, no cell beyond their faces to the east and south does, and (pipe) none moves around them. */
INLINE bool all_dry(const FlowFront *f, Lanes depth, int i, bool pipe) {
  if (lanes_bits(lanes_or(depth, lanes_load(f->depth_south + i)))) return false;
  if (!pipe) return !lanes_bits(lanes_load(f->depth + i + 1));
  const Lanes x = lanes_or(lanes_load(f->ux + i), lanes_or(lanes_load(f->ux + i - 1), lanes_load(f->ux_south + i)));
  const Lanes z = lanes_or(lanes_load(f->uz + i), lanes_or(lanes_load(f->uz_north + i), lanes_load(f->uz + i + 1)));
  return !lanes_bits(lanes_or(lanes_or(x, z), lanes_load(f->depth + i + 1)));
}

/* Stores for dry cells the values that front_row would, as far as they are read: of a bank only that its clearance is not above 0. */
INLINE void store_dry(const FlowRing *now, int i, bool pipe, bool disperses) {
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
  if (pipe || !disperses) return;
  lanes_store(now->wave_push_x + i, zero);
  lanes_store(now->wave_push_z + i, zero);
  lanes_store(now->spill_x + i, zero);
  lanes_store(now->spill_z + i, zero);
}

/* Stores the values of columns i ... that the update of shallow water needs. `east`: the faces before they were mirrored at walls. */
INLINE void store_swe(const FlowStep *p, const FlowFront *f, const HeldFaces *pending, const Face *east, const Face *north,
                      const Face *south, const Cell *cell, int i, bool at_side) {
  const Lanes bed = lanes_load(f->bed + i), depth = lanes_load(f->depth + i);
  SideHeads heads = {lanes_before(pending->east.head, east->head), east->head, north->head, south->head};
  const Lanes u[2] = {lanes_load(f->ux + i - 1), lanes_load(f->ux + i)}, w[2] = {lanes_load(f->uz_north + i), lanes_load(f->uz + i)};
  side_heads(&f->sides, i, at_side, &heads);
  lanes_store(f->now.advected_rise + i, advected_rise(p, depth, u, w, &heads));
  lanes_store(f->now.half_step_rise + i, half_step_rise(p, f, i));
  lanes_store(f->now.head_x + i, east->head);
  if (f->wave_head[1]) {
    lanes_store(f->now.wave_push_x + i, wave_push(east->clearance, f->wave_head[1] + i, f->wave_head[1] + i + 1));
    lanes_store(f->now.wave_push_z + i, wave_push(south->clearance, f->wave_head[1] + i, f->wave_head[2] + i));
    lanes_store(f->now.spill_x + i, spill_flow(p, east->head, east->clearance));
    lanes_store(f->now.spill_z + i, spill_flow(p, south->head, south->clearance));
  }
  lanes_store(f->now.face_depth_x + i,
              climbing_depth(bed, lanes_load(f->bed + i + 1), depth, lanes_load(f->depth + i + 1), east->face_depth));
  lanes_store(f->now.bend_x + i, cell->bend_x);
}

/* Computes and stores the faces to the south of columns i ..., mirrored at a wall. */
INLINE Face face_south(const FlowFront *f, const FlowSides *sides, Lanes bed, Lanes depth, int i, bool pipe) {
  const Lanes bed_south = lanes_load(f->bed_south + i), depth_south = lanes_load(f->depth_south + i);
  Face south = face_between(bed, bed_south, depth, depth_south);
  lanes_store(f->now.face_depth_z + i, pipe ? south.face_depth : climbing_depth(bed, bed_south, depth, depth_south, south.face_depth));
  if (sides->wall_south) south.head = lanes_all(0.0f), south.clearance = lanes_all(WALL_HEIGHT);
  lanes_store(f->now.head_z + i, south.head);
  lanes_store(f->now.clearance_z + i, south.clearance);
  return south;
}

/* Computes and stores the faces and values of one vector of cells that are not all dry; returns what is pending of them. */
INLINE HeldFaces front_vector(const FlowStep *p, const FlowFront *f, const FlowSides *sides, const PipeRow *row, const HeldFaces *pending,
                              Lanes bed, Lanes depth, int i, int n, bool at_side, bool has_pending, bool pipe, bool depth_drag) {
  const Lanes zero = lanes_all(0.0f);
  const Face south = face_south(f, sides, bed, depth, i, pipe);
  const Face face_east = face_between(bed, lanes_load(f->bed + i + 1), depth, lanes_load(f->depth + i + 1));
  const Face north = {lanes_load(f->before.head_z + i), zero, lanes_load(f->before.clearance_z + i)};
  Face west = {lanes_before(pending->east.head, face_east.head), zero, lanes_before(pending->east.clearance, face_east.clearance)};
  Face east = face_east;
  if (at_side) mirror_at_walls(sides, i, &west, &east);
  const Lanes ux = pipe ? lanes_load(f->ux + i) : zero, uz = pipe ? lanes_load(f->uz + i) : zero;
  const Lanes shock = pipe ? shock_head(p, lanes_load(f->ux + i - 1), ux, lanes_load(f->uz_north + i), uz) : zero;
  const Lanes shear = pipe ? shear_head(p, ux, lanes_load(f->ux_south + i), uz, lanes_load(f->uz + i + 1)) : zero;
  Cell cell = cell_between(p, west, east, north, south, shock);
  if (sides->unsmoothed_row) cell.smoothing_cap = zero;
  if (at_side) unsmooth_at_sides(sides, i, &cell);
  lanes_store(f->now.bend_z + i, cell.bend_z);
  lanes_store(f->now.smoothing_cap + i, cell.smoothing_cap);
  if (pipe) {
    lanes_store(f->now.shock + i, shock);
    lanes_store(f->now.shear + i, shear);
    pipe_faces(p, f, sides, row, pending, &north, &cell, i, n, has_pending, depth_drag);
  } else {
    store_swe(p, f, pending, &face_east, &north, &south, &cell, i, at_side);
  }
  return (HeldFaces){face_east, cell, ux, shear};
}

/* More rows are read than the processor follows by itself: without this a step of shallow water takes a tenth longer. */
INLINE void prefetch_rows(const FlowFront *f, int i, bool pipe) {
  __builtin_prefetch(f->depth_south + i);
  __builtin_prefetch(f->bed_south + i);
  __builtin_prefetch(pipe ? f->ux_south + i : f->discharge_x + i);
  __builtin_prefetch(pipe ? f->uz + i : f->discharge_z + i);
  if (f->wave_head[2]) __builtin_prefetch(f->wave_head[2] + i);
}

/* Computes columns [i0, i1) of the faces and cells of row r: one group more than is wanted on either side, except where the row ends at a
 * wall. */
INLINE void front_row(const FlowStep *step, const FlowFront *front, int i0, int i1, bool pipe, bool depth_drag, bool waves) {
  const FlowStep numbers = *step, *const p = &numbers; /* copies: stores through the rows cannot change them */
  FlowFront rows = *front;
  const FlowFront *const f = &rows;
  if (!waves) /* so that the compiler knows: no questions in the loops */
    for (int n = 0; n < 3; n++) rows.wave_head[n] = rows.beside[n / 2] = NULL;
  const Lanes zero = lanes_all(0.0f);
  const HeldFaces dry = {{zero, zero, zero}, {zero, zero, zero, zero}, zero, zero};
  HeldFaces pending = dry;
  PipeFaces later[2];
  const PipeRow pipe_row = {{{f->east, f->bed, f->bed + 1, f->beside[1], f->speed_out_x, f->flow_x},
                             {f->south, f->bed_north, f->bed, f->beside[0], f->speed_out_z, f->flow_z}},
                            later},
                *const row = &pipe_row;
  const FlowSides *const sides = &front->sides;
  const int columns = pipe && PIPE_TWO_LOOPS ? PIPE_BLOCK : i1 - i0;
  for (int block = i0; block < i1; block += columns) {
    const int end = block + columns < i1 ? block + columns : i1;
    for (int i = block; i < end; i += LANES) {
      const Lanes bed = lanes_load(f->bed + i), depth = lanes_load(f->depth + i);
      prefetch_rows(f, i + PREFETCH_AHEAD, pipe);
      const bool at_side = i <= 0 || i + LANES >= sides->nx - 1;
      if (!at_side && all_dry(f, depth, i, pipe)) {
        const Face north = {pipe ? lanes_load(f->before.head_z + i) : zero, zero, zero};
        store_dry(&f->now, i, pipe, f->wave_head[1]);
        if (pipe) pipe_faces(p, f, sides, row, &pending, &north, &dry.cell, i, i - block, i > i0, depth_drag);
        pending = dry;
        continue;
      }
      pending = front_vector(p, f, sides, row, &pending, bed, depth, i, i - block, at_side, i > i0, pipe, depth_drag);
    }
    if (!pipe) continue;
    const int east = block > i0 ? block - LANES : block; /* nothing is pending at the row's first vector */
    pipe_faces_finish(p, sides, &row->rows[NORTHERN], &later[NORTHERN], block, block, end, depth_drag);
    pipe_faces_finish(p, sides, &row->rows[EASTERN], &later[EASTERN], block - LANES, east, end - LANES, depth_drag);
  }
  /* the row ends at a closed wall: no next vector is needed to finish its last faces, of which nothing passes the very last */
  if (!pipe || i1 <= i0 || !f->ends_at_wall || !column_is_active(f->east, sides, i1 - LANES)) return;
  pipe_faces_east(p, f, sides, row, &pending, &dry.cell, i1 - LANES, 0, depth_drag);
  pipe_faces_finish(p, sides, &row->rows[EASTERN], &later[EASTERN], i1 - LANES, i1 - LANES, i1, depth_drag);
}

INLINE void front_of(const FlowStep *p, const FlowFront *f, int i0, int i1, bool pipe, bool depth_drag) {
  if (f->wave_head[1])
    front_row(p, f, i0, i1, pipe, depth_drag, true);
  else
    front_row(p, f, i0, i1, pipe, depth_drag, false);
}

void WIDTH(front_pipe)(const FlowStep *p, const FlowFront *f, int i0, int i1) {
  if (has_depth_drag(p))
    front_of(p, f, i0, i1, true, true);
  else
    front_of(p, f, i0, i1, true, false);
}

void WIDTH(front_swe)(const FlowStep *p, const FlowFront *f, int i0, int i1) {
  front_of(p, f, i0, i1, false, false);
}
