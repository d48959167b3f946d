#ifndef RENDER_GROUND_COLOUR_H
#define RENDER_GROUND_COLOUR_H

/* Pass: what natural ground is made of, drawn once into a map over the grid (shaders/common/material.glsl), so that a pixel of the
 * ground costs one look-up however many layers its material has. On the lowest tier the map holds the ground as it is lit, but for the
 * shadows of bodies. Drawn anew when the terrain or, on that tier, its light changes. */

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
} GroundColour;

/* Draws the map if it is not that of the frame and binds it: two texels a cell, at most `side_max` a side; `light` changes
 * whenever the light on the ground does. The maps of the ground, of the water nearby and of the props' shadows must be bound. Leaves its own framebuffer bound. */
void ground_colour_draw(GroundColour *map, const PassContext *context, const FrameView *frame, int side_max, int light);

/* The next frame draws it anew: its shaders have changed. */
void ground_colour_forget(GroundColour *map);
void ground_colour_shutdown(GroundColour *map);

#endif
