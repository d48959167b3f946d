// The water's surface at a fragment: what the five programs of the water (water.frag, water_under, water_side, water_over, water_colours)
// share. Before this include each says by MAY_BE_HALF whether it draws the surface itself.
#include "common/frame.glsl"
#include "common/water.glsl"
#include "common/maps.glsl"

#ifndef RAIN
#define RAIN 0
#endif
#if RAIN
#include "common/rain_rings.glsl"
#endif

uniform sampler2D noise_map, water_map, flow_map;

in vec3 position, map_place;
in vec4 haze, moving; // moving: clearance from the ground's shadow; velocity; foam
in vec3 lie; // as in water.vert
in vec3 rest; // as in water.vert
flat in vec3 side_normal;
layout(location = 0) out vec4 colour;

// On the lowest tier the surface is shaded into a picture of half the size, and laid over the scene at full size afterwards by
// water_over.frag, so that its outlines stay sharp.
#if QUALITY == 0 && MAY_BE_HALF
#define HALF 1
#else
#define HALF 0
#endif

// Weight of a pixel in the picture of half the size, by which water_over.frag knows how much of the sun's light it has.
float weight_of(float sunlit) { return 0.25 + 0.75 * sunlit; }
float sunlit_of(float weight) { return saturate((weight - 0.25) / 0.75); }

// Returns m of water under the surface, and discards the fragment where there is none.
#if AROUND
float thickness_here() {
  if (lie.y <= (HALF == 1 ? -1.0 : 0.0)) discard;
  return max(lie.y, 0.0);
}
#else
float thickness_here() {
  vec4 water = textureLod(water_map, grid_uv(rest.xy), maps_level(rest.xy));
  float thickness = NATURAL == 1 ? water_level(water) - water.w : water.z;
#if HALF
  if (water.y < 1e-6) discard; // the sheet goes on under the shore, so that the picture of half the size has no dark rim there
  return max(thickness, 0.0);
#else
  if (water.y < 1e-4 || thickness <= 0.0) discard;
  return thickness;
#endif
}
#endif

// Returns how much of the surface is seen where it thins out, 0 to 1.
float shown_by(float thickness) {
#if AROUND
  return smoothstep(0.0, 0.05, thickness);
#else
  return smoothstep(0.5 * WATER_FILM, WATER_SOLID, thickness);
#endif
}

// Slope of the surface. Between cells by a cubic B-spline, of four bilinear look-ups (Sigg and Hadwiger, GPU Gems 2, 2005): with straight
// lines the picture seen through small waves is bent into saw-teeth.
vec2 slope_at(vec2 uv, float level) {
  vec2 size = vec2(textureSize(flow_map, int(level + 0.5))), at = uv * size - 0.5, t = fract(at), one = 1.0 - t;
  vec2 w0 = one * one * one / 6.0, w1 = (4.0 - 3.0 * t * t * (2.0 - t)) / 6.0, w3 = t * t * t / 6.0, low = w0 + w1, high = 1.0 - low;
  vec2 before = (floor(at) - 0.5 + w1 / low) / size, after = (floor(at) + 1.5 + w3 / high) / size;
  vec2 a = textureLod(flow_map, before, level).xy, b = textureLod(flow_map, vec2(after.x, before.y), level).xy;
  vec2 c = textureLod(flow_map, vec2(before.x, after.y), level).xy, d = textureLod(flow_map, after, level).xy;
  return mix(mix(d, c, low.x), mix(b, a, low.x), low.y);
}

// Slope of the surface here; beyond the grid it is level.
vec2 slope_here() {
#if AROUND
  return vec2(0.0);
#else
  return slope_at(grid_uv(rest.xy), maps_level(rest.xy));
#endif
}

// A pattern carried by the flow, in two phases, each of which restarts while the other is seen (Vlachos, "Water Flow in Portal 2",
// 2010). Places are out of step with each other, or the whole surface would pulse.
vec4 carried(vec2 at, vec2 carry, float rate, float step) {
  float phase = fract(time * rate + step), other = fract(phase + 0.5);
  vec4 a = texture(noise_map, at - carry * (phase - 0.5) / rate);
  vec4 b = texture(noise_map, at - carry * (other - 0.5) / rate + 0.37);
  return mix(a, b, abs(2.0 * phase - 1.0));
}

