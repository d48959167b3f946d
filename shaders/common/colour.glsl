// A colour map from 0..1 through dark blue-violet, teal and green to yellow: lightness rises evenly, so that it can be read in
// grey and by colour-blind people. Cubic fits through five chosen colours.
vec3 colour_scale(float x) {
  float t = saturate(x);
  vec3 a = vec3(0.23, 0.03, 0.31), b = vec3(-0.47, 1.34, 1.22), c = vec3(-0.54, -0.87, -3.12), d = vec3(1.76, 0.42, 1.68);
  return pow(max(a + t * (b + t * (c + t * d)), 0.0), vec3(2.2));
}

// The ring that shows where the tool acts.
vec3 colour_cursor(vec3 colour, vec3 point) {
  if (cursor.w <= 0.0) return colour;
  float off = abs(distance(point.xz, cursor.xz) - cursor.w);
  float pixel = distance(point, eye.xyz) / viewport.z;
  float width = max(0.035 * cursor.w, 0.9 * pixel);
  float ring = 1.0 - smoothstep(width, width + 1.4 * pixel, off);
  float disc = distance(point.xz, cursor.xz) < cursor.w ? 0.07 : 0.0;
  return mix(colour, cursor_colour.rgb, max(0.85 * ring, disc));
}
