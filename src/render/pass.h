#ifndef RENDER_PASS_H
#define RENDER_PASS_H

#include <glad/gl.h>

#include "render/frame_view.h"
#include "render/gpu.h"
#include "render/program.h"

/* The context that every pass draws with; made by the renderer for each frame. */
typedef struct PassContext {
  ShaderOptions shaders;
  GLuint empty_vertex_array;
  Program *pyramid; /* of pyramid.h; the renderer's */
  bool natural;
  bool blocks;      /* the ground is drawn by its block mesh */
  FrameMode mode;   /* of all passes but the last */
  bool difference;  /* the last lays the colours of FRAME_DIFFERENCE over the scene */
  bool hasty;       /* rather a plain picture now than a finished one later: a frame compiles no more than it has time for */
  bool first;       /* the renderer's first frame: a hasty one compiles no program for which there is a plainer one */
  bool flowing;     /* the frame has velocities */
  bool dyed;        /* the frame has dye, which UNIT_DYE holds */
  bool under_water; /* the eye is in the water */
  bool raining;     /* the picture shows rain */
  bool table;       /* the block of land stands on a table: it has cut sides, and nothing goes on beyond them */
} PassContext;

#endif
