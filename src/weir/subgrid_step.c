/* What flows through the faces that bodies reach: under them, through what they leave open, over them, and with them. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "weir/edges.h"
#include "weir/subgrid_state.h"
#include "weir/subgrid_rows.h"
#include "weir/tiles.h"

#define SOLVE_ENOUGH 1e-5f  /* m */
#define SOLVE_MOST 100
#define TEAM 2000           /* records that are worth more than one thread */
#define SOLVE_TEAM 20000    /* cells that are, to wait for each other twice a round */
#define AHEAD 16            /* records that are asked for before they are wanted: sweeps drive them out of the caches */

void subgrid_rise(WeirWater *w) {
  Subgrid *const s = w->subgrid;
  for (int k = 0; k < w->nz; k++) {
    double up = 0;
    for (int n = s->row[k]; n < s->row[k + 1]; n++) up += (double)s->records.cells[n].depth - (double)s->records.water[n] - (double)s->records.deck[n];
    s->row_up[k] = up;
  }
}

double subgrid_displaced(const WeirWater *w) {
  const Subgrid *const s = w->subgrid;
  double up = 0;
  for (int k = 0; k < w->nz; k++) up += s->row_up[k];
  return up * (double)w->cell * (double)w->cell + s->filled; /* what sides have done to the depth since is not the bodies' */
}

void subgrid_account(WeirWater *w) {
  Subgrid *const s = w->subgrid;
  const double displaced = subgrid_displaced(w);
  w->volume_displaced += displaced - s->displaced;
  s->displaced = displaced;
}

/* Depths that are not as they were left: what has come `from_above` stays on bodies' tops, where these are dry. */
static void records_sync(WeirWater *w, bool from_above) {
  Subgrid *const s = w->subgrid;
  bool changed = false;
  for (int n = 0; n < s->count; n++) {
    SubCell *const cell = &s->records.cells[n];
    const ptrdiff_t at = water_index(w, cell->i, cell->k);
    const float more = w->depth.cells[at] - cell->depth;
    if (more == 0.0f && cell->bed == w->terrain.cells[at]) continue;
    const float onto = from_above && more > 0.0f ? more * subgrid_deck_share(s, n) : 0.0f;
    cell->bed = w->terrain.cells[at];
    const float within = subgrid_give(w, n, more - onto);
    if (onto > 0.0f) s->records.deck[n] = max_float(0.0f, s->records.deck[n] + (more - within));
    s->decked = s->decked || onto > 0.0f;
    changed = true;
  }
  if (!changed) return;
  subgrid_rise(w);
  subgrid_account(w);
}

void subgrid_sync(WeirWater *w) {
  if (!w->touched_depths) return;
  w->touched_depths = false;
  records_sync(w, true);
}

/* The way that bodies were handed in with has been gone. */
static void bodies_stop(Subgrid *s) {
  s->stands = s->rests = true;
  for (int n = 0; n < FACES * s->count; n++) s->faces[n].speed = 0.0f;
}

void subgrid_begin(WeirWater *w, int parts, bool again) {
  Subgrid *const s = w->subgrid;
  if (!again && s->spent) bodies_stop(s);
  if (!again) subgrid_sync(w);
  s->parts = parts;
  s->part = 0;
  s->kept_taken = again;
  for (int n = 0; again && n < s->count; n++) {
    s->records.water[n] = s->kept[3 * n];
    s->records.deck[n] = s->kept[3 * n + 1];
    s->records.cells[n].depth = s->kept[3 * n + 2];
    s->decked = s->decked || s->records.deck[n] > 0.0f;
  }
}

/* --- heads and flows together ---------------------------------------------------------------------------------------- */

bool subgrid_solver_reserve(Subgrid *s, int count) {
  const int most = count + 2 * SHADE_GROUP; /* each colour may leave some of its last group empty */
  s->faces = memory_reserve(s->faces, &s->face_capacity, FACES * count + 1, sizeof *s->faces);
  s->rows = memory_reserve(s->rows, &s->row_capacity, count, sizeof *s->rows);
  s->water_next = memory_reserve(s->water_next, &s->next_capacity, count, sizeof *s->water_next);
  s->kept = memory_reserve(s->kept, &s->kept_capacity, 3 * count, sizeof *s->kept);
  s->heads = memory_reserve(s->heads, &s->head_capacity, count, sizeof *s->heads);
  for (int n = 0; n < COLOURS; n++) s->shaded[n] = memory_reserve(s->shaded[n], &s->shaded_capacity[n], count, sizeof *s->shaded[n]);
  s->groups = memory_reserve(s->groups, &s->group_capacity, most / SHADE_GROUP + 1, sizeof *s->groups);
  return s->faces && s->rows && s->water_next && s->kept && s->heads && s->shaded[RED] && s->shaded[BLACK] && s->groups;
}

