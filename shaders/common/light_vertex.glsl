// The part of lighting that varies slowly, worked out at vertices. Needs ground_shadow_map and common/sky.glsl.

// How far above the ground's own shadow a point is, in steps of the sweep that made it (src/render/land/ground.c).
float light_clearance(vec3 point) {
  float shadow = textureLod(ground_shadow_map, grid_uv(point.xz), 0.0).r;
  float rise = cell_size * sun.y / max(length(sun.xz), 0.05);
  return (point.y - shadow) / rise;
}

// Place in the bodies' shadow map; z beyond 1 (never shaded) where there is none.
vec3 light_map_place(vec3 point) { return has_body_shadow == 1 ? (body_shadow * vec4(point, 1.0)).xyz : vec3(2.0, 2.0, -1.0); }

#include "common/haze.glsl"
