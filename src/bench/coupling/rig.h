#ifndef BENCH_RIG_H
#define BENCH_RIG_H

/* The cases of `weir bench --coupling`, and tanks and bodies for them, through the library's public header alone. */

#include <stdint.h>

#include "bench/coupling/report.h"

/* Adds the rows of a case for the report's solver and method. */
typedef void CouplingRun(CouplingReport *report);

CouplingRun coupling_draft, coupling_bob, coupling_energy, coupling_impact, coupling_sunken; /* afloat.c */
CouplingRun coupling_creep, coupling_drift, coupling_log;                                    /* drift.c */
CouplingRun coupling_creep_compare;                       /* drift.c: rows of one method against another, once all have run */
CouplingRun coupling_dam, coupling_gate, coupling_tunnel; /* dam.c */
CouplingRun coupling_chaos, coupling_stable;              /* chaos.c */
CouplingRun coupling_cost;                                /* cost.c */

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
float rig_volume(const WeirBody *body);

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

/* The data of rig_beyond: cells farther than `reach` m from an upright body's box. */
typedef struct RigBeyond {
  const WeirBody *body;
  float reach;
} RigBeyond;
RigWhere rig_beyond;

/* The share of a box that lies below `level`, by columns along its own y axis. */
double rig_share_submerged(const WeirBody *box, double level);

/* m^3 in columns [i0, i1), and the mean surface there. */
double rig_held(const WeirWater *water, int i0, int i1);
double rig_level(const WeirWater *water, int i0, int i1);

#endif
