#ifndef RENDER_LOD_H
#define RENDER_LOD_H

/* Level of detail of the grid's mesh: continuous distance-dependent LOD (Strugar, "Continuous Distance-Dependent Level
 * of Detail for Rendering Heightmaps", 2010). The plane is a quadtree of patches of LOD_QUADS^2 quads, whose stride in
 * cells doubles as the distance does; within a level, vertices slide onto the coarser level's before it takes over
 * (shaders/common/patch.glsl), so there are neither cracks nor jumps. */

#include <glad/gl.h>
#include <stdbool.h>

#include "render/wet.h"

enum { LOD_QUADS = 4, LOD_PATCHES_MAX = 32768 };

typedef struct LodPatch {
  float u, v;   /* cells: the corner */
  float stride; /* cells between vertices */
  float range;  /* m: the distance by which it has become the coarser level */
} LodPatch;

typedef enum LodSide { LOD_LEFT, LOD_RIGHT, LOD_BACK, LOD_FRONT, LOD_SIDES } LodSide; /* x = 0, x max, z = 0, z max */

/* What to draw: the patches, and those of them that also carry a stretch of the block's side walls. */
typedef struct LodList {
  LodPatch *patches;
  int count;
  bool full; /* there were more */
  LodPatch *sides[LOD_SIDES];
  int side_count[LOD_SIDES];
} LodList;

typedef struct LodView {
  int nx, nz;
  float cell;
  float eye[3];
  float planes[6][4];        /* the frustum's, pointing inwards */
  float low, high;           /* m: bounds of all that is drawn */
  float near_low, near_high; /* m: bounds that distances are measured to; the same in the shader */
  float reach;               /* m of distance for each metre of stride */
  float stride_min;          /* cells */
} LodView;

typedef struct Lod {
  GLuint vertex_array, vertices, indices, instances;
} Lod;

bool lod_list_init(LodList *list);
void lod_list_shutdown(LodList *list);

/* Fills the list, nearest patches first. With `wet` only patches that show water. Where there would be too many for the
 * list, all become coarser. */
void lod_select(LodList *list, const LodView *view, const Wet *wet);

/* Whether any of a square of cells, at whatever height, can be in the picture. */
bool lod_sees(const LodView *view, float u, float v, float size);

/* Distances from the eye to the nearest and farthest point of a square of cells, as levels of detail have them: level,
 * and up to the bounds in height. */
void lod_distances(const LodView *view, float u, float v, float size, float *nearest, float *farthest);

void lod_init(Lod *lod);
void lod_shutdown(Lod *lod);

/* Draw with the program in use; sides have their own vertices in the patch mesh. */
void lod_draw_tops(Lod *lod, const LodList *list);
void lod_draw_sides(Lod *lod, const LodList *list);

#endif
