/* What flows through the faces that bodies reach: under them, through what they leave open, over them, and with them. */
#include <math.h>
#include <string.h>

#include "weir/subgrid.h"
#include "weir/tiles.h"

#define SOLVE_OVER 1.5f     /* over-relaxation */
#define SOLVE_ENOUGH 1e-5f  /* m */
#define SOLVE_MOST 100
#define SOLVE_TEAM 500      /* cells that are worth more than one thread */
#define BODY_FRICTION 0.5f  /* 1/s, k_f: of water in what a body blocks; 0 leaves waves in the slot undamped */
#define SEEPAGE 0.02f       /* m/s, k_s: through what is shut; without it a crate on the bed lifts too late */
#define OPEN_LEAST 1e-6f    /* m */

/* Share of the way from the old geometry to the new one at the end of a substep. */
static float way(const Subgrid *s, int part) {
  return s->parts > 0 ? (float)part / (float)s->parts : 1.0f;
}

void subgrid_sync(WeirWater *w) {
  Subgrid *const s = w->subgrid;
  bool changed = false;
  for (int n = 0; n < s->count; n++) {
    SubCell *const cell = &s->cells[n];
    const ptrdiff_t at = water_index(w, cell->i, cell->k);
    float *const depth = &w->depth.cells[at];
    if (*depth == cell->depth) continue;
    const float bed = w->terrain.cells[at];
    cell->water = max_float(0.0f, cell->water + (*depth - cell->depth));
    *depth = cell->depth = subgrid_head(cell, bed, cell->water, way(s, s->part)) - bed;
    changed = true;
  }
  if (changed) subgrid_account(w);
}

void subgrid_begin(WeirWater *w, int parts, bool again) {
  Subgrid *const s = w->subgrid;
  if (!again) subgrid_sync(w);
  s->parts = parts;
  s->part = 0;
  for (int n = 0; n < s->count; n++) {
    SubCell *const cell = &s->cells[n];
    if (again) {
      cell->water = cell->water_kept;
      cell->depth = cell->depth_kept;
    } else {
      cell->water_kept = cell->water;
      cell->depth_kept = cell->depth;
    }
  }
}

typedef struct Gap { /* a face and the heads to its sides */
  float bed, here, on;      /* m: the higher bed, both surfaces */
  float under, within, over; /* m: open under the bodies, between their lower and upper ends, above */
} Gap;

static Gap gap_of(const WeirWater *w, const SubFace *face, ptrdiff_t at, ptrdiff_t on) {
  Gap g = {.bed = max_float(w->terrain.cells[at], w->terrain.cells[on]),
           .here = w->terrain.cells[at] + w->depth.cells[at],
           .on = w->terrain.cells[on] + w->depth.cells[on]};
  const float top = max_float(max_float(g.here, g.on), g.bed);
  if (!(face->share > 0.0f)) {
    g.under = top - g.bed;
    return g;
  }
  g.under = max_float(min_float(top, face->low) - g.bed, 0.0f);
  g.within = clamp_float(top, face->low, face->high) - face->low;
  g.over = max_float(top - face->high, 0.0f);
  return g;
}

static float opening(const Gap *g, float block) {
  return g->under + (1.0f - block) * g->within + g->over;
}

/* How much higher the water stands here than there, of what reaches above y. */
static inline float above(float here, float there, float y) {
  return max_float(here, y) - max_float(there, y);
}

/* What opens was full of what the body carried. */
static void face_open(const WeirWater *w, SubCell *cell, int side, ptrdiff_t at, ptrdiff_t on) {
  SubFace *const face = &cell->face[side];
  const Gap g = gap_of(w, face, at, on);
  face->open = opening(&g, face->block);
  if (face->block < face->block_before && face->open > OPEN_LEAST)
    face->u = (face->u * opening(&g, face->block_before) + (face->block_before - face->block) * g.within * face->speed) / face->open;
  face->block_before = face->block;
}

