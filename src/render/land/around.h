#ifndef RENDER_AROUND_H
#define RENDER_AROUND_H

/* Pass: the ground and the water beyond the grid, out to the horizon. One mesh of square rings about the grid, each wider than the one
 * before; its heights are found in the shader (shaders/common/around.glsl). */

#include "render/pass.h"
#include "render/program.h"

extern const ProgramDef around_programs;

/* The OpenGL objects of the rings and the pass's program. Part of Renderer. */
typedef struct Around {
  Program program;
  GLuint vertex_array, vertices, indices;
  int index_count;
  int detail; /* that the mesh was made with; 0: not made yet */
} Around;

/* Draws the ground of a landscape that goes on; nothing for a table. `detail`: quads along a side of the grid. False when there is no
 * memory for the mesh. */
bool around_draw_ground(Around *around, const PassContext *context, const FrameView *frame, int detail);

/* Draws the rings with the program in use, which is that of the water. */
void around_draw_rings(const Around *around);
void around_shutdown(Around *around);

#endif
