/* What flows through the faces that bodies reach: under them, through what they leave open, over them, and with them. */
#include <string.h>

#include "weir/boundary/boundary.h"
#include "weir/grid/budget.h"
#include "weir/grid/sources.h"
#include "weir/bodies/state.h"
#include "weir/grid/sleeping.h"

#define TEAM 2000 /* records that are worth more than one thread */
#define AHEAD 16  /* records that are asked for before they are wanted: sweeps drive them out of the caches */

enum { CHUNK = 512 }; /* records at a time */

static int min_int(int a, int b) {
  return a < b ? a : b;
}

double subgrid_displaced(const WeirWater *w) {
  enum { PARTS = 8 }; /* sums that do not wait for each other */
  const Subgrid *const s = w->bodies.subgrid;
  const float *const depth = s->records.depth, *const water = s->records.water, *const deck = s->records.deck;
  double up[PARTS] = {0}, all = 0;
  int n = 0;
  for (; n + PARTS <= s->count; n += PARTS)
    for (int m = 0; m < PARTS; m++) up[m] += (double)depth[n + m] - (double)water[n + m] - (double)deck[n + m];
  for (int m = 0; n < s->count; n++, m++) up[m] += (double)depth[n] - (double)water[n] - (double)deck[n];
  for (int m = 0; m < PARTS; m++) all += up[m];
  return all * (double)w->cell * (double)w->cell + s->filled; /* what sides have done to the depth since is not the bodies' */
}

void subgrid_account(WeirWater *w) {
  Subgrid *const s = w->bodies.subgrid;
  const double displaced = subgrid_displaced(w);
  w->budget.displaced += displaced - s->displaced;
  s->displaced = displaced;
}

/* Depths that are not as they were left: what has come `from_above` stays on bodies' tops, where these are dry. */
static void records_sync(WeirWater *w, bool from_above) {
  Subgrid *const s = w->bodies.subgrid;
  bool changed = false;
  double kept = 0; /* m of what was to be taken and is not there (pores are soon empty), and of rounding */
  for (int n = 0; n < s->count; n++) {
    const ptrdiff_t at = water_index(w, s->records.cells[n].i, s->records.cells[n].k);
    const float more = w->depth.cells[at] - s->records.depth[n];
    if (more == 0.0f && s->records.bed[n] == w->terrain.cells[at]) continue;
    const float onto = from_above && more > 0.0f ? more * subgrid_deck_share(s, n) : 0.0f;
    s->records.bed[n] = w->terrain.cells[at];
    const float within = subgrid_give(w, n, more - onto);
    if (onto > 0.0f) s->records.deck[n] = max_float(0.0f, s->records.deck[n] + (more - within));
    else kept += (double)within - (double)more;
    s->decked = s->decked || onto > 0.0f;
    changed = true;
  }
  if (kept != 0) budget_add(w, kept * (double)w->cell * (double)w->cell);
  if (changed) subgrid_account(w);
}

void subgrid_sync(WeirWater *w) {
  if (!w->bodies.depths_changed) return;
  w->bodies.depths_changed = false;
  records_sync(w, true);
}

/* The way that bodies were handed in with has been gone. */
static void bodies_stop(Subgrid *s) {
  s->stands = s->rests = true;
  for (int side = 0; s->count > 0 && side < FACES; side++) memset(s->faces.speed + side * s->faces.stride, 0, sizeof(float) * (size_t)s->count);
}

/* The state that a step begins with, one after the other: water, decks, depths. */
static void kept_take(Subgrid *s) {
  const float *const from[KEPT] = {s->records.water, s->records.deck, s->records.depth};
  for (size_t n = 0; n < KEPT; n++) memcpy(s->kept + n * (size_t)s->count, from[n], sizeof(float) * (size_t)s->count);
}

static void kept_return(Subgrid *s) {
  float *const to[KEPT] = {s->records.water, s->records.deck, s->records.depth};
  for (size_t n = 0; n < KEPT; n++) memcpy(to[n], s->kept + n * (size_t)s->count, sizeof(float) * (size_t)s->count);
  for (int n = 0; n < s->count; n++) s->decked = s->decked || s->records.deck[n] > 0.0f;
}

