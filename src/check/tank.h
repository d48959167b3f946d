#ifndef CHECK_TANK_H
#define CHECK_TANK_H

/* All that cases share: tanks, the water of a case defined by functions of place; measurements of series of samples; judged rows. */

#include <math.h>

#include "check/check.h"

#define GRAVITY 9.81
#define PI 3.14159265358979323846

/* A place in a tank, and the data of its case. */
typedef struct TankPlace {
  const void *data;
  double x, z; /* m from the grid's north-west corner */
} TankPlace;

typedef double TankField(const TankPlace *at);

/* The definition of a tank; a value that the case fills, `data` borrowed until tank_create has returned. */
typedef struct Tank {
  int nx, nz;
  double cell, level;                 /* m */
  TankField *bed, *surface;           /* m; NULL: flat, at 0 and at `level`; water wherever the surface is above the bed */
  TankField *velocity_x, *velocity_z; /* m/s; NULL: at rest */
  const void *data;
  bool disperses; /* short waves run slower: weir_water_set_dispersion */
  WeirTuning tuning;
  WeirBoundary boundary[WEIR_SIDE_COUNT];
} Tank;

/* A tank with walls all round and no friction, damping or other loss of energy. */
Tank tank_ideal(int nx, int nz, double cell);

/* Makes water with the report's solver and threads (small tanks use one thread; the bits are the same). NULL, with a row that
 * fails, when the library refuses. */
WeirWater *tank_create(const Tank *tank, CheckReport *report);

/* s: a tick well within one substep for waves of `speed` m/s (the limit is 1/sqrt(2) of a cell, the library takes 0.8 of
 * that). */
double tank_tick(double cell, double speed);

/* Steps `seconds` in equal steps of at most `tick`. */
void tank_run(WeirWater *water, double seconds, double tick);

/* Metres of depth at cell (i, k). */
static inline double tank_depth(WeirView depth, int i, int k) {
  return (double)depth.data[(ptrdiff_t)k * depth.stride + i];
}

static inline WeirStats tank_stats(const WeirWater *water) {
  WeirStats stats;
  weir_water_stats(water, &stats);
  return stats;
}

/* Returns the height of the bump of SWASHES, m, at x along a channel. */
static inline double tank_bump(double x) {
  return fmax(0, 0.2 - 0.05 * (x - 10) * (x - 10));
}

/* --- measuring ------------------------------------------------------------------------------------------------------- */

/* The sign changes of a sampled value, interpolated between samples; a zeroed value to start with, on the caller's stack. */
typedef struct Crossings {
  double time, value; /* of the last sample */
  double first, last; /* s: first and last sign change */
  int samples, count;
} Crossings;

void crossings_add(Crossings *c, double time, double value);

/* Returns twice the mean time between crossings; NaN with fewer than two. */
double crossings_period(const Crossings *c);

/* Returns p of error ~ cell^p: slope of log error over log cell by least squares. */
double order_of_convergence(const double *cells, const double *errors, int count);

/* Returns true if each error is below the one before. */
bool errors_fall(const double *errors, int count);

/* Returns the maximum of a parabola through the largest sample and its neighbours; where `place` is not NULL, writes its place in
 * samples. */
double crest_of(const double *values, int count, double *place);

/* Returns x of a sign change of f between low and high, to the last bit of a double. */
double bisect(double (*f)(const void *data, double x), const void *data, double low, double high);

/* --- rows ------------------------------------------------------------------------------------------------------------ */

/* Appends a row, its quantity in printf style, and judges it: met when error <= limit, stated when the limit is infinite and the figure a
 * number. Never NULL. */
CheckRow *check_row(CheckReport *report, const char *unit, double expected, double got, double limit, const char *quantity, ...)
    __attribute__((format(printf, 6, 7)));

/* Judges a row by another rule than error <= limit. A NaN is missed by any rule. */
void check_judge(CheckRow *row, bool met);

/* Returns the limit of a row that pipes, which carry no momentum, only state. */
static inline double check_swe_limit(const CheckReport *report, double limit) {
  return report->solver == WEIR_SWE ? limit : (double)INFINITY;
}

/* --- the cases, as the table in run.c has them: each appends the rows of report->solver ------------------------------- */

typedef void CheckRun(CheckReport *report);

CheckRun rest_lake, bowls_planar, bowls_radial;                                       /* basins.c */
CheckRun boundary_open, boundary_periodic, boundary_levels, sides_swell, sides_drive; /* boundaries.c */
CheckRun bumps_steady, channel_manning, macdonald_channels, rain_slopes;              /* channels.c */
CheckRun dams_ritter, dams_stoker, radial_dam;                                        /* dams.c */
CheckRun oblique_jump;                                                                /* oblique.c */
CheckRun waves_standing, waves_pulse, waves_travelling, waves_green, waves_symmetry, current_waves, current_small,
    runup_solitary;                                                                        /* waves.c */
CheckRun disperse_modes, disperse_ring, disperse_current, disperse_rest;                   /* dispersion.c */
CheckRun disperse_shoal, disperse_solitary, disperse_kelvin, disperse_bar, disperse_river; /* dispersion_flow.c */
CheckRun sea_side, sea_wind;                                                               /* sea.c */
CheckRun disperse_disc;                                                                    /* dispersion_flow.c */
CheckRun disperse_elliptic;                                                                /* shoal.c */
CheckRun pressure_barometer, pressure_front;                                               /* pressure.c */
CheckRun wind_growth;                                                                      /* wind.c */
CheckRun nthmp_beach, nthmp_flume;                                                         /* nthmp.c */
CheckRun nthmp_island;                                                                     /* nthmp_island.c */

#endif
