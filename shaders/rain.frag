#include "common/frame.glsl"

uniform sampler2D scene_depth_map;

in vec2 place;
in vec3 seen;
flat in vec4 colour_of;
layout(location = 0) out vec4 colour;

void main() {
  float behind = view_depth(texture(scene_depth_map, seen.xy / seen.z).r);
  float shape = (1.0 - place.x * place.x) * (1.0 - place.y * place.y);
  colour = vec4(colour_of.rgb, seen.z < behind ? colour_of.a * shape : 0.0);
}
