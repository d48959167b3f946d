#ifndef RENDER_NOISE_H
#define RENDER_NOISE_H

#include <glad/gl.h>

/* Makes the small tiling texture that all shaders take their irregularity from (bound to UNIT_NOISE):
 * red, green: slope of a gradient-noise sum in x and z; blue: its height; alpha: distance to the nearest of scattered
 * points (the texture of foam). */
GLuint noise_create(void);

#endif
