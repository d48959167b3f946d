#ifndef RENDER_WATER_H
#define RENDER_WATER_H

/* Passes: the maps of the water's surface, and the water by them. */

#include "render/land/around.h"
#include "render/lod.h"
#include "render/program.h"
#include "render/screen.h"
#include "render/wet.h"

extern const ProgramDef surface_programs, water_programs, water_crust_programs, water_under_programs, water_side_programs,
    water_over_programs, water_colours_programs;

enum { SURFACE_LEVELS = 5 };

/* The state of one tile of a level; kept while the grid stays. */
typedef struct SurfaceTile {
  float wet_until; /* s: time at which its ground has dried */
  float drawn;     /* s: time at which it was last computed */
} SurfaceTile;

/* The tiles of a level. */
typedef struct SurfaceLevel {
  SurfaceTile *tiles;
  int tiles_x, tiles_z, tile_count;
  uint16_t *drawn; /* x, z of the tiles to draw; fresh tiles, whose previous foam is on other levels, from the end */
  int drawn_count, fresh_count;
} SurfaceLevel;

/* The maps that shading needs, computed from the simulation's depths and velocities: the surface, in a form that extends beyond the shore,
 * its slope, foam and wetness (both kept from frame to frame); with their tiles. They are pyramids, one texel a cell at the bottom and half
 * as many a side on each level above. A level is computed only where the picture reads it, where its texels are about as large as pixels
 * (shaders/common/maps.glsl): far water costs pixels, not cells. Of these tiles only those are computed that are in view and are wet, were
 * wet a short time ago, or were never computed. Part of Renderer; a current context is needed. */
typedef struct Surface {
  int nx, nz, levels;
  bool known;   /* the maps belong to the world of world_version */
  int side_max; /* texels: the longer side of the bottom level has no more; the renderer's, set as it is made */
  int shift;    /* the bottom level has 2^shift cells a side of a texel: 0 but for the largest grids */
  GLuint water, flow, foam[2];
  GLuint framebuffers[2][SURFACE_LEVELS];
  int now;                 /* index of the foam written last */
  uint32_t world_version;  /* the one that the maps belong to */
  float time, time_before; /* s, of this frame and of the previous one */
  bool cleared;            /* nothing is known of the previous frame: another world, or one that went back in time */
  SurfaceLevel level[SURFACE_LEVELS];
  GLuint vertex_array, instances;
} Surface;

/* Makes the maps for a grid. Returns false if memory runs out. */
bool surface_reserve(Surface *surface, int nx, int nz);

/* Makes room for the frame's grid, and clears the maps when it is another world's. Returns false if memory runs out. */
bool surface_update(Surface *surface, const FrameView *frame);

/* Selects the tiles to draw, by where water is and by what is in the picture how far: level = log2(distance * scale), rounded, with the
 * distance of lod.h, as in the shaders. `scale`, 1/m: texels of the bottom level for each metre of distance. */
void surface_select(Surface *surface, const Wet *wet, const LodView *view, float scale);
void surface_draw(Surface *surface, const PassContext *context);
void surface_shutdown(Surface *surface);

/* Draws the water's surface, at a block's edge the cut through it, and the water that goes on beyond the grid. On the lowest tier the
 * surface is shaded at half the picture's size. `list`: the patches that show water. */
void water_draw(const PassContext *context, Target *target, Lod *lod, const LodList *list, const Around *around);

#endif
