#include "common/frame.glsl"

uniform sampler2D noise_map, ground_map, ground_shade_map, ground_shadow_map, ground_colour_map, overlay_map, sky_map, prop_shadow_map;
uniform sampler2DShadow body_shadow_map;
#define SOFT_SHADOWS 1
#include "common/light.glsl"
#include "common/colour.glsl"
#include "common/sky_map.glsl"
#include "common/caustics.glsl"
#ifdef GLOWS
uniform sampler2D near_water_map;
#include "common/lava.glsl"
#endif
#include "common/contact.glsl"

in vec3 position, map_place;
in vec4 haze;
in vec2 levels;
// m of water above; in a tank below 0 above the water
#if BLOCKS
uniform sampler2D water_map;
#include "common/maps.glsl"
#include "common/water.glsl"
float sunk; // of the water before the face: corners may lie out of the picture, where the water's map is empty
#else
in float sunk, bed;
#endif
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
#elif STONE
// A quay: flags on top, walls of cut stone in courses, green by the water, silt on the bed.
vec3 material(vec3 normal, vec4 coarse, vec4 fine) {
  float size = clamp(scene_scale(), 0.3, 1.0);
  bool top = normal.y > 0.5;
  vec2 at = top ? position.xz : vec2(abs(normal.x) > 0.5 ? position.z : position.x, position.y);
  vec2 stone = at / (size * (top ? vec2(1.9, 1.15) : vec2(1.25, 0.62)));
  stone.x += 0.5 * mod(floor(stone.y), 2.0) + 0.3 * fract(floor(stone.y) * 0.618);
  float tone = fract(dot(floor(stone), vec2(0.618, 0.377)));
  vec2 to_joint = (0.5 - abs(fract(stone) - 0.5)) * vec2(1.8, 1.0);
  float pixel = distance(position, eye) / (focal_length * size * max(dot(normal, normalize(eye - position)), 0.2));
  float joint = (1.0 - smoothstep(0.025, 0.07 + pixel, min(to_joint.x, to_joint.y))) / (1.0 + 5.0 * pixel);
  vec3 cut = mix(vec3(0.205, 0.190, 0.165), vec3(0.300, 0.280, 0.248), tone) * (0.60 + 0.50 * fine.b + 0.26 * coarse.b);
  vec3 moss = vec3(0.062, 0.070, 0.030) * (0.6 + 0.8 * fine.b);
  float green = top ? 0.45 * smoothstep(0.58, 0.74, coarse.b + 0.5 * (fine.b - 0.5)) : 0.85 * smoothstep(-0.45, 0.05, sunk + 0.5 * (fine.b - 0.5));
  vec3 silt = vec3(0.150, 0.128, 0.092) * (0.70 + 0.30 * coarse.b + 0.30 * fine.b);
  float bed = top ? smoothstep(0.05, 0.3, sunk) : 0.0;
  return mix(mix(mix(cut, moss, green), vec3(0.075, 0.068, 0.056), 0.8 * joint), silt, bed);
}
#elif !NATURAL
// Square tiles with joints on floor and walls, smooth concrete on the rim.
vec3 material(vec3 normal, vec4 coarse, vec4 fine) {
  float tile = max(extent.x, extent.y) / 40.0;
  vec3 n = abs(normal);
  vec2 at = (n.y > 0.6 ? position.xz : n.x > n.z ? position.zy : position.xy) / tile;
  float pixel = distance(position, eye) / focal_length / tile / max(dot(normal, normalize(eye - position)), 0.25);
  vec2 to_joint = 0.5 - abs(fract(at) - 0.5);
  vec2 joint = 1.0 - smoothstep(0.025 - pixel, 0.025 + pixel, to_joint);
  float joints = max(joint.x, joint.y) / (1.0 + 6.0 * pixel);
  vec2 number = floor(at);
  float tone = fract(dot(number, vec2(0.618, 0.414)));
  vec3 glazed = mix(vec3(0.36, 0.49, 0.52), vec3(0.44, 0.565, 0.58), tone) * (0.92 + 0.14 * coarse.b);
  vec3 tiles = mix(glazed, vec3(0.22, 0.26, 0.265), 0.75 * joints);
  vec3 concrete = vec3(0.37, 0.35, 0.32) * (0.80 + 0.26 * coarse.b + 0.16 * (fine.b - 0.5));
  float relief = max(ground_high - ground_low, 1e-3);
  float rim = smoothstep(0.965, 0.985, (position.y - ground_low) / relief) * step(0.05 * extent.x / 20.0, relief);
  return mix(tiles, concrete, rim);
}

