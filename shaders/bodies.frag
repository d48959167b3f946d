#include "common/frame.glsl"

uniform sampler2D noise_map, sky_map;
uniform sampler2DShadow body_shadow_map;
#include "common/sky.glsl"
#include "common/light.glsl"
#include "common/sky_map.glsl"
#include "common/caustics.glsl"

#if defined(LOOK_METAL) || defined(LOOK_PAINT) || defined(LOOK_GLASS)
#define METAL 1.0
#else
#define METAL 0.0
#endif
#if defined(LOOK_HULL)
#define MESH 1
#else
#define MESH 0
#endif
#if defined(LOOK_BARK) || defined(LOOK_RUBBER) || defined(LOOK_FLOAT)
#define ROUND 1
#else
#define ROUND 0
#endif

in vec3 position, normal, local, face, map_place, levels;
in vec4 haze;
flat in vec3 size;
flat in vec4 dice;
flat in float aboard; // m of water on the upward faces
layout(location = 0) out vec4 colour;

struct Look {
  vec3 albedo;
  float gloss; // reflectance at normal incidence
  float dark;  // 0..1: grooves and gaps
};

// Coverage of a line at distance `off` from it, of half width `width`, smooth over `pixel`.
float line(float off, float width, float pixel) { return 1.0 - smoothstep(width - pixel, width + pixel, off); }

#if defined(LOOK_WOOD)
// `at`: the point on the face, m from its middle; `extent_of`: the face's half size.
Look look_of(vec2 at, vec2 extent_of, float pixel) {
  float small = min(extent_of.x, extent_of.y), frame = 0.24 * small;
  vec2 from_edge = extent_of - abs(at);
  bool upright = from_edge.x < frame; // the frame's side pieces run along y, all else along x
  bool framed = min(from_edge.x, from_edge.y) < frame;
  // A brace across the panel, corner to corner.
  vec2 inner = extent_of - frame;
  vec2 along = normalize(inner * vec2(dice.x > 0.5 ? 1.0 : -1.0, 1.0));
  float off_brace = abs(at.x * along.y - at.y * along.x);
  bool braced = !framed && off_brace < 0.62 * frame && dice.y > 0.25;
  float rows = 5.0, row = (at.y / inner.y * 0.5 + 0.5) * rows;
  float plank = framed ? (upright ? 11.0 + sign(at.x) : 14.0 + sign(at.y)) : braced ? 17.0 : floor(row);

  vec2 grain_at = braced ? vec2(dot(at, along), off_brace) : upright ? at.yx : at;
  vec2 shift = vec2(plank * 0.37 + dice.x, plank * 0.61 + dice.z);
  float fine = texture(noise_map, grain_at / small * vec2(0.10, 0.75) + shift).b;
  float broad = texture(noise_map, grain_at / small * vec2(0.03, 0.28) + shift.yx).b;
  float tone = fract(plank * 0.618 + dice.w * 3.1);
  vec3 pale = mix(vec3(0.315, 0.175, 0.078), vec3(0.25, 0.16, 0.092), dice.y);
  vec3 albedo = pale * mix(0.72, 1.15, tone) * (0.45 + 0.75 * fine + 0.35 * (broad - 0.4));
  if (framed || braced) albedo *= 1.22;

  float gap = framed || braced ? 0.0 : line(abs(fract(row) - 0.5 - 0.5 * sign(fract(row) - 0.5)), 0.045, pixel * rows / (2.0 * inner.y));
  float rim = line(abs(min(from_edge.x, from_edge.y) - frame), 0.035 * small, pixel);
  if (!framed) rim = max(rim, 0.75 * (1.0 - smoothstep(0.0, 0.16 * small, min(from_edge.x, from_edge.y) - frame)));
  if (!framed && dice.y > 0.25) rim = max(rim, line(abs(off_brace - 0.62 * frame), 0.03 * small, pixel));
  float joint = upright ? line(abs(from_edge.y - frame), 0.018 * small, pixel) : 0.0;
  float nail = line(length(abs(at) - (extent_of - 0.5 * frame)), 0.05 * small, pixel);
  return Look(mix(albedo, vec3(0.16, 0.15, 0.15), nail), 0.02, saturate(max(max(gap, 0.8 * rim), joint)));
}

