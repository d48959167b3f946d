// A vertex of a box with chamfered edges (src/render/bodies.c).
layout(location = 0) in vec4 corner; // signs of the corner; the axis along which this vertex lies on the box's face
layout(location = 1) in mat4 model;
layout(location = 5) in vec3 half_size;
layout(location = 6) in uint variant;

vec3 box_face() {
  int axis = int(corner.w + 0.5);
  return corner.xyz * vec3(axis == 0, axis == 1, axis == 2);
}

// The point in the body's own axes, m.
vec3 box_local() {
  float chamfer = 0.05 * min(half_size.x, min(half_size.y, half_size.z));
  return corner.xyz * half_size - chamfer * (corner.xyz - box_face());
}

vec3 box_point() { return (model * vec4(box_local() / half_size, 1.0)).xyz; }
