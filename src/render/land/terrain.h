#ifndef RENDER_TERRAIN_H
#define RENDER_TERRAIN_H

/* Passes: the ground, and the map of what it is made of. */

#include "render/land/block_mesh.h"
#include "render/land/ground.h"
#include "render/lod.h"
#include "render/program.h"

extern const ProgramDef terrain_programs, ground_colour_programs;

/* Draws the ground and the side walls of the block, down to its base: by the block mesh where there is one, else in patches. */
void terrain_draw(const PassContext *context, Lod *lod, const LodList *list, const BlockMesh *mesh);

/* The map of what natural ground is made of (shaders/common/material.glsl), over the grid, and what it was drawn for: a pixel of the ground
 * costs one look-up however many layers its material has. On the lowest tier the map holds the ground as it is lit, but for the shadows of
 * bodies. Part of Renderer; a current context is needed. */
typedef struct GroundColour {
  GLuint texture, framebuffer;
  int width, height; /* texels; 0: not made yet */
  uint32_t version;  /* of the terrain */
  FrameGround ground;
  int quality, light;
  TextureRect wide; /* cells about edits whose hollows may look otherwise from afar; width 0: none */
  int wide_done;    /* rows of them that have been drawn */
  int rested;       /* frames since the last edit */
} GroundColour;

/* Draws the map if the terrain or, on the lowest tier, its light is not that of the frame, and binds it; where the frame changes a part of
 * the ground alone (`change`), draws that part. `side_max`: texels a side at most, else two a cell; `light` changes whenever the light on all
 * of the ground does. The maps of the ground, of the water that beaches are laid by and of the props' shadows must be bound.
 * Leaves its own framebuffer bound. */
void ground_colour_draw(GroundColour *map, const PassContext *context, const FrameView *frame, int side_max, int light,
                        const GroundChange *change);
void ground_colour_shutdown(GroundColour *map);

#endif
