#include "common/frame.glsl"

uniform sampler2D frame_map, scene_depth_map;
#include "common/film.glsl"

in vec2 screen;
layout(location = 0) out vec4 colour;

float brightness(vec3 c) { return dot(min(c, 4.0), vec3(0.3, 0.6, 0.1)); }

#if QUALITY > 0
// Anti-aliasing: blends across the pixel along the gradient of brightness (after Lottes, FXAA, 2009).
vec3 smoothed(vec2 uv) {
  vec2 pixel = 1.0 / viewport;
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
uniform sampler2D overlay_map, water_map;
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
  if (has_overlay == 0 || any(greaterThan(abs(uv - 0.5), vec2(0.5)))) return pale;
  vec4 water = textureLod(water_map, uv, maps_level(place.xz));
  float above = place.y - (water.y > 0.01 ? water_level(water) : water.w), value = texture(overlay_map, uv).r / depth_scale;
  float shown = smoothstep(0.03, 0.40, abs(value)) * (1.0 - smoothstep(0.4, 0.9, above / scene_scale()));
  shown *= smoothstep(-0.6, -0.3, (place.y - water.w) / scene_scale()); // not the cut through the ground
  vec3 tint = pow(difference_scale(sign(value) * max(abs(value), 0.25)), vec3(1.0 / 2.2));
  return mix(pale, tint * (0.75 + 0.5 * dot(pale, vec3(0.333))), 0.85 * shown);
}
#endif

#if RAINY
#include "common/gloom.glsl"
#endif

void main() {
#if QUALITY > 0
  vec3 light = share_now > 0.0 ? texelFetch(frame_map, ivec2(gl_FragCoord.xy), 0).rgb : smoothed(screen); // blended frames are smooth
#else
  vec4 own = texelFetch(frame_map, ivec2(gl_FragCoord.xy), 0);
  vec3 light = own.rgb;
#endif
#if RAINY
  light = gloomy(light, texelFetch(scene_depth_map, ivec2(gl_FragCoord.xy), 0).r);
#endif
#if FALSE_COLOUR
  vec3 shown = pow(clamp(light, 0.0, 1.0), vec3(1.0 / 2.2));
#else
  vec2 off = screen - 0.5;
  vec3 shown = film(1.25 * exposure * (1.0 - 0.32 * dot(off, off)) * light);
#endif
#if DIFFERENCE
  shown = differing(shown);
#endif
  // Interleaved gradient noise (Jimenez 2014) of one step of 8 bits: no bands in the sky.
  float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
  colour = vec4(shown + (noise - 0.5) / 255.0, 1.0);
#if QUALITY == 0
  if (still == STILL_SHOWN) colour.a = own.a; // 0 where something moves
#endif
}
