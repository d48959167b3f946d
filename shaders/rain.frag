#include "common/frame.glsl"

uniform sampler2D scene_depth_map;

flat in float is_splash;
in vec2 place;
in vec3 seen;
flat in vec4 colour_of;
layout(location = 0) out vec4 colour;

void main() {
  float behind = view_depth(texture(scene_depth_map, seen.xy / seen.z).r);
  float shape = (1.0 - place.x * place.x) * (1.0 - place.y * place.y);
  if (is_splash > 0.5) { // its sides open upwards, and thin out
    float high = 0.5 + 0.5 * place.y, off = (abs(place.x) - 0.30 - 0.4 * high) / 0.30;
    shape = max(max(1.0 - off * off, 0.0), 0.6 * (1.0 - abs(place.x)) * (1.0 - high)) * (1.0 - high);
  }
  colour = vec4(colour_of.rgb, seen.z < behind ? colour_of.a * shape : 0.0);
}
