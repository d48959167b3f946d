#include "common/frame.glsl"

// The grid as a rectangle at the height of the lowest ground, seen from straight above.
out vec2 place; // m: x and z

void main() {
  vec2 share = vec2(gl_VertexID == 1 || gl_VertexID == 2 || gl_VertexID == 4, gl_VertexID > 1 && gl_VertexID != 3);
  place = share * extent;
  gl_Position = view_projection * vec4(place.x, ground_low, place.y, 1.0);
}
