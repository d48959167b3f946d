#ifndef RENDER_PROPS_FUMES_H
#define RENDER_PROPS_FUMES_H

/* Steam and gas that rise from a liquid with heat of its own, in columns from some places of its surface; more of them in rain. Only a
 * picture: nothing of it is part of the simulation. */

#include "render/frame_view.h"

enum { FUMES_COLUMNS = 12, FUMES_PUFFS = 24 /* of a column */ };

/* A place that fumes rise from. A plain value. */
typedef struct FumesColumn {
  float x, y, z;  /* m, on the liquid's surface */
  bool rises;     /* false: no place has been found, or not yet */
  uint32_t found; /* how many places it has had: chooses the next one */
} FumesColumn;

/* The columns of a world. Part of SprayPass; all zero to begin with. */
typedef struct Fumes {
  FumesColumn columns[FUMES_COLUMNS];
  uint32_t world_version;
} Fumes;

/* Writes the frame's puffs to `out`, which has room for FUMES_COLUMNS*FUMES_PUFFS, and returns how many: 0 unless its liquid glows as lava
 * does. Where they are follows from the columns and the simulated time alone; a column whose place has cooled or run dry moves on. */
int fumes_rise(Fumes *fumes, const FrameView *frame, FrameDrop *out);

#endif
