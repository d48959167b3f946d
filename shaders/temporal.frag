// Blends a frame with those before it (src/render/temporal.h).
#include "common/frame.glsl"

#if RAINY
#include "common/gloom.glsl"
#endif

uniform sampler2D frame_map, scene_depth_map, last_picture_map;

in vec2 screen;
layout(location = 0) out vec4 colour;

// Light with its highlights pressed below 1, and back: blended as it is, one glint outshines all that was there before it.
float highest(vec3 c) { return max(c.r, max(c.g, c.b)); }
vec3 pressed(vec3 c) { return c / (1.0 + highest(c)); }
vec3 released(vec3 c) { return c / max(1.0 - highest(c), 1e-3); }

// The frame's light, clouded over before it is blended: by its own depths, which lie aside as it does, outlines would tremble afterwards.
vec3 light_at(ivec2 at, float depth) {
#if RAINY
  return gloomy(texelFetch(frame_map, at, 0).rgb, depth);
#else
  return texelFetch(frame_map, at, 0).rgb;
#endif
}

// The last picture between its pixels, by a Catmull-Rom spline: bilinear look-ups would make it softer with every frame that the camera
// moves. Nine texels in five look-ups; those of the corners weigh next to nothing.
vec3 last_picture(vec2 uv) {
#if QUALITY == 0
  return texture(last_picture_map, uv).rgb; // its pixels are large, and a frame soon stands
#else
  vec2 at = uv * viewport, middle = floor(at - 0.5) + 0.5, f = at - middle;
  vec2 w0 = f * (-0.5 + f * (1.0 - 0.5 * f)), w1 = 1.0 + f * f * (1.5 * f - 2.5), w3 = f * f * (0.5 * f - 0.5);
  vec2 w12 = 1.0 - w0 - w3, uv0 = (middle - 1.0) / viewport, uv3 = (middle + 2.0) / viewport, uv12 = (middle + 1.0 - w1 / w12) / viewport;
  vec4 sum = w12.x * w12.y * vec4(texture(last_picture_map, uv12).rgb, 1.0);
  sum += w0.x * w12.y * vec4(texture(last_picture_map, vec2(uv0.x, uv12.y)).rgb, 1.0);
  sum += w3.x * w12.y * vec4(texture(last_picture_map, vec2(uv3.x, uv12.y)).rgb, 1.0);
  sum += w12.x * w0.y * vec4(texture(last_picture_map, vec2(uv12.x, uv0.y)).rgb, 1.0);
  sum += w12.x * w3.y * vec4(texture(last_picture_map, vec2(uv12.x, uv3.y)).rgb, 1.0);
  return max(sum.rgb / sum.w, 0.0);
#endif
}

// The weights of a pixel and its two neighbours in one direction, by how far they lie from where the frame was drawn: as wide as a pixel.
vec3 weights(float off) {
  vec3 away = vec3(-1.0, 0.0, 1.0) - off, w = max(1.0 - 0.6 * away * away, 0.0);
  return w * w;
}

void main() {
  ivec2 here = ivec2(gl_FragCoord.xy), most = ivec2(viewport) - 1;
  vec3 own = light_at(here, texelFetch(scene_depth_map, here, 0).r);
  if (share_now == 0.0) {
    colour = vec4(own, 1.0);
    return;
  }
  vec3 now = pressed(own), low = now, high = now;
  float nearest = 1.0; // edges go with what is in front
#if QUALITY == 0
  // Not drawn aside, but a little softened; as many neighbours as a software driver has time for.
  vec3 sum = 0.5 * now;
  const ivec2 beside[5] = ivec2[](ivec2(0), ivec2(0, -1), ivec2(-1, 0), ivec2(1, 0), ivec2(0, 1));
  for (int n = 0; n < 5; n++) {
    ivec2 at = clamp(here + beside[n], ivec2(0), most);
    float depth = texelFetch(scene_depth_map, at, 0).r;
    vec3 light = pressed(light_at(at, depth));
    sum += 0.1 * light;
    low = min(low, light);
    high = max(high, light);
    nearest = min(nearest, depth);
  }
  now = sum;
#else
  vec3 sum = vec3(0.0), across = weights(aside.x), along = weights(aside.y);
  for (int z = -1; z <= 1; z++)
    for (int x = -1; x <= 1; x++) {
      ivec2 at = clamp(here + ivec2(x, z), ivec2(0), most);
      float depth = texelFetch(scene_depth_map, at, 0).r;
      vec3 light = pressed(light_at(at, depth));
      sum += across[x + 1] * along[z + 1] * light;
      low = min(low, light);
      high = max(high, light);
      nearest = min(nearest, depth);
    }
  now = sum / (dot(across, vec3(1.0)) * dot(along, vec3(1.0)));
#endif
  vec4 place = reprojection * vec4(2.0 * vec3(screen, nearest) - 1.0, 1.0);
  vec2 uv = 0.5 * place.xy / place.w + 0.5;
  if (place.w <= 0.0 || any(greaterThan(abs(uv - 0.5), vec2(0.5)))) {
    colour = vec4(released(now), 1.0);
    return;
  }
  vec3 before = clamp(pressed(last_picture(uv)), low, high);
  colour = vec4(released(mix(before, now, share_now)), 1.0);
}
