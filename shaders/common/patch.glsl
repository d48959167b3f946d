// A vertex of the grid's mesh (src/render/lod.h): CDLOD, Strugar 2010.
layout(location = 0) in vec4 corner;     // i, k within the patch; side (0: top); 1 at a side's lower edge
layout(location = 1) in vec4 patch_rect; // u, v, stride, in cells; m: the distance at which it has fully become the coarser level

// Vertices lie at cell centres, where heights are exact; those of the rim on the grid's edge.
vec2 patch_place(vec2 cell) {
  vec2 inside = min(cell + 0.5, grid);
  return vec2(cell.x > 0.0 ? inside.x : 0.0, cell.y > 0.0 ? inside.y : 0.0) * cell_size;
}

// x, y: the vertex's x and z, m; z: coarseness of the mesh there, as a mipmap level.
vec3 patch_vertex() {
  vec2 cell = patch_rect.xy + corner.xy * patch_rect.z;
  vec2 xz = patch_place(cell);
  float above = eye.y - clamp(eye.y, near_low, near_high);
  float distance_to_eye = length(vec3(xz.x - eye.x, above, xz.y - eye.z));
  float slide = saturate(4.0 * distance_to_eye / patch_rect.w - 3.0);
  vec2 odd = 2.0 * fract(0.5 * corner.xy);
  return vec3(patch_place(cell - odd * patch_rect.z * slide), max(log2(patch_rect.z) + slide - 1.0, 0.0));
}

vec3 patch_normal() {
  int side = int(corner.z + 0.5);
  if (side == 0) return vec3(0.0, 1.0, 0.0);
  if (side <= 2) return vec3(side == 1 ? -1.0 : 1.0, 0.0, 0.0);
  return vec3(0.0, 0.0, side == 3 ? -1.0 : 1.0);
}
