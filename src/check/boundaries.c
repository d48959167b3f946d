/* Checks of the sides of the grid: open sides, sponges, periodic grids, held and driven levels. */
#include "check/tank.h"

/* --- open sides and sponges, against a tank too long to reflect --------------------------------------------------------- */

/* All tanks have 1 m of water and a pulse of 1 cm; times are in metres that a wave has run. */
static const double pulse_height = 0.01;

/* A Gaussian pulse: the data of a tank's functions, on the stack of its check. */
typedef struct Pulse {
  double x, z, width; /* m */
  bool straight;      /* a wall of water along z, else round */
} Pulse;

static double pulse_surface(const TankPlace *at) {
  const Pulse *p = at->data;
  const double dx = (at->x - p->x) / p->width, dz = p->straight ? 0 : (at->z - p->z) / p->width;
  return 1 + pulse_height * exp(-dx * dx - dz * dz);
}

static WeirWater *edge_tank(CheckReport *report, const Pulse *pulse, int nx, int nz, double cell, WeirEdge east, double sponge) {
  Tank tank = tank_ideal(nx, nz, cell);
  tank.surface = pulse_surface;
  tank.data = pulse;
  tank.tuning.wave_speed = (float)sqrt(GRAVITY);
  tank.tuning.stencil = 5;
  tank.tuning.sponge_width = (float)sponge;
  tank.boundary[WEIR_EAST].kind = east;
  return tank_create(&tank, report);
}

/* A tank for normal incidence: cells to the side, their size and the sponge's width in m, and the width of the pulse in m. */
typedef struct Reach {
  int cells;
  double cell, sponge, width;
} Reach;

/* Runs a tank and one twice as long, in which nothing has come back yet, and frees both. Returns the share of the wave that came back in
 * the first. */
static double share_reflected(WeirWater *open, WeirWater *free, double seconds, double tick) {
  double reflected = NAN, incident = 1;
  if (open && free) {
    tank_run(open, seconds, tick);
    tank_run(free, seconds, tick);
    const WeirView a = weir_water_depth(open), b = weir_water_depth(free);
    reflected = incident = 0;
    for (int i = 0; i < a.nx; i++) reflected = fmax(reflected, fabs(tank_depth(a, i, 8) - tank_depth(b, i, 8)));
    for (int i = 0; i < b.nx; i++) incident = fmax(incident, fabs(tank_depth(b, i, 8) - 1));
  }
  weir_water_destroy(open);
  weir_water_destroy(free);
  return reflected / incident;
}

/* Returns the share reflected at normal incidence. The pulse starts at the west wall; once it has run one and a half times the way to the
 * east side, its reflection is half way back, while in the tank that is twice as long it still runs east. */
static double reflected_straight(CheckReport *report, WeirEdge east, const Reach *reach) {
  const double way = 1.5 * reach->cells * reach->cell, c = sqrt(GRAVITY);
  const Pulse pulse = {0, 0, reach->width, true};
  WeirWater *const open = edge_tank(report, &pulse, reach->cells, 16, reach->cell, east, reach->sponge);
  WeirWater *const free = edge_tank(report, &pulse, 2 * reach->cells, 16, reach->cell, WEIR_REFLECT, reach->sponge);
  return share_reflected(open, free, way / c, tank_tick(reach->cell, c));
}

/* Returns the share reflected at 45 degrees: a round pulse 5 m before the side, a gauge 5 m before it and 10 m along, so that the path by
 * the side is 14.1 m. In the larger tank the gauge's mirror image records the unreflected wave. Echoes of other walls come after 18.9 m. */
static double reflected_aslant(CheckReport *report, WeirEdge east) {
  const double cell = 0.125, c = sqrt(GRAVITY), side = 10, until = 17;
  const int near = (int)(side / cell), far = (int)(18 / cell), row = (int)(14 / cell);
  const int gauge = (int)(5 / cell), image = 2 * near - 1 - gauge;
  const Pulse pulse = {5, 4, 0.75, false};
  WeirWater *open = edge_tank(report, &pulse, near, far, cell, east, 3);
  WeirWater *free = edge_tank(report, &pulse, far, far, cell, WEIR_REFLECT, 3);
  const double tick = tank_tick(cell, c);
  double reflected = open && free ? 0 : NAN, incident = 0;
  for (double t = 0; open && free && t < until / c; t += tick) {
    weir_water_step(open, (float)tick);
    weir_water_step(free, (float)tick);
    const WeirView a = weir_water_depth(open), b = weir_water_depth(free);
    reflected = fmax(reflected, fabs(tank_depth(a, gauge, row) - tank_depth(b, gauge, row)));
    incident = fmax(incident, fabs(tank_depth(b, image, row) - 1));
  }
  weir_water_destroy(open);
  weir_water_destroy(free);
  return reflected / incident;
}

