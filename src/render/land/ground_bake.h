#ifndef RENDER_GROUND_BAKE_H
#define RENDER_GROUND_BAKE_H

#include <stdbool.h>
#include <stdint.h>

/* The ground's heights in m, nx*nz, cells of `cell` m; borrowed for a call. */
typedef struct GroundGrid {
  int nx, nz;
  float cell;
  const float *height;
} GroundGrid;

/* Fills four bytes a cell: normal x and z (0.5 means 0), openness to the sky (ambient occlusion), 255. False when
 * memory is short. */
bool ground_bake_light(const GroundGrid *grid, uint8_t *texels);

/* Fills for each cell the height in m up to which other ground blocks the sun, by one sweep across the grid. Any point, on the
 * ground or above it, lies in the ground's shadow when it is lower than that. False when memory is short. */
bool ground_bake_shadow(const GroundGrid *grid, const float sun[3], float *shadow);

#endif
