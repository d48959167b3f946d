#ifndef RENDER_TEXTURES_H
#define RENDER_TEXTURES_H

/* The content of textures: noise, and coarser levels, each with half as many texels a side as the one below, as glGenerateMipmap makes them,
 * which software drivers compile programs for at every start, 35 ms for each: 370 ms before the first picture. */

#include "render/gpu.h"
#include "render/program.h"

/* Writes all levels of a texture from its finest one, `channels` values a texel, 1 or 4, by rows. The texture is left bound to the unit. */
void pyramid_write(GLuint texture, TextureUnit unit, int width, int height, int channels, const float *texels);

/* Draws the coarser levels of a texture whose finest one, width x height texels, has been drawn. Leaves it bound to the unit. */
void pyramid_draw(const PassContext *context, GLuint texture, TextureUnit unit, int width, int height);

/* Makes the small tiling texture that all shaders take their irregularity from (UNIT_NOISE): red, green: slope of a gradient-noise sum in x
 * and z; blue: its height; alpha: distance to the nearest of scattered points (the texture of foam). */
GLuint noise_create(void);

#endif
