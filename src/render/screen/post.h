#ifndef RENDER_SCREEN_POST_H
#define RENDER_SCREEN_POST_H

/* Pass: the HDR picture to a framebuffer of its size, with exposure, film curve, smoothing of edges and dither; under rain greyer,
 * darker and with less of what is far away, by its depths in UNIT_SCENE_DEPTH. */

#include "render/pass.h"
#include "render/program.h"

extern const ProgramDef post_programs;

void post_draw(Program *program, const PassContext *context);

#endif
