#include "common/light_matte.glsl"

// Share of the sun's light that reaches a point, from the clearance and map place of light_vertex.glsl.
float light_past_ground(float clearance) { return smoothstep(-0.5, 0.8, clearance); }

// Share of the sun's light that passes the bodies. Under `depth` m of water the edge of a shadow is as soft as the waves above spread
// the light, and light that the water scatters fills it.
float light_past_bodies(vec3 at, float depth) {
  if (any(greaterThan(abs(at.xy - 0.5), vec2(0.5)))) return 1.0;
  at.z = min(at.z, 1.0); // no body stands behind; a device that keeps these depths as floats would not clamp what it compares with them
  float filled = 0.5 * (1.0 - exp(-0.40 * max(depth, 0.0) / clamp(scene_scale(), 0.2, 1.5)));
#if QUALITY == 0 && !defined(SOFT_SHADOWS)
  return mix(texture(body_shadow_map, at), 1.0, filled);
#else
  // Percentage-closer filtering (Reeves 1987) over a turned grid.
  float a_metre = length(vec3(body_shadow[0].x, body_shadow[1].x, body_shadow[2].x)); // in the map
  float texel = max(1.2 / float(textureSize(body_shadow_map, 0).x), (QUALITY == 0 ? 0.11 : QUALITY == 1 ? 0.15 : 0.09) * max(depth, 0.0) * a_metre), sum = 0.0;
  const int side = QUALITY == 2 ? 5 : 3;
  for (int k = 0; k < side; k++)
    for (int i = 0; i < side; i++) {
      vec2 step = vec2(i, k) - 0.5 * float(side - 1);
      sum += texture(body_shadow_map, vec3(at.xy + texel * mat2(0.8, 0.6, -0.6, 0.8) * step, at.z));
    }
  return mix(sum / float(side * side), 1.0, filled);
#endif
}
