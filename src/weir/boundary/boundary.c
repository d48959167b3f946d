#include "weir/boundary/boundary.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/maths.h"
#include "base/memory.h"
#include "weir/boundary/driving.h"
#include "weir/boundary/open.h"
#include "weir/boundary/sides.h"
#include "weir/grid/budget.h"
#include "weir/grid/sources.h"
#include "weir/grid/flow_bodies.h"
#include "weir/grid/flow_formulas.h"
#include "weir/grid/sleeping.h"
#include "weir/boundary/tuned.h"

static WeirSide opposite(WeirSide side) {
  return (WeirSide)((int)side ^ 1);
}

static WeirEdge kind_of(const WeirWater *w, WeirSide side) {
  return w->boundary.sides[side].kind;
}

/* A side whose outer faces are shut, whatever happens within. */
static bool side_is_closed(const WeirWater *w, WeirSide side) {
  const WeirEdge kind = kind_of(w, side);
  return kind == WEIR_REFLECT || kind == WEIR_SPONGE || (kind == WEIR_INFLOW && w->solver == WEIR_MEMBRANE);
}

static bool is_sea(WeirEdge kind) {
  return kind == WEIR_LEVEL || kind == WEIR_WAVE;
}

float boundary_highest_level(const WeirWater *w) {
  float most = -WALL_HEIGHT;
  for (int side = 0; side < WEIR_SIDE_COUNT; side++)
    if (is_sea(kind_of(w, (WeirSide)side))) most = max_float(most, driving_highest_level(w, (WeirSide)side));
  return most;
}

/* --- filling halos ------------------------------------------------------------------------------------------------- */

/* The halo of a field of cells on one side: the opposite side's cells, or the outermost cell's value going on. North and
 * south come after west and east and take the corners with them. */
static void halo_fill(WeirWater *w, Field *field, WeirSide side) {
  Walk walk = walk_of(w, side);
  if (side_faces_x(side)) walk.first -= walk.next, walk.count++; /* faces across have one more, the north side's own */
  if (!side_faces_x(side)) walk.first -= HALO_COLUMNS, walk.count += 2 * HALO_COLUMNS;
  const ptrdiff_t across = -(side_faces_x(side) ? w->nx : w->nz) * walk.out;
  const bool joined = side_is_joined(w, side);
  for (int n = 0; n < walk.count; n++) {
    float *const cell = field->cells + walk.first + n * walk.next;
    for (int deep = 1; deep <= HALO_ROWS; deep++)
      cell[deep * walk.out] = joined ? cell[deep * walk.out + across] : cell[0];
  }
}

/* As above for velocities or flows through faces that run along `normal`: the side's own face is no halo. */
static void halo_faces(WeirWater *w, Field *field, WeirSide side) {
  Walk walk = walk_of(w, side);
  if (!side_faces_x(side)) walk.first -= HALO_COLUMNS, walk.count += 2 * HALO_COLUMNS;
  const ptrdiff_t across = -(side_faces_x(side) ? w->nx : w->nz) * walk.out;
  const bool joined = side_is_joined(w, side);
  for (int n = 0; n < walk.count; n++) {
    float *const face = field->cells + walk.first + n * walk.next + walk.face;
    if (joined && walk.face != 0) face[0] = face[across];
    for (int deep = 1; deep < HALO_ROWS; deep++)
      face[deep * walk.out] = joined ? face[deep * walk.out + across] : face[0];
  }
}

static void halos(WeirWater *w, Field *field) {
  for (int side = 0; side < WEIR_SIDE_COUNT; side++)
    if (!side_is_closed(w, (WeirSide)side)) halo_fill(w, field, (WeirSide)side);
}

/* What lies beyond joined sides to the north and south once more: at its corners seas have been laid since. A row's copy must do as the
 * row. */
static void halo_corners(WeirWater *w, Field *field) {
  if (!side_is_joined(w, WEIR_NORTH)) return;
  halo_fill(w, field, WEIR_NORTH);
  halo_fill(w, field, WEIR_SOUTH);
}

