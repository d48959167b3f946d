// A colour map from 0..1 through dark blue-violet, teal and green to yellow: lightness rises evenly, so that it can be read in
// grey and by colour-blind people. Cubic fits through five chosen colours.
vec3 colour_scale(float x) {
  float t = saturate(x);
  vec3 a = vec3(0.23, 0.03, 0.31), b = vec3(-0.47, 1.34, 1.22), c = vec3(-0.54, -0.87, -3.12), d = vec3(1.76, 0.42, 1.68);
  return pow(max(a + t * (b + t * (c + t * d)), 0.0), vec3(2.2));
}

// Blue below 0, red above it, nearly white at it; full at -1 and 1.
vec3 difference_scale(float x) {
  float t = pow(saturate(abs(x)), 0.7);
  return mix(vec3(0.80), x < 0.0 ? vec3(0.02, 0.15, 0.72) : vec3(0.72, 0.05, 0.03), t);
}
