#include "common/frame.glsl"

uniform sampler2D frame_map;
in vec2 screen;
layout(location = 0) out vec4 colour;

// AgX (Sobotka 2022), by the polynomial of Wrensch 2023: exposures from -12.47 to 4.03 on a film curve, between two mixings of the
// colours that keep bright blue blue and lava orange. With some contrast and colour, for the plain curve is flat. Ready for the screen.
vec3 film(vec3 light) {
  const mat3 inset = mat3(0.842479, 0.0423282, 0.0423757, 0.0784336, 0.878469, 0.0784336, 0.0792237, 0.0791661, 0.879143);
  const mat3 outset = mat3(1.196879, -0.0528969, -0.0529716, -0.0980209, 1.151903, -0.0980435, -0.0990297, -0.0989612, 1.151074);
  vec3 x = clamp((log2(max(inset * light, 1e-10)) + 12.47393) / 16.5, 0.0, 1.0), x2 = x * x, x4 = x2 * x2;
  vec3 curve = 15.5 * x4 * x2 - 40.14 * x4 * x + 31.96 * x4 - 6.868 * x2 * x + 0.4298 * x2 + 0.1191 * x - 0.00232;
  float grey = dot(curve, vec3(0.2126, 0.7152, 0.0722));
  vec3 rich = max(outset * (grey + 1.28 * (curve - grey)), 0.0);
  return clamp(rich * (0.66 + 0.42 * rich), 0.0, 1.0);
}

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

#if DIFFERENCE
uniform sampler2D overlay_map, scene_depth_map, water_map;
#include "common/water.glsl"
#include "common/maps.glsl"
#include "common/colour.glsl"

// The scene, paler and darker, under the colours of what differs, from none where nothing does. What stands up out of it
// has none, nor the cut through the ground.
vec3 differing(vec3 scene) {
  vec3 pale = 0.85 * mix(vec3(dot(scene, vec3(0.2126, 0.7152, 0.0722))), scene, 0.60);
  vec4 at = view_projection_inverse * vec4(2.0 * vec3(screen, texture(scene_depth_map, screen).r) - 1.0, 1.0);
  vec3 place = at.xyz / at.w;
  vec2 uv = grid_uv(place.xz);
  if (flags.w == 0 || any(greaterThan(abs(uv - 0.5), vec2(0.5)))) return pale;
  vec4 water = textureLod(water_map, uv, maps_level(place.xz, maps));
  float above = place.y - (water.y > 0.01 ? water_level(water) : water.w), value = texture(overlay_map, uv).r / absorption.w;
  float shown = smoothstep(0.03, 0.40, abs(value)) * (1.0 - smoothstep(0.4, 0.9, above / scene_scale()));
  shown *= smoothstep(-0.6, -0.3, (place.y - water.w) / scene_scale()); // not the cut through the ground
  vec3 tint = pow(difference_scale(sign(value) * max(abs(value), 0.25)), vec3(1.0 / 2.2));
  return mix(pale, tint * (0.75 + 0.5 * dot(pale, vec3(0.333))), 0.85 * shown);
}
#endif

void main() {
#if QUALITY > 0
  vec3 light = smoothed(screen);
#else
  vec3 light = texelFetch(frame_map, ivec2(gl_FragCoord.xy), 0).rgb;
#endif
#if FALSE_COLOUR
  vec3 shown = pow(clamp(light, 0.0, 1.0), vec3(1.0 / 2.2));
#else
  vec2 off = screen - 0.5;
  vec3 shown = film(1.25 * sun.w * (1.0 - 0.32 * dot(off, off)) * light);
#endif
#if DIFFERENCE
  shown = differing(shown);
#endif
  // Interleaved gradient noise (Jimenez 2014) of one step of 8 bits: no bands in the sky.
  float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
  colour = vec4(shown + (noise - 0.5) / 255.0, 1.0);
}
