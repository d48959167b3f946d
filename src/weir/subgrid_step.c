/* What flows through the faces that bodies reach: under them, through what they leave open, over them, and with them. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "weir/subgrid.h"
#include "weir/tiles.h"

#define SOLVE_ENOUGH 1e-5f  /* m */
#define SOLVE_MOST 100
#define TEAM 500            /* records that are worth more than one thread */
#define BODY_FRICTION 0.5f  /* 1/s, k_f: of water in what a body blocks; 0 leaves waves in the slot undamped */
#define SEEPAGE 0.02f       /* m/s, k_s: through what is shut; without it a crate on the bed lifts too late */
#define SEEPAGE_LEAST 1e-5f /* m of head that seeps: less would keep bodies at rest awake */
#define OPEN_LEAST 1e-6f    /* m */

/* Share of the way from the old geometry to the new one at the end of a substep. */
static float way(const Subgrid *s, int part) {
  return s->parts > 0 ? (float)part / (float)s->parts : 1.0f;
}

void subgrid_sync(WeirWater *w) {
  Subgrid *const s = w->subgrid;
  bool changed = false;
  for (int n = 0; n < s->count; n++) {
    SubCell *const cell = &s->records.cells[n];
    const ptrdiff_t at = water_index(w, cell->i, cell->k);
    float *const depth = &w->depth.cells[at];
    if (*depth == cell->depth && cell->bed == w->terrain.cells[at]) continue;
    cell->bed = w->terrain.cells[at];
    cell->water = max_float(0.0f, cell->water + (*depth - cell->depth));
    const SubMix mix = subgrid_mix(&s->records.shapes[n], cell->bed, way(s, s->part));
    *depth = cell->depth = subgrid_head(&mix, cell->water) - cell->bed;
    changed = true;
  }
  if (changed) subgrid_account(w);
}

/* The way that bodies were handed in with has been gone. */
static void bodies_stop(Subgrid *s) {
  for (int n = 0; n < s->count; n++) {
    SubShape *const shape = &s->records.shapes[n];
    memcpy(shape->was, shape->now, sizeof shape->was);
    for (int side = 0; side < FACES; side++) s->records.faces[FACES * n + side].speed = 0.0f;
  }
}

