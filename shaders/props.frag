#include "common/frame.glsl"

uniform sampler2D noise_map;

in vec3 lit;
in vec4 haze;
in vec3 grain;
layout(location = 0) out vec4 colour;

void main() {
  vec3 seen = lit;
#if QUALITY > 0
  vec4 noise = texture(noise_map, grain.xy * 0.11);
  seen *= 0.62 + 0.76 * noise.b;
#endif
  colour = vec4(mix(seen, haze.rgb, haze.a), 1.0);
}