#elif defined(LOOK_PLANKS)
// Weathered boards, 24 cm wide, along the longer way; a wide, long face is a deck with its boards across.
Look look_of(vec2 at, vec2 extent_of, float pixel) {
  float small = min(extent_of.x, extent_of.y), large = max(extent_of.x, extent_of.y);
  bool deck = small > 0.8 && large > 2.2 * small, along_x = (extent_of.x > extent_of.y) != deck;
  vec2 place = along_x ? at : at.yx, extent_along = along_x ? extent_of : extent_of.yx;
  float rows = max(floor(extent_along.y / 0.12 + 0.5), 1.0), row = (place.y / extent_along.y * 0.5 + 0.5) * rows;
  float board = floor(row), tone = fract(board * 0.618 + dice.w * 3.1), across = abs(fract(row) - 0.5) * 2.0;
  vec2 shift = vec2(board * 0.37 + dice.x, board * 0.61 + dice.z);
  float fine = texture(noise_map, place * vec2(0.22, 1.9) + shift).b, broad = texture(noise_map, place * vec2(0.06, 0.5) + shift.yx).b;
  vec3 weathered = mix(vec3(0.200, 0.160, 0.118), vec3(0.165, 0.118, 0.078), dice.y);
  vec3 albedo = weathered * mix(0.70, 1.18, tone) * (0.45 + 0.70 * fine + 0.45 * (broad - 0.35));
  float width = 2.0 * extent_along.y / rows; // m
  float gap = rows < 1.5 ? 0.0 : line((1.0 - across) * 0.5 * width, 0.012, pixel);
  vec2 to_nail = vec2(extent_along.x - 0.12 - abs(place.x), (across - 0.45) * 0.5 * width);
  float nail = rows < 1.5 ? 0.0 : line(length(to_nail), 0.016, pixel);
  return Look(albedo, 0.02, saturate(max(gap, 0.8 * nail)));
}

#elif defined(LOOK_PLASTER)
// Washed plaster between posts and beams of dark timber; damp and dirty near the foot.
Look look_of(vec2 at, vec2 extent_of, float pixel) {
  vec3 wash = dice.x < 0.35 ? vec3(0.56, 0.53, 0.47) : dice.x < 0.6 ? vec3(0.52, 0.44, 0.31) : dice.x < 0.8 ? vec3(0.50, 0.36, 0.27) : vec3(0.42, 0.45, 0.44);
  float fine = texture(noise_map, at * 0.9 + dice.xy).b, broad = texture(noise_map, at * 0.13 + dice.zw).b;
  float streak = texture(noise_map, at * vec2(0.6, 0.06) + dice.wx).b;
  vec3 albedo = wash * (0.80 + 0.22 * fine + 0.20 * (broad - 0.4));
  float foot = 1.0 - smoothstep(0.0, 0.9, at.y + extent_of.y + 0.5 * (streak - 0.5));
  albedo *= mix(vec3(1.0), vec3(0.62, 0.60, 0.50), saturate(0.75 * foot + 0.5 * smoothstep(0.56, 0.74, streak)));
  vec2 from_edge = extent_of - abs(at);
  float bay = extent_of.x / max(floor(extent_of.x / 0.85 + 0.5), 1.0); // m: half of the way from post to post
  float to_post = abs(mod(at.x + extent_of.x + bay, 2.0 * bay) - bay);
  float to_beam = min(from_edge.y - 0.04, abs(at.y - 0.42 * extent_of.y) + 0.02);
  vec2 corner = vec2(from_edge.x, at.y + extent_of.y); // a brace leans into each corner from the foot
  float brace = corner.x < 2.0 * bay ? abs(corner.x * 1.42 * extent_of.y - corner.y * 2.0 * bay) / length(vec2(1.42 * extent_of.y, 2.0 * bay)) : 1.0;
  brace = at.y < 0.42 * extent_of.y ? brace : 1.0;
  float to_timber = min(min(to_post, to_beam), brace);
  float timber = line(to_timber, 0.09, pixel), rim = line(abs(to_timber - 0.095), 0.012, pixel);
  float grain = texture(noise_map, (to_timber == to_beam ? at : at.yx) * vec2(0.3, 2.2) + dice.zy).b;
  return Look(mix(albedo, vec3(0.098, 0.066, 0.043) * (0.55 + 0.8 * grain), timber), 0.02, 0.45 * rim);
}