#endif

// Returns the share of its colour that soaked ground keeps: sand, whose grains stay bright, keeps the most.
float soaked() { return ground_kind == GROUND_SAND ? 0.66 : 0.45; }

// Returns how soaked the ground is, 0 to 1; lava wets nothing.
float wet_here() {
#ifdef GLOWS
  return 0.0;
#else
  return saturate(levels.y);
#endif
}

#if !NATURAL && !SIDE
float past_wall(vec2 uv, float height) {
  float shadow = textureLod(ground_shadow_map, uv, 0.0).r;
  return light_past_ground((height - shadow) * length(sun.xz) / (cell_size * sun.y));
}

// Share of the sun's light that passes the walls, whose shadows are sharp in the air. Under `depth` m of water the edge of one is as soft as
// that of a body's (light.glsl); look-ups that fall into a wall do not count.
float light_past_walls(vec3 point, float depth) {
  float sum = past_wall(grid_uv(point.xz), point.y), count = 1.0;
  const int beside = QUALITY == 0 ? 6 : QUALITY == 1 ? 12 : 24;
  for (int n = 0; n < beside; n++) { // on a spiral by the golden angle, evenly spread
    float turn = 2.39996 * float(n), off = 0.30 * depth * sqrt((float(n) + 0.5) / float(beside)); // m
    vec2 uv = grid_uv(point.xz + off * vec2(cos(turn), sin(turn)));
    float counts = textureLod(ground_map, uv, 0.0).r > point.y + 0.02 ? 0.0 : 1.0;
    sum += counts * past_wall(uv, point.y);
    count += counts;
  }
  return sum / count;
}
#endif

// The map is of level ground: walls are left as they are.
float past_contact(vec3 normal) { return mix(1.0, light_past_contact(position.xz), saturate(1.5 * normal.y)); }

vec3 false_colour(vec3 normal) {
  if (mode == MODE_NORMALS) return 0.5 + 0.5 * normal;
  vec3 grey = vec3(0.26) * (0.35 + 0.65 * max(dot(normal, sun), 0.0));
  float value = 0.0;
  if (has_overlay == 1) value = texture(overlay_map, grid_uv(position.xz)).r;
  if (mode == MODE_DISPLACEMENT) value /= depth_scale;
  return value > 0.002 ? colour_scale(value) : grey;
}

#if !SIDE && NATURAL
// Returns the share of grass that water has worn off, where the ground's map has grain `rough` (common/material.glsl): sand and rock stay.
float worn(float rough, vec4 grit) {
  if (bed <= 0.0) return 0.0;
  vec4 broad = texture(noise_map, position.xz / (5.3 * scene_scale()) + 0.3);
  float ragged = 0.55 * (broad.b - 0.5) + 0.25 * (broad.g - 0.5) + 0.22 * (grit.b - 0.5);
  return smoothstep(0.0, 0.46, bed * (1.0 + ragged) + 0.7 * ragged) * saturate(1.0 - 2.0 * rough);
}

// Silt with gravel, paler under water, which would make it as dark as asphalt.
vec3 worn_ground(vec4 grit) {
  float gravel = smoothstep(0.44, 0.26, grit.a);
  vec3 worn = mix(vec3(0.190, 0.158, 0.106), mix(vec3(0.120, 0.114, 0.105), vec3(0.290, 0.270, 0.240), fract(7.0 * grit.g)), 0.8 * gravel);
  return worn * mix(1.0, 1.3, saturate(8.0 * sunk));
}
#endif

