// One triangle over the whole viewport; for STEP 2 the viewport in two, which is what a driver's fast way (src/render/screen.c) is for.
out vec2 screen;

void main() {
#if STEP == 2
  const vec2 corners[6] = vec2[](vec2(0, 0), vec2(1, 0), vec2(0, 1), vec2(1, 0), vec2(1, 1), vec2(0, 1));
  screen = corners[gl_VertexID];
#else
  screen = vec2(gl_VertexID == 1 ? 2.0 : 0.0, gl_VertexID == 2 ? 2.0 : 0.0);
#endif
  gl_Position = vec4(2.0 * screen - 1.0, 0.0, 1.0);
}