/* Share of its speed that the drag of the bed leaves. */
static float dragged(const FlowStep *p, float u, float deep) {
  const float size = fabsf(u), h = max_float(deep, 1e-6f);
  const float rough = p->rough + (p->manning > 0.0f ? p->manning / cbrtf(h) : 0.0f);
  return deep / (deep + rough * size + p->viscous / h);
}

/* What the face does whatever the heads are. */
static void face_prepare(const WeirWater *w, const FlowStep *p, SubCell *cell, int side, ptrdiff_t at, ptrdiff_t on) {
  SubFace *const face = &cell->face[side];
  const Gap g = gap_of(w, face, at, on);
  face->with = face->gain = face->rest = 0.0f;
  face->bed = g.bed;
  face->under = g.under;
  face->within = (1.0f - face->block) * g.within;
  face->over = g.over;
  if (face->open < max_float(OPEN_LEAST, p->film)) {
    face->open = 0.0f;
    face->rest = face->speed;
  } else {
    const float dt = p->pace * w->cell;
    const float rub = expf(-BODY_FRICTION * dt * face->block * (g.under + (1.0f - face->block) * g.within) / face->open);
    const float slow = dragged(p, face->u, face->open);
    face->gain = slow * (face->share > 0.0f ? rub : 1.0f);
    face->rest = face->share > 0.0f ? slow * (1.0f - rub) * face->speed : 0.0f;
  }
  if (!(face->share > 0.0f)) return;
  face->with = (face->block - SUBGRID_LESS * face->share) * g.within * face->speed;
  if (face->block > 0.5f) face->with += SEEPAGE * face->block * above(g.here, g.on, g.bed) * min_float(1.0f, g.within / (0.1f * w->cell));
}

typedef struct Through { /* a face at heads that may still change */
  float flow, growth, u; /* m^2/s; its growth with the head before it, m/s; m/s */
} Through;

static inline Through face_through(const FlowStep *p, const SubFace *f, float here, float there) {
  if (!(f->open > 0.0f)) return (Through){f->with, 0.0f, f->rest};
  float push = f->under * above(here, there, f->bed);
  if (f->share > 0.0f) push += f->within * above(here, there, f->low) + f->over * above(here, there, f->high);
  push = fabsf(push) > p->still * f->open ? p->drive * push / f->open : 0.0f;
  float u = f->gain * (p->keep * f->u + push) + f->rest;
  u = fabsf(u) > p->creep ? clamp_float(u, -p->most, p->most) : 0.0f;
  return (Through){u * f->open + f->with, p->drive * f->gain * f->open, u};
}

/* From the head of a cell, a step that ends where a slab does: there the storage changes. */
static float head_moved(const SubCell *cell, float step) {
  float h = cell->head + step;
  for (int n = 0; n < SLABS; n++)
    for (int end = 0; end < 4; end++) {
      const Slab *const slab = end & 2 ? &cell->was[n] : &cell->now[n];
      const float stop = end & 1 ? slab->high : slab->low;
      if (!(slab->cover > 0.0f)) continue;
      if (step > 0.0f && stop > cell->head && stop < h) h = stop;
      if (step < 0.0f && stop < cell->head && stop > h) h = stop - 1e-6f * fabsf(stop);
    }
  return h;
}

