#include "common/frame.glsl"
#if !BLOCKS
#include "common/patch.glsl"
#endif
#include "common/maps.glsl"

uniform sampler2D ground_map, ground_shadow_map, near_water_map, foam_map, water_map;
#include "common/water.glsl"
#include "common/sky.glsl"
#include "common/light_vertex.glsl"

out vec3 position, map_place;
out vec4 haze;
out vec4 levels; // clearance from the ground's shadow; height above near water; whether there is near water; wetness
out float sunk; // m of water above
flat out vec3 side_normal;

#if BLOCKS
// A corner of a face of a tank (src/render/land/tank.h).
layout(location = 0) in vec3 corner;
layout(location = 1) in vec3 face_normal;
layout(location = 2) in vec2 inwards; // cells to the middle of the cell before the face

// Tiles do not drink water: a tank has no wet ground, and shadows of its ground are looked up for each pixel.
void main() {
  position = corner;
  side_normal = face_normal;
  vec2 xz = corner.xz + inwards * grid.z;
  vec4 water = textureLod(water_map, grid_uv(xz), maps_level(xz, maps));
  sunk = water.y > 0.01 ? water_level(water) - position.y : -1.0; // below 0 above the water, so that it is linear along a wall
  levels = vec4(1e3, 0.0, 0.0, 0.0);
  map_place = light_map_place(position);
  haze = light_haze(position);
  gl_Position = view_projection * vec4(position, 1.0);
}
#else

void main() {
  vec3 at = patch_vertex();
  vec2 xz = at.xy;
  // Coarse meshes use mean heights, else ridges would become saw-teeth; in tanks the walls stay sharp.
  float height = textureLod(ground_map, grid_uv(xz), flags.y == 1 ? at.z : 0.0).r;
  position = vec3(xz.x, mix(height, grid.w, corner.w), xz.y);
  side_normal = patch_normal();
  vec3 above = position + vec3(0.0, 0.01 * scene_scale(), 0.0);
  vec4 water = textureLod(water_map, grid_uv(xz), maps_level(xz, maps));
  sunk = water.y > 0.01 ? max(water_level(water) - position.y, 0.0) : 0.0;
  vec2 near = textureLod(near_water_map, grid_uv(xz), 0.0).rg, foam = textureLod(foam_map, grid_uv(xz), maps_level(xz, maps)).rg;
  levels.x = light_clearance(above);
  levels.y = clamp((height - near.x / max(near.y, 1e-6)) / scene_scale(), -5.0, 5.0);
  levels.z = smoothstep(0.002, 0.05, near.y); // a brook leaves no beach
  levels.w = foam.y;
  map_place = light_map_place(above);
  haze = light_haze(position);
  gl_Position = view_projection * vec4(position, 1.0);
}
#endif
