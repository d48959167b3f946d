// A vertex of a body: a box or a cylinder along y, both with chamfered edges, or a mesh (src/render/bodies.c).
layout(location = 0) in vec3 corner; // in the cube [-1, 1]^3, before chamfering
layout(location = 1) in mat4 model;
layout(location = 5) in vec3 half_size;
layout(location = 6) in uint variant;
layout(location = 7) in vec4 face_at; // the face's normal; w: 1 where the edge is chamfered

vec3 box_face() { return face_at.xyz; }

// The point in the body's own axes, m.
vec3 box_local() {
  float chamfer = 0.05 * face_at.w * min(half_size.x, min(half_size.y, half_size.z));
  return corner * half_size - chamfer * (corner - face_at.xyz);
}

vec3 box_point() { return (model * vec4(box_local() / half_size, 1.0)).xyz; }
