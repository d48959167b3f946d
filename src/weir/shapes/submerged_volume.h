#ifndef WEIR_SHAPES_SUBMERGED_VOLUME_H
#define WEIR_SHAPES_SUBMERGED_VOLUME_H

#include "weir/weir.h"

/* The part of a body below a level. A plain value. */
typedef struct SubmergedVolume {
  double volume, x, z; /* m^3; m^4, its moments about the body's position */
} SubmergedVolume;

/* The part of a present body (shape_measure) below a level surface at `level` m: exact for every attitude. */
SubmergedVolume shape_submerged_volume(const WeirBody *body, float level);

#endif