/* A row whose error is the reflection in excess of `expected`, the theory's. */
static void reflection_row(CheckReport *report, const char *quantity, double expected, double got, double most) {
  CheckRow *row = check_row(report, "1", expected, got, INFINITY, "%s", quantity);
  row->error = fmax(0, got - expected);
  row->limit = most - expected;
  if (isfinite(most)) check_judge(row, got <= most);
}

/* A first-order open side reflects (1 - cos)/(1 + cos) of a wave: nothing at 0, 17.2 % at 45 degrees; 3 % and 20 % are allowed. A
 * sponge damps a wave at normal incidence, there and back, to exp(-16/3) = 0.5 % whatever its width (boundary/sponge.c); 1 % is
 * allowed, and 2 % of pulses as long as the sponge, by what cells of a metre add. At 45 degrees the change of medium reflects more, with
 * no figure on paper: stated. */
void boundary_open(CheckReport *report) {
  const double aslant = (1 - sqrt(0.5)) / (1 + sqrt(0.5));
  const Reach near = {256, 0.0625, 3, 1};
  reflection_row(report, "open: reflected, 0 degrees", 0, reflected_straight(report, WEIR_OPEN, &near), 0.03);
  reflection_row(report, "open: reflected, 45 degrees", aslant, reflected_aslant(report, WEIR_OPEN), 0.20);
  reflection_row(report, "sponge of 3 m: reflected, 0 degrees", 0, reflected_straight(report, WEIR_SPONGE, &near), 0.01);
  reflection_row(report, "sponge of 3 m: reflected, 45 degrees", 0, reflected_aslant(report, WEIR_SPONGE), INFINITY);
  static const char *const rows[] = {"sponge of 20 m: reflected, half width 2.5 m", "sponge of 20 m: reflected, half width 5 m",
                                     "sponge of 20 m: reflected, half width 10 m"};
  for (int n = 0; n < 3; n++) {
    const Reach far = {160, 1, 20, 2.5 * (1 << n) * sqrt(2)}; /* exp(-x^2/(2 s^2)) */
    reflection_row(report, rows[n], 0, reflected_straight(report, WEIR_SPONGE, &far), 0.02);
  }
}

/* --- periodic ------------------------------------------------------------------------------------------------------- */

enum { ROUND_X = 64, ROUND_Z = 48, ROUND_STEPS = 500 };
static const double round_cell = 0.25;

/* A round grid: its current, and a shift of the initial state along both axes, in cells: none or half a grid. Whole cells, so that shifted
 * places are the same doubles. */
typedef struct Shift {
  int i, k;
  double current; /* m/s */
} Shift;

static double shifted(double x, int by, int cells) {
  return fmod(x + by * round_cell, cells * round_cell);
}

static double round_bed(const TankPlace *at) {
  const Shift *s = at->data;
  const double a = shifted(at->x, s->i, ROUND_X), b = shifted(at->z, s->k, ROUND_Z);
  return 0.2 * exp(-(a - 11) * (a - 11) / 4 - (b - 7) * (b - 7) / 2);
}

static double round_surface(const TankPlace *at) {
  const Shift *s = at->data;
  const double a = shifted(at->x, s->i, ROUND_X), b = shifted(at->z, s->k, ROUND_Z);
  return 1 + 0.2 * exp(-(a - 8) * (a - 8) - (b - 6) * (b - 6) / 2);
}

static double round_velocity(const TankPlace *at) {
  return ((const Shift *)at->data)->current;
}

static WeirWater *round_tank(CheckReport *report, const Shift *shift) {
  Tank tank = tank_ideal(ROUND_X, ROUND_Z, round_cell);
  tank.bed = round_bed;
  tank.surface = round_surface;
  if (shift->current > 0) tank.velocity_x = round_velocity;
  tank.data = shift;
  for (int n = 0; n < WEIR_SIDE_COUNT; n++) tank.boundary[n].kind = WEIR_PERIODIC;
  return tank_create(&tank, report);
}

static void round_rows(CheckReport *report, const char *name, double current) {
  const Shift none = {0, 0, current}, half = {ROUND_X / 2, ROUND_Z / 2, current};
  WeirWater *a = round_tank(report, &none), *b = round_tank(report, &half);
  if (a && b) {
    for (int n = 0; n < ROUND_STEPS; n++) weir_water_step(a, 0.02f), weir_water_step(b, 0.02f);
    const WeirView da = weir_water_depth(a), db = weir_water_depth(b);
    double worst = 0;
    for (int n = 0; n < ROUND_X * ROUND_Z; n++) {
      const int i = n % ROUND_X, k = n / ROUND_X;
      const double moved = tank_depth(da, (i + half.i) % ROUND_X, (k + half.k) % ROUND_Z);
      worst = fmax(worst, fabs(tank_depth(db, i, k) - moved));
    }
    check_row(report, "m", 0, worst, 0, "%s: half a grid on, differs by", name);
    check_row(report, "1", 0, tank_stats(a).volume_error, 1e-6, "%s: volume lost in 500 steps", name);
  }
  weir_water_destroy(a);
  weir_water_destroy(b);
}

