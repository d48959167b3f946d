// A spot of foam where water from the air falls back, in the level of the map of foam that the picture reads there (src/render/landing.c).
#include "common/frame.glsl"
#include "common/maps.glsl"

layout(location = 0) in vec4 spot;   // x, z, reach, m; foam
layout(location = 1) in float level; // that is drawn into

out vec3 place; // in the spot, -1 to 1; foam

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  place = vec3(corner, spot.w);
  bool is_read = abs(maps_level(spot.xy) - level) < 0.5;
  gl_Position = is_read ? vec4(2.0 * grid_uv(spot.xy + corner * spot.z) - 1.0, 0.0, 1.0) : vec4(2.0, 2.0, 2.0, 1.0);
}