void subgrid_begin(WeirWater *w, int parts, bool again) {
  Subgrid *const s = w->bodies.subgrid;
  s->view = VIEW_STALE;
  if (!again && s->spent) bodies_stop(s);
  if (!again) subgrid_sync(w);
  s->parts = parts;
  s->part = 0;
  s->kept_taken = again && s->kept_taken; /* not, while all that is wet slept */
  if (s->kept_taken) kept_return(s);
}

/* --- a substep ------------------------------------------------------------------------------------------------------- */

/* What is far away: asked for ahead. Whether all of them work. */
static bool cells_read(const WeirWater *w, const FlowStep *step, int first, int last) {
  Subgrid *const s = w->bodies.subgrid;
  const SubRecords *const r = &s->records;
  float *const found[FACES] = {s->faces.found, s->faces.found + s->faces.stride};
  const bool swe = w->solver == WEIR_SWE;
  bool work = true;
  for (int n = first; n < last; n++) {
    SubCell *const cell = &r->cells[n];
    if (n + AHEAD < s->count) {
      const ptrdiff_t ahead = water_index(w, cell[AHEAD].i, cell[AHEAD].k);
      __builtin_prefetch(w->flow.speed_x.cells + ahead);
      __builtin_prefetch(w->flow.speed_z.cells + ahead);
    }
    const ptrdiff_t at = water_index(w, cell->i, cell->k);
    const bool inner = (r->link[SIDE_EAST][n] != n) & (r->link[SIDE_SOUTH][n] != n) & (r->link[SIDE_WEST][n] != n) & (r->link[SIDE_NORTH][n] != n);
    const int flags = ROW_WORKS + inner * ROW_INNER + cell->shaded * ROW_SHADED + cell->active[FACE_EAST] * ROW_EAST + cell->active[FACE_SOUTH] * ROW_SOUTH;
    work &= cell->works = tiles_works(w, cell->i, cell->k);
    s->rows[n] = (SubRow){cell->i, (uint8_t)(cell->works ? flags : 0)};
    found[FACE_EAST][n] = w->flow.speed_x.cells[at];
    found[FACE_SOUTH][n] = w->flow.speed_z.cells[at];
    for (int side = 0; side < FACES; side++) /* pipes carry nothing, and what shallow water carried is over */
      s->faces.carried[side * s->faces.stride + n] = swe && cell->active[side] ? subgrid_advected(w, step, n, side) : 0.0f;
  }
  for (int n = first; n < last; n++) {
    s->surface[n] = r->bed[n] + r->depth[n];
    s->heads[n] = s->surface[n] + r->rise[n]; /* the solver begins there: a round less */
  }
  return work;
}

void subgrid_before(WeirWater *w, const FlowStep *step) {
  if (w->bodies.subgrid->part > 0) subgrid_sync(w); /* for the first, subgrid_begin did */
  subgrid_deck_run(w, step->pace);
}

static ShadeStep shade_step(const WeirWater *w, const FlowStep *p) {
  return (ShadeStep){.still = p->still, .creep = p->drive * p->still, .slack = 2.0f * p->still, .pace = p->pace, .less = SUBGRID_LESS,
                     .least = 0.5f * SUBGRID_PORES, .dt = p->pace * w->cell, .cell = w->cell, .gravity = w->tuning.gravity, .drive = p->drive,
                     .keep = p->keep, .most = p->most, .film = p->film, .rough = p->rough, .manning = p->manning, .viscous = p->viscous,
                     .dither = p->dither};
}

static SubHeads heads_of(const Subgrid *s) {
  const SubRecords *const r = &s->records;
  return (SubHeads){r->bed, s->surface, s->heads, {r->link[SIDE_EAST], r->link[SIDE_SOUTH], r->link[SIDE_WEST], r->link[SIDE_NORTH]}};
}