#elif defined(LOOK_TILES)
// Courses of clay tiles, each laid over the one below it and half a tile aside.
Look look_of(vec2 at, vec2 extent_of, float pixel) {
  const vec2 tile = vec2(0.26, 0.34); // m
  float course = floor(at.y / tile.y), up = fract(at.y / tile.y);
  float column = at.x / tile.x + 0.5 * mod(course, 2.0), number = floor(column) * 1.37 + course * 7.11;
  float tone = fract(sin(number + dice.x * 9.0) * 43.76), near = 1.0 - smoothstep(0.10, 0.40, pixel);
  float fine = texture(noise_map, at * 0.7 + dice.xy).b, broad = texture(noise_map, at * 0.09 + dice.zw).b;
  vec3 clay = dice.y < 0.55 ? vec3(0.245, 0.105, 0.066) : dice.y < 0.8 ? vec3(0.190, 0.105, 0.075) : vec3(0.110, 0.112, 0.118);
  vec3 albedo = clay * (0.66 + near * 0.50 * (tone - 0.3) + 0.30 * fine + 0.35 * (broad - 0.35));
  albedo = mix(albedo, vec3(0.100, 0.105, 0.058), 0.6 * smoothstep(0.56, 0.70, broad + 0.2 * (fine - 0.5))); // moss
  float lap = abs(up - 0.5) > 0.40 ? near * 0.75 : 0.0, seam = line((0.5 - abs(fract(column) - 0.5)) * tile.x, 0.008, pixel);
  albedo *= 1.0 + near * 0.22 * cos(6.2831853 * fract(column)); // each tile is round
  return Look(albedo, 0.02, max(lap * 0.7, 0.6 * seam * near));
}

#elif defined(LOOK_METAL)
Look look_of(vec2 at, vec2 extent_of, float pixel) {
  float small = min(extent_of.x, extent_of.y), frame = 0.16 * small;
  vec2 from_edge = extent_of - abs(at);
  float edge = min(from_edge.x, from_edge.y);
  bool framed = edge < frame;
  float brushed = texture(noise_map, at / small * (framed ? vec2(0.5, 0.5) : vec2(0.06, 1.7)) + dice.xy).b;
  float stain = texture(noise_map, at / small * 0.11 + dice.zw).b;
  vec3 paint = mix(vec3(0.13, 0.145, 0.15), dice.x > 0.5 ? vec3(0.045, 0.105, 0.155) : vec3(0.165, 0.13, 0.055), 0.7 * dice.y + 0.2);
  vec3 albedo = framed ? vec3(0.155, 0.16, 0.165) * (0.8 + 0.35 * brushed) : paint * (0.72 + 0.5 * brushed);
  float rust = smoothstep(0.56, 0.72, stain + 0.12 * (1.0 - smoothstep(0.0, frame * 2.0, edge)));
  albedo = mix(albedo, vec3(0.17, 0.072, 0.03) * (0.6 + 0.8 * brushed), 0.8 * rust);
  // Two pressed ribs, and rivets along the frame.
  float rib = abs(fract(at.y / (extent_of.y - frame) * 1.5 + 0.25) - 0.5);
  float groove = framed ? 0.0 : line(abs(rib - 0.28), 0.035, pixel);
  float rim = line(abs(edge - frame), 0.02 * small, pixel);
  vec2 pitch = extent_of / max(floor(extent_of / (0.42 * small)), 1.0);
  vec2 cell = abs(mod(at, pitch) - 0.5 * pitch);
  float lengthwise = from_edge.x < from_edge.y ? cell.y : cell.x;
  float rivet = length(vec2(lengthwise, edge - 0.5 * frame));
  float head = line(rivet, 0.045 * small, pixel), ring = line(abs(rivet - 0.05 * small), 0.015 * small, pixel);
  albedo = mix(albedo, vec3(0.3), 0.5 * head);
  return Look(albedo, mix(0.22, 0.03, rust), saturate(max(max(0.6 * groove, 0.85 * rim), 0.7 * ring)));
}

