#include "weir/waves/sea.h"

#include <math.h>

#include "base/maths.h"
#include "base/rng.h"
#include "weir/boundary/boundary.h"
#include "weir/grid/airy.h"
#include "weir/grid/budget.h"
#include "weir/grid/flow_bodies.h"
#include "weir/grid/sleeping.h"
#include "weir/waves/tuned.h"

/* The sea is made along a line inside: a side itself knows long waves only, and short ones that come in askew have a number along the side
 * that no long wave has. Where waves disperse the line lies behind the cells over which the filter fades in.
 *
 * On the line water is added, S, and pushed inwards, F, both spread over some cells by a Gaussian G of unit area. Either alone sends waves to both
 * sides, of the same sign and of opposite signs: together they leave the outside alone, with what is sent in of amplitude a
 *   S = a*cg*cos(turn)/Ghat * G        F = a*omega*cg*cos(turn)/(d*kx*Ghat) * G
 * where kx is the wave's number across the line and Ghat the Gaussian's transform there; both are taken of the sums over cells. The side behind
 * lets out what comes from inside. All water that is added or taken is in the budget.
 *
 * Nothing is remembered: the waves follow from the boundary, the bed and the time, so that a state brought back goes on alike. */

#define TAU 6.283185307179586
enum { REACH = 8, CELLS = 2 * REACH + 1, CHUNK = 64 }; /* cells from the line's middle; places along the line worked on at once */

/* --- the spectrum ------------------------------------------------------------------------------------------------------------- */

static double uniform(Rng *rng) {
  return (double)(rng_next(rng) >> 11) * 0x1p-53;
}

/* Close enough to a normal variate of standard deviation 1: twelve uniform ones. */
static double normal(Rng *rng) {
  double sum = -6;
  for (int n = 0; n < 12; n++) sum += uniform(rng);
  return sum;
}

/* Returns the density of JONSWAP's spectrum at so many times the peak's frequency, of no certain scale. */
static double jonswap(double f) {
  const double width = f <= 1 ? 0.07 : 0.09, off = (f - 1) / width, square = f * f;
  const double peak = maths_exp(maths_log(3.3) * maths_exp(-0.5 * off * off));
  return maths_exp(-1.25 / (square * square)) / (square * square * f) * peak;
}

/* One frequency at a random place in each of bins that grow with it, so that no two are multiples of another and the sea does not repeat;
 * directions in pairs about the mean. */
void sea_waves(const WeirBoundary *b, WeirSide side, double omega_max, SeaWave waves[SEA_WAVES]) {
  const double peak = TAU / (double)b->tide_period, degree = TAU / 360;
  const double low = 0.6, high = maths_min(maths_max(omega_max / peak, 1.3), 3.0), grows = maths_log(high / low) / SEA_WAVES;
  Rng rng = {2026 + (uint64_t)side};
  double energy = 0, turn = 0;
  for (int n = 0; n < SEA_WAVES; n++) {
    const double from = low * maths_exp(grows * n), wide = from * (maths_exp(grows) - 1), f = from + wide * uniform(&rng);
    turn = n % 2 ? -turn : normal(&rng) * (double)b->speed * degree;
    const double whole = (double)b->discharge * degree + turn, most = SEA_TURN_MAX * degree;
    const double density = jonswap(f) * wide;
    waves[n] = (SeaWave){f * peak, sqrt(2 * density), maths_max(-most, maths_min(most, whole)), TAU * uniform(&rng)};
    energy += density;
  }
  const double scale = 0.25 * (double)b->tide_height / sqrt(energy);
  for (int n = 0; n < SEA_WAVES; n++) waves[n].height *= scale;
}

/* --- the line ----------------------------------------------------------------------------------------------------------------- */

/* One wave on the line. A plain value. */
typedef struct LineWave {
  double along, start; /* rad a cell; rad at the first cell, now */
  double pour, push;   /* m^2/s; m^2/s^2 */
} LineWave;

/* The line of a side's sea in one substep. On the stack. */
typedef struct SeaLine {
  Walk walk;
  WeirSide side;
  int middle;          /* cells from the side's to the line's middle */
  double level, depth; /* m: of rest; on the line, of rest, the mean */
  double share[CELLS]; /* of G in each cell, and on the face behind it; sums to 1 */
  bool fades[2];       /* towards the sides at the line's ends */
  LineWave waves[SEA_WAVES];
} SeaLine;

