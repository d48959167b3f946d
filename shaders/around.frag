#include "common/frame.glsl"

uniform sampler2D noise_map;
uniform sampler2DShadow body_shadow_map;
#include "common/light.glsl"
#if QUALITY == 0
#define MATERIAL_COARSE 1
#else
#define MATERIAL_COARSE 0
#endif
#define MATERIAL_BEYOND
#include "common/material.glsl"

in vec3 position, normal;
in vec4 haze;
in vec2 lie;
layout(location = 0) out vec4 colour;

void main() {
  vec3 n = normalize(normal);
  float near = smoothstep(2.0, 0.8, lie.y);
  vec4 made = natural_material(Lie(position.xz, position.y, n, lie.x, clamp(lie.y, -5.0, 5.0), near));
  // Woods on far slopes: dark, and uneven as crowns are.
  float size = max(extent.x, extent.y), far = distance(position, eye);
  vec4 woods = texture(noise_map, position.xz / (3.3 * size) + 0.27);
#if QUALITY == 0
  float wood = woods.b;
#else
  float wood = woods.b + 0.25 * (texture(noise_map, position.xz / (0.61 * size)).b - 0.5);
#endif
  float crowns = texture(noise_map, position.xz / (0.10 * size) + 0.5).b;
  vec3 forest = vec3(0.022, 0.036, 0.013) * (0.45 + 1.1 * crowns);
  float wooded = smoothstep(0.50, 0.56, wood) * smoothstep(0.10, 0.5, far / size) * smoothstep(1.0, 3.0, lie.y) * (ground_kind == GROUND_MEADOW || ground_kind == GROUND_STONE ? 1.0 : 0.0);
  made.rgb = mix(made.rgb, forest, 0.9 * wooded);
  made.rgb *= mix(1.0, 0.45, smoothstep(0.15, -0.1, lie.y)); // wet, as the bed under the grid's water
  n = normalize(n + vec3(crowns - 0.5, 0.0, 0.5 - crowns) * 0.5 * wooded);
  vec3 lit = made.rgb * light_matte(n, 1.0, 1.0 - 0.5 * saturate(2.0 * lie.x));
  if (mode > MODE_WIREFRAME) lit = vec3(0.20);
  colour = vec4(mix(lit, haze.rgb, haze.a), 1.0);
}
