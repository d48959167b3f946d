#ifndef RENDER_FRAME_BLOCK_H
#define RENDER_FRAME_BLOCK_H

/* The uniform block that every shader reads, from one list: here it becomes a struct, and in program.c the text of the block that
 * shaders/common/frame.glsl includes, so that C and GLSL name the same values at the same places. Members lie one behind the other without
 * gaps, as std140 packs them: a vec3 and what follows it share 16 bytes (frame_block.c checks it). */

#include <glad/gl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "render/frame_view.h"
#include "render/gpu.h"

/* MEMBER(type in GLSL, name, VIEW or MOMENT, meaning). VIEW: the ground, what lies around it and the sky look otherwise when it changes.
 * MOMENT: they do not, and are kept from frame to frame while it does (land/backdrop.h); bodies that stand follow it within a few frames. */
#define FRAME_BLOCK(MEMBER)                                                                                          \
  MEMBER(mat4, view_projection, VIEW, "from the world to the picture")                                               \
  MEMBER(mat4, view_projection_inverse, VIEW, "and back")                                                            \
  MEMBER(mat4, body_shadow, MOMENT, "from the world to x, y and depth of the bodies' shadow map")                    \
  MEMBER(vec3, eye, VIEW, "m")                                                                                       \
  MEMBER(float, time, MOMENT, "s, simulated")                                                                        \
  MEMBER(vec3, sun, VIEW, "unit vector towards it")                                                                  \
  MEMBER(float, exposure, VIEW, "factor of the light that reaches the film")                                         \
  MEMBER(vec3, sun_light, VIEW, "irradiance on a plane that faces the sun, after the air")                           \
  MEMBER(int, has_body_shadow, MOMENT, "1: bodies cast shadows")                                                     \
  MEMBER(vec3, sky_light, VIEW, "irradiance from above")                                                             \
  MEMBER(float, depth_scale, MOMENT, "m: the top of the false colours of depths")                                    \
  MEMBER(vec3, ground_light, VIEW, "irradiance from below")                                                          \
  MEMBER(float, speed_scale, MOMENT, "m/s: the top of the false colours of speeds")                                  \
  MEMBER(vec3, absorption, VIEW, "1/m: of the liquid")                                                               \
  MEMBER(float, liquid_mirror, VIEW, "its reflectance, seen from straight above")                                    \
  MEMBER(vec3, scatter, VIEW, "colour of the light that the deep liquid scatters back")                              \
  MEMBER(float, liquid_glow, VIEW, "0 to 1: its own light, in that colour")                                          \
  MEMBER(vec2, grid, VIEW, "cells in x and z")                                                                       \
  MEMBER(float, cell_size, VIEW, "m")                                                                                \
  MEMBER(float, liquid_thin, VIEW, "0 to 1: how readily the liquid ripples and foams")                               \
  MEMBER(vec2, extent, VIEW, "m: the grid's size in x and z")                                                        \
  MEMBER(float, ground_low, VIEW, "m: the lowest ground")                                                            \
  MEMBER(float, ground_high, VIEW, "m: the highest")                                                                 \
  MEMBER(float, ground_base, VIEW, "m: the foot of the cut sides")                                                   \
  MEMBER(int, ground_kind, VIEW, "GROUND_MEADOW and the like")                                                       \
  MEMBER(int, ground_blocks, VIEW, "1: the ground is drawn as blocks")                                               \
  MEMBER(int, natural, VIEW, "1: a landscape; 0: a built tank")                                                      \
  MEMBER(int, around_kind, VIEW, "what lies around the grid: AROUND_SEA and the like")                               \
  MEMBER(float, around_level, VIEW, "m: of the water there")                                                         \
  MEMBER(float, around_hills, VIEW, "m: height of the hills there")                                                  \
  MEMBER(float, water_above_eye, VIEW, "m: 0 in the air")                                                            \
  MEMBER(vec2, viewport, VIEW, "pixels of the picture")                                                              \
  MEMBER(float, focal_length, VIEW, "pixels")                                                                        \
  MEMBER(float, since_last, MOMENT, "s since the last frame")                                                        \
  MEMBER(float, near_low, VIEW, "m: bounds in height for distances of levels of detail")                             \
  MEMBER(float, near_high, VIEW, "m: the upper one")                                                                 \
  MEMBER(float, projection_22, VIEW, "of the projection: depths are by these two")                                   \
  MEMBER(float, projection_32, VIEW, "the other")                                                                    \
  MEMBER(vec3, maps_eye, MOMENT, "m: the eye's x, its height above the water, its z")                                \
  MEMBER(float, maps_scale, MOMENT, "1/m: texels for each metre of distance")                                        \
  MEMBER(vec3, maps_eye_before, MOMENT, "m: in the last frame")                                                      \
  MEMBER(float, maps_scale_before, MOMENT, "1/m: in the last frame")                                                 \
  MEMBER(float, maps_coarsest, VIEW, "the coarsest level of the water's maps")                                       \
  MEMBER(float, water_earlier, MOMENT, "share of the earlier depths in the picture")                                 \
  MEMBER(float, foam_carried, MOMENT, "s: for so long the flow carries foam along in this one drawing (renderer.c)") \
  MEMBER(int, mode, VIEW, "MODE_DEPTH and the like")                                                                 \
  MEMBER(vec3, cursor, MOMENT, "m")                                                                                  \
  MEMBER(float, cursor_radius, MOMENT, "m: 0 when there is no cursor")                                               \
  MEMBER(vec3, cursor_colour, MOMENT, "linear")                                                                      \
  MEMBER(int, has_overlay, MOMENT, "1: false colours of a field are known")                                          \
  MEMBER(float, rain_gloom, MOMENT, "0 to 1: how far rain darkens the picture")                                      \
  MEMBER(float, rain_density, MOMENT, "0 to 1")                                                                      \
  MEMBER(float, rain_size, MOMENT, "of the rain about the eye, 1 in a landscape")                                    \
  MEMBER(float, enlarged, MOMENT, "pixels along a side of the finished picture for each that is drawn")              \
  MEMBER(vec2, contact_corner, MOMENT, "m: least x and z of the map of bodies' contact with the ground")             \
  MEMBER(float, contact_scale, MOMENT, "1/m: of that map's sides")                                                   \
  MEMBER(float, contact_texel, MOMENT, "m: a side of its texels")                                                    \
  MEMBER(mat4, reprojection, MOMENT, "from a place in the picture to that in the last one")                          \
  MEMBER(vec2, wind, MOMENT, "m/s, over the water, in x and z")                                                      \
  MEMBER(float, rock_slope, VIEW, "rise by run from which the ground is rock (land/rock.h)")                         \
  MEMBER(float, pattern_scale, VIEW, "m: a length that patterns are scaled by, 1 where the grid is 256 m long")      \
  MEMBER(vec2, aside, MOMENT, "pixels by which the frame is drawn aside")                                            \
  MEMBER(float, share_now, MOMENT, "of the frame in the blended picture; 0: there is no last one")                   \
  MEMBER(int, still, MOMENT, "STILL_SHOWN and the like: of the larger picture of what stands still")