static ptrdiff_t line_cell(const SeaLine *l, int n, int across) {
  return l->walk.first + n * l->walk.next - (l->middle + across) * l->walk.out;
}

/* Finds the mean depth of rest along the line, and with it the numbers of one sea's line; false: there is no water on it. */
static bool line_find(const WeirWater *w, SeaLine *l) {
  double sum = 0;
  int wet = 0;
  for (int n = 0; n < l->walk.count; n++) {
    const double depth = l->level - (double)w->terrain.cells[line_cell(l, n, 0)];
    if (depth > 0) sum += depth, wet++;
  }
  l->depth = wet > 0 ? sum / wet : 0;
  double total = 0;
  for (int m = 0; m < CELLS; m++) {
    const double off = (m - REACH) / SEA_WIDTH;
    total += l->share[m] = maths_exp(-0.5 * off * off);
  }
  for (int m = 0; m < CELLS; m++) l->share[m] /= total;
  return l->depth > (double)DEPTH_WET;
}

/* Returns one wave as the line makes it; along joined sides a whole number of waves stands from end to end. */
static LineWave line_wave(const WeirWater *w, const SeaLine *l, const SeaWave *wave) {
  const double gravity = (double)w->tuning.gravity, cell = (double)w->cell;
  const Airy airy = flow_disperses(w) ? airy_wave(wave->omega, l->depth, gravity) : airy_long_wave(wave->omega, l->depth, gravity);
  double along = airy.number * maths_sin(wave->turn) * cell; /* rad a cell */
  const double round = TAU / l->walk.count;
  if (side_is_joined(w, side_faces_x(l->side) ? WEIR_NORTH : WEIR_WEST)) along = rint(along / round) * round;
  const double whole = airy.number * cell, least = maths_cos(SEA_TURN_MAX * TAU / 360) * whole;
  const double across = maths_max(sqrt(maths_max(whole * whole - along * along, 0)), least), cosine = across / whole;
  double transform = 0;
  for (int m = 0; m < CELLS; m++) transform += l->share[m] * maths_cos(across * (m - REACH));
  const double flux = wave->height * airy.group * cosine / transform; /* m^2/s: half of it to each side */
  const double cycles = w->clock.time * wave->omega / TAU;
  return (LineWave){along, wave->phase - TAU * (cycles - floor(cycles)), flux,
                    flux * wave->omega / (l->depth * 2 * maths_sin(0.5 * across) / cell)};
}

/* Returns the share of the sea that place n of the line has: none on land and in shallow water, and less and less towards sides that let
 * water through, behind which it would end all at once. */
static double line_taper(const WeirWater *w, const SeaLine *l, int n) {
  double depth = l->depth;
  for (int m = -REACH - 1; m <= REACH; m++) depth = maths_min(depth, l->level - (double)w->terrain.cells[line_cell(l, n, m)]);
  const double deep = maths_max(maths_min((depth / l->depth - 0.2) / 0.4, 1), 0), cells = maths_min(SIDE_TAPER, l->walk.count / 4);
  const double first = l->fades[0] ? maths_min((n + 0.5) / cells, 1) : 1,
               last = l->fades[1] ? maths_min((l->walk.count - n - 0.5) / cells, 1) : 1;
  const double end = first * last;
  return deep * deep * (3 - 2 * deep) * end * end * (3 - 2 * end);
}

/* Pours into the cells of place n what is due, m of all of them together, and pushes the faces behind them by so many m/s together. No cell
 * loses more than a quarter of its water. Returns the m that came in. */
static double line_place(WeirWater *w, const SeaLine *l, int n, double metres, double speed) {
  float *const faces = (side_faces_x(l->side) ? &w->flow.speed_x : &w->flow.speed_z)->cells;
  double sum = 0;
  for (int m = 0; m < CELLS; m++) {
    const ptrdiff_t at = line_cell(l, n, m - REACH), behind = line_cell(l, n, m - REACH - 1);
    float *const depth = &w->depth.cells[at];
    if (!(*depth > DEPTH_WET)) continue;
    const float before = *depth, added = (float)(metres * l->share[m]), after = before + max_float(added, -0.25f * before);
    *depth = after;
    sum += (double)after - (double)before;
    w->extremes.depth = max_float(w->extremes.depth, after);
    if (!(w->depth.cells[behind] > DEPTH_WET)) continue;
    float *const face = &faces[l->walk.sign < 0 ? behind : at];
    /* the face lies half a cell behind the place at which the Gaussian was taken for cells: of both neighbours the mean */
    const double share = m > 0 ? 0.5 * (l->share[m] + l->share[m - 1]) : 0.5 * l->share[m];
    *face -= l->walk.sign * (float)(speed * share);
    w->extremes.speed = max_float(w->extremes.speed, fabsf(*face));
  }
  return sum;
}

