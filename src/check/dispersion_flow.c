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

/* Returns by how much omega^2 of a wave number exceeds the swell's: a function for bisect. The data is the depth. */
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

/* Energy runs with the group: height^2*cg is the same over any depth. From kd 3.95 to 1.60, 0.85 and 0.57, within 2 %. Waves
 * of 1 cm: of 4 cm, on 0.6 m, a part goes into waves of half the length. */
void disperse_shoal(CheckReport *report) {
  static const double depths[3] = {3, 1.2, 0.6};
  static Swell swell;
  for (int n = 0; n < 3; n++) {
    if (!swell_run(report, &depths[n], &swell)) return;
    const double before = swell_height_from(&swell, 12, deep), after = swell_height_from(&swell, slope_to + 3, depths[n]);
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

/* --- the wake of a body ---------------------------------------------------------------------------------------------------- */

enum { WAKE_X = 240, WAKE_Z = 128 };
static const double wake_cell = 0.25, wake_speed = 3, hull_radius = 1; /* m, m/s, m */

/* The surface behind a body, and its place. On the stack. */
typedef struct Wake {
  WeirView depth;
  double still, length; /* m: depth; of the waves that keep up with the body, straight behind it */
  double x;             /* m: the body's */
} Wake;

static double wake_height(const Wake *wake, int i, int k) {
  return tank_depth(wake->depth, i, k) - wake->still;
}

/* m: of column i behind the body; of row k beside its track. */
static double behind(const Wake *wake, double i) {
  return wake->x - (i + 0.5) * wake_cell;
}
static double beside(int k) {
  return (k + 0.5 - 0.5 * WAKE_Z) * wake_cell;
}

/* Creates still water that waves leave on all sides. */
static WeirWater *wake_water(CheckReport *report, Wake *wake) {
  Tank tank = tank_ideal(WAKE_X, WAKE_Z, wake_cell);
  tank.level = wake->still;
  tank.disperses = true;
  for (int n = 0; n < WEIR_SIDE_COUNT; n++) tank.boundary[n].kind = WEIR_OPEN;
  wake->length = 2 * PI * wake_speed * wake_speed / GRAVITY;
  return tank_create(&tank, report);
}

/* Drags an upright cylinder from x = 6 m to 52 m, in 2 s to its speed. It displaces water and does not block it: what Kelvin's point of
 * pressure does. */
static WeirWater *wake_run(CheckReport *report, Wake *wake, double draft) {
  WeirWater *const water = wake_water(report, wake);
  if (!water) return NULL;
  weir_water_set_coupling(water, WEIR_DISPLACE);
  WeirBody body = weir_body_default();
  body.shape = WEIR_CYLINDER;
  body.half[0] = body.half[2] = (float)hull_radius;
  body.half[1] = (float)draft;
  body.position[1] = (float)wake->still;
  body.position[2] = (float)(0.5 * WAKE_Z * wake_cell);
  body.id = 1;
  const double tick = 0.02;
  wake->x = 6;
  body.position[0] = (float)wake->x;
  weir_water_displace(water, &body, 1, 0);
  for (double t = 0; wake->x < 52; t += tick) {
    const double speed = wake_speed * (t < 2 ? 0.5 - 0.5 * cos(PI * t / 2) : 1);
    wake->x += speed * tick;
    body.position[0] = (float)wake->x;
    body.velocity[0] = (float)speed;
    weir_water_displace(water, &body, 1, (float)tick);
    weir_water_step(water, (float)tick);
  }
  wake->depth = weir_water_depth(water);
  return water;
}

/* Sums of the places of crests: m behind the body and beside its track. On the stack. */
typedef struct CrestLine {
  double x, z, xx, xz;
  int count;
} CrestLine;

/* Adds the crest at column i of a row, between cells by a parabola. */
static void crest_add(CrestLine *line, const Wake *wake, int i, int k) {
  const double around[3] = {wake_height(wake, i - 1, k), wake_height(wake, i, k), wake_height(wake, i + 1, k)};
  double shift;
  crest_of(around, 3, &shift);
  const double x = behind(wake, i + shift - 1), z = beside(k);
  line->x += x, line->z += z, line->xx += x * x, line->xz += x * z, line->count++;
}

/* The angle of the line of the highest crests, through the body: in each row from 2 to 8 m beside the track the highest place, farther behind
 * than half a wave. Degrees. */
static double highest_angle(const Wake *wake) {
  CrestLine line = {0};
  for (int k = WAKE_Z / 2; k < WAKE_Z; k++) {
    if (beside(k) < 2 || beside(k) > 8) continue;
    int most = 1;
    for (int i = 1; i < WAKE_X - 1 && behind(wake, i) > 0.5 * wake->length; i++)
      if (wake_height(wake, i, k) > wake_height(wake, most, k)) most = i;
    crest_add(&line, wake, most, k);
  }
  return 180 / PI * atan(line.xz / line.xx);
}

/* The angle of the first crest, in degrees: in each row from 3 to 12 m beside the track the foremost that is a fifth of the highest. */
static double leading_angle(const Wake *wake) {
  CrestLine line = {0};
  for (int k = WAKE_Z / 2; k < WAKE_Z; k++) {
    if (beside(k) < 3 || beside(k) > 12) continue;
    double top = 0;
    for (int i = 0; i < WAKE_X; i++) top = fmax(top, wake_height(wake, i, k));
    for (int i = WAKE_X - 2; i > 0; i--) {
      const double h = wake_height(wake, i, k);
      if (h < 0.2 * top || h < wake_height(wake, i - 1, k) || h < wake_height(wake, i + 1, k)) continue;
      crest_add(&line, wake, i, k);
      break;
    }
  }
  return 180 / PI * atan((line.xz * line.count - line.x * line.z) / (line.xx * line.count - line.x * line.x));
}

/* Returns the height of the waves straight behind the body, the mean over 1.5 m to both sides of its track, one to two waves behind, over that
 * of the highest crest from 2 to 8 m beside it. */
static double transverse_share(const Wake *wake) {
  double sum = 0, squares = 0, most = 0;
  int count = 0;
  for (int i = 0; i < WAKE_X; i++) {
    if (behind(wake, i) < wake->length || behind(wake, i) > 2 * wake->length) continue;
    double mean = 0;
    for (int k = WAKE_Z / 2 - 6; k < WAKE_Z / 2 + 6; k++) mean += wake_height(wake, i, k) / 12;
    sum += mean, squares += mean * mean, count++;
    for (int k = WAKE_Z / 2; k < WAKE_Z; k++)
      if (beside(k) > 2 && beside(k) < 8) most = fmax(most, wake_height(wake, i, k));
  }
  return sqrt(2 * (squares / count - sum * sum / count / count)) / most;
}

/* Makes a wake on water of wake->still, by what is `deep` m; NULL: no water, which is reported. The caller destroys the water. */
typedef WeirWater *WakeRun(CheckReport *report, Wake *wake, double deep);

/* 3 m/s on 4 m of water, Froude 0.48, is deep: the crests lie along Kelvin's line, asin(1/3) = 19.47 degrees (1887), the highest somewhat
 * within it near the body: 17 to 20.5. On 0.6 m, Froude 1.24, no wave straight behind keeps up, and the leading crest lies at the Mach angle of
 * long waves, 53.9 degrees, or below: 42 to 56. What is behind the body there is the hull's trough, and waves of the start: 0.2 is a third of what
 * 4 m of water have. */
static void wake_rows(CheckReport *report, WakeRun *run) {
  Wake wake = {.still = 4};
  WeirWater *water = run(report, &wake, 0.1);
  if (!water) return;
  CheckRow *row =
      check_row(report, "degree", 180 / PI * asin(1.0 / 3), highest_angle(&wake), INFINITY, "Froude 0.48: line of crests, 17 to 20.5");
  check_judge(row, row->got >= 17 && row->got <= 20.5);
  check_row(report, "1", 0, transverse_share(&wake), INFINITY, "Froude 0.48: waves behind, over those beside");
  weir_water_destroy(water);
  wake.still = 0.6;
  water = run(report, &wake, 0.02);
  if (!water) return;
  row = check_row(report, "degree", 180 / PI * asin(sqrt(GRAVITY * wake.still) / wake_speed), leading_angle(&wake), INFINITY,
                  "Froude 1.24: leading crest, 42 to 56");
  check_judge(row, row->got >= 42 && row->got <= 56);
  check_row(report, "1", 0, transverse_share(&wake), 0.2, "Froude 1.24: waves behind, over those beside");
  weir_water_destroy(water);
}

void disperse_kelvin(CheckReport *report) {
  wake_rows(report, wake_run);
}

/* Presses with a disc instead of the body, its edge a cosine's, from x = 6 m to 52 m; `rise` as deep as its middle at rest would be, m. */
static WeirWater *disc_run(CheckReport *report, Wake *wake, double rise) {
  WeirWater *const water = wake_water(report, wake);
  if (!water) return NULL;
  static float pascal[WAKE_X * WAKE_Z];
  const double tick = 0.02, reach = 1.5 * hull_radius;
  wake->x = 6;
  for (double t = 0; wake->x < 52; t += tick) {
    wake->x += wake_speed * (t < 2 ? 0.5 - 0.5 * cos(PI * t / 2) : 1) * tick;
    for (int k = 0; k < WAKE_Z; k++)
      for (int i = 0; i < WAKE_X; i++) {
        const double r = hypot(behind(wake, i), beside(k)) / reach;
        pascal[k * WAKE_X + i] = r < 1 ? (float)(1000 * GRAVITY * rise * (0.5 + 0.5 * cos(PI * r)) * fmin(1, t / 2)) : 0.0f;
      }
    weir_water_set_pressure(water, pascal, NULL);
    weir_water_step(water, (float)tick);
  }
  wake->depth = weir_water_depth(water);
  return water;
}

/* Kelvin's own case, with the limits of the body. */
void disperse_disc(CheckReport *report) {
  wake_rows(report, disc_run);
}

/* --- Dingemans' bar -------------------------------------------------------------------------------------------------------- */

enum { BAR_CELLS = 2000, BAR_GAUGES = 3 };
static const double bar_cell = 0.1, bar_west = -130, bar_depth = 0.8; /* m */

/* Waves of 2 cm and 2.86 s: m, 1/m. */
static const double bar_height = 0.02, bar_number = 0.84062;

static double bar_bed(const TankPlace *at) {
  const double x = at->x + bar_west;
  return fmax(0, fmin(fmin((x - 11.01) / 20, 0.6), (33.07 - x) / 10));
}

/* Eleven waves before the bar. */
static double bar_wave(double x) {
  const double from = -30.5 * PI / bar_number, to = -8.5 * PI / bar_number;
  return x < from || x > to ? 0 : bar_height * cos(bar_number * x);
}

static double bar_surface(const TankPlace *at) {
  return bar_depth + bar_wave(at->x + bar_west);
}

static double bar_velocity(const TankPlace *at) {
  const double rise = bar_wave(at->x + bar_west);
  return sqrt(GRAVITY / bar_number * tanh(bar_number * bar_depth)) * rise / (bar_depth + rise);
}

enum { BAR_HARMONICS = 3, BAR_PERIOD_TICKS = 143, BAR_PERIODS = 3 };

/* Where a gauge of the flume stood, the seconds that it is read, and the highest and lowest that it measured there; the amplitudes of the
 * wave and its harmonics, 0 where they are not compared. */
typedef struct BarGauge {
  double x, from, until;           /* m, s, s */
  double crest, trough;            /* m */
  double harmonics[BAR_HARMONICS]; /* m */
} BarGauge;

/* The water's figures at a gauge: extremes, m, and sums in phase with each harmonic and a quarter of its period behind. On the stack. */
typedef struct BarRead {
  double high, low, c[BAR_HARMONICS], s[BAR_HARMONICS];
} BarRead;

/* Adds the sample of tick n to the harmonics. */
static void bar_harmonics_add(BarRead *read, int n, double h) {
  for (int m = 0; m < BAR_HARMONICS; m++) {
    const double phase = 2 * PI * (m + 1) * n / BAR_PERIOD_TICKS;
    read->c[m] += h * cos(phase), read->s[m] += h * sin(phase);
  }
}

static void bar_rows(CheckReport *report, const BarGauge *gauge, const BarRead *read) {
  check_row(report, "m", gauge->crest, read->high, INFINITY, "crest at %.2f m", gauge->x);
  check_row(report, "m", gauge->trough, read->low, INFINITY, "trough at %.2f m", gauge->x);
  for (int m = 0; gauge->harmonics[0] > 0 && m < BAR_HARMONICS; m++)
    check_row(report, "m", gauge->harmonics[m], 2 * hypot(read->c[m], read->s[m]) / (BAR_PERIODS * BAR_PERIOD_TICKS), INFINITY,
              "harmonic %d at %.2f m", m + 1, gauge->x);
}

/* A flume of Delft Hydraulics (Dingemans 1994, report H1684.12): waves of 2.86 s on 0.8 m of water climb 1:20 to 0.2 m, run over 4 m of that
 * and down 1:10. Shorter waves are set free there, each at its own speed. The start, bed and gauges as in Svaerd and Kalisch (2023, arXiv
 * 2302.09924); crests and troughs measured on the bar, behind it and 4 m on. The harmonics measured are the least squares fit of five to 54 to
 * 62.6 s of Dingemans' gauges (as DispersiveShallowWater.jl has them, data/Dingemans.csv), where they repeat within 2 %; ours are those of three
 * periods from 50 s. Stated: the paddle was not a cosine, and sent waves of 21.3 mm and not of 20. */
void disperse_bar(CheckReport *report) {
  static const BarGauge gauges[BAR_GAUGES] = {{26.04, 35, 45, 0.053, -0.021, {0}},
                                              {30.44, 40, 45, 0.027, -0.027, {0.0121, 0.0191, 0.0085}},
                                              {37.04, 50, 60, 0.028, -0.020, {0.0122, 0.0148, 0.0106}}};
  Tank tank = tank_ideal(BAR_CELLS, 1, bar_cell);
  tank.bed = bar_bed;
  tank.surface = bar_surface;
  tank.velocity_x = bar_velocity;
  tank.disperses = true;
  tank.boundary[WEIR_WEST].kind = tank.boundary[WEIR_EAST].kind = WEIR_OPEN;
  WeirWater *water = tank_create(&tank, report);
  if (!water) return;
  BarRead reads[BAR_GAUGES] = {{0}};
  const double step = 2 * PI / sqrt(GRAVITY * bar_number * tanh(bar_number * bar_depth)) / BAR_PERIOD_TICKS;
  const int from = (int)(50 / step), until = from + BAR_PERIODS * BAR_PERIOD_TICKS;
  for (int tick = 0; tick * step < 60; tick++) {
    weir_water_step(water, (float)step);
    for (int n = 0; n < BAR_GAUGES; n++) {
      const double t = tick * step;
      const double h = (double)weir_water_surface_at(water, (float)(gauges[n].x - bar_west), 0.05f) - bar_depth;
      if (t >= gauges[n].from && t <= gauges[n].until) reads[n].high = fmax(reads[n].high, h), reads[n].low = fmin(reads[n].low, h);
      if (tick >= from && tick < until) bar_harmonics_add(&reads[n], tick, h);
    }
  }
  for (int n = 0; n < BAR_GAUGES; n++) bar_rows(report, &gauges[n], &reads[n]);
  weir_water_destroy(water);
}

/* --- a river ---------------------------------------------------------------------------------------------------------------- */

enum { RIVER_CELLS = 192 };
static const double river_cell = 0.25, river_depth = 2, river_speed = 1, river_manning = 0.03; /* m, m, m/s, s/m^(1/3) */

/* The slope on which Manning's friction and weight balance. */
static double river_slope(void) {
  return river_manning * river_manning * river_speed * river_speed / pow(river_depth, 4.0 / 3);
}

static double river_bed(const TankPlace *at) {
  return -river_slope() * at->x;
}

static double river_surface(const TankPlace *at) {
  return river_depth + river_bed(at);
}

static double river_velocity(const TankPlace *at) {
  (void)at;
  return river_speed;
}

/* A river that is in balance stays as it is: waves of no kind come of it. 0.5 % of its depth is what an open side, which knows no level, may
 * make of the ripples of the start. */
void disperse_river(CheckReport *report) {
  const double limit = 0.005;
  for (int level = 0; level < 2; level++) {
    Tank tank = tank_ideal(RIVER_CELLS, 4, river_cell);
    tank.bed = river_bed;
    tank.surface = river_surface;
    tank.velocity_x = river_velocity;
    tank.disperses = true;
    tank.tuning.manning = (float)river_manning;
    const double discharge = river_speed * river_depth * 4 * river_cell;
    tank.boundary[WEIR_WEST] = (WeirBoundary){.kind = WEIR_INFLOW, .discharge = (float)discharge};
    tank.boundary[WEIR_EAST].kind = WEIR_OPEN;
    if (level) {
      const double end = river_surface(&(TankPlace){.x = RIVER_CELLS * river_cell});
      tank.boundary[WEIR_EAST] = (WeirBoundary){.kind = WEIR_LEVEL, .level = (float)end};
    }
    WeirWater *water = tank_create(&tank, report);
    if (!water) return;
    tank_run(water, 60, 0.02);
    const double depth = (double)weir_water_depth_at(water, 24, 0.5f);
    check_row(report, "m", river_depth, depth, limit, "out of %s: depth after 60 s", level ? "a level" : "an open side");
    weir_water_destroy(water);
  }
}
