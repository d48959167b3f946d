#include "weir/grid/budget.h"

#include <math.h>

#include "base/maths.h"
#include "base/team.h"
#include "weir/grid/dirty_mask.h"
#include "weir/grid/flow_bodies.h"
#include "weir/grid/sleeping.h"

void budget_add(WeirWater *w, double moved) {
  if (moved > 0)
    w->budget.added += moved;
  else
    w->budget.removed -= moved;
  w->budget.peak = maths_max(w->budget.peak, w->budget.start + w->budget.added);
}

enum { SUMS = 8 }; /* that do not wait for each other */

static void volume_rows(void *data, int k0, int k1) {
  WeirWater *const w = data;
  for (int k = k0; k < k1; k++) {
    const float *const d = w->depth.cells + water_index(w, 0, k);
    double sums[SUMS] = {0}, sum = 0;
    int i = 0;
    for (; i + SUMS <= w->nx; i += SUMS)
      for (int n = 0; n < SUMS; n++) sums[n] += (double)d[i + n];
    for (; i < w->nx; i++) sum += (double)d[i];
    for (int n = 0; n < SUMS; n++) sum += sums[n];
    w->row_sums[k] = sum;
  }
}

double budget_volume(WeirWater *w) {
  team_rows(w->threads, 0, w->nz, volume_rows, w);
  double sum = 0;
  for (int k = 0; k < w->nz; k++) sum += w->row_sums[k];
  return sum * (double)w->cell * (double)w->cell;
}

double budget_missing(WeirWater *w) {
  return w->budget.start + w->budget.added - w->budget.removed + w->budget.displaced - budget_volume(w);
}

/* Rounding: steps from one look at the budget to the next. What flows loses at most half of a last place in a step, and a look gives back
 * one. A membrane's look gives more, and its steps are too short for many looks. Where no water comes and goes, little is lost, and all
 * shall come to rest. */
enum { LOOK_FLOW = 2, LOOK_MEMBRANE = 16, LOOK_CLOSED = 16 };

/* Where no water comes and goes: while less of the deep water moves than this, it is coming to rest, and nothing is given back. */
#define STIRRED 0.25
/* A share of the budget's peak: a smaller difference is left alone. Few runs of some minutes come to more. */
#define LEFT_ALONE 0x1p-22
/* A share of the budget's peak: a greater difference is not rounding, which is given back long before, but a fault, and is to be seen. */
#define NO_ROUNDING 0x1p-14
/* The most last places that a call may lift by: of what flows one, the head that moves nothing; a membrane, whose lakes are lifted as a
 * whole, loses at most half of one in a substep. */
#define PLACES_MEMBRANE 16.0
/* A share of the deepest moving water: what is shallower keeps its depth, as the last place of the deepest is much to it. */
#define SHALLOW 0.125f

/* The moving water that one call lifts. On the stack. */
typedef struct Lift {
  WeirWater *water;
  const FlowBodies *bodies;
  float least;              /* m, the least depth that is lifted */
  _Atomic(float) greatest;  /* m: of the numbers that are rounded in moving water */
  _Atomic(int) count, deep; /* cells that are lifted, and those of water as deep, whether they move or not */
} Lift;

static bool membrane(const Lift *l) {
  return l->water->solver == WEIR_MEMBRANE;
}

/* Returns true if the water of a cell moves and takes the lift: deep enough, and not among bodies, which hold the water of their cells. */
static bool is_raised(const Lift *l, int i, int k) {
  const WeirWater *const w = l->water;
  const ptrdiff_t at = water_index(w, i, k);
  if (w->depth.cells[at] < l->least) return false;
  if (membrane(l)) return w->membrane.lakes.label[k * w->nx + i] >= 0 && w->membrane.vertical_velocity.cells[at] != 0.0f;
  if (l->bodies && mask_has(mask_row(w, w->bodies.dirty_mask, k), i)) return false;
  const float *const x = w->flow.speed_x.cells + at, *const z = w->flow.speed_z.cells + at;
  return x[0] != 0.0f || x[-1] != 0.0f || z[0] != 0.0f || z[-w->stride] != 0.0f;
}

