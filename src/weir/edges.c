#include "weir/edges.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "weir/membrane_rows.h"
#include "weir/membrane_sweep.h"
#include "weir/sources.h"
#include "weir/tiles.h"
#include "weir/tuned.h"

#define TAU 6.283185307179586

/* A walk along one side: its cells from the corner with the lowest index on. */
typedef struct Walk {
  ptrdiff_t first, next; /* index of the first cell, and from one cell to the next */
  ptrdiff_t out;         /* from a cell to its neighbour outside */
  ptrdiff_t face;        /* from a cell to its face on the side: a face has the index of the cell behind it */
  int count;
  float sign; /* of a velocity that leads out */
} Walk;

static Walk walk_of(const WeirWater *w, WeirSide side) {
  const ptrdiff_t s = w->stride;
  switch (side) {
    case WEIR_WEST: return (Walk){0, s, -1, -1, w->nz, -1.0f};
    case WEIR_EAST: return (Walk){w->nx - 1, s, 1, 0, w->nz, 1.0f};
    case WEIR_NORTH: return (Walk){0, 1, -s, -s, w->nx, -1.0f};
    default: return (Walk){(w->nz - 1) * s, 1, s, 0, w->nx, 1.0f};
  }
}

static bool along_x(WeirSide side) {
  return side == WEIR_WEST || side == WEIR_EAST;
}

static WeirSide opposite(WeirSide side) {
  return (WeirSide)((int)side ^ 1);
}

static WeirEdge kind_of(const WeirWater *w, WeirSide side) {
  return w->boundary[side].kind;
}

/* A side whose outer faces are shut, whatever happens within. */
static bool shut(const WeirWater *w, WeirSide side) {
  const WeirEdge kind = kind_of(w, side);
  return kind == WEIR_REFLECT || kind == WEIR_SPONGE || (kind == WEIR_INFLOW && w->solver == WEIR_MEMBRANE);
}

bool edges_joined(const WeirWater *w, WeirSide side) {
  return kind_of(w, side) == WEIR_PERIODIC;
}

bool edges_any(const WeirWater *w) {
  for (int side = 0; side < WEIR_SIDE_COUNT; side++)
    if (kind_of(w, (WeirSide)side) != WEIR_REFLECT) return true;
  return false;
}

static float level_now(const WeirWater *w, WeirSide side) {
  const WeirBoundary *b = &w->boundary[side];
  if (b->tide_height == 0.0f) return b->level;
  return b->level + b->tide_height * (float)sin(TAU * fmod(w->time / (double)b->tide_period, 1.0));
}

float edges_highest(const WeirWater *w) {
  float most = -WALL_HEIGHT;
  for (int side = 0; side < WEIR_SIDE_COUNT; side++)
    if (kind_of(w, (WeirSide)side) == WEIR_LEVEL)
      most = max_float(most, w->boundary[side].level + fabsf(w->boundary[side].tide_height));
  return most;
}

/* --- filling halos ------------------------------------------------------------------------------------------------- */

/* The halo of a field of cells on one side: the opposite side's cells, or the outermost cell's value going on. North and
 * south come after west and east and take the corners with them. */
static void halo_fill(WeirWater *w, Field *field, WeirSide side) {
  Walk walk = walk_of(w, side);
  if (along_x(side)) walk.first -= walk.next, walk.count++; /* faces across have one more, the north side's own */
  if (!along_x(side)) walk.first -= HALO_COLUMNS, walk.count += 2 * HALO_COLUMNS;
  const ptrdiff_t across = -(along_x(side) ? w->nx : w->nz) * walk.out;
  const bool joined = edges_joined(w, side);
  for (int n = 0; n < walk.count; n++) {
    float *const cell = field->cells + walk.first + n * walk.next;
    for (int deep = 1; deep <= HALO_ROWS; deep++)
      cell[deep * walk.out] = joined ? cell[deep * walk.out + across] : cell[0];
  }
}

