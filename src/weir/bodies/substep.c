/* A step of the sub-grid method and its substeps, and the rows that the flow sweep asks for: formulas in bodies/bodies.h. */
#include <math.h>
#include <string.h>

#include "base/maths.h"
#include "base/team.h"
#include "weir/bodies/state.h"
#include "weir/boundary/boundary.h"
#include "weir/grid/sleeping.h"

#define CELLS_AHEAD 16 /* cut cells that are prefetched before they are read: sweeps drive them out of the caches */

enum { CHUNK = 512 }; /* cut cells at a time */

static void subgrid_begin_step(WeirWater *w, int substeps, bool repeated) {
  Subgrid *const s = w->bodies.subgrid;
  s->view = VIEW_STALE;
  if (!repeated && motion_is_applied(s)) { /* no bodies were handed in since the last step: they stand, and their faces have no velocity */
    s->phase = BODIES_STAND;
    s->has_body_at_rest = true;
    for (int side = 0; s->count > 0 && side < FACES; side++)
      memset(s->faces.speed + side * s->faces.stride, 0, sizeof(float) * (size_t)s->count);
  }
  if (!repeated) cut_cells_sync(w);
  s->substeps = substeps;
  s->substep = 0;
  s->has_rollback = repeated && s->has_rollback; /* not saved, while all that is wet slept */
  if (!s->has_rollback) return;
  float *const to[ROLLBACK_FIELDS] = {s->cells.water, s->cells.deck, s->cells.depth};
  for (size_t n = 0; n < ROLLBACK_FIELDS; n++) memcpy(to[n], s->rollback + n * (size_t)s->count, sizeof(float) * (size_t)s->count);
  for (int n = 0; n < s->count; n++) s->has_deck_water = s->has_deck_water || s->cells.deck[n] > 0.0f;
}

#define WATER_TINY 1e-9f /* m: keeps 0/0 out of faces where no water is */

/* Shallow water: the advection of velocity at the faces that bodies reach, by the scheme of the rows (flow/update_rows.c, `advection`;
 * Stelling and Duinmeijer 2003), so that what leaves the cell of one face enters that of the next, whether bodies reach it or not:
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

/* Returns the m/s that the water's own flow takes off a face of cut cell n in this substep. */
static float advected_speed(const WeirWater *w, const FlowStep *p, int n, int side) {
  const Subgrid *const s = w->bodies.subgrid;
  const CutCell *const cell = &s->cells.cells[n];
  const bool east = side == FACE_EAST;
  const int on = s->cells.link[side][n];
  const ptrdiff_t at = water_index(w, cell->i, cell->k), along = east ? 1 : w->stride, across = east ? w->stride : 1;
  const float *const x = w->flow.discharge_x.cells + at, *const z = w->flow.discharge_z.cells + at, *const q = east ? x : z;
  const float *const u = (east ? w->flow.speed_x.cells : w->flow.speed_z.cells) + at, *const across_flow = east ? z : x;
  const float ahead = 0.5f * (q[0] + q[along]), behind = 0.5f * (q[0] + q[-along]);
  const float far = 0.5f * (across_flow[0] + across_flow[along]), near = 0.5f * (across_flow[-across] + across_flow[along - across]);
  const float pass = p->dt_over_dx / (0.5f * (s->cells.water[n] + s->cells.water[on]) + WATER_TINY);
  const float in = max_float(behind, 0.0f) - min_float(ahead, 0.0f) + max_float(near, 0.0f) - min_float(far, 0.0f);
  return pass / max_float(1.0f, pass * in) *
         ((carried(u, along, ahead, pass, true) + carried(u, along, behind, pass, false)) +
          (carried(u, across, far, pass, true) + carried(u, across, near, pass, false)));
}

/* --- a substep ------------------------------------------------------------------------------------------------------- */

