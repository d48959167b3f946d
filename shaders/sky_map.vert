// One triangle over the whole map.
out vec2 place;

void main() {
  place = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  gl_Position = vec4(place, 0.0, 1.0);
}
