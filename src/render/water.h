#ifndef RENDER_WATER_H
#define RENDER_WATER_H

/* Pass: the water's surface, at a block's edge the cut through it, and the water that goes on beyond the grid. On the lowest tier the
 * surface is shaded at half the picture's size. */

#include "render/land/around.h"
#include "render/lod.h"
#include "render/pass.h"
#include "render/program.h"
#include "render/target.h"

extern const ProgramDef water_programs;

/* The objects that the water is drawn with; all borrowed for the call. */
typedef struct WaterPass {
  Program *program;
  Lod *lod;
  const LodList *list; /* patches that show water */
  const Around *around;
} WaterPass;

void water_draw(const WaterPass *pass, const PassContext *context, Target *target);

#endif