/* Newton's step of one cell's head: held(h) + dt/dx*(what leaves at h) = water. */
static float cell_relax(const Subgrid *s, const WeirWater *w, const FlowStep *p, SubCell *cell, float share) {
  const float bed = w->terrain.cells[water_index(w, cell->i, cell->k)];
  float out = 0.0f, growth = 0.0f;
  const int links[4] = {cell->east, cell->south, cell->west, cell->north};
  for (int n = 0; n < 4; n++) {
    if (links[n] < 0) continue; /* a side of the grid: no window ends at a cell in shadow */
    const SubCell *const other = &s->cells[links[n]];
    const Through t = n < 2 ? face_through(p, &cell->face[n], cell->head, other->head)
                            : face_through(p, &other->face[n - 2], other->head, cell->head);
    out += n < 2 ? t.flow : -t.flow;
    growth += t.growth;
  }
  const float storage = subgrid_storage(cell, cell->head, share);
  const float miss = subgrid_held(cell, bed, cell->head, share) + p->pace * out - cell->water;
  const float h = max_float(head_moved(cell, -SOLVE_OVER * miss / (storage + p->pace * growth)), bed);
  const float moved = fabsf(h - cell->head);
  cell->head = h;
  return moved;
}

/* Heads and flows of the cells in shadow together: explicit, the slot under a full cover would ask for steps a tenth as long
 * (Casulli and Stelling 2013 do so for pressurised flow). Red and black by turns. */
static void heads_solve(WeirWater *w, const FlowStep *p) {
  Subgrid *const s = w->subgrid;
  const float share = way(s, s->part + 1);
  int count[2] = {0, 0};
  for (int n = 0; n < s->count; n++) {
    SubCell *const cell = &s->cells[n];
    const ptrdiff_t at = water_index(w, cell->i, cell->k);
    cell->head = w->terrain.cells[at] + w->depth.cells[at];
    const int colour = (cell->i + cell->k) & 1;
    if (cell->cover > 0.0f) s->shaded[colour ? s->capacity - ++count[1] : count[0]++] = n;
  }
  const int black = s->capacity - count[1];
  float most = 0.0f;
#pragma omp parallel num_threads(w->threads) if (count[0] > SOLVE_TEAM)
  for (int round = 0; round < SOLVE_MOST; round++) {
#pragma omp for schedule(static) reduction(max : most)
    for (int n = 0; n < count[0]; n++) most = max_float(most, cell_relax(s, w, p, &s->cells[s->shaded[n]], share));
#pragma omp for schedule(static) reduction(max : most)
    for (int n = black; n < s->capacity; n++) most = max_float(most, cell_relax(s, w, p, &s->cells[s->shaded[n]], share));
    if (most < SOLVE_ENOUGH) break;
#pragma omp barrier
#pragma omp single
    most = 0.0f;
  }
}

static bool face_within(const WeirWater *w, const SubCell *cell, int side) {
  return cell->i + (side == FACE_EAST) < w->nx && cell->k + (side == FACE_SOUTH) < w->nz;
}

void subgrid_faces(WeirWater *w, const FlowStep *step) {
  Subgrid *const s = w->subgrid;
  const ptrdiff_t next[FACES] = {1, w->stride};
  subgrid_sync(w);
  for (int n = 0; n < s->count; n++) /* in a tile that sleeps nobody would bring the flows up to date */
    tiles_wake(w, s->cells[n].i, s->cells[n].k, s->cells[n].i + 1, s->cells[n].k + 1);
  for (int n = 0; n < s->count; n++)
    for (int side = 0; side < FACES; side++) {
      SubCell *const cell = &s->cells[n];
      const ptrdiff_t at = water_index(w, cell->i, cell->k);
      cell->face[side].u = (side == FACE_EAST ? &w->speed_x : &w->speed_z)->cells[at];
      cell->face[side].open = 0.0f;
      if (!face_within(w, cell, side)) continue;
      face_open(w, cell, side, at, at + next[side]);
      face_prepare(w, step, cell, side, at, at + next[side]);
    }
  heads_solve(w, step);
  for (int n = 0; n < s->count; n++)
    for (int side = 0; side < FACES; side++) {
      SubCell *const cell = &s->cells[n];
      if (!cell->face[side].active) continue;
      const int to = side == FACE_EAST ? cell->east : cell->south;
      const Through t = face_through(step, &cell->face[side], cell->head, s->cells[to].head);
      cell->face[side].flow = t.flow;
      cell->face[side].u_next = t.u;
    }
}

