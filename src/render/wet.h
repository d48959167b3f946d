#ifndef RENDER_WET_H
#define RENDER_WET_H

/* Where there is water, by blocks of cells: what need not be drawn, and the level of the water in the neighbourhood,
 * which decides where beaches are (UNIT_NEAR_WATER). Only blocks whose depths have changed are summed anew. */

#include <glad/gl.h>
#include <stdbool.h>
#include <stdint.h>

#include "render/frame_view.h"

enum { WET_BLOCK = 8 /* cells a side */, WET_LEVELS = 8 };

/* Of a block: its levels, weighted by depth, the weights, and its highest water. */
typedef struct WetSum {
  float level, weight, top;
} WetSum;

typedef struct Wet {
  int nx, nz;
  bool known;       /* something was summed for this world */
  uint32_t version; /* of the terrain */
  int64_t serial;   /* of the depths */
  int blocks_x, blocks_z;
  uint8_t *blocks;             /* bit 1: some cell of the block shows water; bit 2: it did so with the earlier depths */
  uint8_t *groups[WET_LEVELS]; /* whether any of 2 x 2 blocks does; any of 2 x 2 of those; and so on */
  WetSum *sums;
  int near_shift, near_x, near_z; /* a texel of the level covers (WET_BLOCK << near_shift) cells a side */
  float *near, *near_smooth;      /* level * weight, weight */
  GLuint near_level;
  float surface_max; /* m; the highest water of both depths */
  float top;
} Wet;

bool wet_update(Wet *wet, const FrameView *frame);
void wet_shutdown(Wet *wet);

/* True when the rectangle of cells [i0, i1) x [k0, k1), which may reach beyond the grid, shows any water; also when there
 * is some near it, the farther the larger it is. */
bool wet_touches(const Wet *wet, int i0, int k0, int i1, int k1);

#endif
