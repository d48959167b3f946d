#include "common/frame.glsl"

uniform sampler2D noise_map;

in vec3 lit;
in vec4 haze;
in vec4 grain;
flat in vec3 faced;
flat in float rests;
layout(location = 0) out vec4 colour;

// The texture lies on each face along the axis that it looks along: along one for all it would be drawn out into stripes.
vec2 grain_place() { return 0.19 * (faced.x > 0.5 ? grain.zy : faced.y > 0.5 ? grain.xz : grain.xy); }

void main() {
  vec3 seen = lit;
#if RAGGED
  // Leaves a hand wide: the cells of the noise, of which there are 20 in a repeat. Far off they run together.
  vec4 noise = texture(noise_map, grain_place());
  if (noise.a * grain.w > 0.44) discard;
  seen *= 0.66 + 0.68 * noise.b - 0.35 * grain.w * (noise.a - 0.35);
#elif QUALITY > 0
  seen *= 0.66 + 0.68 * texture(noise_map, grain_place()).b;
#endif
  colour = vec4(mix(seen, haze.rgb, haze.a), rests);
}
