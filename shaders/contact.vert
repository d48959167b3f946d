// A square about a body as seen from above, in the map of what bodies keep off the ground they stand on (src/render/contact.c).
#include "common/frame.glsl"

uniform sampler2D ground_map;

layout(location = 1) in mat4 model;
layout(location = 5) in uint material;

out vec2 place; // m: x, z
flat out vec3 middle, axis_x, axis_y, axis_z, size;
flat out vec2 reach; // m: how far the darkness goes; how dark it is
flat out float is_round; // 1: a cylinder along its own y

const float CONTACT_REACH = 2.6; // m, at most (the same in src/render/contact.h)

float ground_at(vec2 xz) { return textureLod(ground_map, grid_uv(xz), 0.0).r; }

void main() {
  vec3 x = model[0].xyz, y = model[1].xyz, z = model[2].xyz;
  size = vec3(length(x), length(y), length(z));
  axis_x = x / size.x;
  axis_y = y / size.y;
  axis_z = z / size.z;
  middle = model[3].xyz;
  is_round = material == uint(BODY_BARK) || material == uint(BODY_RUBBER) || material == uint(BODY_FLOAT) ? 1.0 : 0.0;
  // In proportion to the body, twice as far for a house, whose walls take half of the sky from the grass before them; and never
  // narrower than the map can show: then fainter.
  float wide = max(min(size.x, size.y), min(max(size.x, size.y), size.z)), wanted = clamp(0.6 * wide * (1.0 + smoothstep(0.7, 1.8, wide)), 0.12, CONTACT_REACH);
  reach.x = max(wanted, 1.5 * contact_texel);
  reach.y = 0.92 * wanted / reach.x;
  vec2 half_square = abs(x.xz) + abs(y.xz) + abs(z.xz) + reach.x;
  // Bodies that hang or swim high above the ground, by its height at the middle and the four corners, are left out.
  float ground = ground_at(middle.xz);
  for (int n = 0; n < 4; n++) ground = max(ground, ground_at(middle.xz + half_square * (2.0 * vec2(n & 1, n >> 1) - 1.0)));
  if (middle.y - abs(x.y) - abs(y.y) - abs(z.y) > ground + reach.x + 0.25 * cell_size) half_square = vec2(0.0);
  place = middle.xz + half_square * (2.0 * vec2(gl_VertexID & 1, gl_VertexID >> 1) - 1.0);
  gl_Position = vec4(2.0 * (place - contact_corner) * contact_scale - 1.0, 0.0, 1.0);
}
