#ifndef RENDER_GROUND_COLOUR_H
#define RENDER_GROUND_COLOUR_H

/* Pass: what natural ground is made of, drawn once into a map over the grid (shaders/common/material.glsl), so that a pixel of the
 * ground costs one look-up however many layers its material has. On the lowest tier the map holds the ground as it is lit, but for the
 * shadows of bodies. Redrawn when the terrain or, on that tier, its light changes. */

#include "render/land/ground.h"
#include "render/pass.h"
#include "render/program.h"

extern const ProgramDef ground_colour_programs;

/* The map and what it was drawn for. Part of Renderer; a current context is needed. */
typedef struct GroundColour {
  Program program;
  GLuint texture, framebuffer;
  int width, height; /* texels; 0: not made yet */
  uint32_t version;  /* of the terrain */
  FrameGround ground;
  int quality, light;
  TextureRect wide; /* cells about edits whose hollows may look otherwise from afar; width 0: none */
  int wide_done;    /* rows of them that have been drawn */
  int rested;       /* frames since the last edit */
} GroundColour;

/* The settings that the map is drawn by, for one frame. */
typedef struct GroundColourInput {
  int side_max;               /* texels a side at most; else two a cell */
  int light;                  /* changes whenever the light on all of the ground does */
  const GroundChange *change; /* the part of the ground that looks otherwise than in the frame before */
} GroundColourInput;

/* Draws the map if it is not that of the frame and binds it; where the frame changes a part of the ground alone, draws that part. The maps
 * of the ground, of the water that beaches are laid by and of the props' shadows must be bound. Leaves its own framebuffer bound. */
void ground_colour_draw(GroundColour *map, const PassContext *context, const FrameView *frame, const GroundColourInput *input);

/* Makes the next frame draw the map again: its shaders have changed. */
void ground_colour_forget(GroundColour *map);
void ground_colour_shutdown(GroundColour *map);

#endif
