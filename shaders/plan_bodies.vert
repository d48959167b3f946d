#include "common/frame.glsl"
#include "common/box.glsl"

layout(location = 9) in vec3 tone; // of the material, the same for all vertices of a draw

out vec3 shown;

void main() {
  vec3 position = box_point(), up = normalize(mat3(model) * (box_face() / half_size));
  shown = tone * (0.55 + 0.45 * max(up.y, 0.0) + 0.12 * dot(up, vec3(-0.7, 0.0, -0.7)));
  gl_Position = view_projection * vec4(position, 1.0);
}
