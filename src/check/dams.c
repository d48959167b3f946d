/* Dam breaks as collected in SWASHES (Delestre et al. 2013, arXiv 1110.0288), 10 m long, the dam at 5 m, compared after 6 s; and a round
 * one on wet ground. */
#include "check/tank.h"

enum { GRIDS = 4, JUDGED = 2 };
static const int grids[GRIDS] = {100, 200, 400, 800}; /* the limits apply to grids[JUDGED] */
static const double length = 10, dam_at = 5, high = 0.005, low = 0.001, end = 6;

/* A dam break with the constants of its exact solution, on the stack of its check; on a dry bed there is but a fan. */
typedef struct Dam {
  double right;         /* m of water east of the dam */
  double middle;        /* m: depth of the state between fan and bore */
  double fan_end, bore; /* m/s: speeds of the fan's end and of the bore */
} Dam;

static double dam_surface(const TankPlace *at) {
  return at->x < dam_at ? high : ((const Dam *)at->data)->right;
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

/* m: on a dry bed (Ritter 1892) and on water (Stoker 1957); xi is the place from the dam over the time, m/s. */
static double dam_depth(const Dam *dam, double xi) {
  const double c = sqrt(GRAVITY * high);
  if (dam->right > 0 && xi >= dam->fan_end) return xi < dam->bore ? dam->middle : dam->right;
  if (xi <= -c) return high;
  return xi >= 2 * c ? 0 : 4 / (9 * GRAVITY) * (c - xi / 2) * (c - xi / 2);
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
      sum += fabs(tank_depth(depth, i, 8) - dam_depth(dam, xi));
    }
    errors[n] = sum / depth.nx / high;
    weir_water_destroy(water);
  }
  check_row(report, "1", 0, errors[JUDGED], 0.03, "L1 of depth/h_l, 400 cells")->order = order_of_convergence(cells, errors, GRIDS);
}

void dams_ritter(CheckReport *report) {
  dam_row(report, &(Dam){.right = 0});
}

/* -8*g*hr*c^2*(cl - c)^2 + (c^2 - g*hr)^2*(c^2 + g*hr), zero at the wave speed c of the middle state */
static double stoker_residual(const void *data, double c) {
  (void)data;
  const double r = GRAVITY * low, cl = sqrt(GRAVITY * high), c2 = c * c;
  return -8 * r * c2 * (cl - c) * (cl - c) + (c2 - r) * (c2 - r) * (c2 + r);
}

/* m: a place within the middle state at `seconds`; share 0 is its fan end, 1 the bore. */
static double middle_place(const Dam *dam, double seconds, double share) {
  return dam_at + (dam->fan_end + (dam->bore - dam->fan_end) * share) * seconds;
}

/* Mean depth over the middle half of the middle state. */
static double middle_height(const WeirWater *water, const Dam *dam, double seconds) {
  const WeirView depth = weir_water_depth(water);
  const double cell = length / depth.nx;
  const int from = (int)(middle_place(dam, seconds, 0.25) / cell), to = (int)(middle_place(dam, seconds, 0.75) / cell);
  double sum = 0;
  for (int i = from; i < to; i++) sum += tank_depth(depth, i, 8);
  return sum / (to - from);
}

/* m: place of the bore to a fraction of a cell, as the step with the same volume of water east of x = 5.2 m, which is in the middle
 * state. */
static double bore_place(const WeirWater *water, const Dam *dam, double seconds) {
  const WeirView depth = weir_water_depth(water);
  const double cell = length / depth.nx;
  const int from = (int)((dam_at + 0.2) / cell);
  double volume = 0;
  for (int i = from; i < depth.nx; i++) volume += (tank_depth(depth, i, 8) - low) * cell;
  return from * cell + volume / (middle_height(water, dam, seconds) - low);
}

/* 3 % and 2 %: a first-order scheme that conserves mass and momentum stays well within them at 400 cells. */
void dams_stoker(CheckReport *report) {
  const double cl = sqrt(GRAVITY * high), cr = sqrt(GRAVITY * low), c = bisect(stoker_residual, NULL, cr, cl);
  const Dam dam = {low, c * c / GRAVITY, 2 * cl - 3 * c, 2 * c * c * (cl - c) / (c * c - cr * cr)};
  dam_row(report, &dam);
  WeirWater *water = dam_create(report, &dam, grids[JUDGED]);
  if (!water) return;
  dam_run(water, end / 2);
  const double from = bore_place(water, &dam, end / 2);
  dam_run(water, end / 2);
  const double speed = (bore_place(water, &dam, end) - from) / (end / 2);
  check_row(report, "m/s", dam.bore, speed, 0.02, "speed of the bore, 400 cells");
  check_row(report, "m", dam.middle, middle_height(water, &dam, end), 0.02, "depth behind the bore, 400 cells");
  weir_water_destroy(water);
}

/* --- round ----------------------------------------------------------------------------------------------------------- */

enum { RINGS = 4000 };
static const double round_side = 40, round_at = 2.5, round_high = 2.5, round_low = 0.5,
                    round_until = 1.4; /* m, m, m, m, s (Toro 2001, 13.1) */

