// Bodies that move, drawn with all pixels of the window, over a finished frame that was drawn with fewer (src/render/land/moving.h).
#include "common/frame.glsl"

uniform sampler2D frame_map, scene_depth_map; // the bodies; alpha 0 where there is none
uniform sampler2D water_map;
uniform sampler2D small_map, small_depth_map, scene_colour_map; // the frame, its depths, and the frame without water
#include "common/film.glsl"
#include "common/water.glsl"
#if RAINY
#include "common/gloom.glsl"
#endif

in vec2 screen;
layout(location = 0) out vec4 colour;

// 1 where a texel of the frame leaves what is `far` away in sight: nothing was drawn over the scene there, or what was is known to lie behind.
float in_sight(ivec2 at, float far, float room) {
  at = clamp(at, ivec2(0), textureSize(small_map, 0) - 1);
  float there = view_depth(texelFetch(small_depth_map, at, 0).r);
  vec3 laid = abs(texelFetch(small_map, at, 0).rgb - texelFetch(scene_colour_map, at, 0).rgb);
  return there > far + room || (there > far - room && laid.r + laid.g + laid.b == 0.0) ? 1.0 : 0.0;
}

// How much of a pixel near the water's edge on a body is above the surface, 0 to 1, by where the surface stands; `seen`, where it is far from it.
// The frame's texels are too coarse for that edge: it would be a flight of stairs.
float above_water(float seen, float stored, float far) {
  vec4 at = view_projection_inverse * vec4(2.0 * vec3(screen, stored) - 1.0, 1.0);
  vec3 place = at.xyz / at.w;
  vec4 water = textureLod(water_map, grid_uv(place.xz), 0.0);
  float above = (place.y - water_level(water)) * focal_length / far, texel = float(textureSize(frame_map, 0).y) / float(textureSize(small_map, 0).y);
  return water.z > WATER_SOLID && abs(above) < 3.0 * texel ? saturate(above + 0.5) : seen;
}

float alpha_at(ivec2 at) { return texelFetch(frame_map, at, 0).a; }

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy), top = textureSize(frame_map, 0) - 1;
  vec4 own = texelFetch(frame_map, at, 0);
  if (own.a == 0.0) discard;
  float stored = texelFetch(scene_depth_map, at, 0).r, far = view_depth(stored), room = max(0.02 * far, 0.05);
  vec2 place = screen * vec2(textureSize(small_map, 0)) - 0.5, part = fract(place);
  ivec2 base = ivec2(floor(place));
  float low = mix(in_sight(base, far, room), in_sight(base + ivec2(1, 0), far, room), part.x);
  float high = mix(in_sight(base + ivec2(0, 1), far, room), in_sight(base + ivec2(1, 1), far, room), part.x);
  float part_seen = mix(low, high, part.y), seen = smoothstep(0.35, 0.65, part_seen);
  if (part_seen > 0.0 && part_seen < 1.0) seen = above_water(seen, stored, far);
  // An outline blends with what lies behind.
  float around = alpha_at(max(at - ivec2(1, 0), 0)) + alpha_at(min(at + ivec2(1, 0), top)) + alpha_at(max(at - ivec2(0, 1), 0)) + alpha_at(min(at + ivec2(0, 1), top));
  vec3 light = own.rgb;
#if RAINY
  light = gloomy(light, stored);
#endif
  vec2 off = screen - 0.5;
  colour = vec4(film(1.25 * exposure * (1.0 - 0.32 * dot(off, off)) * light), seen * (0.2 + 0.2 * around));
}
