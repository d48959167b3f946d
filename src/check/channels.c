/* Steady flow in channels: over the bump of SWASHES, on a slope, with a given depth, fed by rain. */
#include "check/tank.h"

enum { ACROSS = 16, MIDDLE = ACROSS / 2 }; /* cells across all of them; the row that is measured */

/* Sides for an inflow of q m^2/s in the west and a level in the east; an open side where the water there is faster than its waves. */
static void channel_ends(Tank *tank, double q, bool fast_out, double level) {
  tank->boundary[WEIR_WEST] = (WeirBoundary){.kind = WEIR_INFLOW, .discharge = (float)(q * ACROSS * tank->cell)};
  tank->boundary[WEIR_EAST] = fast_out ? (WeirBoundary){.kind = WEIR_OPEN} : (WeirBoundary){.kind = WEIR_LEVEL, .level = (float)level};
}

/* Mean |depth - exact| over the mean depth. */
static double depth_error(const WeirWater *water, double cell, TankField *exact, const void *data) {
  const WeirView depth = weir_water_depth(water);
  double off = 0, all = 0;
  for (int i = 0; i < depth.nx; i++) {
    const double h = exact(&(TankPlace){.data = data, .x = (i + 0.5) * cell});
    off += fabs(tank_depth(depth, i, MIDDLE) - h);
    all += h;
  }
  return off / all;
}

/* --- over a bump: 25 m, 10 cm cells; the head q^2/(2*g*h^2) + h + z is constant, but for a loss at the jump ------------- */

enum { BUMP_CELLS = 250 };
static const double bump_cell = 0.1;

/* A flow over the bump, with its outer conditions and its constants. */
typedef struct Bump {
  const char *name;
  enum { SUBCRITICAL, TRANSCRITICAL, SHOCK } regime;
  double q, level;             /* m^2/s; m: initial surface and, except with the open outflow, the level held at the outflow */
  double upstream, downstream; /* m: the head up and down stream */
  double shock;                /* m, place of the jump; SHOCK */
} Bump;

static double critical_depth(double q) {
  return cbrt(q * q / GRAVITY);
}

/* The arguments of energy_residual, on the stack. */
typedef struct Energy {
  double q, head; /* m^2/s; m: head above the bed */
} Energy;

static double energy_residual(const void *data, double h) {
  const Energy *e = data;
  return e->q * e->q / (2 * GRAVITY * h * h) + h - e->head;
}

/* m: the slow (deep) or fast (thin) depth with this head; the critical depth where rounding leaves neither. */
static double energy_depth(double q, double head, bool fast) {
  const Energy e = {q, head};
  const double hc = critical_depth(q);
  if (head <= 1.5 * hc) return hc;
  return fast ? bisect(energy_residual, &e, 1e-3 * hc, hc) : bisect(energy_residual, &e, hc, head);
}

/* Momentum flux q^2/h + g*h^2/2 of the fast side less that of the slow side: zero at the jump. */
static double jump_residual(const void *data, double x) {
  const Bump *b = data;
  const double z = tank_bump(x), h1 = energy_depth(b->q, b->upstream - z, true), h2 = energy_depth(b->q, b->downstream - z, false);
  return (b->q * b->q / h1 + 0.5 * GRAVITY * h1 * h1) - (b->q * b->q / h2 + 0.5 * GRAVITY * h2 * h2);
}

static void bump_solve(Bump *b) {
  const double crest = 1.5 * critical_depth(b->q) + 0.2;
  b->downstream = b->regime == TRANSCRITICAL ? crest : b->q * b->q / (2 * GRAVITY * b->level * b->level) + b->level;
  b->upstream = b->regime == SUBCRITICAL ? b->downstream : crest;
  if (b->regime == SHOCK) b->shock = bisect(jump_residual, b, 10.001, 12);
}

static double bump_bed(const TankPlace *at) {
  return tank_bump(at->x);
}

