#ifndef RENDER_GROUND_H
#define RENDER_GROUND_H

/* The ground's textures: height, normal and ambient occlusion, and its own shadow, recomputed only when the ground or the
 * sun changes. */

#include <glad/gl.h>
#include <stdbool.h>
#include <stdint.h>

#include "render/frame_view.h"

/* The ground's textures with the state that they were made for. Part of Renderer; a current context is needed. */
typedef struct Ground {
  int nx, nz;
  bool known; /* the textures hold a terrain: that of `version` */
  bool built; /* the shadow is that of built ground, which has its openness as a second channel */
  uint32_t version;
  float sun[3];
  float min, max;     /* m */
  float water_around; /* m: mean level of the water at the grid's edge; below all ground where there is none */
  int bakes;          /* how often light and shadow have been computed */
  float base;         /* m: the underside of the block of land */
  GLuint height, light, shadow;
  void *scratch;              /* nx*nz words, for the textures while they are computed */
  double bake_due, bake_cost; /* s: the time of a bake put off; how long the last one took */
} Ground;

/* Whether people made it: the ground of a tank or a town, which may consist of blocks. */
bool ground_is_built(const FrameView *frame);

/* Makes the textures for a grid. False when memory is short. */
bool ground_reserve(Ground *ground, int nx, int nz);

/* Brings the textures up to date. False when there is no memory for the grid. */
bool ground_update(Ground *ground, const FrameView *frame);
void ground_shutdown(Ground *ground);

#endif
