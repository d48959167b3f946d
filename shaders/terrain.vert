#include "common/frame.glsl"
#if !BLOCKS
#include "common/patch.glsl"
#endif
#include "common/maps.glsl"

uniform sampler2D ground_map, ground_shadow_map, foam_map, water_map;
#include "common/water.glsl"
#include "common/sky.glsl"
#include "common/light_vertex.glsl"

out vec3 position, map_place;
out vec4 haze;
out vec2 levels; // clearance from the ground's shadow; wetness
#if !BLOCKS
out float sunk; // m of water above
out float bed;  // 0 to 1: how much of the ground about is under water that is no film
#endif
flat out vec3 side_normal;

#if BLOCKS
// A corner of a face of a tank (src/render/land/terrain.h).
layout(location = 0) in vec3 corner;
layout(location = 1) in vec3 face_normal;

// Tiles do not drink water: a tank has no wet ground, and shadows of its ground are looked up for each pixel.
void main() {
  position = corner;
  side_normal = face_normal;
  levels = vec2(1e3, 0.0);
  map_place = light_map_place(position);
  haze = light_haze(position);
  gl_Position = view_projection * vec4(position, 1.0);
}
#else

// Running water wears the grass off its bed and its banks, wherever it runs: beaches (ground_colour.frag) are of the water that was there
// first.
float bed_of(vec2 xz, float depth) {
  if (ground_kind != GROUND_MEADOW) return 0.0;
  float reach = max(2.4 * clamp(scene_scale(), 0.3, 1.0), 0.8 * cell_size), level = maps_level(xz);
  float sum = 2.0 * smoothstep(0.02, 0.20, depth);
  for (int n = 0; n < 4; n++) {
    vec2 off = reach * vec2(n < 2 ? -1.0 : 1.0, n % 2 == 0 ? -1.0 : 1.0);
    sum += smoothstep(0.02, 0.20, textureLod(water_map, grid_uv(xz + off), level).z);
  }
  return sum / 6.0;
}

void main() {
  vec3 at = patch_vertex();
  vec2 xz = at.xy;
  // Coarse meshes use mean heights, else ridges would become saw-teeth; in tanks the walls stay sharp.
  float height = textureLod(ground_map, grid_uv(xz), natural == 1 ? at.z : 0.0).r;
  position = vec3(xz.x, mix(height, ground_base, corner.w), xz.y);
  side_normal = patch_normal();
  vec3 above = position + vec3(0.0, 0.01 * scene_scale(), 0.0);
  vec4 water = textureLod(water_map, grid_uv(xz), maps_level(xz));
  sunk = water.y > 0.01 ? max(water_level(water) - position.y, 0.0) : 0.0;
  bed = bed_of(xz, water.z) * saturate(3.0 - at.z); // between vertices eight cells apart it would be a blotch
  levels = vec2(light_clearance(above), textureLod(foam_map, grid_uv(xz), maps_level(xz)).g);
  map_place = light_map_place(above);
  haze = light_haze(position);
  gl_Position = view_projection * vec4(position, 1.0);
}
#endif
