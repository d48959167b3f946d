/* Pressure on the surface: a low that stands still, and one that runs. */
#include "base/memory.h"
#include "check/tank.h"

/* A round low (a high, where its rise is negative) with a Gaussian's profile. On the stack. */
typedef struct Low {
  double x, z, width; /* m: of its middle; that of the Gaussian, sigma */
  double rise;        /* m, by which still water stands higher in its middle */
  bool is_front;      /* the same for all z */
} Low;

static double low_rise(const Low *low, double x, double z) {
  const double dx = x - low->x, dz = low->is_front ? 0 : z - low->z;
  return low->rise * exp(-(dx * dx + dz * dz) / (2 * low->width * low->width));
}

/* Sets the pressure of a low, times `share`, from `cells` floats of scratch. */
static void low_press(WeirWater *water, const Low *low, double share, float *pascal) {
  const double cell = (double)weir_water_cell(water), weight = (double)weir_water_tuning(water).density * GRAVITY;
  const int nx = weir_water_nx(water), nz = weir_water_nz(water);
  for (int k = 0; k < nz; k++)
    for (int i = 0; i < nx; i++) pascal[k * nx + i] = (float)(-weight * share * low_rise(low, (i + 0.5) * cell, (k + 0.5) * cell));
  weir_water_set_pressure(water, pascal, NULL);
}

/* Returns the greatest distance of the surface from where it stands still under a low, m. */
static double barometer_error(const WeirWater *water, const Low *low, double level) {
  const WeirView depth = weir_water_depth(water);
  const double cell = (double)weir_water_cell(water);
  double mean = 0, worst = 0;
  for (int k = 0; k < depth.nz; k++)
    for (int i = 0; i < depth.nx; i++) mean += low_rise(low, (i + 0.5) * cell, (k + 0.5) * cell) / depth.nx / depth.nz;
  for (int k = 0; k < depth.nz; k++)
    for (int i = 0; i < depth.nx; i++) {
      const double still = level - mean + low_rise(low, (i + 0.5) * cell, (k + 0.5) * cell);
      worst = fmax(worst, fabs(tank_depth(depth, i, k) - still));
    }
  return worst;
}

enum { SEA_CELLS = 64 };

/* The inverse barometer: under a low that lasts, closed water stands pressure/(density*g) higher, less the mean, with the filter and without. 0.1
 * m on 2 m, with friction until it rests. What moves nothing from rest is a head of two roundings of a depth below 4 m, 4.8e-7 m, and four times
 * that with the filter; over the 128 faces from corner to corner they may hold up 6.1e-5 m, 6e-4 of the rise, and 2.4e-3. */
void pressure_barometer(CheckReport *report) {
  float *const pascal = memory_create((size_t)SEA_CELLS * SEA_CELLS, sizeof *pascal);
  const Low low = {.x = 12, .z = 16, .width = 4, .rise = 0.1};
  for (int disperses = 0; pascal && disperses < (report->solver == WEIR_SWE ? 2 : 1); disperses++) {
    Tank tank = tank_ideal(SEA_CELLS, SEA_CELLS, 0.5);
    tank.level = 2;
    tank.disperses = disperses;
    tank.tuning.friction = 0.5f;
    WeirWater *const water = tank_create(&tank, report);
    if (!water) break;
    low_press(water, &low, 1, pascal);
    tank_run(water, 90, 0.02);
    check_row(report, "1", 0, barometer_error(water, &low, tank.level) / low.rise, disperses ? 2.4e-3 : 6e-4,
              "%s: farthest from rest, over the rise", disperses ? "dispersive" : "hydrostatic");
    weir_water_destroy(water);
  }
  memory_free(pascal);
}

enum { FRONT_CELLS = 400, FRONT_ROWS = 16 };

/* A low that runs at U below the speed of waves raises the water beneath it by 1/(1 - U^2/(g*d)) of what it does at rest (Proudman 1929). It
 * grows over 15 s of its way, so that few free waves start with it. 2 mm on 1 m: steeper, the wave's own depth counts: 1 %. */
void pressure_front(CheckReport *report) {
  static const double shares[2] = {0.4, 0.7};
  float *const pascal = memory_create((size_t)FRONT_CELLS * FRONT_ROWS, sizeof *pascal);
  for (int n = 0; pascal && n < 2; n++) {
    Tank tank = tank_ideal(FRONT_CELLS, FRONT_ROWS, 0.25);
    tank.level = 1;
    tank.boundary[WEIR_WEST].kind = tank.boundary[WEIR_EAST].kind = WEIR_OPEN;
    WeirWater *const water = tank_create(&tank, report);
    if (!water) break;
    const double speed = shares[n] * sqrt(GRAVITY), tick = 0.02;
    Low low = {.x = 20, .width = 3, .rise = 0.002, .is_front = true};
    for (double t = 0; low.x < 75; t += tick, low.x += speed * tick) {
      low_press(water, &low, t < 15 ? 0.5 - 0.5 * cos(PI * t / 15) : 1, pascal);
      weir_water_step(water, (float)tick);
    }
    double surface[FRONT_CELLS];
    for (int i = 0; i < FRONT_CELLS; i++) surface[i] = tank_depth(weir_water_depth(water), i, FRONT_ROWS / 2) - tank.level;
    check_row(report, "1", 1 / (1 - shares[n] * shares[n]), crest_of(surface, FRONT_CELLS, NULL) / low.rise, 0.01,
              "at %.1f of the speed of waves: rise over that at rest", shares[n]);
    weir_water_destroy(water);
  }
  memory_free(pascal);
}
