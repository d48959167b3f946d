#ifndef RENDER_SHADOW_H
#define RENDER_SHADOW_H

/* Pass: depth map of the bodies as seen from the sun, fitted to the bodies in view. The ground's own shadow is computed in
 * ground_bake.h. */

#include "render/bodies.h"
#include "render/pass.h"
#include "render/program.h"

extern const ProgramDef shadow_programs;

/* The pass's OpenGL objects: a map of size*size texels. Part of Renderer. */
typedef struct Shadow {
  Program program;
  GLuint map, framebuffer;
  int size;
} Shadow;

/* The matrix from the world to the map's x, y and depth, all 0 to 1; false when there is nothing to cast a shadow. */
bool shadow_fit(const FrameView *frame, float matrix[16]);
void shadow_draw(Shadow *shadow, const PassContext *context, const Bodies *bodies, int size);
void shadow_shutdown(Shadow *shadow);

#endif