/* Says whether what stands still has a picture of its own, of more pixels (land/still.h). */
typedef enum FrameStill {
  STILL_NONE,
  STILL_SHOWN, /* the frame is laid over it */
  STILL_ITSELF /* this is that picture */
} FrameStill;

/* clang-format off */
#define FRAME_DECLARE_float(name) float name
#define FRAME_DECLARE_int(name) int32_t name
#define FRAME_DECLARE_vec2(name) float name[2]
#define FRAME_DECLARE_vec3(name) float name[3]
#define FRAME_DECLARE_mat4(name) float name[16]
#define FRAME_DECLARE(type, name, use, meaning) FRAME_DECLARE_##type(name);
/* clang-format on */

/* One frame's uniforms, in std140 layout; a value that is filled again for each frame. */
typedef struct FrameBlock {
  FRAME_BLOCK(FRAME_DECLARE)
} FrameBlock;

/* One member of the block as both languages see it; a constant. */
typedef struct FrameMember {
  const char *type, *name, *meaning; /* type: in GLSL */
  size_t offset, size;               /* bytes, in FrameBlock */
  bool of_view;                      /* VIEW, else MOMENT */
} FrameMember;

/* A number that shaders call by a name: a value of an enumeration of frame_view.h; a constant. */
typedef struct FrameConstant {
  const char *name;
  int value;
} FrameConstant;

/* The lists that program.c writes the block and its constants from; each ends with a name that is NULL. */
extern const FrameMember frame_members[];
extern const FrameConstant frame_constants[];

/* The values that a frame's block is computed from; borrowed for the call. */
typedef struct FrameBlockInput {
  const FrameView *frame;
  float ground_min, ground_max, ground_base; /* m: of the grid's ground before all edits; the foot of the cut sides */
  float water_around;                        /* m: level of the water at the grid's edge */
  float rock_slope;                          /* rise by run */
  int width, height;                         /* pixels */
  float surface_max;                         /* m: no water is higher */
  float since_last;                          /* s since the previous frame */
  float share;                               /* of the sides of the finished picture that are drawn */
} FrameBlockInput;

/* Fills all but what only the passes know: shadows, maps of the water, blocks. */
void frame_block_fill(const FrameBlockInput *input, FrameBlock *block);

/* Uploads to the buffer and binds it where programs expect it. */
void frame_block_write(GLuint *buffer, const FrameBlock *block);

/* Makes the block that of a picture of so many pixels that shows the same. */
void frame_block_resize(FrameBlock *block, int width, int height);

/* Returns where the picture shows a box, in m, and some pixels around it; all of the picture when the box reaches behind the eye, and an empty
 * rectangle when it is not in the picture. */
TextureRect frame_block_box(const FrameBlock *block, const float low[3], const float high[3]);

/* m of water above the eye; 0 where it is in the air or beyond the grid. */
float frame_water_above_eye(const FrameView *frame);

/* Returns whether the picture shows rain: it has its colours, and the eye is in the air. */
bool frame_shows_rain(const FrameView *frame);

/* Writes to `first` the frame as the world began (FrameBegan): its depths, ground and camera; all else is the frame's. Returns the depths,
 * which the caller frees with memory_free after `first`; NULL, with `first` the frame itself, if it does not tell or memory runs out. */
float *began_frame(const FrameView *frame, FrameView *first);

#endif
