/* Deck water: water on top of bodies, rain or poured. It runs to lower places, moves with the body and falls over its edge; until then
 * the body bears its weight. A cell has one depth of it, on its uppermost cover interval and above whatever the head is. Where the water
 * beside a body comes over its edge the dry-top flag is cleared, and deck water becomes water like any other.
 *
 * Over an edge, and from higher cells to lower, as over a broad crest: q = sqrt(g)*(2/3*e)^1.5, e above the higher of both tops, less
 * what the other side sends back. */
#include <math.h>

#include "weir/bodies/state.h"
#include "weir/grid/sleeping.h"

#define CREST 0.5443311f /* (2/3)^1.5 */

/* The top of a cell that deck water may lie on or run to. A plain value. */
typedef struct Top {
  bool dry;          /* a dry top: the body's, with no water over its edge; else the water's own surface */
  float share;       /* of the cell */
  float high, level; /* m: of the body, and of the water on it */
} Top;

static Top top_of(const Subgrid *s, int n) {
  const CutCell *const cell = &s->cells.cells[n];
  if (!cell->now.dry_top) return (Top){false, 1.0f, s->cells.bed[n], cut_cell_surface(&s->cells, n)};
  const CoverInterval *const interval = &intervals_top(&s->now, &cell->now)->interval;
  const float share = min_float(interval->cover, 1.0f);
  return (Top){true, share, interval->high, interval->high + s->cells.deck[n] / share};
}

float deck_share(const Subgrid *s, int n) {
  const Top top = top_of(s, n);
  return top.dry ? top.share : 0.0f;
}

float cut_cell_add(WeirWater *w, int n, float metres) {
  Subgrid *const s = w->bodies.subgrid;
  BlendedCover blend;
  const float before = s->cells.water[n];
  s->cells.water[n] = max_float(0.0f, before + metres);
  cover_blend(s, n, motion_share(s, s->substep), &blend);
  /* without bodies exactly its water: adding and subtracting the bed would round it */
  cut_cell_set_depth(w, n, blend.count > 0 ? cover_head(&blend, s->cells.water[n]) - blend.bed : s->cells.water[n]);
  return s->cells.water[n] - before;
}

/* Moves deck water from one cell to a neighbour. A metre of water is rounded more coarsely than a millimetre on a deck: less than that
 * rounding waits. */
static void deck_carry(WeirWater *w, int n, int on, float metres) {
  float *const deck = w->bodies.subgrid->cells.deck;
  if (w->bodies.subgrid->cells.cells[on].now.dry_top) {
    const float before = deck[on];
    deck[on] = before + metres;
    deck[n] = max_float(0.0f, deck[n] - (deck[on] - before));
    return;
  }
  const float water = w->bodies.subgrid->cells.water[on];
  if ((water + metres) - water > deck[n]) return;
  deck[n] -= cut_cell_add(w, on, metres);
}

static float crest_flow(const WeirWater *w, float e) {
  return e > 0.0f ? CREST * sqrtf(w->tuning.gravity) * e * sqrtf(e) : 0.0f;
}

/* m^2/s from a dry top to a place beside it; `speed` is the body's, that way. */
static float face_flow(const WeirWater *w, const Top *from, const Top *to, float speed) {
  const float sill = (to->dry ? max_float(from->high, to->high) : from->high) + DECK_FILM;
  const float q = crest_flow(w, from->level - sill) - crest_flow(w, to->level - sill);
  const float carried = to->dry ? max_float(speed, 0.0f) * (from->level - from->high) : 0.0f;
  const float all = max_float(q, 0.0f) + carried;
  return all > DECK_FLOW_MIN ? all : 0.0f;
}

/* m that fall into the water in this substep, of `metres` in each. */
static float drips(const WeirWater *w, float metres) {
  int64_t every = 1;
  while (every < DRIP_SUBSTEPS_MAX && (float)every * metres < DRIP_DEPTH) every *= 2;
  return w->clock.substeps % every == 0 ? (float)every * metres : 0.0f;
}

/* Moves what runs off cell n's top in a substep. */
static void cell_run(WeirWater *w, int n, float dt_over_dx) {
  Subgrid *const s = w->bodies.subgrid;
  const CutCell *const cell = &s->cells.cells[n];
  const Top from = top_of(s, n);
  float flow[SIDES] = {0}, all = 0.0f;
  for (int m = 0; m < SIDES; m++) {
    const int beside = cut_cell_beside(&s->cells, n, m);
    if (beside < 0) continue;
    const int side = m % FACES, face = side * s->faces.stride + (m < FACES ? n : beside);
    const float speed = s->faces.share[face] > 0.0f ? s->faces.speed[face] : 0.0f;
    const Top to = top_of(s, beside);
    flow[m] = dt_over_dx * face_flow(w, &from, &to, m < FACES ? speed : -speed);
    if (!to.dry && flow[m] > 0.0f) flow[m] = drips(w, flow[m]);
    all += flow[m];
  }
  if (!(all > 0.0f)) return;
  const float share = all > s->cells.deck[n] ? s->cells.deck[n] / all : 1.0f;
  for (int m = 0; m < SIDES; m++)
    if (flow[m] > 0.0f) deck_carry(w, n, s->cells.link[m][n], share * flow[m]);
  tiles_wake_changed(w, cell->i - 1, cell->k - 1, cell->i + 2, cell->k + 2);
}

/* Cells in order, by one thread: there are few. */
void deck_run(WeirWater *w, float dt_over_dx) {
  Subgrid *const s = w->bodies.subgrid;
  if (!s->has_deck_water) return;
  s->has_deck_water = false;
  for (int n = 0; n < s->count; n++) {
    if (!(s->cells.deck[n] > 0.0f)) continue;
    cell_run(w, n, dt_over_dx);
    s->has_deck_water = true;
  }
}

void deck_settle(WeirWater *w) {
  Subgrid *const s = w->bodies.subgrid;
  for (int n = 0; s->has_deck_water && n < s->count; n++) {
    if (!(s->cells.deck[n] > 0.0f) || s->cells.cells[n].now.dry_top) continue;
    s->cells.water[n] += s->cells.deck[n]; /* the head follows as the bodies move */
    s->cells.deck[n] = 0.0f;
  }
}
