/* The sides of pipe and swe: before, within and after a substep (boundary.h). */
#include <math.h>
#include <string.h>

#include "weir/boundary/boundary.h"
#include "weir/boundary/tuned.h"
#include "weir/grid/airy.h"
#include "weir/grid/budget.h"
#include "weir/grid/dye.h"
#include "weir/grid/flow_bodies.h"
#include "weir/grid/flow_formulas.h"
#include "weir/grid/sleeping.h"

#define TAU 6.283185307179586

/* Open sides let waves out (WEIR_OPEN), and a given wave in as well (WEIR_WAVE); pipe and swe. Positive velocities lead out.
 *
 * Two statements about the outermost face are joined. Mur's (1981) carries the velocity of the face one further in out to it
 * at the speed of waves,
 *   u_f <- u_in_before + (C - 1)/(C + 1)*(u_in - u_f_before),   C = (sqrt(g*d) + u)*dt/dx
 * which returns least of short waves, but knows no level: what it loses or gains of long ones stays. The characteristic form
 * (Flather 1976; Blayo and Debreu 2005) holds what comes in from outside, W = u - 2*sqrt(g*d), to the value that rest has
 *   u_f = U + 2*(sqrt(g*d) - sqrt(g*d_rest))
 * which brings the level back, and treats crests and troughs alike. The face takes Mur's velocity, drawn to the second form
 * within the time that a wave takes over some cells (OPEN_RELAX_CELLS).
 *
 * d_rest is the depth under the surface that stood at the face when the side was set. U, 0 at first, follows the velocity
 * gradient at the side, dU/dt = (u_in - u_f)/OPEN_MEMORY: of a wave that leaves, both are the same velocity a moment apart,
 * and nothing is left of it; a river has a steady difference until the side passes what it brings. On a bed that falls
 * inwards the sum of both would be a spring: there U decays while water flows in, the faster the steeper the bed is for its depth. */

/* Before a substep: stores what the rule, and faces whose speed follows the head, need of the substep before; both of two joined sides
 * store the same. */
static void faces_before(WeirWater *w, WeirSide side) {
  const Walk walk = walk_of(w, side);
  const float *const speed = (side_faces_x(side) ? &w->flow.speed_x : &w->flow.speed_z)->cells + walk.face;
  const ptrdiff_t beyond = side_is_joined(w, side) ? walk.out : 0;
  SideFlow *const flow_side = &w->boundary.flow[side];
  for (int n = 0; n < walk.count; n++) {
    const ptrdiff_t at = walk.first + n * walk.next;
    flow_side->due[n] = max_float(w->depth.cells[at], w->depth.cells[at + beyond]);
    flow_side->speed[n] = speed[at];
    flow_side->inner[n] = speed[at - walk.out];
    flow_side->mean[n] = w->boundary.mean_speed[side][n];
  }
}

/* Finds the share at which a side sends its wave, 1 without dispersion. At the side itself all waves are long, as the filter fades in behind
 * it, and where it has, they carry their energy at the speed of their group: height^2*speed stays, so that what is to be as high as was asked
 * for is sent by sqrt(group/long) lower. A series has no period of its own and is sent as it is. */
static void wave_before(WeirWater *w, WeirSide side) {
  const WeirBoundary *const b = &w->boundary.sides[side];
  const Walk walk = walk_of(w, side);
  const bool scales = flow_disperses(w) && b->tide_height != 0.0f;
  float *const sent = w->boundary.flow[side].sent;
  float before = 0.0f;
  for (int n = 0; n < walk.count; n++) {
    const float depth = b->level - w->terrain.cells[walk.first + n * walk.next];
    const bool same = n > 0 && depth == before;
    sent[n] = same ? sent[n - 1] : 1.0f;
    before = depth;
    if (!scales || same || !(depth > DEPTH_WET)) continue;
    const double deep = (double)depth, gravity = (double)w->tuning.gravity, omega = TAU / (double)b->tide_period;
    sent[n] = (float)sqrt(airy_wave(omega, deep, gravity).group / sqrt(gravity * deep));
  }
}

