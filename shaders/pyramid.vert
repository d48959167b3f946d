// One triangle over the whole viewport.
void main() {
  vec2 screen = vec2(gl_VertexID == 1 ? 2.0 : 0.0, gl_VertexID == 2 ? 2.0 : 0.0);
  gl_Position = vec4(2.0 * screen - 1.0, 0.0, 1.0);
}