/* As above for velocities or flows through faces that run along `normal`: the side's own face is no halo. */
static void halo_faces(WeirWater *w, Field *field, WeirSide side) {
  Walk walk = walk_of(w, side);
  if (!along_x(side)) walk.first -= HALO_COLUMNS, walk.count += 2 * HALO_COLUMNS;
  const ptrdiff_t across = -(along_x(side) ? w->nx : w->nz) * walk.out;
  const bool joined = edges_joined(w, side);
  for (int n = 0; n < walk.count; n++) {
    float *const face = field->cells + walk.first + n * walk.next + walk.face;
    if (joined && walk.face != 0) face[0] = face[across];
    for (int deep = 1; deep < HALO_ROWS; deep++)
      face[deep * walk.out] = joined ? face[deep * walk.out + across] : face[0];
  }
}

static void halos(WeirWater *w, Field *field) {
  for (int side = 0; side < WEIR_SIDE_COUNT; side++)
    if (!shut(w, (WeirSide)side)) halo_fill(w, field, (WeirSide)side);
}

static void halos_vector(WeirWater *w, Field *x, Field *z) {
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) {
    if (shut(w, (WeirSide)side)) continue;
    const bool x_side = along_x((WeirSide)side);
    halo_faces(w, x_side ? x : z, (WeirSide)side);
    halo_fill(w, x_side ? z : x, (WeirSide)side);
  }
}

static void halo_clear(WeirWater *w, Field *field, float value) {
  for (int k = -HALO_ROWS; k < w->nz + HALO_ROWS; k++)
    for (int i = -HALO_COLUMNS; i < w->nx + HALO_COLUMNS; i++)
      if (i < 0 || k < 0 || i >= w->nx || k >= w->nz) field->cells[water_index(w, i, k)] = value;
}

void edges_terrain(WeirWater *w) {
  halo_clear(w, &w->terrain, WALL_HEIGHT);
  halos(w, &w->terrain);
}

/* --- settling ------------------------------------------------------------------------------------------------------ */

enum { EDGE_ARRAYS = 8 };

static void edge_arrays(WeirWater *w, int side, float **all[EDGE_ARRAYS]) {
  EdgeFlow *const flow = &w->edge_flow[side];
  float **const arrays[EDGE_ARRAYS] = {&w->edge_held[side], &w->edge_mean[side], &w->edge_before[side], &flow->mean,
                                       &flow->speed,        &flow->inner,        &flow->due,            &flow->through};
  memcpy(all, arrays, sizeof arrays);
}

bool edges_create(WeirWater *w) {
  const size_t most = (size_t)(w->nx > w->nz ? w->nx : w->nz);
  bool ok = true;
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) {
    float **all[EDGE_ARRAYS];
    edge_arrays(w, side, all);
    for (int n = 0; n < EDGE_ARRAYS; n++) ok = (*all[n] = memory_create(most, sizeof(float))) && ok;
  }
  return ok;
}

void edges_destroy(WeirWater *w) {
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) {
    float **all[EDGE_ARRAYS];
    edge_arrays(w, side, all);
    for (int n = 0; n < EDGE_ARRAYS; n++) memory_free(*all[n]);
  }
  memory_free(w->sponge.block);
}

void edges_settle(WeirWater *w) {
  FlowState *const before = &w->before;
  Field *const fields[] = {&w->depth,        &w->speed_x,      &w->speed_z,     &w->flow_x,      &w->flow_z, &w->offset,
                           &before->depth,   &before->speed_x, &before->speed_z, &before->flow_x, &before->flow_z,
                           &w->scratch,      &w->open};
  for (size_t n = 0; n < sizeof fields / sizeof fields[0]; n++)
    if (fields[n]->block) halo_clear(w, fields[n], 0.0f);
  tiles_wake_all(w);
  membrane_opened_all(w);
  edges_terrain(w);
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) {
    const Walk walk = walk_of(w, (WeirSide)side);
    for (int n = 0; n < walk.count; n++) {
      const ptrdiff_t at = walk.first + n * walk.next;
      w->edge_held[side][n] = w->terrain.cells[at] + w->depth.cells[at];
      w->edge_mean[side][n] = 0.0f;
      w->edge_before[side][n] = 0.0f;
      if (w->solver != WEIR_MEMBRANE) continue;
      w->edge_before[side][n] = w->offset.cells[at];
      for (int deep = 1; deep <= HALO_ROWS && !shut(w, (WeirSide)side); deep++)
        w->offset.cells[at + deep * walk.out] = w->offset.cells[at];
    }
  }
}

/* --- pipe and swe -------------------------------------------------------------------------------------------------- */