static void halos_vector(WeirWater *w, Field *x, Field *z) {
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) {
    if (side_is_closed(w, (WeirSide)side)) continue;
    const bool x_side = side_faces_x((WeirSide)side);
    halo_faces(w, x_side ? x : z, (WeirSide)side);
    halo_fill(w, x_side ? z : x, (WeirSide)side);
  }
}

/* The halo behind one side, corners included. `faces`: the field's values belong to faces that run along the side's normal, and
 * the side's own faces, which for west and north lie at index -1, are no halo. */
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
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) halo_clear(w, &w->terrain, (WeirSide)side, false, WALL_HEIGHT);
  halos(w, &w->terrain);
  for (int side = 0; side < WEIR_SIDE_COUNT; side++)
    if (is_sea(kind_of(w, (WeirSide)side)) && w->solver != WEIR_MEMBRANE) terrain_beyond_sea(w, (WeirSide)side);
  halo_corners(w, &w->terrain);
}

/* --- settling ------------------------------------------------------------------------------------------------------ */

enum { SIDE_ARRAYS_ALL = 10 };

static void side_arrays(WeirWater *w, int side, float **all[SIDE_ARRAYS_ALL]) {
  SideFlow *const flow = &w->boundary.flow[side];
  float **const arrays[SIDE_ARRAYS_ALL] = {&w->boundary.held[side], &w->boundary.mean_speed[side], &w->boundary.previous[side], &flow->mean,
                                       &flow->speed,        &flow->inner,        &flow->due,            &flow->through,
                                       &flow->open,          &flow->storage};
  memcpy(all, arrays, sizeof arrays);
}

bool boundary_create(WeirWater *w) {
  const size_t most = (size_t)(w->nx > w->nz ? w->nx : w->nz);
  bool ok = true;
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) {
    float **all[SIDE_ARRAYS_ALL];
    side_arrays(w, side, all);
    for (int n = 0; n < SIDE_ARRAYS_ALL; n++) ok = (*all[n] = memory_create(most, sizeof(float))) && ok;
  }
  return ok;
}

void boundary_destroy(WeirWater *w) {
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) {
    float **all[SIDE_ARRAYS_ALL];
    side_arrays(w, side, all);
    for (int n = 0; n < SIDE_ARRAYS_ALL; n++) memory_free(*all[n]);
  }
  memory_free(w->boundary.sponge_level.block);
}

/* A side that has become a wall lets nothing through; its faces were no part of what a wall's sweep writes. */
static void faces_close(WeirWater *w, WeirSide side) {
  FlowState *const before = &w->flow.previous;
  Field *const x[] = {&w->flow.speed_x, &before->speed_x, &w->flow.discharge_x, &before->discharge_x};
  Field *const z[] = {&w->flow.speed_z, &before->speed_z, &w->flow.discharge_z, &before->discharge_z};
  const Walk walk = walk_of(w, side);
  for (int f = 0; f < 4; f++) {
    Field *const field = side_faces_x(side) ? x[f] : z[f];
    for (int n = 0; field->block && n < walk.count; n++) field->cells[walk.first + n * walk.next + walk.face] = 0.0f;
  }
}

/* Everything behind one side as if nothing had ever been there; its own faces keep their velocities unless it is shut. */
static void side_clear(WeirWater *w, WeirSide side) {
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
  if (side_is_closed(w, side)) faces_close(w, side);
}

/* Membrane: the offsets behind a side go on from its outermost cells. */
static void side_membrane(WeirWater *w, WeirSide side) {
  const Walk walk = walk_of(w, side);
  for (int n = 0; w->solver == WEIR_MEMBRANE && n < walk.count; n++) {
    float *const displacement = w->membrane.displacement.cells + walk.first + n * walk.next;
    w->boundary.previous[side][n] = displacement[0];
    for (int deep = 1; deep <= HALO_ROWS && !side_is_closed(w, side); deep++) displacement[deep * walk.out] = displacement[0];
  }
}

