#ifndef RENDER_PASS_H
#define RENDER_PASS_H

/* What every pass is given to draw with. */

#include <glad/gl.h>

#include "render/frame_view.h"
#include "render/gpu.h"

typedef struct PassContext {
  ShaderOptions shaders;
  GLuint empty_vertex_array;
  bool natural;
  FrameMode mode;
  bool sides; /* draw the cut sides of the block */
} PassContext;

#endif