#elif defined(LOOK_STONE)
// Cast stone: pores, stains that run down, a joint of the mould across the longer way.
Look look_of(vec2 at, vec2 extent_of, float pixel) {
  float small = min(extent_of.x, extent_of.y);
  vec2 shift = dice.xy * 7.0;
  float fine = texture(noise_map, at * 0.55 + shift).b, streak = texture(noise_map, at * vec2(0.45, 0.045) + dice.zw).b;
#if QUALITY == 0
  float broad = 0.5, pores = smoothstep(0.72, 0.80, fine);
#else
  float broad = texture(noise_map, at * 0.09 + shift.yx).b, pores = smoothstep(0.70, 0.80, texture(noise_map, at * 1.7 + shift).b);
#endif
  vec3 albedo = mix(vec3(0.235, 0.225, 0.205), vec3(0.315, 0.300, 0.270), dice.z) * (0.62 + 0.34 * fine + 0.42 * broad);
  albedo = mix(albedo, vec3(0.105, 0.110, 0.080), 0.55 * smoothstep(0.50, 0.72, streak));
  vec2 from_edge = extent_of - abs(at);
  float along = extent_of.x > extent_of.y ? at.x : at.y;
  float mould = line(abs(along), 0.012 * small, pixel), hole = line(length(abs(at) - 0.55 * extent_of), 0.045 * small, pixel);
  float chipped = smoothstep(0.60, 0.68, fine + 0.12 * broad) * (1.0 - smoothstep(0.0, 0.10 * small, min(from_edge.x, from_edge.y)));
  return Look(albedo * (1.0 + 0.25 * chipped), 0.02, saturate(max(max(0.55 * pores, 0.5 * mould), 0.85 * hole)));
}

#elif defined(LOOK_BARK)
// `at`, m: around the trunk and along it; on an end, from its middle.
Look look_of(vec2 at, vec2 extent_of, float pixel) {
  float radius = size.x;
  vec2 shift = dice.xy * 5.0;
  if (abs(face.y) > 0.7) { // cut through: rings, rays and a rim of bark
    float warp = texture(noise_map, at / radius * 0.12 + shift).b;
    float out_of = length(at) / radius + 0.05 * (warp - 0.5), rings = out_of * mix(9.0, 15.0, dice.z);
    float ring = 0.5 + 0.5 * cos(6.2831853 * rings), fade = 1.0 - smoothstep(0.1, 0.6, pixel / radius * 15.0);
    float rim = smoothstep(0.86, 0.90, out_of);
    vec3 core = mix(vec3(0.40, 0.255, 0.130), vec3(0.30, 0.170, 0.075), smoothstep(0.75, 0.1, out_of));
    float crack = line(abs(at.x * (dice.w - 0.5) - at.y * 0.7), 0.012 * radius, pixel) * smoothstep(0.9, 0.2, out_of);
    return Look(mix(core * (0.85 + 0.22 * ring * fade), vec3(0.085, 0.060, 0.042), rim), 0.02, 0.6 * crack);
  }
  // Ridges run along the trunk, broken across; here and there the bark is gone.
  vec2 place = at / radius;
  float bend = texture(noise_map, place * vec2(0.10, 0.05) + shift).b;
  float ridge = texture(noise_map, vec2(place.x * 0.55 + 0.35 * bend, place.y * 0.085) + shift.yx).b;
  float scale = texture(noise_map, place * vec2(0.8, 0.30) + shift).b;
  float bare = smoothstep(0.72, 0.76, texture(noise_map, place * vec2(0.06, 0.02) + dice.zw).b + 0.06 * (scale - 0.5));
  vec3 bark = mix(vec3(0.075, 0.055, 0.040), vec3(0.205, 0.150, 0.110), smoothstep(0.30, 0.68, 0.6 * ridge + 0.4 * scale));
  bark = mix(bark, vec3(0.110, 0.130, 0.060), 0.35 * dice.x * smoothstep(0.5, 0.7, bend)); // moss
  vec3 wood = mix(vec3(0.33, 0.215, 0.125), vec3(0.25, 0.19, 0.14), dice.y) * (0.75 + 0.45 * ridge);
  float groove = smoothstep(0.47, 0.36, ridge) * (1.0 - bare);
  return Look(mix(bark, wood, bare), 0.015, 0.75 * groove);
}

