#ifndef WEIR_BODIES_PRESSURE_H
#define WEIR_BODIES_PRESSURE_H

#include "weir/bodies/state.h"

enum { TORQUE = 3, SIX = 6 }; /* of three forces and three torques, where these begin, and all */

typedef struct BodyLoad { /* of the water on one body */
  double lift[SIX], drag[SIX], pressure[SIX]; /* N, then N m about its position */
  double submerged, aboard;                   /* m^3: of the body under water; of water on its top */
  double shell[FACES];                        /* kg that goes along to x, to z */
  double covered, level;                      /* m^2; m^3: of the surface over it */
  double heave, roll_x, roll_z;               /* N/m; N m about x and z: what resists */
  float fastest;                              /* m/s, of the slip */
} BodyLoad;

void body_load(const WeirWater *water, const WeirBody *body, const BodyMotion *motion, BodyLoad *load);

/* Asks for a move's lists ahead of time. */
void body_load_prefetch(const WeirWater *water, const BodyMotion *motion);

#endif
