// Included by every shader: the uniform block and the names of its values, both written from the list in src/render/frame_block.h,
// and a few functions of them.
#include "generated/frame_block.glsl"

float saturate(float x) { return clamp(x, 0.0, 1.0); }

vec2 grid_uv(vec2 xz) { return xz / extent; }

// A length that patterns are scaled by, so that a bathtub and a valley both look right, m.
float scene_scale() { return pattern_scale; }

// m along the view axis, from a value of the depth buffer.
float view_depth(float stored) { return projection_32 / (2.0 * stored - 1.0 + projection_22); }
