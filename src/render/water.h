#ifndef RENDER_WATER_H
#define RENDER_WATER_H

/* Pass: the water's surface and, at the grid's edge, the cut through it. */

#include "render/lod.h"
#include "render/pass.h"
#include "render/program.h"

extern const ProgramDef water_programs;

void water_draw(Program *program, const PassContext *context, Lod *lod, const LodList *list);

#endif