void subgrid_faces(WeirWater *w, const FlowStep *step) {
  Subgrid *const s = w->bodies.subgrid;
  const SubHeads heads = heads_of(s);
  const SubgridFaceRows *const rows = subgrid_face_rows();
  const int count = s->count;
  *s->step = shade_step(w, step);
  memcpy(s->next.water, s->records.water, sizeof *s->next.water * (size_t)count);
  if (!s->kept_taken) kept_take(s);
  s->kept_taken = true;
  bool work = true;
#pragma omp parallel num_threads(w->threads) if (count > TEAM)
  {
#pragma omp for schedule(static) reduction(&& : work)
    for (int n = 0; n < count; n += CHUNK) work = cells_read(w, step, n, min_int(n + CHUNK, count)) && work;
#pragma omp for schedule(static)
    for (int n = 0; n < count; n += CHUNK)
      for (int side = 0; side < FACES; side++) rows->open(&heads, &s->faces, side, n, min_int(n + CHUNK, count));
#pragma omp for schedule(static)
    for (int n = 0; n < count; n += CHUNK)
      for (int side = 0; side < FACES; side++) rows->prepare(s->step, &heads, &s->faces, side, n, min_int(n + CHUNK, count));
  }
  if (sides_any(w)) edges_expect(w, step->pace);
  const int groups = subgrid_solve(w, &heads);
  s->settled = work;
#pragma omp parallel num_threads(w->threads) if (count > TEAM)
  {
#pragma omp for schedule(static)
    for (int n = 0; n < count; n += CHUNK)
      for (int side = 0; side < FACES; side++) rows->flow(s->step, &heads, &s->faces, side, n, min_int(n + CHUNK, count));
#pragma omp for schedule(static)
    for (int n = 0; n < groups; n++)
      if (work) subgrid_rows()->settle(s->step, &s->faces, &s->groups[n], s->records.depth, &s->next);
  }
}

void subgrid_end(WeirWater *w) {
  Subgrid *const s = w->bodies.subgrid;
  float *const water = s->records.water;
  memcpy(water, s->next.water, sizeof *water * (size_t)s->count);
  s->part++;
  subgrid_account(w);
  if (sides_any(w)) records_sync(w, false); /* what sides have done since */
}

void subgrid_skip(WeirWater *w) {
  w->bodies.subgrid->part++;
}

void subgrid_rest(WeirWater *w) {
  w->bodies.subgrid->spent = true;
}

/* --- rows of the sweep ----------------------------------------------------------------------------------------------- */

void subgrid_lay(const WeirWater *w, int k, int side, float *speed, float *flow) {
  const Subgrid *const s = w->bodies.subgrid;
  const float *const next = s->faces.next + side * s->faces.stride, *const out = s->faces.flow + side * s->faces.stride;
  for (int n = s->row[k]; n < s->row[k + 1]; n++) {
    const SubRow row = s->rows[n];
    if (!(row.flags & 1 << side)) continue;
    speed[row.i] = next[n];
    flow[row.i] = out[n];
  }
}

/* Whether SubgridRows.settle knows of all that flows through record n's faces: of the grid's sides it does not. */
static bool settled(const Subgrid *s, int n) {
  return s->settled && (s->rows[n].flags & ROW_INNER);
}

/* As SubgridRows.settle has it. */
static float limit_of(const Subgrid *s, const FlowStep *step, const FlowOut *c, int n) {
  const int i = s->rows[n].i;
  const float out = step->pace * (max_float(c->east[i], 0.0f) - min_float(c->west[i], 0.0f) + max_float(c->south[i], 0.0f) -
                                  min_float(c->north[i], 0.0f));
  const float have = 0.999999f * min_float(s->records.water[n], c->depth[i]);
  return out > have ? (have > DEPTH_TINY ? have / out : 0.0f) : 1.0f;
}

void subgrid_limit(const WeirWater *w, const FlowStep *step, int k, const FlowOut *c, float *limit, uint8_t *tight) {
  const Subgrid *const s = w->bodies.subgrid;
  for (int n = s->row[k]; n < s->row[k + 1]; n++) {
    if (!(s->rows[n].flags & ROW_SHADED)) continue; /* the rows do for the others */
    const int i = s->rows[n].i;
    limit[i] = settled(s, n) ? s->next.limit[n] : limit_of(s, step, c, n);
    if (limit[i] < 1.0f) tight[i / FLOW_GROUP] = 1;
  }
}