/* What a side remembers: the surface as it stands, and the velocity at which water leaves. */
static void side_remember(WeirWater *w, WeirSide side) {
  const Walk walk = walk_of(w, side);
  const Field *const speed = side_faces_x(side) ? &w->flow.speed_x : &w->flow.speed_z;
  for (int n = 0; n < walk.count; n++) {
    const ptrdiff_t at = walk.first + n * walk.next;
    const bool flows = w->solver != WEIR_MEMBRANE && w->depth.cells[at] > 0.0f;
    w->boundary.held[side][n] = w->terrain.cells[at] + w->depth.cells[at];
    w->boundary.mean_speed[side][n] = flows ? walk.sign * speed->cells[at + walk.face - walk.out] : 0.0f;
    w->boundary.previous[side][n] = 0.0f;
  }
}

void boundary_remember(WeirWater *w) {
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) side_remember(w, (WeirSide)side);
}

void boundary_refresh(WeirWater *w) {
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) side_clear(w, (WeirSide)side);
  tiles_wake_all(w);
  openness_changed_all(w);
  boundary_terrain(w);
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) side_membrane(w, (WeirSide)side);
}

/* --- pipe and swe -------------------------------------------------------------------------------------------------- */

/* Depths beyond sides that hold a level. */
static void halo_levels(WeirWater *w, WeirSide side) {
  const WeirEdge kind = kind_of(w, side);
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

/* Cell n along a side. */
static int cell_i(const WeirWater *w, WeirSide side, int n) {
  return side == WEIR_WEST ? 0 : side == WEIR_EAST ? w->nx - 1 : n;
}
static int cell_k(const WeirWater *w, WeirSide side, int n) {
  return side == WEIR_NORTH ? 0 : side == WEIR_SOUTH ? w->nz - 1 : n;
}

static SideOpen bodies_side_open(const WeirWater *w, int i, int k) {
  const FlowBodies *const bodies = flow_bodies(w);
  return bodies ? bodies->side_open(w, i, k) : (SideOpen){1.0f, 1.0f};
}

/* What bodies leave open of a side's faces. What goes out at one of two joined sides comes in at the other: the lesser of both, and
 * both cells have to do without it. */
static void sides_open(WeirWater *w) {
  for (int n = 0; n < WEIR_SIDE_COUNT; n++) {
    const WeirSide side = (WeirSide)n;
    SideFlow *const edge = &w->boundary.flow[side];
    for (int m = 0; m < walk_of(w, side).count && !side_is_closed(w, side); m++) {
      const SideOpen open = bodies_side_open(w, cell_i(w, side, m), cell_k(w, side, m));
      edge->open[m] = open.open;
      edge->storage[m] = open.storage;
    }
  }
  for (int side = 0; side < WEIR_SIDE_COUNT; side += 2) {
    const SideFlow *const one = &w->boundary.flow[side], *const other = &w->boundary.flow[side + 1];
    for (int n = 0; side_is_joined(w, (WeirSide)side) && n < walk_of(w, (WeirSide)side).count; n++) {
      one->open[n] = other->open[n] = min_float(one->open[n], other->open[n]);
      one->storage[n] = other->storage[n] = one->storage[n] * other->storage[n] / (one->storage[n] + other->storage[n]);
    }
  }
}

/* Sides whose faces go on as they went, but for what the heads have changed since: heads within can be told of that. */
static bool goes_on(const WeirWater *w, WeirSide side) {
  return !side_is_closed(w, side) && kind_of(w, side) != WEIR_INFLOW;
}

void boundary_expect_outflow(const WeirWater *w, float dt_over_dx) {
  const FlowBodies *const bodies = flow_bodies(w);
  for (int n = 0; n < WEIR_SIDE_COUNT; n++) {
    const WeirSide side = (WeirSide)n;
    const Walk walk = walk_of(w, side);
    const float *const speed = (side_faces_x(side) ? &w->flow.speed_x : &w->flow.speed_z)->cells + walk.first + walk.face;
    for (int m = 0; m < walk.count && goes_on(w, side); m++) {
      const float flow = speed[m * walk.next] * w->boundary.flow[side].due[m] * w->boundary.flow[side].open[m];
      if (bodies) bodies->side_expect(w, cell_i(w, side, m), cell_k(w, side, m), dt_over_dx * walk.sign * flow);
    }
  }
}

/* Faces whose speed follows the head: what they need to be told of the substep before. Of two joined sides both are told the same. */
static void heads_before(WeirWater *w, WeirSide side) {
  const Walk walk = walk_of(w, side);
  const ptrdiff_t beyond = side_is_joined(w, side) ? walk.out : 0;
  const float *const speed = (side_faces_x(side) ? &w->flow.speed_x : &w->flow.speed_z)->cells + walk.first + walk.face;
  for (int n = 0; n < walk.count; n++) {
    w->boundary.flow[side].speed[n] = speed[n * walk.next];
    const float *const depth = w->depth.cells + walk.first + n * walk.next;
    w->boundary.flow[side].due[n] = max_float(depth[0], depth[beyond]);
  }
}

/* Weights of a discharge: as if its water stood level along the side, more where that is deeper, and none where a body is. */
static float inflow_weight(const WeirWater *w, WeirSide side, const Walk *walk, int n, float level) {
  const float deep = max_float(0.0f, level - w->terrain.cells[walk->first + n * walk->next]);
  return deep * sqrtf(deep) * min_float(w->boundary.flow[side].open[n], w->boundary.flow[side].storage[n]);
}

/* What comes in may find the side dry; what goes out takes the water that is there. */
static float inflow_level(const WeirWater *w, const Walk *walk, bool out) {
  ptrdiff_t lowest = walk->first;
  for (int n = 1; n < walk->count; n++) {
    const ptrdiff_t at = walk->first + n * walk->next;
    if (w->terrain.cells[at] < w->terrain.cells[lowest]) lowest = at;
  }
  return w->terrain.cells[lowest] + max_float(w->depth.cells[lowest], out ? 0.0f : INFLOW_SHEET * w->cell);
}

/* What will go through each face, and the speed that goes with it: the one that the boundary states, else what the depth at
 * the side makes of it, at most critical: faster, a discharge could not come in from still water. */
static void inflow_before(WeirWater *w, WeirSide side) {
  const Walk walk = walk_of(w, side);
  const double discharge = driving_discharge(w, side, w->clock.time);
  const bool out = discharge < 0;
  const float level = inflow_level(w, &walk, out), stated = out ? 0.0f : w->boundary.sides[side].speed;
  double sum = 0;
  for (int n = 0; n < walk.count; n++) sum += (double)inflow_weight(w, side, &walk, n, level);
  for (int n = 0; n < walk.count; n++) {
    const ptrdiff_t cell = walk.first + n * walk.next;
    const double share = sum > 0 ? (double)inflow_weight(w, side, &walk, n, level) / sum : 0;
    const float flow = (float)(discharge * share / (double)w->cell);
    const float depth = max_float(w->depth.cells[cell], level - w->terrain.cells[cell]);
    const float fast = depth > DEPTH_TINY ? flow / depth : 0.0f;
    const float most = sqrtf(w->tuning.gravity * max_float(depth, 0.0f));
    const float speed = stated > 0.0f && flow > 0.0f ? stated : clamp_float(fast, -most, most);
    w->boundary.flow[side].due[n] = -walk.sign * flow;
    w->boundary.flow[side].speed[n] = -walk.sign * speed;
  }
}

void boundary_before_substep(WeirWater *w) {
  if (!sides_any(w)) return;
  halos(w, &w->depth);
  halos_vector(w, &w->flow.speed_x, &w->flow.speed_z);
  if (w->solver == WEIR_SWE) halos_vector(w, &w->flow.discharge_x, &w->flow.discharge_z);
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) halo_levels(w, (WeirSide)side);
  halo_corners(w, &w->depth);
  sides_open(w);
  for (int n = 0; n < WEIR_SIDE_COUNT; n++) {
    const WeirSide side = (WeirSide)n;
    if (kind_of(w, side) == WEIR_OPEN || kind_of(w, side) == WEIR_WAVE) open_before_substep(w, side);
    else if (kind_of(w, side) == WEIR_INFLOW) inflow_before(w, side);
    else if (!side_is_closed(w, side)) heads_before(w, side);
    if (side_is_closed(w, side)) continue;
    tiles_wake(w, side == WEIR_EAST ? w->nx - 1 : 0, side == WEIR_SOUTH ? w->nz - 1 : 0, side == WEIR_WEST ? 1 : w->nx,
               side == WEIR_NORTH ? 1 : w->nz);
  }
}

