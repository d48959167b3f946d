#include "common/frame.glsl"

// One square of 16 x 16 cells (TILE in src/render/surface.c) an instance.
layout(location = 0) in vec2 tile;

void main() {
  vec2 cell = (tile + vec2(gl_VertexID & 1, gl_VertexID >> 1)) * 16.0;
  gl_Position = vec4(2.0 * cell / grid.xy - 1.0, 0.0, 1.0);
}
