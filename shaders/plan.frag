#include "common/frame.glsl"

uniform sampler2D ground_map, depth_map, velocity_x_map, velocity_z_map, noise_map;

in vec2 place;
out vec4 colour;

// Colours of heights, from the lowest ground to the highest, as they are to be seen: bright, for a projector.
const vec3 RAMP[7] = vec3[7](vec3(0.13, 0.42, 0.28), vec3(0.36, 0.62, 0.30), vec3(0.72, 0.78, 0.42), vec3(0.93, 0.84, 0.55),
                             vec3(0.88, 0.62, 0.36), vec3(0.66, 0.40, 0.28), vec3(0.93, 0.91, 0.90));

vec3 height_colour(float share) {
  float at = clamp(share, 0.0, 1.0) * 6.0;
  int n = int(min(floor(at), 5.0));
  return mix(RAMP[n], RAMP[n + 1], smoothstep(0.0, 1.0, at - float(n)));
}

// A map's value without the corners of bilinear texels: a cubic B-spline by four bilinear samples (Sigg and Hadwiger 2005, GPU Gems 2, 20).
float smooth_value(sampler2D map, vec2 at) {
  vec2 texel = at * vec2(textureSize(map, 0)) - 0.5, f = fract(texel), whole = floor(texel) + 0.5;
  vec2 f2 = f * f, f3 = f2 * f, w0 = (1.0 - f) * (1.0 - f) * (1.0 - f) / 6.0, w1 = (4.0 - 6.0 * f2 + 3.0 * f3) / 6.0, w3 = f3 / 6.0;
  vec2 w2 = 1.0 - w0 - w1 - w3, low = w0 + w1, high = w2 + w3;
  vec2 size = vec2(textureSize(map, 0)), a = (whole - 1.0 + w1 / low) / size, b = (whole + 1.0 + w3 / high) / size;
  return low.y * (low.x * textureLod(map, a, 0.0).r + high.x * textureLod(map, vec2(b.x, a.y), 0.0).r) +
         high.y * (low.x * textureLod(map, vec2(a.x, b.y), 0.0).r + high.x * textureLod(map, b, 0.0).r);
}

// m from contour to contour: some fourteen over the range, by 1, 2 or 5.
float contour_step() {
  float wanted = (ground_high - ground_low) / 14.0, ten = pow(10.0, floor(log(wanted) / log(10.0))), by = wanted / ten;
  return ten * (by < 1.5 ? 1.0 : by < 3.5 ? 2.0 : by < 7.5 ? 5.0 : 10.0);
}

// 0 to 1: how far the place lies on a contour `pixels` wide.
float contour(float height, float interval, float pixels) {
  float at = height / interval, off = abs(fract(at - 0.5) - 0.5), across = max(fwidth(at), 1e-6);
  return (1.0 - smoothstep(0.5 * pixels - 0.5, 0.5 * pixels + 0.5, off / across)) * (1.0 - smoothstep(0.25, 0.6, across));
}

// The surface's slope, of the water where there is some, else of the ground.
vec2 slope_at(vec2 at, vec2 texel) {
  vec4 levels;
  for (int n = 0; n < 4; n++) {
    vec2 beside = at + (n < 2 ? vec2(n == 0 ? -texel.x : texel.x, 0.0) : vec2(0.0, n == 2 ? -texel.y : texel.y));
    levels[n] = textureLod(ground_map, beside, 0.0).r + textureLod(depth_map, beside, 0.0).r;
  }
  return vec2(levels[1] - levels[0], levels[3] - levels[2]) / (2.0 * cell_size);
}

#if FLOWING
vec2 flow_at(vec2 at) { return vec2(textureLod(velocity_x_map, at, 0.0).r, textureLod(velocity_z_map, at, 0.0).r); }
#else
vec2 flow_at(vec2 at) { return vec2(0.0); }
#endif

// Two layers of noise that the flow carries, each for a while, fading into each other.
vec4 carried_noise(vec2 flow, float size) {
  vec4 sum = vec4(0.0);
  for (int n = 0; n < 2; n++) {
    float phase = fract(0.35 * time + 0.5 * float(n)), share = 1.0 - abs(2.0 * phase - 1.0);
    sum += share * texture(noise_map, (place - flow * (phase - 0.5) / 0.35) / size + 0.37 * float(n));
  }
  return sum;
}

void main() {
  vec2 at = place / extent, texel = 1.0 / grid;
  float ground = smooth_value(ground_map, at), depth = smooth_value(depth_map, at);
  float range = ground_high - ground_low, film = 0.0025 * range, interval = contour_step();
  vec3 land = height_colour((ground - ground_low) / range);
  float lines = max(0.45 * contour(ground, interval, 1.3), 0.8 * contour(ground, 5.0 * interval, 2.2));
  vec2 slope = slope_at(at, texel);
  vec3 up = normalize(vec3(-2.0 * slope.x, 1.0, -2.0 * slope.y));
  float lit = dot(up, normalize(vec3(-0.5, 0.75, -0.45)));
  vec3 seen = land * (1.0 - 0.75 * lines) * (0.72 + 0.38 * lit);
  float wet = smoothstep(0.4 * film, 1.6 * film, depth);
  if (wet > 0.0) {
    vec2 flow = flow_at(at);
    float speed = length(flow);
#if GLOWS
    float lumps = 0.65 * carried_noise(flow, 1.1 * extent.y).b + 0.35 * carried_noise(flow, 0.37 * extent.y).b;
    float heat = saturate(0.35 + 2.2 * (lumps - 0.5) + 0.25 * saturate(speed / 2.0) + 0.25 * saturate(depth / (0.06 * range)));
    vec3 liquid = mix(vec3(0.16, 0.03, 0.02), vec3(0.95, 0.22, 0.02), smoothstep(0.15, 0.55, heat));
    liquid = mix(liquid, vec3(1.0, 0.80, 0.25), smoothstep(0.55, 0.95, heat));
    seen = mix(seen, liquid, wet);
#else
    vec4 noise = carried_noise(flow, 0.09 * extent.y);
    vec3 ripple = normalize(up + vec3(0.30 * (noise.r - 0.5), 0.0, 0.30 * (noise.g - 0.5)));
    float deep = 1.0 - exp(-depth / (0.10 * range));
    vec3 liquid = mix(vec3(0.36, 0.78, 0.84), vec3(0.02, 0.17, 0.46), deep);
    liquid *= 0.80 + 0.32 * dot(ripple, normalize(vec3(-0.5, 0.75, -0.45)));
    liquid += 0.55 * pow(max(dot(ripple, normalize(vec3(-0.33, 0.92, -0.30))), 0.0), 220.0); // glints
    float shore = (1.0 - smoothstep(1.2 * film, 5.0 * film, depth)) * (0.55 + 0.45 * noise.b);
    float torn = smoothstep(1.0, 3.5, speed / sqrt(max(0.12 * range, 1e-3))) * (0.35 + 0.65 * noise.b);
    liquid = mix(liquid, vec3(0.94, 0.97, 0.98), max(0.45 * shore, 0.8 * torn));
    float cover = wet * (0.76 + 0.24 * deep);
    seen = mix(seen, liquid, cover);
#endif
  }
  colour = vec4(seen, 0.0);
}
