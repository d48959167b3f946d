#ifndef RENDER_PYRAMID_H
#define RENDER_PYRAMID_H

/* The coarser levels of textures, each with half as many texels a side as the one below, as glGenerateMipmap makes them, which
 * software drivers compile programs for at every start, 35 ms for each: 370 ms before the first picture. */

#include "render/gpu.h"
#include "render/program.h"

extern const ProgramDef pyramid_programs;

/* Writes all levels of a texture from its finest one: `channels` values a texel, 1 or 4, each row after the other. The texture is left
 * bound to the unit. */
void pyramid_write(GLuint texture, TextureUnit unit, int width, int height, int channels, const float *texels);

/* Draws the coarser levels of a texture whose finest one, width x height texels, has been drawn. Leaves it bound to the unit. */
void pyramid_draw(const PassContext *context, GLuint texture, TextureUnit unit, int width, int height);

#endif
