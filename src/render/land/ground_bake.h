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

/* Fills four bytes a cell: normal x and z (0.5 means 0), openness to the sky (ambient occlusion), 255. Returns false if memory runs out. */
bool ground_bake_light(const GroundGrid *grid, uint8_t *texels);

/* Cells around a change of height within which light changes. */
enum { GROUND_BAKE_REACH = 10 };

/* Fills four bytes a cell, like ground_bake_light, for cells [i0, i1) x [k0, k1) alone: `texels` holds no others. */
bool ground_bake_light_part(const GroundGrid *grid, int i0, int k0, int i1, int k1, uint8_t *texels);

/* Fills for each cell the height in m up to which other ground blocks the sun, by one sweep across the grid. Any point, on the ground or
 * above it, lies in the ground's shadow when it is lower than that. Returns false if memory runs out. */
bool ground_bake_shadow(const GroundGrid *grid, const float sun[3], float *shadow);

#endif
