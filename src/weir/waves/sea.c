#include "weir/waves/sea.h"

#include <math.h>

#include "base/maths.h"
#include "weir/grid/budget.h"
#include "weir/grid/sleeping.h"
#include "weir/waves/sea_line.h"

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

enum { CHUNK = 64 }; /* places along the line worked on at once */

/* Pours into the cells of place n what is due, m of all of them together, and pushes the faces behind them by so many m/s together. No cell
 * loses more than a quarter of its water. Returns the m that came in. */
static double line_place(WeirWater *w, const SeaLine *l, int n, double metres, double speed) {
  float *const faces = (side_faces_x(l->side) ? &w->flow.speed_x : &w->flow.speed_z)->cells;
  double sum = 0;
  for (int m = 0; m < SEA_CELLS; m++) {
    const ptrdiff_t at = sea_line_cell(l, n, m - SEA_REACH), behind = sea_line_cell(l, n, m - SEA_REACH - 1);
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
  const double cell = (double)w->cell, begun = sea_line_begun(w, l, 0);
  double sum = 0, pour[CHUNK], push[CHUNK];
  for (int from = 0; from < l->walk.count; from += CHUNK) {
    const int count = min_int(CHUNK, l->walk.count - from);
    line_sum(l, from, count, pour, push);
    for (int n = 0; n < count; n++) {
      const double share = begun * sea_line_share(w, l, from + n) * dt / cell;
      if (share > 0) sum += line_place(w, l, from + n, share * pour[n], share * push[n]);
    }
  }
  budget_add(w, sum * cell * cell);
  const int far = l->middle + SEA_REACH + 1, near = l->middle - SEA_REACH - 1, last = side_faces_x(l->side) ? w->nx : w->nz;
  const bool upper = l->walk.sign > 0;
  const int a = upper ? last - far : near, b = upper ? last - near : far;
  if (side_faces_x(l->side))
    tiles_wake(w, a, 0, b, w->nz);
  else
    tiles_wake(w, 0, a, w->nx, b);
}

void sea_apply(WeirWater *w, float dt) {
  if (!sea_comes_in(w)) return;
  SeaLine line;
  for (WeirSide side = 0; side < WEIR_SIDE_COUNT; side++)
    if (sea_is_set(w, side) && sea_line_make(w, side, &line)) line_run(w, &line, (double)dt);
}