/* The shifted run equals the other to the bit: a cell's arithmetic does not depend on its place. Volume to 1e-6, for floats round. */
void boundary_periodic(CheckReport *report) {
  round_rows(report, "still", 0);
  if (report->solver != WEIR_MEMBRANE) round_rows(report, "current", 0.5);
}

/* --- seas at two ends ------------------------------------------------------------------------------------------------- */

enum { STRAIT = 64 };

static double strait_bed(const TankPlace *at) {
  return 0.3 * exp(-(at->x - 8) * (at->x - 8) / 4);
}

static WeirWater *strait_create(CheckReport *report, double west, double east, double manning) {
  Tank tank = tank_ideal(STRAIT, 16, 0.25);
  tank.bed = strait_bed;
  tank.level = 1;
  tank.tuning.manning = (float)manning;
  if (manning > 0) tank.tuning.damping = 0.5f; /* the membrane has damping instead of Manning friction */
  tank.boundary[WEIR_WEST] = (WeirBoundary){.kind = WEIR_LEVEL, .level = (float)west};
  tank.boundary[WEIR_EAST] = (WeirBoundary){.kind = WEIR_LEVEL, .level = (float)east};
  return tank_create(&tank, report);
}

/* Equal seas: rounding, as for any lake. Volume ledger of the sides: 1e-6 after 2000 steps of a steady current, in which every
 * step rounds the same way (physics.md asks for 1e-5 over 10 000). */
void boundary_levels(CheckReport *report) {
  const double manning = 0.05;
  WeirWater *level = strait_create(report, 1, 1, 0);
  if (!level) return;
  for (int n = 0; n < 2000; n++) weir_water_step(level, 0.02f);
  check_row(report, "m/s", 0, (double)tank_stats(level).speed_max, 1e-5, "equal levels: speed after 2000 steps");
  weir_water_destroy(level);
  WeirWater *water = strait_create(report, 1.05, 0.95, manning);
  if (!water) return;
  for (int n = 0; n < 2000; n++) weir_water_step(water, 0.02f);
  if (report->solver == WEIR_MEMBRANE) { /* between two held sides it comes to rest as a plane */
    const double fall = (double)weir_water_surface_at(water, 4, 2) - (double)weir_water_surface_at(water, 12, 2);
    check_row(report, "m", 0.05, fall, 0.02, "1.05 to 0.95 m: fall over the middle half");
  } else {
    /* For flowing water Manning's speed for the mean slope is only an estimate (ends and sill slow it): required is a flow in that direction
     * at a speed of that order. */
    static float v[2][STRAIT * 16];
    double sum = 0;
    weir_water_velocity(water, v[0], v[1]);
    for (int n = 0; n < STRAIT * 16; n++) sum += (double)v[0][n];
    check_row(report, "m/s", sqrt(0.1 / (STRAIT * 0.25)) / manning, sum / (STRAIT * 16), 0.9, "1.05 to 0.95 m: mean speed, that way");
  }
  check_row(report, "1", 0, tank_stats(water).volume_error, 1e-6, "1.05 to 0.95 m: volume off the ledger");
  weir_water_destroy(water);
}

/* --- outgoing waves ----------------------------------------------------------------------------------------------------- */

/* A hump (or `waves` waves in a row) that runs east over still water: 1 m deep, 1 cm high, as a simple wave of
 * shallow water. The data of a tank's functions, on the stack of its check. */
typedef struct Swell {
  double from, length, height; /* m */
  int waves;                   /* 0: one hump */
  bool pipe;
} Swell;

static double swell_surface(const TankPlace *at) {
  const Swell *s = at->data;
  const double share = (at->x - s->from) / s->length;
  if (share <= 0 || share >= 1) return 1;
  return 1 + s->height * (s->waves ? sin(2 * PI * s->waves * share) : pow(sin(PI * share), 2));
}

static double swell_velocity(const TankPlace *at) {
  const Swell *s = at->data;
  const double c = sqrt(GRAVITY), change = 2 * (sqrt(GRAVITY * swell_surface(at)) - c);
  return s->pipe ? change / (1 + 0.25 * change / c) : change;
}