/* Depths beyond sides that hold a level. */
static void halo_levels(WeirWater *w, WeirSide side) {
  const WeirEdge kind = kind_of(w, side);
  if (kind != WEIR_LEVEL && kind != WEIR_ZERO) return;
  const Walk walk = walk_of(w, side);
  const float level = level_now(w, side);
  for (int n = 0; n < walk.count; n++) {
    const ptrdiff_t at = walk.first + n * walk.next;
    const float held = kind == WEIR_LEVEL ? level : w->edge_held[side][n];
    for (int deep = 1; deep <= HALO_ROWS; deep++)
      w->depth.cells[at + deep * walk.out] = max_float(0.0f, held - w->terrain.cells[at]);
  }
}

/* What an open side's rule needs of the substep before. */
static void open_before(WeirWater *w, WeirSide side) {
  const Walk walk = walk_of(w, side);
  const Field *const speed = along_x(side) ? &w->speed_x : &w->speed_z;
  EdgeFlow *const edge = &w->edge_flow[side];
  for (int n = 0; n < walk.count; n++) {
    const ptrdiff_t face = walk.first + n * walk.next + walk.face;
    edge->due[n] = w->depth.cells[walk.first + n * walk.next];
    edge->speed[n] = speed->cells[face];
    edge->inner[n] = speed->cells[face - walk.out];
    edge->mean[n] = w->edge_mean[side][n];
  }
}

/* Weights of an inflow: as if its water stood level along the side, more where that is deeper. */
static float inflow_weight(const WeirWater *w, const Walk *walk, int n, float level) {
  const float deep = max_float(0.0f, level - w->terrain.cells[walk->first + n * walk->next]);
  return deep * sqrtf(deep);
}

static float inflow_level(const WeirWater *w, const Walk *walk) {
  ptrdiff_t lowest = walk->first;
  for (int n = 1; n < walk->count; n++) {
    const ptrdiff_t at = walk->first + n * walk->next;
    if (w->terrain.cells[at] < w->terrain.cells[lowest]) lowest = at;
  }
  return w->terrain.cells[lowest] + max_float(w->depth.cells[lowest], INFLOW_SHEET * w->cell);
}

/* What will enter through each face, and the speed that goes with it. */
static void inflow_before(WeirWater *w, WeirSide side) {
  const Walk walk = walk_of(w, side);
  const float level = inflow_level(w, &walk);
  double sum = 0;
  for (int n = 0; n < walk.count; n++) sum += (double)inflow_weight(w, &walk, n, level);
  for (int n = 0; n < walk.count; n++) {
    const ptrdiff_t cell = walk.first + n * walk.next;
    const double share = sum > 0 ? (double)inflow_weight(w, &walk, n, level) / sum : 0;
    const float flow = (float)((double)w->boundary[side].discharge * share / (double)w->cell);
    const float depth = max_float(w->depth.cells[cell], level - w->terrain.cells[cell]);
    const float fast = depth > DEPTH_TINY ? flow / depth : 0.0f;
    /* faster than critical, a discharge could not come in from still water */
    const float most = sqrtf(w->tuning.gravity * max_float(depth, 0.0f));
    w->edge_flow[side].due[n] = -walk.sign * flow;
    w->edge_flow[side].speed[n] = -walk.sign * min_float(fast, most);
  }
}

void edges_before(WeirWater *w) {
  if (!edges_any(w)) return;
  halos(w, &w->depth);
  halos_vector(w, &w->speed_x, &w->speed_z);
  if (w->solver == WEIR_SWE) halos_vector(w, &w->flow_x, &w->flow_z);
  for (int n = 0; n < WEIR_SIDE_COUNT; n++) {
    const WeirSide side = (WeirSide)n;
    halo_levels(w, side);
    if (kind_of(w, side) == WEIR_OPEN) open_before(w, side);
    if (kind_of(w, side) == WEIR_INFLOW) inflow_before(w, side);
    if (shut(w, side)) continue;
    tiles_wake(w, side == WEIR_EAST ? w->nx - 1 : 0, side == WEIR_SOUTH ? w->nz - 1 : 0, side == WEIR_WEST ? 1 : w->nx,
               side == WEIR_NORTH ? 1 : w->nz);
  }
}