static float limited_flow(float flow, float from, float to) {
  return flow * (flow > 0.0f ? from : to);
}

/* Whether all flows through the faces of the cell in column i go through as they are. */
static bool unlimited(const FlowOut *c, int i) {
  return (c->limit[i] == 1.0f) & (c->limit[i - 1] == 1.0f) & (c->limit[i + 1] == 1.0f) & (c->limit_south[i] == 1.0f) & (c->limit_north[i] == 1.0f);
}

/* What a cell in shadow comes to where the sweep has limited what flows, or tiles sleep. */
static void cell_settle(const Subgrid *s, const FlowStep *step, const FlowOut *c, int n) {
  const int i = s->rows[n].i;
  const float east = limited_flow(c->east[i], c->limit[i], c->limit[i + 1]);
  const float west = limited_flow(c->west[i], c->limit[i - 1], c->limit[i]);
  const float south = limited_flow(c->south[i], c->limit[i], c->limit_south[i]);
  const float north = limited_flow(c->north[i], c->limit_north[i], c->limit[i]);
  const float out = step->pace * (max_float(east, 0.0f) - min_float(west, 0.0f) + max_float(south, 0.0f) - min_float(north, 0.0f));
  s->next.water[n] = water_left(s->records.water[n], out, step->pace * ((east - west) + (south - north)), step->dither);
  SubMix mix;
  subgrid_mix(s, n, subgrid_way(s, s->part + 1), &mix);
  s->next.depth[n] = subgrid_head(&mix, s->next.water[n]) - mix.bed;
}

/* A cell's new water and head: what is no number never becomes the state. `water` is still asked for by whoever has the rows beside
 * this one. */
static void cell_step(WeirWater *w, const FlowStep *step, const FlowOut *c, int k, int n) {
  Subgrid *const s = w->bodies.subgrid;
  const SubRow row = s->rows[n];
  float *const depth = &s->records.depth[n], *const next = &s->next.water[n];
  const float water = s->records.water[n], before = *depth;
  const int i = row.i;
  if (!(row.flags & ROW_SHADED)) {
    const bool sound = c->out[i] >= 0.0f && c->out[i] < WALL_HEIGHT;
    c->out[i] = *next = *depth = sound ? c->out[i] : water;
    return;
  }
  if (!(settled(s, n) && unlimited(c, i))) cell_settle(s, step, c, n);
  const float h = s->next.depth[n];
  *next = *next < WALL_HEIGHT ? *next : water;
  c->out[i] = *depth = h >= 0.0f && h < WALL_HEIGHT ? h : *next;
  s->records.rise[n] = *depth - before;
  if (*depth != before || *next != water) tiles_note(w, i, k); /* the pores feel what the rows' depth rounds off */
}

void subgrid_depth(WeirWater *w, const FlowStep *step, int k, const FlowOut *c) {
  Subgrid *const s = w->bodies.subgrid;
  for (int n = s->row[k]; n < s->row[k + 1]; n++)
    if (s->rows[n].flags & ROW_WORKS) cell_step(w, step, c, k, n);
}

/* --- the table ------------------------------------------------------------------------------------------------------- */

static bool in_row(const WeirWater *w, int k) {
  return subgrid_in_row(w->bodies.subgrid, k);
}

const FlowBodies subgrid_flow = {.present = subgrid_any,
                                 .may_sleep = true,
                                 .begin_step = subgrid_begin,
                                 .end_step = subgrid_rest,
                                 .update_budget = subgrid_account,
                                 .before_substep = subgrid_before,
                                 .skip_substep = subgrid_skip,
                                 .solve_faces = subgrid_faces,
                                 .end_substep = subgrid_end,
                                 .in_row = in_row,
                                 .write_faces = subgrid_lay,
                                 .any_rests = subgrid_rests,
                                 .undo_smoothing = subgrid_calm,
                                 .limit = subgrid_limit,
                                 .depth = subgrid_depth,
                                 .side_open = subgrid_side_open,
                                 .side_expect = subgrid_side_expect,
                                 .side_water = subgrid_side_water};