/* Reads what lies far away, prefetching it, and writes flags and starting heads. Returns true if all cells are active. */
static bool cells_read(const WeirWater *w, const FlowStep *step, int first, int last) {
  Subgrid *const s = w->bodies.subgrid;
  const CutCells *const table = &s->cells;
  float *const speed_before[FACES] = {s->faces.speed_before, s->faces.speed_before + s->faces.stride};
  const bool swe = w->solver == WEIR_SWE;
  bool all_active = true;
  for (int n = first; n < last; n++) {
    CutCell *const cell = &table->cells[n];
    if (n + CELLS_AHEAD < s->count) {
      const ptrdiff_t ahead = water_index(w, cell[CELLS_AHEAD].i, cell[CELLS_AHEAD].k);
      __builtin_prefetch(w->flow.speed_x.cells + ahead);
      __builtin_prefetch(w->flow.speed_z.cells + ahead);
    }
    const ptrdiff_t at = water_index(w, cell->i, cell->k);
    const bool inner = (table->link[SIDE_EAST][n] != n) & (table->link[SIDE_SOUTH][n] != n) & (table->link[SIDE_WEST][n] != n) &
                       (table->link[SIDE_NORTH][n] != n);
    const int flags = ROW_ACTIVE + inner * ROW_INNER + cell->is_covered * ROW_COVERED + cell->face_is_cut[FACE_EAST] * ROW_EAST +
                      cell->face_is_cut[FACE_SOUTH] * ROW_SOUTH;
    all_active &= cell->is_active = tile_is_active(w, cell->i, cell->k);
    s->rows[n] = (CutRow){cell->i, (uint8_t)(cell->is_active ? flags : 0)};
    speed_before[FACE_EAST][n] = w->flow.speed_x.cells[at];
    speed_before[FACE_SOUTH][n] = w->flow.speed_z.cells[at];
    for (int side = 0; side < FACES; side++) /* pipes advect nothing, and what shallow water advected before counts no more */
      s->faces.carried[side * s->faces.stride + n] = swe && cell->face_is_cut[side] ? advected_speed(w, step, n, side) : 0.0f;
  }
  for (int n = first; n < last; n++) {
    s->surface[n] = table->bed[n] + table->depth[n];
    s->heads[n] = s->surface[n] + table->rise[n]; /* the solver starts from the last change: a round less */
  }
  return all_active;
}

static void subgrid_before_substep(WeirWater *w, const FlowStep *step) {
  if (w->bodies.subgrid->substep > 0) cut_cells_sync(w); /* subgrid_begin_step did so for the first */
  deck_run(w, step->dt_over_dx);
}

/* A substep of the cut cells, in chunks. On the stack. */
typedef struct CutStep {
  WeirWater *water;
  const FlowStep *step;
  const CutHeads *heads;
  _Atomic(bool) all_active;
} CutStep;

static int chunk_end(const CutStep *c, int n) {
  return min_int((n + 1) * CHUNK, c->water->bodies.subgrid->count);
}

static void read_chunks(void *data, int first, int end) {
  CutStep *const c = data;
  for (int n = first; n < end; n++)
    if (!cells_read(c->water, c->step, n * CHUNK, chunk_end(c, n))) c->all_active = false;
}

static void open_chunks(void *data, int first, int end) {
  const CutStep *const c = data;
  Subgrid *const s = c->water->bodies.subgrid;
  for (int n = first; n < end; n++)
    for (int side = 0; side < FACES; side++) kernels()->faces->open(c->heads, &s->faces, side, n * CHUNK, chunk_end(c, n));
}

static void prepare_chunks(void *data, int first, int end) {
  const CutStep *const c = data;
  Subgrid *const s = c->water->bodies.subgrid;
  for (int n = first; n < end; n++)
    for (int side = 0; side < FACES; side++) kernels()->faces->prepare(&s->step, c->heads, &s->faces, side, n * CHUNK, chunk_end(c, n));
}

static void flow_chunks(void *data, int first, int end) {
  const CutStep *const c = data;
  Subgrid *const s = c->water->bodies.subgrid;
  for (int n = first; n < end; n++)
    for (int side = 0; side < FACES; side++) kernels()->faces->flow(&s->step, c->heads, &s->faces, side, n * CHUNK, chunk_end(c, n));
}

