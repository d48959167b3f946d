#ifndef RENDER_CURSOR_H
#define RENDER_CURSOR_H

/* Pass: the ring that shows where the tool acts, laid over ground and water. A pass of its own, since a ring that each pixel of the
 * ground and the water looks for costs a software driver a tenth of the picture. */

#include "render/pass.h"
#include "render/program.h"

extern const ProgramDef cursor_programs;

void cursor_draw(Program *program, const PassContext *context, const FrameView *frame);

#endif
