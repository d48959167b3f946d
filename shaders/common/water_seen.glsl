// The sights through the water's surface and in it, for water.frag and water_side.frag. Needs common/water_sheet.glsl.
uniform sampler2D scene_colour_map, scene_depth_map, sky_map;
uniform sampler2DShadow body_shadow_map;
#include "common/sky_map.glsl"
#include "common/light.glsl"
#include "common/fresnel.glsl"
#include "common/dye.glsl"

const int SCENE_SHARE = 1 + HALF; // pixels of the scene a side for one of this picture

// m: length of a ray within the block.
float way_in_block(vec3 from, vec3 d) {
  vec3 low = vec3(0.0, ground_base, 0.0), high = vec3(extent.x, 1e5, extent.y);
  vec3 to = (mix(low, high, step(0.0, d)) - from) / (d + vec3(1e-6) * (step(0.0, d) * 2.0 - 1.0));
  return max(min(to.x, min(to.y, to.z)), 0.0);
}

// The scene without water along the refracted ray; path: m of water before it.
vec3 refracted(vec3 view_ray, vec3 normal, float thickness, out float path) {
  vec3 ray = refract(view_ray, normal, 1.0 / 1.333);
  float reach = thickness / max(-ray.y, 0.18);
#if !AROUND
  if (around_kind == AROUND_TABLE) reach = min(reach, way_in_block(position, ray));
#endif
  // Things just under the surface are hardly moved: the ray goes no farther than to what is seen straight ahead, and a little.
  vec2 pixel = gl_FragCoord.xy * float(SCENE_SHARE);
  float far = distance(position, eye), here = view_depth(gl_FragCoord.z), unbent = view_depth(texelFetch(scene_depth_map, ivec2(pixel), 0).r);
  float ahead = far * max(unbent / here - 1.0, 0.0);
  reach = min(reach, 1.3 * ahead + 0.02 * reach);
  vec4 seen = view_projection * vec4(position + ray * reach, 1.0);
  vec2 straight = pixel / viewport, bent = seen.xy / max(seen.w, 1e-4) * 0.5 + 0.5;
  // Beyond the picture's edge its mirror image is used, else the last row would be smeared; far beyond, the unbent ray.
  vec2 past = max(abs(bent - 0.5) - 0.5, 0.0);
  bent = mix(1.0 - abs(1.0 - abs(bent)), straight, smoothstep(0.04, 0.16, max(past.x, past.y)));
  bent = clamp(bent, 0.5 / viewport, 1.0 - 0.5 / viewport);
  float behind = view_depth(texelFetch(scene_depth_map, ivec2(bent * viewport), 0).r);
  // Things in front of the water are not seen through it. Up to the edge of such a thing the picture is mirrored, so that it is continuous.
  if (behind < here) {
    vec2 clear = straight, hidden = bent;
    for (int n = 0; n < (QUALITY == 0 ? 5 : 7); n++) {
      vec2 middle = 0.5 * (clear + hidden);
      if (view_depth(texelFetch(scene_depth_map, ivec2(middle * viewport), 0).r) < here)
        hidden = middle;
      else
        clear = middle;
    }
    bent = clamp(clear + 0.5 * (clear - bent), 0.5 / viewport, 1.0 - 0.5 / viewport);
    behind = view_depth(texelFetch(scene_depth_map, ivec2(bent * viewport), 0).r);
    if (behind < here) {
      bent = straight;
      behind = unbent;
    }
  }
  path = min(far * max(behind / here - 1.0, 0.0), 1.25 * reach);
  return texelFetch(scene_colour_map, ivec2(bent * viewport), 0).rgb; // unfiltered: no bleeding over edges
}

// Marches along the mirrored ray through the depth buffer, and goes back to where between two steps it fell behind what is seen;
// w: confidence in the hit, 0 to 1.
vec4 mirrored_scene(vec3 mirror) {
#if QUALITY == 0
  const int steps = NATURAL == 1 ? 4 : 2;
  const float first = 0.025, growth = 2.4;
#else
  const int steps = QUALITY == 1 ? 14 : 28;
  const float first = 0.012, growth = QUALITY == 1 ? 1.22 : 1.1;
#endif
  float size = first * max(extent.x, extent.y), along = size, before = -1.0;
  vec2 uv_before = vec2(0.5);
  for (int n = 0; n < steps; n++) {
    vec4 at = view_projection * vec4(position + mirror * along, 1.0);
    vec2 uv = at.xy / at.w * 0.5 + 0.5;
    if (at.w <= 0.0 || any(greaterThan(abs(uv - 0.5), vec2(0.4999)))) break;
    float behind = at.w - view_depth(texelFetch(scene_depth_map, ivec2(uv * viewport), 0).r);
    if (behind > 0.0 && behind < 3.0 * size) {
      if (n > 0) uv = mix(uv, uv_before, behind / (behind - before));
      vec2 edge = smoothstep(0.5, 0.38, abs(uv - 0.5));
      return vec4(texelFetch(scene_colour_map, ivec2(uv * viewport), 0).rgb, edge.x * edge.y);
    }
    before = min(behind, -1e-3);
    uv_before = uv;
    size *= growth;
    along += size;
  }
  return vec4(0.0);
}

vec3 reflected(vec3 view_ray, vec3 normal, float roughness) {
  vec3 mirror = reflect(view_ray, normal);
  mirror.y = abs(mirror.y) + 0.015;
  mirror = normalize(mirror);
#if QUALITY == 0
  vec3 sky = sky_seen(mirror, 1.0); // a level for each pixel takes a software driver twice as long
#else
  vec3 sky = sky_seen(mirror, 0.8 + 9.0 * roughness);
#endif
  vec4 scene = mirrored_scene(mirror);
  return mix(sky, scene.rgb, scene.w);
}

// Light that the water scatters back from within; `lit`: how much of the sun's light comes in.
vec3 light_scattered(float lit) { return scatter * (sun_light * (0.12 + 0.42 * sun.y * (0.35 + 0.65 * lit)) + sky_light * 0.55); }

// A glowing liquid has a crust where it is still and shows its heat where the crust is torn.
vec3 light_glowing(vec4 pattern, float speed) {
  return liquid_glow * scatter * (0.25 + 5.0 * pow(saturate(pattern.b + 0.25 * saturate(speed)), 4.0));
}

// Along the lines of a wireframe what vertices hold is continued beyond their triangle, to the eye's plane and past it.
vec3 finite_on_lines(vec3 lit) { return mode == MODE_WIREFRAME && any(isnan(lit)) ? vec3(0.0) : lit; }
