#ifndef RENDER_POST_H
#define RENDER_POST_H

/* Pass: the HDR picture to the caller's framebuffer, with exposure, film curve, smoothing of edges and dither. */

#include "render/pass.h"
#include "render/program.h"

extern const ProgramDef post_programs;

void post_draw(Program *program, const PassContext *context);

#endif