#if !SIDE && NATURAL && QUALITY == 0
// Returns the grain of some centimetres that is seen within some metres of the eye, lit from the sun's side: its share of the ground's
// light, 0 in the mean. rough: grain of the ground's map; grass has no pebbles.
float near_grain(float rough) {
  float size = 1.1 * clamp(scene_scale(), 0.15, 1.0), far = distance(position, eye), close = 1.0 - smoothstep(5.0 * size, 13.0 * size, far);
  if (close <= 0.0) return 0.0;
  const float texels = 256.0, finer = 0.7;
  vec4 grain = textureLod(noise_map, position.xz / size + 0.2, log2(max(far / focal_length * texels / size, 1.0)) - finer);
  float pebble = smoothstep(0.30, 0.20, grain.a) * smoothstep(0.3, 0.6, rough);
  return close * (0.6 * (grain.b - 0.5) - 1.1 * dot(grain.rg - 0.5, sun.xz / max(length(sun.xz), 0.05)) + 0.7 * pebble * (fract(7.0 * grain.b) - 0.6));
}

// The lit ground from its map, with grain that the map is too coarse for.
vec3 lit_ground(vec2 uv) {
  vec4 made = texture(ground_colour_map, uv);
  vec4 noise = texture(noise_map, position.xz / (1.3 * scene_scale()) + 0.7);
  vec2 grit = noise.rb - 0.5;
  vec3 lit = 4.0 * made.rgb * made.rgb;
  lit = mix(lit, 7.0 * dot(lit, vec3(0.3, 0.6, 0.1)) * worn_ground(noise), worn(made.a, noise)); // about as bright as grass in its light
  // Facets of rock, which the other tiers light one by one, are brighter in the mean than the slope that they lie on.
  float facets = ground_kind == GROUND_MEADOW ? 1.0 + 0.30 * made.a : 1.0;
  return facets * lit * (1.0 + 0.85 * grit.y + 0.4 * grit.x + near_grain(made.a));
}

