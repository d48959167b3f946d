#ifndef RENDER_WET_H
#define RENDER_WET_H

/* Where there is water, by blocks of cells: what need not be drawn, and the water's level in the neighbourhood, which at
 * first sight decides where beaches are (UNIT_NEAR_WATER). Only blocks whose depths have changed are summed again. */

#include <glad/gl.h>
#include <stdbool.h>
#include <stdint.h>

#include "render/frame_view.h"

enum { WET_BLOCK = 8 /* cells a side */, WET_LEVELS = 8 };

/* Sums over a block's cells: levels weighted by depth, weights, and the highest water (m). */
typedef struct WetSum {
  float level, weight, top;
} WetSum;

/* The blocks' sums, the pyramid over them and the texture of levels. Part of Renderer; a current context is needed. */
typedef struct Wet {
  int nx, nz;
  bool known;       /* sums exist for this world */
  uint32_t version; /* of the world */
  int64_t serial;   /* of the depths */
  int64_t edits;    /* of the ground */
  int blocks_x, blocks_z;
  uint8_t *blocks; /* 1: some cell of the block shows water; 4: some cell is not deep; 2, 8: so it was with the earlier depths */
  uint8_t *groups[WET_LEVELS]; /* level by level: the same of 2 x 2 blocks, or groups below */
  WetSum *sums;
  int near_shift, near_x, near_z; /* a texel of `near` covers (WET_BLOCK << near_shift) cells a side */
  float *near, *near_smooth;      /* level * weight, weight */
  GLuint near_level;              /* the texture of `near` */
  float *first;                   /* `near` as the world began, or as the place was first seen */
  float *beach;                   /* the same with what edits have changed since, whatever has flooded it: what beaches are laid by */
  GLuint beach_level;  /* the texture of it: by it the ground's colours can be made again at any time, after a jump back in time too */
  bool seen;           /* the place has been seen */
  uint32_t land;       /* of the place */
  uint32_t terrain;    /* of its ground, that `beach` belongs to */
  int64_t beach_edits; /* of the ground, that `beach` shows */
  float surface_max;   /* m; the highest water of both depths */
  float top;
} Wet;

/* Brings all of it up to the frame, and binds the levels of now (UNIT_NEAR_WATER). Returns false if memory runs out. */
bool wet_update(Wet *wet, const FrameView *frame);
void wet_shutdown(Wet *wet);

/* Returns true if there is water in the cells [i0, i1) x [k0, k1), some beyond the grid, or near: within what grows with the rectangle. */
bool wet_touches(const Wet *wet, int i0, int k0, int i1, int k1);

/* True when all of the rectangle's cells that the grid has are so deep that no bed shines through for thinness (WATER_SOLID in the
 * shaders). Cells beside it may count, too, up to a distance that grows with the rectangle. */
bool wet_is_deep(const Wet *wet, int i0, int k0, int i1, int k1);

#endif
