#ifndef RENDER_SCREEN_H
#define RENDER_SCREEN_H

/* The pictures that the passes draw into, and the passes that bring them to the screen. */

#include "render/gpu.h"
#include "render/program.h"

extern const ProgramDef post_programs, enlarge_programs;

/* The OpenGL objects of an HDR picture with depths. */
typedef struct HdrPicture {
  int width, height; /* pixels; 0: not made yet */
  GLuint colour, depth, framebuffer;
} HdrPicture;

/* Gives the picture this size, with undefined content where it had another; its depths are left bound to the unit then. */
void hdr_resize(HdrPicture *picture, TextureUnit unit, int width, int height);

/* Makes the picture the one that is drawn into, by depth; what lies as deep as what is there is drawn over it. */
void hdr_begin(const HdrPicture *picture);

/* Copies colours, depths (GL_COLOR_BUFFER_BIT, GL_DEPTH_BUFFER_BIT) or both into another one, of any size, which is drawn into then. */
void hdr_copy(const HdrPicture *from, const HdrPicture *to, GLbitfield what);
void hdr_shutdown(HdrPicture *picture);

/* A frame's picture; a copy without water, for refraction; of half the size, the water where it is shaded coarser. Part of Renderer. */
typedef struct Target {
  HdrPicture scene, copy, half;
} Target;

/* Draws the ring that shows where the tool acts, laid over ground and water. A pass of its own, since a ring that each pixel of the ground
 * and the water looks for costs a software driver a tenth of the picture. */
void cursor_draw(const PassContext *context, const FrameView *frame);

/* Draws the HDR picture to a framebuffer of its size, with exposure, film curve, smoothing of edges and dither; under rain greyer, darker
 * and with less of what is far away, by its depths in UNIT_SCENE_DEPTH. */
void post_draw(const PassContext *context);

/* A finished picture of fewer pixels than the screen, after the film curve; another between two steps of enlarging. Part of Renderer. */
typedef struct Enlarge {
  int width, height; /* pixels; 0: not made yet */
  GLuint colours[2], framebuffers[2];
} Enlarge;

/* Makes the picture of width x height pixels the one that is drawn into; `plainly` as in enlarge_draw. */
void enlarge_begin(Enlarge *enlarge, int width, int height, bool plainly);

/* Draws it, enlarged along its edges, into a framebuffer, which is bound on return. `plainly`: in two steps that take a CPU less time, and
 * over `still`, a picture of that size that shows where nothing moves; 0: there is none. */
void enlarge_draw(Enlarge *enlarge, const PassContext *context, GLuint framebuffer, int width, int height, bool plainly, GLuint still);

/* Smooths and sharpens what UNIT_FRAME has, into the framebuffer that is bound; `covers`: with alpha, for laying it over the still picture,
 * which is to show where nothing moves (land/still.h). */
void enlarge_refine(const PassContext *context, bool covers);

/* (Re)creates a picture that enlarge_draw lays over the screen fast on software drivers. */
void finished_create(GLuint *colours, GLuint *framebuffer, int width, int height);

void enlarge_shutdown(Enlarge *enlarge);

#endif