static double bump_velocity(const TankPlace *at) {
  const Bump *b = at->data;
  return b->q / (b->level - tank_bump(at->x));
}

static double bump_depth(const TankPlace *at) {
  const Bump *b = at->data;
  const bool beyond = b->regime == SHOCK && at->x > b->shock;
  return energy_depth(b->q, (beyond ? b->downstream : b->upstream) - tank_bump(at->x), b->regime != SUBCRITICAL && !beyond && at->x > 10);
}

/* Largest |speed*depth/q - 1| at the cell centres, except within 5 cells of the jump. */
static double bump_flow_error(const WeirWater *water, const Bump *b) {
  static float v[2][BUMP_CELLS * ACROSS];
  weir_water_velocity(water, v[0], v[1]);
  const WeirView depth = weir_water_depth(water);
  double worst = 0;
  for (int i = 0; i < BUMP_CELLS; i++) {
    if (b->regime == SHOCK && fabs((i + 0.5) * bump_cell - b->shock) < 5 * bump_cell) continue;
    const double q = (double)v[0][MIDDLE * BUMP_CELLS + i] * tank_depth(depth, i, MIDDLE);
    worst = fmax(worst, fabs(q / b->q - 1));
  }
  return worst;
}

/* m: place of the steepest rise of the depth east of the crest. */
static double bump_jump(const WeirWater *water) {
  const WeirView depth = weir_water_depth(water);
  double steepest = -INFINITY;
  int most = 0;
  for (int i = (int)(10 / bump_cell); i < BUMP_CELLS - 1; i++) {
    const double rise = tank_depth(depth, i + 1, MIDDLE) - tank_depth(depth, i, MIDDLE);
    if (rise > steepest) steepest = rise, most = i;
  }
  return (most + 1) * bump_cell;
}

/* 3 % of the depth and 2 % of the flow: the cells are 10 cm, the bump 4 m long, and schemes smear it to first order. A
 * jump takes about two cells, so its place is within two cells (the row's error is relative to the place).
 * Between a side of given discharge and one of given level water sloshes for long; a drag, removed later, shortens that. With an open side
 * the waves leave by themselves and a drag would only raise the water: where the outflow is slower than its waves, an open side has no level
 * to draw it down to. */
static void bump_rows(CheckReport *report, const Bump *b) {
  const bool open = b->regime == TRANSCRITICAL;
  const double tick = tank_tick(bump_cell, sqrt(GRAVITY * b->level) + b->q / (b->level - 0.2)), seconds = 10;
  Tank tank = tank_ideal(BUMP_CELLS, ACROSS, bump_cell);
  tank.bed = bump_bed;
  tank.level = b->level;
  tank.velocity_x = bump_velocity;
  tank.data = b;
  channel_ends(&tank, b->q, open, b->level);
  WeirWater *water = tank_create(&tank, report);
  if (!water) return;
  WeirTuning tuning = weir_water_tuning(water);
  tuning.friction = open ? 0.0f : 0.1f;
  weir_water_set_tuning(water, &tuning);
  tank_run(water, 20, tick);
  tuning.friction = 0.0f;
  weir_water_set_tuning(water, &tuning);
  tank_run(water, open ? 40 : 140, tick);
  check_row(report, "1", 0, depth_error(water, bump_cell, bump_depth, b), 0.03, "%s: L1 of depth over mean depth", b->name);
  check_row(report, "1", 0, bump_flow_error(water, b), 0.02, "%s: speed*depth along x, off at most", b->name);
  if (b->regime == SHOCK) check_row(report, "m", b->shock, bump_jump(water), 2 * bump_cell / b->shock, "jump: place");
  const double before = tank_stats(water).volume_removed;
  tank_run(water, seconds, tick);
  const double outflow = (tank_stats(water).volume_removed - before) / (seconds * ACROSS * bump_cell);
  check_row(report, "m2/s", b->q, outflow, 0.02, "%s: outflow by the ledger", b->name);
  weir_water_destroy(water);
}

