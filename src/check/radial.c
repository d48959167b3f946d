/* A round dam break on wet ground, against the same flow in one radial dimension, solved on a far finer grid by another scheme. */
#include <math.h>

#include "base/memory.h"
#include "check/cases.h"
#include "check/tank.h"

enum { FINE = 4000 };
static const double size = 40, dam = 2.5, high = 2.5, low = 0.5, until = 1.4; /* m, m, m, m, s (Toro 2001, 13.1) */

/* A state of the radial reference: h (m) and q = h*u (m^2/s) along a radius of size/2. Allocated by radius_run. */
typedef struct Radius {
  double h[FINE], q[FINE];
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
  for (int n = 0; n < FINE; n++) {
    double mass_on = 0, momentum_on = 0.5 * GRAVITY * now->h[n] * now->h[n];
    if (n + 1 < FINE) flux(now->h[n], now->q[n], now->h[n + 1], now->q[n + 1], &mass_on, &momentum_on);
    const double r0 = n * dr, r1 = (n + 1) * dr, r = 0.5 * (r0 + r1);
    next->h[n] = now->h[n] - dt / (dr * r) * (r1 * mass_on - r0 * mass);
    next->q[n] = now->q[n] - dt / (dr * r) * (r1 * momentum_on - r0 * momentum) + dt * 0.5 * GRAVITY * now->h[n] * now->h[n] / r;
    mass = mass_on, momentum = momentum_on;
  }
}

/* Returns the reference, which the caller frees; NULL if memory runs out. */
static Radius *radius_run(void) {
  Radius *a = memory_create(1, sizeof *a), *b = memory_create(1, sizeof *b);
  const double dr = 0.5 * size / FINE, dt = 0.4 * dr / (2 * sqrt(GRAVITY * high));
  const int steps = (int)ceil(until / dt);
  for (int n = 0; a && n < FINE; n++) a->h[n] = (n + 0.5) * dr < dam ? high : low;
  for (int n = 0; a && b && n < steps; n++) {
    radius_step(a, b, dr, until / steps);
    Radius *const other = a;
    a = b;
    b = other;
  }
  memory_free(b);
  return a;
}

static double radial_surface(const void *data, double x, double z) {
  (void)data;
  return hypot(x - 0.5 * size, z - 0.5 * size) < dam ? high : low;
}

/* m: mean |h - reference| within 10 m of the middle, which the wave has not left; *mean: the mean of the reference. */
static double radial_error(const WeirWater *water, const Radius *exact, double cell, double *mean) {
  const WeirView depth = weir_water_depth(water);
  double off = 0, all = 0, cells = 0;
  for (int k = 0; k < depth.nz; k++)
    for (int i = 0; i < depth.nx; i++) {
      const double r = hypot((i + 0.5) * cell - 0.5 * size, (k + 0.5) * cell - 0.5 * size);
      if (r >= 10) continue;
      const double h = exact->h[(int)(r / (0.5 * size / FINE))];
      off += fabs(tank_depth(depth, i, k) - h), all += h, cells++;
    }
  *mean = all / cells;
  return off / cells;
}

/* 1.2 % of the depth behind the dam, as for straight dams: cells are 20 cm, and a bore takes three. The same error relative to the
 * mean depth is stated. Pipes, which carry no momentum, state both. */
void radial_dam(CheckReport *report) {
  const double cell = 0.2;
  Tank tank = tank_ideal((int)(size / cell), (int)(size / cell), cell);
  tank.surface = radial_surface;
  WeirWater *water = tank_create(&tank, report);
  Radius *exact = radius_run();
  if (water && exact) {
    tank_run(water, until, tank_tick(cell, 2 * sqrt(GRAVITY * high)));
    double mean;
    const double error = radial_error(water, exact, cell, &mean);
    check_row(report, "L1 of depth/h_l within 10 m, cells of 20 cm", "1", 0, error / high, report->solver == WEIR_SWE ? 0.012 : INFINITY);
    check_row(report, "... over the mean depth there", "1", 0, error / mean, INFINITY);
  }
  memory_free(exact);
  weir_water_destroy(water);
}