static bool lets_through(const WeirWater *w, WeirSide side) {
  return !side_is_closed(w, side) && !side_is_joined(w, side);
}

static SideAdvection advection_of_side(const WeirWater *w, WeirSide side) {
  if (side_is_joined(w, side)) return ADVECTION_BEYOND;
  const WeirEdge kind = kind_of(w, side);
  return kind == WEIR_OPEN || kind == WEIR_WAVE || kind == WEIR_INFLOW ? ADVECTION_WITHIN : ADVECTION_NONE;
}

FlowSides boundary_flow_sides(const WeirWater *w) {
  return (FlowSides){.nx = w->nx,
                     .advection_west = (uint8_t)advection_of_side(w, WEIR_WEST),
                     .advection_east = (uint8_t)advection_of_side(w, WEIR_EAST),
                     .wall_west = side_is_closed(w, WEIR_WEST),
                     .wall_east = side_is_closed(w, WEIR_EAST),
                     .unsmoothed_west = lets_through(w, WEIR_WEST),
                     .unsmoothed_east = lets_through(w, WEIR_EAST),
                     .halo_west = sides_any(w)};
}

void boundary_flow_row(const WeirWater *w, int k, FlowSides *sides) {
  sides->wall_south = sides->unsmoothed_row = false;
  sides->advection_north = sides->advection_south = ADVECTION_BEYOND;
  if (k >= 1 && k < w->nz - 1) return;
  if (k == 0) sides->advection_north = (uint8_t)advection_of_side(w, WEIR_NORTH);
  if (k == w->nz - 1) sides->advection_south = (uint8_t)advection_of_side(w, WEIR_SOUTH);
  sides->wall_south = (k == -1 && side_is_closed(w, WEIR_NORTH)) || (k == w->nz - 1 && side_is_closed(w, WEIR_SOUTH));
  sides->unsmoothed_row = (k < 1 && lets_through(w, WEIR_NORTH)) || (k >= w->nz - 1 && lets_through(w, WEIR_SOUTH));
}

