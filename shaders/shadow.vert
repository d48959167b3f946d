#include "common/frame.glsl"
#include "common/box.glsl"

void main() {
  vec4 at = body_shadow * vec4(box_point(), 1.0);
  gl_Position = vec4(2.0 * at.xyz - 1.0, 1.0);
}
