#include "weir/waves/sea_line.h"

#include <math.h>

#include "base/maths.h"
#include "weir/waves/tuned.h"

#define TAU 6.283185307179586

/* Finds the mean depth of rest along the line, and with it the numbers of one sea's line; false: there is no water on it. */
static bool line_find(const WeirWater *w, SeaLine *l) {
  double sum = 0;
  int wet = 0;
  for (int n = 0; n < l->walk.count; n++) {
    const double depth = l->level - (double)w->terrain.cells[sea_line_cell(l, n, 0)];
    if (depth > 0) sum += depth, wet++;
  }
  l->depth = wet > 0 ? sum / wet : 0;
  double total = 0;
  for (int m = 0; m < SEA_CELLS; m++) {
    const double off = (m - SEA_REACH) / SEA_WIDTH;
    total += l->share[m] = maths_exp(-0.5 * off * off);
  }
  for (int m = 0; m < SEA_CELLS; m++) l->share[m] /= total;
  return l->depth > (double)DEPTH_WET;
}

/* Returns one wave as the line makes it; along joined sides a whole number of waves stands from end to end. */
static LineWave line_wave(const WeirWater *w, const SeaLine *l, const SeaWave *wave) {
  const double cell = (double)w->cell;
  const Airy airy = sea_airy(w, wave->omega, l->depth);
  double along = airy.number * maths_sin(wave->turn) * cell; /* rad a cell */
  const double round = TAU / l->walk.count;
  if (side_is_joined(w, side_faces_x(l->side) ? WEIR_NORTH : WEIR_WEST)) along = rint(along / round) * round;
  const double whole = airy.number * cell, least = maths_cos(SEA_TURN_MAX * TAU / 360) * whole;
  const double across = maths_max(sqrt(maths_max(whole * whole - along * along, 0)), least), cosine = across / whole;
  double transform = 0;
  for (int m = 0; m < SEA_CELLS; m++) transform += l->share[m] * maths_cos(across * (m - SEA_REACH));
  const double flux = wave->height * airy.group * cosine / transform; /* m^2/s: half of it to each side */
  const double cycles = w->clock.time * wave->omega / TAU;
  return (LineWave){.along = along,
                    .across = across,
                    .start = wave->phase - TAU * (cycles - floor(cycles)),
                    .omega = wave->omega,
                    .height = wave->height,
                    .pour = flux,
                    .push = flux * wave->omega / (l->depth * 2 * maths_sin(0.5 * across) / cell)};
}

double sea_line_share(const WeirWater *w, const SeaLine *l, int n) {
  double depth = l->depth;
  for (int m = -SEA_REACH - 1; m <= SEA_REACH; m++) depth = maths_min(depth, l->level - (double)w->terrain.cells[sea_line_cell(l, n, m)]);
  const double deep = maths_max(maths_min((depth / l->depth - 0.2) / 0.4, 1), 0), cells = maths_min(SIDE_TAPER, l->walk.count / 4);
  const double first = l->fades[0] ? maths_min((n + 0.5) / cells, 1) : 1,
               last = l->fades[1] ? maths_min((l->walk.count - n - 0.5) / cells, 1) : 1;
  const double end = first * last;
  return deep * deep * (3 - 2 * deep) * end * end * (3 - 2 * end);
}

/* The shortest waves that are made are SEA_SHORTEST cells long. */
bool sea_line_make(const WeirWater *w, WeirSide side, SeaLine *l) {
  const int across = side_faces_x(side) ? w->nx : w->nz, ends = side_faces_x(side) ? WEIR_NORTH : WEIR_WEST;
  *l = (SeaLine){.walk = walk_of(w, side), .side = side, .level = (double)w->boundary.sides[side].level};
  l->middle = min_int((flow_disperses(w) ? SIDE_TAPER : 0) + SEA_REACH + 2, across - SEA_REACH - 2);
  for (int n = 0; n < 2; n++) l->fades[n] = !side_is_closed(w, (WeirSide)(ends + n)) && !side_is_joined(w, (WeirSide)(ends + n));
  if (l->middle < SEA_REACH + 2 || !line_find(w, l)) return false;
  const double k = TAU / (SEA_SHORTEST * (double)w->cell), gravity = (double)w->tuning.gravity, e = maths_exp(-2 * k * l->depth);
  const double shortest = flow_disperses(w) ? sqrt(gravity * k * (1 - e) / (1 + e)) : k * sqrt(gravity * l->depth);
  SeaWave waves[SEA_WAVES];
  sea_waves(&w->boundary.sides[side], side, shortest, waves);
  for (int n = 0; n < SEA_WAVES; n++) l->waves[n] = line_wave(w, l, &waves[n]);
  return true;
}

double sea_line_begun(const WeirWater *w, const SeaLine *l, double late) {
  const WeirBoundary *const b = &w->boundary.sides[l->side];
  const double ran = w->clock.time + (double)b->tide_phase - late;
  return maths_max(maths_min(ran / (2 * (double)b->tide_period), 1), 0);
}
