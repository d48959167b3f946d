#include "common/frame.glsl"
#include "common/water.glsl"
#include "common/maps.glsl"

uniform sampler2D noise_map, water_map, flow_map, overlay_map;
uniform sampler2D scene_colour_map, scene_depth_map, sky_map;
uniform sampler2DShadow body_shadow_map;
#include "common/sky_map.glsl"
#include "common/light.glsl"
#include "common/fresnel.glsl"
#include "common/colour.glsl"

in vec3 position, map_place;
in vec4 haze, moving;
in vec2 lie;
flat in vec3 side_normal;
layout(location = 0) out vec4 colour;

// On the lowest tier the water is shaded into a picture of half the size, and laid over the scene at full size afterwards (COMPOSITE), so
// that its outlines stay sharp.
#if QUALITY == 0 && !SIDE && !FALSE_COLOUR && !COMPOSITE
#define HALF 1
#else
#define HALF 0
#endif
const int SCENE_SHARE = 1 + HALF; // pixels of the scene a side for one of this picture

// Slope of the surface. Between cells by a cubic B-spline, of four bilinear look-ups (Sigg and Hadwiger, GPU Gems 2, 2005): with straight
// lines the picture seen through small waves is bent into saw-teeth.
vec2 slope_at(vec2 uv, float level) {
  vec2 size = vec2(textureSize(flow_map, int(level + 0.5))), at = uv * size - 0.5, t = fract(at), one = 1.0 - t;
  vec2 w0 = one * one * one / 6.0, w1 = (4.0 - 3.0 * t * t * (2.0 - t)) / 6.0, w3 = t * t * t / 6.0, low = w0 + w1, high = 1.0 - low;
  vec2 before = (floor(at) - 0.5 + w1 / low) / size, after = (floor(at) + 1.5 + w3 / high) / size;
  vec2 a = textureLod(flow_map, before, level).xy, b = textureLod(flow_map, vec2(after.x, before.y), level).xy;
  vec2 c = textureLod(flow_map, vec2(before.x, after.y), level).xy, d = textureLod(flow_map, after, level).xy;
  return mix(mix(d, c, low.x), mix(b, a, low.x), low.y);
}

// A pattern carried by the flow, in two phases, each of which restarts while the other is seen (Vlachos, "Water Flow in Portal 2",
// 2010). Places are out of step with each other, or the whole surface would pulse.
vec4 carried(vec2 at, vec2 carry, float rate, float step) {
  float phase = fract(time * rate + step), other = fract(phase + 0.5);
  vec4 a = texture(noise_map, at - carry * (phase - 0.5) / rate);
  vec4 b = texture(noise_map, at - carry * (other - 0.5) / rate + 0.37);
  return mix(a, b, abs(2.0 * phase - 1.0));
}

// Slopes of ripples too small for the grid; they fade out with distance before they would shimmer, and what they were becomes
// roughness: the spread of the slopes within a pixel.
vec2 ripples(vec2 velocity, float far, out vec4 pattern, out float roughness) {
  float size = 11.0 * clamp(scene_scale(), 0.15, 2.0), speed = length(velocity);
  vec4 drift = texture(noise_map, position.xz / (0.43 * size) + time * vec2(0.021, 0.034) / sqrt(size));
  pattern = carried(position.xz / size, velocity / size, 0.45, 0.6 * drift.b);
  float calm = 0.15, rough = 0.36 * saturate(speed / (1.2 + 0.4 * size * 0.2));
#if QUALITY == 0
  vec2 slow = vec2(0.5);
#else
  vec2 slow = texture(noise_map, position.xz / (1.9 * size) - time * vec2(0.017, 0.012) / sqrt(size)).rg;
  // Gusts: patches where the wind roughens the water, and smooth lanes between them.
  float gust = texture(noise_map, position.xz / (19.0 * size) + time * vec2(0.0032, 0.0021)).b;
  calm *= mix(0.35, 1.6, smoothstep(0.38, 0.62, gust));
  vec2 fine = texture(noise_map, position.xz / (0.13 * size) + time * vec2(-0.05, 0.04) / sqrt(size)).rg;
  slow += 0.35 * (fine - 0.5) / (1.0 + pow(far / (3.0 * size), 2.0));
#endif
  float fade = 1.0 / (1.0 + pow(far / (14.0 * size), 2.0));
  roughness = (0.06 + 0.5 * calm + 0.6 * rough) * (1.0 - fade) * liquid_thin;
  return (calm * (drift.rg + slow - 1.0) + rough * (pattern.rg - 0.5)) * fade * liquid_thin;
}

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
  // Things in front of the water are not seen through it: then half the bend, else none.
