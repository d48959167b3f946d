#include "common/frame.glsl"

uniform sampler2D ground_map, noise_map, around_shape_map;
#include "common/around.glsl"
#include "common/sky.glsl"

layout(location = 0) in vec4 corner; // along x and z, 0 to 1; m outwards from the grid's edge, in its longer side; 1: under the grid

out vec3 position, normal;
out vec4 haze;
out vec2 lie; // hollow; height above the water around, in scene_scale()

#include "common/haze.glsl"

void main() {
  float size = max(extent.x, extent.y), out_by = corner.z * size;
  vec2 xz = around_place(corner.xy, out_by);
  vec4 shape = texelFetch(around_shape_map, ivec2(gl_VertexID % AROUND_ROW, gl_VertexID / AROUND_ROW), 0);
  float height = shape.x;
  normal = vec3(shape.y, sqrt(max(1.0 - dot(shape.yz, shape.yz), 0.0)), shape.z);
  lie = vec2(shape.w, (height - around_level) / scene_scale());
  // Under the grid's rim it lies a little deeper, so that nothing shows between the two meshes and nothing comes through.
  position = vec3(xz.x, height - corner.w * 1.5 * cell_size, xz.y);
  haze = light_haze(position);
  gl_Position = view_projection * vec4(position, 1.0);
}
