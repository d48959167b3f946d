/* What a face that bodies reach does whatever the heads are: what of it is open under them, within and above, how that slows the water
 * that goes through, and what goes with the bodies. */
#include <math.h>

#include "weir/subgrid_state.h"

#define BODY_FRICTION 0.02f /* 1/s, k_f: of water in what a body blocks; 0 leaves waves in the slot undamped */
#define NARROW 0.05f        /* m: in gaps as wide, water is held back as in rubble ... */
#define NARROW_FRICTION 5.0f /* 1/s: ... at this rate, and by the gap's square: without it heaps of crates slosh within for ever */
#define CONTRACTION 0.61f    /* of a jet under a sharp edge (Kirchhoff's slot: pi/(pi + 2)) */
#define SEEPAGE 0.02f       /* m/s, k_s: through what is shut; without it a crate on the bed lifts too late */
#define SEEPAGE_LEAST 1e-5f /* m of head that seeps: less would keep bodies at rest awake */
#define OPEN_LEAST 1e-6f    /* m */
/* The head that does not move water, in what rounding makes of it in the rows: what is so small the pores have made of a rounding,
 * or, beside a body that stands still, the solver has left. Taken off, not cut off, or there might be no solution. */
#define ROUGH_AT_REST 100.0f /* so that all of the solver's 1e-5 m is none: 2e-5 m in 4 m of water */

typedef struct Gap { /* a face and the heads to its sides */
  float bed, here, on;      /* m: the higher bed, both surfaces */
  float under, within, over; /* m: open under the bodies, between their lower and upper ends, above */
} Gap;

static Gap gap_of(const SubFace *face, float bed, float here, float on) {
  Gap g = {.bed = bed, .here = here, .on = on};
  const float top = max_float(max_float(here, on), bed);
  if (!(face->share > 0.0f)) {
    g.under = top - bed;
    return g;
  }
  g.under = max_float(min_float(top, face->low) - bed, 0.0f);
  g.within = clamp_float(top, face->low, face->high) - face->low;
  g.over = max_float(top - face->high, 0.0f);
  return g;
}

static float opening(const Gap *g, float block) {
  return g->under + (1.0f - block) * g->within + g->over;
}

/* What opens was full of what the body carried; the water's speed. */
static float face_open(SubFace *face, const Gap *g, float u) {
  const float open = opening(g, face->block);
  if (face->block < face->block_before && open > OPEN_LEAST)
    u = (u * opening(g, face->block_before) + (face->block_before - face->block) * g->within * face->speed) / open;
  face->block_before = face->block;
  return u;
}

/* Share of its speed that the drag of the bed leaves. */
static float dragged(const FlowStep *p, float u, float deep) {
  const float size = fabsf(u), h = max_float(deep, 1e-6f);
  const float rough = p->rough + (p->manning > 0.0f ? p->manning / cbrtf(h) : 0.0f);
  return deep / (deep + rough * size + p->viscous / h);
}

typedef struct Reach { /* the same axis' faces before and behind a face, and speeds through them */
  ptrdiff_t step;         /* to the next cell along it */
  int before, behind;     /* records of the cells that own these faces; -1: bodies do not reach them */
  const Field *speed;
} Reach;

/* m: bed and surface of the cell at `at`, that of a record or not: records are at hand, the grid's fields are far away. */
static void cell_stands(const WeirWater *w, int record, ptrdiff_t at, float *bed, float *surface) {
  const SubCell *const cell = record >= 0 ? &w->subgrid->records.cells[record] : NULL;
  *bed = cell ? cell->bed : w->terrain.cells[at];
  *surface = *bed + (cell ? cell->depth : w->depth.cells[at]);
}

/* m of opening in the face behind the cell of a record, at `at`, or in a face that has none. */
static float opening_at(const WeirWater *w, int record, int side, ptrdiff_t at, ptrdiff_t step) {
  static const SubFace free_face = {0};
  const SubCell *const cells = w->subgrid->records.cells;
  const SubFace *const face = record >= 0 && cells[record].faced[side] ? &w->subgrid->faces[FACES * record + side] : &free_face;
  const int next = record < 0 ? -1 : side == FACE_EAST ? cell_east(cells, record) : cells[record].south;
  float bed[2], surface[2];
  cell_stands(w, record, at, &bed[0], &surface[0]);
  cell_stands(w, next, at + step, &bed[1], &surface[1]);
  const Gap g = gap_of(face, max_float(bed[0], bed[1]), surface[0], surface[1]);
  return opening(&g, face->block);
}

/* A jet under an edge contracts to this share of the opening, itself a share of what is upstream (Weisbach). */
static float contraction(float share) {
  return CONTRACTION + (1.0f - CONTRACTION) * share * share * share;
}

/* Where water leaves a narrow for a wide it loses what it was faster by (Borda and Carnot), which it was as a jet. The loss of
 * head, in u^2/2g. */
