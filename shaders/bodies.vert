#include "common/frame.glsl"
#include "common/box.glsl"
#include "common/water.glsl"
#include "common/maps.glsl"

uniform sampler2D water_map, ground_shadow_map;
#include "common/sky.glsl"
#include "common/light_vertex.glsl"

out vec3 position, normal, local, face, map_place;
out vec4 haze;
out vec3 levels; // m: clearance from the ground's shadow; height above the water; height above ground and water
flat out vec3 size;
flat out vec4 dice; // four numbers of 0..1 for this body
flat out float aboard;

layout(location = 8) in float on_top; // m of water on the upward faces, in the mean

void main() {
  position = box_point();
  local = box_local();
  face = box_face();
  normal = mat3(model) * (face / half_size);
  size = half_size;
  aboard = on_top;
  uint bits = variant * 2654435761u;
  dice = vec4(bits & 255u, (bits >> 8) & 255u, (bits >> 16) & 255u, (bits >> 24) & 255u) / 255.0;
  vec4 water = textureLod(water_map, grid_uv(position.xz), maps_level(position.xz));
  float level = water.y > 0.001 ? water_level(water) : -1e4;
  vec3 out_of_skin = position + normalize(normal) * 0.04 * min(size.x, min(size.y, size.z));
  levels = vec3(light_clearance(out_of_skin), position.y - level, position.y - max(water.w, level));
  map_place = light_map_place(out_of_skin);
  haze = light_haze(position);
  gl_Position = view_projection * vec4(position, 1.0);
}
