#ifndef BENCH_RIG_H
#define BENCH_RIG_H

/* The cases of `weir bench --coupling` and their rows, some with a target; tanks and bodies for them, through the library's public header
 * alone. */

#include <math.h>
#include <stdbool.h>

#include "weir/weir.h"

/* --- rows ------------------------------------------------------------------------------------------------------------ */

typedef enum CouplingBound { COUPLING_STATED, COUPLING_UPPER_BOUND, COUPLING_AT_LEAST, COUPLING_WITHIN } CouplingBound;

/* The target of a row. */
typedef struct CouplingWant {
  CouplingBound bound;
  double expected;  /* NaN where it is only stated */
  double tolerance; /* COUPLING_WITHIN: relative */
  bool is_time;     /* of this machine, another in each run; else physics, the same in each */
} CouplingWant;

/* One figure of one case, solver and method. Words but the quantity are constants of the program. */
typedef struct CouplingRow {
  const char *name; /* of the case */
  WeirSolver solver;
  WeirCoupling coupling;
  const char *unit; /* "1" where there is none */
  char quantity[80];
  double value; /* NaN: could not be measured, which misses any target */
  CouplingWant want;
} CouplingRow;

enum { COUPLING_ROWS_MAX = 1024 };

/* Holds all rows so far, what the command line asks for, and what is measured now. Owned by the command; zeroed at the beginning. */
typedef struct CouplingReport {
  const char *name;      /* of the case that runs */
  WeirSolver solver;     /* it runs with */
  WeirCoupling coupling; /* it runs with */
  unsigned cases;        /* asked for: bit 1 << index in the table of cases */
  unsigned methods;      /* bit 1 << WeirCoupling */
  unsigned solvers;      /* bit 1 << WeirSolver; 0: each case's own */
  bool brief;            /* a tenth of the long runs' time */
  bool dispersion;       /* swe: waves disperse */
  bool markdown;         /* tables for documents */
  const char *json;      /* the file for machines, borrowed from argv; NULL: none */
  int count, printed;    /* printed: rows of the cases that are done */
  CouplingRow rows[COUPLING_ROWS_MAX];
} CouplingReport;

/* Adds a row. The quantity is a printf format for what follows it. */
void coupling_row(CouplingReport *report, CouplingWant want, double value, const char *unit, const char *quantity, ...)
    __attribute__((format(printf, 5, 6)));

static inline CouplingWant coupling_stated(void) {
  return (CouplingWant){COUPLING_STATED, (double)NAN, 0, false};
}
static inline CouplingWant coupling_upper_bound(double most) {
  return (CouplingWant){COUPLING_UPPER_BOUND, most, 0, false};
}
static inline CouplingWant coupling_at_least(double least) {
  return (CouplingWant){COUPLING_AT_LEAST, least, 0, false};
}
static inline CouplingWant coupling_within(double expected, double tolerance) {
  return (CouplingWant){COUPLING_WITHIN, expected, tolerance, false};
}

/* --- cases ----------------------------------------------------------------------------------------------------------- */

/* Adds the rows of a case for the report's solver and method. */
typedef void CouplingRun(CouplingReport *report);

CouplingRun coupling_draft, coupling_bob, coupling_energy, coupling_impact, coupling_sunken; /* afloat.c */
CouplingRun coupling_creep, coupling_drift, coupling_log;                                    /* drift.c */
CouplingRun coupling_creep_compare;                       /* drift.c: rows of one method against another, once all have run */
CouplingRun coupling_dam, coupling_gate, coupling_tunnel; /* dam.c */
CouplingRun coupling_chaos, coupling_stable;              /* chaos.c */
CouplingRun coupling_cost;                                /* cost.c */

/* --- tanks and bodies ------------------------------------------------------------------------------------------------ */

/* A tank before its water is made: its grid, bed, water and sides. */
typedef struct Rig {
  int nx, nz;
  float cell;                     /* m */
  float (*bed)(float x, float z); /* m; NULL: flat at 0 */
  float depth, east, step;        /* m: the level, and that from x = `step` on (0: `depth` everywhere) */
  float current;                  /* m/s along x, everywhere */
  WeirTuning tuning;
  WeirBoundary boundary[WEIR_SIDE_COUNT];
} Rig;

/* Walls all round, the library's own tuning; `ideal`: nothing takes energy out. */
Rig rig_tank(int nx, int nz, float cell, float depth);
void rig_ideal(Rig *rig);

/* The report's solver and method, one thread. NULL, with a row that falls short, when the library refuses. */
WeirWater *rig_water(const Rig *rig, CouplingReport *report);

/* Makes an upright box, turned by `yaw` (rad) about the vertical; kg/m^3. No drag beyond the shape's. */
WeirBody rig_box(float width, float height, float breadth, float x, float y, float z, float yaw, float density);
/* Makes a cylinder of this radius and length; its axis along x (0), up (1) or along z (2). */
WeirBody rig_cylinder(float radius, float length, int axis, float x, float y, float z, float density);

/* Displace, step, push: forces may be NULL. */
void rig_step(WeirWater *water, const WeirBody *bodies, int count, float dt, WeirForce *forces);
/* Lets the waves of a body's coming die away by so much friction, 1/s, in so many steps. */
void rig_settle(WeirWater *water, const WeirBody *body, float dt, int steps, float friction);
/* Moves a body on with its velocity and spin. */
void rig_advance(WeirBody *body, float dt);
/* Moves a body on as a free one: the water's force and its weight change velocity and spin first; nothing else is met.
 * Without `rotates` it heaves and drifts upright. */
void rig_free(WeirBody *body, const WeirForce *force, float gravity, bool rotates, float dt);

/* Figures of the surface: mean, root mean square and greatest distance from `level`, over cells that `where` (NULL: all) wants. */
typedef struct RigSurface {
  double mean, rms, peak, low, high; /* m; rms about the mean, most about `level` */
} RigSurface;
typedef bool RigWhere(const void *data, float x, float z);
RigSurface rig_surface(const WeirWater *water, double level, RigWhere *where, const void *data);

/* The mean surface in columns [i0, i1). */
double rig_level(const WeirWater *water, int i0, int i1);

#endif
