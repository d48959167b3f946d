#ifndef RENDER_GPU_H
#define RENDER_GPU_H

/* Thin helpers over OpenGL 3.3 core: textures, framebuffers, draws, and what the driver has beyond it. */

#include <glad/gl.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/* UNIT(unit, its sampler's name in the shaders). */
#define TEXTURE_UNITS(UNIT)                                                                                                          \
  UNIT(UNIT_GROUND, "ground_map")               /* height of the ground, m */                                                        \
  UNIT(UNIT_GROUND_LIGHT, "ground_shade_map")   /* the ground's normal and ambient occlusion */                                      \
  UNIT(UNIT_GROUND_SHADOW, "ground_shadow_map") /* height under which the ground's own shadow lies, m */                             \
  UNIT(UNIT_WATER, "water_map")                 /* surface * weight, weight, depth */                                                \
  UNIT(UNIT_FLOW, "flow_map")                   /* slope of the surface, velocity */                                                 \
  UNIT(UNIT_FOAM, "foam_map")                   /* foam, wetness, milk, breaker */                                                   \
  UNIT(UNIT_NEAR_WATER, "near_water_map")       /* level of the water in the neighbourhood * weight, weight */                       \
  UNIT(UNIT_NOISE, "noise_map")                                                                                                      \
  UNIT(UNIT_BODY_SHADOW, "body_shadow_map")                                                                                          \
  UNIT(UNIT_SCENE_COLOUR, "scene_colour_map") /* copy of the scene without water */                                                  \
  UNIT(UNIT_SCENE_DEPTH, "scene_depth_map")                                                                                          \
  UNIT(UNIT_OVERLAY, "overlay_map") /* the field that a false-colour mode shows */                                                   \
  UNIT(UNIT_DEPTH, "depth_map")     /* fields as they come from the simulation */                                                    \
  UNIT(UNIT_DEPTH_EARLIER, "depth_earlier_map")                                                                                      \
  UNIT(UNIT_VELOCITY_X, "velocity_x_map")                                                                                            \
  UNIT(UNIT_VELOCITY_Z, "velocity_z_map")                                                                                            \
  UNIT(UNIT_BREAKING, "breaking_map")           /* 0 to 1: how far waves break */                                                    \
  UNIT(UNIT_PROP_SHADOW, "prop_shadow_map")     /* light that reaches the ground past props: the sun's, the sky's */                 \
  UNIT(UNIT_SKY, "sky_map")                     /* light of the sky by direction */                                                  \
  UNIT(UNIT_GROUND_COLOUR, "ground_colour_map") /* albedo of the ground, as square roots; roughness of the detail */                 \
  UNIT(UNIT_WATER_PICTURE, "water_picture_map") /* the water shaded at half the size */                                              \
  UNIT(UNIT_AROUND_SHAPE, "around_shape_map")   /* of the ground beyond the grid: height, normal, hollow; a texel for each vertex */ \
  UNIT(UNIT_DYE, "dye_map")                     /* g/m^2 of dye, as it comes from the simulation */                                  \
  UNIT(UNIT_CONTACT, "contact_map")             /* share of the light that bodies leave the ground close by them */                  \
  UNIT(UNIT_BACKDROP, "backdrop_map")           /* what stands still, of the frame's size, */                                        \
  UNIT(UNIT_BACKDROP_SEEN, "backdrop_seen_map") /* and as it was when it was drawn at full size */                                   \
  UNIT(UNIT_LAST_PICTURE, "last_picture_map")   /* the frames before, blended */                                                     \
  UNIT(UNIT_SMALL, "small_map")                 /* the HDR picture of a frame of fewer pixels than the window, */                    \
  UNIT(UNIT_SMALL_DEPTH, "small_depth_map")     /* and its depths, with the water's */                                               \
  UNIT(UNIT_FRAME, "frame_map")                 /* the finished HDR picture */

typedef enum TextureUnit {
#define TEXTURE_UNIT(unit, sampler) unit,
  TEXTURE_UNITS(TEXTURE_UNIT) UNIT_COUNT
} TextureUnit;

