/* Dam breaks after SWASHES: 10 m, the dam at 5 m, looked at after 6 s. */
#include <math.h>

#include "check/cases.h"
#include "check/exact.h"
#include "check/measure.h"
#include "check/tank.h"

enum { GRIDS = 4, JUDGED = 2, CELLS_MOST = 800 };
static const int grids[GRIDS] = {100, 200, 400, 800}; /* grids[JUDGED] is the one that the limits are for */
static const double length = 10, dam_at = 5, high = 0.005, low = 0.001, end = 6;

typedef struct Dam {
  double right; /* m of water east of the dam */
  ExactStoker wet;
} Dam;

static double dam_surface(const void *data, double x, double z) {
  (void)z;
  return x < dam_at ? high : ((const Dam *)data)->right;
}

static double dam_exact(const Dam *dam, double x, double t) {
  const double xi = (x - dam_at) / t;
  return dam->right > 0 ? exact_stoker_at(&dam->wet, xi).h : exact_ritter(high, xi).h;
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

/* Mean |depth - exact| over the 10 m, in depths behind the dam. */
static double dam_error(const WeirWater *water, const Dam *dam) {
  const WeirView depth = weir_water_depth(water);
  double sum = 0;
  for (int i = 0; i < depth.nx; i++)
    sum += fabs(tank_depth(depth, i, 8) - dam_exact(dam, (i + 0.5) * length / depth.nx, end));
  return sum / depth.nx / high;
}

static void dam_row(CheckReport *report, const Dam *dam) {
  double cells[GRIDS], errors[GRIDS];
  for (int n = 0; n < GRIDS; n++) {
    WeirWater *water = dam_create(report, dam, grids[n]);
    if (!water) return;
    dam_run(water, end);
    cells[n] = length / grids[n];
    errors[n] = dam_error(water, dam);
    weir_water_destroy(water);
  }
  check_row(report, "L1 of depth/h_l, 400 cells", "1", 0, errors[JUDGED], 0.03)->order =
      order_of_convergence(cells, errors, GRIDS);
}

void dams_ritter(CheckReport *report) {
  dam_row(report, &(Dam){.right = 0});
}

/* Where the depth passes half way between the middle state and the water ahead, from the east. */
static double bore_place(const WeirWater *water, const ExactStoker *wet) {
  const WeirView depth = weir_water_depth(water);
  const double half = 0.5 * (wet->middle + wet->hr), cell = length / depth.nx;
  for (int i = depth.nx - 1; i > 0; i--) {
    const double ahead = tank_depth(depth, i, 8), behind = tank_depth(depth, i - 1, 8);
    if (behind > half) return (i + 0.5 - (half - ahead) / (behind - ahead)) * cell;
  }
  return NAN;
}

/* Mean depth over the middle half of the middle state. */
static double middle_height(const WeirWater *water, const ExactStoker *wet) {
  const WeirView depth = weir_water_depth(water);
  const double cell = length / depth.nx, from = dam_at + wet->fan_end * end, to = dam_at + wet->bore * end;
  const int low_i = (int)((0.75 * from + 0.25 * to) / cell), high_i = (int)((0.25 * from + 0.75 * to) / cell);
  double sum = 0;
  for (int i = low_i; i < high_i; i++) sum += tank_depth(depth, i, 8);
  return sum / (high_i - low_i);
}

/* 3 % and 2 %: what a first-order scheme that conserves mass and momentum keeps well within at 400 cells. */
void dams_stoker(CheckReport *report) {
  const Dam dam = {low, exact_stoker(high, low)};
  dam_row(report, &dam);
  WeirWater *water = dam_create(report, &dam, grids[JUDGED]);
  if (!water) return;
  dam_run(water, end / 2);
  const double from = bore_place(water, &dam.wet);
  dam_run(water, end / 2);
  const double speed = (bore_place(water, &dam.wet) - from) / (end / 2);
  check_row(report, "speed of the bore, 400 cells", "m/s", dam.wet.bore, speed, 0.02);
  check_row(report, "depth behind the bore, 400 cells", "m", dam.wet.middle, middle_height(water, &dam.wet), 0.02);
  weir_water_destroy(water);
}