static float face_opening(const SubFace *f) {
  return f->under + f->within + f->over;
}

static float speed_of(const ShadeStep *b, const SubFace *f, float push) {
  const float least = b->still * f->rough * face_opening(f), head = push - clamp_float(push, -least, least);
  const float u = f->pull * head + f->base;
  return fabsf(u) > b->creep ? clamp_float(u, -f->most, f->most) : 0.0f;
}

static float face_push(const SubFace *f, float here, float on) {
  float push = f->under * subgrid_above(here, on, f->bed);
  if (f->share > 0.0f) push += f->within * subgrid_above(here, on, f->low) + f->over * subgrid_above(here, on, f->high);
  return push;
}

static void shade_slabs(ShadeGroup *g, int n, const SubMix *mix) {
  for (int slab = g->slabs; slab < mix->count; slab++) /* none yet in the lanes before */
    for (int lane = 0; lane < SHADE_GROUP; lane++) g->cover[slab][lane] = g->low[slab][lane] = g->high[slab][lane] = 0.0f;
  if (mix->count > g->slabs) g->slabs = mix->count;
  for (int slab = 0; slab < g->slabs; slab++) {
    const Slab one = slab < mix->count ? mix->slab[slab] : (Slab){0, 0, 0};
    g->cover[slab][n] = one.cover;
    g->low[slab][n] = one.low;
    g->high[slab][n] = one.high;
  }
}

/* A side of the grid lets nothing through: there the cell is linked to itself, by the face that is none. */
static void shade_fill(const Subgrid *s, ShadeGroup *g, int n, int record) {
  const SubCell *const cell = &s->records.cells[record];
  const int to[SHADE_FACES] = {cell_east(s->records.cells, record), cell->south, cell_west(s->records.cells, record), cell->north};
  SubMix mix;
  g->cell[n] = record;
  g->bed[n] = cell->bed;
  g->water[n] = s->records.water[record];
  for (int face = 0; face < SHADE_FACES; face++) {
    const int owner = face < FACES ? record : to[face];
    g->face[face].link[n] = to[face] >= 0 ? to[face] : record;
    g->face[face].number[n] = to[face] >= 0 ? FACES * owner + face % FACES : FACES * s->count;
  }
  subgrid_mix(s, cell, subgrid_way(s, s->part + 1), &mix);
  shade_slabs(g, n, &mix);
}

/* Of `count` cells in shadow those that work. */
static void group_fill(const Subgrid *s, ShadeGroup *g, const int *shaded, int count) {
  g->slabs = g->count = 0;
  for (int n = 0; n < count; n++)
    if (s->records.cells[shaded[n]].works) shade_fill(s, g, g->count++, shaded[n]);
  for (int n = g->count; n > 0 && n < SHADE_GROUP; n++) {
    g->cell[n] = g->cell[0];
    g->bed[n] = g->water[n] = 0.0f;
    for (int face = 0; face < SHADE_FACES; face++) g->face[face].link[n] = g->cell[0], g->face[face].number[n] = FACES * s->count;
    for (int slab = 0; slab < g->slabs; slab++) g->cover[slab][n] = g->low[slab][n] = g->high[slab][n] = 0.0f;
  }
  if (g->count > 0) subgrid_rows()->gather(s->step, s->faces, s->heads, g);
}

static int min_int(int a, int b) {
  return a < b ? a : b;
}

/* Group n, the first `black` of which are red: laid out in the first round, while it is at hand. */
static float group_relax(const Subgrid *s, int n, int black, int round) {
  const int colour = n < black ? RED : BLACK, from = SHADE_GROUP * (colour == RED ? n : n - black);
  ShadeGroup *const g = &s->groups[n];
  if (round == 0) group_fill(s, g, s->shaded[colour] + from, min_int(s->shaded_count[colour] - from, SHADE_GROUP));
  return g->count > 0 ? subgrid_rows()->relax(s->step, g, s->heads) : 0.0f;
}

