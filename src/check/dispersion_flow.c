/* Waves that disperse, on their way: over a slope, as a solitary wave, behind a body that is dragged along. Each disperses by
 * omega^2 = g*k*tanh(k*d) (Airy 1845). */
#include "base/memory.h"
#include "check/tank.h"

/* --- shoaling -------------------------------------------------------------------------------------------------------- */

enum { SLOPE_CELLS = 600, TICKS_A_PERIOD = 143, PERIODS_BEFORE = 29, PERIODS_MEASURED = 4 };
static const double slope_cell = 0.25, slope_from = 35, slope_to = 115; /* m */
static const double deep = 8, swell_omega = 2.2, swell_height = 0.005;  /* m, rad/s, m */

/* The waves of the west side run from 8 m of water up a slope of 80 m to this depth, m: the data of a tank's functions. */
static double slope_bed(const TankPlace *at) {
  const double share = fmin(fmax((at->x - slope_from) / (slope_to - slope_from), 0), 1);
  return share * (deep - *(const double *)at->data);
}

/* What a wave number lacks of the swell's: a function for bisect. The data is the depth. */
static double swell_lack(const void *data, double k) {
  return GRAVITY * k * tanh(k * *(const double *)data) - swell_omega * swell_omega;
}

static double swell_number(double depth) {
  return bisect(swell_lack, &depth, 0.01, 10);
}

/* m/s: of the swell's energy. */
static double group_speed(double depth) {
  const double k = swell_number(depth), kd = k * depth;
  return swell_omega / k * (0.5 + kd / sinh(2 * kd));
}

/* The parts of the surface in phase with the swell and a quarter of a period behind, summed over whole periods. On the stack. */
typedef struct Swell {
  double c[SLOPE_CELLS], s[SLOPE_CELLS];
} Swell;

/* Returns the swell's height from x on, the root mean square over one wave: what the slope sends back cancels to first order. */
static double swell_height_from(const Swell *swell, double x, double depth) {
  const int first = (int)(x / slope_cell), count = (int)(2 * PI / swell_number(depth) / slope_cell);
  double sum = 0;
  for (int i = first; i < first + count; i++) sum += swell->c[i] * swell->c[i] + swell->s[i] * swell->s[i];
  return 2 * sqrt(sum / count) / (PERIODS_MEASURED * TICKS_A_PERIOD);
}

static bool swell_run(CheckReport *report, const double *shallow, Swell *swell) {
  const double period = 2 * PI / swell_omega;
  Tank tank = tank_ideal(SLOPE_CELLS, 1, slope_cell);
  tank.bed = slope_bed;
  tank.level = deep;
  tank.data = shallow;
  tank.disperses = true;
  tank.boundary[WEIR_WEST] =
      (WeirBoundary){.kind = WEIR_WAVE, .level = (float)deep, .tide_height = (float)swell_height, .tide_period = (float)period};
  tank.boundary[WEIR_EAST].kind = WEIR_OPEN;
  WeirWater *water = tank_create(&tank, report);
  if (!water) return false;
  *swell = (Swell){{0}, {0}};
  tank_run(water, PERIODS_BEFORE * period, period / TICKS_A_PERIOD);
  for (int n = 0; n < PERIODS_MEASURED * TICKS_A_PERIOD; n++) {
    weir_water_step(water, (float)(period / TICKS_A_PERIOD));
    const WeirView depth = weir_water_depth(water), bed = weir_water_terrain(water);
    const double c = cos(2 * PI * n / TICKS_A_PERIOD), s = sin(2 * PI * n / TICKS_A_PERIOD);
    for (int i = 0; i < SLOPE_CELLS; i++) {
      const double h = tank_depth(depth, i, 0) + tank_depth(bed, i, 0) - deep;
      swell->c[i] += h * c, swell->s[i] += h * s;
    }
  }
  weir_water_destroy(water);
  return true;
}

/* Energy runs with the group: height^2*cg is the same over any depth. From kd 3.95 to 1.60, 0.85 and 0.57, within 2 %. The side knows long
 * waves, which the filter turns into these within some cells: they are sqrt(sqrt(g*d)/cg) times as high as the side's, stated beside 1. Waves
 * of 1 cm: of 4 cm, on 0.6 m, a part goes into waves of half the length. */
void disperse_shoal(CheckReport *report) {
  static const double depths[3] = {3, 1.2, 0.6};
  static Swell swell;
  for (int n = 0; n < 3; n++) {
    if (!swell_run(report, &depths[n], &swell)) return;
    const double before = swell_height_from(&swell, 12, deep), after = swell_height_from(&swell, slope_to + 3, depths[n]);
    if (n == 0) check_row(report, "1", 1, before / swell_height, INFINITY, "height that comes in, over the sea's");
    check_row(report, "1", sqrt(group_speed(deep) / group_speed(depths[n])), after / before, 0.02,
              "from 8 m to %.1f m: height over that on 8 m", depths[n]);
  }
}

/* --- the solitary wave ------------------------------------------------------------------------------------------------------ */

enum { CHANNEL_CELLS = 1400 };
static const double channel_cell = 0.1, solitary_from = 15; /* m */

/* Its height over the depth of 1 m is the data. */
static double solitary_rise(const TankPlace *at) {
  const double a = *(const double *)at->data, s = 1 / cosh(sqrt(0.75 * a) * (at->x - solitary_from));
  return a * s * s;
}

static double solitary_surface(const TankPlace *at) {
  return 1 + solitary_rise(at);
}

/* From continuity, as the wave keeps its form. */
static double solitary_velocity(const TankPlace *at) {
  const double rise = solitary_rise(at);
  return sqrt(GRAVITY * (1 + *(const double *)at->data)) * rise / (1 + rise);
}

/* Returns its height, m; stores its place, m. */
static double solitary_crest(const WeirWater *water, double *place) {
  double surface[CHANNEL_CELLS];
  const WeirView depth = weir_water_depth(water);
  for (int i = 0; i < CHANNEL_CELLS; i++) surface[i] = tank_depth(depth, i, 0);
  const double height = crest_of(surface, CHANNEL_CELLS, place) - 1;
  *place = (*place + 0.5) * channel_cell;
  return height;
}

/* Boussinesq's wave (1871), a*sech^2(sqrt(3a/4d^3)*x) at sqrt(g*(d + a)), runs 100 depths, in which steepening and dispersion must balance:
 * hydrostatic, it becomes a bore and falls to 0.6 of its height. Its own form is a little another one in these equations, which takes 0.7 %
 * of speed at first: 1 %; height within 5 %. Pipes carry no momentum and only state. */
void disperse_solitary(CheckReport *report) {
  static const double heights[2] = {0.1, 0.2};
  for (int n = 0; n < 2; n++) {
    const double a = heights[n], speed = sqrt(GRAVITY * (1 + a)), seconds = 100 / speed;
    Tank tank = tank_ideal(CHANNEL_CELLS, 1, channel_cell);
    tank.surface = solitary_surface;
    tank.velocity_x = solitary_velocity;
    tank.data = &a;
    tank.disperses = true;
    WeirWater *water = tank_create(&tank, report);
    if (!water) return;
    double from, to;
    solitary_crest(water, &from);
    tank_run(water, seconds, 0.02);
    const double height = solitary_crest(water, &to);
    check_row(report, "m/s", speed, (to - from) / seconds, check_swe_limit(report, 0.01), "%.1f of the depth high: speed over 100 depths",
              a);
    check_row(report, "m", a, height, check_swe_limit(report, 0.05), "%.1f of the depth high: height after 100 depths", a);
    weir_water_destroy(water);
  }
}