#elif defined(LOOK_PAINT)
// Enamel, with dust low down and on level faces.
Look look_of(vec2 at, vec2 extent_of, float pixel) {
  float hue = dice.x;
  vec3 paint = hue < 0.34 ? vec3(0.42, 0.035, 0.025) : hue < 0.67 ? vec3(0.42, 0.245, 0.030) : vec3(0.045, 0.150, 0.270);
  float fine = texture(noise_map, at * 0.8 + dice.xy).b, broad = texture(noise_map, at * 0.2 + dice.zw).b;
  float dust = smoothstep(0.45, 0.75, broad + 0.25 * (0.5 - at.y / extent_of.y) * float(abs(face.y) < 0.5));
  vec2 from_edge = extent_of - abs(at);
  bool ahead = abs(face.x) > 0.7, lamp_row = ahead && abs(extent_of.y / extent_of.x - 0.18) < 0.06; // of the wings, not of roof and tub
  vec3 albedo = mix(paint * (0.85 + 0.2 * fine), vec3(0.20, 0.165, 0.120), 0.45 * dust);
  if (lamp_row) { // lamps at both ends of the face ahead and astern: `at` runs across it in x
    float lamp = line(length(vec2(abs(at.x) - 0.72 * extent_of.x, at.y)), 0.20 * extent_of.x, pixel);
    albedo = mix(albedo, face.x > 0.0 ? vec3(0.75, 0.72, 0.62) : vec3(0.24, 0.014, 0.010), lamp);
  }
  float seam = line(abs(min(from_edge.x, from_edge.y) - 0.02), 0.008, pixel);
  return Look(albedo, mix(0.09, 0.03, dust), 0.35 * seam);
}

#elif defined(LOOK_GLASS)
// Panes between posts; dark, for the inside is unlit.
Look look_of(vec2 at, vec2 extent_of, float pixel) {
  float small = min(extent_of.x, extent_of.y);
  vec2 from_edge = extent_of - abs(at);
  float post = line(min(from_edge.x, from_edge.y), 0.14 * small, pixel);
  if (abs(face.z) > 0.7) post = max(post, line(abs(at.x + 0.1 * extent_of.x), 0.07 * small, pixel));
  return Look(mix(vec3(0.018, 0.024, 0.028), vec3(0.050, 0.050, 0.052), post), mix(0.16, 0.04, post), 0.0);
}

#elif defined(LOOK_RUBBER)
// A tyre with its tread, and a rim with five spokes.
Look look_of(vec2 at, vec2 extent_of, float pixel) {
  float radius = size.x;
  if (abs(face.y) > 0.7) {
    float out_of = length(at) / radius, turn = atan(at.y, at.x), spoke = abs(fract(turn / 6.2831853 * 5.0) - 0.5);
    vec3 rim = vec3(0.34, 0.34, 0.35) * (out_of > 0.16 && out_of < 0.52 && spoke < 0.26 ? 0.18 : 1.0);
    float tyre = smoothstep(0.60, 0.63, out_of), wall = line(abs(out_of - 0.80), 0.02, pixel / radius);
    return Look(mix(rim, vec3(0.028) * (1.0 + 0.5 * wall), tyre), mix(0.12, 0.02, tyre), 0.4 * line(abs(out_of - 0.60), 0.015, pixel / radius));
  }
  float block = fract(at.x / radius * 5.0 + 0.25 * sign(at.y)), tread = line(abs(block - 0.5), 0.16, pixel * 5.0 / radius);
  return Look(vec3(0.030) + vec3(0.045, 0.035, 0.022) * texture(noise_map, at * 1.5 + dice.xy).b, 0.015, 0.6 * tread);
}

#elif defined(LOOK_FLOAT)
// Orange plastic, bleached in places, with a dark band near each end.
Look look_of(vec2 at, vec2 extent_of, float pixel) {
  float fine = texture(noise_map, at * 0.9 + dice.xy).b, broad = texture(noise_map, at * 0.25 + dice.zw).b;
  float end = abs(face.y) > 0.7 ? 0.0 : size.y - abs(at.y), band = abs(face.y) > 0.7 ? 0.0 : line(end - 0.12, 0.04, pixel);
  vec3 orange = mix(vec3(0.52, 0.120, 0.012), vec3(0.56, 0.220, 0.090), smoothstep(0.45, 0.75, broad)) * (0.9 + 0.2 * fine);
  return Look(mix(orange, vec3(0.030), band), 0.04, 0.3 * line(end, 0.02, pixel) * float(abs(face.y) <= 0.7));
}

