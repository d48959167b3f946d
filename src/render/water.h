#ifndef RENDER_WATER_H
#define RENDER_WATER_H

/* Pass: the water's surface and, at the grid's edge, the cut through it. */

#include "render/around.h"
#include "render/lod.h"
#include "render/pass.h"
#include "render/program.h"

extern const ProgramDef water_programs;

void water_draw(Program *program, const PassContext *context, Lod *lod, const LodList *list);

/* The water that goes on beyond the grid, on the rings of the ground there. */
void water_draw_around(Program *program, const PassContext *context, const Around *around);

#endif
