// A drop of rain as the eye sees it: a streak along its way. Drops fill three boxes before the eye, each thrice as wide as the last; what
// leaves a box at one side comes in at the other, so that a drop stays where it is while the camera moves.
#include "common/frame.glsl"
#include "common/film.glsl"

out vec2 place;       // in the streak, -1 to 1
out vec3 seen;        // place in the picture, times the third; m along the view axis
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

void main() {
  const vec2 corners[6] = vec2[](vec2(-1, -1), vec2(1, -1), vec2(1, 1), vec2(-1, -1), vec2(1, 1), vec2(-1, 1));
  place = corners[gl_VertexID % 6];
  int drop = gl_VertexID / 6, kind = drop % 8, layer = kind < 1 ? 0 : kind < 4 ? 1 : 2;
  float wide = 6.0 * rain_size * (layer == 0 ? 1.0 : layer == 1 ? 3.0 : 9.0);
  vec3 onward = normalize(vec3(view_projection[0].w, view_projection[1].w, view_projection[2].w));
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
  float tall = (0.10 + 0.14 * rain_density) * (0.7 + 0.6 * own.z) * size;
  at += across * (place.x * drawn) + along * (place.y * tall);

  // Not in the face, and into nothing where the box ends.
  float edge = length(ray) / wide, cover = smoothstep(0.10, 0.22, edge) * (1.0 - smoothstep(0.62, 0.88, edge));
  cover *= (0.40 + 0.3 * here.z) * min(1.0, 0.45 + 0.55 * thick / drawn) * (0.8 + 0.2 * rain_density);
  if (around_kind == AROUND_TABLE && natural == 1 && (any(lessThan(at.xz, vec2(0.0))) || any(greaterThan(at.xz, extent)))) cover = 0.0; // no rain in the room
  colour_of = vec4(film(1.25 * exposure * 2.4 * dot(sky_light, vec3(0.333)) * RAIN_CLOUD), cover);
  gl_Position = cover > 0.0 ? view_projection * vec4(at, 1.0) : vec4(0.0, 0.0, 2.0, 1.0);
  seen = vec3(0.5 * gl_Position.xy + 0.5 * gl_Position.w, gl_Position.w);
}
