#ifndef RENDER_SCREEN_ENLARGE_H
#define RENDER_SCREEN_ENLARGE_H

/* Pass: a finished picture of fewer pixels than the screen, enlarged along its edges into the caller's framebuffer. */

#include "render/pass.h"
#include "render/program.h"

extern const ProgramDef enlarge_programs;

/* The picture after the film curve, in eight bits a colour, and a second one between two steps of enlarging, with the program. Part of
 * Renderer; zeroed at the start. */
typedef struct Enlarge {
  Program program;
  int width, height; /* pixels; 0: not made yet */
  GLuint colours[2], framebuffers[2];
} Enlarge;

/* Where the picture is to lie in the end. */
typedef struct EnlargeTo {
  GLuint framebuffer;
  int width, height;
} EnlargeTo;

/* Makes the picture of width x height pixels the one that is drawn into. */
void enlarge_begin(Enlarge *enlarge, int width, int height);

/* Draws it into a framebuffer, which is bound on return. `plainly`: in two steps that take a software driver less time. */
void enlarge_draw(Enlarge *enlarge, const PassContext *context, const EnlargeTo *to, bool plainly);
void enlarge_shutdown(Enlarge *enlarge);

#endif
