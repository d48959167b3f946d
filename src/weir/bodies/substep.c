/* A step of the sub-grid method and its substeps, and the rows that the flow sweep asks for: formulas in bodies/bodies.h. */
#include <string.h>

#include "weir/bodies/state.h"
#include "weir/boundary/boundary.h"
#include "weir/grid/budget.h"
#include "weir/grid/sleeping.h"
#include "weir/grid/sources.h"

#define CELLS_PER_TEAM 2000 /* cut cells that are worth more than one thread */
#define CELLS_AHEAD 16      /* cut cells that are prefetched before they are read: sweeps drive them out of the caches */

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

static HeadStep head_step(const WeirWater *w, const FlowStep *p) {
  return (HeadStep){.head_dead_band = p->head_dead_band,
                    .velocity_dead_band = p->gravity_dt_over_dx * p->head_dead_band,
                    .slack = 2.0f * p->head_dead_band,
                    .dt_over_dx = p->dt_over_dx,
                    .solid_fraction = SOLID_FRACTION,
                    .storage_min = 0.5f * SLOT_FRACTION,
                    .dt = p->dt_over_dx * w->cell,
                    .cell = w->cell,
                    .gravity = w->tuning.gravity,
                    .gravity_dt_over_dx = p->gravity_dt_over_dx,
                    .friction_factor = p->friction_factor,
                    .speed_cap = p->speed_cap,
                    .film_depth = p->film_depth,
                    .dt_roughness = p->dt_roughness,
                    .dt_gravity_manning2 = p->dt_gravity_manning2,
                    .dt_viscosity3 = p->dt_viscosity3,
                    .dither = p->dither};
}

static void subgrid_solve_faces(WeirWater *w, const FlowStep *step) {
  Subgrid *const s = w->bodies.subgrid;
  int32_t *const *const link = s->cells.link;
  const CutHeads heads = {s->cells.bed, s->surface, s->heads, {link[SIDE_EAST], link[SIDE_SOUTH], link[SIDE_WEST], link[SIDE_NORTH]}};
  const float *const kept[ROLLBACK_FIELDS] = {s->cells.water, s->cells.deck, s->cells.depth};
  const CutFaceRows *const rows = cut_face_rows();
  const int count = s->count;
  *s->step = head_step(w, step);
  memcpy(s->next.water, s->cells.water, sizeof *s->next.water * (size_t)count);
  for (size_t n = 0; !s->has_rollback && n < ROLLBACK_FIELDS; n++) /* the state at the beginning of the step */
    memcpy(s->rollback + n * (size_t)count, kept[n], sizeof(float) * (size_t)count);
  s->has_rollback = true;
  bool all_active = true;
#pragma omp parallel num_threads(w->threads) if (count > CELLS_PER_TEAM)
  {
#pragma omp for schedule(static) reduction(&& : all_active)
    for (int n = 0; n < count; n += CHUNK) all_active = cells_read(w, step, n, min_int(n + CHUNK, count)) && all_active;
#pragma omp for schedule(static)
    for (int n = 0; n < count; n += CHUNK)
      for (int side = 0; side < FACES; side++) rows->open(&heads, &s->faces, side, n, min_int(n + CHUNK, count));
#pragma omp for schedule(static)
    for (int n = 0; n < count; n += CHUNK)
      for (int side = 0; side < FACES; side++) rows->prepare(s->step, &heads, &s->faces, side, n, min_int(n + CHUNK, count));
  }
  if (sides_any(w)) boundary_expect_outflow(w, step->dt_over_dx);
  const int groups = heads_solve(w, &heads);
  s->depths_known = all_active;
#pragma omp parallel num_threads(w->threads) if (count > CELLS_PER_TEAM)
  {
#pragma omp for schedule(static)
    for (int n = 0; n < count; n += CHUNK)
      for (int side = 0; side < FACES; side++) rows->flow(s->step, &heads, &s->faces, side, n, min_int(n + CHUNK, count));
#pragma omp for schedule(static)
    for (int n = 0; n < groups; n++)
      if (all_active) cut_cell_rows()->settle(s->step, &s->faces, &s->groups[n], s->cells.depth, &s->next);
  }
}

static void subgrid_end_substep(WeirWater *w) {
  Subgrid *const s = w->bodies.subgrid;
  float *const water = s->cells.water;
  memcpy(water, s->next.water, sizeof *water * (size_t)s->count);
  s->substep++;
  subgrid_update_budget(w);
  if (sides_any(w)) cut_cells_sync_sides(w);
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

/* A cell's new water and head; a NaN never becomes the state. `water` is kept until the substep ends, since the rows beside this one
 * read it. */
static void cell_step(WeirWater *w, const FlowStep *step, const FlowCells *c, int k, int n) {
  Subgrid *const s = w->bodies.subgrid;
  const CutRow row = s->rows[n];
  float *const depth = &s->cells.depth[n], *const next = &s->next.water[n];
  const float water = s->cells.water[n], before = *depth;
  const int i = row.i;
  if (!(row.flags & ROW_COVERED)) {
    const bool is_valid = c->out[i] >= 0.0f && c->out[i] < WALL_HEIGHT;
    c->out[i] = *next = *depth = is_valid ? c->out[i] : water;
    return;
  }
  const bool unlimited = (c->limit[i] == 1.0f) & (c->limit[i - 1] == 1.0f) & (c->limit[i + 1] == 1.0f) & (c->limit_south[i] == 1.0f) &
                         (c->limit_north[i] == 1.0f);
  if (!(is_settled(s, n) && unlimited)) cell_settle(s, step, c, n);
  const float h = s->next.depth[n];
  *next = *next < WALL_HEIGHT ? *next : water;
  c->out[i] = *depth = h >= 0.0f && h < WALL_HEIGHT ? h : *next;
  s->cells.rise[n] = *depth - before;
  if (*depth != before || *next != water) tile_note_change(w, i, k); /* a change too small for the depth field still moves heads in slots */
}

static void subgrid_depth(WeirWater *w, const FlowStep *step, int k, const FlowCells *c) {
  Subgrid *const s = w->bodies.subgrid;
  for (int n = s->row[k]; n < s->row[k + 1]; n++)
    if (s->rows[n].flags & ROW_ACTIVE) cell_step(w, step, c, k, n);
}

/* Dye is dissolved in the water between bodies, and none of it in what lies on their decks. */
static void subgrid_concentration(const WeirWater *w, int k, const float *amount, float *concentration) {
  const Subgrid *const s = w->bodies.subgrid;
  for (int n = s->row[k]; n < s->row[k + 1]; n++) {
    const CutCell *const cell = &s->cells.cells[n];
    if (!cell->is_covered) continue;
    const float water = s->cells.water[n];
    concentration[cell->i] = water > DEPTH_TINY ? amount[cell->i] / water : 0.0f;
  }
}

/* --- the table ------------------------------------------------------------------------------------------------------- */

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
                                 .depth = subgrid_depth,
                                 .concentration = subgrid_concentration,
                                 .side_open = subgrid_side_open,
                                 .side_expect = subgrid_side_expect,
                                 .side_water = subgrid_side_water};
