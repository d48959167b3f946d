#ifndef WEIR_BODIES_PRESSURE_H
#define WEIR_BODIES_PRESSURE_H

#include "weir/bodies/state.h"

enum { TORQUE = 3, WRENCH = 6 }; /* a wrench: three forces, then three torques */

/* The water's load on one body: sums over its cells and faces. Lives on the stack of subgrid_force. */
typedef struct BodyLoad {
  double lift[WRENCH], drag[WRENCH], pressure[WRENCH]; /* N, then N m about the body's position */
  double submerged, aboard;                            /* m^3: of the body under water; of water on its top */
  double edge_mass[FACES];                             /* kg of water in the smeared edge that moves with the body, along x and z */
  double covered, level;                               /* m^2 of the body's cover; m^3: surface height integrated over it */
  double heave, roll_x, roll_z;                        /* N/m; N m about x and z: stiffness by the heads that the body lifts */
  double plane, plane_x, plane_z;                      /* m^2; m^4 about x and z: the waterplane */
  float fastest;                                       /* m/s: the greatest slip */
} BodyLoad;

void body_load(const WeirWater *water, const WeirBody *body, const BodyMotion *motion, BodyLoad *load);

/* Asks for a motion's lists ahead of time. */
void body_load_prefetch(const WeirWater *water, const BodyMotion *motion);

#endif
