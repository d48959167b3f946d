#ifndef RENDER_FRAME_FILL_H
#define RENDER_FRAME_FILL_H

/* Fills the uniform block that every shader reads, and hands it to the driver. */

#include <glad/gl.h>

#include "render/frame/frame_block.h"
#include "render/frame_view.h"
#include "render/land/ground.h"

/* The values that a frame's block is computed from; borrowed for the call. */
typedef struct FrameBlockInput {
  const FrameView *frame;
  const Ground *ground;
  int width, height; /* pixels */
  float surface_max; /* m: no water is higher */
  float since_last;  /* s since the previous frame */
  float share;       /* of the sides of the finished picture that are drawn */
} FrameBlockInput;

/* Fills all but what only the passes know: shadows, maps of the water, blocks. */
void frame_block_fill(const FrameBlockInput *input, FrameBlock *block);

/* Uploads to the buffer and binds it where programs expect it. */
void frame_block_write(GLuint *buffer, const FrameBlock *block);

/* m of water above the eye; 0 where it is in the air or beyond the grid. */
float frame_water_above_eye(const FrameView *frame);

/* Returns whether the picture shows rain: it has its colours, and the eye is in the air. */
bool frame_shows_rain(const FrameView *frame);

#endif
