// The level of the maps' pyramids for a place, by its distance (src/render/surface.h).
float maps_level(vec2 xz, vec4 seen) {
  float distance_to_eye = length(vec3(xz.x - seen.x, seen.y, xz.y - seen.z));
  return clamp(floor(log2(max(distance_to_eye * seen.w, 1e-6)) + 0.5), 0.0, map_levels.x);
}
