/* The two-layer method's substep (Kellomaki 2014, sections 3.4 to 3.6): flow through the upper and the lower interface of each face,
 * limits by what columns hold and can hold, new columns, and the pressure under the blockers. One pass over the grid for each; every
 * cell and face is computed from what the pass before has left, so that any number of threads gives the same bits. Formulas:
 * layers/layers.h. */
#include <math.h>

#include "base/maths.h"
#include "base/team.h"
#include "weir/boundary/boundary.h"
#include "weir/layers/layers.h"

/* One substep: what all of its passes share. On the stack of layers_sweep. */
typedef struct Sweep {
  WeirWater *w;
  Layers *l;
  const FlowStep *step;
  const FlowState *from;
  float dt;
  const float *bed;
  Field *factor_bottom, *factor_top, *factor_in; /* factors on a column's outflows; on the inflows of a bottom column */
} Sweep;

/* Fills one row of halo of some fields: the other side's cell where sides are joined, else `outside`, or a free cell as deep as the side
 * has it. */
static void halo_set(const Sweep *s, Field *const fields[], int field_count, float outside) {
  for (WeirSide side = 0; side < WEIR_SIDE_COUNT; side++) {
    const Walk walk = walk_of(s->w, side);
    const bool joined = side_is_joined(s->w, side);
    for (int n = 0; n < walk.count; n++) {
      const ptrdiff_t out = walk.first + n * walk.next + walk.out, in = out - (side_faces_x(side) ? s->w->nx : s->w->nz) * walk.out;
      for (int f = 0; f < field_count; f++) {
        const float free_cell = fields[f] == &s->l->bottom ? s->from->depth.cells[out] : outside;
        fields[f]->cells[out] = joined ? fields[f]->cells[in] : free_cell;
      }
    }
  }
}

/* A joined side's face is there twice, and the copies may differ from before it was joined: copies one end's flow to the other. */
static void halo_flows(const Sweep *s) {
  for (WeirSide side = 0; side < WEIR_SIDE_COUNT; side += 2) {
    const Walk walk = walk_of(s->w, side), opposite = walk_of(s->w, side + 1);
    float *const upper = (side_faces_x(side) ? &s->l->upper_x : &s->l->upper_z)->cells;
    float *const lower = (side_faces_x(side) ? &s->l->lower_x : &s->l->lower_z)->cells;
    for (int n = 0; n < walk.count && side_is_joined(s->w, side); n++) {
      const ptrdiff_t to = walk.first + n * walk.next + walk.face, from = opposite.first + n * walk.next;
      upper[to] = upper[from];
      lower[to] = lower[from];
    }
  }
}

/* One column of water on one side of an interface. A plain value. */
typedef struct Column {
  float floor, surface, pressure; /* m, m, m of water */
} Column;

static Column column_bottom(const Sweep *s, ptrdiff_t at) {
  return (Column){s->bed[at], s->bed[at] + s->l->bottom.cells[at], s->l->pressure.cells[at]};
}

/* The column above the blocker; of a free cell, its only one. */
static Column column_top(const Sweep *s, ptrdiff_t at) {
  if (!layers_blocked(s->l, at)) return column_bottom(s, at);
  const float floor = layers_deck(s->l, at, s->bed[at]);
  return (Column){floor, floor + s->l->top.cells[at], 0.0f};
}

/* Q <- mu*Q + dt*g*A*(P_i - P_j)/dx, |Q| at most what the interface holds in a step; per metre of width. */
static float interface_flow(const Sweep *s, float flow, float thickness, float head, float speed_max) {
  const FlowStep *const p = s->step;
  if (!(thickness > 0.0f)) return 0.0f;
  const float speed = fabsf(flow / thickness), h = max_float(thickness, 1e-3f); /* bed and thickness slow the flow, implicitly */
  const float drag = 1.0f + (p->dt_roughness + p->dt_gravity_manning2 / maths_cbrtf(h)) * speed / h + p->dt_viscosity3 / (h * h);
  const float next = (p->friction_factor * flow + p->gravity_dt_over_dx * thickness * head) / drag;
  return clamp_float(next, -thickness * speed_max, thickness * speed_max);
}

/* The opening between two columns and the head that drives flow through it. A plain value. */
typedef struct Interface {
  float thickness, head; /* m; m of water */
} Interface;

