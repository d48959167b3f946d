#ifndef WEIR_SHAPES_SUBMERGED_VOLUME_H
#define WEIR_SHAPES_SUBMERGED_VOLUME_H

#include "weir/weir.h"

typedef struct SubmergedVolume {
  double volume, x, z; /* m^3; m^4, its moments about the body's position */
} SubmergedVolume;

/* What of a body that makes sense (shape_measure) lies below a level surface, in m: exact, whatever leans through it. */
SubmergedVolume shape_submerged_volume(const WeirBody *body, float level);

#endif
