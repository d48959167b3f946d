#ifndef RENDER_SURFACE_H
#define RENDER_SURFACE_H

/* Pass: from the simulation's depths and velocities to what shading needs, one texel a cell: the surface such that it
 * can be carried on beyond the shore, its slope, foam and wetness (which last from frame to frame). Only tiles of
 * cells in view that are wet, or were so until a short time ago, are computed. */

#include "render/lod.h"
#include "render/pass.h"
#include "render/program.h"
#include "render/wet.h"

extern const ProgramDef surface_programs;

typedef struct Surface {
  int nx, nz;
  Program program;
  GLuint water, flow, foam[2];
  GLuint framebuffers[2];
  int now;                  /* which foam was written last */
  int full_draws;           /* draws to come that cover the whole grid */
  uint32_t terrain_version; /* the one that the whole grid was last drawn for */
  float time;               /* s */
  float *wet_until;         /* s; for each tile, when its ground has dried */
  uint16_t *tiles;          /* x, z of the tiles to draw */
  int tiles_x, tiles_z, tile_count;
  GLuint vertex_array, instances;
} Surface;

/* Makes room for the frame's grid. False when there is no memory. */
bool surface_update(Surface *surface, const FrameView *frame);

/* Whether the next draw covers the whole grid, in the picture or not. */
bool surface_is_full(const Surface *surface);

/* Decides what to draw: by where water is, and by what is in the picture. */
void surface_select(Surface *surface, const Wet *wet, const LodView *view);
void surface_draw(Surface *surface, const PassContext *context);
void surface_shutdown(Surface *surface);

#endif
