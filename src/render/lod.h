#ifndef RENDER_LOD_H
#define RENDER_LOD_H

/* Level of detail of the grid's mesh: continuous distance-dependent LOD (Strugar, "Continuous Distance-Dependent Level
 * of Detail for Rendering Heightmaps", 2010). The plane is a quadtree of patches of LOD_QUADS^2 quads or fewer, whose stride in
 * cells doubles with the distance; within a level, vertices slide onto those of the coarser level before the patch changes
 * to it (shaders/common/patch.glsl), so that there are neither cracks nor jumps. */

#include <glad/gl.h>
#include <stdbool.h>

#include "render/wet.h"

enum { LOD_QUADS = 4, LOD_PATCHES_MAX = 28672 };

/* m of distance for each metre of stride, at least: with less, patches two levels apart could meet, with cracks between them. For patches of
 * LOD_QUADS; it is in proportion to their quads a side, so that LOD_QUADS_COARSE make a mesh that may be coarser. */
enum { LOD_REACH_MIN = 30, LOD_QUADS_COARSE = 2 };

/* A patch to draw: one instance in the instance buffer. */
typedef struct LodPatch {
  float u, v;   /* cells: the corner of least x and z */
  float stride; /* cells between vertices */
  float range;  /* m: the distance at which it has fully become the coarser level */
} LodPatch;

typedef enum LodSide { LOD_LEFT, LOD_RIGHT, LOD_BACK, LOD_FRONT, LOD_SIDES } LodSide; /* x = 0, x max, z = 0, z max */

/* The patches to draw in one frame, and those of them that carry part of the block's side walls. Part of Renderer. */
typedef struct LodList {
  LodPatch *patches; /* and behind them, in the same memory, the others: LOD_PATCHES_MAX each */
  int count;
  LodPatch *deep; /* those over deep water, apart from the others where LodView asks for it */
  int deep_count;
  bool full; /* the list ended before the patches did */
  LodPatch *sides[LOD_SIDES];
  int side_count[LOD_SIDES];
} LodList;

/* The camera as patches are selected by, for one frame. */
typedef struct LodView {
  int nx, nz;
  float cell;
  float eye[3];
  float planes[6][4];        /* of the frustum, pointing inwards */
  float low, high;           /* m: bounds of all that is drawn */
  float near_low, near_high; /* m: bounds in height that distances are measured to, as in the shader */
  float reach;               /* m of distance for each metre of stride */
  float stride_min;          /* cells */
  int quads;                 /* a side of a patch, as in the mesh that draws them */
  bool deep_apart;           /* patches over deep water are listed by themselves */
} LodView;

/* The OpenGL objects of the patch mesh. Part of Renderer. */
typedef struct Lod {
  int quads; /* a side of the patch */
  GLuint vertex_array, vertices, indices, instances;
} Lod;

bool lod_list_init(LodList *list);
void lod_list_shutdown(LodList *list);

/* Fills the list, nearest patches first. With `wet`, only patches that show water. All become coarser if they would not fit the list. */
void lod_select(LodList *list, const LodView *view, const Wet *wet);

/* Returns true if any of a square of cells, at whatever height, can be in the picture. */
bool lod_sees(const LodView *view, float u, float v, float size);

/* m: distances of the eye to the nearest and farthest point of a square of cells, as levels of detail take them, near_low to near_high. */
void lod_distances(const LodView *view, float u, float v, float size, float *nearest, float *farthest);

/* Creates the meshes of patches of `quads` a side, LOD_QUADS or LOD_QUADS_COARSE. */
void lod_init(Lod *lod, int quads);
void lod_shutdown(Lod *lod);

/* Draw the list with the program in use; sides have their own vertices in the patch mesh. */
void lod_draw_tops(Lod *lod, const LodList *list);
void lod_draw_deep(Lod *lod, const LodList *list);
void lod_draw_sides(Lod *lod, const LodList *list);

/* Finds the six planes of the frustum of a view-projection matrix, pointing inwards. */
void lod_find_planes(const float *matrix, float planes[6][4]);

#endif
