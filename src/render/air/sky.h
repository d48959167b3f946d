#ifndef RENDER_AIR_SKY_H
#define RENDER_AIR_SKY_H

/* Pass: the sky, and the plain that the block of land stands on, wherever nothing else was drawn. */

#include "render/pass.h"
#include "render/program.h"

extern const ProgramDef sky_programs;

void sky_draw(Program *program, const PassContext *context);

#endif
