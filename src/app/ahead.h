#ifndef APP_AHEAD_H
#define APP_AHEAD_H

/* While the first picture of a machine's first start is drawn, which on a software driver is 2.5 s of compiling by one thread, another thread
 * draws the same picture in a context of its own, with those programs alone that the picture comes to last. The driver keeps what it has
 * compiled in files: the picture finds it there. */

#include "app/window.h"
#include "render/renderer.h"

typedef struct Ahead Ahead;

/* The picture that is drawn, the window's own. The frame's grids must last until ahead_end. */
typedef struct AheadDef {
  const Window *window;
  const char *shader_dir, *program_dir;
  const FrameView *frame;
  float share; /* of the picture's sides, as of renderer_set_share */
} AheadDef;

/* Begins; NULL: nothing is compiled ahead, as where there is no second context. Leaves the window's context current. */
Ahead *ahead_begin(const AheadDef *def);

/* Stops where it is, and waits for that. NULL is let pass. */
void ahead_end(Ahead *ahead);

#endif