void bumps_steady(CheckReport *report) {
  Bump bumps[] = {
      {"slow", SUBCRITICAL, 4.42, 2.0, 0, 0, 0}, {"fast", TRANSCRITICAL, 1.53, 0.66, 0, 0, 0}, {"jump", SHOCK, 0.18, 0.33, 0, 0, 0}};
  for (int n = 0; n < 3; n++) {
    bump_solve(&bumps[n]);
    bump_rows(report, &bumps[n]);
  }
}

/* --- uniform on a slope (Manning) ------------------------------------------------------------------------------------ */

enum { SLOPE_CELLS = 300 };
static const double slope_cell = 2, slope = 0.005, slope_manning = 0.03, slope_depth = 0.5;

static double slope_bed(const TankPlace *at) {
  return slope * (SLOPE_CELLS * slope_cell - at->x);
}

/* Initial surface: at rest, with 0.7 of the final depth. */
static double slope_surface(const TankPlace *at) {
  return slope_bed(at) + 0.7 * slope_depth;
}

/* Measures depth and speed as means over the middle fifth: the ends' influence reaches h/slope = 100 m into the channel of 600 m.
 * 2 %: uniform flow has no gradients to get wrong; what remains is the ends' influence and single precision. */
void channel_manning(CheckReport *report) {
  const double q = pow(slope_depth, 5.0 / 3) * sqrt(slope) / slope_manning;
  Tank tank = tank_ideal(SLOPE_CELLS, ACROSS, slope_cell);
  tank.bed = slope_bed;
  tank.surface = slope_surface;
  tank.tuning.manning = (float)slope_manning;
  channel_ends(&tank, q, true, 0);
  WeirWater *water = tank_create(&tank, report);
  if (!water) return;
  tank_run(water, 1500, tank_tick(slope_cell, 4));
  static float v[2][SLOPE_CELLS * ACROSS];
  weir_water_velocity(water, v[0], v[1]);
  const WeirView d = weir_water_depth(water);
  const int from = 2 * SLOPE_CELLS / 5, to = 3 * SLOPE_CELLS / 5;
  double depth = 0, speed = 0;
  for (int i = from; i < to; i++) {
    depth += tank_depth(d, i, MIDDLE) / (to - from);
    speed += (double)v[0][MIDDLE * SLOPE_CELLS + i] / (to - from);
  }
  const double h = pow(q * slope_manning / sqrt(slope), 0.6);
  check_row(report, "m", h, depth, 0.02, "depth, slope 0.005, n = 0.03");
  check_row(report, "m/s", q / h, speed, 0.02, "speed");
  weir_water_destroy(water);
}

/* --- with friction, of given depth, from which the bed follows (MacDonald 1996; SWASHES 3.2.1): 1000 m, 200 cells ---- */

enum { CELLS = 200, FINE = 200 /* parts of a cell for the bed's integral */ };
static const double length = 1000, cell = 5;

typedef enum Regime { SLOW, FAST, SLOW_TO_FAST, FAST_TO_SLOW, REGIMES } Regime;

/* A channel: the data of a tank's functions, on the stack of its check. */
typedef struct Channel {
  Regime regime;
  double q, manning; /* m^2/s; s/m^(1/3) */
  double bed[CELLS];
} Channel;

static double depth_at(Regime regime, double x) {
  const double s = x / length - 0.5, critical = cbrt(4 / GRAVITY);
  switch (regime) {
    case SLOW: return critical * (1 + 0.5 * exp(-16 * s * s));
    case FAST: return critical * (1 - 0.2 * exp(-36 * s * s));
    case SLOW_TO_FAST: return critical * (x <= 500 ? 1 - tanh(3 * s) / 3 : 1 - tanh(6 * s) / 6);
    default: break;
  }
  if (x <= 500) return critical * (0.9 - exp(-x / 250) / 6);
  static const double a[3] = {-0.348427, 0.552264, -0.55558};
  double sum = 1 + 0.8 * exp(x / length - 1);
  for (int k = 0; k < 3; k++) sum += a[k] * exp(-20 * (k + 1) * s);
  return critical * sum;
}

