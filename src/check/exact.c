#define _DEFAULT_SOURCE 1 /* j0 */
#include "check/exact.h"

#include <math.h>

#include "check/tank.h"

/* x of a sign change of f between low and high, to the last bit of a double. */
static double bisect(double (*f)(const void *data, double x), const void *data, double low, double high) {
  const int rises = f(data, high) > 0;
  for (int n = 0; n < 200; n++) {
    const double mid = 0.5 * (low + high);
    if ((f(data, mid) > 0) == rises) {
      high = mid;
    } else {
      low = mid;
    }
  }
  return 0.5 * (low + high);
}

/* --- waves ---------------------------------------------------------------------------------------------------------- */

double exact_leapfrog_period(double courant, double dt, int mode_x, int nx, int mode_z, int nz) {
  const double x = sin(mode_x * PI / (2.0 * nx)), z = sin(mode_z * PI / (2.0 * nz));
  return PI * dt / asin(courant * sqrt(x * x + z * z));
}

/* Trapezoidal rule up to k = 12, where the integrand has vanished (e^-36), with the Euler-Maclaurin correction dk^2/12*f'(0) for
 * its slope of 1/2 at k = 0: right to 1e-9. */
void exact_round_pulse(double s, double spacing, double *u, int count) {
  enum { STEPS = 1200 };
  const double dk = 12.0 / STEPS;
  for (int n = 0; n < count; n++) u[n] = dk * dk / 24;
  for (int m = 1; m < STEPS; m++) {
    const double k = m * dk, weight = 0.5 * exp(-0.25 * k * k) * cos(k * s) * k * dk;
    for (int n = 0; n < count; n++) u[n] += weight * j0(k * n * spacing);
  }
}

/* --- dam breaks ----------------------------------------------------------------------------------------------------- */

ExactFlow exact_ritter(double hl, double xi) {
  const double c = sqrt(GRAVITY * hl);
  if (xi <= -c) return (ExactFlow){.h = hl};
  if (xi >= 2 * c) return (ExactFlow){0};
  return (ExactFlow){.h = 4 / (9 * GRAVITY) * (c - xi / 2) * (c - xi / 2), .u = 2.0 / 3 * (xi + c)};
}

/* -8*g*hr*c^2*(cl - c)^2 + (c^2 - g*hr)^2*(c^2 + g*hr), zero at the wave speed c of the middle state */
static double stoker_residual(const void *data, double c) {
  const ExactStoker *dam = data;
  const double r = GRAVITY * dam->hr, cl = sqrt(GRAVITY * dam->hl), c2 = c * c;
  return -8 * r * c2 * (cl - c) * (cl - c) + (c2 - r) * (c2 - r) * (c2 + r);
}

ExactStoker exact_stoker(double hl, double hr) {
  ExactStoker dam = {.hl = hl, .hr = hr};
  const double cl = sqrt(GRAVITY * hl), cr = sqrt(GRAVITY * hr), c = bisect(stoker_residual, &dam, cr, cl);
  dam.middle = c * c / GRAVITY;
  dam.speed = 2 * (cl - c);
  dam.fan_end = 2 * cl - 3 * c;
  dam.bore = 2 * c * c * (cl - c) / (c * c - cr * cr);
  return dam;
}

ExactFlow exact_stoker_at(const ExactStoker *dam, double xi) {
  if (xi < dam->fan_end) return exact_ritter(dam->hl, xi);
  return xi < dam->bore ? (ExactFlow){.h = dam->middle, .u = dam->speed} : (ExactFlow){.h = dam->hr};
}

/* --- bowls ---------------------------------------------------------------------------------------------------------- */

double exact_bowl_bed(const ExactBowl *bowl, double x, double z) {
  return -bowl->h0 * (1 - (x * x + z * z) / (bowl->a * bowl->a));
}

double exact_planar_omega(const ExactBowl *bowl) {
  return sqrt(2 * GRAVITY * bowl->h0) / bowl->a;
}