#if QUALITY > 0
  if (behind < here) {
    bent = 0.5 * (bent + straight);
    behind = view_depth(texelFetch(scene_depth_map, ivec2(bent * viewport), 0).r);
  }
#endif
  if (behind < here) {
    bent = straight;
    behind = unbent;
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

vec3 false_colour(float depth, vec3 normal, vec4 flow) {
  if (mode == MODE_NORMALS) return 0.5 + 0.5 * normal;
  float lit = 0.7 + 0.3 * saturate(dot(normal, sun) * 1.3);
  float value = depth / depth_scale;
  if (mode == MODE_SPEED) value = length(flow.zw) / speed_scale;
  if (mode == MODE_OCCUPANCY || mode == MODE_DISPLACEMENT)
    value = has_overlay == 1 ? texture(overlay_map, grid_uv(position.xz)).r : 0.0;
  if (mode == MODE_DISPLACEMENT) value /= depth_scale;
  return colour_scale(value) * lit;
}

#if FALSE_COLOUR
void main() {
  vec2 uv = grid_uv(position.xz);
  float level = maps_level(position.xz);
  vec4 water = textureLod(water_map, uv, level), flow = textureLod(flow_map, uv, level);
  float thickness = water_level(water) - water.w;
  if (water.y < 1e-4 || thickness <= 0.0) discard;
  vec3 normal = normalize(vec3(-flow.x, 1.0, -flow.y));
  vec3 bare = texelFetch(scene_colour_map, ivec2(gl_FragCoord.xy), 0).rgb;
  vec3 lit = mix(bare, false_colour(water.z, normal, flow), smoothstep(0.5 * WATER_FILM, WATER_SOLID, thickness));
  colour = vec4(lit, 1.0);
}
#else

// The sun's glint, as wide as the spread of slopes too small to be resolved.
vec3 glint(vec3 view_ray, vec3 normal, float roughness) {
#if QUALITY > 0
  // Slopes that differ within the pixel widen it, or it would sparkle (Tokuyoshi and Kaplanyan 2019).
  vec3 dx = dFdx(normal), dy = dFdy(normal);
  float spread = 0.03 + roughness * roughness + min(0.5 * (dot(dx, dx) + dot(dy, dy)), 0.18);
#else
  float spread = 0.04 + roughness * roughness;
#endif
  const float share = QUALITY == 0 ? 0.05 : 0.11; // without the finest ripples the light is not broken up
  float width = 2.0 / (spread * spread + 0.004);
  return sun_light * pow(max(dot(reflect(view_ray, normal), sun), 0.0), width) * share * min(width, 260.0);
}

#if !SIDE
// Streaks of bubbles along the flow, 0 to 1: means of a few places up and down the stream, carried by it.
float threads(vec2 velocity, float foam, vec4 pattern) {
#if QUALITY == 0
  return 0.5 * (pattern.a + pattern.b) - 0.08; // as much foam in the mean as by the streaks of the other tiers
#else
  float size = 3.4 * clamp(scene_scale(), 0.15, 2.0);
  vec2 at = position.xz / size, dx = dFdx(at), dy = dFdy(at), carry = velocity / size;
  vec2 apart = 0.030 * velocity / max(length(velocity), 0.5);
  if (foam < 0.02) return 0.0; // most water has none; texture derivatives were taken above
  const float rate = 1.8; // 1/s; slower, and the pattern is torn where the speed changes from place to place
  float phase = fract(time * rate), other = fract(phase + 0.5), a = 0.0, b = 0.0;
  for (int n = -2; n <= 2; n++) {
    a += textureGrad(noise_map, at + apart * float(n) - carry * (phase - 0.5) / rate, dx, dy).a;
    b += textureGrad(noise_map, at + apart * float(n) - carry * (other - 0.5) / rate + 0.37, dx, dy).a;
  }
  return 0.2 * mix(a, b, abs(2.0 * phase - 1.0));
#endif
}

// Light of the foam and its cover (w): streaks that close up into a lace, never into a sheet. On water some 10 cm deep they are
// thinner and merge. A second look-up beside the first lights it in relief.
vec4 foam_cover(vec3 normal, float sunlit, float foam, vec2 velocity, float thickness, vec4 pattern) {
  float thread = threads(velocity, foam, pattern), clump = pattern.b;
  float lace = 2.1 * (thread - 0.36) + 0.9 * (clump - 0.5) + 0.30;
  float thin = 1.0 - smoothstep(0.08, 0.60, thickness / clamp(scene_scale(), 0.15, 1.0));
  float edge = 0.85 - 0.92 * foam - 0.35 * thin;
  float cover = smoothstep(edge, 1.55 - 0.80 * foam + 0.50 * thin, lace + 0.10 * foam);
  cover *= saturate(foam * 3.0) * liquid_thin * (1.0 - 0.25 * thin);
  vec3 upward = normalize(vec3(normal.x, 1.5, normal.z) + vec3(pattern.r - 0.5, 0.0, pattern.g - 0.5) * 1.6);
  vec3 matte = vec3(0.62, 0.64, 0.645) * light_matte(upward, sunlit, 1.0);
  return vec4(matte * (0.62 + 0.34 * thread + 0.32 * clump), 0.90 * cover);
}

// Bubbles under the foam: a pale cloud in the water, wider than the foam itself.
float bubbles(float foam, vec4 pattern) { return saturate(1.5 * foam) * (0.35 + 0.5 * pattern.b) * liquid_thin; }

// m: distance to the shore, from how fast the water thins out.
float to_shore(float thickness) {
  float right = abs(dFdx(thickness)) / max(length(dFdx(position.xz)), 1e-4);
  float up = abs(dFdy(thickness)) / max(length(dFdy(position.xz)), 1e-4);
  return thickness / max(length(vec2(right, up)), 1e-3);
}
#endif

#if !SIDE && !AROUND
// Sunlight on the bed, 1 in the mean: crests gather it and troughs spread it, a lens of each: 1 / (1 + (1 - 1/n) d lap h), to first order
// in the depth d. It is what makes rings seen in clear water.
float gathered(vec2 slope, float thickness, float far) {
  vec2 dx = dFdx(position.xz), dy = dFdy(position.xz), sx = dFdx(slope), sy = dFdy(slope);
  float area = dx.x * dy.y - dx.y * dy.x;
  float lap = (sx.x * dy.y - sy.x * dx.y + sy.y * dx.x - sx.y * dy.x) / (abs(area) > 1e-9 ? area : 1e9);
  // The slopes are linear between cells, so that their derivative steps from cell to cell: what is no more than those steps is left out.
  float power = 0.25 * min(thickness, 4.0) * lap;
  float lens = 1.0 / clamp(1.0 + power - clamp(power, -0.12, 0.12), 0.5, 1.6);
  return mix(1.0, lens, 1.0 / (1.0 + far * far / (900.0 * cell_size * cell_size * 16.0)));
}
#endif

#if DYE
uniform sampler2D dye_map;

// A rhodamine: it takes green most of all and glows red-violet. 1/(g/m^2), linear RGB.
const vec3 DYE_ABSORPTION = vec3(0.18, 2.6, 0.75), DYE_GLOW = vec3(0.52, 0.012, 0.26);

// Returns the share of each colour that `path` metres of water `thickness` deep let through, by the dye in it (Beer-Lambert law). It is known per area, so that
// thin water has no more of it than it has.
vec3 dye_clear(float path, float thickness) {
  return exp(-DYE_ABSORPTION * texture(dye_map, grid_uv(position.xz)).r * min(path / max(thickness, 0.02), 3.0));
}

// Light that it gives back: the share of green that it has taken.
vec3 dyed(vec3 inside, vec3 clear) { return mix(inside * clear, DYE_GLOW * (sun_light * (0.10 + 0.30 * sun.y) + sky_light * 0.5), 1.0 - clear.g); }
#endif

#if COMPOSITE
uniform sampler2D water_picture_map;

// Lays the water, shaded at half the size, over the scene. Its alpha says how much of each texel was drawn; where none was, in a gap
// narrower than its texels, the bed is left as it is.
void main() {
  vec4 shaded = texture(water_picture_map, gl_FragCoord.xy / viewport);
#if COMPOSITE == 2
  if (shaded.a < 0.05) discard;
  const float shown = 1.0;
#elif AROUND
  if (lie.y <= 0.0) discard;
  float shown = smoothstep(0.0, 0.05, lie.y);
#else
  vec4 water = textureLod(water_map, grid_uv(position.xz), maps_level(position.xz));
  float thickness = NATURAL == 1 ? water_level(water) - water.w : water.z;
  if (water.y < 1e-4 || thickness <= 0.0) discard;
  float shown = smoothstep(0.5 * WATER_FILM, WATER_SOLID, thickness);
#endif
  colour = vec4(shaded.rgb / max(shaded.a, 0.05), shown * step(0.05, shaded.a));
}
#else
void main() {
#if AROUND
  if (lie.y <= (HALF == 1 ? -1.0 : 0.0)) discard;
  float thickness = max(lie.y, 0.0), shown = smoothstep(0.0, 0.05, thickness);
#else
  vec2 uv = grid_uv(position.xz);
  float level = maps_level(position.xz);
  vec4 water = textureLod(water_map, uv, level);
  float thickness = NATURAL == 1 ? water_level(water) - water.w : water.z;
#if HALF
  if (water.y < 1e-6) discard; // the sheet goes on under the shore, so that the picture of half the size has no dark rim there
  thickness = max(thickness, 0.0);
#else
  if (water.y < 1e-4 || thickness <= 0.0) discard;
#endif
  float shown = smoothstep(0.5 * WATER_FILM, WATER_SOLID, thickness);
#endif

  vec3 ray = position - eye;
  float far = length(ray), speed = length(moving.yz), roughness;
  vec3 view_ray = ray / far;
  vec4 pattern;
  vec2 ripple = ripples(moving.yz, far, pattern, roughness) * smoothstep(0.0, 0.25, thickness + 0.02);
#if SIDE
  vec3 normal = normalize(side_normal + 0.3 * vec3(ripple.x, 0.0, ripple.y));
  float sunlit = 1.0;
#else
#if AROUND
  vec2 slope = vec2(0.0);
#else
  vec2 slope = slope_at(uv, level);
#endif
  vec3 normal = normalize(vec3(-slope.x - ripple.x, 1.0, -slope.y - ripple.y));
  float past_ground = light_past_ground(moving.x), sunlit = past_ground * light_past_bodies(map_place, 0.0);
#endif
  float facing = dot(-view_ray, normal);
  if (facing < 0.02) normal = normalize(normal - view_ray * (0.02 - facing));

#if UNDER
  // From below: the sky in Snell's window, the water's own colour mirrored about it.
  vec3 up = refract(view_ray, -normal, 1.333);
  float lost = dot(up, up) < 0.5 ? 1.0 : 0.04 + 0.96 * pow(1.0 - saturate(up.y), 5.0);
  vec3 window = sky_seen(normalize(vec3(up.x, abs(up.y) + 0.02, up.z)), 1.0) + sun_light * 12.0 * pow(saturate(dot(up, sun)), 180.0);
  vec3 own = haze.rgb * (0.75 + 0.5 * pattern.b);
#if DYE
  vec3 through = dye_clear(thickness, thickness);
  window *= through;
  own = dyed(own, through);
#endif
  colour = vec4(mix(mix(window, own, lost), haze.rgb, haze.a), 1.0);
#else
  float path;
  vec3 below = refracted(view_ray, normal, SIDE == 1 ? 1e3 : thickness, path);
#if !SIDE && !AROUND
  below *= gathered(slope, thickness, far);
#endif
#if AROUND
  path = min(path, thickness / max(-view_ray.y, 0.1));
#endif
  // Beer-Lambert law along the light's path: down from the sun to the bed and up to the eye.
  vec3 clear = exp(-absorption * (path + (SIDE == 1 ? 0.0 : 0.5 * min(thickness, path))));
#if SIDE
  float lit_within = 1.0;
#else
  // Light comes in beside a shadow on the surface: the deeper the water that is seen into, the less of the shadow is left.
  float lit_within = mix(sunlit, 1.0, 0.55 + 0.35 * saturate(0.5 * path / max(scene_scale(), 0.3))) * (0.5 + 0.5 * past_ground);
#endif
  vec3 inside = scatter * (sun_light * (0.12 + 0.42 * sun.y * (0.35 + 0.65 * lit_within)) + sky_light * 0.55);
#if !SIDE
  // Light that crests let through (a fit used in "Atlas", GDC 2019).
  float against = saturate(dot(sun, view_ray)), turned = 0.5 - 0.5 * dot(sun, normal);
  float crest = saturate(1.2 * lie.x / clamp(scene_scale(), 0.2, 1.5)) * pow(against, 4.0) * pow(turned, 3.0);
  inside += scatter * vec3(0.9, 1.15, 0.85) * sun_light * sunlit * (7.0 * crest + 0.10 * pow(saturate(-dot(view_ray, normal)), 2.0));
  float cloud = bubbles(moving.w, pattern);
  inside = mix(inside, vec3(0.30, 0.385, 0.38) * (sun_light * sun.y * sunlit * 0.5 + sky_light * 0.6), 0.75 * cloud);
  clear *= 1.0 - 0.75 * cloud;
#endif
#if DYE
  vec3 through = dye_clear(path + (SIDE == 1 ? 0.0 : 0.5 * min(thickness, path)), thickness);
  inside = dyed(inside, through);
  clear *= through;
#endif
  // A glowing liquid has a crust where it is still and shows its heat where the crust is torn.
  inside += liquid_glow * scatter * (0.25 + 5.0 * pow(saturate(pattern.b + 0.25 * saturate(speed)), 4.0));
  vec3 transmitted = below * clear + inside * (1.0 - clear);

  float fresnel = fresnel_reflectance(saturate(dot(-view_ray, normal)), roughness, liquid_mirror);
#if SIDE
  vec3 lit = mix(transmitted, reflected(view_ray, normal, 0.1), 0.5 * fresnel);
#else
  vec3 lit = mix(transmitted, reflected(view_ray, normal, roughness), fresnel);
  lit += glint(view_ray, normal, roughness) * sunlit * fresnel;
  vec4 foam = foam_cover(normal, sunlit, moving.w, moving.yz, thickness, pattern);
#if AROUND
  lit = mix(lit, foam.rgb, foam.a);
#else
  // A thin bright seam where the water meets the shore, or a body, which is then closer behind the surface than the ground is: a film, as of
  // rain on a slope, has the ground close behind it everywhere.
  float shore = to_shore(thickness) + 4.0 * smoothstep(0.05, 0.30, thickness);
  float body = 2.5 * path + 4.0 * smoothstep(0.35, 0.70, path / max(thickness, 1e-3));
  float near = min(shore, body) / clamp(scene_scale(), 0.25, 1.5);
  float seam = (1.0 - smoothstep(0.05, 0.45, near)) * smoothstep(0.45, 0.75, pattern.b + 0.15);
  lit = mix(lit, foam.rgb, max(foam.a, seam * (0.08 + 0.40 * saturate(0.6 * speed + moving.w))));
#endif
#if HALF
  lit = mix(lit, haze.rgb, haze.a);
#else
  lit = mix(below, mix(lit, haze.rgb, haze.a), shown);
#endif
#endif
  // Along the lines of a wireframe what vertices hold is continued beyond their triangle, to the eye's plane and past it.
  if (mode == MODE_WIREFRAME && any(isnan(lit))) lit = vec3(0.0);
  colour = vec4(lit, 1.0);
#endif
}
#endif
#endif
