#ifndef RENDER_BLOCK_MESH_H
#define RENDER_BLOCK_MESH_H

/* Ground of blocks, as tanks and quays have it, as a mesh of flat faces. Its walls are upright and a few cells thin: a mesh with a vertex a
 * cell would slope over a cell instead, and cost as many triangles as the floor has cells.
 *
 * Lines along which heights change cut the plane into blocks of one height each; faces stand where neighbouring blocks differ, cut at
 * each height that occurs. So every corner of a face is a corner of all that touch it, and no crack can open between them. */

#include <glad/gl.h>
#include <stdbool.h>
#include <stdint.h>

#include "render/frame_view.h"

/* The mesh with the ground that it was made for. Part of Renderer; a current context is needed. */
typedef struct BlockMesh {
  bool known; /* whether `version` says anything */
  uint32_t version;
  int64_t edits;
  int nx, nz;
  GLuint vertex_array, vertices, indices;
  int top_indices, side_indices; /* of the ground; of the outer faces, behind them. 0: the ground is none of blocks */
} BlockMesh;

/* Brings the mesh up to date; `base`, m: how far down the outer faces reach. Only tanks and towns get a mesh, and none if it had more
 * blocks than such have or memory runs out: block_mesh_is_made returns false then. */
void block_mesh_update(BlockMesh *tank, const FrameView *frame, float base);

/* Returns true if there is a mesh. */
bool block_mesh_is_made(const BlockMesh *tank);

/* Draws the ground, or its outer faces, with the program in use: terrain, in its variants for BLOCKS. */
void block_mesh_draw(const BlockMesh *tank, bool sides);
void block_mesh_shutdown(BlockMesh *tank);

#endif
