// Dye in the water; without DYE the water is clear of it.
#if DYE
uniform sampler2D dye_map;

// A rhodamine: it takes green most of all and glows red-violet. 1/(g/m^2), linear RGB.
const vec3 DYE_ABSORPTION = vec3(0.18, 2.6, 0.75), DYE_GLOW = vec3(0.52, 0.012, 0.26);

// Returns the share of each colour that `path` metres of water `thickness` deep let through, by the dye in it (Beer-Lambert law). It is
// known per area, so that thin water has no more of it than it has.
vec3 dye_clear(float path, float thickness) {
  return exp(-DYE_ABSORPTION * texture(dye_map, grid_uv(position.xz)).r * min(path / max(thickness, 0.02), 3.0));
}

// Light that it gives back: the share of green that it has taken.
vec3 dyed(vec3 inside, vec3 clear) { return mix(inside * clear, DYE_GLOW * (sun_light * (0.10 + 0.30 * sun.y) + sky_light * 0.5), 1.0 - clear.g); }
#else
vec3 dye_clear(float path, float thickness) { return vec3(1.0); }
vec3 dyed(vec3 inside, vec3 clear) { return inside; }
#endif
