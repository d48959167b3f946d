// Light that a matte surface of this normal gathers.
vec3 light_matte(vec3 normal, float sunlit, float openness) {
  vec3 ambient = mix(ground_light, sky_light, 0.5 + 0.5 * normal.y);
  return sun_light * (max(dot(normal, sun), 0.0) * sunlit) + ambient * openness;
}