/* The interface between columns i and j, below `ceiling`, the lowest blocker above both. */
static Interface interface_of(const Column *i, const Column *j, float ceiling) {
  const float z = max_float(i->floor, j->floor);
  const float top = 0.5f * (max_float(i->surface, z) + max_float(j->surface, z));
  const float head_i = max_float(i->pressure + i->surface - z, 0.0f), head_j = max_float(j->pressure + j->surface - z, 0.0f);
  return (Interface){min_float(top, ceiling) - z, head_i - head_j};
}

/* The flow through the upper or the lower interface of a face to the east (axis 0) or south, m^2/s. */
static float *upper_at(const Sweep *s, int axis, ptrdiff_t at) {
  return &(axis == 0 ? &s->l->upper_x : &s->l->upper_z)->cells[at];
}
static float *lower_at(const Sweep *s, int axis, ptrdiff_t at) {
  return &(axis == 0 ? &s->l->lower_x : &s->l->lower_z)->cells[at];
}

static void flow_face(const Sweep *s, int axis, ptrdiff_t at, ptrdiff_t on) {
  float *const upper = upper_at(s, axis, at), *const lower = lower_at(s, axis, at);
  float *const speed = &(axis == 0 ? &s->w->flow.speed_x : &s->w->flow.speed_z)->cells[at];
  const float u = (axis == 0 ? &s->from->speed_x : &s->from->speed_z)->cells[at];
  const bool blocked_i = layers_blocked(s->l, at), blocked_j = layers_blocked(s->l, on);
  const Column bottom_i = column_bottom(s, at), bottom_j = column_bottom(s, on);
  if (!blocked_i && !blocked_j) { /* as the plain pipes have it: the upwind surface, and a velocity that is kept */
    const float z = max_float(bottom_i.floor, bottom_j.floor), thickness = max_float(bottom_i.surface, bottom_j.surface) - z;
    const float head = max_float(bottom_i.surface, z) - max_float(bottom_j.surface, z);
    *upper = interface_flow(s, u * thickness, thickness, head, s->step->speed_cap);
    *lower = 0.0f;
    *speed = thickness > DEPTH_WET ? *upper / thickness : 0.0f;
    return;
  }
  const Column top_i = column_top(s, at), top_j = column_top(s, on);
  const float ceiling = min_float(blocked_i ? s->l->low.cells[at] : WALL_HEIGHT, blocked_j ? s->l->low.cells[on] : WALL_HEIGHT);
  const Interface above = interface_of(&top_i, &top_j, WALL_HEIGHT), below = interface_of(&bottom_i, &bottom_j, ceiling);
  const float speed_max = s->w->cell / s->dt;
  *upper = interface_flow(s, *upper, above.thickness, above.head, speed_max);
  *lower = interface_flow(s, *lower, below.thickness, below.head, speed_max);
  const float thickness = max_float(above.thickness, 0.0f) + max_float(below.thickness, 0.0f);
  *speed = thickness > DEPTH_WET ? clamp_float((*upper + *lower) / thickness, -s->step->speed_cap, s->step->speed_cap) : 0.0f;
}

/* Flows through the sides' faces are the plain schemes'. */
static void flow_sides(const Sweep *s) {
  WeirWater *const w = s->w;
  Layers *const l = s->l;
  if (!sides_any(w)) return;
  for (int k = 0; k < w->nz; k++) {
    const ptrdiff_t row = water_index(w, 0, k);
    boundary_update_x(w, k, s->dt, true, w->flow.speed_x.cells + row, l->upper_x.cells + row);
  }
  float *const speed = w->flow.speed_z.cells, *const flow = l->upper_z.cells;
  const ptrdiff_t north = water_index(w, 0, -1), south = water_index(w, 0, w->nz - 1);
  boundary_update_z(w, WEIR_NORTH, s->dt, speed + north + w->stride, speed + north, flow + north);
  boundary_update_z(w, WEIR_SOUTH, s->dt, speed + south - w->stride, speed + south, flow + south);
}

enum { SIDES = 4 };
/* The four faces of a cell, the cells beyond them, and the sign of a flow that leaves through each. On the stack, per cell. */
typedef struct Around {
  ptrdiff_t face[SIDES], on[SIDES];
  float out[SIDES];
} Around;

static Around around(const WeirWater *w, ptrdiff_t at) {
  const ptrdiff_t s = w->stride;
  return (Around){{at, at - 1, at, at - s}, {at + 1, at - 1, at + s, at - s}, {1.0f, -1.0f, 1.0f, -1.0f}};
}