static void settle_groups(void *data, int first, int end) {
  Subgrid *const s = ((const CutStep *)data)->water->bodies.subgrid;
  for (int n = first; n < end; n++) kernels()->cells->settle(&s->step, &s->faces, &s->groups[n], s->cells.depth, &s->next);
}

static void subgrid_solve_faces(WeirWater *w, const FlowStep *step) {
  Subgrid *const s = w->bodies.subgrid;
  int32_t *const *const link = s->cells.link;
  const CutHeads heads = {s->cells.bed, s->surface, s->heads, {link[SIDE_EAST], link[SIDE_SOUTH], link[SIDE_WEST], link[SIDE_NORTH]}};
  const float *const kept[ROLLBACK_FIELDS] = {s->cells.water, s->cells.deck, s->cells.depth};
  const int count = s->count, threads = count > CELLS_PER_TEAM ? w->threads : 1, chunks = (count + CHUNK - 1) / CHUNK;
  s->step = (HeadStep){.flow = *step,
                       .velocity_dead_band = step->gravity_dt_over_dx * step->head_dead_band,
                       .slack = 2.0f * step->head_dead_band,
                       .dt = step->dt_over_dx * w->cell,
                       .cell = w->cell,
                       .gravity = w->tuning.gravity};
  memcpy(s->next.water, s->cells.water, sizeof *s->next.water * (size_t)count);
  for (size_t n = 0; !s->has_rollback && n < ROLLBACK_FIELDS; n++) /* the state at the beginning of the step */
    memcpy(s->rollback + n * (size_t)count, kept[n], sizeof(float) * (size_t)count);
  s->has_rollback = true;
  CutStep cut = {w, step, &heads, true};
  team_rows(threads, 0, chunks, read_chunks, &cut);
  team_rows(threads, 0, chunks, open_chunks, &cut);
  team_rows(threads, 0, chunks, prepare_chunks, &cut);
  if (sides_any(w)) boundary_expect_outflow(w, step->dt_over_dx);
  const int groups = heads_solve(w, &heads);
  s->depths_known = cut.all_active;
  team_rows(threads, 0, chunks, flow_chunks, &cut);
  if (s->depths_known) team_rows(threads, 0, groups, settle_groups, &cut);
}

static void subgrid_end_substep(WeirWater *w) {
  Subgrid *const s = w->bodies.subgrid;
  memcpy(s->cells.water, s->next.water, sizeof *s->next.water * (size_t)s->count);
  s->substep++;
  subgrid_update_budget(w);
  if (sides_any(w)) cut_cells_reconcile(w, false);
}

static void subgrid_skip_substep(WeirWater *w) {
  w->bodies.subgrid->substep++;
}

static void subgrid_end_step(WeirWater *w) {
  Subgrid *const s = w->bodies.subgrid;
  s->phase = bodies_stand(s) ? BODIES_STAND : MOTION_APPLIED;
}

/* --- rows of the sweep ----------------------------------------------------------------------------------------------- */

static void subgrid_write_faces(const WeirWater *w, int k, int side, float *speed, float *flow) {
  const Subgrid *const s = w->bodies.subgrid;
  const float *const next = s->faces.next + side * s->faces.stride, *const out = s->faces.flow + side * s->faces.stride;
  for (int n = s->row[k]; n < s->row[k + 1]; n++) {
    const CutRow row = s->rows[n];
    if (!(row.flags & 1 << side)) continue;
    speed[row.i] = next[n];
    flow[row.i] = out[n];
  }
}

/* Returns true if CutCellRows.settle knows all that flows through the faces of cut cell n: not where they are sides of the grid. */
static bool is_settled(const Subgrid *s, int n) {
  return s->depths_known && (s->rows[n].flags & ROW_INNER);
}

