#include "common/frame.glsl"

uniform sampler2D noise_map;
#include "common/sky.glsl"
#include "common/clouds.glsl"

in vec3 ray;
layout(location = 0) out vec4 colour;

// The plain that the block of land stands on: pale, darker at the block's foot and in its shadow.
vec3 plain(vec3 d) {
  float along = (grid.w - eye.y) / d.y;
  vec3 at = eye.xyz + along * d;
  float size = max(extent.x, extent.y);
  vec2 outside = max(abs(at.xz - 0.5 * extent.xy) - 0.5 * extent.xy, 0.0);
  float foot = exp(-length(outside) / (0.035 * size));
  // The block's shadow, as if it were a box: the point moved towards the sun up to half the block's height.
  float tall = 0.6 * (0.5 * (extent.z + extent.w) - grid.w);
  vec2 moved = at.xz + sun.xz / max(sun.y, 0.1) * tall;
  vec2 beyond = max(abs(moved - 0.5 * extent.xy) - 0.5 * extent.xy, 0.0);
  float shade = 1.0 - smoothstep(0.0, 0.05 * size, length(beyond));
  vec3 light = sun_light.rgb * sun.y * (1.0 - 0.75 * shade) + sky_light.rgb * (1.0 - 0.55 * foot);
  vec3 near = vec3(0.215, 0.20, 0.172) * light * (1.0 - 0.45 * foot);
  vec3 horizon = sky_radiance(normalize(vec3(d.x, 0.0, d.z)));
  return mix(near, horizon, 1.0 - exp(-along / (3.5 * size)));
}

void main() {
  vec3 d = normalize(ray);
  vec3 light;
  if (d.y < -0.001) {
    light = plain(d);
  } else {
    light = sky_with_clouds(d);
    float towards = dot(d, sun.xyz);
    light += sun_light.rgb * (18.0 * smoothstep(0.99975, 0.9999, towards) + 0.5 * pow(max(towards, 0.0), 600.0));
  }
  if (flags.x > MODE_WIREFRAME) light = mix(light, vec3(0.18), 0.7);
  colour = vec4(light, 1.0);
}
