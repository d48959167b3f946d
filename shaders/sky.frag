#include "common/frame.glsl"

uniform sampler2D noise_map, sky_map;
#include "common/sky.glsl"
#include "common/sky_map.glsl"
#include "common/haze.glsl"

layout(location = 0) out vec4 colour;

vec3 shown(vec3 light) { return mode > MODE_WIREFRAME ? mix(light, vec3(0.18), 0.7) : light; }

#if PLAIN
in vec3 position, horizon;

// The block's shadow on what it stands on, as if it were a box: the point moved towards the sun by up to the block's height.
float shade_of_block(vec2 at, out float foot) {
  float size = max(extent.x, extent.y);
  vec2 outside = max(abs(at - 0.5 * extent) - 0.5 * extent, 0.0);
  foot = exp(-length(outside) / (0.035 * size));
  float tall = 0.6 * (0.5 * (ground_low + ground_high) - ground_base);
  vec2 moved = at + sun.xz / max(sun.y, 0.1) * tall;
  vec2 beyond = max(abs(moved - 0.5 * extent) - 0.5 * extent, 0.0);
  return 1.0 - smoothstep(0.0, 0.05 * size, length(beyond));
}

#if NATURAL
// A table of planks.
vec3 material(vec2 at, float pixel) {
  float size = max(extent.x, extent.y), wide = 0.11 * size;
  float row = at.y / wide, plank = floor(row);
  float along = at.x / (9.0 * wide) + fract(plank * 0.377) * 5.0, piece = floor(along);
  float tone = fract(plank * 0.618 + piece * 0.371);
  vec2 grain_at = vec2(at.x / (6.0 * wide) + tone * 7.0, row * 1.3 + tone * 3.0);
  float grain = texture(noise_map, grain_at * vec2(0.25, 1.6)).b, broad = texture(noise_map, grain_at * vec2(0.05, 0.35)).b;
  vec3 wood = mix(vec3(0.150, 0.098, 0.060), vec3(0.205, 0.140, 0.088), tone) * (0.55 + 0.60 * grain + 0.50 * (broad - 0.3));
  vec2 edge = min(fract(vec2(along, row)), 1.0 - fract(vec2(along, row))) * vec2(9.0 * wide, wide);
  float gap = 1.0 - smoothstep(0.006 * size, 0.006 * size + 1.5 * pixel, min(edge.x, edge.y));
  return wood * (1.0 - 0.7 * gap / (1.0 + pixel / (0.006 * size)));
}

#else
// A terrace of stone flags, and lawn beyond it.
vec3 material(vec2 at, float pixel) {
  float size = max(extent.x, extent.y), wide = 0.075 * size;
  vec2 outside = max(abs(at - 0.5 * extent) - 0.5 * extent, 0.0);
#if QUALITY == 0
  vec4 grains = texture(noise_map, at / (0.09 * size));
  float middle = grains.b, fine = grains.r, broad = 0.5;
#else
  float middle = texture(noise_map, at / (0.21 * size)).b, fine = texture(noise_map, at / (0.045 * size)).b;
  float broad = texture(noise_map, at / (1.3 * size)).b;
#endif
  vec2 flag = at / (wide * vec2(1.6, 1.0));
  flag.x += 0.5 * mod(floor(flag.y), 2.0);
  float tone = fract(dot(floor(flag), vec2(0.618, 0.377)));
  vec2 to_joint = (0.5 - abs(fract(flag) - 0.5)) * wide;
  float joint = 1.0 - smoothstep(0.02 * wide, 0.02 * wide + 1.5 * pixel, min(to_joint.x, to_joint.y));
  joint /= 1.0 + pixel / (0.02 * wide);
  vec3 stone = mix(vec3(0.335, 0.305, 0.262), vec3(0.415, 0.390, 0.345), tone) * (0.72 + 0.22 * middle + 0.26 * fine + 0.12 * (broad - 0.5));
  stone = mix(stone, vec3(0.115, 0.120, 0.085), 0.8 * joint);
  vec3 lawn = mix(vec3(0.034, 0.066, 0.016), vec3(0.070, 0.105, 0.026), saturate(0.5 + 1.6 * (middle - 0.5) + 0.7 * (fine - 0.5)));
  lawn *= 0.75 + 0.5 * broad;
  float edge = max(outside.x, outside.y) - 0.42 * size;
  float kerb = smoothstep(-0.5 * pixel, 0.5 * pixel, edge) - smoothstep(0.02 * size - 0.5 * pixel, 0.02 * size + 0.5 * pixel, edge);
  return mix(mix(stone, lawn, smoothstep(-pixel, pixel, edge - 0.01 * size)), vec3(0.40, 0.385, 0.355) * (0.8 + 0.3 * fine), kerb);
}

#endif

void main() {
  vec3 ray = position - eye;
  float far = length(ray), size = max(extent.x, extent.y), foot;
  vec2 at = position.xz;
  float pixel = far / (focal_length * max(abs(ray.y) / far, 0.02)), shade = shade_of_block(at, foot);
  vec3 light = sun_light * sun.y * (1.0 - 0.9 * shade) + sky_light * (1.0 - 0.55 * foot);
  float haze = 1.0 - exp(-dot(ray, ray) / (size * size * 120.0));
  colour = vec4(shown(mix(material(at, pixel) * light * (1.0 - 0.35 * foot), horizon, haze)), 1.0);
}
#elif HEDGE
in vec3 position;
flat in vec3 face;

// A clipped hedge: leaves in clumps, and a ragged top.
void main() {
  float size = max(extent.x, extent.y), tall = 0.42 * size, above = position.y - ground_base;
  vec2 on = vec2(dot(position.xz, abs(face.zx)), position.y) / size;
  vec4 foliage = texture(noise_map, on * 1.9);
  if (above > tall + 0.05 * size * (foliage.g - 0.5)) discard;
  float leaves = foliage.b, clumps = QUALITY == 0 ? foliage.r : texture(noise_map, on * 0.37).b, low = saturate(above / tall);
  vec3 albedo = mix(vec3(0.016, 0.030, 0.009), vec3(0.050, 0.082, 0.022), smoothstep(0.3, 0.7, 0.6 * leaves + 0.4 * clumps));
  float towards = max(dot(normalize(face + vec3(0.0, 0.5, 0.0)), sun), 0.0);
  vec3 light = sun_light * (0.25 + 0.75 * towards) + sky_light * (0.3 + 0.5 * low);
  colour = vec4(shown(albedo * light * (0.45 + 0.55 * low)), 1.0);
}
#elif UNDER
in vec3 ray;

// Under water there is only water.
void main() { colour = vec4(light_haze(eye + 1000.0 * normalize(ray)).rgb, 1.0); }
#else
in vec3 ray;

void main() {
  vec3 d = normalize(ray);
  vec3 light = sky_seen(vec3(d.x, max(d.y, 0.0), d.z), 0.0);
  float towards = dot(d, sun);
  // The disc, somewhat wider than it is, and the glare about it.
  light += sun_light * (18.0 * smoothstep(0.99990, 0.99996, towards) + 1.6 * pow(max(towards, 0.0), 6000.0) + 0.35 * pow(max(towards, 0.0), 400.0));
  colour = vec4(shown(light), 1.0);
}
#endif