/* A face that bodies cover in part. The cell beside it may store a twentieth of what an open one does: a head that pushes a little more
 * water through the face than was expected is gone before the substep is over. So the face's speed and that head are taken together
 * at its end, as if nothing else changed; `answer`, 1/s: by how much a metre of head changes the speed, m/s, in a substep. */
static void face_update_covered(const WeirWater *w, WeirSide side, int n, float dt, float answer, float *speed, float *flow) {
  const SideFlow *const edge = &w->boundary.flow[side];
  const float deep = edge->due[n], before = *speed, growth = answer * dt / w->cell * deep * edge->open[n] / edge->storage[n];
  *speed = edge->speed[n] + (before - edge->speed[n]) / (1.0f + growth);
  *flow = edge->open[n] * (*flow + (*speed - before) * deep);
  if (edge->open[n] == 0.0f) *speed = 0.0f;
}

static bool covered(const WeirWater *w, WeirSide side, int n) {
  const float all = side_is_joined(w, side) ? 0.5f : 1.0f; /* both cells' storage together */
  return w->boundary.flow[side].open[n] < 1.0f || w->boundary.flow[side].storage[n] < all;
}

/* One face on a side, after its neighbours have been pushed. */
static void face_update(WeirWater *w, WeirSide side, int n, float dt, float inner, bool own, float *speed, float *flow) {
  const SideFlow *const edge = &w->boundary.flow[side];
  const WeirEdge kind = kind_of(w, side);
  if (side_is_closed(w, side)) return;
  if (kind == WEIR_INFLOW) {
    *speed = edge->speed[n];
    *flow = edge->due[n];
    return;
  }
  float answer = w->tuning.gravity * dt / w->cell;
  if (kind == WEIR_OPEN || kind == WEIR_WAVE) {
    const OpenFace open = open_face(w, side, n, inner, dt);
    *speed = open.speed;
    *flow = open.speed * edge->due[n];
    if (own) w->boundary.mean_speed[side][n] = open.mean;
    answer = open.relaxation * sqrtf(w->tuning.gravity / max_float(edge->due[n], DEPTH_WET));
  }
  if (covered(w, side, n)) face_update_covered(w, side, n, dt, answer, speed, flow);
}

