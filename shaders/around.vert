#include "common/frame.glsl"

uniform sampler2D ground_map, noise_map;
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
  float height = around_height(xz), step = 0.015 * abs(out_by) + grid.z;
  float east = around_height(xz + vec2(step, 0.0)), west = around_height(xz - vec2(step, 0.0));
  float south = around_height(xz + vec2(0.0, step)), north = around_height(xz - vec2(0.0, step));
  normal = normalize(vec3(west - east, 2.0 * step, north - south));
  lie = vec2((0.25 * (east + west + south + north) - height) / step, (height - around.y) / scene_scale());
  // Under the grid's rim it lies a little deeper, so that nothing shows between the two meshes and nothing comes through.
  position = vec3(xz.x, height - corner.w * 1.5 * grid.z, xz.y);
  haze = light_haze(position);
  gl_Position = view_projection * vec4(position, 1.0);
}
