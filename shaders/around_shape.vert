#include "common/frame.glsl"

uniform sampler2D ground_map, noise_map;
#include "common/around.glsl"

layout(location = 0) in vec4 corner; // as in around.vert

flat out vec4 shape; // m: height; normal, x and z; hollow

// One texel for each vertex of the rings: their shape is worked out once for a ground, not in each frame.
void main() {
  float size = max(extent.x, extent.y), out_by = corner.z * size;
  vec2 xz = around_place(corner.xy, out_by);
  float height = around_height(xz), step = 0.015 * abs(out_by) + cell_size;
  float east = around_height(xz + vec2(step, 0.0)), west = around_height(xz - vec2(step, 0.0));
  float south = around_height(xz + vec2(0.0, step)), north = around_height(xz - vec2(0.0, step));
  vec3 normal = normalize(vec3(west - east, 2.0 * step, north - south));
  shape = vec4(height, normal.xz, (0.25 * (east + west + south + north) - height) / step);
  vec2 place = (vec2(gl_VertexID % AROUND_ROW, gl_VertexID / AROUND_ROW) + 0.5) / vec2(AROUND_ROW, AROUND_ROWS);
  gl_Position = vec4(2.0 * place - 1.0, 0.0, 1.0);
  gl_PointSize = 1.0;
}
