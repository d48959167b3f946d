// Share of the sun's light that reaches a point, from the clearance and map place of light_vertex.glsl.
float light_past_ground(float clearance) { return smoothstep(-0.5, 0.8, clearance); }

float light_past_bodies(vec3 at) {
  if (any(greaterThan(abs(at.xy - 0.5), vec2(0.5)))) return 1.0;
#if QUALITY == 0
  return texture(body_shadow_map, at);
#else
  // Percentage-closer filtering (Reeves 1987) over a turned grid.
  float texel = 1.2 / float(textureSize(body_shadow_map, 0).x), sum = 0.0;
  const int side = QUALITY == 1 ? 2 : 4;
  for (int k = 0; k < side; k++)
    for (int i = 0; i < side; i++) {
      vec2 step = vec2(i, k) - 0.5 * float(side - 1);
      sum += texture(body_shadow_map, vec3(at.xy + texel * mat2(0.8, 0.6, -0.6, 0.8) * step, at.z));
    }
  return sum / float(side * side);
#endif
}

// Light that a matte surface of this normal gathers.
vec3 light_matte(vec3 normal, float sunlit, float openness) {
  vec3 ambient = mix(ground_light.rgb, sky_light.rgb, 0.5 + 0.5 * normal.y);
  return sun_light.rgb * (max(dot(normal, sun.xyz), 0.0) * sunlit) + ambient * openness;
}
