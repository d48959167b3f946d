#ifndef RENDER_POST_H
#define RENDER_POST_H

/* Pass: exposure, film curve, smoothing of edges, dither: from the HDR picture to the caller's framebuffer. */

#include "render/pass.h"
#include "render/program.h"

extern const ProgramDef post_programs;

void post_draw(Program *program, const PassContext *context);

#endif
