/* Dam breaks after SWASHES: 10 m, the dam at 5 m, compared after 6 s. */
#include <math.h>

#include "check/cases.h"
#include "check/exact.h"
#include "check/measure.h"
#include "check/tank.h"

enum { GRIDS = 4, JUDGED = 2, CELLS_MAX = 800 };
static const int grids[GRIDS] = {100, 200, 400, 800}; /* the limits apply to grids[JUDGED] */
static const double length = 10, dam_at = 5, high = 0.005, low = 0.001, end = 6;

/* A dam break with its exact solution, on the stack of its check. */
typedef struct Dam {
  double right; /* m of water east of the dam */
  ExactStoker wet;
} Dam;

static double dam_surface(const void *data, double x, double z) {
  (void)z;
  return x < dam_at ? high : ((const Dam *)data)->right;
}

static WeirWater *dam_create(CheckReport *report, const Dam *dam, int cells) {
  Tank tank = tank_ideal(cells, 16, length / cells);
  tank.surface = dam_surface;
  tank.data = dam;
  return tank_create(&tank, report);
}

static void dam_run(WeirWater *water, double seconds) {
  tank_run(water, seconds, tank_tick((double)weir_water_cell(water), 2 * sqrt(GRAVITY * high)));
}

static void dam_row(CheckReport *report, const Dam *dam) {
  double cells[GRIDS], errors[GRIDS];
  for (int n = 0; n < GRIDS; n++) {
    WeirWater *water = dam_create(report, dam, grids[n]);
    if (!water) return;
    dam_run(water, end);
    cells[n] = length / grids[n];
    const WeirView depth = weir_water_depth(water);
    double sum = 0; /* of |depth - exact| over the 10 m, in units of the depth behind the dam */
    for (int i = 0; i < depth.nx; i++) {
      const double xi = ((i + 0.5) * length / depth.nx - dam_at) / end;
      sum += fabs(tank_depth(depth, i, 8) - (dam->right > 0 ? exact_stoker_at(&dam->wet, xi).h : exact_ritter(high, xi).h));
    }
    errors[n] = sum / depth.nx / high;
    weir_water_destroy(water);
  }
  check_row(report, "L1 of depth/h_l, 400 cells", "1", 0, errors[JUDGED], 0.03)->order = order_of_convergence(cells, errors, GRIDS);
}

void dams_ritter(CheckReport *report) {
  dam_row(report, &(Dam){.right = 0});
}

/* m: a place within the middle state at `seconds`; share 0 is its fan end, 1 the bore. */
static double middle_place(const ExactStoker *wet, double seconds, double share) {
  return dam_at + (wet->fan_end + (wet->bore - wet->fan_end) * share) * seconds;
}

/* Mean depth over the middle half of the middle state. */
static double middle_height(const WeirWater *water, const ExactStoker *wet, double seconds) {
  const WeirView depth = weir_water_depth(water);
  const double cell = length / depth.nx;
  const int from = (int)(middle_place(wet, seconds, 0.25) / cell), to = (int)(middle_place(wet, seconds, 0.75) / cell);
  double sum = 0;
  for (int i = from; i < to; i++) sum += tank_depth(depth, i, 8);
  return sum / (to - from);
}

/* m: place of the bore to a fraction of a cell, as the step with the same volume of water east of x = 5.2 m, which is in the middle
 * state. */
static double bore_place(const WeirWater *water, const ExactStoker *wet, double seconds) {
  const WeirView depth = weir_water_depth(water);
  const double cell = length / depth.nx;
  const int from = (int)((dam_at + 0.2) / cell);
  double volume = 0;
  for (int i = from; i < depth.nx; i++) volume += (tank_depth(depth, i, 8) - wet->hr) * cell;
  return from * cell + volume / (middle_height(water, wet, seconds) - wet->hr);
}

/* 3 % and 2 %: a first-order scheme that conserves mass and momentum stays well within them at 400 cells. */
void dams_stoker(CheckReport *report) {
  const Dam dam = {low, exact_stoker(high, low)};
  dam_row(report, &dam);
  WeirWater *water = dam_create(report, &dam, grids[JUDGED]);
  if (!water) return;
  dam_run(water, end / 2);
  const double from = bore_place(water, &dam.wet, end / 2);
  dam_run(water, end / 2);
  const double speed = (bore_place(water, &dam.wet, end) - from) / (end / 2);
  check_row(report, "speed of the bore, 400 cells", "m/s", dam.wet.bore, speed, 0.02);
  check_row(report, "depth behind the bore, 400 cells", "m", dam.wet.middle, middle_height(water, &dam.wet, end), 0.02);
  weir_water_destroy(water);
}
