#include "common/frame.glsl"

uniform sampler2D noise_map, ground_map, ground_shade_map, near_water_map, ground_shadow_map, prop_shadow_map;
uniform sampler2DShadow body_shadow_map;
#include "common/light.glsl"
#define MATERIAL_COARSE 0
#include "common/material.glsl"

in vec2 place;
layout(location = 0) out vec4 colour; // square roots of the albedo, or of a quarter of the light; grain

void main() {
  vec4 shade = texture(ground_shade_map, place);
  vec3 normal = vec3(2.0 * shade.x - 1.0, 0.0, 2.0 * shade.y - 1.0);
  normal.y = sqrt(max(1.0 - dot(normal, normal), 0.02));
  float height = textureLod(ground_map, place, 0.0).r;
  float around_it = textureLod(ground_map, place, 2.5).r, far_around = textureLod(ground_map, place, 4.5).r;
  float hollow = (around_it - height) / (4.0 * cell_size) + 0.5 * (far_around - height) / (16.0 * cell_size);
  vec2 near = textureLod(near_water_map, place, 0.0).rg;
  float above = clamp((height - near.x / max(near.y, 1e-6)) / scene_scale(), -5.0, 5.0);
  // Where nothing but distance from the water ends its bed, as beside water that stood behind a dam, the end winds: a straight one is seen
  // through the water that runs over it.
  vec2 at = place * extent / scene_scale();
  vec2 bend = 70.0 * (texture(noise_map, at / 160.0 + 0.4).rb - 0.5) + 30.0 * (texture(noise_map, at / 53.0 + 0.7).rb - 0.5);
  float winding = textureLod(near_water_map, grid_uv(place * extent + scene_scale() * bend), 0.0).g;
  float wound = max(smoothstep(0.002, 0.40, winding), smoothstep(0.24, 0.36, near.y));
  float by_water = mix(smoothstep(0.002, 0.05, near.y), wound, smoothstep(-2.5, -4.5, above));
  vec4 made = natural_material(Lie(place * extent, height, normal, hollow, above, by_water));
#if QUALITY == 0
  if (ground_kind == GROUND_MEADOW) { // crags, which the other tiers light pixel by pixel (terrain.frag): without them rock looks like clay
    vec2 turn = 1.3 * (texture(noise_map, at / 13.0 + 0.2).rg - 0.5) + 1.2 * (texture(noise_map, at / 4.7 + 0.6).rg - 0.5);
    normal = normalize(normal + smoothstep(0.35, 0.9, made.a) * vec3(turn.x, 0.0, turn.y));
  }
  float rise = cell_size * sun.y / max(length(sun.xz), 0.05);
  float clearance = (height + 0.01 * scene_scale() - texture(ground_shadow_map, place).r) / rise;
  vec2 past_props = texture(prop_shadow_map, place).rg;
  made.rgb *= 0.25 * light_matte(normal, light_past_ground(clearance) * past_props.x, shade.z * past_props.y);
#endif
  colour = vec4(sqrt(max(made.rgb, 0.0)), made.a);
}
