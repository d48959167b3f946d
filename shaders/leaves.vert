// A leaf that lies on the water: a quad along its surface.
#include "common/frame.glsl"
#include "common/water.glsl"
#include "common/maps.glsl"
#include "common/sky.glsl"

uniform sampler2D ground_shadow_map, water_map, flow_map;
#include "common/light_vertex.glsl"

layout(location = 0) in vec4 leaf; // x and z, m; turn, rad; half its length, m
layout(location = 1) in float tone;

out vec2 place; // in the leaf, -1 to 1
out vec3 lit;
out vec4 haze;
flat out float cover;

void main() {
  vec2 uv = grid_uv(leaf.xy);
  vec4 water = textureLod(water_map, uv, maps_level(leaf.xy));
  vec2 slope = textureLod(flow_map, uv, maps_level(leaf.xy)).xy;
  vec3 middle = vec3(leaf.x, water_level(water), leaf.y);
  float far = distance(middle, eye), pixel = far / focal_length, wide = max(leaf.w, 0.9 * pixel);
  place = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  vec2 along = vec2(cos(leaf.z), sin(leaf.z)), off = wide * (place.x * along + 0.62 * place.y * vec2(-along.y, along.x));
  // Those of less than a pixel are as faint as they are small.
  cover = min(leaf.w * leaf.w / (wide * wide), 1.0);
  vec3 point = middle + vec3(off.x, dot(slope, off) + 0.01, off.y);
  vec3 colour = mix(mix(vec3(0.31, 0.19, 0.035), vec3(0.24, 0.095, 0.024), smoothstep(0.2, 0.6, tone)), vec3(0.13, 0.075, 0.030), smoothstep(0.6, 1.0, tone));
  vec3 up = normalize(vec3(0.5 * along.x - slope.x, 1.0, 0.5 * along.y - slope.y));
  float sunlit = smoothstep(-0.5, 0.8, light_clearance(middle));
  lit = colour * (sun_light * (max(dot(up, sun), 0.0) * sunlit) + mix(ground_light, sky_light, 0.5 + 0.5 * up.y));
  haze = light_haze(middle);
  gl_Position = view_projection * vec4(point, 1.0);
  // Depth as of a point a little nearer: the water's mesh is coarser than its maps and must not hide them.
  vec4 nearer = view_projection * vec4(mix(point, eye, 0.006), 1.0);
  if (nearer.w > 0.0 && gl_Position.w > 0.0) gl_Position.z = nearer.z / nearer.w * gl_Position.w;
  if (leaf.w <= 0.0 || water.y < 0.5) gl_Position = vec4(2.0, 2.0, 2.0, 1.0); // out of the picture
}
