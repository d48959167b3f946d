#ifndef RENDER_TARGET_H
#define RENDER_TARGET_H

/* The HDR picture that the passes draw into; a copy of it without water, for refraction; and, where the water is shaded coarser, a picture
 * of half the size for it alone. */

#include <glad/gl.h>

#include "render/gpu.h"

/* The OpenGL objects of both pictures, width*height pixels. Part of Renderer. */
typedef struct Target {
  int width, height;
  GLuint colour, depth, framebuffer;
  GLuint copy_colour, copy_depth, copy_framebuffer;
  int half_width, half_height; /* 0: not made yet */
  GLuint half_colour, half_depth, half_framebuffer;
} Target;

/* (Re)creates the textures of an HDR picture with depths, of undefined content; the depths are left bound to the unit. */
void target_textures(GLuint *colour, GLuint *depth, TextureUnit unit, int width, int height);

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

#endif
