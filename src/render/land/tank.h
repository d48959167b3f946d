#ifndef RENDER_TANK_H
#define RENDER_TANK_H

/* The ground of a tank as a mesh of flat faces. Walls of a tank are upright and a few cells thin: a mesh with a vertex a cell would slope
 * over a cell instead, and cost as many triangles as the floor has cells.
 *
 * Lines along which heights change cut the plane into blocks of one height each; faces stand where neighbouring blocks differ, cut at
 * each height that occurs. So every corner of a face is a corner of all that touch it, and no crack can open between them. */

#include <glad/gl.h>
#include <stdbool.h>
#include <stdint.h>

#include "render/frame_view.h"

/* The mesh with the ground that it was made for. Part of Renderer; a current context is needed. */
typedef struct Tank {
  bool known; /* whether `version` says anything */
  uint32_t version;
  int nx, nz;
  GLuint vertex_array, vertices, indices;
  int top_indices, side_indices; /* of the ground; of the outer faces, behind them. 0: the ground is no tank's */
} Tank;

/* Brings the mesh up to date; `base`, m: how far down the outer faces reach. Ground with more blocks than a tank would have gets no mesh,
 * and none is made when memory is short: tank_flat is false then. */
void tank_update(Tank *tank, const FrameView *frame, float base);

/* Whether there is a mesh. */
bool tank_flat(const Tank *tank);

/* Draw with the program in use: terrain, in its variants for BLOCKS. */
void tank_draw_tops(const Tank *tank);
void tank_draw_sides(const Tank *tank);
void tank_shutdown(Tank *tank);

#endif
