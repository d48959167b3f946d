// A drop of rain as the eye sees it: a streak along its way. Drops fill three boxes before the eye, each thrice as wide as the last; what
// leaves a box at one side comes in at the other, so that a drop stays where it is while the camera moves. Of ten, two are splashes: crowns
// that water throws up where it, or the ground, was hit.
#include "common/frame.glsl"
#include "common/film.glsl"
#include "common/maps.glsl"
#include "common/water.glsl"

uniform sampler2D water_map;

flat out float is_splash; // 1, or 0: a streak
out vec2 place;           // in the streak or the splash, -1 to 1
out vec3 seen;            // place in the picture, times the third; m along the view axis
flat out vec4 colour_of;

const vec2 WIND = vec2(0.10, 0.05); // m for each metre that it falls
const float FALL = 7.0;             // m/s

// Three numbers from 0 to 1 that tell drops apart (after Jarzynski and Olano, "Hash Functions for GPU Rendering", 2020).
vec3 chances(uvec3 v) {
  v = v * 1664525u + 1013904223u;
  v.x += v.y * v.z; v.y += v.z * v.x; v.z += v.x * v.y;
  v ^= v >> 16u;
  v.x += v.y * v.z; v.y += v.z * v.x; v.z += v.x * v.y;
  return vec3(v >> 8u) / 16777216.0;
}

// Returns a corner of the streak of a drop in the air, and sets its cover.
vec3 streak_corner(int drop, int layer, vec3 onward, out float cover) {
  float wide = 6.0 * rain_size * (layer == 0 ? 1.0 : layer == 1 ? 3.0 : 9.0);
  vec3 middle = eye + 0.40 * wide * onward;

  // Each time a drop comes in again, at another place.
  vec3 own = chances(uvec3(drop, 7, 11));
  float fallen = own.x - (FALL * (0.85 + 0.3 * own.y) * time + middle.y) / wide;
  vec3 here = chances(uvec3(drop, int(floor(fallen)) + 65536, 3));
  vec3 at;
  at.y = middle.y + wide * (fract(fallen) - 0.5);
  at.xz = middle.xz + wide * (fract(here.xy - (WIND * at.y + middle.xz) / wide) - 0.5);

  vec3 along = normalize(vec3(-WIND.x, -1.0, -WIND.y)), ray = at - eye;
  float far = max(dot(ray, onward), 1e-3), pixel = far / (focal_length * enlarged), size = float(1 << layer) * rain_size;
  vec3 across = normalize(cross(ray, along) + vec3(1e-5, 0.0, 0.0));
  float thick = 0.0022 * size, drawn = max(thick, 0.75 * pixel);
  float tall = (0.15 + 0.14 * rain_density) * (0.7 + 0.6 * own.z) * size;
  at += across * (place.x * drawn) + along * (place.y * tall);

  // Not in the face, and into nothing where the box ends.
  float edge = length(ray) / wide;
  cover = smoothstep(0.10, 0.22, edge) * (1.0 - smoothstep(0.62, 0.88, edge));
  cover *= (0.40 + 0.3 * here.z) * min(1.0, 0.45 + 0.55 * thick / drawn) * (0.8 + 0.2 * rain_density);
  return at;
}

// Returns a corner of a splash, on the water or the ground near the eye, and sets its cover. Another one at another place follows it.
vec3 splash_corner(int drop, vec3 onward, out float cover) {
  float wide = 13.0 * rain_size, beat = time / 0.24 + 16.0 * chances(uvec3(drop, 7, 13)).x, age = fract(beat);
  vec3 here = chances(uvec3(drop, int(floor(beat)), 5));
  vec2 middle = eye.xz + 0.52 * wide * normalize(onward.xz + vec2(1e-4, 0.0));
  vec3 at;
  at.xz = middle + wide * (fract(here.xy - middle / wide) - 0.5);
  vec4 water = textureLod(water_map, grid_uv(at.xz), maps_level(at.xz));
  at.y = water.y > 0.001 ? max(water_level(water), water.w) : water.w;
  vec3 ray = at - eye, across = normalize(vec3(-ray.z, 1e-5, ray.x));
  float size = rain_size * (0.6 + 0.8 * here.z) * (water.y > 0.001 ? 1.0 : 0.5); // ground soaks most of it up
  at += across * (place.x * size * mix(0.03, 0.09, age)) + vec3(0.0, (0.5 + 0.5 * place.y) * size * 0.26 * age * (1.3 - age), 0.0);
  float far = length(ray) / wide;
  cover = 0.9 * (1.0 - age) * smoothstep(0.08, 0.16, far) * (1.0 - smoothstep(0.6, 1.0, far));
  if (any(lessThan(at.xz, vec2(0.0))) || any(greaterThan(at.xz, extent))) cover = 0.0; // there are no maps beyond
  return at;
}

void main() {
  const vec2 corners[6] = vec2[](vec2(-1, -1), vec2(1, -1), vec2(1, 1), vec2(-1, -1), vec2(1, 1), vec2(-1, 1));
  place = corners[gl_VertexID % 6];
  int drop = gl_VertexID / 6, kind = drop % 10;
  vec3 onward = normalize(vec3(view_projection[0].w, view_projection[1].w, view_projection[2].w));
  vec3 at;
  float cover;
  is_splash = kind < 8 ? 0.0 : 1.0;
  if (kind < 8)
    at = streak_corner(drop, kind < 1 ? 0 : kind < 4 ? 1 : 2, onward, cover);
  else
    at = splash_corner(drop, onward, cover);
  if (around_kind == AROUND_TABLE && natural == 1 && (any(lessThan(at.xz, vec2(0.0))) || any(greaterThan(at.xz, extent)))) cover = 0.0; // no rain in the room
  colour_of = vec4(film((1.25 + 0.75 * is_splash) * exposure * 2.4 * dot(sky_light, vec3(0.333)) * RAIN_CLOUD), cover);
  gl_Position = cover > 0.0 ? view_projection * vec4(at, 1.0) : vec4(0.0, 0.0, 2.0, 1.0);
  seen = vec3(0.5 * gl_Position.xy + 0.5 * gl_Position.w, gl_Position.w);
}
