#ifndef RENDER_POST_H
#define RENDER_POST_H

/* Pass: the HDR picture to the caller's framebuffer, with exposure, film curve, smoothing of edges and dither. */

#include "render/pass.h"
#include "render/program.h"

extern const ProgramDef post_programs;

/* `draft`: the HDR picture is not of the framebuffer's size. */
void post_draw(Program *program, const PassContext *context, bool draft);

/* Draws once as for a draft, which the picture will cover: a software driver compiles a program when it first draws with it, and that takes
 * as long as a frame. */
void post_prepare(Program *program, const PassContext *context);

#endif