/* Returns true if no water comes or goes. */
static bool is_closed(const WeirWater *w) {
  for (int side = 0; side < WEIR_SIDE_COUNT; side++)
    if (w->boundary.sides[side].kind != WEIR_REFLECT && w->boundary.sides[side].kind != WEIR_PERIODIC) return false;
  return !sources_any(w);
}

static void greatest_rows(void *data, int k0, int k1) {
  Lift *const l = data;
  const WeirWater *const w = l->water;
  const float *const rounded = membrane(l) ? w->membrane.displacement.cells : w->depth.cells;
  float greatest = 0;
  for (int k = k0; k < k1; k++)
    for (int i = 0; i < w->nx; i++)
      if (is_raised(l, i, k)) greatest = max_float(greatest, fabsf(rounded[water_index(w, i, k)]));
  team_raise(&l->greatest, greatest);
}

static void count_rows(void *data, int k0, int k1) {
  Lift *const l = data;
  const WeirWater *const w = l->water;
  int count = 0, deep = 0;
  for (int k = k0; k < k1; k++)
    for (int i = 0; i < w->nx; i++) {
      deep += w->depth.cells[water_index(w, i, k)] >= l->least;
      count += is_raised(l, i, k);
    }
  atomic_fetch_add(&l->deep, deep);
  atomic_fetch_add(&l->count, count);
}

/* Returns by how many last places all that moves is to be lifted; writes the place, in m. 0 where little is missing, and where nothing
 * moves. */
static double places_missing(Lift *l, float *place) {
  WeirWater *const w = l->water;
  if (l->bodies && l->bodies->update_budget) l->bodies->update_budget(w);
  const double missing = budget_missing(w);
  if (fabs(missing) <= LEFT_ALONE * w->budget.peak || fabs(missing) > NO_ROUNDING * w->budget.peak) return 0;
  team_rows(w->threads, 0, w->nz, greatest_rows, l);
  const float greatest = l->greatest;
  if (greatest <= 0.0f) return 0;
  *place = ldexpf(1.0f, ilogbf(greatest) - 23);
  if (!membrane(l)) l->least = max_float(l->least, SHALLOW * greatest);
  team_rows(w->threads, 0, w->nz, count_rows, l);
  const int count = l->count;
  if (is_closed(w) && count < STIRRED * l->deep) return 0;
  const double most = membrane(l) ? PLACES_MEMBRANE : 1;
  const double places = missing / ((double)*place * (double)w->cell * (double)w->cell * (double)count);
  return rint(maths_max(-most, maths_min(most, places)));
}

bool budget_is_due(const WeirWater *w) {
  const int every = w->solver == WEIR_MEMBRANE ? LOOK_MEMBRANE : is_closed(w) ? LOOK_CLOSED : LOOK_FLOW;
  return w->clock.steps % every == 0;
}

void budget_compensate(WeirWater *w) {
  if (!budget_is_due(w)) return;
  if (w->solver != WEIR_MEMBRANE && !tiles_active_any(w)) return;
  if (w->bodies.layers && flow_bodies(w)) return; /* what its bodies displace is not in the budget to the last place after each step */
  Lift l = {.water = w, .bodies = flow_bodies(w), .least = DEPTH_WET};
  float place = 0;
  const float lift = (float)places_missing(&l, &place) * place;
  if (lift == 0.0f) return;
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) {
      const ptrdiff_t at = water_index(w, i, k);
      float *const depth = &w->depth.cells[at];
      if (!is_raised(&l, i, k)) continue;
      if (membrane(&l)) {
        const float displacement = w->membrane.displacement.cells[at] += lift;
        *depth = max_float((w->membrane.rest_level.cells[at] - w->terrain.cells[at]) + displacement, 0.0f);
      } else {
        *depth += lift;
        tile_mark_changed(w, i, k);
      }
    }
  w->extremes.depth += max_float(lift, 0.0f);
  w->membrane.bounded = false;
}