static WeirWater *swell_tank(CheckReport *report, const Swell *swell, int nx, double cell, WeirEdge east) {
  Tank tank = tank_ideal(nx, 16, cell);
  tank.surface = swell_surface;
  tank.velocity_x = swell_velocity;
  tank.data = swell;
  tank.boundary[WEIR_EAST].kind = east;
  return tank_create(&tank, report);
}

/* Reflected over incident height when the end of the swell has just left, compared with a tank twice as long. */
static double swell_reflected(CheckReport *report, double seconds, int waves, double height) {
  const double c = sqrt(GRAVITY), length = c * seconds * (waves ? waves : 1);
  const double cell = fmin(fmax(c * seconds / 64, 0.0625), 0.5), margin = 16 * cell;
  const int nx = (int)ceil((length + 2 * margin) / cell);
  const Swell swell = {margin, length, height, waves, report->solver == WEIR_PIPE};
  WeirWater *const open = swell_tank(report, &swell, nx, cell, WEIR_OPEN);
  WeirWater *const free = swell_tank(report, &swell, 2 * nx, cell, WEIR_REFLECT);
  return share_reflected(open, free, 1.02 * (nx * cell - margin) / c, tank_tick(cell, c));
}

/* 2 %, for any length and either sign: what first-order absorption leaves of waves of 25 cells and more. The row has the worst. */
void sides_swell(CheckReport *report) {
  for (int train = 0; train < 2; train++)
    for (int sign = -1; sign <= 1; sign += 2) {
      double worst = 0;
      for (double seconds = 0.5; seconds <= (train ? 16 : 64); seconds *= 2)
        worst = fmax(worst, swell_reflected(report, seconds, train ? 8 : 0, 0.01 * sign));
      check_row(report, "1", 0, worst, 0.02, "%s, %s: returned", train ? "8 waves, 0.5 to 16 s" : "hump, 0.5 to 64 s",
                sign < 0 ? "trough" : "crest");
    }
}

/* --- a driven sea ------------------------------------------------------------------------------------------------------- */

enum { SEA_CELLS = 240, SEA_POINTS = 1300 };
static const double sea_height = 0.01, sea_period = 4, sea_until = 60;

typedef enum Drive { BY_CALLS, BY_SERIES, BY_TIDE, DRIVES } Drive;

static double sea_level(double t) {
  return 1 + sea_height * sin(2 * PI * t / sea_period);
}

/* Height of the wave 20 m from the sea, over the sea's, from the fifth part of it. */
static double sea_wave(CheckReport *report, Drive drive, double tick) {
  Tank tank = tank_ideal(SEA_CELLS, 16, 0.25);
  tank.level = 1;
  tank.boundary[WEIR_EAST].kind = WEIR_OPEN;
  WeirWater *water = tank_create(&tank, report);
  static double times[SEA_POINTS];
  static float levels[SEA_POINTS];
  WeirBoundary sea = {.kind = WEIR_LEVEL, .level = 1};
  if (drive == BY_TIDE) sea.tide_height = (float)sea_height, sea.tide_period = (float)sea_period;
  for (int n = 0; n < SEA_POINTS; n++) times[n] = 0.05 * n, levels[n] = (float)sea_level(times[n]);
  if (!water || !weir_water_set_boundary(water, WEIR_WEST, &sea, NULL)) return NAN;
  if (drive == BY_SERIES && !weir_water_set_series(water, WEIR_WEST, times, levels, SEA_POINTS, NULL)) return NAN;
  double s = 0, c = 0;
  int count = 0;
  for (double t = 0; t < sea_until; t += tick) {
    const WeirBoundary now = {.kind = WEIR_LEVEL, .level = (float)sea_level(t)};
    if (drive == BY_CALLS) weir_water_set_boundary(water, WEIR_WEST, &now, NULL);
    weir_water_step(water, (float)tick);
    if (t < 40) continue;
    const double h = (double)weir_water_surface_at(water, 20, 2) - 1;
    s += h * sin(2 * PI * t / sea_period), c += h * cos(2 * PI * t / sea_period), count++;
  }
  weir_water_destroy(water);
  return 2 * hypot(s, c) / count / sea_height;
}

/* 0.5 %: the three ways of driving differ by a delay of one step alone. */
void sides_drive(CheckReport *report) {
  const double ticks[] = {0.005, 0.02, 0.05};
  double low = INFINITY, high = 0;
  for (int drive = 0; drive < DRIVES; drive++)
    for (int n = 0; n < 3; n++) {
      const double got = sea_wave(report, (Drive)drive, ticks[n]);
      low = fmin(low, got), high = fmax(high, got);
    }
  check_row(report, "1", 1, high / low, 0.005, "calls, series, tide, 5 to 50 ms: apart");
  check_row(report, "1", 1, low, 0.02, "the wave that comes in, over the sea's");
}