/* Surface (h0/a^2)*(2*x*X + 2*z*Z - X^2 - Z^2), (X, Z) = eta*(cos, angle*sin): with the bed this is the cap below. */
ExactFlow exact_planar(const ExactBowl *bowl, double x, double z, double t) {
  const double w = exact_planar_omega(bowl), c = cos(w * t), s = sin(w * t);
  const double dx = x - bowl->eta * c, dz = z - bowl->angle * bowl->eta * s;
  const double h = bowl->h0 * (1 - (dx * dx + dz * dz) / (bowl->a * bowl->a));
  if (h <= 0) return (ExactFlow){0};
  return (ExactFlow){.h = h, .u = -bowl->eta * w * s, .v = bowl->angle * bowl->eta * w * c};
}

double exact_radial_omega(const ExactBowl *bowl) {
  return sqrt(8 * GRAVITY * bowl->h0) / bowl->a;
}

double exact_radial_A(const ExactBowl *bowl) {
  const double a2 = bowl->a * bowl->a, r2 = bowl->r0 * bowl->r0;
  return (a2 - r2) / (a2 + r2);
}

ExactFlow exact_radial(const ExactBowl *bowl, double x, double z, double t) {
  const double w = exact_radial_omega(bowl), A = exact_radial_A(bowl), D = 1 - A * cos(w * t);
  const double r2 = (x * x + z * z) / (bowl->a * bowl->a), e = 1 - A * A;
  const double surface = bowl->h0 * (sqrt(e) / D - 1 - r2 * (e / (D * D) - 1)), h = surface - exact_bowl_bed(bowl, x, z);
  if (h <= 0) return (ExactFlow){0};
  const double rate = w * A * sin(w * t) / (2 * D);
  return (ExactFlow){.h = h, .u = rate * x, .v = rate * z};
}

/* --- the bump ------------------------------------------------------------------------------------------------------- */

double exact_bump_bed(double x) {
  const double z = 0.2 - 0.05 * (x - 10) * (x - 10);
  return z > 0 ? z : 0;
}

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
static double energy_depth(double q, double head, int fast) {
  const Energy e = {q, head};
  const double hc = critical_depth(q);
  if (head <= 1.5 * hc) return hc;
  return fast ? bisect(energy_residual, &e, 1e-3 * hc, hc) : bisect(energy_residual, &e, hc, head);
}

/* Momentum flux q^2/h + g*h^2/2 of the fast side less that of the slow side: zero at the jump. */
static double jump_residual(const void *data, double x) {
  const ExactBump *b = data;
  const double z = exact_bump_bed(x), h1 = energy_depth(b->q, b->upstream - z, 1), h2 = energy_depth(b->q, b->downstream - z, 0);
  return (b->q * b->q / h1 + 0.5 * GRAVITY * h1 * h1) - (b->q * b->q / h2 + 0.5 * GRAVITY * h2 * h2);
}

ExactBump exact_bump(ExactRegime regime, double q, double level) {
  ExactBump bump = {.regime = regime, .q = q};
  const double crest = 1.5 * critical_depth(q) + 0.2;
  const double outflow = regime == BUMP_TRANSCRITICAL ? crest : q * q / (2 * GRAVITY * level * level) + level;
  bump.upstream = regime == BUMP_SUBCRITICAL ? outflow : crest;
  bump.downstream = outflow;
  if (regime == BUMP_SHOCK) bump.shock = bisect(jump_residual, &bump, 10.001, 12);
  return bump;
}

double exact_bump_depth(const ExactBump *bump, double x) {
  const double z = exact_bump_bed(x);
  if (bump->regime == BUMP_SUBCRITICAL) return energy_depth(bump->q, bump->upstream - z, 0);
  if (bump->regime == BUMP_SHOCK && x > bump->shock) return energy_depth(bump->q, bump->downstream - z, 0);
  return energy_depth(bump->q, bump->upstream - z, x > 10);
}

double exact_manning_depth(double q, double slope, double n) {
  return pow(q * n / sqrt(slope), 0.6);
}
