#ifndef RENDER_GROUND_BAKE_H
#define RENDER_GROUND_BAKE_H

#include <stdint.h>

typedef struct GroundGrid {
  int nx, nz;
  float cell;
  const float *height;
} GroundGrid;

/* Four bytes a cell: normal x and z (0.5 is none), openness to the sky (ambient occlusion), 255. `sums`: nx doubles. */
void ground_bake_light(const GroundGrid *grid, double *sums, uint8_t *texels);

/* For each cell the height up to which other ground keeps the sun away, by one sweep across the grid. Any point, ground
 * or not, lies in the ground's shadow when it is lower than that. */
void ground_bake_shadow(const GroundGrid *grid, const float sun[3], float *shadow);

#endif
