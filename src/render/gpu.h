#ifndef RENDER_GPU_H
#define RENDER_GPU_H

/* Thin helpers over OpenGL 3.3 core: textures, framebuffers, draws, and what the driver has beyond it. */

#include <glad/gl.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

typedef enum TextureUnit {
  UNIT_GROUND,        /* height of the ground, m */
  UNIT_GROUND_LIGHT,  /* the ground's normal and ambient occlusion */
  UNIT_GROUND_SHADOW, /* height under which the ground's own shadow lies, m */
  UNIT_WATER,         /* surface * weight, weight, depth */
  UNIT_FLOW,          /* slope of the surface, velocity */
  UNIT_FOAM,          /* foam, wetness */
  UNIT_NEAR_WATER,    /* level of the water in the neighbourhood * weight, weight */
  UNIT_NOISE,
  UNIT_BODY_SHADOW,
  UNIT_SCENE_COLOUR, /* copy of the scene without water */
  UNIT_SCENE_DEPTH,
  UNIT_OVERLAY, /* the field that a false-colour mode shows */
  UNIT_DEPTH,   /* fields as they come from the simulation */
  UNIT_DEPTH_EARLIER,
  UNIT_VELOCITY_X,
  UNIT_VELOCITY_Z,
  UNIT_PROP_SHADOW,   /* light that reaches the ground past props: the sun's, the sky's */
  UNIT_SKY,           /* light of the sky by direction */
  UNIT_GROUND_COLOUR, /* albedo of the ground, as square roots; roughness of the detail */
  UNIT_WATER_PICTURE, /* the water shaded at half the size */
  UNIT_AROUND_SHAPE,  /* of the ground beyond the grid: height, normal, hollow; a texel for each vertex */
  UNIT_DYE,           /* g/m^2 of dye, as it comes from the simulation */
  UNIT_FRAME,         /* the finished HDR picture */
  UNIT_COUNT
} TextureUnit;

/* The format of a texture, in OpenGL's constants; a constant of each pass. */
typedef struct TextureDef {
  GLint internal_format;
  GLenum format, type;
  GLint filter, wrap;
} TextureDef;

/* (Re)creates *texture with undefined or given content, and leaves it bound to the unit. Where its filter asks for coarser levels, they
 * have undefined content (pyramid.h fills them). */
void gpu_texture(GLuint *texture, TextureUnit unit, int width, int height, const TextureDef *def, const void *pixels);

/* (Re)creates *texture with `levels` levels of undefined content, each with half as many texels a side as the one below. */
void gpu_texture_levels(GLuint *texture, TextureUnit unit, int width, int height, int levels, const TextureDef *def);

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

/* Works out again the smaller levels of a texture of width x height texels where they show the rectangle: as glGenerateMipmap, for a part.
 * Leaves framebuffer 0 bound. */
void gpu_texture_shrink_part(GLuint texture, int width, int height, const TextureRect *rect);

/* (Re)creates *framebuffer over one level of up to three colour textures, and a depth texture; 0: none. */
void gpu_framebuffer(GLuint *framebuffer, const GLuint *colours, int count, GLuint depth, int level);

/* Instances of a vertex array: from which on, how many, and how the array's instanced attributes are moved to them where the driver knows
 * no base instance. Mesa takes an array whose attributes are moved often for one that changes with each draw, and its software drivers
 * then compile every vertex shader a second time, 0.1 s each. */
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
