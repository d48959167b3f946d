#include <math.h>

#include "weir/grid/sleeping.h"
#include "weir/waves/tuned.h"
#include "weir/waves/wave_chain.h"
#include "weir/waves/wave_rows.h"

/* x/(1 + x), the half-width of the spectrum about 1, on grid n. */
static float coupling_of(const WeirWater *w, float b, int n) {
  const float across = w->flow.rounding_depth / w->cell, x = ldexpf(4.0f * b * across * across, -2 * n);
  return x / (1.0f + x);
}

/* Where north and south are joined, the row beyond either has the other's faces. */
static void coarse_join(const WeirWater *w, WaveGrid *h) {
  if (!side_is_joined(w, WEIR_NORTH)) return;
  const size_t bytes = sizeof(float) * (size_t)(h->nx + 2);
  float *const north = h->depth_z.cells - 1;
  memcpy(north - h->stride, north + (h->nz - 1) * h->stride, bytes);
  memcpy(north + h->nz * h->stride, north, bytes);
}

/* Sweeps on a grid before the coarser one and after it, of the first cycle and of those that follow. One cycle of 3 + 4 is mostly good enough,
 * where it takes two of 2 + 2; and sweeps in one pass read the fields once. */
static const struct { int before, after; } cycle_sweeps[2] = {{3, 4}, {2, 2}};

/* Sets the steps of `count` sweeps, 2, 3, 4 or 8, for a spectrum from low to high: at Chebyshev's nodes, large and small by turns. The cosines
 * of pi*(2j+1)/(2*count) are written out: mathematical libraries differ. */
static void chebyshev_steps(Chain *c, int count, float low, float high) {
  static const float two[] = {0.70710678f, -0.70710678f}, three[] = {0.8660254f, -0.8660254f, 0.0f};
  static const float four[] = {0.92387953f, -0.92387953f, 0.38268343f, -0.38268343f};
  static const float eight[] = {0.98078528f, -0.98078528f, 0.55557023f, -0.55557023f, 0.83146961f, -0.83146961f, 0.19509032f, -0.19509032f};
  const float *const cosines = count == 2 ? two : count == 3 ? three : count == 4 ? four : eight;
  c->sweeps = count;
  for (int n = 0; n < count; n++) c->step[n] = 1.0f / (0.5f * (high + low) + 0.5f * (high - low) * cosines[n]);
}

/* Returns the sweeps of a solve on one grid alone: on the coarsest, as many as it may have. Where neighbours are coupled by less than
 * COUPLING_SMALL, so many that at most 1/40 of the errors is left on any bed: 1/T(1/coupling), with T the polynomial of Chebyshev of that degree. */
static int sweeps_alone(float coupling) {
  return coupling >= COUPLING_SMALL ? SWEEPS_COARSEST : coupling < 0.22f ? 2 : coupling < 0.44f ? 3 : 4;
}

/* Makes c a chain on grid n, which it is solved on alone. */
static void chain_alone(Chain *c, int n) {
  const float coupling = coupling_of(c->w, c->b, n), low = 1.0f - coupling, high = 1.0f + coupling;
  c->grid = &c->waves->grid[n], c->level = n, c->coarsens = false;
  chebyshev_steps(c, sweeps_alone(coupling), coupling >= COUPLING_SMALL ? max_float(low, 0.06f) : low, high);
}

/* Returns true if a pole is solved for on grid n with the help of the next. */
static bool has_coarse(const WeirWater *w, float b, int n, int grids) {
  return n + 1 < grids && coupling_of(w, b, n) >= COUPLING_SMALL;
}

/* Solves on grid n as well as one cycle does, from c->from (and c->before) to c->to, by way of `middle`, which is neither; the three have
 * rows of that grid. c->to may be c->before, or, where `middle` is used, c->from. The chain beside c and its sum go
 * with the last sweeps on the finest grid. */
static WaveChanges cycle(Chain *c, int n, int grids, float *middle) {
  Waves *const waves = c->waves;
  if (!has_coarse(c->w, c->b, n, grids)) {
    chain_alone(c, n);
    return wave_chain_run(c);
  }
  const float coupling = coupling_of(c->w, c->b, n), low = 1.0f - coupling, high = 1.0f + coupling;
  WaveGrid *const h = &waves->grid[n + 1];
  c->grid = &waves->grid[n], c->coarse = h, c->level = n;
  Chain before = *c, coarse = *c, after = *c;
  before.to = middle, before.descends = true;
  before.beside = coarse.beside = NULL;
  before.sum = coarse.sum = NULL;
  chebyshev_steps(&before, cycle_sweeps[c->again].before, max_float(low, ROUGH_BEFORE * high), high);
  const WaveChanges first = wave_chain_run(&before);
  if (c->coarsens) coarse_join(c->w, h);
  coarse.from = coarse.before = NULL;
  coarse.right = h->right.cells, coarse.to = h->r.cells;
  cycle(&coarse, n + 1, grids, h->spare.cells);
  after.from = middle, after.before = NULL, after.rises = true, after.coarsens = false;
  chebyshev_steps(&after, cycle_sweeps[c->again].after, max_float(low, ROUGH_AFTER * high), high);
  return (WaveChanges){first.first, wave_chain_run(&after).last, first.r};
}