static void subgrid_limit(const WeirWater *w, const FlowStep *step, int k, const FlowCells *c, float *limit, uint8_t *tight) {
  const Subgrid *const s = w->bodies.subgrid;
  for (int n = s->row[k]; n < s->row[k + 1]; n++) {
    if (!(s->rows[n].flags & ROW_COVERED)) continue; /* the sweep's rows do the others */
    const int i = s->rows[n].i;
    if (is_settled(s, n)) {
      limit[i] = s->next.limit[n];
    } else { /* as CutCellRows.settle computes it */
      const float out = step->dt_over_dx * (max_float(c->east[i], 0.0f) - min_float(c->west[i], 0.0f) + max_float(c->south[i], 0.0f) -
                                            min_float(c->north[i], 0.0f));
      const float available = 0.999999f * min_float(s->cells.water[n], c->depth[i]);
      limit[i] = cell_limit(out, available, available);
    }
    if (limit[i] < 1.0f) tight[i / FLOW_GROUP] = 1;
  }
}

static void subgrid_close_faces(const WeirWater *w, int k, float *east, float *south) {
  const Subgrid *const s = w->bodies.subgrid;
  for (int n = s->row[k]; n < s->row[k + 1]; n++) {
    const CutCell *const cell = &s->cells.cells[n];
    if (cell->face_is_cut[FACE_EAST]) east[cell->i] = 0.0f;
    if (cell->face_is_cut[FACE_SOUTH]) south[cell->i] = 0.0f;
  }
}

static bool subgrid_cut_stretch(const WeirWater *w, int k, int *i0, int *i1) {
  const Subgrid *const s = w->bodies.subgrid;
  int n = s->row[k];
  while (n < s->row[k + 1] && s->cells.cells[n].i < *i1) n++;
  if (n == s->row[k + 1]) return false;
  *i0 = s->cells.cells[n].i;
  *i1 = *i0 + 1;
  while (++n < s->row[k + 1] && s->cells.cells[n].i == *i1) *i1 += 1;
  return true;
}

/* Computes the new water and depth of a covered cell where the sweep has limited flows, or tiles sleep. */
static void cell_settle(const Subgrid *s, const FlowStep *step, const FlowCells *c, int n) {
  const int i = s->rows[n].i;
  const float east = limited_flow(c->east[i], c->limit[i], c->limit[i + 1]);
  const float west = limited_flow(c->west[i], c->limit[i - 1], c->limit[i]);
  const float south = limited_flow(c->south[i], c->limit[i], c->limit_south[i]);
  const float north = limited_flow(c->north[i], c->limit_north[i], c->limit[i]);
  const float out = step->dt_over_dx * (max_float(east, 0.0f) - min_float(west, 0.0f) + max_float(south, 0.0f) - min_float(north, 0.0f));
  s->next.water[n] = water_left(s->cells.water[n], out, step->dt_over_dx * ((east - west) + (south - north)), step->dither);
  BlendedCover blend;
  cover_blend(s, n, motion_share(s, s->substep + 1), &blend);
  s->next.depth[n] = cover_head(&blend, s->next.water[n]) - blend.bed;
}

/* The cells' new water and heads; a NaN never becomes the state. `water` is kept until the substep ends, since the rows beside this one
 * read it. */
static void subgrid_depth(WeirWater *w, const FlowStep *step, int k, const FlowCells *c) {
  Subgrid *const s = w->bodies.subgrid;
  for (int n = s->row[k]; n < s->row[k + 1]; n++) {
    const CutRow row = s->rows[n];
    float *const depth = &s->cells.depth[n], *const next = &s->next.water[n];
    const float water = s->cells.water[n], before = *depth;
    const int i = row.i;
    if (!(row.flags & ROW_ACTIVE)) continue;
    if (!(row.flags & ROW_COVERED)) {
      c->out[i] = *next = *depth = c->out[i] >= 0.0f && c->out[i] < WALL_HEIGHT ? c->out[i] : water;
      continue;
    }
    const bool unlimited = (c->limit[i] == 1.0f) & (c->limit[i - 1] == 1.0f) & (c->limit[i + 1] == 1.0f) & (c->limit_south[i] == 1.0f) &
                           (c->limit_north[i] == 1.0f);
    if (!(is_settled(s, n) && unlimited)) cell_settle(s, step, c, n);
    const float h = s->next.depth[n];
    *next = *next < WALL_HEIGHT ? *next : water;
    c->out[i] = *depth = h >= 0.0f && h < WALL_HEIGHT ? h : *next;
    s->cells.rise[n] = *depth - before;
    if (*depth != before || *next != water) tile_note_change(w, i, k); /* too small for the depth field, it still moves heads in slots */
  }
}

