#include "common/frame.glsl"

uniform sampler2D ground_map, ground_shadow_map, ground_colour_map, prop_shadow_map, water_map;
#include "common/maps.glsl"
#include "common/sky.glsl"
#include "common/light_vertex.glsl"
#ifdef GLOWS
uniform sampler2D near_water_map;
#include "common/lava.glsl"
#endif

// A vertex of the mesh (src/render/props/mesh.h) and its instance (src/render/props/select.h).
layout(location = 0) in vec3 at;
layout(location = 1) in vec4 mesh_normal; // w: how far it sways
layout(location = 2) in vec4 paint;       // albedo, square root of; openness
layout(location = 3) in vec4 leaf;        // x: leaf, 0 for wood and stone; y: how ragged its outline is; z: grass; w: needles
layout(location = 4) in vec4 place;       // x, z, size, yaw
layout(location = 5) in vec4 look;        // hue, value, width

out vec3 lit;
out vec4 haze;
out vec4 grain;      // place in the texture of leaves or stone; how ragged
flat out vec3 faced; // 1 for the axis that the face looks along most
flat out float rests; // 1: its swaying is hardly seen; 0: it is

// Wind bends what is high more, gusts run over the ground.
vec2 sway(float height) {
  float gust = sin(time * 0.9 - dot(place.xy, vec2(0.11, 0.07)));
  float flutter = sin(time * 2.7 + dot(place.xy, vec2(1.7, 2.3)) + 6.0 * at.y);
  float bend = mesh_normal.w * place.z * (0.010 + 0.014 * gust) + mesh_normal.w * leaf.x * 0.012 * flutter;
  return bend * vec2(0.86, 0.5);
}

vec3 tinted() {
  vec3 albedo = paint.rgb * paint.rgb;
  vec3 hue = mix(vec3(0.72, 0.98, 1.10), vec3(1.28, 1.04, 0.76), look.x);
  albedo *= mix(vec3(1.0), hue, leaf.x) * (0.54 + 0.66 * look.y);
  // On ash all stone is basalt.
  return mix(albedo, albedo * vec3(0.30, 0.28, 0.28), (ground_kind == GROUND_ASH || ground_kind == GROUND_SAND ? 1.0 : 0.0) * (1.0 - leaf.x));
}

// Returns the share of grass that rock, or water that runs over it, leaves none of.
float bare(vec2 foot_uv, float rough) {
  float rock = smoothstep(0.3, 0.7, rough);
  return leaf.z > 0.0 ? max(rock, 0.9 * smoothstep(0.02, 0.12, textureLod(water_map, foot_uv, maps_level(place.xy)).z)) : 0.0;
}

void main() {
  vec2 foot_uv = grid_uv(place.xy);
  vec4 made = textureLod(ground_colour_map, foot_uv, 0.0); // albedo, square root of; rock
#if QUALITY == 0
  made.rgb *= 2.0 * inversesqrt(sun_light * sun.y * 0.9 + sky_light); // there the map holds the ground as it is lit
#endif
  float c = cos(place.w), s = sin(place.w), width = place.z * (0.75 + 0.5 * look.z);
  mat2 yaw = mat2(c, s, -s, c);
  vec3 point = vec3(yaw * (at.xz * width), at.y * place.z).xzy * (1.0 - leaf.z * bare(foot_uv, made.a));
  vec3 normal = normalize(vec3(yaw * mesh_normal.xz, mesh_normal.y).xzy);
  float ground = textureLod(ground_map, foot_uv, 0.0).r;
  point += vec3(place.x, ground, place.y);
  point.xz += sway(at.y);

  // Grass is lit as the ground that it stands on.
  vec2 along = vec2(cell_size, 0.0) / extent, across = vec2(0.0, cell_size) / extent;
  vec2 fall = vec2(ground - textureLod(ground_map, foot_uv + along.xy, 0.0).r, ground - textureLod(ground_map, foot_uv + across.xy, 0.0).r);
  normal = normalize(mix(normal, vec3(fall.x, cell_size, fall.y) / cell_size + 0.25 * normal, leaf.z));

  // In a wood the lower parts stand in each other's shadow; looked up a little towards the sun, where its own does not fall.
  vec2 aside = sun.xz / max(length(sun.xz), 0.05) * min(0.9 * place.z, 2.5);
  vec2 past = textureLod(prop_shadow_map, grid_uv(place.xy + aside * (1.0 - leaf.z)), 0.0).rg;
  float high = saturate(at.y * place.z / 6.0), open = paint.a * mix(0.55 + 0.45 * past.y, 1.0, high);
  float sunlit = smoothstep(-0.5, 0.8, light_clearance(point)) * mix(past.x, 1.0, high) * mix(0.35 + 0.65 * paint.a, 1.0, 0.4);
  // Grass has the colour of the ground that it stands on, lighter towards its tips.
  vec3 albedo = mix(tinted(), made.rgb * made.rgb * (0.8 + 0.9 * at.y), 0.8 * leaf.x * leaf.z);
  float facing = dot(normal, sun);
  // Leaves stand at all angles to their surface: light wraps round it, and some shines through.
  float direct = mix(max(facing, 0.0), saturate(0.40 + 0.60 * facing), leaf.x) * sunlit;
  vec3 ambient = mix(ground_light, sky_light, 0.5 + 0.5 * normal.y) * open;
  vec3 ray = normalize(point - eye);
  float against = saturate(dot(ray, sun));
  float through = leaf.x * (1.0 - 0.6 * leaf.z - 0.6 * leaf.w) * sunlit * (0.10 + 0.55 * against * against * against) * paint.a;
  vec3 shone = albedo * vec3(1.25, 1.15, 0.55) * sun_light * through;
  // Seen from within, a crown is dark.
  float outside = 1.0 - 0.6 * leaf.y * smoothstep(0.0, 0.6, dot(normal, ray));
  // Close to the ground all is darker that stands on it.
  float foot = mix(0.55, 1.0, max(smoothstep(-0.02, 1.0, at.y * place.z / min(0.45, 0.12 * place.z)), leaf.z));
  lit = (albedo * (sun_light * direct + ambient) * outside + shone) * foot;
#ifdef GLOWS
  lit += albedo * open * light_from_lava(foot_uv, normal);
#endif
  grain = vec4((at * place.z + 0.37 * place.xyx) * (1.0 + 1.2 * leaf.w), leaf.y);
  vec3 n = abs(mesh_normal.xyz);
  faced = vec3(n.x > n.y && n.x > n.z, n.y >= n.x && n.y > n.z, 0.0);
  haze = light_haze(point);
  gl_Position = view_projection * vec4(point, 1.0);
  float swing = 0.014 * place.z * focal_length * enlarged; // times the distance: pixels of the window that the gusts move its top by
  rests = swing < 2.0 * distance(vec3(place.x, ground, place.y), eye) ? 1.0 : 0.0;
  if (still == STILL_ITSELF && rests == 0.0) gl_Position = vec4(2.0, 2.0, 2.0, 1.0); // out of the picture
}