/* Heads and flows of the cells in shadow together: explicit, the slot under a full cover would ask for steps a tenth as long
 * (Casulli and Stelling 2013 do so for pressurised flow). Red and black by turns. */
static void heads_solve(WeirWater *w) {
  Subgrid *const s = w->subgrid;
  const int *const cells = s->shaded_count;
  const int black = (cells[RED] + SHADE_GROUP - 1) / SHADE_GROUP, groups = black + (cells[BLACK] + SHADE_GROUP - 1) / SHADE_GROUP;
  float most = 0.0f;
#pragma omp parallel num_threads(w->threads) if (SHADE_GROUP * groups > SOLVE_TEAM)
  {
    for (int round = 0; round < SOLVE_MOST; round++) {
#pragma omp for schedule(static) reduction(max : most)
      for (int n = 0; n < black; n++) most = max_float(most, group_relax(s, n, black, round));
#pragma omp for schedule(static) reduction(max : most)
      for (int n = black; n < groups; n++) most = max_float(most, group_relax(s, n, black, round));
      if (most < SOLVE_ENOUGH) break;
#pragma omp barrier
#pragma omp single
      most = 0.0f;
    }
  }
}

/* --- a substep ------------------------------------------------------------------------------------------------------- */

static void cell_prepare(const WeirWater *w, const FlowStep *step, int n) {
  const Subgrid *const s = w->subgrid;
  SubCell *const cell = &s->records.cells[n];
  if (n + AHEAD < s->count) {
    const ptrdiff_t ahead = water_index(w, cell[AHEAD].i, cell[AHEAD].k);
    __builtin_prefetch(w->speed_x.cells + ahead);
    __builtin_prefetch(w->speed_z.cells + ahead);
  }
  cell->works = tiles_works(w, cell->i, cell->k);
  s->water_next[n] = s->records.water[n];
  if (!s->kept_taken) {
    s->kept[3 * n] = s->records.water[n];
    s->kept[3 * n + 1] = s->records.deck[n];
    s->kept[3 * n + 2] = cell->depth;
  }
  s->heads[n] = cell->bed + cell->depth + (cell->cover > 0.0f ? cell->rise : 0.0f); /* the solver begins there: a round less */
  if (cell->works) subgrid_prepare(w, step, n);
}

/* What flows now that the heads are known. */
static void cell_flow(const Subgrid *s, int n) {
  const SubCell *const cell = &s->records.cells[n];
  SubRow *const row = &s->rows[n];
  row->i = cell->i;
  row->flags = 0;
  if (!cell->works) return;
  row->flags = cell->cover > 0.0f ? ROW_SHADED : 0;
  for (int side = 0; side < FACES; side++) {
    if (!cell->active[side]) continue;
    const SubFace *const face = &s->faces[FACES * n + side];
    row->speed[side] = speed_of(s->step, face, face_push(face, s->heads[n], s->heads[side == FACE_EAST ? n + 1 : cell->south]));
    row->flow[side] = row->speed[side] * face_opening(face) + face->with;
    row->flags = (uint8_t)(row->flags | 1 << side);
  }
}

void subgrid_before(WeirWater *w, const FlowStep *step) {
  if (w->subgrid->part > 0) subgrid_sync(w); /* for the first, subgrid_begin did */
  subgrid_deck_run(w, step->pace);
}

void subgrid_faces(WeirWater *w, const FlowStep *step) {
  Subgrid *const s = w->subgrid;
  *s->step = (ShadeStep){step->still, step->drive * step->still, 2.0f * step->still, step->pace, SUBGRID_LESS, 0.5f * SUBGRID_PORES};
#pragma omp parallel for schedule(static) num_threads(w->threads) if (s->count > TEAM)
  for (int n = 0; n < s->count; n++) cell_prepare(w, step, n);
  s->kept_taken = true;
  heads_solve(w);
#pragma omp parallel for schedule(static) num_threads(w->threads) if (s->count > TEAM)
  for (int n = 0; n < s->count; n++) cell_flow(s, n);
}

