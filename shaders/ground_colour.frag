#include "common/frame.glsl"

uniform sampler2D noise_map, ground_map, ground_shade_map, near_water_map;
#include "common/material.glsl"

in vec2 place;
layout(location = 0) out vec4 colour; // square roots of the albedo; grain

void main() {
  vec4 shade = texture(ground_shade_map, place);
  vec3 normal = vec3(2.0 * shade.x - 1.0, 0.0, 2.0 * shade.y - 1.0);
  normal.y = sqrt(max(1.0 - dot(normal, normal), 0.02));
  float height = textureLod(ground_map, place, 0.0).r;
  float around_it = textureLod(ground_map, place, 2.5).r, far_around = textureLod(ground_map, place, 4.5).r;
  float hollow = (around_it - height) / (4.0 * grid.z) + 0.5 * (far_around - height) / (16.0 * grid.z);
  vec2 near = textureLod(near_water_map, place, 0.0).rg;
  float above = clamp((height - near.x / max(near.y, 1e-6)) / scene_scale(), -5.0, 5.0);
  vec4 made = natural_material(Lie(place * extent.xy, height, normal, hollow, above, smoothstep(0.002, 0.05, near.y)));
  colour = vec4(sqrt(max(made.rgb, 0.0)), made.a);
}