/* --- the poles ------------------------------------------------------------------------------------------------------------ */

/* Solves in a row that have left a row out, after which r and before are 0 there. */
enum { ZERO_AFTER = 3 };

/* The solve for all poles, and for one of them. On the stack. */
typedef struct Solve {
  const WeirWater *w;
  int grids;
  float lead, size; /* size: the greatest r of the poles so far; errors far below it are not worth a cycle */
} Solve;
typedef struct Pole {
  int n, cycles; /* cycles: done */
  bool coarse;   /* a cycle is more than sweeps on the finest grid */
  bool bounded;  /* one solve is good without a look at its changes: it leaves at most what sweeps_alone says */
  float first;   /* WaveChanges.first of the first cycle */
} Pole;

static Pole pole_begin(const Solve *s, int n) {
  const float b = s->w->waves->b[n];
  const bool bounded = n > 0 && coupling_of(s->w, b, 0) < COUPLING_SMALL; /* the first has most of the head */
  return (Pole){.n = n, .coarse = has_coarse(s->w, b, 0, s->grids), .bounded = bounded};
}

/* Returns the chain of a pole's next cycle. Where that has no coarser grid, r comes out in `spare`. */
static Chain pole_chain(const Solve *s, const Pole *p, const Field *spare) {
  Waves *const waves = s->w->waves;
  const Field *const r = &waves->r[p->n], *const before = &waves->before[p->n];
  return (Chain){.w = s->w,
                 .waves = waves,
                 .again = p->cycles > 0,
                 .coarsens = p->cycles == 0 && p->n == 0,
                 .b = waves->b[p->n],
                 .from = r->cells,
                 .before = p->cycles == 0 ? before->cells : NULL,
                 .right = waves->grid[0].right.cells,
                 .to = !p->coarse       ? spare->cells
                       : p->cycles == 0 ? before->cells
                                        : r->cells,
                 .zero_after = p->coarse ? ZERO_AFTER : 0,
                 .lead = s->lead,
                 .joined_z = side_is_joined(s->w, WEIR_NORTH)};
}

/* Takes what the pole's cycle has written as its r. Returns true if that is good. */
static bool pole_take(Solve *s, Pole *p, WaveChanges most, Field *spare) {
  Waves *const waves = s->w->waves;
  Field *const r = &waves->r[p->n], *const before = &waves->before[p->n];
  if (p->cycles == 0) {
    p->first = most.first, s->size = max_float(s->size, most.r);
    field_swap(r, before); /* what r was is now the one before */
  }
  if (!p->coarse) field_swap(r, spare);
  p->cycles++;
  return p->bounded || most.last <= CYCLE_GOOD * max_float(p->first, CYCLE_SMALL * s->size);
}

/* Runs cycles until r is good. */
static void pole_finish(Solve *s, Pole *p) {
  Field *const spare = &s->w->waves->grid[0].spare;
  for (bool good = false; !good && p->cycles < CYCLES_MAX;) {
    Chain c = pole_chain(s, p, spare);
    good = pole_take(s, p, cycle(&c, 0, s->grids, spare->cells), spare);
  }
}

/* Solves for pole n, which has coarser grids, and the next, which has none, beside its last sweeps. Returns true if a cycle each was enough;
 * then *sum, if it is not NULL, is done, where the poles before are already solved for. */
static bool pair_solve(Solve *s, int n, WaveSum *sum) {
  Waves *const waves = s->w->waves;
  Field *const spare = &waves->grid[0].spare;
  Pole wide = pole_begin(s, n), narrow = pole_begin(s, n + 1);
  Chain c = pole_chain(s, &wide, spare), beside = pole_chain(s, &narrow, &waves->spare);
  chain_alone(&beside, 0);
  if (waves->paired) beside.zero_after = ZERO_AFTER + 1; /* then it held, a substep ago, what `before` did */
  c.beside = &beside;
  if (sum) sum->r[n] = c.to, sum->r[n + 1] = beside.to, c.sum = sum;
  const WaveChanges most = cycle(&c, 0, s->grids, spare->cells);
  const bool wide_good = pole_take(s, &wide, most, spare);
  if (!wide_good) pole_finish(s, &wide);
  const bool narrow_good = pole_take(s, &narrow, beside.changes, &waves->spare);
  if (!narrow_good) pole_finish(s, &narrow);
  return wide_good && narrow_good;
}

void wave_poles_solve(const WeirWater *w, int grids, float lead, WaveSum *sum) {
  Waves *const waves = w->waves;
  Solve s = {w, grids, lead, 0};
  bool summed = false, one_each = true, paired = false;
  for (int n = 0; n < waves->poles; n++) {
    Pole p = pole_begin(&s, n);
    if (n + 1 < waves->poles && p.coarse && !has_coarse(w, waves->b[n + 1], 0, grids)) {
      const bool last = n + 2 == waves->poles && waves->one_each;
      one_each = pair_solve(&s, n, last ? sum : NULL) && one_each;
      summed = last && one_each, paired = true;
      n++;
      continue;
    }
    pole_finish(&s, &p);
    sum->r[n] = waves->r[n].cells;
  }
  waves->one_each = one_each, waves->paired = paired;
  if (!summed) wave_sum_all(sum);
}
