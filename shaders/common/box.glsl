// A vertex of a body with chamfered edges: a box, or a cylinder along y (src/render/bodies.c).
layout(location = 0) in vec3 corner; // in the cube [-1, 1]^3, before the edge is taken off
layout(location = 1) in mat4 model;
layout(location = 5) in vec3 half_size;
layout(location = 6) in uint variant;
layout(location = 7) in vec3 face_at; // which way its face looks

vec3 box_face() { return face_at; }

// The point in the body's own axes, m.
vec3 box_local() {
  float chamfer = 0.05 * min(half_size.x, min(half_size.y, half_size.z));
  return corner * half_size - chamfer * (corner - face_at);
}

vec3 box_point() { return (model * vec4(box_local() / half_size, 1.0)).xyz; }