/* Sums the waves up over some places of the line: turned from place to place, which takes no sine for each. */
static void line_sum(const SeaLine *l, int from, int count, double *pour, double *push) {
  for (int n = 0; n < count; n++) pour[n] = push[n] = 0;
  for (int m = 0; m < SEA_WAVES; m++) {
    const LineWave *const wave = &l->waves[m];
    const double turn_c = maths_cos(wave->along), turn_s = maths_sin(wave->along), begin = wave->start + wave->along * from;
    double c = maths_cos(begin), s = maths_sin(begin);
    for (int n = 0; n < count; n++) {
      pour[n] += wave->pour * c, push[n] += wave->push * c;
      const double next = c * turn_c - s * turn_s;
      s = s * turn_c + c * turn_s;
      c = next;
    }
  }
}

static void line_run(WeirWater *w, const SeaLine *l, double dt) {
  const double cell = (double)w->cell, begun = maths_min(w->clock.time / (2 * (double)w->boundary.sides[l->side].tide_period), 1);
  double sum = 0, pour[CHUNK], push[CHUNK];
  for (int from = 0; from < l->walk.count; from += CHUNK) {
    const int count = min_int(CHUNK, l->walk.count - from);
    line_sum(l, from, count, pour, push);
    for (int n = 0; n < count; n++) {
      const double share = begun * line_taper(w, l, from + n) * dt / cell;
      if (share > 0) sum += line_place(w, l, from + n, share * pour[n], share * push[n]);
    }
  }
  budget_add(w, sum * cell * cell);
  const int far = l->middle + REACH + 1, near = l->middle - REACH - 1, last = side_faces_x(l->side) ? w->nx : w->nz;
  const bool upper = l->walk.sign > 0;
  const int a = upper ? last - far : near, b = upper ? last - near : far;
  if (side_faces_x(l->side))
    tiles_wake(w, a, 0, b, w->nz);
  else
    tiles_wake(w, 0, a, w->nx, b);
}

/* One side's sea. The shortest waves that are made are SEA_SHORTEST cells long. */
static void sea_side(WeirWater *w, WeirSide side, double dt) {
  const WeirBoundary *const b = &w->boundary.sides[side];
  const int across = side_faces_x(side) ? w->nx : w->nz, ends = side_faces_x(side) ? WEIR_NORTH : WEIR_WEST;
  SeaLine line = {.walk = walk_of(w, side), .side = side, .level = (double)b->level};
  line.middle = min_int((flow_disperses(w) ? SIDE_TAPER : 0) + REACH + 2, across - REACH - 2);
  for (int n = 0; n < 2; n++) line.fades[n] = !side_is_closed(w, (WeirSide)(ends + n)) && !side_is_joined(w, (WeirSide)(ends + n));
  if (line.middle < REACH + 2 || !line_find(w, &line)) return;
  const double k = TAU / (SEA_SHORTEST * (double)w->cell), gravity = (double)w->tuning.gravity, e = maths_exp(-2 * k * line.depth);
  const double shortest = flow_disperses(w) ? sqrt(gravity * k * (1 - e) / (1 + e)) : k * sqrt(gravity * line.depth);
  SeaWave waves[SEA_WAVES];
  sea_waves(b, side, shortest, waves);
  for (int n = 0; n < SEA_WAVES; n++) line.waves[n] = line_wave(w, &line, &waves[n]);
  line_run(w, &line, dt);
}

void sea_apply(WeirWater *w, float dt) {
  const FlowBodies *const bodies = flow_bodies(w);
  if (w->solver == WEIR_MEMBRANE || (bodies && bodies->sweep)) return;
  for (WeirSide side = 0; side < WEIR_SIDE_COUNT; side++)
    if (side_kind(w, side) == WEIR_SEA && w->boundary.sides[side].tide_height > 0.0f) sea_side(w, side, (double)dt);
}
