#include "common/frame.glsl"

// One triangle over the whole viewport, as far away as can be.
out vec3 ray;

void main() {
  vec2 screen = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  vec4 far = view_projection_inverse * vec4(screen, 1.0, 1.0);
  ray = far.xyz / far.w - eye.xyz;
  gl_Position = vec4(screen, 1.0, 1.0);
}
