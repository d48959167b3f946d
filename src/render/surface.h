#ifndef RENDER_SURFACE_H
#define RENDER_SURFACE_H

/* Pass: from the simulation's depths and velocities to what shading needs: the surface such that it can be carried on
 * beyond the shore, its slope, foam and wetness (which last from frame to frame). The maps are pyramids, one texel a
 * cell at the bottom and half as many a side on each level above; a level is computed where the picture looks at it,
 * which is where its texels are about as large as pixels (shaders/common/maps.glsl): what is far costs pixels, not
 * cells. Of those only tiles are computed that are in view and are wet, or were so until a short time ago, or were
 * never computed. */

#include "render/lod.h"
#include "render/pass.h"
#include "render/program.h"
#include "render/wet.h"

extern const ProgramDef surface_programs;

enum { SURFACE_LEVELS = 5 };

typedef struct SurfaceTile {
  float wet_until; /* s; when its ground has dried */
  float drawn;     /* s; when it was computed last */
} SurfaceTile;

/* Where the levels of a frame lie: level = log2(distance * scale), rounded, the distance as in lod.h. The same in the
 * shaders. The scale is texels of the bottom level for each metre of distance. */
typedef struct SurfaceRange {
  float eye_x, above, eye_z;
  float scale;
} SurfaceRange;

typedef struct Surface {
  int nx, nz, levels;
  int shift; /* the bottom level has 2^shift cells a side of a texel: 0 but for the largest grids */
  Program program;
  GLuint water, flow, foam[2];
  GLuint framebuffers[2][SURFACE_LEVELS];
  int now;                  /* which foam was written last */
  uint32_t terrain_version; /* the one that the maps belong to */
  float time, time_before;  /* s, of this frame and of the last one */
  SurfaceTile *tiles[SURFACE_LEVELS];
  int tiles_x[SURFACE_LEVELS], tiles_z[SURFACE_LEVELS];
  uint16_t *drawn[SURFACE_LEVELS]; /* x, z of the tiles to draw; fresh ones, whose foam is on other levels, from the end */
  int drawn_count[SURFACE_LEVELS], fresh_count[SURFACE_LEVELS];
  GLuint vertex_array, instances;
} Surface;

/* Makes room for the frame's grid. False when there is no memory. */
bool surface_update(Surface *surface, const FrameView *frame);

/* Decides what to draw: by where water is, and by what is in the picture, how near. */
void surface_select(Surface *surface, const Wet *wet, const LodView *view, const SurfaceRange *range);
void surface_draw(Surface *surface, const PassContext *context);
void surface_shutdown(Surface *surface);

#endif
