#include "common/frame.glsl"

uniform sampler2D noise_map;
uniform sampler2DShadow body_shadow_map;
#include "common/sky.glsl"
#include "common/light.glsl"
#include "common/colour.glsl"

in vec3 position, normal, local, face, map_place, levels;
in vec4 haze;
flat in vec3 size;
flat in vec4 dice;
layout(location = 0) out vec4 colour;

struct Look {
  vec3 albedo;
  float gloss; // how much it mirrors, head on
  float dark;  // 0..1: grooves and gaps
};

// Coverage of a line at distance `off` from it, of half width `width`, smooth over `pixel`.
float line(float off, float width, float pixel) { return 1.0 - smoothstep(width - pixel, width + pixel, off); }

// `at`: the point on the face, m from its middle; `extent_of`: the face's half size.
Look wood(vec2 at, vec2 extent_of, float pixel) {
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

Look metal(vec2 at, vec2 extent_of, float pixel) {
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

void main() {
  vec3 n = normalize(normal), f = abs(face);
  vec2 at = f.x > f.y && f.x > f.z ? local.zy : f.y > f.z ? local.xz : local.xy;
  vec2 extent_of = f.x > f.y && f.x > f.z ? size.zy : f.y > f.z ? size.xz : size.xy;
  float far = distance(position, eye.xyz), pixel = 0.75 * far / viewport.z;
  Look look;
#if METAL
  look = metal(at, extent_of, pixel);
#else
  look = wood(at, extent_of, pixel);
#endif

  // Wet up to a little above the water around it.
  float small = min(size.x, min(size.y, size.z));
  float wet = 1.0 - smoothstep(0.06 * small, 0.22 * small, levels.y);
  look.albedo *= 1.0 - 0.45 * wet * float(1 - METAL);
  look.gloss = max(look.gloss, 0.10 * wet);

  vec3 to_eye = (eye.xyz - position) / far;
  float sunlit = light_past_ground(levels.x) * light_past_bodies(map_place);
  float contact = 0.55 + 0.45 * saturate(levels.z / (1.2 * small) + 0.25);
  float worn = 1.0 - smoothstep(0.9, 1.0, max(f.x, max(f.y, f.z)));
  vec3 lit = light_matte(n, sunlit, contact) * look.albedo * (1.0 - 0.72 * look.dark) * (1.0 + 0.25 * worn);
  vec3 mirror = reflect(-to_eye, n);
  float fresnel = look.gloss + (1.0 - look.gloss) * pow(1.0 - saturate(dot(n, to_eye)), 5.0) * (METAL == 1 ? 0.6 : 0.15);
  vec3 around = mirror.y > 0.0 ? sky_radiance(mirror) : ground_light.rgb * 2.0;
  float shine = pow(max(dot(mirror, sun.xyz), 0.0), 40.0) * sunlit;
  lit += fresnel * (1.0 - look.dark) * (around * contact + sun_light.rgb * shine * 2.5);
  if (flags.x == MODE_NORMALS) lit = 0.5 + 0.5 * n;
  if (flags.x > MODE_WIREFRAME && flags.x != MODE_NORMALS) lit = vec3(dot(lit, vec3(0.33)));
  colour = vec4(colour_cursor(mix(lit, haze.rgb, haze.a), position), 1.0);
}
