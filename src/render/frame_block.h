#ifndef RENDER_FRAME_BLOCK_H
#define RENDER_FRAME_BLOCK_H

/* The uniform block that every shader reads: shaders/common/frame.glsl has the same members in the same order. */

#include <cglm/cglm.h>
#include <glad/gl.h>

#include "render/frame_view.h"
#include "render/land/ground.h"

/* One frame's uniforms, in std140 layout; filled again for each frame. */
typedef struct FrameBlock {
  float view_projection[16];
  float view_projection_inverse[16];
  float body_shadow[16]; /* world to texture x, y and depth of the bodies' shadow map */
  float eye[4];          /* m; w: time, s */
  float sun[4];          /* unit vector towards it; w: exposure */
  float sun_light[4];    /* irradiance on a plane that faces the sun, after the air */
  float sky_light[4];    /* irradiance from above; w: 1 when there is a body shadow map */
  float ground_light[4]; /* irradiance from below */
  float grid[4];         /* nx, nz, cell (m), base of the block (m) */
  float extent[4];       /* m: size in x and z, lowest and highest ground */
  float near_range[4];   /* m: bounds in height for LOD distances; z, w: projection[2][2] and [3][2] */
  float absorption[4];   /* 1/m; w: depth_scale */
  float scatter[4];      /* w: speed_scale */
  float liquid[4];       /* mirror, glow, thin of FrameLiquid; w: share of the earlier depths */
  float cursor[4];       /* m; w: radius, 0 when there is no cursor */
  float cursor_colour[4];
  float maps[4];        /* SurfaceRange of the maps of the water: the eye; w: scale */
  float maps_before[4]; /* SurfaceRange of the previous frame */
  float map_levels[4]; /* x: coarsest level; y: m of water above the eye, 0 in the air; z: 1 where the ground is drawn as blocks; w: seconds
                           for which the flow carries foam along in this one drawing, 0 but in carry_foam (renderer.c) */
  float viewport[4];   /* pixels; z: focal length in pixels; w: seconds since the last frame */
  float weather[4];    /* gloom and density of the rain, 0 to 1; pixels of the finished picture for each that is drawn; size of the rain */
  float around[4];     /* FrameAround; level of the water around (m), height of the hills around (m), FrameGround */
  int32_t flags[4];    /* FrameMode, natural, velocities known, overlay known */
} FrameBlock;

/* The values that a frame's block is computed from; borrowed for the call. */
typedef struct FrameBlockInput {
  const FrameView *frame;
  const Ground *ground;
  int width, height; /* pixels */
  float surface_max; /* m: no water is higher */
  float since_last;  /* s since the previous frame */
  float share;       /* of the sides of the finished picture that are drawn */
} FrameBlockInput;

void frame_block_fill(const FrameBlockInput *input, FrameBlock *block);

/* Uploads to the buffer and binds it where programs expect it. */
void frame_block_write(GLuint *buffer, const FrameBlock *block);

/* m of water above the eye; 0 where it is in the air or beyond the grid. */
float frame_water_above_eye(const FrameView *frame);

/* Returns whether the picture shows rain: it has its colours, and the eye is in the air. */
bool frame_shows_rain(const FrameView *frame);

#endif