/* m/s: the speed of waves on water whose surface stands at `surface` above `bed`. */
static float wave_speed(const WeirWater *w, float surface, float bed) {
  return sqrtf(w->tuning.gravity * max_float(surface - bed, 0.0f));
}

/* A simple wave that has changed 2*sqrt(g*d) by `change` has changed the velocity by as much; in pipes, which carry no
 * momentum along, by less, to second order in its height: dd/du = d/c becomes (c + u/2)/g. */
static float simple_wave(const WeirWater *w, float change, float c) {
  if (w->solver != WEIR_PIPE || !(c > 0.0f)) return change;
  return change / max_float(1.0f + 0.25f * change / c, 0.5f);
}

/* The incident wave at a face at one time. A plain value. */
typedef struct Wave {
  float c;  /* m/s: sqrt(g*d) under the wave alone */
  float in; /* m/s: its velocity, positive inwards */
} Wave;

static Wave wave_at(const WeirWater *w, WeirSide side, int n, float rest, double t) {
  const float bed = w->terrain.cells[walk_of(w, side).first + n * walk_of(w, side).next];
  const float c_rest = wave_speed(w, rest, bed);
  if (!kind_is_wave(side_kind(w, side))) return (Wave){c_rest, 0.0f};
  const float c = wave_speed(w, driving_level_of(w, side, t, w->boundary.flow[side].sent[n]), bed);
  return (Wave){c, simple_wave(w, 2.0f * (c - c_rest), c_rest)};
}

/* Applies the rule to face n of the side, `inner` being the new velocity of the face one further in: writes its speed (positive to x and
 * z), and U after the substep, m/s. Returns the share by which the face is drawn to the characteristic form in the substep. */
static float open_face(const WeirWater *w, WeirSide side, int n, float inner, float dt, float *speed, float *mean) {
  const SideFlow *const flow_side = &w->boundary.flow[side];
  const Walk walk = walk_of(w, side);
  const ptrdiff_t at = walk.first + n * walk.next;
  const float depth = flow_side->due[n], speed_cap = w->cell / (2.0f * dt);
  *speed = 0.0f;
  *mean = flow_side->mean[n];
  if (!(depth > DEPTH_TINY)) return 0.0f;
  const bool wave = kind_is_wave(side_kind(w, side));
  const float rest = wave ? driving_rest_level(w, side) : w->boundary.held[side][n];
  const float c = sqrtf(w->tuning.gravity * depth);
  const double t = w->clock.time, on = t + (double)dt, late = (double)(w->cell / max_float(c, 1e-3f));
  const Wave before = wave_at(w, side, n, rest, t), now = wave_at(w, side, n, rest, on);
  const Wave inner_before = wave ? wave_at(w, side, n, rest, t - late) : before;
  const Wave inner_now = wave ? wave_at(w, side, n, rest, on - late) : now;
  /* velocities outwards, without the wave that comes in */
  const float u_in = walk.sign * inner + inner_now.in, u_in_before = walk.sign * flow_side->inner[n] + inner_before.in;
  const float u_before = walk.sign * flow_side->speed[n] + before.in;
  const float courant = min_float((c + max_float(u_in, 0.0f)) * dt / w->cell, 1.0f);
  const float carried = u_in_before + (courant - 1.0f) / (courant + 1.0f) * (u_in - u_before);
  const float free = flow_side->mean[n] + simple_wave(w, 2.0f * (c - now.c), c);
  const float held = min_float(free, max_float(c, u_in));       /* through a dry side no faster than critical, unless the flow is */
  const float bound = clamp_float(1.0f - u_in / c, 0.0f, 1.0f); /* faster than waves nothing comes in from outside */
  /* over which a bed that falls inwards falls by the depth of the water; without bounds where it does not */
  const float *const inwards = w->terrain.cells + at;
  const float fall = max_float(inwards[0] - inwards[-walk.out], 0.5f * (inwards[0] - inwards[-2 * walk.out]));
  const float length = fall > 0.0f ? depth * w->cell / fall : INFINITY;
  const float cells = clamp_float(OPEN_RELAX_SLOPE * length / w->cell, 1.0f, OPEN_RELAX_CELLS);
  const float relaxation = bound * dt / (dt + cells * w->cell / c);
  const float u = carried + relaxation * (held - carried);
  const float out = clamp_float(u - now.in, -min_float(wave ? 2.0f * max_float(c, now.c) : c, speed_cap), speed_cap);
  /* while water flows in on a bed that falls inwards, U does not follow it further and decays */
  const float gradient = (carried - u) / courant, decay_time = OPEN_LENGTHS * length / c;
  const bool spring = out < 0.0f && isfinite(decay_time);
  const float follow = spring && gradient < 0.0f ? 0.0f : 1.0f, decay = spring ? -out * dt / (dt + decay_time) : 0.0f;
  *mean = wave ? 0.0f : clamp_float(flow_side->mean[n] + follow * dt / (dt + OPEN_MEMORY) * gradient + decay, -1e4f, 1e4f);
  *speed = walk.sign * out;
  return relaxation;
}

