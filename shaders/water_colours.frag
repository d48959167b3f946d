// The water's surface and its cut in the false colours of a field.
#define MAY_BE_HALF 0
#include "common/water_sheet.glsl"
#include "common/colour.glsl"

uniform sampler2D overlay_map, scene_colour_map;

// The colour of the field that the mode shows, lit a little.
vec3 false_colour(float depth, vec3 normal, vec4 flow) {
  if (mode == MODE_NORMALS) return 0.5 + 0.5 * normal;
  float lit = 0.7 + 0.3 * saturate(dot(normal, sun) * 1.3);
  float value = depth / depth_scale;
  if (mode == MODE_SPEED) value = length(flow.zw) / speed_scale;
  if (mode == MODE_OCCUPANCY || mode == MODE_DISPLACEMENT)
    value = has_overlay == 1 ? texture(overlay_map, grid_uv(position.xz)).r : 0.0;
  if (mode == MODE_DISPLACEMENT) value /= depth_scale;
  return colour_scale(value) * lit;
}

void main() {
  vec2 uv = grid_uv(position.xz);
  float level = maps_level(position.xz), shown = shown_by(thickness_here());
  vec4 water = textureLod(water_map, uv, level), flow = textureLod(flow_map, uv, level);
  vec3 normal = normalize(vec3(-flow.x, 1.0, -flow.y));
  vec3 bare = texelFetch(scene_colour_map, ivec2(gl_FragCoord.xy), 0).rgb;
  colour = vec4(mix(bare, false_colour(water.z, normal, flow), shown), 1.0);
}
