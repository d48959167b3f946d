// Sunlight that the moving surface gathers on what lies under it, 1 in the mean. Two patterns of cells move against each other; where
// the edges of both meet light is gathered. Sharpest some metres down, faint at the surface and in the deep. Needs noise_map.
float caustics(vec3 point, float depth) {
#if QUALITY == 0
  return 1.0;
#else
  bool land = natural == 1; // in a tank of clear water above pale tiles the net is wider and is seen best
  float size = (land ? 1.5 : 3.4) * clamp(scene_scale(), 0.12, 1.6);
  vec2 at = (point.xz + depth * sun.xz) / size, drift = time * vec2(0.031, 0.023) / sqrt(size);
  float a = texture(noise_map, at * 0.11 + drift).a, b = texture(noise_map, at * 0.137 * mat2(0.8, 0.6, -0.6, 0.8) - drift).a;
  float gathered = pow(saturate(1.35 * min(a, b)), 3.0);
  const float mean = 0.139; // of `gathered` over the texture of noise
  float strength = (land ? 1.5 : 5.0) * saturate(depth / (0.35 * size)) * exp(-0.12 * depth / max(scene_scale(), 0.3)) * liquid_thin;
  strength /= 1.0 + 0.0008 * dot(point - eye, point - eye) / (size * size);
  return max(1.0 + strength * (gathered - mean), 0.0);
#endif
}
