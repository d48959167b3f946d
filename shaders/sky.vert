#include "common/frame.glsl"

uniform sampler2D sky_map;
#include "common/sky_map.glsl"

#if PLAIN
// The plain that the block stands on: triangles from under the block to a ring far away. Behind all else, and before the sky.
out vec3 position, horizon;

void main() {
  const int sectors = 24;
  int in_sector = gl_VertexID % 3;
  float turn = 6.2831853 * float(gl_VertexID / 3 + (in_sector == 2 ? 1 : 0)) / float(sectors), size = max(extent.x, extent.y);
  vec2 out_to = in_sector == 0 ? vec2(0.0) : vec2(cos(turn), sin(turn));
  position = vec3(0.5 * extent + 40.0 * size * out_to, ground_base).xzy;
  vec3 away = position - eye;
  horizon = sky_seen(normalize(vec3(away.x, 0.02 * length(away), away.z)), 4.0);
  gl_Position = view_projection * vec4(position, 1.0);
  gl_Position.z = gl_Position.w * (1.0 - 5e-7);
}
#elif HEDGE
// A hedge about the lawn: four upright rectangles. Behind all else, and before the plain.
out vec3 position;
flat out vec3 face;

void main() {
  const vec2 corners[6] = vec2[](vec2(-1, 0), vec2(1, 0), vec2(1, 1), vec2(-1, 0), vec2(1, 1), vec2(-1, 1));
  vec2 corner = corners[gl_VertexID % 6];
  int side = gl_VertexID / 6;
  float size = max(extent.x, extent.y), away = side < 2 ? 1.0 : -1.0;
  vec2 place = side % 2 == 0 ? vec2(away, corner.x) : vec2(corner.x, away);
  position = vec3(0.5 * extent + 2.1 * size * place, ground_base + 0.445 * size * corner.y).xzy;
  face = side % 2 == 0 ? vec3(-away, 0.0, 0.0) : vec3(0.0, 0.0, -away);
  gl_Position = view_projection * vec4(position, 1.0);
  gl_Position.z = gl_Position.w * (1.0 - 1e-6);
}
#else
// One triangle over the whole viewport, as far away as can be.
out vec3 ray;

void main() {
  vec2 screen = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  vec4 far = view_projection_inverse * vec4(screen, 1.0, 1.0);
  ray = far.xyz / far.w - eye;
  gl_Position = vec4(screen, 1.0, 1.0);
}
#endif