#elif defined(LOOK_PLAIN)
uniform vec3 plain; // albedo: a material whose own program is not there yet
Look look_of(vec2 at, vec2 extent_of, float pixel) { return Look(plain, 0.02, 0.0); }

#elif defined(LOOK_HULL)
// Planks along the hull, a painted bottom up to the waterline, a pale deck.
Look look_of(vec2 at, vec2 extent_of, float pixel) {
  float height = local.y / size.y, rows = 7.0, row = (height * 0.5 + 0.5) * rows;
  bool deck = face.y > 0.75;
  vec2 place = deck ? local.xz : vec2(local.x, local.y);
  float plank = deck ? floor(local.z / size.z * 6.0) : floor(row);
  float fine = texture(noise_map, place * vec2(0.25, 1.6) + vec2(0.37 * plank, 0.61 * plank) + dice.xy).b;
  float gap = deck ? line(0.5 - abs(fract(local.z / size.z * 6.0) - 0.5), 0.05, pixel * 6.0 / size.z)
                   : line(0.5 - abs(fract(row) - 0.5), 0.05, pixel * rows / (2.0 * size.y));
  vec3 side = dice.x < 0.5 ? vec3(0.50, 0.47, 0.41) : vec3(0.06, 0.17, 0.22), bottom = vec3(0.27, 0.045, 0.030);
  float painted = smoothstep(-0.02, 0.02, height + 0.08), rim = smoothstep(0.60, 0.64, height);
  vec3 albedo = mix(mix(bottom, side, painted), vec3(0.20, 0.115, 0.055), rim * float(!deck));
  if (deck) albedo = vec3(0.36, 0.245, 0.140);
  return Look(albedo * (0.72 + 0.5 * fine), 0.03, 0.6 * gap);
}
#endif

#if DECK
// Slopes of the ripples on water that runs down a deck, as noise about 0.5: carried downhill in two phases, each of which restarts
// while the other is seen, since the deck may turn.
vec2 running(vec2 at, vec2 downhill) {
  vec2 carry = 0.7 * downhill / (0.15 + sqrt(length(downhill))); // m in one phase
  float phase = fract(time * 0.7), other = fract(phase + 0.5);
  vec2 a = texture(noise_map, (at - carry * phase) * 0.35).rg, b = texture(noise_map, (at - carry * other) * 0.35 + 0.37).rg;
  return mix(a, b, abs(2.0 * phase - 1.0));
}

// Cover of a side by threads of water that run down it, 0 to 1.
float threads_down(vec3 n) {
  float across = dot(position.xz, vec2(n.z, -n.x) / max(length(n.xz), 1e-3));
  float thread = texture(noise_map, vec2(across * 0.8 + dice.x, position.y * 0.05 + 0.09 * time)).b;
  return smoothstep(0.56, 0.66, thread);
}
#endif