void boundary_update_x(WeirWater *w, int k, float dt, bool own, float *speed, float *flow) {
  face_update(w, WEIR_WEST, k, dt, speed[0], own, &speed[-1], &flow[-1]);
  face_update(w, WEIR_EAST, k, dt, speed[w->nx - 2], own, &speed[w->nx - 1], &flow[w->nx - 1]);
}

void boundary_update_z(WeirWater *w, WeirSide side, float dt, const float *inner, float *speed, float *flow) {
  for (int i = 0; i < w->nx; i++) face_update(w, side, i, dt, inner[i], true, &speed[i], &flow[i]);
}

/* What comes from outside is not limited; across a periodic side, by the cell on the other end. */
void boundary_limit(const WeirWater *w, int k, float *limit, uint8_t *tight) {
  if ((k < 0 || k >= w->nz) && !side_is_joined(w, WEIR_NORTH)) {
    for (int i = -1; i <= w->nx; i++) limit[i] = 1.0f;
    memset(tight - 1, 0, (size_t)(w->nx / FLOW_GROUP + 2));
  }
  const bool joined = side_is_joined(w, WEIR_WEST);
  limit[-1] = joined ? limit[w->nx - 1] : 1.0f;
  const float beyond = joined ? limit[0] : 1.0f;
  limit[w->nx] = beyond;
  tight[-1] = limit[-1] < 1.0f;
  if (beyond < 1.0f) tight[w->nx / FLOW_GROUP] = 1;
}

void boundary_record_through(WeirWater *w, int k, const FlowCells *c) {
  const int last = w->nx - 1;
  w->boundary.flow[WEIR_WEST].through[k] = limited_flow(c->west[0], c->limit[-1], c->limit[0]);
  w->boundary.flow[WEIR_EAST].through[k] = limited_flow(c->east[last], c->limit[last], c->limit[last + 1]);
  for (int i = 0; i < w->nx && k == 0; i++)
    w->boundary.flow[WEIR_NORTH].through[i] = limited_flow(c->north[i], c->limit_north[i], c->limit[i]);
  for (int i = 0; i < w->nx && k == w->nz - 1; i++)
    w->boundary.flow[WEIR_SOUTH].through[i] = limited_flow(c->south[i], c->limit[i], c->limit_south[i]);
}

void boundary_after_substep(WeirWater *w, float dt) {
  if (!sides_any(w)) return;
  for (int n = 0; n < WEIR_SIDE_COUNT; n++) {
    const WeirSide side = (WeirSide)n;
    if (side_is_closed(w, side)) continue;
    const Walk walk = walk_of(w, side);
    Field *const flow = side_faces_x(side) ? &w->flow.discharge_x : &w->flow.discharge_z;
    double in = 0, out = 0;
    for (int m = 0; m < walk.count; m++) {
      const float through = w->boundary.flow[side].through[m];
      const double q = (double)(walk.sign * through) * (double)w->cell;
      if (w->solver == WEIR_SWE) flow->cells[walk.first + m * walk.next + walk.face] = through;
      in += q < 0 ? -q : 0;
      out += q > 0 ? q : 0;
    }
    if (side_is_joined(w, side)) continue; /* what leaves there comes in at the other side */
    budget_add(w, in * (double)dt);
    budget_add(w, -out * (double)dt);
    w->boundary.step_volume[n] += (out - in) * (double)dt;
  }
  boundary_sponge(w, dt);
}