/* dz/dx = -(1 - q^2/(g*h^3))*dh/dx - n^2*q^2/h^(10/3); x is never within a step e of the jump, which lies on a cell's face. */
static double bed_slope(const Channel *c, double x) {
  const double e = 1e-4, h = depth_at(c->regime, x), dh = (depth_at(c->regime, x + e) - depth_at(c->regime, x - e)) / (2 * e);
  return -(1 - c->q * c->q / (GRAVITY * h * h * h)) * dh - c->manning * c->manning * c->q * c->q / pow(h, 10.0 / 3);
}

static void bed_integrate(Channel *c) {
  const double part = cell / FINE;
  double z = 0;
  for (int i = CELLS - 1; i >= 0; i--)
    for (int n = FINE - 1; n >= 0; n--) {
      const double step = part * bed_slope(c, i * cell + (n + 0.5) * part);
      z -= step;
      if (n == FINE / 2) c->bed[i] = z;
    }
}

static double channel_depth(const TankPlace *at) {
  return depth_at(((const Channel *)at->data)->regime, at->x);
}

static double channel_bed(const TankPlace *at) {
  return ((const Channel *)at->data)->bed[(int)(at->x / cell)];
}

/* Initial surface: a tenth more than the exact depth, so that the final state is the scheme's own. */
static double channel_surface(const TankPlace *at) {
  return channel_bed(at) + 1.1 * channel_depth(at);
}

static double channel_velocity(const TankPlace *at) {
  return ((const Channel *)at->data)->q / channel_depth(at);
}

/* A fast inflow gets its exact speed; a slow outflow its exact level, half a cell beyond the last cell. */
static WeirWater *channel_create(CheckReport *report, const Channel *c) {
  const bool fast_in = c->regime == FAST || c->regime == FAST_TO_SLOW, fast_out = c->regime == FAST || c->regime == SLOW_TO_FAST;
  Tank tank = tank_ideal(CELLS, ACROSS, cell);
  tank.bed = channel_bed;
  tank.surface = channel_surface;
  tank.velocity_x = channel_velocity;
  tank.data = c;
  tank.tuning.manning = (float)c->manning;
  const double end = bed_slope(c, length - 1e-3);
  channel_ends(&tank, c->q, fast_out, c->bed[CELLS - 1] + end * cell + depth_at(c->regime, length + 0.5 * cell));
  if (fast_in) tank.boundary[WEIR_WEST].speed = (float)(c->q / depth_at(c->regime, 0));
  return tank_create(&tank, report);
}

/* m: place of the jump, the mean of the faces near the middle, weighted by the rise of the depth across each. */
static double channel_jump(const WeirWater *water) {
  const WeirView depth = weir_water_depth(water);
  double sum = 0, weight = 0;
  for (int i = CELLS / 2 - 6; i < CELLS / 2 + 6; i++) {
    const double rise = fmax(0, tank_depth(depth, i + 1, MIDDLE) - tank_depth(depth, i, MIDDLE));
    sum += rise * (i + 1) * length / CELLS, weight += rise;
  }
  return sum / weight;
}

/* 0.5 % of the depth in shallow water, which carries momentum; pipes, which do not, only state. Place of the jump: one cell. Volume:
 * 1e-5, over 9000 steps of a flow that becomes steady. */