void subgrid_account(WeirWater *w) {
  Subgrid *const s = w->subgrid;
  double up = 0;
  for (int n = 0; n < s->count; n++) {
    const SubCell *const cell = &s->cells[n];
    up += (double)w->depth.cells[water_index(w, cell->i, cell->k)] - (double)cell->water;
  }
  const double displaced = up * (double)w->cell * (double)w->cell;
  w->volume_displaced += displaced - s->displaced;
  s->displaced = displaced;
}

void subgrid_end(WeirWater *w) {
  Subgrid *const s = w->subgrid;
  for (int n = 0; n < s->count; n++) s->cells[n].water = s->cells[n].water_next;
  subgrid_account(w);
  s->part++;
}

void subgrid_rest(WeirWater *w) {
  Subgrid *const s = w->subgrid;
  for (int n = 0; n < s->count; n++) {
    memcpy(s->cells[n].was, s->cells[n].now, sizeof s->cells[n].was);
    for (int side = 0; side < FACES; side++) s->cells[n].face[side].speed = 0.0f;
  }
}

/* --- rows of the sweep ----------------------------------------------------------------------------------------------- */

void subgrid_lay(const WeirWater *w, int k, int side, float *speed, float *flow) {
  const Subgrid *const s = w->subgrid;
  if (k < 0 || k >= w->nz) return;
  for (int n = s->row[k]; n < s->row[k + 1]; n++) {
    const SubFace *const face = &s->cells[n].face[side];
    if (!face->active) continue;
    speed[s->cells[n].i] = face->u_next;
    flow[s->cells[n].i] = face->flow;
  }
}

void subgrid_limit(const WeirWater *w, const FlowStep *step, int k, const FlowOut *c, float *limit, uint8_t *tight) {
  const Subgrid *const s = w->subgrid;
  if (k < 0 || k >= w->nz) return;
  for (int n = s->row[k]; n < s->row[k + 1]; n++) {
    const int i = s->cells[n].i;
    const float out = step->pace * (max_float(c->east[i], 0.0f) - min_float(c->west[i], 0.0f) + max_float(c->south[i], 0.0f) -
                                    min_float(c->north[i], 0.0f));
    const float have = 0.999999f * min_float(s->cells[n].water, c->depth[i]); /* the head, rounded, may be lower than its water */
    limit[i] = out > have ? (have > DEPTH_TINY ? have / out : 0.0f) : 1.0f;
    if (limit[i] < 1.0f) tight[i / FLOW_GROUP] = 1;
  }
}

static float limited_flow(float flow, float from, float to) {
  return flow * (flow > 0.0f ? from : to);
}

void subgrid_depth(WeirWater *w, const FlowStep *step, int k, const FlowOut *c) {
  Subgrid *const s = w->subgrid;
  const float share = way(s, s->part + 1);
  for (int n = s->row[k]; n < s->row[k + 1]; n++) {
    SubCell *const cell = &s->cells[n];
    const int i = cell->i;
    const float east = limited_flow(c->east[i], c->limit[i], c->limit[i + 1]);
    const float west = limited_flow(c->west[i], c->limit[i - 1], c->limit[i]);
    const float south = limited_flow(c->south[i], c->limit[i], c->limit_south[i]);
    const float north = limited_flow(c->north[i], c->limit_north[i], c->limit[i]);
    /* `water` is still asked for by whoever has the rows beside this one */
    const float next = max_float(0.0f, cell->water - step->pace * ((east - west) + (south - north)));
    cell->water_next = next < WALL_HEIGHT ? next : cell->water; /* what is no number never becomes the state */
    const float bed = w->terrain.cells[water_index(w, i, k)], depth = subgrid_head(cell, bed, cell->water_next, share) - bed;
    c->out[i] = cell->depth = depth >= 0.0f && depth < WALL_HEIGHT ? depth : cell->water_next;
  }
}