/* Cell n along a side. */
static int cell_i(const WeirWater *w, WeirSide side, int n) {
  return side == WEIR_WEST ? 0 : side == WEIR_EAST ? w->nx - 1 : n;
}
static int cell_k(const WeirWater *w, WeirSide side, int n) {
  return side == WEIR_NORTH ? 0 : side == WEIR_SOUTH ? w->nz - 1 : n;
}

/* Finds the parts of the sides' faces that bodies leave open. Water that leaves at one of two joined sides enters at the other, so both
 * faces are open by the lesser of both, and their cells store in series. */
static void sides_open(WeirWater *w) {
  const FlowBodies *const bodies = flow_bodies(w);
  for (WeirSide side = 0; side < WEIR_SIDE_COUNT; side++) {
    SideFlow *const flow_side = &w->boundary.flow[side];
    for (int m = 0; m < walk_of(w, side).count && !side_is_closed(w, side); m++) {
      const SideOpen all = {1.0f, 1.0f};
      const SideOpen open = bodies && bodies->side_open ? bodies->side_open(w, cell_i(w, side, m), cell_k(w, side, m)) : all;
      flow_side->open[m] = open.open;
      flow_side->storage[m] = open.storage;
    }
  }
  for (WeirSide side = 0; side < WEIR_SIDE_COUNT; side += 2) {
    const SideFlow *const one = &w->boundary.flow[side], *const other = &w->boundary.flow[side + 1];
    for (int n = 0; side_is_joined(w, side) && n < walk_of(w, side).count; n++) {
      one->open[n] = other->open[n] = min_float(one->open[n], other->open[n]);
      one->storage[n] = other->storage[n] = one->storage[n] * other->storage[n] / (one->storage[n] + other->storage[n]);
    }
  }
}

void boundary_expect_outflow(const WeirWater *w, float dt_over_dx) {
  const FlowBodies *const bodies = flow_bodies(w);
  for (WeirSide side = 0; side < WEIR_SIDE_COUNT; side++) {
    const Walk walk = walk_of(w, side);
    const float *const speed = (side_faces_x(side) ? &w->flow.speed_x : &w->flow.speed_z)->cells + walk.first + walk.face;
    /* faces that keep the speed of the substep before, except for what heads have changed since: the solver of heads can use it */
    const bool keeps_speed = !side_is_closed(w, side) && side_kind(w, side) != WEIR_INFLOW;
    for (int m = 0; m < walk.count && keeps_speed; m++) {
      const float flow = speed[m * walk.next] * w->boundary.flow[side].due[m] * w->boundary.flow[side].open[m];
      if (bodies && bodies->side_expect) bodies->side_expect(w, cell_i(w, side, m), cell_k(w, side, m), dt_over_dx * walk.sign * flow);
    }
  }
}

