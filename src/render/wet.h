#ifndef RENDER_WET_H
#define RENDER_WET_H

/* Where there is water, by blocks of cells, from one pass over the depths a frame: what need not be drawn, and the
 * level of the water in the neighbourhood, which decides where beaches are (UNIT_NEAR_WATER). */

#include <glad/gl.h>
#include <stdbool.h>
#include <stdint.h>

#include "render/frame_view.h"

enum { WET_BLOCK = 8 }; /* cells a side */

typedef struct Wet {
  int nx, nz;
  int blocks_x, blocks_z;
  uint8_t *blocks;                /* 1: some cell of the block shows water */
  int near_shift, near_x, near_z; /* a texel of the level covers (WET_BLOCK << near_shift) cells a side */
  float *near, *near_smooth;      /* level * weight, weight */
  GLuint near_level;
  float surface_max; /* m; the highest water */
} Wet;

bool wet_update(Wet *wet, const FrameView *frame);
void wet_shutdown(Wet *wet);

/* True when the rectangle of cells [i0, i1) x [k0, k1), which may reach beyond the grid, shows any water. */
bool wet_touches(const Wet *wet, int i0, int k0, int i1, int k1);

#endif
