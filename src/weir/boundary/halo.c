/* The halo of cells beyond each side of the grid: filled, so that the inner loops need not know any kind of side. */
#include "weir/boundary/boundary.h"

#include <math.h>

#include "weir/grid/budget.h"

/* Fills the halo of a field of cells on one side: the opposite side's cells, or the outermost cell's value going on. North and
 * south come after west and east and take the corners with them. `faces`: the field's values belong to faces that run along the side's
 * normal, and the side's own are not part of the halo. */
static void halo_fill(WeirWater *w, Field *field, WeirSide side, bool faces) {
  Walk walk = walk_of(w, side);
  if (side_faces_x(side) && !faces) walk.first -= walk.next, walk.count++; /* faces across have one more, the north side's own */
  if (!side_faces_x(side)) walk.first -= HALO_COLUMNS, walk.count += 2 * HALO_COLUMNS;
  const ptrdiff_t across = -(side_faces_x(side) ? w->nx : w->nz) * walk.out;
  const bool joined = side_is_joined(w, side);
  for (int n = 0; n < walk.count; n++) {
    float *const cell = field->cells + walk.first + n * walk.next + (faces ? walk.face : 0);
    if (faces && joined && walk.face != 0) cell[0] = cell[across];
    for (int deep = 1; deep <= HALO_ROWS - faces; deep++) cell[deep * walk.out] = joined ? cell[deep * walk.out + across] : cell[0];
  }
}

void halo_fill_all(WeirWater *w, Field *field) {
  for (WeirSide side = 0; side < WEIR_SIDE_COUNT; side++)
    if (!side_is_closed(w, side)) halo_fill(w, field, side, false);
}

void halo_fill_corners(WeirWater *w, Field *field) {
  if (!side_is_joined(w, WEIR_NORTH)) return;
  halo_fill(w, field, WEIR_NORTH, false);
  halo_fill(w, field, WEIR_SOUTH, false);
}

void halo_fill_vector(WeirWater *w, Field *x, Field *z) {
  for (WeirSide side = 0; side < WEIR_SIDE_COUNT; side++) {
    if (side_is_closed(w, side)) continue;
    halo_fill(w, side_faces_x(side) ? x : z, side, true);
    halo_fill(w, side_faces_x(side) ? z : x, side, false);
  }
}

/* Sets the halo behind one side, corners included, to a value. `faces`: as for halo_fill; west's and north's own lie at index -1. */
static void halo_clear(WeirWater *w, Field *field, WeirSide side, bool faces, float value) {
  int i0 = -HALO_COLUMNS, i1 = w->nx + HALO_COLUMNS, k0 = -HALO_ROWS, k1 = w->nz + HALO_ROWS;
  if (side == WEIR_WEST) i1 = faces ? -1 : 0;
  if (side == WEIR_EAST) i0 = w->nx;
  if (side == WEIR_NORTH) k1 = faces ? -1 : 0;
  if (side == WEIR_SOUTH) k0 = w->nz;
  for (int k = k0; k < k1; k++)
    for (int i = i0; i < i1; i++) field->cells[water_index(w, i, k)] = value;
}

/* Beyond a sea the bed goes on at the slope of its last two cells, but never nearer to the level than half of the depth at the
 * side: a sea that is there must be able to come in. On whole steps of height, as everywhere. */
static void terrain_beyond_sea(WeirWater *w, WeirSide side) {
  const Walk walk = walk_of(w, side);
  const float level = driving_rest_level(w, side), step = w->height_step;
  for (int n = 0; n < walk.count; n++) {
    float *const bed = w->terrain.cells + walk.first + n * walk.next;
    const float rise = bed[0] - bed[-walk.out];
    const float room = rintf(max_float(0.5f * (level - bed[0]), 0.0f) / step) * step;
    for (int deep = 1; deep <= HALO_ROWS; deep++)
      bed[deep * walk.out] = clamp_float(bed[0] + min_float((float)deep * rise, room), -2.0f * WEIR_TERRAIN_MAX, WEIR_TERRAIN_MAX);
  }
}

void boundary_terrain(WeirWater *w) {
  for (WeirSide side = 0; side < WEIR_SIDE_COUNT; side++) halo_clear(w, &w->terrain, side, false, WALL_HEIGHT);
  halo_fill_all(w, &w->terrain);
  for (WeirSide side = 0; side < WEIR_SIDE_COUNT; side++)
    if (kind_is_sea(side_kind(w, side)) && w->solver != WEIR_MEMBRANE) terrain_beyond_sea(w, side);
  halo_fill_corners(w, &w->terrain);
}

void halo_fill_level(WeirWater *w, WeirSide side) {
  const WeirEdge kind = side_kind(w, side);
  if (kind != WEIR_LEVEL && kind != WEIR_ZERO) return;
  const Walk walk = walk_of(w, side);
  const float level = driving_level(w, side, w->clock.time);
  for (int n = 0; n < walk.count; n++) {
    const ptrdiff_t at = walk.first + n * walk.next;
    const float held = kind == WEIR_LEVEL ? level : w->boundary.held[side][n];
    for (int deep = 1; deep <= HALO_ROWS; deep++)
      w->depth.cells[at + deep * walk.out] = max_float(0.0f, held - w->terrain.cells[at + deep * walk.out]);
  }
}

