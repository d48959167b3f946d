#ifndef CHECK_EXACT_H
#define CHECK_EXACT_H

/* Exact solutions. Dams, bowls and bumps as collected in SWASHES (Delestre et al. 2013, arXiv 1110.0288). SI units: depth h in
 * m, velocity u, v in m/s, unit discharge q in m^2/s. */

/* Depth and velocity at a point of an exact solution: a result by value. */
typedef struct ExactFlow {
  double h, u, v;
} ExactFlow;

/* Period of a mode in a closed box of cells for leapfrog in time and three-point differences in space:
 * sin(w*dt/2) = (c*dt/dx)*sqrt(sin^2(kx*dx/2) + sin^2(kz*dx/2)), k = mode*pi/(cells*dx). */
double exact_leapfrog_period(double courant, double dt, int mode_x, int nx, int mode_z, int nz);

/* Solution of the wave equation for a round pulse exp(-r^2/w^2) at rest, distances in units of w:
 * u(r, s) = integral of exp(-k^2/4)/2 * J0(k*r)*cos(k*s)*k dk, s = c*t/w. Fills u at r = n*spacing. */
void exact_round_pulse(double s, double spacing, double *u, int count);

/* Dam break at x = 0, t = 0 from depth hl on a dry bed (Ritter 1892); xi = x/t. */
ExactFlow exact_ritter(double hl, double xi);

/* Dam break from depth hl on water of depth hr < hl (Stoker 1957): its constants, a value from exact_stoker. */
typedef struct ExactStoker {
  double hl, hr;        /* m */
  double middle, speed; /* m, m/s: the state between fan and bore */
  double fan_end, bore; /* m/s: speeds of the fan's end and of the bore */
} ExactStoker;
ExactStoker exact_stoker(double hl, double hr);
ExactFlow exact_stoker_at(const ExactStoker *dam, double xi);

/* A bowl z = -h0*(1 - r^2/a^2) and its water (Thacker 1981), a value of the case; lengths in m, x and z from the bowl's middle. The
 * planar surface swings along x (angle 0) or rotates (angle 1): a cap of water of radius a whose middle moves by eta. */
typedef struct ExactBowl {
  double a, h0, eta, r0;
  int angle;
} ExactBowl;
double exact_bowl_bed(const ExactBowl *bowl, double x, double z);
double exact_planar_omega(const ExactBowl *bowl);
ExactFlow exact_planar(const ExactBowl *bowl, double x, double z, double t);
double exact_radial_omega(const ExactBowl *bowl);
double exact_radial_A(const ExactBowl *bowl);
ExactFlow exact_radial(const ExactBowl *bowl, double x, double z, double t);

/* Steady flow over the bump z = max(0, 0.2 - 0.05*(x - 10)^2): the head q^2/(2*g*h^2) + h + z is constant, but for a loss at the
 * jump. */
typedef enum ExactRegime { BUMP_SUBCRITICAL, BUMP_TRANSCRITICAL, BUMP_SHOCK } ExactRegime;

/* The constants of a flow over the bump, a value from exact_bump. */
typedef struct ExactBump {
  ExactRegime regime;
  double q;
  double upstream, downstream; /* m: the head up and down stream */
  double shock;                /* m, place of the jump; BUMP_SHOCK */
} ExactBump;
double exact_bump_bed(double x);
ExactBump exact_bump(ExactRegime regime, double q, double level); /* level at the outflow, m; not BUMP_TRANSCRITICAL */
double exact_bump_depth(const ExactBump *bump, double x);

/* Depth of uniform flow q on a slope: q = h^(5/3)*sqrt(slope)/n. */
double exact_manning_depth(double q, double slope, double n);

#endif
