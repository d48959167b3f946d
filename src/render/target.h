#ifndef RENDER_TARGET_H
#define RENDER_TARGET_H

/* The HDR picture that the passes draw into, and a copy of it without water, for refraction. */

#include <glad/gl.h>

/* The OpenGL objects of both pictures, width*height pixels. Part of Renderer. */
typedef struct Target {
  int width, height;
  GLuint colour, depth, framebuffer;
  GLuint copy_colour, copy_depth, copy_framebuffer;
} Target;

void target_resize(Target *target, int width, int height);
void target_begin(const Target *target);
void target_copy(const Target *target);
void target_shutdown(Target *target);

#endif
