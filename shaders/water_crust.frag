// The surface of a liquid with heat of its own, as lava, seen from above: a crust, dark where it has cooled and torn where it moves.
#define MAY_BE_HALF 1
#include "common/water_sheet.glsl"
#include "common/water_seen.glsl"
uniform sampler2D near_water_map;
#include "common/lava.glsl"

// Returns how far from the rim the place is, 0 to 1, by how much lava lies about it.
float inside(float bumps) {
#if AROUND
  return 1.0;
#else
  return smoothstep(-0.05, 0.28, lava_near(grid_uv(position.xz)) + 0.2 * bumps);
#endif
}

// Light of the lava. Plates drift with the flow; the faster and deeper it is, the hotter, and the more the cracks between them gape.
vec3 crust_seen(vec3 normal, float sunlit, float thickness, vec2 velocity) {
  float size = 26.0 * clamp(scene_scale(), 0.15, 2.0), fine = 0.42 * size, scale = clamp(scene_scale(), 0.15, 1.0);
  float step = textureLod(noise_map, position.xz / (4.0 * size), 4.0).b; // smooth, or plates would be drawn out
  vec4 plates = carried(position.xz / size, velocity / size, 0.10, 0.8 * step);
  vec4 pattern = carried(position.xz / fine, velocity / fine, 0.30, step);
  float grain = pattern.b - 0.5, bumps = plates.b - 0.5, deep = inside(bumps) * smoothstep(0.05, 0.80, thickness / scale + 0.5 * bumps);
  float heat = deep * (0.22 + 0.78 * smoothstep(0.2, 1.1, length(velocity) * inversesqrt(scale)));
  // Thin cracks wind between the plates; where it is hot, they gape from the plates' corners on.
  float wound = abs(bumps + 0.30 * grain), gape = plates.a + 0.40 * grain + 0.2 * bumps - mix(0.85, 0.30, heat);
  float crack = deep * (0.35 + 0.45 * heat) * (1.0 - smoothstep(0.0, 0.03 + 0.08 * heat, wound));
  // Where cracks are finer than a pixel, they run together.
  crack *= 0.55 + 0.45 / (1.0 + 40.0 * float(SCENE_SHARE) * distance(position, eye) / (focal_length * size));
  float glowing = max(smoothstep(-0.22, 0.26, gape) * mix(0.70, 1.0, heat), crack), cold = 1.0 - smoothstep(0.10, 0.40, glowing);
  vec3 rough = normalize(normal + vec3(pattern.r + plates.r - 1.0, 0.0, pattern.g + plates.g - 1.0) * 1.6);
  vec3 crust = vec3(0.040, 0.035, 0.033) * (0.35 + 1.3 * pattern.b) * (light_matte(rough, sunlit, 1.0) + light_of_heat(0.85 * heat));
  return crust * cold + light_of_heat(glowing);
}

void main() {
  float thickness = thickness_here(), shown = shown_by(thickness);
  vec2 slope = slope_here();
  vec3 normal = normalize(vec3(-slope.x, 1.0, -slope.y));
  float sunlit = light_past_ground(moving.x) * light_past_bodies(map_place, 0.0);
  vec3 below = texelFetch(scene_colour_map, ivec2(gl_FragCoord.xy) * SCENE_SHARE, 0).rgb;
  vec3 lit = mix(crust_seen(normal, sunlit, thickness, moving.yz), below, exp(-absorption * thickness));
  lit = mix(lit, haze.rgb, haze.a);
#if !HALF
  lit = mix(below, lit, shown);
#endif
  colour = vec4(finite_on_lines(lit), 1.0);
}