#ifdef GLOWS
// The ground's light from the lava near by, where `lit` is that from the sun and the sky.
vec3 lit_by_lava(vec2 uv, vec3 lit) {
  vec3 shade = textureLod(ground_shade_map, uv, 0.0).rgb, normal = vec3(2.0 * shade.x - 1.0, 0.0, 2.0 * shade.y - 1.0);
  normal.y = sqrt(max(1.0 - dot(normal, normal), 0.02));
  return lit / max(light_matte(normal, light_past_ground(levels.x), shade.z), vec3(0.02)) * light_from_lava(uv, normal);
}
#endif
#elif !SIDE && NATURAL
// The colour from its map, with grain that the map is too coarse for. Turns the normal by the grain.
vec3 natural_ground(vec2 uv, inout vec3 normal) {
  float scale = scene_scale();
  vec4 made = texture(ground_colour_map, uv);
  vec3 albedo = made.rgb * made.rgb;
  vec4 grit = texture(noise_map, position.xz / (1.3 * scale) + 0.7);
  float grain = grit.b - 0.5;
  albedo = mix(albedo, worn_ground(grit), worn(made.a, grit));
  vec4 small = texture(noise_map, position.xz / (0.31 * scale) + 0.2), broad = texture(noise_map, position.xz / (5.9 * scale) + 0.3);
  // Steep rock is seen from the side, where a map from above is drawn out into streaks: its grain is laid on by three planes.
  vec3 weights = pow(abs(normal), vec3(4.0));
  weights /= weights.x + weights.y + weights.z;
  vec4 along_x = texture(noise_map, position.zy / (2.7 * scale)), along_z = texture(noise_map, position.xy / (2.7 * scale));
  vec4 rock = along_x * weights.x + along_z * weights.z + broad * weights.y;
  float steep = smoothstep(0.75, 0.5, normal.y) * made.a;
  grain = mix(grain + 0.55 * (small.b - 0.5), 1.5 * (rock.b - 0.5) + 0.5 * grain, steep);
  vec2 turn = 0.50 * (broad.rg - 0.5) + 0.55 * (grit.rg - 0.5) + 0.40 * (small.rg - 0.5);
  vec3 rocky = vec3(along_z.r - 0.5, along_x.g + along_z.g - 1.0, along_x.r - 0.5);
  normal = normalize(normal + mix(vec3(turn.x, 0.0, turn.y), 1.1 * rocky, steep) * mix(0.75, 1.15, made.a));
  // Ledges: strata that lie across the slope, dark below each edge; without them steep rock looks like clay that runs down.
  float bent = position.y / scale + 2.6 * (broad.b - 0.5) + 0.6 * grain, rocks = ground_kind == GROUND_MEADOW ? made.a : 0.0;
  float ledge = texture(noise_map, vec2(0.10 * bent, 0.3 + 0.004 * (position.x + position.z) / scale)).b - 0.5;
  ledge *= rocks * smoothstep(0.88, 0.60, normal.y);
  albedo *= 1.0 + clamp(2.6 * ledge, -0.55, 0.35);
  normal = normalize(normal + vec3(0.0, 2.2 * ledge, 0.0));
  if (ground_kind == GROUND_STONE) { // walls of cut stone in courses
    float upright = smoothstep(0.8, 0.5, normal.y), row = position.y / (0.62 * clamp(scale, 0.3, 1.0));
    float along = (abs(normal.x) > abs(normal.z) ? position.z : position.x) / (1.2 * clamp(scale, 0.3, 1.0)) + 0.37 * floor(row);
    vec2 joint = 0.5 - abs(fract(vec2(along, row)) - 0.5);
    float tone = fract(floor(row) * 0.618 + floor(along) * 0.377);
    albedo *= mix(1.0, (0.75 + 0.5 * tone) * (0.45 + 0.55 * smoothstep(0.02, 0.08, min(1.9 * joint.x, joint.y))), upright);
  }
  return albedo * (1.0 + 0.85 * grain);
}
#endif