/* Dye is dissolved in the water between bodies, and none of it in what lies on their decks. */
static void subgrid_concentration(const WeirWater *w, int k, const float *amount, float *concentration) {
  const Subgrid *const s = w->bodies.subgrid;
  for (int n = s->row[k]; n < s->row[k + 1]; n++) {
    const float water = s->cells.water[n];
    const int i = s->cells.cells[n].i;
    if (s->cells.cells[n].is_covered) concentration[i] = water > DEPTH_TINY ? amount[i] / water : 0.0f;
  }
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
  return (FlowTerms){{[TERM_SLOPE] = slope,
                      [TERM_PRESSURE] = drive - slope,
                      [TERM_ADVECTION] = -(double)f->carried[face],
                      [TERM_DRAG] = friction + (friction_share - 1.0) * held,
                      [TERM_LIMITER] = (double)f->next[face] - (double)unbounded - in_band + rounding,
                      [TERM_BODY] = opened - (double)f->speed_before[face] + (held - free_speed)}};
}

static bool subgrid_face_terms(const WeirWater *w, const FlowStep *p, int i, int k, int side, FlowTerms *terms) {
  const Subgrid *const s = w->bodies.subgrid;
  if (!subgrid_in_row(s, k)) return false;
  const int n = cell_sets_rank(s, i, k);
  const CutCell *const cell = &s->cells.cells[n];
  if (n >= s->row[k + 1] || cell->i != i || cell->k != k || !cell->face_is_cut[side]) return false;
  const int face = side * s->faces.stride + n;
  *terms = (FlowTerms){{0}};
  if (!(s->rows[n].flags & 1 << side)) return true; /* asleep: nothing has changed */
  if (s->faces.open[face] > 0.0f)
    *terms = open_terms(s, p, n, side, face);
  else /* a closed face lets nothing through but what moves with the body */
    terms->of[s->faces.share[face] > 0.0f ? TERM_BODY : TERM_LIMITER] = (double)s->faces.next[face] - (double)s->faces.speed_before[face];
  return true;
}

/* Bodies at a side of the grid, or beyond it. The flow through the side's own faces is the side's to find (boundary/flow_sides.c); it is
 * told here what bodies leave open of them and how little the cells beside them store, and the solver is told what to expect. With a
 * side that knew of no bodies, a pier's slot was taken for open water: waves of 90 m came of a lake at rest. */

/* The cut cell of a cell that bodies cover; -1: they do not. */
static int cut_cell_covered(const WeirWater *w, int i, int k) {
  const Subgrid *const s = w->bodies.subgrid;
  if (!subgrid_any(w) || !subgrid_in_row(s, k) || !cell_set_has(w, s->sets.present, i, k)) return -1;
  const int n = cell_sets_rank(s, i, k);
  return s->cells.cells[n].is_covered ? n : -1; /* CellSets.covered is not saved in snapshots */
}

/* Finds the share of cell (i, k)'s face on a side of the grid that bodies leave open; and what the cell stores of the flow through it, as a
 * share of an open cell's, where its head is or may soon be. The head may soon be in a slot that it is not in yet: the least storage within
 * reach counts. */