void halo_reset(WeirWater *w, WeirSide side) {
  FlowState *const before = &w->flow.previous;
  Field *const cells[] = {&w->depth, &w->membrane.displacement, &before->depth, &w->membrane.scratch, &w->membrane.openness};
  Field *const x[] = {&w->flow.speed_x, &before->speed_x, &w->flow.discharge_x, &before->discharge_x};
  Field *const z[] = {&w->flow.speed_z, &before->speed_z, &w->flow.discharge_z, &before->discharge_z};
  for (size_t n = 0; n < sizeof cells / sizeof cells[0]; n++)
    if (cells[n]->block) halo_clear(w, cells[n], side, false, 0.0f);
  for (int n = 0; n < 4; n++) {
    if (x[n]->block) halo_clear(w, x[n], side, side_faces_x(side), 0.0f);
    if (z[n]->block) halo_clear(w, z[n], side, !side_faces_x(side), 0.0f);
  }
  if (!side_is_closed(w, side)) return;
  const Walk walk = walk_of(w, side);
  for (int f = 0; f < 4; f++) { /* a wall lets nothing through, and the sweep does not write its faces */
    Field *const field = side_faces_x(side) ? x[f] : z[f];
    for (int n = 0; field->block && n < walk.count; n++) field->cells[walk.first + n * walk.next + walk.face] = 0.0f;
  }
}

/* --- a membrane: displacements in the halo, before and after a substep ----------------------------------------------- */

void halo_reset_membrane(WeirWater *w, WeirSide side) {
  const Walk walk = walk_of(w, side);
  for (int n = 0; w->solver == WEIR_MEMBRANE && n < walk.count; n++) {
    float *const displacement = w->membrane.displacement.cells + walk.first + n * walk.next;
    w->boundary.previous[side][n] = displacement[0];
    for (int deep = 1; deep <= HALO_ROWS && !side_is_closed(w, side); deep++) displacement[deep * walk.out] = displacement[0];
  }
}

void boundary_membrane_before(WeirWater *w, float dt) {
  if (!sides_any(w)) return;
  halo_fill_all(w, &w->membrane.openness);
  for (WeirSide side = 0; side < WEIR_SIDE_COUNT; side++) { /* before any halo is filled: joined sides must show the inflow */
    const Walk walk = walk_of(w, side);
    if (side_kind(w, side) == WEIR_INFLOW)
      sources_inflow(w, walk.first, walk.next, walk.count, driving_discharge(w, side, w->clock.time) * (double)dt);
  }
  for (WeirSide side = 0; side < WEIR_SIDE_COUNT; side++) {
    const WeirEdge kind = side_kind(w, side);
    const Walk walk = walk_of(w, side);
    if (kind == WEIR_OPEN || kind_is_wave(kind))
      for (int n = 0; n < walk.count; n++) w->boundary.previous[side][n] = w->membrane.displacement.cells[walk.first + n * walk.next];
    if (kind == WEIR_PERIODIC) halo_fill(w, &w->membrane.displacement, side, false);
    if (kind != WEIR_LEVEL && kind != WEIR_ZERO) continue;
    const float level = kind == WEIR_LEVEL ? driving_level(w, side, w->clock.time) : 0.0f;
    for (int n = 0; n < walk.count; n++) {
      const ptrdiff_t at = walk.first + n * walk.next;
      const float ghost = kind == WEIR_LEVEL ? level - w->membrane.rest_level.cells[at] : 0.0f;
      for (int deep = 1; deep <= HALO_ROWS; deep++) w->membrane.displacement.cells[at + deep * walk.out] = ghost;
    }
  }
  /* corners of the halo take the value of their neighbour along the side */
  for (WeirSide side = WEIR_NORTH; side <= WEIR_SOUTH; side++) {
    if (side_is_closed(w, side) || side_is_joined(w, side)) continue;
    const Walk walk = walk_of(w, side);
    float *const row = w->membrane.displacement.cells + walk.first + walk.out;
    row[-1] = row[0];
    row[walk.count] = row[walk.count - 1];
  }
}

void boundary_membrane_after(WeirWater *w, float dt) {
  if (!sides_any(w)) return;
  const float courant = min_float(w->tuning.wave_speed * dt / w->cell, 1.0f);
  const float follow = (courant - 1.0f) / (courant + 1.0f);
  const double t = w->clock.time, late = w->tuning.wave_speed > 0.0f ? (double)w->cell / (double)w->tuning.wave_speed : 0.0;
  enum { INNER_BEFORE, INNER_NOW, OUTER_BEFORE, OUTER_NOW, TIMES }; /* the wave in the outermost cell and in the ghost behind it */
  const double times[TIMES] = {t - late, t + (double)dt - late, t, t + (double)dt};
  for (WeirSide side = 0; side < WEIR_SIDE_COUNT; side++) {
    const WeirEdge kind = side_kind(w, side);
    if (kind != WEIR_OPEN && !kind_is_wave(kind)) continue;
    const Walk walk = walk_of(w, side);
    float wave[TIMES] = {0}; /* m: the displacement of what comes in */
    for (int n = 0; n < TIMES && kind_is_wave(kind); n++) wave[n] = driving_level(w, side, times[n]) - driving_rest_level(w, side);
    for (int n = 0; n < walk.count; n++) {
      float *const cell = w->membrane.displacement.cells + walk.first + n * walk.next;
      const float inner = cell[0] - wave[INNER_NOW], outer = cell[walk.out] - wave[OUTER_BEFORE];
      const float ghost = (w->boundary.previous[side][n] - wave[INNER_BEFORE]) + follow * (inner - outer) + wave[OUTER_NOW];
      for (int deep = 1; deep <= HALO_ROWS; deep++) cell[deep * walk.out] = ghost;
    }
  }
}