static bool lets_through(const WeirWater *w, WeirSide side) {
  return !shut(w, side) && !edges_joined(w, side);
}

FlowSides edges_sides(const WeirWater *w) {
  return (FlowSides){.nx = w->nx,
                     .wall_west = shut(w, WEIR_WEST),
                     .wall_east = shut(w, WEIR_EAST),
                     .rough_west = lets_through(w, WEIR_WEST),
                     .rough_east = lets_through(w, WEIR_EAST),
                     .halo_west = edges_any(w)};
}

void edges_row(const WeirWater *w, int k, FlowSides *sides) {
  sides->wall_south = sides->rough_row = false;
  if (k >= 1 && k < w->nz - 1) return;
  sides->wall_south = (k == -1 && shut(w, WEIR_NORTH)) || (k == w->nz - 1 && shut(w, WEIR_SOUTH));
  sides->rough_row = (k < 1 && lets_through(w, WEIR_NORTH)) || (k >= w->nz - 1 && lets_through(w, WEIR_SOUTH));
}

/* Open side: the velocity of the outermost face follows its inner neighbour's as a wave would carry it there in dt (Mur
 * 1981, to first order):
 *   u_f <- u_in_old + (C - 1)/(C + 1)*(u_in - u_f),   C = (sqrt(g*d) + u)*dt/dx
 * That is Mueller's ghost column with a memory, one order better. It acts on what differs from the mean outflow, which
 * passes as it is: rivers leave. A mean inflow does not pass, or a slope that leads in from the side would be a spring. */
static float open_speed(const WeirWater *w, WeirSide side, const Walk *walk, int n, float inner, float dt, float *mean) {
  const EdgeFlow *const edge = &w->edge_flow[side];
  const float depth = edge->due[n], in_now = walk->sign * inner;
  const float passes = max_float(edge->mean[n], 0.0f);
  const float in_old = walk->sign * edge->inner[n] - edge->mean[n], out_old = walk->sign * edge->speed[n] - passes;
  const float fast = sqrtf(w->tuning.gravity * depth);
  const float courant = min_float((fast + max_float(in_now, 0.0f)) * dt / w->cell, 1.0f);
  const float out = in_old + (courant - 1.0f) / (courant + 1.0f) * ((in_now - edge->mean[n]) - out_old) + passes;
  *mean = edge->mean[n] + dt / (dt + OPEN_MEMORY) * (in_now - edge->mean[n]);
  const float most = w->cell / (2.0f * dt);
  return depth > DEPTH_TINY ? walk->sign * clamp_float(out, -min_float(fast, most), most) : 0.0f;
}

/* One face on a side, after its neighbours have been pushed. */
static void edge_push(WeirWater *w, WeirSide side, int n, float dt, float inner, bool own, float *speed, float *flow) {
  const EdgeFlow *const edge = &w->edge_flow[side];
  if (kind_of(w, side) == WEIR_INFLOW) {
    *speed = edge->speed[n];
    *flow = edge->due[n];
  } else if (kind_of(w, side) == WEIR_OPEN) {
    const Walk walk = walk_of(w, side);
    float mean;
    *speed = open_speed(w, side, &walk, n, inner, dt, &mean);
    *flow = *speed * edge->due[n];
    if (own) w->edge_mean[side][n] = mean;
  }
}

void edges_push_x(WeirWater *w, int k, float dt, bool own, float *speed, float *flow) {
  edge_push(w, WEIR_WEST, k, dt, speed[0], own, &speed[-1], &flow[-1]);
  edge_push(w, WEIR_EAST, k, dt, speed[w->nx - 2], own, &speed[w->nx - 1], &flow[w->nx - 1]);
}

void edges_push_z(WeirWater *w, WeirSide side, float dt, const float *inner, float *speed, float *flow) {
  for (int i = 0; i < w->nx; i++) edge_push(w, side, i, dt, inner[i], true, &speed[i], &flow[i]);
}