static SideOpen subgrid_side_open(const WeirWater *w, int i, int k) {
  const int n = cut_cell_covered(w, i, k);
  if (n < 0) return (SideOpen){1.0f, 1.0f};
  const Subgrid *const s = w->bodies.subgrid;
  BlendedCover blend;
  cover_blend(s, n, motion_share(s, s->substep), &blend);
  const float h = cut_cell_surface(&s->cells, n), head_reach = SIDE_REACH * s->cells.depth[n];
  const float storage =
      min_float(cover_storage(&blend, h), min_float(cover_storage(&blend, h - head_reach), cover_storage(&blend, h + head_reach)));
  const float head = max_float(h, blend.bed + SIDE_DEPTH_MIN * w->cell), height = head - blend.bed;
  float closed = 0.0f;
  for (int m = 0; m < blend.count; m++) {
    const CoverInterval *const interval = &blend.interval[m];
    closed += min_float(1.0f, BLOCKING_FACTOR * interval->cover) * max_float(min_float(head, interval->high) - interval->low, 0.0f);
  }
  return (SideOpen){max_float(1.0f - closed / height, 0.0f), storage};
}

static void subgrid_side_expect(const WeirWater *w, int i, int k, float metres) {
  const int n = cut_cell_covered(w, i, k);
  if (n >= 0 && w->bodies.subgrid->cells.cells[n].is_active)
    w->bodies.subgrid->next.water[n] = max_float(0.0f, w->bodies.subgrid->next.water[n] - metres);
}

static float subgrid_side_water(const WeirWater *w, int i, int k, float rise) {
  const int n = cut_cell_covered(w, i, k);
  if (n < 0) return rise;
  const Subgrid *const s = w->bodies.subgrid;
  BlendedCover blend;
  cover_blend(s, n, motion_share(s, s->substep + 1), &blend);
  const float h = blend.bed + w->depth.cells[water_index(w, i, k)];
  return cover_water(&blend, h + rise) - cover_water(&blend, h);
}

/* Beside bodies at rest, smoothing is taken off again.
 *
 * Heads under a body are known less well than those of a lake: its slots make 1/SLOT_FRACTION of a rounding, and the solver leaves some
 * microns. Faces of bodies allow for that with a dead band: such heads drive nothing through them (dead_band_factor,
 * bodies/cut_rows.h). But they bend the surface, and the rows smooth it: the ripple flow through the next face outwards, which has
 * no such dead band, moved water away from under a sleeping body for ever, and the waves of that (microns a second) kept its whole lake
 * awake. So where nothing moves through a body's face, that face shows no ripple, and the face behind it in line is not smoothed. A wave
 * that moves water through the body's face is smoothed as elsewhere. */

/* Surface behind minus surface ahead, from line[n] to line[n + 1], as the rows have it. */
static float fall(const FaceLine *line, int n, int i) {
  return (line->depth[n][i] - line->depth[n + 1][i]) - (line->bed[n + 1][i] - line->bed[n][i]);
}

/* Returns true if the face of cut cell n is that of a body at rest, with nothing moving through it. */
static bool face_rests(const Subgrid *s, int n, int side) {
  if (n < 0 || !s->cells.cells[n].face_is_cut[side] || s->faces.speed[side * s->faces.stride + n] != 0.0f) return false;
  return !s->cells.cells[n].is_active || s->faces.next[side * s->faces.stride + n] == 0.0f;
}

/* The cut cell behind cut cell n, across joined sides too; -1: there is none. Water crosses joined sides as if bodies ended there: no
 * cut cell is linked with one on the other side, and no face on the joint is cut. */
static int cut_cell_behind(const WeirWater *w, int n, int side) {
  const Subgrid *const s = w->bodies.subgrid;
  const CutCell *const cell = &s->cells.cells[n];
  const int beside = cut_cell_beside(&s->cells, n, side + 2);
  if (beside >= 0) return beside;
  const int i = grid_place(side == FACE_EAST ? cell->i - 1 : cell->i, w->nx, side_is_joined(w, WEIR_WEST));
  const int k = grid_place(side == FACE_SOUTH ? cell->k - 1 : cell->k, w->nz, side_is_joined(w, WEIR_NORTH));
  const int found = i < 0 || k < 0 ? -1 : cell_sets_rank(s, i, k);
  return found >= 0 && found < s->row[k + 1] && s->cells.cells[found].i == i ? found : -1;
}

/* Takes off the ripple flow that the rows have added to face i, to the bit (grid/flow_formulas_body.h); at a wall the water counts as
 * mirrored. */
