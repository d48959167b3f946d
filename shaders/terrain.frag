#include "common/frame.glsl"

uniform sampler2D noise_map, ground_map, ground_shade_map, ground_shadow_map, overlay_map;
uniform sampler2DShadow body_shadow_map;
#include "common/light.glsl"
#include "common/colour.glsl"

in vec3 position, map_place;
in vec4 haze, levels;
flat in vec3 side_normal;
layout(location = 0) out vec4 colour;

#if SIDE
// The cut through the ground: soil over layers, or poured concrete.
vec3 material(vec3 normal, vec4 coarse, vec4 fine) {
#if NATURAL
  float depth = textureLod(ground_map, grid_uv(position.xz), 0.0).r - position.y;
  float scale = scene_scale();
  float bent = position.y / scale + 5.0 * (coarse.b - 0.5) + 0.02 * position.x / scale;
  float band = texture(noise_map, vec2(0.013 * bent, 0.3)).b;
  float thin = texture(noise_map, vec2(0.11 * bent, 0.7)).b;
  vec3 layers = mix(vec3(0.235, 0.165, 0.11), vec3(0.41, 0.33, 0.245), saturate(0.5 + 2.4 * (band - 0.5) + 0.8 * (thin - 0.5)));
  layers *= 0.85 + 0.3 * fine.b;
  vec3 soil = vec3(0.115, 0.080, 0.050) * (0.7 + 0.6 * fine.b);
  return mix(soil, layers, smoothstep(0.8, 1.5, depth / scale + 1.2 * (coarse.b - 0.5)));
#else
  return vec3(0.34, 0.325, 0.30) * (0.85 + 0.3 * coarse.b);
#endif
}
#elif NATURAL
// Rock on slopes, sand around the water, mud under it, grass elsewhere; noise breaks up the borders.
vec3 material(vec3 normal, vec4 coarse, vec4 fine) {
  float above = levels.y;
  float ragged = coarse.b - 0.5 + 0.5 * (fine.b - 0.5);

  vec3 meadow = mix(vec3(0.062, 0.098, 0.022), vec3(0.128, 0.150, 0.045), saturate(0.5 + 2.0 * ragged));
  meadow = mix(meadow, vec3(0.036, 0.066, 0.018), 0.55 * smoothstep(0.0, 0.4, fine.b - coarse.b + 0.1));
  vec3 rock = mix(vec3(0.150, 0.132, 0.115), vec3(0.300, 0.272, 0.235), saturate(0.5 + 1.8 * (fine.b - 0.5)));
  vec3 sand = vec3(0.300, 0.232, 0.142) * (0.85 + 0.3 * fine.b);
  vec3 mud = vec3(0.190, 0.150, 0.100) * (0.75 + 0.5 * coarse.b);

  float steep = 1.0 - normal.y + 0.10 * ragged;
  vec3 albedo = mix(meadow, vec3(0.155, 0.135, 0.068), smoothstep(0.10, 0.24, steep) * 0.65);
  albedo = mix(albedo, rock, smoothstep(0.24, 0.42, steep));
  float beach = levels.z * (1.0 - smoothstep(0.2, 0.8, above + 1.4 * ragged)) * (1.0 - 0.7 * smoothstep(0.2, 0.4, steep));
  return mix(albedo, mix(sand, mud, smoothstep(0.5, 3.5, -above)), beach);
}
#else
// Square tiles with joints on floor and walls, smooth concrete on the rim.
vec3 material(vec3 normal, vec4 coarse, vec4 fine) {
  float tile = max(extent.x, extent.y) / 40.0;
  vec3 n = abs(normal);
  vec2 at = (n.y > 0.6 ? position.xz : n.x > n.z ? position.zy : position.xy) / tile;
  float pixel = distance(position, eye.xyz) / viewport.z / tile / max(dot(normal, normalize(eye.xyz - position)), 0.25);
  vec2 to_joint = 0.5 - abs(fract(at) - 0.5);
  vec2 joint = 1.0 - smoothstep(0.025 - pixel, 0.025 + pixel, to_joint);
  float joints = max(joint.x, joint.y) / (1.0 + 6.0 * pixel);
  vec2 number = floor(at);
  float tone = fract(dot(number, vec2(0.618, 0.414)));
  vec3 glazed = mix(vec3(0.36, 0.49, 0.52), vec3(0.44, 0.565, 0.58), tone) * (0.92 + 0.14 * coarse.b);
  vec3 tiles = mix(glazed, vec3(0.22, 0.26, 0.265), 0.75 * joints);
  vec3 concrete = vec3(0.37, 0.35, 0.32) * (0.80 + 0.26 * coarse.b + 0.16 * (fine.b - 0.5));
  float relief = max(extent.w - extent.z, 1e-3);
  float rim = smoothstep(0.965, 0.985, (position.y - extent.z) / relief) * step(0.05 * extent.x / 20.0, relief);
  return mix(tiles, concrete, rim);
}

