// The water's surface seen from above: the bed through it, the scene and the sky in it, foam on it. AROUND: of the water beyond the grid.
#define MAY_BE_HALF 1
#include "common/water_sheet.glsl"
#include "common/water_seen.glsl"
#include "common/foam.glsl"

// Returns the light of the sun's glint, as wide as the spread of slopes too small to be resolved. rippled: share of the ripples that there are.
vec3 glint(vec3 view_ray, vec3 normal, float roughness, float rippled) {
#if QUALITY > 0
  // Slopes that differ within the pixel widen it, or it would sparkle (Tokuyoshi and Kaplanyan 2019).
  vec3 dx = dFdx(normal), dy = dFdy(normal);
  float spread = 0.03 + roughness * roughness + min(0.5 * (dot(dx, dx) + dot(dy, dy)), 0.18);
#else
  float spread = 0.04 + roughness * roughness;
#endif
  const float share = QUALITY == 0 ? 0.03 : 0.11; // without the finest ripples the light is not broken up as much
  float width = 2.0 / (spread * spread + 0.004);
  // About the half vector: a low sun is drawn out into a path towards the eye, which about the mirrored ray is a round blot (Blinn 1977).
  vec3 half_way = normalize(sun - view_ray);
  float facing = max(dot(half_way, normal), 0.0);
  // The ripples that a pixel averages out break the light up, or the sun is one white blot.
  if (facing > 0.95) {
    vec2 tilt = textureLod(noise_map, position.xz / (1.4 * clamp(scene_scale(), 0.15, 2.0)), 0.0).rg - 0.5;
    facing = max(dot(half_way, normalize(normal + 0.3 * rippled * vec3(tilt.x, 0.0, tilt.y))), 0.0);
  }
  return sun_light * pow(facing, 4.0 * width) * share * min(width, 260.0);
}

// Milk, 0 to 1: a pale cloud of bubbles in the water, where there was foam, and wider. Less of it in salt water, where foam lasts: all of a
// surf would be under one veil.
float bubbles(float milk, vec4 pattern) {
  float share = around_kind == AROUND_SEA ? 0.6 : 1.0;
  return share * saturate(1.2 * milk) * (0.35 + 0.5 * pattern.b) * liquid_thin;
}

// m: distance to the shore, from how fast the water thins out.
float to_shore(float thickness) {
  float right = abs(dFdx(thickness)) / max(length(dFdx(position.xz)), 1e-4);
  float up = abs(dFdy(thickness)) / max(length(dFdy(position.xz)), 1e-4);
  return thickness / max(length(vec2(right, up)), 1e-3);
}

// Sunlight on the bed, 1 in the mean: crests gather it and troughs spread it, a lens of each: 1 / (1 + (1 - 1/n) d lap h), to first order
// in the depth d. It is what makes rings seen in clear water, for as long as pixels are no coarser than cells.
float gathered(vec2 slope, float thickness) {
  vec2 dx = dFdx(position.xz), dy = dFdy(position.xz), sx = dFdx(slope), sy = dFdy(slope);
  float area = dx.x * dy.y - dx.y * dy.x;
  float lap = (sx.x * dy.y - sy.x * dx.y + sy.y * dx.x - sx.y * dy.x) / (abs(area) > 1e-9 ? area : 1e9);
  // Between two thirds and twice the light, which it nears without an edge.
  float power = 0.25 * min(thickness, 4.0) * lap, lens = 1.0 / (1.0 + 0.5 * power / (0.6 + abs(power)));
  return mix(1.0, lens, 1.0 / (1.0 + max(dot(dx, dx), dot(dy, dy)) / (4.0 * cell_size * cell_size)));
}

// m: about how far a body is, whose side is close behind the surface while the bed is not; 4 and more: none.
float to_body(float thickness, float path) { return 2.5 * path + 4.0 * smoothstep(0.35, 0.70, path / max(thickness, 1e-3)); }

// A thin bright seam where the water meets the shore, or a body: a film, as of rain on a slope, has the ground close behind it everywhere.
// Returns its cover, 0 to 1.
float seam(float thickness, float path, float speed, vec4 pattern) {
  float shore = to_shore(thickness) + 4.0 * smoothstep(0.05, 0.30, thickness);
  float near = min(shore, to_body(thickness, path)) / clamp(scene_scale(), 0.25, 1.5);
  float bright = (1.0 - smoothstep(0.05, 0.45, near)) * smoothstep(0.48, 0.66, pattern.b + 0.04);
  return bright * (0.04 + 0.36 * saturate(0.5 * speed + moving.w));
}