/* The format of a texture, in OpenGL's constants; a constant of each pass. */
typedef struct TextureDef {
  GLint internal_format;
  GLenum format, type;
  GLint filter, wrap;
} TextureDef;

/* Returns the texels along a side of the next coarser level. */
static inline int gpu_halved(int side) {
  return side > 1 ? side / 2 : 1;
}

/* (Re)creates *texture with undefined or given content, and leaves it bound to the unit. Where its filter asks for coarser levels, or there
 * are to be so many levels, the coarser ones have undefined content (textures.h fills them). */
void gpu_texture(GLuint *texture, TextureUnit unit, int width, int height, const TextureDef *def, const void *pixels);
void gpu_texture_levels(GLuint *texture, TextureUnit unit, int width, int height, int levels, const TextureDef *def, const void *pixels);

/* Rewrites a whole texture's content. */
void gpu_texture_write(GLuint texture, TextureUnit unit, int width, int height, const TextureDef *def, const void *pixels);

/* A rectangle of texels: its first corner and its size. */
typedef struct TextureRect {
  int x, y, width, height;
} TextureRect;

/* The least rectangle that holds both; `a` may be empty, of width 0. */
TextureRect gpu_rect_joined(const TextureRect *a, const TextureRect *b);

/* The rectangle with `by` texels more on each side, within a texture. */
TextureRect gpu_rect_grown(const TextureRect *rect, int by, int width, int height);

/* The n-th tile of `side` texels in x and z of a texture, cut off at its end. */
TextureRect gpu_rect_tile(int side, int x, int z, int width, int height);

/* Rewrites a rectangle of a texture from the same rectangle of an array of floats, `stride` values a row. */
void gpu_texture_write_part(GLuint texture, TextureUnit unit, const TextureRect *rect, const TextureDef *def, const float *pixels,
                            int stride);
void gpu_texture_bind(GLuint texture, TextureUnit unit);

/* Works out the smaller levels of a texture again where they show the rectangle: glGenerateMipmap of a part. Leaves framebuffer 0 bound. */
void gpu_texture_shrink_part(GLuint texture, int width, int height, const TextureRect *rect);

/* (Re)creates *framebuffer over one level of up to three colour textures, and a depth texture; 0: none. */
void gpu_framebuffer(GLuint *framebuffer, const GLuint *colours, int count, GLuint depth, int level);

/* Blends what is drawn by its alpha, and takes as much from the alpha of what is there: 0 where something moves (land/still.h). */
void gpu_blend_moving(void);

/* Makes a framebuffer of width x height pixels the one that is drawn into. */
void gpu_draw_into(GLuint framebuffer, int width, int height);

/* Instances of a vertex array: from which on, how many, and how its instanced attributes are moved to them where the driver knows no base
 * instance. Where they are moved often, Mesa's software drivers compile every vertex shader a second time, 0.1 s each. */
typedef struct GpuInstances {
  int first, count;
  void (*move)(int first);
} GpuInstances;

/* Draws triangles by 16- or 32-bit indices, the first at `from` bytes in the bound buffer. */
void gpu_draw_elements(const GpuInstances *instances, GLsizei indices, GLenum type, size_t from);
void gpu_draw_arrays(const GpuInstances *instances, int first_vertex, GLsizei vertices);

/* Fills *buffer, which is made if need be, and leaves it bound to the target. */
void gpu_buffer(GLenum target, GLuint *buffer, size_t size, const void *data, GLenum usage);

/* Returns true if the driver names the extension. */
bool gpu_has(const char *extension);

/* Writes a function of the driver's to the pointer at `function`; NULL where the driver has none. */
void gpu_find(void *function, void *(*get_proc_address)(const char *name), const char *name);

/* Loads OpenGL's functions for the current context; false, with a line, where it is older than 3.3 or has no textures of that side. */
bool gpu_load(void *(*get_proc_address)(const char *name), int texture_side, Error *error);

/* Sets the state that every pass begins with, and leaves none of ours bound to whoever draws next. */
void gpu_state_begin(void);
void gpu_state_end(void);

#endif
