/* What flows through the faces that bodies reach: under them, through what they leave open, over them, and with them. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "weir/subgrid.h"
#include "weir/subgrid_rows.h"
#include "weir/tiles.h"

#define SOLVE_ENOUGH 1e-5f  /* m */
#define SOLVE_MOST 100
#define ROUGH_AT_REST 100.0f /* so that all of SOLVE_ENOUGH is none: 2e-5 m in 4 m of water */
#define TEAM 2000           /* records that are worth more than one thread */
#define SOLVE_TEAM 20000    /* cells that are, to wait for each other twice a round */
#define POURED 1e-4f        /* m; less is rain */
#define AHEAD 16            /* records */

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
    if (*depth > cell->depth + POURED) s->records.shapes[n].now.lid = false; /* onto the body, too */
    cell->water = max_float(0.0f, cell->water + (*depth - cell->depth));
    SubMix mix;
    subgrid_mix(&s->records.shapes[n], cell->bed, way(s, s->part), &mix);
    *depth = cell->depth = subgrid_head(&mix, cell->water) - cell->bed;
    changed = true;
  }
  if (changed) subgrid_account(w);
}

/* The way that bodies were handed in with has been gone. */
static void bodies_stop(Subgrid *s) {
  for (int n = 0; n < s->count; n++) {
    SubShape *const shape = &s->records.shapes[n];
    shape->was = shape->now;
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

/* --- heads and flows together ---------------------------------------------------------------------------------------- */

bool subgrid_groups_reserve(Subgrid *s) {
  const int most = s->records.capacity + 2 * SHADE_GROUP; /* each colour may leave some of its last group empty */
  s->shaded = memory_reserve(s->shaded, &s->shaded_capacity, most, sizeof *s->shaded);
  s->groups = memory_reserve(s->groups, &s->group_capacity, most / SHADE_GROUP + 1, sizeof *s->groups);
  return s->shaded && s->groups;
}

static float face_opening(const SubFace *f) {
  return f->under + f->within + f->over;
}

/* The head that does not move water, in what rounding makes of it in the rows: what is so small the pores have made of a rounding,
 * or, beside a body that stands still, the solver has left. Taken off, not cut off, or there might be no solution. */
static float roughness(const SubFace *f) {
  return f->speed == 0.0f ? ROUGH_AT_REST : 1.0f / SUBGRID_PORES;
}

static float speed_of(const ShadeStep *b, const SubFace *f, float push) {
  const float least = b->still * roughness(f) * face_opening(f), head = push - clamp_float(push, -least, least);
  const float u = f->pull * head + f->base;
  return fabsf(u) > b->creep ? clamp_float(u, -f->most, f->most) : 0.0f;
}

static float face_push(const SubFace *f, float here, float on) {
  float push = f->under * subgrid_above(here, on, f->bed);
  if (f->share > 0.0f) push += f->within * subgrid_above(here, on, f->low) + f->over * subgrid_above(here, on, f->high);
  return push;
}

/* What goes out through a face to the west or north is what comes in to its cell: `sign` is -1. */
static void shade_link(ShadeGroup *g, int n, int face, const SubFace *f, int to, float sign) {
  const bool shaded = f->share > 0.0f;
  ShadeFace *const link = &g->face[face];
  link->under[n] = f->under;
  link->within[n] = shaded ? f->within : 0.0f;
  link->over[n] = shaded ? f->over : 0.0f;
  link->bed[n] = f->bed;
  link->low[n] = shaded ? f->low : f->bed;
  link->high[n] = shaded ? f->high : f->bed;
  link->pull[n] = f->pull;
  link->base[n] = sign * f->base;
  link->open[n] = face_opening(f);
  link->most[n] = f->most;
  link->rough[n] = roughness(f);
  link->with[n] = sign * f->with;
  link->link[n] = to;
  g->growth[n] += f->pull * link->open[n] * link->open[n];
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

/* A side of the grid lets nothing through: there the cell is linked to itself. */
static void shade_fill(const Subgrid *s, const FlowStep *p, ShadeGroup *g, int n, int record) {
  static const SubFace wall = {0};
  const SubCell *const cell = &s->records.cells[record];
  const SubFace *const faces = s->records.faces;
  const int to[SHADE_FACES] = {cell->east, cell->south, cell->west, cell->north};
  g->cell[n] = record;
  g->bed[n] = cell->bed;
  g->water[n] = cell->water;
  g->growth[n] = 0.0f;
  for (int face = 0; face < SHADE_FACES; face++) {
    const int owner = face < FACES ? record : to[face];
    const SubFace *const f = to[face] >= 0 ? &faces[FACES * owner + face % FACES] : &wall;
    shade_link(g, n, face, f, to[face] >= 0 ? to[face] : record, face < FACES ? 1.0f : -1.0f);
  }
  shade_slabs(g, n, &s->mixes[record]);
  /* the best over-relaxation by what the cell itself gives (Botta and Ellenbroek 1985): the stiffer, the more */
  const float growth = p->pace * g->growth[n], share = growth / (subgrid_storage(&s->mixes[record], s->heads[record]) + growth);
  g->relax[n] = 2.0f / (1.0f + sqrtf(max_float(1.0f - share * share, 0.0f)));
}

static void group_fill(const Subgrid *s, const FlowStep *p, ShadeGroup *g, const int *shaded, int count) {
  g->slabs = 0;
  g->count = count;
  for (int n = 0; n < count; n++) shade_fill(s, p, g, n, shaded[n]);
  for (int n = count; n < SHADE_GROUP; n++) {
    static const SubFace none = {0};
    g->cell[n] = g->cell[0];
    g->bed[n] = g->water[n] = g->relax[n] = 0.0f;
    g->growth[n] = 0.0f;
    for (int face = 0; face < SHADE_FACES; face++) shade_link(g, n, face, &none, g->cell[0], 1.0f);
    for (int slab = 0; slab < g->slabs; slab++) g->cover[slab][n] = g->low[slab][n] = g->high[slab][n] = 0.0f;
  }
}

/* Red ones, then, in groups of their own, black ones; how many groups, where the black ones start, and who fills the last. */
typedef struct Colours {
  int groups, black, red_cells, black_cells;
} Colours;

static Colours shaded_sort(Subgrid *s) {
  Colours c = {0};
  for (int colour = 0; colour < 2; colour++) {
    int *const cells = colour ? &c.black_cells : &c.red_cells;
    for (int n = 0; n < s->count; n++) {
      const SubCell *const cell = &s->records.cells[n];
      if (cell->works && cell->cover > 0.0f && ((cell->i + cell->k) & 1) == colour) s->shaded[SHADE_GROUP * c.groups + (*cells)++] = n;
    }
    if (colour == 0) c.black = c.groups = (c.red_cells + SHADE_GROUP - 1) / SHADE_GROUP;
    else c.groups += (c.black_cells + SHADE_GROUP - 1) / SHADE_GROUP;
  }
  return c;
}

static int group_cells(const Colours *c, int group) {
  const int left = group < c->black ? c->red_cells - SHADE_GROUP * group : c->black_cells - SHADE_GROUP * (group - c->black);
  return left < SHADE_GROUP ? left : SHADE_GROUP;
}

/* Heads and flows of the cells in shadow together: explicit, the slot under a full cover would ask for steps a tenth as long
 * (Casulli and Stelling 2013 do so for pressurised flow). Red and black by turns. */
static void heads_solve(WeirWater *w, const FlowStep *p, const ShadeStep *step) {
  Subgrid *const s = w->subgrid;
  const Colours c = shaded_sort(s);
  float most = 0.0f;
#pragma omp parallel num_threads(w->threads) if (SHADE_GROUP * c.groups > SOLVE_TEAM)
  {
#pragma omp for schedule(static)
    for (int n = 0; n < c.groups; n++) group_fill(s, p, &s->groups[n], &s->shaded[SHADE_GROUP * n], group_cells(&c, n));
    for (int round = 0; round < SOLVE_MOST; round++) {
#pragma omp for schedule(static) reduction(max : most)
      for (int n = 0; n < c.black; n++) most = max_float(most, subgrid_rows()->relax(step, &s->groups[n], s->heads));
#pragma omp for schedule(static) reduction(max : most)
      for (int n = c.black; n < c.groups; n++) most = max_float(most, subgrid_rows()->relax(step, &s->groups[n], s->heads));
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
  if (n + AHEAD < s->count) subgrid_fetch(w, cell[AHEAD].i, cell[AHEAD].k);
  cell->works = tiles_works(w, cell->i, cell->k);
  cell->water_next = cell->water;
  s->heads[n] = cell->bed + w->depth.cells[water_index(w, cell->i, cell->k)];
  if (!cell->works) return;
  if (cell->cover > 0.0f) subgrid_mix(&s->records.shapes[n], cell->bed, way(s, s->part + 1), &s->mixes[n]);
  subgrid_prepare(w, step, n);
}

static void cell_flow(const Subgrid *s, const ShadeStep *b, int n) {
  const SubCell *const cell = &s->records.cells[n];
  const int to[FACES] = {cell->east, cell->south};
  if (!cell->works) return;
  for (int side = 0; side < FACES; side++) {
    SubFace *const face = &s->records.faces[FACES * n + side];
    if (!cell->active[side]) continue;
    face->u_next = speed_of(b, face, face_push(face, s->heads[n], s->heads[to[side]]));
    face->flow = face->u_next * face_opening(face) + face->with;
  }
}

void subgrid_faces(WeirWater *w, const FlowStep *step) {
  Subgrid *const s = w->subgrid;
  const ShadeStep shade = {step->still, step->drive * step->still, 2.0f * step->still, step->pace, SUBGRID_LESS, 0.5f * SUBGRID_PORES};
  if (s->part > 0) subgrid_sync(w); /* for the first, subgrid_begin did */
#pragma omp parallel for schedule(static) num_threads(w->threads) if (s->count > TEAM)
  for (int n = 0; n < s->count; n++) cell_prepare(w, step, n);
  heads_solve(w, step, &shade);
#pragma omp parallel for schedule(static) num_threads(w->threads) if (s->count > TEAM)
  for (int n = 0; n < s->count; n++) cell_flow(s, &shade, n);
}

void subgrid_account(WeirWater *w) {
  Subgrid *const s = w->subgrid;
  double up = 0;
  for (int n = 0; n < s->count; n++) {
    const SubCell *const cell = &s->records.cells[n];
    up += (double)cell->depth - (double)cell->water; /* what sides have done to the depth since is not the bodies' */
  }
  const double displaced = up * (double)w->cell * (double)w->cell + s->filled;
  w->volume_displaced += displaced - s->displaced;
  s->displaced = displaced;
}

void subgrid_end(WeirWater *w) {
  Subgrid *const s = w->subgrid;
  for (int n = 0; n < s->count; n++) s->records.cells[n].water = s->records.cells[n].water_next;
  subgrid_account(w);
  s->part++;
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
      const bool sound = c->out[i] >= 0.0f && c->out[i] < WALL_HEIGHT; /* what is no number never becomes the state */
      c->out[i] = cell->water_next = cell->depth = sound ? c->out[i] : cell->water;
      continue;
    }
    const float east = limited_flow(c->east[i], c->limit[i], c->limit[i + 1]);
    const float west = limited_flow(c->west[i], c->limit[i - 1], c->limit[i]);
    const float south = limited_flow(c->south[i], c->limit[i], c->limit_south[i]);
    const float north = limited_flow(c->north[i], c->limit_north[i], c->limit[i]);
    /* `water` is still asked for by whoever has the rows beside this one */
    const float next = max_float(0.0f, cell->water - step->pace * ((east - west) + (south - north))), before = cell->depth;
    cell->water_next = next < WALL_HEIGHT ? next : cell->water;
    const float depth = subgrid_head(&s->mixes[n], cell->water_next) - cell->bed;
    c->out[i] = cell->depth = depth >= 0.0f && depth < WALL_HEIGHT ? depth : cell->water_next;
    if (cell->depth != before || cell->water_next != cell->water) tiles_stir(w, i, k); /* the pores feel what the rows' depth rounds off */
  }
}
