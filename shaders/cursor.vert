#include "common/frame.glsl"
#include "common/water.glsl"
#include "common/maps.glsl"

uniform sampler2D ground_map, water_map;

// A disc about the place where the tool acts, laid on the ground and the water: triangles between rings around it.
out vec3 position;

const int SECTORS = 72, RINGS = 6; // the same in src/render/screen.c

// m from the middle: evenly up to the tool's edge; the last two rings lie on both sides of the line drawn there.
float ring_radius(int ring, float pixel) {
  float line = max(0.035 * cursor_radius, 0.9 * pixel) + 1.5 * pixel;
  if (ring >= RINGS - 1) return max(cursor_radius + (ring == RINGS ? line : -line), 0.0);
  return max(cursor_radius - line, 0.0) * float(ring) / float(RINGS - 1);
}

void main() {
  int quad = gl_VertexID / 6, corner = gl_VertexID % 6;
  int ring = quad / SECTORS + (corner == 2 || corner == 4 || corner == 5 ? 1 : 0);
  float turn = 6.2831853 * float(quad % SECTORS + (corner == 1 || corner == 3 || corner == 5 ? 1 : 0)) / float(SECTORS);
  vec2 xz = cursor.xz + ring_radius(ring, distance(cursor, eye) / focal_length) * vec2(cos(turn), sin(turn));
  vec2 uv = grid_uv(clamp(xz, vec2(0.0), extent));
  vec4 water = textureLod(water_map, uv, maps_level(xz));
  float ground = textureLod(ground_map, uv, 0.0).r;
  position = vec3(xz.x, water.y > 0.5 ? max(water_level(water), ground) : ground, xz.y);
  gl_Position = view_projection * vec4(position, 1.0);
  // Depth as of a point nearer by a hundredth: the meshes below are coarser than this one and must not cut through it.
  vec4 nearer = view_projection * vec4(mix(position, eye, 0.01), 1.0);
  if (nearer.w > 0.0 && gl_Position.w > 0.0) gl_Position.z = nearer.z / nearer.w * gl_Position.w;
}