// Share of the light that a body leaves to the water at its side.
float past_body(float thickness, float path) {
  return mix(0.60, 1.0, smoothstep(0.0, 0.9, to_body(thickness, path) / clamp(scene_scale(), 0.25, 1.5)));
}

// Light of the water itself: what it scatters back, light that crests let through (a fit used in "Atlas", GDC 2019), and the cloud of
// bubbles under foam. Light comes in beside a shadow on the surface: the deeper the water that is seen into, the less of the shadow is left.
vec3 light_within(vec3 view_ray, vec3 normal, float path, float past_ground, float sunlit, float cloud) {
  float lit = mix(sunlit, 1.0, 0.55 + 0.35 * saturate(0.5 * path / max(scene_scale(), 0.3))) * (0.5 + 0.5 * past_ground);
  float against = saturate(dot(sun, view_ray)), turned = 0.5 - 0.5 * dot(sun, normal);
  float crest = saturate(1.2 * lie.x / clamp(scene_scale(), 0.2, 1.5)) * pow(against, 4.0) * pow(turned, 3.0);
  vec3 inside = light_scattered(lit);
  inside += scatter * vec3(0.9, 1.15, 0.85) * sun_light * sunlit * (7.0 * crest + 0.10 * pow(saturate(-dot(view_ray, normal)), 2.0));
  return mix(inside, vec3(0.30, 0.385, 0.38) * (sun_light * sun.y * sunlit * 0.5 + sky_light * 0.6), 0.75 * cloud);
}

void main() {
  float thickness = thickness_here(), shown = shown_by(thickness), roughness, path;
  vec3 ray = position - eye;
  float far = length(ray), speed = length(moving.yz);
  vec3 view_ray = ray / far;
  vec4 pattern;
  float rippled = smoothstep(0.0, 0.12, thickness); // a film has hardly any ripples
  vec2 ripple = ripples(moving.yz, far, pattern, roughness) * rippled, slope = slope_here();
  vec3 normal = turned_to_eye(normalize(vec3(-slope.x - ripple.x, 1.0, -slope.y - ripple.y)), view_ray);
  float past_ground = light_past_ground(moving.x), sunlit = past_ground * light_past_bodies(map_place, 0.0);

#if AROUND
  vec3 below = refracted(view_ray, normal, thickness, path);
  path = min(path, thickness / max(-view_ray.y, 0.1));
#else
  // Waves of two or three cells are lenses of so short a focus that what they show is torn to pieces: it is seen through longer ones.
  vec2 bend = slope_at(grid_uv(rest.xy), maps_level(rest.xy) + 1.0), bent = bend + ripple;
  vec3 below = refracted(view_ray, turned_to_eye(normalize(vec3(-bent.x, 1.0, -bent.y)), view_ray), thickness, path);
  below *= gathered(mix(slope, bend, 0.5), thickness);
#endif
  // Beer-Lambert law along the light's path: down from the sun to the bed and up to the eye.
  float way = path + 0.5 * min(thickness, path), cloud = bubbles(lie.z, pattern);
  vec3 through = dye_clear(way, thickness), clear = exp(-absorption * way) * (1.0 - 0.75 * cloud);
  vec3 inside = dyed(light_within(view_ray, normal, path, past_ground, sunlit, cloud), through) + light_glowing(pattern, speed);
  clear *= through;
  vec3 transmitted = below * clear + inside * (1.0 - clear);

  float fresnel = fresnel_reflectance(saturate(dot(-view_ray, normal)), roughness, liquid_mirror);
  vec3 lit = mix(transmitted, reflected(view_ray, normal, roughness), fresnel);
  lit += glint(view_ray, normal, roughness, rippled * liquid_thin) * sunlit * fresnel;
#if !AROUND
  lit *= past_body(thickness, path);
#endif
  vec4 foam = foam_cover(normal, sunlit, moving.w, moving.yz, pattern);
#if HALF
  if (is_river()) foam.a = 0.0; // water_over.frag lays it over this
#endif
#if !AROUND
  foam.a = max(foam.a, seam(thickness, path, speed, pattern));
#endif
  lit = mix(mix(lit, foam.rgb, foam.a), haze.rgb, haze.a);
#if HALF
  float weight = weight_of(sunlit);
  colour = vec4(finite_on_lines(lit) * weight, weight);
#else
  colour = vec4(finite_on_lines(mix(below, lit, shown)), 1.0);
#endif
}