static float widening(const WeirWater *w, const Reach *r, int side, ptrdiff_t at, float open, float slip) {
  const int record = slip > 0.0f ? r->behind : r->before;
  const ptrdiff_t next = slip > 0.0f ? at + r->step : at - r->step;
  const float wide = opening_at(w, record, side, next, r->step), share = min_float(open / max_float(wide, OPEN_LEAST), 1.0f);
  const float faster = 1.0f / contraction(share) - share;
  return faster * faster;
}

/* m^2/s: what energy E above a sill drives over it, or through an opening on it from a depth, at most: q = d*sqrt(2g(E - d)), d being
 * the depth of the jet or the critical one, 2/3*E (a broad-crested weir: q = sqrt(g)*(2/3*E)^1.5). */
static float driven(float gravity, float energy, float opening, float depth) {
  if (!(opening > 0.0f)) return 0.0f;
  const float jet = contraction(min_float(opening / max_float(depth, OPEN_LEAST), 1.0f)) * opening, d = min_float(jet, energy * (2.0f / 3.0f));
  return d * sqrtf(2.0f * gravity * (energy - d));
}

/* m/s: what bodies shut off, water passes above and below no faster than its energy drives it. */
static float passing_speed(const WeirWater *w, const FlowStep *p, const Reach *r, const SubFace *face, const Gap *g, ptrdiff_t at) {
  const float come = r->speed->cells[g->here > g->on ? at - r->step : at + r->step], head = 0.5f * come * come / w->tuning.gravity;
  const float deep = g->under + g->within + g->over, free = (1.0f - face->block) * p->most;
  const float over = face->block * driven(w->tuning.gravity, face->over + head, face->over, face->over) + free * face->over;
  const float under = face->block * driven(w->tuning.gravity, deep + head, face->under, deep) + free * face->under;
  return min_float(p->most, fabsf(face->speed) + (over + under + face->within * p->most) / (face->under + face->within + face->over));
}

/* Whether water goes at a tenth of the critical speed: what is slower is far from all that holds it back. */
static bool brisk(const WeirWater *w, float deep, float u) {
  return u * u > 0.01f * w->tuning.gravity * deep;
}

/* What the face does whatever the heads are: u = pull*(heads, weighted by the openings) + base. */
static void face_prepare(const WeirWater *w, const FlowStep *p, SubFace *face, int side, const Gap *g, const Reach *r, ptrdiff_t at, float u, float carried) {
  const bool shaded = face->share > 0.0f;
  const float open = opening(g, face->block), dt = p->pace * w->cell;
  face->rough = face->speed == 0.0f ? ROUGH_AT_REST : 1.0f / SUBGRID_PORES;
  face->with = face->pull = 0.0f;
  face->base = face->speed;
  face->most = p->most;
  face->bed = g->bed;
  face->under = g->under;
  face->within = (1.0f - face->block) * g->within;
  face->over = g->over;
  if (open < max_float(OPEN_LEAST, p->film)) {
    face->under = face->within = face->over = 0.0f;
  } else {
    const float slow = dragged(p, u, open), slip = u - face->speed;
    float rub = 1.0f;
    if (shaded) {
      const float below = (face->under + face->within) / open, loss = face->block > 0.0f && brisk(w, open, slip) ? below * widening(w, r, side, at, open, slip) : 0.0f;
      const float gap = NARROW / open, rate = BODY_FRICTION + NARROW_FRICTION * gap * gap;
      rub = 1.0f / ((1.0f + rate * dt * face->block * below) * (1.0f + 0.5f * p->pace * loss * fabsf(slip)));
      if (brisk(w, open, u)) face->most = passing_speed(w, p, r, face, g, at);
    }
    face->pull = p->drive * slow * rub / open;
    face->base = slow * (rub * p->keep * u - rub * carried + (1.0f - rub) * face->speed);
  }
  if (!shaded) return;
  face->with = (face->block - SUBGRID_LESS * face->share) * g->within * face->speed;
  const float head = subgrid_above(g->here, g->on, g->bed);
  if (face->block > 0.5f && fabsf(head) > SEEPAGE_LEAST) face->with += SEEPAGE * face->block * head * min_float(1.0f, g->within / (0.1f * w->cell));
}

void subgrid_prepare(const WeirWater *w, const FlowStep *step, int n) {
  const Subgrid *const s = w->subgrid;
  const SubCell *const cell = &s->records.cells[n];
  const ptrdiff_t at = water_index(w, cell->i, cell->k);
  const Reach reach[FACES] = {{1, cell_west(s->records.cells, n), cell_east(s->records.cells, n), &w->speed_x},
                              {w->stride, cell->north, cell->south, &w->speed_z}};
  for (int side = 0; side < FACES; side++) {
    if (!cell->active[side]) continue;
    SubFace *const face = &s->faces[FACES * n + side];
    const SubCell *const on = &s->records.cells[reach[side].behind];
    const Gap g = gap_of(face, max_float(cell->bed, on->bed), cell->bed + cell->depth, on->bed + on->depth);
    const float carried = w->solver == WEIR_SWE ? subgrid_advected(w, step, n, side) : 0.0f;
    face_prepare(w, step, face, side, &g, &reach[side], at, face_open(face, &g, reach[side].speed->cells[at]), carried);
  }
}