static float upper_of(const Sweep *s, const Around *a, int n) {
  return a->out[n] * *upper_at(s, n / 2, a->face[n]);
}
static float lower_of(const Sweep *s, const Around *a, int n) {
  return a->out[n] * *lower_at(s, n / 2, a->face[n]);
}

/* Returns the share of its outflow that a column can give, as in plain pipes: rounding, too, never leaves it below 0. */
static float outflow_factor(const FlowStep *p, float depth, float out) {
  const float available = depth * (1.0f - 8.0f / 16777216.0f), asked = p->dt_over_dx * out;
  if (!(depth >= DEPTH_TINY)) return 0.0f;
  return asked > available ? available / asked : 1.0f;
}

static void outflow_limit(const Sweep *s, ptrdiff_t at) {
  const Around a = around(s->w, at);
  float upper = 0.0f, lower = 0.0f;
  for (int n = 0; n < SIDES; n++) {
    upper += max_float(upper_of(s, &a, n), 0.0f);
    lower += max_float(lower_of(s, &a, n), 0.0f);
  }
  const bool blocked = layers_blocked(s->l, at);
  s->factor_bottom->cells[at] = outflow_factor(s->step, s->l->bottom.cells[at], blocked ? lower : upper + lower);
  s->factor_top->cells[at] = blocked ? outflow_factor(s->step, s->l->top.cells[at], upper) : s->factor_bottom->cells[at];
}

/* If a column under a blocker were overfilled by o where `in` comes in, all its inflows are multiplied by 1 - o/in. */
static void inflow_limit(const Sweep *s, ptrdiff_t at) {
  float *const factor = &s->factor_in->cells[at];
  *factor = 1.0f;
  if (!layers_blocked(s->l, at)) return;
  const Around a = around(s->w, at);
  float in = 0.0f, out = 0.0f;
  for (int n = 0; n < SIDES; n++) {
    const float flow = lower_of(s, &a, n);
    if (flow > 0.0f)
      out += s->step->dt_over_dx * flow * s->factor_bottom->cells[at];
    else
      in -= s->step->dt_over_dx * flow * s->factor_bottom->cells[a.on[n]];
  }
  const float room = layers_room(s->l, at, s->bed[at]), over = s->l->bottom.cells[at] + in - out - room;
  if (over > 0.0f && in > 0.0f) *factor = clamp_float(1.0f - over / in, 0.0f, 1.0f);
}

static void limit_face(const Sweep *s, int axis, ptrdiff_t at, ptrdiff_t on) {
  float *const upper = upper_at(s, axis, at), *const lower = lower_at(s, axis, at);
  *upper *= s->factor_top->cells[*upper > 0.0f ? at : on];
  *lower *= s->factor_bottom->cells[*lower > 0.0f ? at : on] * s->factor_in->cells[*lower > 0.0f ? on : at];
  if (s->w->solver == WEIR_SWE) (axis == 0 ? &s->w->flow.discharge_x : &s->w->flow.discharge_z)->cells[at] = *upper + *lower;
}

/* Writes the flow through the sides for their volumes. */
static void through_sides(const Sweep *s) {
  for (WeirSide side = 0; side < WEIR_SIDE_COUNT; side++) {
    const Walk walk = walk_of(s->w, side);
    const float *const upper = (side_faces_x(side) ? &s->l->upper_x : &s->l->upper_z)->cells + walk.first + walk.face;
    const float *const lower = (side_faces_x(side) ? &s->l->lower_x : &s->l->lower_z)->cells + walk.first + walk.face;
    for (int n = 0; n < walk.count; n++) s->w->boundary.flow[side].through[n] = upper[n * walk.next] + lower[n * walk.next];
  }
}

static void column_depths(const Sweep *s, ptrdiff_t at) {
  Layers *const l = s->l;
  const Around a = around(s->w, at);
  float upper = 0.0f, lower = 0.0f;
  for (int n = 0; n < SIDES; n++) {
    upper += upper_of(s, &a, n);
    lower += lower_of(s, &a, n);
  }
  float *const bottom = &l->bottom.cells[at], *const top = &l->top.cells[at];
  if (!layers_blocked(l, at)) {
    *bottom = max_float(0.0f, *bottom - s->step->dt_over_dx * (upper + lower));
    return;
  }
  *top = max_float(0.0f, *top - s->step->dt_over_dx * upper);
  const float next = max_float(0.0f, *bottom - s->step->dt_over_dx * lower), room = layers_room(l, at, s->bed[at]);
  *bottom = min_float(next, room);
  l->residual.cells[at] += next - *bottom;
}