/* The share of a discharge that enters at face n, unnormalised: as if its water stood level along the side, more where that is deeper,
 * and none where a body is. */
static float inflow_weight(const WeirWater *w, WeirSide side, const Walk *walk, int n, float level) {
  const float deep = max_float(0.0f, level - w->terrain.cells[walk->first + n * walk->next]);
  return deep * sqrtf(deep) * min_float(w->boundary.flow[side].open[n], w->boundary.flow[side].storage[n]);
}

/* The flow through each face, and its speed: the one that the boundary states, else flow/depth at the side, at most critical: a discharge
 * cannot come faster out of still water. */
static void inflow_before(WeirWater *w, WeirSide side) {
  const Walk walk = walk_of(w, side);
  const double discharge = driving_discharge(w, side, w->clock.time);
  const bool out = discharge < 0;
  ptrdiff_t lowest = walk.first;
  for (int n = 1; n < walk.count; n++) {
    const ptrdiff_t at = walk.first + n * walk.next;
    if (w->terrain.cells[at] < w->terrain.cells[lowest]) lowest = at;
  }
  /* an inflow may find the side dry and gets a sheet to enter on; an outflow takes the water that is there */
  const float level = w->terrain.cells[lowest] + max_float(w->depth.cells[lowest], out ? 0.0f : INFLOW_SHEET * w->cell);
  const float stated = out ? 0.0f : w->boundary.sides[side].speed;
  double sum = 0;
  for (int n = 0; n < walk.count; n++) sum += (double)inflow_weight(w, side, &walk, n, level);
  for (int n = 0; n < walk.count; n++) {
    const ptrdiff_t cell = walk.first + n * walk.next;
    const double share = sum > 0 ? (double)inflow_weight(w, side, &walk, n, level) / sum : 0;
    const float flow = (float)(discharge * share / (double)w->cell);
    const float depth = max_float(w->depth.cells[cell], level - w->terrain.cells[cell]);
    const float fast = depth > DEPTH_TINY ? flow / depth : 0.0f;
    const float critical = sqrtf(w->tuning.gravity * max_float(depth, 0.0f));
    const float speed = stated > 0.0f && flow > 0.0f ? stated : clamp_float(fast, -critical, critical);
    w->boundary.flow[side].due[n] = -walk.sign * flow;
    w->boundary.flow[side].speed[n] = -walk.sign * speed;
  }
}

/* Fills the halo with the depths beyond the sides. */
static void halo_fill_depths(WeirWater *w) {
  halo_fill_all(w, &w->depth);
  for (WeirSide side = 0; side < WEIR_SIDE_COUNT; side++) halo_fill_level(w, side);
  halo_fill_corners(w, &w->depth);
}

void boundary_fill_halo(WeirWater *w, Field *field) {
  halo_fill_all(w, field);
}

/* Fills the halo with the state beyond the sides. */
static void halo_fill_state(WeirWater *w) {
  halo_fill_depths(w);
  halo_fill_vector(w, &w->flow.speed_x, &w->flow.speed_z);
  if (w->solver == WEIR_SWE) halo_fill_vector(w, &w->flow.discharge_x, &w->flow.discharge_z);
}

void boundary_after_step(WeirWater *w) {
  if (sides_any(w) && w->solver != WEIR_MEMBRANE) halo_fill_state(w);
}

void boundary_before_substep(WeirWater *w) {
  if (!sides_any(w)) return;
  halo_fill_state(w);
  if (dye_any(w)) halo_fill_corners(w, &w->dye.amount); /* beyond other sides there is none */
  sides_open(w);
  for (WeirSide side = 0; side < WEIR_SIDE_COUNT; side++) {
    if (side_is_closed(w, side)) continue;
    if (side_kind(w, side) == WEIR_INFLOW)
      inflow_before(w, side);
    else
      faces_before(w, side);
    if (side_kind(w, side) == WEIR_WAVE) wave_before(w, side);
    tiles_wake(w, side == WEIR_EAST ? w->nx - 1 : 0, side == WEIR_SOUTH ? w->nz - 1 : 0, side == WEIR_WEST ? 1 : w->nx,
               side == WEIR_NORTH ? 1 : w->nz);
  }
}

