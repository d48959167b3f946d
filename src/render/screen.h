#ifndef RENDER_SCREEN_H
#define RENDER_SCREEN_H

/* The pictures that the passes draw into, and the passes that bring them to the screen. */

#include "render/gpu.h"
#include "render/program.h"

extern const ProgramDef cursor_programs, post_programs, enlarge_programs;

/* The OpenGL objects of the HDR picture, width*height pixels; of a copy of it without water, for refraction; and, where the water is shaded
 * coarser, of a picture of half the size for it alone. Part of Renderer. */
typedef struct Target {
  int width, height;
  GLuint colour, depth, framebuffer;
  GLuint copy_colour, copy_depth, copy_framebuffer;
  int half_width, half_height; /* 0: not made yet */
  GLuint half_colour, half_depth, half_framebuffer;
} Target;

/* (Re)creates the textures and the framebuffer of an HDR picture with depths, of undefined content; the depths are left bound to the unit. */
void target_create(GLuint *colour, GLuint *depth, GLuint *framebuffer, TextureUnit unit, int width, int height);

void target_resize(Target *target, int width, int height);
void target_begin(const Target *target);
void target_copy(const Target *target);

/* Makes the picture of half the size the one that is drawn into: empty, but with the depths of the scene. */
void target_begin_half(Target *target);

/* Goes on with the whole picture; that of half the size can be read as UNIT_WATER_PICTURE. */
void target_end_half(const Target *target);
void target_shutdown(Target *target);

/* Returns true if every pixel of the picture is a number; waits for the device. */
bool target_is_finite(const Target *target);

/* Draws the ring that shows where the tool acts, laid over ground and water. A pass of its own, since a ring that each pixel of the ground
 * and the water looks for costs a software driver a tenth of the picture. */
void cursor_draw(const PassContext *context, const FrameView *frame);

/* Draws the HDR picture to a framebuffer of its size, with exposure, film curve, smoothing of edges and dither; under rain greyer, darker
 * and with less of what is far away, by its depths in UNIT_SCENE_DEPTH. */
void post_draw(const PassContext *context);

/* A finished picture of fewer pixels than the screen, after the film curve, in eight bits a colour, and a second one between two steps of
 * enlarging. Part of Renderer; zeroed at the start. */
typedef struct Enlarge {
  int width, height; /* pixels; 0: not made yet */
  GLuint colours[2], framebuffers[2];
} Enlarge;

/* Makes the picture of width x height pixels the one that is drawn into. */
void enlarge_begin(Enlarge *enlarge, int width, int height);

/* Draws it, enlarged along its edges, into a framebuffer of width x height pixels, which is bound on return. `plainly`: in two steps that
 * take a software driver less time. */
void enlarge_draw(Enlarge *enlarge, const PassContext *context, GLuint framebuffer, int width, int height, bool plainly);
void enlarge_shutdown(Enlarge *enlarge);

#endif
