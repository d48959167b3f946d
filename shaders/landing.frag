#include "common/frame.glsl"

in vec3 place;
layout(location = 2) out vec4 foam; // as in surface.frag: foam; nothing; milk; nothing

void main() {
  float inside = place.z * saturate(1.0 - dot(place.xy, place.xy));
  foam = vec4(inside, 0.0, 0.6 * inside, 0.0);
}
