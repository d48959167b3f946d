// The level of the maps' pyramids for a place, by its distance (src/render/water.h).
float maps_level_from(vec2 xz, vec3 seen, float scale) {
  float distance_to_eye = length(vec3(xz.x - seen.x, seen.y, xz.y - seen.z));
  return clamp(floor(log2(max(distance_to_eye * scale, 1e-6)) + 0.5), 0.0, maps_coarsest);
}

float maps_level(vec2 xz) { return maps_level_from(xz, maps_eye, maps_scale); }

// The level that the last frame had there.
float maps_level_before(vec2 xz) { return maps_level_from(xz, maps_eye_before, maps_scale_before); }