/* What comes from outside is not limited; across a periodic side, by the cell on the other end. */
void edges_limit(const WeirWater *w, int k, float *limit, uint8_t *tight) {
  if ((k < 0 || k >= w->nz) && !edges_joined(w, WEIR_NORTH)) {
    for (int i = -1; i <= w->nx; i++) limit[i] = 1.0f;
    memset(tight - 1, 0, (size_t)(w->nx / FLOW_GROUP + 2));
  }
  const bool joined = edges_joined(w, WEIR_WEST);
  limit[-1] = joined ? limit[w->nx - 1] : 1.0f;
  const float beyond = joined ? limit[0] : 1.0f;
  limit[w->nx] = beyond;
  tight[-1] = limit[-1] < 1.0f;
  if (beyond < 1.0f) tight[w->nx / FLOW_GROUP] = 1;
}

static float limited_flow(float flow, float from, float to) {
  return flow * (flow > 0.0f ? from : to);
}

void edges_through(WeirWater *w, int k, const FlowOut *c) {
  const int last = w->nx - 1;
  w->edge_flow[WEIR_WEST].through[k] = limited_flow(c->west[0], c->limit[-1], c->limit[0]);
  w->edge_flow[WEIR_EAST].through[k] = limited_flow(c->east[last], c->limit[last], c->limit[last + 1]);
  for (int i = 0; i < w->nx && k == 0; i++)
    w->edge_flow[WEIR_NORTH].through[i] = limited_flow(c->north[i], c->limit_north[i], c->limit[i]);
  for (int i = 0; i < w->nx && k == w->nz - 1; i++)
    w->edge_flow[WEIR_SOUTH].through[i] = limited_flow(c->south[i], c->limit[i], c->limit_south[i]);
}

void edges_after(WeirWater *w, float dt) {
  if (!edges_any(w)) return;
  for (int n = 0; n < WEIR_SIDE_COUNT; n++) {
    const WeirSide side = (WeirSide)n;
    if (shut(w, side) || edges_joined(w, side)) continue;
    const Walk walk = walk_of(w, side);
    Field *const flow = along_x(side) ? &w->flow_x : &w->flow_z;
    double in = 0, out = 0;
    for (int m = 0; m < walk.count; m++) {
      const float through = w->edge_flow[side].through[m];
      const double q = (double)(walk.sign * through) * (double)w->cell;
      if (w->solver == WEIR_SWE) flow->cells[walk.first + m * walk.next + walk.face] = through;
      in += q < 0 ? -q : 0;
      out += q > 0 ? q : 0;
    }
    sources_book(w, in * (double)dt);
    sources_book(w, -out * (double)dt);
  }
  edges_sponge(w, dt);
}

/* --- membrane ------------------------------------------------------------------------------------------------------ */

/* m of offset that a ghost of this side has, where the side prescribes it. */
static float ghost_level(const WeirWater *w, WeirSide side, ptrdiff_t cell) {
  return kind_of(w, side) == WEIR_LEVEL ? level_now(w, side) - w->rest.cells[cell] : 0.0f;
}

void edges_membrane_before(WeirWater *w, float dt) {
  if (!edges_any(w)) return;
  halos(w, &w->open);
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) {
    const WeirEdge kind = kind_of(w, (WeirSide)side);
    const Walk walk = walk_of(w, (WeirSide)side);
    if (kind == WEIR_INFLOW) sources_inflow(w, walk.first, walk.next, walk.count, (double)w->boundary[side].discharge * (double)dt);
    if (kind == WEIR_OPEN)
      for (int n = 0; n < walk.count; n++) w->edge_before[side][n] = w->offset.cells[walk.first + n * walk.next];
    if (kind == WEIR_PERIODIC) halo_fill(w, &w->offset, (WeirSide)side);
    if (kind != WEIR_LEVEL && kind != WEIR_ZERO) continue;
    for (int n = 0; n < walk.count; n++) {
      const ptrdiff_t at = walk.first + n * walk.next;
      for (int deep = 1; deep <= HALO_ROWS; deep++) w->offset.cells[at + deep * walk.out] = ghost_level(w, (WeirSide)side, at);
    }
  }
  /* corners of the halo: as their neighbour along the side */
  for (int side = WEIR_NORTH; side <= WEIR_SOUTH; side++) {
    if (shut(w, (WeirSide)side) || edges_joined(w, (WeirSide)side)) continue;
    const Walk walk = walk_of(w, (WeirSide)side);
    float *const row = w->offset.cells + walk.first + walk.out;
    row[-1] = row[0];
    row[walk.count] = row[walk.count - 1];
  }
}

