#ifndef RENDER_TERRAIN_H
#define RENDER_TERRAIN_H

/* Pass: the ground and the side walls of the block, down to its base: by the block mesh where there is one, else in
 * patches. */

#include "render/land/block_mesh.h"
#include "render/lod.h"
#include "render/pass.h"
#include "render/program.h"

extern const ProgramDef terrain_programs;

void terrain_draw(Program *program, const PassContext *context, Lod *lod, const LodList *list, const BlockMesh *mesh);

#endif
