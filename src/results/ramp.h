#ifndef RESULTS_RAMP_H
#define RESULTS_RAMP_H

/* Colours that stand for values. Lightness is linear along each ramp in OKLab (Ottosson 2020), where equal distances look equal: a
 * ramp keeps its order in grey, and for those who are blind to some colours. */

#include "results/canvas.h"

typedef enum RampKind {
  RAMP_DEPTH,   /* pale to deep blue */
  RAMP_SPEED,   /* pale violet to purple */
  RAMP_HAZARD,  /* yellow over red to dark red */
  RAMP_ARRIVAL, /* purple over green to yellow: what comes first is darkest */
  RAMP_COUNT
} RampKind;

/* Returns the colour at a share of a ramp, 0 to 1. */
Colour ramp_colour(RampKind kind, float share);

#endif
