#ifndef RENDER_AROUND_H
#define RENDER_AROUND_H

/* Pass: the ground and the water beyond the grid, out to the horizon. One mesh of square rings about the grid, each wider than the one
 * before; its heights are found by a shader, once for a ground (shaders/common/around.glsl). */

#include <stdint.h>

#include "render/program.h"

/* The values that the shape of the ground beyond the grid depends on; a value without gaps, compared as bytes. */
typedef struct AroundGround {
  int64_t edits;    /* the last edit of the ground near the grid's edge */
  uint32_t version; /* terrain_version */
  int nx, nz, detail;
  float cell, water; /* m: level of the water at the grid's edge */
  FrameAround around;
  FrameGround ground;
} AroundGround;

/* The OpenGL objects of the rings and the pass's program. Part of Renderer. */
typedef struct Around {
  GLuint vertex_array, vertices, indices;
  int detail;       /* that the mesh was made with; 0: not made yet */
  uint32_t visible; /* bit n: sector n may be in the picture */
  GLuint shape, framebuffer;
  AroundGround ground; /* that `shape` was made for */
} Around;

/* Makes the mesh and works its shape out where the ground has changed, and binds it; nothing for a table. `detail`: quads along a side of
 * the grid; `water`: m, level of the water at the grid's edge; `edits`: the last edit of the ground near the edge. Leaves its own
 * framebuffer bound. Returns false if there is no memory for the mesh. */
bool around_update(Around *around, const PassContext *context, const FrameView *frame, int detail, float water, int64_t edits);

/* Selects the sectors that are drawn, those within the six planes of the frustum, which point inwards. `low`, `high`: m, of the ground. */
void around_select(Around *around, const FrameView *frame, float planes[6][4], float low, float high);

/* Draws the ground of a landscape that goes on; nothing for a table. */
void around_draw_ground(Around *around, const PassContext *context);

/* Draws the rings with the program in use, which is that of the water. */
void around_draw_rings(const Around *around);
void around_shutdown(Around *around);

#endif