static bool lets_through(const WeirWater *w, WeirSide side) {
  return !side_is_closed(w, side) && !side_is_joined(w, side);
}

static SideAdvection advection_of_side(const WeirWater *w, WeirSide side) {
  if (side_is_joined(w, side)) return ADVECTION_BEYOND;
  const WeirEdge kind = side_kind(w, side);
  return kind == WEIR_OPEN || kind_is_wave(kind) || kind == WEIR_INFLOW ? ADVECTION_WITHIN : ADVECTION_NONE;
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

/* One face on a side, after its inner neighbour is updated. Where bodies cover the face in part, the cell beside it may store a twentieth
 * of what an open one does: a head that pushes a little more water through the face than was expected is gone before the substep is over.
 * So the face's speed and that head are solved together at the end of the substep, as if nothing else changed. */
static void face_update(WeirWater *w, WeirSide side, int n, float dt, float inner, bool own, float *speed, float *flow) {
  const SideFlow *const flow_side = &w->boundary.flow[side];
  const WeirEdge kind = side_kind(w, side);
  if (side_is_closed(w, side)) return;
  if (kind == WEIR_INFLOW) {
    *speed = flow_side->speed[n];
    *flow = flow_side->due[n];
    return;
  }
  float gain = w->tuning.gravity * dt / w->cell; /* 1/s: by how much a metre of head changes the speed, m/s, in a substep */
  if (kind == WEIR_OPEN || kind_is_wave(kind)) {
    float mean;
    const float relaxation = open_face(w, side, n, inner, dt, speed, &mean);
    *flow = *speed * flow_side->due[n];
    if (own) w->boundary.mean_speed[side][n] = mean;
    gain = relaxation * sqrtf(w->tuning.gravity / max_float(flow_side->due[n], DEPTH_WET));
  }
  const float all = side_is_joined(w, side) ? 0.5f : 1.0f; /* both cells' storage together */
  if (!(flow_side->open[n] < 1.0f || flow_side->storage[n] < all)) return;
  const float deep = flow_side->due[n], before = *speed, growth = gain * dt / w->cell * deep * flow_side->open[n] / flow_side->storage[n];
  *speed = flow_side->speed[n] + (before - flow_side->speed[n]) / (1.0f + growth);
  *flow = flow_side->open[n] * (*flow + (*speed - before) * deep);
  if (flow_side->open[n] == 0.0f) *speed = 0.0f;
}

void boundary_update_x(WeirWater *w, int k, float dt, bool own, float *speed, float *flow) {
  face_update(w, WEIR_WEST, k, dt, speed[0], own, &speed[-1], &flow[-1]);
  face_update(w, WEIR_EAST, k, dt, speed[w->nx - 2], own, &speed[w->nx - 1], &flow[w->nx - 1]);
}

void boundary_update_z(WeirWater *w, WeirSide side, float dt, const float *inner, float *speed, float *flow) {
  for (int i = 0; i < w->nx; i++) face_update(w, side, i, dt, inner[i], true, &speed[i], &flow[i]);
}

/* Writes the limits of the cells beyond the sides: 1, since water from outside is not limited; across a periodic side, that of the cell on
 * the other end. */
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

void boundary_store_through(WeirWater *w, int k, const FlowCells *c) {
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
  for (WeirSide side = 0; side < WEIR_SIDE_COUNT; side++) {
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
    if (side_is_joined(w, side)) continue; /* what leaves there enters at the other side */
    budget_add(w, in * (double)dt);
    budget_add(w, -out * (double)dt);
    w->boundary.step_volume[side] += (out - in) * (double)dt;
  }
  boundary_sponge(w, dt);
}
