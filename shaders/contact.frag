#include "common/frame.glsl"

uniform sampler2D ground_map;

in vec2 place;
flat in vec3 middle, axis_x, axis_y, axis_z, size;
flat in vec2 reach;
flat in float is_round;
layout(location = 0) out vec4 open;

void main() {
  vec3 to = vec3(place.x, textureLod(ground_map, grid_uv(place), 0.0).r, place.y) - middle;
  vec3 local = vec3(dot(to, axis_x), dot(to, axis_y), dot(to, axis_z));
  vec3 box = max(abs(local) - size, 0.0);
  vec2 cylinder = max(vec2(length(local.xz) - size.x, abs(local.y) - size.y), 0.0);
  float near = saturate(1.0 - mix(length(box), length(cylinder), is_round) / reach.x);
  open = vec4(1.0 - reach.y * near * (0.35 + 0.65 * near));
}
