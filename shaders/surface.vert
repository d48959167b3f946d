#include "common/frame.glsl"

// One square of 16 x 16 texels (TILE in src/render/water.c) an instance.
layout(location = 0) in vec2 tile;
layout(location = 1) in float tile_level; // a texel has 2^level cells a side

flat out vec2 texel_cells;

void main() {
  vec2 size = vec2(ivec2(grid) >> int(tile_level + 0.5));
  texel_cells = grid / size;
  vec2 texel = (tile + vec2(gl_VertexID & 1, gl_VertexID >> 1)) * 16.0;
  gl_Position = vec4(2.0 * texel / size - 1.0, 0.0, 1.0);
}