void edges_membrane_after(WeirWater *w, float dt) {
  if (!edges_any(w)) return;
  const float courant = min_float(w->tuning.wave_speed * dt / w->cell, 1.0f);
  const float follow = (courant - 1.0f) / (courant + 1.0f);
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) {
    if (kind_of(w, (WeirSide)side) != WEIR_OPEN) continue;
    const Walk walk = walk_of(w, (WeirSide)side);
    for (int n = 0; n < walk.count; n++) {
      float *const cell = w->offset.cells + walk.first + n * walk.next;
      const float ghost = w->edge_before[side][n] + follow * (cell[0] - cell[walk.out]);
      for (int deep = 1; deep <= HALO_ROWS; deep++) cell[deep * walk.out] = ghost;
    }
  }
  /* u moved by dt*v everywhere: with walls the sum of v is 0, else it is what came in */
  double sum = 0;
#pragma omp parallel for schedule(static) num_threads(w->threads)
  for (int k = 0; k < w->nz; k++) w->row_sums[k] = membrane_rows()->sum(w->rate.cells + water_index(w, 0, k), w->nx);
  for (int k = 0; k < w->nz; k++) sum += w->row_sums[k];
  sources_book(w, sum * (double)dt * (double)w->cell * (double)w->cell);
}

/* --- sponge -------------------------------------------------------------------------------------------------------- */

/* 1/s at a distance from the side: sigma = SPONGE_STRENGTH*c/width*(1 - x/width)^2, so that a wave there and back is
 * damped by exp(-2/3*SPONGE_STRENGTH) whatever the width. */
static float sponge_rate(const WeirWater *w, WeirSide side, int i, int k, float speed) {
  const int cells = side == WEIR_WEST ? i : side == WEIR_EAST ? w->nx - 1 - i : side == WEIR_NORTH ? k : w->nz - 1 - k;
  const float width = max_float(w->tuning.sponge_width, w->cell), x = ((float)cells + 0.5f) * w->cell / width;
  return x < 1.0f ? SPONGE_STRENGTH * speed / width * (1.0f - x) * (1.0f - x) : 0.0f;
}

/* One cell towards the level it had and towards rest, by the same share: a wave then enters the strip without a step in
 * impedance. Returns the metres that went in. The membrane's rate is no velocity of that kind; there the strip is
 * friction alone, which holds the volume and lets more of long waves back. */
static double sponge_cell(WeirWater *w, ptrdiff_t at, float share) {
  if (w->solver == WEIR_MEMBRANE) {
    w->rate.cells[at] -= share * w->rate.cells[at];
    return 0;
  }
  const ptrdiff_t faces[4] = {at, at - 1, at, at - w->stride};
  for (int n = 0; n < 4; n++) {
    float *const speed = (n < 2 ? w->speed_x.cells : w->speed_z.cells) + faces[n];
    *speed -= 0.5f * share * *speed; /* each face has two cells */
  }
  const float before = w->depth.cells[at];
  const float due = w->sponge.cells[at] - (w->terrain.cells[at] + before);
  w->depth.cells[at] = max_float(0.0f, before + share * due);
  return (double)w->depth.cells[at] - (double)before;
}

void edges_sponge(WeirWater *w, float dt) {
  if (!w->sponge.block) return;
  const float speed = w->solver == WEIR_MEMBRANE ? w->tuning.wave_speed : sqrtf(w->tuning.gravity * w->depth_max);
  const int reach = (int)ceilf(max_float(w->tuning.sponge_width, w->cell) / w->cell);
  double sum = 0;
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) {
    if (kind_of(w, (WeirSide)side) != WEIR_SPONGE) continue;
    const int i0 = side == WEIR_EAST ? w->nx - reach : 0, i1 = side == WEIR_WEST ? reach : w->nx;
    const int k0 = side == WEIR_SOUTH ? w->nz - reach : 0, k1 = side == WEIR_NORTH ? reach : w->nz;
    tiles_wake(w, i0 - 1, k0 - 1, i1 + 1, k1 + 1);
    for (int k = k0 < 0 ? 0 : k0; k < k1 && k < w->nz; k++)
      for (int i = i0 < 0 ? 0 : i0; i < i1 && i < w->nx; i++) {
        const float rate = sponge_rate(w, (WeirSide)side, i, k, speed) * dt;
        if (rate > 0.0f) sum += sponge_cell(w, water_index(w, i, k), rate / (1.0f + rate));
      }
  }
  sources_book(w, sum * (double)w->cell * (double)w->cell);
}

