#ifndef RENDER_GROUND_H
#define RENDER_GROUND_H

/* What is known of the ground: textures of its height, its normal and ambient occlusion, and its own shadow, all
 * computed anew only when the ground or the sun changes. */

#include <glad/gl.h>
#include <stdbool.h>
#include <stdint.h>

#include "render/frame_view.h"

typedef struct Ground {
  int nx, nz;
  uint32_t version;
  float sun[3];
  float min, max; /* m */
  float base;     /* m; the block of land is cut off there */
  GLuint height, light, shadow;
  void *scratch;              /* nx*nz words, for the textures while they are computed */
  double *sums;               /* nx, for the moving averages */
  double bake_due, bake_cost; /* s: when a put-off bake is to be made, what the last one took */
} Ground;

/* Brings the textures up to date. False when there is no memory for the grid. */
bool ground_update(Ground *ground, const FrameView *frame);
void ground_shutdown(Ground *ground);

#endif
