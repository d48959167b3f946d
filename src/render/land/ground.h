#ifndef RENDER_GROUND_H
#define RENDER_GROUND_H

/* The ground's textures: height, normal and ambient occlusion, and its own shadow, recomputed when the ground or the sun changes. */

#include <glad/gl.h>
#include <stdbool.h>
#include <stdint.h>

#include "render/frame_view.h"
#include "render/gpu.h"

/* Cells that look otherwise than in the frame before, and the heights (m) between which they lie and lay; a value. Empty: of width 0. */
typedef struct GroundChange {
  TextureRect cells;
  float low, high;
} GroundChange;

/* The ground's textures with the state that they were made for. Part of Renderer; a current context is needed. */
typedef struct Ground {
  int nx, nz;
  bool known; /* the textures hold a terrain: that of `version` */
  bool built; /* the shadow is that of built ground, which has its openness as a second channel */
  uint32_t version;
  int64_t edits;       /* of the ground: the last that the textures hold */
  int64_t edge_edits;  /* the last that was near the grid's edge */
  GroundChange change; /* by edits, in this frame */
  float sun[3];
  float min, max;     /* m: of the ground before all edits, so that a mound changes nothing far from it */
  float low, high;    /* m: bounds of the ground as it is now */
  float rock_slope;   /* rise by run (rock.h) */
  float water_around; /* m: mean level of the water at the grid's edge; below all ground where there is none */
  int bakes;          /* how often light and shadow have been computed */
  float base;         /* m: the underside of the block of land */
  GLuint height, light, shadow;
  int tiles_x, tiles_z;
  float *tile_low, *tile_high;  /* m, by tile of FRAME_GROUND_TILE cells a side */
  float *scratch;               /* nx*nz, for the textures while they are computed; between frames, of natural ground: its shadow */
  float *shadow_fresh;          /* nx*nz: the shadow after an edit; NULL: there has been none */
  double sweep_due, sweep_cost; /* s: the time of a sweep for the shadow that edits have put off; how long the last one took */
  double bake_due, bake_cost;   /* s: the time of a bake put off; how long the last one took */
} Ground;

/* Returns true if the ground is man-made: that of a tank or a town, which may consist of blocks. */
bool ground_is_built(const FrameView *frame);

/* Makes the textures for a grid. Returns false if memory runs out. */
bool ground_reserve(Ground *ground, int nx, int nz);

/* Adds cells with the heights that their tiles have now. */
void ground_add_cells(const Ground *ground, const TextureRect *cells, GroundChange *change);

/* Brings the textures up to date. Returns false if there is no memory for the grid. */
bool ground_update(Ground *ground, const FrameView *frame);
void ground_shutdown(Ground *ground);

#endif