/* --- the public face ----------------------------------------------------------------------------------------------- */

static bool edge_fault(WeirError *error, int side, const char *what) {
  static const char *const names[WEIR_SIDE_COUNT] = {"west", "east", "north", "south"};
  if (error) snprintf(error->text, sizeof error->text, "boundary: %s: %s", names[side], what);
  return false;
}

static bool edge_check(const WeirBoundary *b, int side, WeirError *error) {
  if ((unsigned)b->kind >= WEIR_EDGE_COUNT) return edge_fault(error, side, "no such kind");
  if (b->kind == WEIR_LEVEL) {
    if (!(fabsf(b->level) <= WEIR_TERRAIN_MAX)) return edge_fault(error, side, "level must be within 100000 m of 0");
    if (!(fabsf(b->tide_height) <= 1000.0f)) return edge_fault(error, side, "tide_height must be -1000 to 1000 m");
    if (b->tide_height != 0.0f && !(b->tide_period >= 0.1f && b->tide_period <= 1e6f))
      return edge_fault(error, side, "tide_period must be 0.1 to 1000000 s");
  }
  if (b->kind == WEIR_INFLOW && !(b->discharge >= 0.0f && b->discharge <= 1e6f))
    return edge_fault(error, side, "discharge must be 0 to 1000000 m3/s");
  return true;
}

bool edges_check(const WeirBoundary boundary[WEIR_SIDE_COUNT], WeirError *error) {
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) {
    if (!edge_check(&boundary[side], side, error)) return false;
    if (boundary[side].kind == WEIR_PERIODIC && boundary[opposite((WeirSide)side)].kind != WEIR_PERIODIC)
      return edge_fault(error, side, "periodic sides come in pairs");
  }
  return true;
}

const char *weir_edge_name(WeirEdge kind) {
  static const char *const names[WEIR_EDGE_COUNT] = {"reflect", "open", "sponge", "periodic", "level", "inflow", "zero"};
  return (unsigned)kind < WEIR_EDGE_COUNT ? names[kind] : "unknown";
}

static bool has_kind(const WeirBoundary *sides, WeirEdge kind) {
  for (int side = 0; side < WEIR_SIDE_COUNT; side++)
    if (sides[side].kind == kind) return true;
  return false;
}

bool edges_sponge_ready(WeirWater *w, const WeirBoundary boundary[WEIR_SIDE_COUNT]) {
  if (!has_kind(boundary, WEIR_SPONGE)) {
    memory_free(w->sponge.block);
    w->sponge = (Field){0};
    return true;
  }
  if (w->sponge.block) return true; /* a sponge keeps the level that it was set at */
  if (!field_create(w, &w->sponge)) return false;
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) {
      const ptrdiff_t at = water_index(w, i, k);
      w->sponge.cells[at] = w->terrain.cells[at] + w->depth.cells[at];
    }
  return true;
}

bool weir_water_set_boundary(WeirWater *w, WeirSide side, const WeirBoundary *boundary, WeirError *error) {
  if ((unsigned)side >= WEIR_SIDE_COUNT || !boundary) {
    if (error) snprintf(error->text, sizeof error->text, "boundary: no such side");
    return false;
  }
  WeirBoundary wanted[WEIR_SIDE_COUNT];
  memcpy(wanted, w->boundary, sizeof wanted);
  const WeirSide other = opposite(side);
  if (boundary->kind == WEIR_PERIODIC || wanted[side].kind == WEIR_PERIODIC) wanted[other] = *boundary;
  wanted[side] = *boundary;
  if (!edges_check(wanted, error)) return false;
  if (!edges_sponge_ready(w, wanted)) {
    if (error) snprintf(error->text, sizeof error->text, "boundary: not enough memory for the sponge");
    return false;
  }
  memcpy(w->boundary, wanted, sizeof wanted);
  edges_settle(w);
  return true;
}

WeirBoundary weir_water_boundary(const WeirWater *w, WeirSide side) {
  return (unsigned)side < WEIR_SIDE_COUNT ? w->boundary[side] : (WeirBoundary){0};
}