// m: where to look up patterns of the surface, as if it were rolled out flat on a breaker's front.
vec2 rolled_out(vec2 velocity) {
  return position.xz - velocity / max(length(velocity), 0.3) * (rest.z * lie.x);
}

// m: size of the pattern of ripples that the flow carries.
float carried_size() { return 11.0 * clamp(scene_scale(), 0.15, 2.0); }

// Returns the pattern that the flow carries; drift: one that it does not, which the wind does.
vec4 pattern_here(vec2 velocity, float finer, out vec4 drift) {
  float size = carried_size();
  drift = texture(noise_map, position.xz / (0.43 * size) + time * vec2(0.021, 0.034) / sqrt(size), finer);
  return carried(rolled_out(velocity) / size, velocity * (1.0 - rest.z) / size, 0.45, 0.6 * drift.b);
}

// Slopes of ripples too small for the grid; they fade out with distance before they would shimmer, and what they were becomes
// roughness: the spread of the slopes within a pixel.
vec2 ripples(vec2 velocity, float far, out vec4 pattern, out float roughness) {
#if QUALITY == 0
  // Ripples are looked up a little finer than pixels are, and farther: their means over so few pixels are a mirror.
  const float finer = -0.5, reach = 28.0;
#else
  const float finer = 0.0, reach = 14.0;
#endif
  float size = carried_size(), speed = length(velocity);
  vec4 drift;
  pattern = pattern_here(velocity, finer, drift);
  // Wind roughens the water, more along its way than across (Cox and Munk 1954).
  float blows = length(wind), calm = 0.15 * (1.0 + 0.11 * min(blows, 15.0)), rough = 0.36 * saturate(speed / (1.2 + 0.4 * size * 0.2));
#if QUALITY == 0
  vec2 slow = vec2(0.5);
#else
  vec2 slow = texture(noise_map, position.xz / (1.9 * size) - time * vec2(0.017, 0.012) / sqrt(size)).rg;
  // Gusts: patches where the wind roughens the water, and smooth lanes between them.
  float gust = texture(noise_map, position.xz / (19.0 * size) + time * vec2(0.0032, 0.0021)).b;
  calm *= mix(0.35, 1.6, smoothstep(0.38, 0.62, gust));
  vec2 fine = texture(noise_map, position.xz / (0.13 * size) + time * vec2(-0.05, 0.04) / sqrt(size)).rg;
  slow += 0.35 * (fine - 0.5) / (1.0 + pow(far / (3.0 * size), 2.0));
#endif
  // Within some metres of the eye ripples of a few centimetres are seen, too.
  float micro = 1.0 - smoothstep(0.25, 0.55, far / size);
  if (micro > 0.0) {
    const float tile = QUALITY == 0 ? 0.05 : 0.035, texels = 256.0;
    float level = log2(max(float(1 + HALF) * far / focal_length * texels / (tile * size), 1.0)) + 0.5 * finer;
    slow += (QUALITY == 0 ? 0.8 : 0.45) * micro * (textureLod(noise_map, position.xz / (tile * size) + time * vec2(0.11, -0.08) / sqrt(size), level).rg - 0.5);
  }
  float fade = 1.0 / (1.0 + pow(far / (reach * size), 2.0));
  roughness = (0.06 + 0.5 * calm + 0.6 * rough) * (1.0 - fade) * liquid_thin;
  vec2 by_wind = calm * (drift.rg + slow - 1.0), towards = wind / max(blows, 0.01);
  by_wind += 0.35 * saturate(0.2 * blows) * dot(by_wind, towards) * towards;
  vec2 slope = (by_wind + rough * (pattern.rg - 0.5)) * fade;
#if RAIN
  float facing = clamp(abs(eye.y - position.y) / far, 0.1, 1.0), pixel = far * float(1 + HALF) / (focal_length * facing); // m
  slope += rain_rings(position.xz, far, pixel, roughness);
#endif
  return slope * liquid_thin;
}

// The normal turned to the eye where ripples have turned it away.
vec3 turned_to_eye(vec3 normal, vec3 view_ray) {
  float facing = dot(-view_ray, normal);
  return facing < 0.02 ? normalize(normal - view_ray * (0.02 - facing)) : normal;
}
