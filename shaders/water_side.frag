// The cut through the water at a block's edge.
#define MAY_BE_HALF 0
#include "common/water_sheet.glsl"
#include "common/water_seen.glsl"

void main() {
  float thickness = thickness_here(), roughness, path;
  vec3 ray = position - eye;
  float far = length(ray);
  vec3 view_ray = ray / far;
  vec4 pattern;
  vec2 ripple = ripples(moving.yz, far, pattern, roughness) * smoothstep(0.0, 0.25, thickness + 0.02);
  vec3 normal = turned_to_eye(normalize(side_normal + 0.3 * vec3(ripple.x, 0.0, ripple.y)), view_ray);

  // Beer-Lambert law along the light's path to the eye.
  vec3 below = refracted(view_ray, normal, 1e3, path), through = dye_clear(path, thickness);
  vec3 inside = dyed(light_scattered(1.0), through) + light_glowing(pattern, length(moving.yz)), clear = exp(-absorption * path) * through;
  vec3 transmitted = below * clear + inside * (1.0 - clear);
  float fresnel = fresnel_reflectance(saturate(dot(-view_ray, normal)), roughness, liquid_mirror);
  vec3 lit = mix(transmitted, reflected(view_ray, normal, 0.1), 0.5 * fresnel);
  colour = vec4(finite_on_lines(lit), 0.0); // moves: src/render/land/still.h
}