static void face_unsmooth(const FlowStep *p, const FaceLine *line, int i, float *flow) {
  if (flow[i] == 0.0f) return; /* the face is closed, or nothing is to be taken off */
  const float back = line->wall_back || i == line->column_back ? 0.0f : fall(line, 0, i), here = fall(line, 1, i);
  const float ahead = line->wall_ahead || i == line->column_ahead ? 0.0f : fall(line, 2, i);
  const float dead_band = 0.0f; /* the rows have FlowStep.ripple_dead_band here; with it the bits would change */
  flow[i] -= ripple_flow(back - here, here - ahead, line->smoothing_cap[0][i], line->smoothing_cap[1][i], p->ripple, dead_band);
}

/* Subtracts from `flow` the ripple flow through those faces of row k that lie beside a face of a body at rest. Each face lies between the
 * line's cells [1] and [2]; row k may be -1 or nz where sides are joined. After write_faces.
 * Rows have faces where the tiles of their own cells are awake, whether or not those of the cells beyond are. Both copies of a joint's
 * faces, and of the rows beyond it, must come to the same: what leaves on one side comes in on the other. */
static void subgrid_undo_smoothing(const WeirWater *w, const FlowStep *step, int k, int side, const FaceLine *line, float *flow) {
  const Subgrid *const s = w->bodies.subgrid;
  const CutCell *const cells = s->cells.cells;
  const bool east = side == FACE_EAST, round_x = side_is_joined(w, WEIR_WEST), round_z = side_is_joined(w, WEIR_NORTH);
  const int row = grid_place(k, w->nz, round_z), on = east || row < 0 ? row : grid_place(row + 1, w->nz, round_z);
  for (int n = row < 0 ? 0 : s->row[row]; row >= 0 && n < s->row[row + 1]; n++)
    if (cells[n].is_active && !cells[n].face_is_cut[side] && face_rests(s, cut_cell_behind(w, n, side), side))
      face_unsmooth(step, line, cells[n].i, flow); /* ahead of a face at rest */
  for (int n = on < 0 ? 0 : s->row[on]; on >= 0 && n < s->row[on + 1]; n++) {
    const int i = east ? grid_place(cells[n].i - 1, w->nx, round_x) : cells[n].i;
    if (i < 0 || !tile_is_active(w, i, row) || !face_rests(s, n, side)) continue;
    const int behind = cut_cell_behind(w, n, side);
    const bool done = behind >= 0 && (cells[behind].face_is_cut[side] || face_rests(s, cut_cell_behind(w, behind, side), side));
    if (!done) face_unsmooth(step, line, i, flow); /* behind a face at rest, unless it lies ahead of another too */
  }
  if (east && round_x) flow[-1] = flow[w->nx - 1];
}

static bool has_body_at_rest(const WeirWater *w) {
  return w->bodies.subgrid->has_body_at_rest;
}

static bool in_row(const WeirWater *w, int k) {
  return subgrid_in_row(w->bodies.subgrid, k);
}

const FlowBodies subgrid_flow = {.present = subgrid_any,
                                 .may_sleep = true,
                                 .begin_step = subgrid_begin_step,
                                 .end_step = subgrid_end_step,
                                 .update_budget = subgrid_update_budget,
                                 .before_substep = subgrid_before_substep,
                                 .skip_substep = subgrid_skip_substep,
                                 .solve_faces = subgrid_solve_faces,
                                 .end_substep = subgrid_end_substep,
                                 .in_row = in_row,
                                 .write_faces = subgrid_write_faces,
                                 .face_terms = subgrid_face_terms,
                                 .has_body_at_rest = has_body_at_rest,
                                 .undo_smoothing = subgrid_undo_smoothing,
                                 .limit = subgrid_limit,
                                 .close_faces = subgrid_close_faces,
                                 .cut_stretch = subgrid_cut_stretch,
                                 .depth = subgrid_depth,
                                 .concentration = subgrid_concentration,
                                 .side_open = subgrid_side_open,
                                 .side_expect = subgrid_side_expect,
                                 .side_water = subgrid_side_water};