void main() {
  vec3 n = normalize(normal), f = abs(face);
  vec2 at = f.x > f.y && f.x > f.z ? local.zy : f.y > f.z ? local.xz : local.xy;
  vec2 extent_of = f.x > f.y && f.x > f.z ? size.zy : f.y > f.z ? size.xz : size.xy;
#if ROUND
  // One half of the trunk mirrors the other, so that there is no seam where the angle jumps by a full turn.
  at = f.y > 0.7 ? local.xz : vec2(abs(atan(local.z, local.x)) * size.x, local.y);
  extent_of = f.y > 0.7 ? size.xz : vec2(3.14159265 * size.x, size.y);
#endif
  float far = distance(position, eye), pixel = 0.75 * far / focal_length;
  Look look = look_of(at, extent_of, pixel);

  // Wet up to a little above the water around it, higher where it has soaked up or been splashed.
  float small = min(size.x, min(size.y, size.z)), soaked = clamp(0.45 * small, 0.02, 0.40);
  float ragged = texture(noise_map, (position.xz + local.xy) / (6.0 * soaked) + dice.xy).b;
  float wet = 1.0 - smoothstep(0.35 * soaked, 0.75 * soaked, levels.y - 1.2 * soaked * (ragged - 0.5));
  float sheet = 0.0; // cover by water on top: with more of it wet, then in puddles, then a sheet
#if DECK
  float flat_up = smoothstep(0.80, 0.97, n.y);
  if (flat_up > 0.0) {
    float hollow = texture(noise_map, at * 0.11 + dice.zw).b + 0.25 * look.dark;
    sheet = flat_up * smoothstep(0.78 - 90.0 * aboard, 0.84 - 90.0 * aboard, hollow);
    wet = max(wet, flat_up * smoothstep(0.0, 5e-4, aboard));
    vec2 ripple = running(position.xz, n.xz) - 0.5;
    n = normalize(mix(n, vec3(0.2 * ripple.x, 1.0, 0.2 * ripple.y) + vec3(0.6 * n.x, 0.0, 0.6 * n.z), sheet));
    look.dark *= 1.0 - 0.6 * sheet;
  }
  // Down the sides it runs off in threads.
  float upright = 1.0 - smoothstep(0.25, 0.6, abs(n.y));
  if (aboard > 2e-4 && upright > 0.0) {
    float thread = threads_down(n) * upright * saturate(250.0 * aboard) * step(0.0, levels.y);
    wet = max(wet, 0.9 * thread);
    look.gloss += 0.12 * thread;
    n = normalize(n + 0.35 * thread * vec3(0.0, 1.0, 0.0));
  }
#endif
  look.albedo *= 1.0 - 0.55 * wet * (1.0 - METAL);
  look.gloss = max(look.gloss, 0.10 * wet);

  vec3 to_eye = (eye - position) / far;
  float sunlit = light_past_ground(levels.x) * light_past_bodies(map_place, -levels.y);
  sunlit *= mix(1.0, caustics(position, max(-levels.y, 0.0)), saturate(n.y * 0.7 + 0.5));
  float contact = 0.55 + 0.45 * saturate(levels.z / (1.2 * small) + 0.25);
  // Rain throws earth at the foot of what stands on ground, not in water, in proportion to it.
  float middling = max(min(size.x, size.y), min(max(size.x, size.y), size.z)), foot = clamp(0.22 * middling, 0.02, 0.55);
  float earth = 1.0 - smoothstep(-0.1 * foot, foot, levels.z + 0.6 * foot * (ragged - 0.5));
  earth *= saturate(1.0 - n.y) * smoothstep(0.0, 0.1, levels.y - levels.z);
  look.albedo *= mix(vec3(1.0), vec3(0.52, 0.47, 0.40), earth);
  float worn = ROUND == 1 || MESH == 1 ? 0.0 : 1.0 - smoothstep(0.9, 1.0, max(f.x, max(f.y, f.z)));
  vec3 lit = light_matte(n, sunlit, contact) * look.albedo * (1.0 - 0.72 * look.dark) * (1.0 + 0.25 * worn);
  vec3 mirror = reflect(-to_eye, n);
  float fresnel = look.gloss + (1.0 - look.gloss) * pow(1.0 - saturate(dot(n, to_eye)), 5.0) * mix(mix(0.15, 0.6, METAL), 0.8, sheet);
#if QUALITY == 0 && !DECK && !defined(LOOK_METAL) && !defined(LOOK_PAINT) && !defined(LOOK_GLASS)
  vec3 above = sky_light; // a matt body mirrors the sky's mean
#else
  vec3 above = sky_seen(vec3(mirror.x, abs(mirror.y), mirror.z), METAL > 0.5 ? 2.0 : 5.0);
#endif
  vec3 surroundings = mix(ground_light * 2.0, above, smoothstep(-0.15, 0.1, mirror.y));
  float shine = pow(max(dot(mirror, sun), 0.0), 40.0) * sunlit;
  // Under water a body mirrors little, and never the sky.
  fresnel *= smoothstep(-0.04, 0.02, levels.y);
  lit += fresnel * (1.0 - look.dark) * (surroundings * contact + sun_light * shine * 2.5);
  if (mode == MODE_NORMALS) lit = 0.5 + 0.5 * n;
  if (mode > MODE_WIREFRAME && mode != MODE_NORMALS) lit = vec3(dot(lit, vec3(0.33)));
  colour = vec4(mix(lit, haze.rgb, haze.a), 1.0);
}