/* --- membrane ------------------------------------------------------------------------------------------------------ */

/* m of offset that a ghost of this side has, where the side prescribes it. */
static float ghost_level(const WeirWater *w, WeirSide side, ptrdiff_t cell) {
  return kind_of(w, side) == WEIR_LEVEL ? driving_level(w, side, w->clock.time) - w->membrane.rest_level.cells[cell] : 0.0f;
}

void boundary_membrane_before(WeirWater *w, float dt) {
  if (!sides_any(w)) return;
  halos(w, &w->membrane.openness);
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) { /* before any halo is filled: joined sides show what has come in */
    const Walk walk = walk_of(w, (WeirSide)side);
    if (kind_of(w, (WeirSide)side) == WEIR_INFLOW)
      sources_inflow(w, walk.first, walk.next, walk.count, driving_discharge(w, (WeirSide)side, w->clock.time) * (double)dt);
  }
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) {
    const WeirEdge kind = kind_of(w, (WeirSide)side);
    const Walk walk = walk_of(w, (WeirSide)side);
    if (kind == WEIR_OPEN || kind == WEIR_WAVE)
      for (int n = 0; n < walk.count; n++) w->boundary.previous[side][n] = w->membrane.displacement.cells[walk.first + n * walk.next];
    if (kind == WEIR_PERIODIC) halo_fill(w, &w->membrane.displacement, (WeirSide)side);
    if (kind != WEIR_LEVEL && kind != WEIR_ZERO) continue;
    for (int n = 0; n < walk.count; n++) {
      const ptrdiff_t at = walk.first + n * walk.next;
      for (int deep = 1; deep <= HALO_ROWS; deep++) w->membrane.displacement.cells[at + deep * walk.out] = ghost_level(w, (WeirSide)side, at);
    }
  }
  /* corners of the halo: as their neighbour along the side */
  for (int side = WEIR_NORTH; side <= WEIR_SOUTH; side++) {
    if (side_is_closed(w, (WeirSide)side) || side_is_joined(w, (WeirSide)side)) continue;
    const Walk walk = walk_of(w, (WeirSide)side);
    float *const row = w->membrane.displacement.cells + walk.first + walk.out;
    row[-1] = row[0];
    row[walk.count] = row[walk.count - 1];
  }
}

void boundary_membrane_after(WeirWater *w, float dt) {
  if (!sides_any(w)) return;
  const float courant = min_float(w->tuning.wave_speed * dt / w->cell, 1.0f);
  const float follow = (courant - 1.0f) / (courant + 1.0f);
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) {
    const WeirEdge kind = kind_of(w, (WeirSide)side);
    if (kind != WEIR_OPEN && kind != WEIR_WAVE) continue;
    const Walk walk = walk_of(w, (WeirSide)side);
    const Incident wave = kind == WEIR_WAVE ? incident_displacements(w, (WeirSide)side, dt) : (Incident){0, 0, 0, 0};
    for (int n = 0; n < walk.count; n++) {
      float *const cell = w->membrane.displacement.cells + walk.first + n * walk.next;
      const float inner = cell[0] - wave.inner_now, outer = cell[walk.out] - wave.outer_before;
      const float ghost = (w->boundary.previous[side][n] - wave.inner_before) + follow * (inner - outer) + wave.outer_now;
      for (int deep = 1; deep <= HALO_ROWS; deep++) cell[deep * walk.out] = ghost;
    }
  }
}

/* --- the public face ----------------------------------------------------------------------------------------------- */

static bool side_fault(WeirError *error, int side, const char *what) {
  static const char *const names[WEIR_SIDE_COUNT] = {"west", "east", "north", "south"};
  if (error) snprintf(error->text, sizeof error->text, "boundary: %s: %s", names[side], what);
  return false;
}