void subgrid_end(WeirWater *w) {
  Subgrid *const s = w->subgrid;
  float *const water = s->records.water;
  memcpy(water, s->water_next, sizeof *water * (size_t)s->count);
  s->part++;
  subgrid_account(w);
  if (edges_any(w)) records_sync(w, false); /* what sides have done since */
}

void subgrid_skip(WeirWater *w) {
  w->subgrid->part++;
}

void subgrid_rest(WeirWater *w) {
  w->subgrid->spent = true;
}

/* --- rows of the sweep ----------------------------------------------------------------------------------------------- */

void subgrid_lay(const WeirWater *w, int k, int side, float *speed, float *flow) {
  const Subgrid *const s = w->subgrid;
  for (int n = s->row[k]; n < s->row[k + 1]; n++) {
    const SubRow *const row = &s->rows[n];
    __builtin_prefetch(row + AHEAD);
    if (!(row->flags & 1 << side)) continue;
    speed[row->i] = row->speed[side];
    flow[row->i] = row->flow[side];
  }
}

void subgrid_limit(const WeirWater *w, const FlowStep *step, int k, const FlowOut *c, float *limit, uint8_t *tight) {
  const Subgrid *const s = w->subgrid;
  for (int n = s->row[k]; n < s->row[k + 1]; n++) {
    if (!(s->rows[n].flags & ROW_SHADED)) continue; /* the rows do for the others */
    const int i = s->rows[n].i;
    const float out = step->pace * (max_float(c->east[i], 0.0f) - min_float(c->west[i], 0.0f) + max_float(c->south[i], 0.0f) -
                                    min_float(c->north[i], 0.0f));
    const float have = 0.999999f * min_float(s->records.water[n], c->depth[i]); /* the head, rounded, may be lower than its water */
    limit[i] = out > have ? (have > DEPTH_TINY ? have / out : 0.0f) : 1.0f;
    if (limit[i] < 1.0f) tight[i / FLOW_GROUP] = 1;
  }
}

static float limited_flow(float flow, float from, float to) {
  return flow * (flow > 0.0f ? from : to);
}

/* A cell's new water and head. `water` is still asked for by whoever has the rows beside this one. */
static void cell_step(WeirWater *w, const FlowStep *step, const FlowOut *c, int n) {
  Subgrid *const s = w->subgrid;
  SubCell *const cell = &s->records.cells[n];
  const float water = s->records.water[n];
  const int i = cell->i;
  if (!(cell->cover > 0.0f)) {
    const bool sound = c->out[i] >= 0.0f && c->out[i] < WALL_HEIGHT; /* what is no number never becomes the state */
    c->out[i] = s->water_next[n] = cell->depth = sound ? c->out[i] : water;
    return;
  }
  const float east = limited_flow(c->east[i], c->limit[i], c->limit[i + 1]);
  const float west = limited_flow(c->west[i], c->limit[i - 1], c->limit[i]);
  const float south = limited_flow(c->south[i], c->limit[i], c->limit_south[i]);
  const float north = limited_flow(c->north[i], c->limit_north[i], c->limit[i]);
  const float next = max_float(0.0f, water - step->pace * ((east - west) + (south - north)));
  s->water_next[n] = next < WALL_HEIGHT ? next : water;
  SubMix mix;
  subgrid_mix(s, cell, subgrid_way(s, s->part + 1), &mix);
  const float depth = subgrid_head(&mix, s->water_next[n]) - cell->bed, before = cell->depth;
  c->out[i] = cell->depth = depth >= 0.0f && depth < WALL_HEIGHT ? depth : s->water_next[n];
  cell->rise = cell->depth - before;
  if (cell->depth != before || s->water_next[n] != water) tiles_note(w, i, cell->k); /* the pores feel what the rows' depth rounds off */
}

void subgrid_depth(WeirWater *w, const FlowStep *step, int k, const FlowOut *c) {
  Subgrid *const s = w->subgrid;
  double up = 0;
  for (int n = s->row[k]; n < s->row[k + 1]; n++) {
    SubCell *const cell = &s->records.cells[n];
    __builtin_prefetch(cell + AHEAD);
    if (cell->works) cell_step(w, step, c, n);
    up += (double)cell->depth - (double)s->water_next[n] - (double)s->records.deck[n];
  }
  s->row_up[k] = up;
}
