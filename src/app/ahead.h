#ifndef APP_AHEAD_H
#define APP_AHEAD_H

/* Compiles shaders ahead. While the first picture of a machine's first start is drawn, which on a software driver is 2.5 s of compiling by
 * one thread, another thread draws the same picture in a context of its own, with only those programs that the picture comes to last. The
 * driver keeps compiled programs in files: the picture finds them there. */

#include "input/window.h"
#include "render/renderer.h"

typedef struct Ahead Ahead;

/* The picture that is drawn, the window's own. The frame's grids must last until ahead_end. */
typedef struct AheadDef {
  const Window *window;
  const char *shader_dir, *program_dir;
  const FrameView *frame;
  float share; /* of the picture's sides, as of renderer_set_share */
} AheadDef;

/* Begins to compile ahead; the caller ends it. Returns NULL if nothing is compiled ahead, as where no second context can be had. Leaves the
 * window's context current. */
Ahead *ahead_begin(const AheadDef *def);
/* Tells the thread to stop, waits for its end and frees it; NULL is ignored. */
void ahead_end(Ahead *ahead);

#endif