/* A state of the radial reference: h (m) and q = h*u (m^2/s) along a radius of round_side/2. */
typedef struct Radius {
  double h[RINGS], q[RINGS];
} Radius;

/* Flux between two states of h and q (Harten, Lax and van Leer 1983), with the wave speeds of both. */
static void flux(double hl, double ql, double hr, double qr, double *mass, double *momentum) {
  const double ul = ql / hl, ur = qr / hr, cl = sqrt(GRAVITY * hl), cr = sqrt(GRAVITY * hr);
  const double sl = fmin(ul - cl, ur - cr), sr = fmax(ul + cl, ur + cr);
  const double fl = ql * ul + 0.5 * GRAVITY * hl * hl, fr = qr * ur + 0.5 * GRAVITY * hr * hr;
  if (sl >= 0) {
    *mass = ql, *momentum = fl;
  } else if (sr <= 0) {
    *mass = qr, *momentum = fr;
  } else {
    *mass = (sr * ql - sl * qr + sl * sr * (hr - hl)) / (sr - sl);
    *momentum = (sr * fl - sl * fr + sl * sr * (qr - ql)) / (sr - sl);
  }
}

/* d(r*h)/dt + d(r*q)/dr = 0, d(r*q)/dt + d(r*(q^2/h + g*h^2/2))/dr = g*h^2/2 on rings of 5 mm, a
 * fortieth of the tank's cells, to first order. */
static void radius_step(Radius *now, Radius *next, double dr, double dt) {
  double mass = 0, momentum = 0.5 * GRAVITY * now->h[0] * now->h[0]; /* nothing goes through the middle */
  for (int n = 0; n < RINGS; n++) {
    double mass_on = 0, momentum_on = 0.5 * GRAVITY * now->h[n] * now->h[n];
    if (n + 1 < RINGS) flux(now->h[n], now->q[n], now->h[n + 1], now->q[n + 1], &mass_on, &momentum_on);
    const double r0 = n * dr, r1 = (n + 1) * dr, r = 0.5 * (r0 + r1);
    next->h[n] = now->h[n] - dt / (dr * r) * (r1 * mass_on - r0 * mass);
    next->q[n] = now->q[n] - dt / (dr * r) * (r1 * momentum_on - r0 * momentum) + dt * 0.5 * GRAVITY * now->h[n] * now->h[n] / r;
    mass = mass_on, momentum = momentum_on;
  }
}

/* Returns the reference. */
static const Radius *radius_run(void) {
  static Radius states[2];
  const double dr = 0.5 * round_side / RINGS, dt = 0.4 * dr / (2 * sqrt(GRAVITY * round_high));
  const int steps = (int)ceil(round_until / dt);
  states[0] = (Radius){0};
  for (int n = 0; n < RINGS; n++) states[0].h[n] = (n + 0.5) * dr < round_at ? round_high : round_low;
  for (int n = 0; n < steps; n++) radius_step(&states[n % 2], &states[(n + 1) % 2], dr, round_until / steps);
  return &states[steps % 2];
}

static double radial_surface(const TankPlace *at) {
  return hypot(at->x - 0.5 * round_side, at->z - 0.5 * round_side) < round_at ? round_high : round_low;
}

/* m: mean |h - reference| within 10 m of the middle, which the wave has not left; *mean: the mean of the reference. */
static double radial_error(const WeirWater *water, const Radius *exact, double cell, double *mean) {
  const WeirView depth = weir_water_depth(water);
  double off = 0, all = 0, cells = 0;
  for (int k = 0; k < depth.nz; k++)
    for (int i = 0; i < depth.nx; i++) {
      const double r = hypot((i + 0.5) * cell - 0.5 * round_side, (k + 0.5) * cell - 0.5 * round_side);
      if (r >= 10) continue;
      const double h = exact->h[(int)(r / (0.5 * round_side / RINGS))];
      off += fabs(tank_depth(depth, i, k) - h), all += h, cells++;
    }
  *mean = all / cells;
  return off / cells;
}

/* 1.2 % of the depth behind the round_at, as for straight dams: cells are 20 cm, and a bore takes three. The same error relative to the
 * mean depth is stated. Pipes, which carry no momentum, state both. */
void radial_dam(CheckReport *report) {
  const double cell = 0.2;
  Tank tank = tank_ideal((int)(round_side / cell), (int)(round_side / cell), cell);
  tank.surface = radial_surface;
  WeirWater *water = tank_create(&tank, report);
  if (!water) return;
  tank_run(water, round_until, tank_tick(cell, 2 * sqrt(GRAVITY * round_high)));
  double mean;
  const double error = radial_error(water, radius_run(), cell, &mean);
  check_row(report, "1", 0, error / round_high, check_swe_limit(report, 0.012), "L1 of depth/h_l within 10 m, cells of 20 cm");
  check_row(report, "1", 0, error / mean, INFINITY, "... over the mean depth there");
  weir_water_destroy(water);
}