static bool side_check(const WeirBoundary *b, int side, WeirError *error) {
  if ((unsigned)b->kind >= WEIR_EDGE_COUNT) return side_fault(error, side, "no such kind");
  if (is_sea(b->kind)) {
    if (!(fabsf(b->level) <= WEIR_TERRAIN_MAX)) return side_fault(error, side, "level must be within 100000 m of 0");
    if (!(fabsf(b->tide_height) <= 1000.0f)) return side_fault(error, side, "tide_height must be -1000 to 1000 m");
    if (b->tide_height != 0.0f && !(b->tide_period >= 0.1f && b->tide_period <= 1e6f))
      return side_fault(error, side, "tide_period must be 0.1 to 1000000 s");
    if (!(fabsf(b->tide_phase) <= 100.0f)) return side_fault(error, side, "tide_phase must be -100 to 100 rad");
  }
  if (b->kind == WEIR_INFLOW && !(fabsf(b->discharge) <= 1e6f))
    return side_fault(error, side, "discharge must be -1000000 to 1000000 m3/s");
  if (b->kind == WEIR_INFLOW && !(b->speed >= 0.0f && b->speed <= 1e3f))
    return side_fault(error, side, "speed must be 0 to 1000 m/s");
  return true;
}

/* Such a side looks at cells within, which are not to be the other side's; nor are a body's cells to be its own neighbours. */
static bool needs_room(WeirEdge kind) {
  return kind != WEIR_REFLECT && kind != WEIR_SPONGE;
}

bool boundary_check(const WeirBoundary boundary[WEIR_SIDE_COUNT], int nx, int nz, WeirError *error) {
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) {
    if (!side_check(&boundary[side], side, error)) return false;
    if (needs_room(boundary[side].kind) && (side_faces_x((WeirSide)side) ? nx : nz) < WEIR_ACROSS_MIN)
      return side_fault(error, side, "fewer than 4 cells from side to side: only reflect and sponge");
    if (boundary[side].kind == WEIR_PERIODIC && boundary[opposite((WeirSide)side)].kind != WEIR_PERIODIC)
      return side_fault(error, side, "periodic sides come in pairs");
  }
  return true;
}

const char *weir_edge_name(WeirEdge kind) {
  static const char *const names[WEIR_EDGE_COUNT] = {"reflect", "open", "sponge", "periodic", "level", "inflow", "zero", "wave"};
  return (unsigned)kind < WEIR_EDGE_COUNT ? names[kind] : "unknown";
}

/* Whether nothing comes in or leaves through any side. */
static bool closed_around(const WeirWater *w) {
  for (int side = 0; side < WEIR_SIDE_COUNT; side++)
    if (!side_is_closed(w, (WeirSide)side) && !side_is_joined(w, (WeirSide)side)) return false;
  return true;
}

bool boundary_change(WeirWater *w, const WeirBoundary wanted[WEIR_SIDE_COUNT]) {
  bool anew[WEIR_SIDE_COUNT], any = false, sea = false, passed = false;
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) {
    anew[side] = wanted[side].kind != w->boundary.sides[side].kind;
    any = any || anew[side];
    passed = passed || (anew[side] && kind_of(w, (WeirSide)side) != WEIR_REFLECT); /* a sponge takes, too */
    sea = sea || (is_sea(wanted[side].kind) && wanted[side].level != w->boundary.sides[side].level);
  }
  memcpy(w->boundary.sides, wanted, sizeof w->boundary.sides);
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) {
    if (!anew[side]) continue;
    driving_forget(w, (WeirSide)side);
    side_remember(w, (WeirSide)side);
    side_clear(w, (WeirSide)side);
  }
  if (any || sea) boundary_terrain(w);
  if (!any) return false;
  for (int side = 0; side < WEIR_SIDE_COUNT; side++)
    if (anew[side]) side_membrane(w, (WeirSide)side);
  tiles_wake_all(w);
  openness_changed_all(w);
  return passed && closed_around(w);
}