void subgrid_begin(WeirWater *w, int parts, bool again) {
  Subgrid *const s = w->subgrid;
  if (!again && s->spent) bodies_stop(s);
  if (!again) subgrid_sync(w);
  s->parts = parts;
  s->part = 0;
  for (int n = 0; n < s->count; n++) {
    SubCell *const cell = &s->records.cells[n];
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

/* What opens was full of what the body carried; the water's speed. */
static float face_open(SubFace *face, const Gap *g, float u) {
  face->open = opening(g, face->block);
  if (face->block < face->block_before && face->open > OPEN_LEAST)
    u = (u * opening(g, face->block_before) + (face->block_before - face->block) * g->within * face->speed) / face->open;
  face->block_before = face->block;
  return u;
}

/* Share of its speed that the drag of the bed leaves. */
static float dragged(const FlowStep *p, float u, float deep) {
  const float size = fabsf(u), h = max_float(deep, 1e-6f);
  const float rough = p->rough + (p->manning > 0.0f ? p->manning / cbrtf(h) : 0.0f);
  return deep / (deep + rough * size + p->viscous / h);
}

/* What the face does whatever the heads are: u = pull*(heads, weighted by the openings) + base. */
static void face_prepare(const FlowStep *p, SubFace *face, const Gap *g, float u, float dt, float wide) {
  const bool shaded = face->share > 0.0f;
  face->with = face->pull = 0.0f;
  face->base = face->speed;
  face->bed = g->bed;
  face->under = g->under;
  face->within = (1.0f - face->block) * g->within;
  face->over = g->over;
  if (face->open < max_float(OPEN_LEAST, p->film)) {
    face->open = 0.0f;
  } else {
    const float slow = dragged(p, u, face->open);
    const float rub = shaded ? expf(-BODY_FRICTION * dt * face->block * (g->under + face->within) / face->open) : 1.0f;
    face->pull = p->drive * slow * rub / face->open;
    face->base = slow * (rub * p->keep * u + (1.0f - rub) * face->speed);
  }
  if (!shaded) return;
  face->with = (face->block - SUBGRID_LESS * face->share) * g->within * face->speed;
  const float head = above(g->here, g->on, g->bed);
  if (face->block > 0.5f && fabsf(head) > SEEPAGE_LEAST) face->with += SEEPAGE * face->block * head * min_float(1.0f, g->within / (0.1f * wide));
}

/* --- heads and flows together ---------------------------------------------------------------------------------------- */

typedef struct Shade { /* a cell in shadow and what goes out of it, to the east, south, west and north */
  float under[4], within[4], over[4], bed[4], low[4], high[4]; /* of the faces; ends at the bed where no body is */
  float pull[4], base[4], open[4], with[4];
  int link[4], cell;   /* records */
  float growth, relax; /* m/s: of what goes out with the head; over-relaxation */
  float water;         /* m */
} Shade;

bool subgrid_shades_reserve(Subgrid *s) {
  s->shades = memory_reserve(s->shades, &s->shade_capacity, s->records.capacity, sizeof *s->shades);
  return s->shades != NULL;
}

typedef struct Bounds { /* of speeds and heads, as the rows have them */
  float still, creep, most;
} Bounds;

static inline float speed_of(const Bounds *b, float push, float pull, float base, float open) {
  const float head = fabsf(push) > b->still * open ? push : 0.0f, u = pull * head + base;
  return fabsf(u) > b->creep ? clamp_float(u, -b->most, b->most) : 0.0f;
}

static float face_push(const SubFace *f, float here, float on) {
  float push = f->under * above(here, on, f->bed);
  if (f->share > 0.0f) push += f->within * above(here, on, f->low) + f->over * above(here, on, f->high);
  return push;
}

static void shade_link(Shade *shade, int n, const SubFace *f, int to, float sign) {
  const bool shaded = f->share > 0.0f;
  shade->under[n] = f->under;
  shade->within[n] = shaded ? f->within : 0.0f;
  shade->over[n] = shaded ? f->over : 0.0f;
  shade->bed[n] = f->bed;
  shade->low[n] = shaded ? f->low : f->bed;
  shade->high[n] = shaded ? f->high : f->bed;
  shade->pull[n] = f->pull;
  shade->base[n] = sign * f->base;
  shade->open[n] = f->open;
  shade->with[n] = sign * f->with;
  shade->link[n] = to;
  shade->growth += f->pull * f->open * f->open;
}

/* A side of the grid lets nothing through: there the cell is linked to itself. */
static void shade_fill(const Subgrid *s, const FlowStep *p, int n, Shade *shade) {
  static const SubFace wall = {0};
  const SubCell *const cell = &s->records.cells[n];
  const SubFace *const faces = s->records.faces;
  *shade = (Shade){.cell = n, .water = cell->water};
  const int west = cell->west, north = cell->north;
  shade_link(shade, 0, cell->east >= 0 ? &faces[FACES * n + FACE_EAST] : &wall, cell->east >= 0 ? cell->east : n, 1.0f);
  shade_link(shade, 1, cell->south >= 0 ? &faces[FACES * n + FACE_SOUTH] : &wall, cell->south >= 0 ? cell->south : n, 1.0f);
  shade_link(shade, 2, west >= 0 ? &faces[FACES * west + FACE_EAST] : &wall, west >= 0 ? west : n, -1.0f);
  shade_link(shade, 3, north >= 0 ? &faces[FACES * north + FACE_SOUTH] : &wall, north >= 0 ? north : n, -1.0f);
  /* the best over-relaxation by what the cell itself gives (Botta and Ellenbroek 1985): the stiffer, the more */
  const float growth = p->pace * shade->growth, share = growth / (subgrid_storage(&s->mixes[n], s->heads[n]) + growth);
  shade->relax = 2.0f / (1.0f + sqrtf(max_float(1.0f - share * share, 0.0f)));
}

/* From its head, a step that ends where a slab does: there the storage changes. */
static float head_moved(const SubMix *mix, float from, float step) {
  float h = from + step;
  for (int n = 0; n < mix->count; n++) {
    const float low = mix->slab[n].low, high = mix->slab[n].high;
    if (step > 0.0f) {
      h = low > from && low < h ? low : h;
      h = high > from && high < h ? high : h;
    } else {
      h = low < from && low > h ? low - 1e-6f * fabsf(low) : h;
      h = high < from && high > h ? high - 1e-6f * fabsf(high) : h;
    }
  }
  return max_float(h, mix->bed);
}

/* Newton's step of one cell's head: held(h) + dt/dx*(what leaves at h) = water. */
static float shade_relax(const Subgrid *s, const Bounds *b, float pace, const Shade *a) {
  const SubMix *const mix = &s->mixes[a->cell];
  const float h = s->heads[a->cell];
  float out[4];
  for (int n = 0; n < 4; n++) {
    const float on = s->heads[a->link[n]];
    const float push = a->under[n] * above(h, on, a->bed[n]) + a->within[n] * above(h, on, a->low[n]) + a->over[n] * above(h, on, a->high[n]);
    out[n] = speed_of(b, push, a->pull[n], a->base[n], a->open[n]) * a->open[n] + a->with[n];
  }
  const float miss = subgrid_held(mix, h) + pace * ((out[0] + out[1]) + (out[2] + out[3])) - a->water;
  const float to = head_moved(mix, h, -a->relax * miss / (subgrid_storage(mix, h) + pace * a->growth));
  s->heads[a->cell] = to;
  return fabsf(to - h);
}

/* Red from the front, black from the back; how many of each. */
static void shades_sort(Subgrid *s, int count[2]) {
  count[0] = count[1] = 0;
  for (int n = 0; n < s->count; n++) {
    const SubCell *const cell = &s->records.cells[n];
    if (!cell->works || !(cell->cover > 0.0f)) continue;
    const int at = (cell->i + cell->k) & 1 ? s->shade_capacity - ++count[1] : count[0]++;
    s->shades[at].cell = n;
  }
}

/* Heads and flows of the cells in shadow together: explicit, the slot under a full cover would ask for steps a tenth as long
 * (Casulli and Stelling 2013 do so for pressurised flow). Red and black by turns. */
static void heads_solve(WeirWater *w, const FlowStep *p) {
  Subgrid *const s = w->subgrid;
  const Bounds bounds = {p->still, p->creep, p->most};
  int count[2];
  shades_sort(s, count);
  const int last = s->shade_capacity, black = last - count[1];
  float most = 0.0f;
#pragma omp parallel num_threads(w->threads) if (count[0] + count[1] > TEAM)
  {
#pragma omp for schedule(static)
    for (int n = 0; n < count[0]; n++) shade_fill(s, p, s->shades[n].cell, &s->shades[n]);
#pragma omp for schedule(static)
    for (int n = black; n < last; n++) shade_fill(s, p, s->shades[n].cell, &s->shades[n]);
    for (int round = 0; round < SOLVE_MOST; round++) {
#pragma omp for schedule(static) reduction(max : most)
      for (int n = 0; n < count[0]; n++) most = max_float(most, shade_relax(s, &bounds, p->pace, &s->shades[n]));
#pragma omp for schedule(static) reduction(max : most)
      for (int n = black; n < last; n++) most = max_float(most, shade_relax(s, &bounds, p->pace, &s->shades[n]));
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
  const ptrdiff_t at = water_index(w, cell->i, cell->k), next[FACES] = {at + 1, at + w->stride};
  cell->works = tiles_works(w, cell->i, cell->k);
  cell->water_next = cell->water;
  s->heads[n] = cell->bed + w->depth.cells[at];
  if (!cell->works) return;
  if (cell->cover > 0.0f) s->mixes[n] = subgrid_mix(&s->records.shapes[n], cell->bed, way(s, s->part + 1));
  for (int side = 0; side < FACES; side++) {
    SubFace *const face = &s->records.faces[FACES * n + side];
    if (!cell->active[side]) continue;
    const Gap g = gap_of(w, face, at, next[side]);
    const float u = face_open(face, &g, (side == FACE_EAST ? &w->speed_x : &w->speed_z)->cells[at]);
    face_prepare(step, face, &g, u, step->pace * w->cell, w->cell);
  }
}

static void cell_flow(const Subgrid *s, const Bounds *b, int n) {
  const SubCell *const cell = &s->records.cells[n];
  const int to[FACES] = {cell->east, cell->south};
  if (!cell->works) return;
  for (int side = 0; side < FACES; side++) {
    SubFace *const face = &s->records.faces[FACES * n + side];
    if (!cell->active[side]) continue;
    const float push = face_push(face, s->heads[n], s->heads[to[side]]);
    face->u_next = speed_of(b, push, face->pull, face->base, face->open);
    face->flow = face->u_next * face->open + face->with;
  }
}

void subgrid_faces(WeirWater *w, const FlowStep *step) {
  Subgrid *const s = w->subgrid;
  const Bounds bounds = {step->still, step->creep, step->most};
  if (s->part > 0) subgrid_sync(w); /* for the first, subgrid_begin did */
#pragma omp parallel for schedule(static) num_threads(w->threads) if (s->count > TEAM)
  for (int n = 0; n < s->count; n++) cell_prepare(w, step, n);
  heads_solve(w, step);
#pragma omp parallel for schedule(static) num_threads(w->threads) if (s->count > TEAM)
  for (int n = 0; n < s->count; n++) cell_flow(s, &bounds, n);
}

void subgrid_account(WeirWater *w) {
  Subgrid *const s = w->subgrid;
  double up = 0;
  for (int n = 0; n < s->count; n++) {
    const SubCell *const cell = &s->records.cells[n];
    up += (double)w->depth.cells[water_index(w, cell->i, cell->k)] - (double)cell->water;
  }
  const double displaced = up * (double)w->cell * (double)w->cell;
  w->volume_displaced += displaced - s->displaced;
  s->displaced = displaced;
}

void subgrid_end(WeirWater *w) {
  Subgrid *const s = w->subgrid;
  for (int n = 0; n < s->count; n++) s->records.cells[n].water = s->records.cells[n].water_next;
  subgrid_account(w);
  s->part++;
}

void subgrid_rest(WeirWater *w) {
  w->subgrid->spent = true;
}

/* --- rows of the sweep ----------------------------------------------------------------------------------------------- */

void subgrid_lay(const WeirWater *w, int k, int side, float *speed, float *flow) {
  const Subgrid *const s = w->subgrid;
  if (k < 0 || k >= w->nz) return;
  for (int n = s->row[k]; n < s->row[k + 1]; n++) {
    const SubCell *const cell = &s->records.cells[n];
    const SubFace *const face = &s->records.faces[FACES * n + side];
    if (!cell->works || !cell->active[side]) continue;
    speed[cell->i] = face->u_next;
    flow[cell->i] = face->flow;
  }
}

void subgrid_limit(const WeirWater *w, const FlowStep *step, int k, const FlowOut *c, float *limit, uint8_t *tight) {
  const Subgrid *const s = w->subgrid;
  if (k < 0 || k >= w->nz) return;
  for (int n = s->row[k]; n < s->row[k + 1]; n++) {
    const SubCell *const cell = &s->records.cells[n];
    if (!cell->works || !(cell->cover > 0.0f)) continue; /* the rows do for the others */
    const int i = cell->i;
    const float out = step->pace * (max_float(c->east[i], 0.0f) - min_float(c->west[i], 0.0f) + max_float(c->south[i], 0.0f) -
                                    min_float(c->north[i], 0.0f));
    const float have = 0.999999f * min_float(cell->water, c->depth[i]); /* the head, rounded, may be lower than its water */
    limit[i] = out > have ? (have > DEPTH_TINY ? have / out : 0.0f) : 1.0f;
    if (limit[i] < 1.0f) tight[i / FLOW_GROUP] = 1;
  }
}

static float limited_flow(float flow, float from, float to) {
  return flow * (flow > 0.0f ? from : to);
}

void subgrid_depth(WeirWater *w, const FlowStep *step, int k, const FlowOut *c) {
  Subgrid *const s = w->subgrid;
  for (int n = s->row[k]; n < s->row[k + 1]; n++) {
    SubCell *const cell = &s->records.cells[n];
    if (!cell->works) continue;
    const int i = cell->i;
    if (!(cell->cover > 0.0f)) {
      cell->water_next = cell->depth = c->out[i];
      continue;
    }
    const float east = limited_flow(c->east[i], c->limit[i], c->limit[i + 1]);
    const float west = limited_flow(c->west[i], c->limit[i - 1], c->limit[i]);
    const float south = limited_flow(c->south[i], c->limit[i], c->limit_south[i]);
    const float north = limited_flow(c->north[i], c->limit_north[i], c->limit[i]);
    /* `water` is still asked for by whoever has the rows beside this one */
    const float next = max_float(0.0f, cell->water - step->pace * ((east - west) + (south - north)));
    cell->water_next = next < WALL_HEIGHT ? next : cell->water; /* what is no number never becomes the state */
    const float depth = subgrid_head(&s->mixes[n], cell->water_next) - cell->bed;
    c->out[i] = cell->depth = depth >= 0.0f && depth < WALL_HEIGHT ? depth : cell->water_next;
  }
}