/* p <- max(p_direct, p + kappa*mean of (their effective surface - own)), over neighbours that have water; section 3.6, equation 3. */
static void pressure(const Sweep *s, ptrdiff_t at) {
  Layers *const l = s->l;
  const float *const depth = s->from->depth.cells, own = s->bed[at] + depth[at];
  float sum = 0.0f, count = 0.0f;
  if (!layers_blocked(l, at)) {
    l->pressure.cells[at] = 0.0f;
    return;
  }
  const Around a = around(s->w, at);
  for (int n = 0; n < SIDES; n++) {
    const ptrdiff_t on = a.on[n];
    if (s->bed[on] >= WALL_HEIGHT || !(depth[on] > DEPTH_WET || layers_blocked(l, on))) continue;
    sum += s->bed[on] + depth[on] - own;
    count += 1.0f;
  }
  const float top = l->top.cells[at], surface = s->bed[at] + l->bottom.cells[at];
  const float direct = top > 0.0f ? max_float(0.0f, layers_deck(l, at, s->bed[at]) + top - surface) : 0.0f;
  const float relaxed = l->pressure.cells[at] + (count > 0.0f ? LAYERS_KAPPA * sum / count : 0.0f);
  l->pressure.cells[at] = min_float(max_float(direct, relaxed), WALL_HEIGHT);
}

typedef void CellPass(const Sweep *sweep, ptrdiff_t at);
typedef void FacePass(const Sweep *sweep, int axis, ptrdiff_t at, ptrdiff_t on);

/* A pass over all cells or all faces. On the stack. */
typedef struct Pass {
  const Sweep *sweep;
  CellPass *cell;
  FacePass *face;
} Pass;

static void pass_cells(void *data, int k0, int k1) {
  const Pass *const p = data;
  const WeirWater *const w = p->sweep->w;
  for (int k = k0; k < k1; k++)
    for (int i = 0; i < w->nx; i++) p->cell(p->sweep, water_index(w, i, k));
}

static void pass_faces(void *data, int k0, int k1) {
  const Pass *const p = data;
  const WeirWater *const w = p->sweep->w;
  for (int k = k0; k < k1; k++)
    for (int i = -1; i < w->nx; i++) {
      const ptrdiff_t at = water_index(w, i, k);
      if (k >= 0) p->face(p->sweep, 0, at, at + 1);
      if (i >= 0) p->face(p->sweep, 1, at, at + w->stride);
    }
}

static void cells(const Sweep *s, CellPass *cell) {
  Pass pass = {.sweep = s, .cell = cell};
  team_rows(s->w->threads, 0, s->w->nz, pass_cells, &pass);
}

/* Those of the sides too, to the west and north of the grid. */
static void faces(const Sweep *s, FacePass *face) {
  Pass pass = {.sweep = s, .face = face};
  team_rows(s->w->threads, -1, s->w->nz, pass_faces, &pass);
}

void layers_sweep(WeirWater *w, const FlowStep *step, const FlowState *from) {
  Layers *const l = w->bodies.layers;
  const Sweep s = {.w = w,
                   .l = l,
                   .step = step,
                   .from = from,
                   .dt = step->dt_over_dx * w->cell,
                   .bed = w->terrain.cells,
                   .factor_bottom = &l->scratch[3],
                   .factor_top = &l->scratch[4],
                   .factor_in = &l->scratch[5]};
  Field *const columns[5] = {&l->low, &l->high, &l->bottom, &l->top, &l->pressure};
  Field *const outflow[2] = {s.factor_bottom, s.factor_top}, *const inflow[1] = {s.factor_in};
  halo_set(&s, columns, 5, 0.0f);
  halo_flows(&s);
  faces(&s, flow_face);
  flow_sides(&s);
  cells(&s, outflow_limit);
  halo_set(&s, outflow, 2, 1.0f);
  cells(&s, inflow_limit);
  halo_set(&s, inflow, 1, 1.0f);
  faces(&s, limit_face);
  through_sides(&s);
  cells(&s, column_depths);
  cells(&s, pressure);
  layers_write_surface(w);
}
