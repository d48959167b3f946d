#ifndef RENDER_TERRAIN_H
#define RENDER_TERRAIN_H

/* Pass: the ground and the side walls of the block, down to its base: a tank's from its mesh where it has one, else in patches. */

#include "render/land/tank.h"
#include "render/lod.h"
#include "render/pass.h"
#include "render/program.h"

extern const ProgramDef terrain_programs;

void terrain_draw(Program *program, const PassContext *context, Lod *lod, const LodList *list, const Tank *tank);

#endif
