// The light of a liquid with heat of its own, as lava, and how it falls on what lies about it. Needs near_water_map.

// Light given off at a heat of 0 to 1: from a dark red through the liquid's own colour to yellow.
vec3 light_of_heat(float heat) {
  vec3 hue = scatter / max(max(scatter.r, scatter.g), max(scatter.b, 1e-3));
  return liquid_glow * 3.6 * heat * heat * pow(max(hue, vec3(1e-3)), vec3(mix(1.35, 0.50, heat)));
}

// Returns how much lava lies about a place, 0 to 0.5.
float lava_near(vec2 place) { return textureLod(near_water_map, place, 0.0).g; }

// Light that falls on ground of this normal from the lava near by: from where there is more of it.
vec3 light_from_lava(vec2 place, vec3 normal) {
  vec2 texel = 1.0 / vec2(textureSize(near_water_map, 0)), x = vec2(texel.x, 0.0), z = vec2(0.0, texel.y);
  vec2 rise = vec2(lava_near(place + x) - lava_near(place - x), lava_near(place + z) - lava_near(place - z));
  vec3 towards = normalize(vec3(rise.x, 0.12, rise.y));
  return light_of_heat(0.72) * 1.5 * saturate(2.0 * lava_near(place)) * (0.35 + 0.65 * saturate(dot(normal, towards)));
}
