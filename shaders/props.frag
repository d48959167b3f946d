#include "common/frame.glsl"

uniform sampler2D noise_map;

in vec3 lit;
in vec4 haze;
in vec3 grain;
layout(location = 0) out vec4 colour;

void main() {
  vec3 seen = lit;
#if RAGGED
  // Leaves a hand wide: the cells of the noise, of which there are 20 in a repeat. Far off they run together.
  vec4 noise = texture(noise_map, grain.xy * 0.19);
  if (noise.a * grain.z > 0.44) discard;
  seen *= 0.66 + 0.68 * noise.b - 0.35 * grain.z * (noise.a - 0.35);
#elif QUALITY > 0
  seen *= 0.66 + 0.68 * texture(noise_map, grain.xy * 0.19).b;
#endif
  colour = vec4(mix(seen, haze.rgb, haze.a), 1.0);
}
