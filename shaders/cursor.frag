#include "common/frame.glsl"

in vec3 position;
layout(location = 0) out vec4 colour;

// A faint disc with a line along its edge.
void main() {
  float from_middle = distance(position.xz, cursor.xz), pixel = distance(position, eye) / focal_length;
  float width = max(0.035 * cursor_radius, 0.9 * pixel);
  float line = 1.0 - smoothstep(width, width + 1.4 * pixel, abs(from_middle - cursor_radius));
  colour = vec4(cursor_colour, max(0.85 * line, from_middle < cursor_radius ? 0.07 : 0.0));
}
