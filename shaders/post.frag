#include "common/frame.glsl"

uniform sampler2D frame_map;
in vec2 screen;
layout(location = 0) out vec4 colour;

// Fit of the ACES film curve by Narkowicz, 2015.
vec3 film(vec3 x) { return clamp(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0); }

float brightness(vec3 c) { return dot(min(c, 4.0), vec3(0.3, 0.6, 0.1)); }

#if QUALITY > 0
// Anti-aliasing: blends across the pixel along the gradient of brightness (after Lottes, FXAA, 2009).
vec3 smoothed(vec2 uv) {
  vec2 pixel = 1.0 / viewport.xy;
  vec3 here = texture(frame_map, uv).rgb;
  float nw = brightness(texture(frame_map, uv + pixel * vec2(-0.5, -0.5)).rgb);
  float ne = brightness(texture(frame_map, uv + pixel * vec2(0.5, -0.5)).rgb);
  float sw = brightness(texture(frame_map, uv + pixel * vec2(-0.5, 0.5)).rgb);
  float se = brightness(texture(frame_map, uv + pixel * vec2(0.5, 0.5)).rgb);
  float low = min(min(nw, ne), min(sw, se)), high = max(max(nw, ne), max(sw, se));
  if (high - low < 0.06 + 0.12 * high) return here;
  vec2 along = vec2(sw + se - nw - ne, nw + sw - ne - se);
  along *= min(1.0 / (min(abs(along.x), abs(along.y)) + 1e-3), 6.0 / max(length(along), 1e-3));
  along = clamp(along, -4.0, 4.0) * pixel;
  return 0.5 * (texture(frame_map, uv + along / 6.0).rgb + texture(frame_map, uv - along / 6.0).rgb);
}
#endif

void main() {
#if QUALITY > 0
  vec3 light = smoothed(screen);
#else
  vec3 light = texture(frame_map, screen).rgb; // the picture may be smaller than the window
#endif
  vec3 shown;
  if (flags.x > MODE_WIREFRAME) {
    shown = pow(clamp(light, 0.0, 1.0), vec3(1.0 / 2.2));
  } else {
    vec2 off = screen - 0.5;
    light *= sun.w * (1.0 - 0.32 * dot(off, off));
    shown = pow(film(0.62 * light), vec3(1.0 / 2.2));
  }
  // Interleaved gradient noise (Jimenez 2014) of one step of 8 bits: no bands in the sky.
  float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
  colour = vec4(shown + (noise - 0.5) / 255.0, 1.0);
}
