#include "common/film.glsl"

// Clouds the picture over: less colour, highlights and shadows nearer to each other, and grey far away, where rain lies between. Done to the
// finished light, so that nothing that is kept from frame to frame follows the weather. `stored`: the pixel's value of the depth buffer.
vec3 gloomy(vec3 light, float stored) {
  float gloom = rain_gloom;
  float far = view_depth(stored), size = max(extent.x, extent.y);
  float level = dot(sky_light, vec3(0.333)) + 1e-3, bright = dot(light, vec3(0.2126, 0.7152, 0.0722)) / level;
  bool table = around_kind == AROUND_TABLE;
  float hidden = table ? 0.12 : 1.0 - exp(-far / clamp(0.8 * size, 60.0, 1500.0));
  if (stored == 1.0) hidden = table && natural == 1 ? 0.35 : 0.94; // the sky, or the room about a model
  float glows = liquid_glow * saturate(light.r - 2.5 * light.b - 0.4); // lava gives its own light
  hidden *= 1.0 - 0.7 * glows;
  vec3 dull = mix(light, vec3(bright * level), 0.45 + 0.45 * hidden) * (0.76 / (0.62 + bright));
  vec3 cloud = level * RAIN_CLOUD * (0.70 + 0.30 * min(bright, 1.3));
  // While it clouds over the sun and its glitter go first.
  return mix(light / (1.0 + gloom * gloom * bright), mix(mix(dull, light, glows), cloud, hidden), gloom);
}
