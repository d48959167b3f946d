#ifndef WEIR_SHAPES_SUBMERGED_VOLUME_H
#define WEIR_SHAPES_SUBMERGED_VOLUME_H

#include "weir/weir.h"

typedef struct Below {
  double volume, x, z; /* m^3; m^4, its moments about the body's position */
} Below;

/* What of a body that makes sense (shape_measure) lies below a level surface, in m: exact, whatever leans through it. */
Below shape_below(const WeirBody *body, float level);

#endif