#endif

vec3 false_colour(vec3 normal) {
  if (flags.x == MODE_NORMALS) return 0.5 + 0.5 * normal;
  vec3 grey = vec3(0.26) * (0.35 + 0.65 * max(dot(normal, sun.xyz), 0.0));
  float value = 0.0;
  if (flags.w == 1) value = texture(overlay_map, grid_uv(position.xz)).r;
  if (flags.x == MODE_DISPLACEMENT) value /= absorption.w;
  return value > 0.002 ? colour_scale(value) : grey;
}

void main() {
  vec2 uv = grid_uv(position.xz);
  float scale = scene_scale();
#if SIDE
  vec3 normal = side_normal;
  float open = 0.85;
  vec2 at = vec2(position.x + position.z, position.y);
#else
  vec4 shade = texture(ground_shade_map, uv);
  vec3 normal = vec3(2.0 * shade.x - 1.0, 0.0, 2.0 * shade.y - 1.0);
  normal.y = sqrt(max(1.0 - dot(normal, normal), 0.02));
  float open = shade.z;
  vec2 at = position.xz;
#endif
  vec4 coarse = texture(noise_map, at / (60.0 * scale)), fine = texture(noise_map, at / (9.0 * scale) + 0.3);

#if !SIDE && NATURAL
  normal = normalize(normal + vec3(fine.r - 0.5, 0.0, fine.g - 0.5) * 0.55 * (1.0 - 0.5 * normal.y));
#if QUALITY > 0
  vec4 grit = texture(noise_map, at / (2.3 * scale) + 0.7);
  normal = normalize(normal + vec3(grit.r - 0.5, 0.0, grit.g - 0.5) * 0.35);
  fine.b = mix(fine.b, grit.b, 0.35);
#endif
#elif !SIDE
  // Walls are one cell thin: the face's own normal is sharper than the field's.
  normal = normalize(cross(dFdy(position), dFdx(position)));
  if (normal.y < 0.0) normal = -normal;
#endif

#if FALSE_COLOUR
  colour = vec4(colour_cursor(false_colour(normal), position), 1.0);
#else
  vec3 albedo = material(normal, coarse, fine);
#if NATURAL || SIDE
  float clearance = levels.x;
#else
  // Shadows of walls have sharp edges. The point is moved off its wall, whose own height the look-up would find.
  vec3 off_wall = position + 2.5 * grid.z * vec3(normal.x, 0.0, normal.z);
  float shadow = texture(ground_shadow_map, grid_uv(off_wall.xz)).r;
  float clearance = (position.y - shadow) * length(sun.xz) / (grid.z * sun.y);
#endif
  float sunlit = light_past_ground(clearance) * light_past_bodies(map_place);
#if !SIDE
  float wet = levels.w;
  albedo *= 1.0 - 0.45 * wet;
#endif
  vec3 lit = albedo * light_matte(normal, sunlit, open);
#if !SIDE && QUALITY > 0
  vec3 to_eye = normalize(eye.xyz - position);
  vec3 halfway = normalize(to_eye + sun.xyz);
  float fresnel = 0.02 + 0.3 * pow(1.0 - saturate(dot(to_eye, normal)), 5.0);
  lit += wet * fresnel * (sky_light.rgb * 0.7 + sun_light.rgb * sunlit * 6.0 * pow(max(dot(halfway, normal), 0.0), 60.0));
#endif
  // Under water the ring is drawn on the surface alone.
  vec3 seen = mix(lit, haze.rgb, haze.a);
  colour = vec4(levels.z > 0.5 && levels.y < -0.02 ? seen : colour_cursor(seen, position), 1.0);
#endif
}