void main() {
  vec2 uv = grid_uv(position.xz);
#if BLOCKS && !SIDE && !FALSE_COLOUR
  vec2 before = position.xz + 0.5 * cell_size * side_normal.xz;
  vec4 water = textureLod(water_map, grid_uv(before), maps_level(before));
  sunk = water.y > 0.01 ? water_level(water) - position.y : -1.0;
#endif
#if SIDE
  vec3 normal = side_normal;
  float open = 0.85;
  vec2 at = vec2(position.x + position.z, position.y);
#else
#if BLOCKS
  vec3 normal = side_normal;
#else
  vec4 shade = texture(ground_shade_map, uv);
  vec3 normal = vec3(2.0 * shade.x - 1.0, 0.0, 2.0 * shade.y - 1.0);
  normal.y = sqrt(max(1.0 - dot(normal, normal), 0.02));
  float open = shade.z;
#endif
  vec2 at = position.xz;
#endif
#if !SIDE && !NATURAL && !BLOCKS
  // Walls are one cell thin: the face's own normal is sharper than the field's.
  normal = normalize(cross(dFdy(position), dFdx(position)));
  if (normal.y < 0.0) normal = -normal;
#endif

#if FALSE_COLOUR
  colour = vec4(false_colour(normal), 1.0);
#elif !SIDE && NATURAL && QUALITY == 0
  float past_bodies = light_past_bodies(map_place, max(sunk, 0.0));
  vec3 lit = lit_ground(uv) * mix(0.40, 1.0, past_bodies) * mix(1.0, soaked(), wet_here()) * past_contact(normal);
#ifdef GLOWS
  lit += lit_by_lava(uv, lit);
#endif
  vec3 seen = mix(lit, haze.rgb, haze.a);
  colour = vec4(seen, 1.0);
#else
#if !SIDE && NATURAL
  vec3 albedo = natural_ground(uv, normal);
#else
  float scale = scene_scale();
#if QUALITY == 0 && STONE
  vec4 fine = texture(noise_map, (abs(normal.y) > 0.5 ? at : vec2(at.x + at.y, position.y)) / (5.0 * scale) + 0.3), coarse = fine.rrrr;
#elif QUALITY == 0 && !NATURAL
  // Cast stone in pieces, each of its own tone.
  vec4 coarse = vec4(0.5), fine = vec4(0.36 + 0.28 * fract(dot(floor(at / scale * 2.0), vec2(0.618, 0.414))));
#else
  if (STONE == 1 && abs(normal.y) < 0.5) at = vec2(at.x + at.y, position.y);
  vec4 fine = texture(noise_map, at / ((STONE == 1 ? 5.0 : 9.0) * scale) + 0.3);
  vec4 coarse = texture(noise_map, at / (60.0 * scale));
#endif
  vec3 albedo = material(normal, coarse, fine);
#endif
#if NATURAL || SIDE
  float past_ground = light_past_ground(levels.x);
#else
  // The point is moved off its wall, whose own height the look-up would find.
  vec3 off_wall = position + (BLOCKS == 1 ? 0.5 : 2.5) * cell_size * vec3(normal.x, 0.0, normal.z);
#if BLOCKS
  float up = saturate((position.y - ground_low) / max(ground_high - ground_low, 1e-3));
  float open = mix(texture(ground_shadow_map, grid_uv(off_wall.xz)).g, 1.0, up); // walls see more of the sky than the floor before them
#endif
  float past_ground = light_past_walls(off_wall, max(sunk, 0.0));
#endif
#if SIDE
  float sunlit = past_ground * light_past_bodies(map_place, 0.0);
  vec3 lit = albedo * light_matte(normal, sunlit, open);
#else
  float sunlit = past_ground * light_past_bodies(map_place, max(sunk, 0.0));
#if NATURAL
  vec2 past_props = texture(prop_shadow_map, uv).rg;
  sunlit *= past_props.x;
  open *= past_props.y;
#endif
  // Wet ground (Lagarde 2013): what is porous drinks the water and darkens, its film mirrors.
#if STONE
  float wet = smoothstep(-0.30, -0.05, sunk);
#else
  float wet = wet_here();
#endif
  albedo *= mix(1.0, soaked(), wet);
  vec3 lit = albedo * light_matte(normal, sunlit * caustics(position, max(sunk, 0.0)), open) * past_contact(normal);
#if QUALITY > 0
  // Ground that has just run dry keeps a film as smooth as the water that left it; as that drains, the grains come through and
  // the sun's image widens and fades.
  float film = wet * wet;
  vec3 to_eye = normalize(eye - position);
  vec3 flat_normal = normalize(mix(vec3(0.0, 1.0, 0.0), normal, mix(0.55, 0.12, film)));
  // A rough surface mirrors less at a grazing view (Lagarde 2011): in full, a hill in the rain was as white as snow.
  float fresnel = 0.02 + 0.28 * pow(1.0 - saturate(dot(to_eye, flat_normal)), 5.0);
  vec3 mirror = reflect(-to_eye, flat_normal);
  float narrow = mix(40.0, 400.0, film);
  vec3 gleam = sky_seen(vec3(mirror.x, abs(mirror.y), mirror.z), 5.0) + sun_light * sunlit * 0.06 * narrow * pow(max(dot(mirror, sun), 0.0), narrow);
  lit += wet * (1.0 - smoothstep(0.0, 0.08, sunk)) * open * fresnel * gleam * 0.7;
#endif
#endif
#ifdef GLOWS
  lit += albedo * open * light_from_lava(uv, normal);
#endif
  vec3 seen = mix(lit, haze.rgb, haze.a);
  colour = vec4(seen, 1.0);
#endif
}