void macdonald_channels(CheckReport *report) {
  static const char *const names[REGIMES] = {"slow", "fast", "slow to fast", "fast to slow"};
  static const double q[REGIMES] = {2, 2.5, 2, 2}, manning[REGIMES] = {0.033, 0.04, 0.0218, 0.0218};
  for (int n = 0; n < REGIMES; n++) {
    Channel channel = {.regime = (Regime)n, .q = q[n], .manning = manning[n]};
    bed_integrate(&channel);
    WeirWater *water = channel_create(report, &channel);
    if (!water) return;
    tank_run(water, 4000, tank_tick(cell, 6));
    const double error = depth_error(water, cell, channel_depth, &channel);
    check_row(report, "1", 0, error, check_swe_limit(report, 0.005), "%s: L1 of depth over mean depth", names[n]);
    if (n == FAST_TO_SLOW) check_row(report, "m", 500, channel_jump(water), check_swe_limit(report, 5.0 / 500), "jump: place");
    check_row(report, "1", 0, tank_stats(water).volume_error, 1e-5, "%s: volume off the budget", names[n]);
    weir_water_destroy(water);
  }
}

/* --- fed by rain: the kinematic wave --------------------------------------------------------------------------------- */

enum { HILL_CELLS = 200, GAUGE = 150 };
static const double rain = 0.1 / 3600, hill_manning = 0.03;

/* A slope: the data of a tank's functions, a value of the case. */
typedef struct Hill {
  double cell, slope; /* m; fall per length */
} Hill;

static double hill_bed(const TankPlace *at) {
  const Hill *h = at->data;
  return h->slope * (HILL_CELLS * h->cell - at->x);
}

/* Discharge at the gauge, from its depth by Manning's law, as a mean over 20 s (rain falls in drops some seconds apart), divided by
 * the rain above the gauge. The surface is flatter than the bed by the slope of the kinematic depth, dh/dx = 3/5*h/x: 6 % of the
 * gentlest slope. */
static double hill_discharge(CheckReport *report, const Hill *hill, double tick, double *volume) {
  Tank tank = tank_ideal(HILL_CELLS, ACROSS, hill->cell);
  tank.bed = hill_bed;
  tank.data = hill;
  tank.tuning.manning = (float)hill_manning;
  tank.tuning.rain = (float)rain;
  tank.tuning.substeps_max = 64;
  tank.boundary[WEIR_EAST].kind = WEIR_OPEN;
  WeirWater *water = tank_create(&tank, report);
  if (!water) return NAN;
  const double law = sqrt(hill->slope) / hill_manning, x = (GAUGE + 0.5) * hill->cell;
  const double steady = pow(HILL_CELLS * hill->cell / (law * pow(rain, 2.0 / 3)), 0.6);
  for (double t = 0; t < 1.3 * steady; t += tick) weir_water_step(water, (float)tick);
  double sum = 0;
  int count = 0;
  for (double t = 0; t < 20; t += tick, count++) {
    weir_water_step(water, (float)tick);
    const double h = tank_depth(weir_water_depth(water), GAUGE, MIDDLE);
    sum += sqrt(hill->slope - 0.6 * h / x) / hill_manning * pow(h, 5.0 / 3);
  }
  *volume = fmax(*volume, tank_stats(water).volume_error);
  weir_water_destroy(water);
  return sum / count / (rain * x);
}

/* 1 % in shallow water; pipes state. Volume: 1e-5, over up to 150 000 steps in which depths change by nearly the same amount. */
void rain_slopes(CheckReport *report) {
  static const Hill hills[] = {{2, 0.001}, {1, 0.01}, {1, 0.1}};
  static const double ticks[] = {0.02, 0.2, 1};
  double volume = 0;
  for (int n = 0; n < 3; n++) {
    double worst = 1;
    for (int m = 0; m < 3; m++) {
      const double got = hill_discharge(report, &hills[n], ticks[m], &volume);
      if (!(fabs(got - 1) <= fabs(worst - 1))) worst = got;
    }
    check_row(report, "1", 1, worst, check_swe_limit(report, 0.01), "slope %g: discharge, steps 0.02 to 1 s", hills[n].slope);
  }
  check_row(report, "1", 0, volume, 1e-5, "volume off the budget, worst");
}
