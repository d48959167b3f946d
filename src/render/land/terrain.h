#ifndef RENDER_TERRAIN_H
#define RENDER_TERRAIN_H

/* Passes: the ground, and the map of what it is made of. */

#include "render/land/ground.h"
#include "render/lod.h"
#include "render/program.h"

extern const ProgramDef terrain_programs;

/* Ground of blocks, as tanks and quays have it, as a mesh of flat faces, with the ground that it was made for. Its walls are upright and a
 * few cells thin: a mesh with a vertex a cell would slope over a cell instead, and cost as many triangles as the floor has cells.
 *
 * Lines along which heights change cut the plane into blocks of one height each; faces stand where neighbouring blocks differ, cut at each
 * height that occurs. So every corner of a face is a corner of all that touch it, and no crack can open between them. */
typedef struct BlockMesh {
  int64_t made_for[4]; /* terrain_version, ground_edits, nx, nz */
  GLuint vertex_array, vertices, indices;
  int top_indices, side_indices; /* of the ground; of the outer faces, behind them. 0: the ground is none of blocks */
} BlockMesh;

/* Brings the mesh up to date; `base`, m: how far down the outer faces reach. Only tanks and towns get a mesh, and none if it had more
 * blocks than such have or memory runs out: top_indices is 0 then. */
void block_mesh_update(BlockMesh *mesh, const FrameView *frame, float base);
void block_mesh_shutdown(BlockMesh *mesh);

/* Draws the ground and the side walls of the block, down to its base: by the block mesh where there is one, else in patches. */
void terrain_draw(const PassContext *context, Lod *lod, const LodList *list, const BlockMesh *mesh);

/* The state that a map of the ground's colours was drawn for; a value without gaps, compared as bytes. */
typedef struct ColourKey {
  int width, height; /* texels; 0: not made yet */
  uint32_t version;  /* of the terrain */
  FrameGround ground;
  int quality, light; /* light: on the lowest tier alone, else 0 */
} ColourKey;

/* The map of what natural ground is made of (shaders/common/material.glsl), over the grid: a pixel of the ground costs one look-up however
 * many layers its material has. On the lowest tier it holds the ground as it is lit, but for the shadows of bodies. Part of Renderer. */
typedef struct GroundColour {
  GLuint texture, framebuffer;
  ColourKey drawn;
  TextureRect wide; /* cells about edits whose hollows may look otherwise from afar; width 0: none */
  int wide_done;    /* rows of them that have been drawn */
  int rested;       /* frames since the last edit */
} GroundColour;

/* Draws the map if the terrain or, on the lowest tier, its light is not that of the frame, and binds it; where the frame changes a part of
 * the ground alone (`change`), draws that part. `side_max`: texels a side at most, else two a cell; `light` changes whenever the light on
 * all of it does. The maps of the ground, of beaches' water and of the props' shadows must be bound; its framebuffer is left bound. */
void ground_colour_draw(GroundColour *map, const PassContext *context, const FrameView *frame, int side_max, int light,
                        const GroundChange *change);
void ground_colour_shutdown(GroundColour *map);

#endif
