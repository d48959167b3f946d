// The water's surface seen from below: the sky in Snell's window, the water's own colour mirrored about it.
#define MAY_BE_HALF 1
#include "common/water_sheet.glsl"
#include "common/dye.glsl"

uniform sampler2D sky_map;
#include "common/sky_map.glsl"

void main() {
  float thickness = thickness_here(), roughness;
  vec3 ray = position - eye;
  float far = length(ray);
  vec3 view_ray = ray / far;
  vec4 pattern;
  vec2 ripple = ripples(moving.yz, far, pattern, roughness) * smoothstep(0.0, 0.25, thickness + 0.02), slope = slope_here();
  vec3 normal = turned_to_eye(normalize(vec3(-slope.x - ripple.x, 1.0, -slope.y - ripple.y)), view_ray);

  vec3 up = refract(view_ray, -normal, 1.333);
  float lost = dot(up, up) < 0.5 ? 1.0 : 0.04 + 0.96 * pow(1.0 - saturate(up.y), 5.0);
  vec3 window = sky_seen(normalize(vec3(up.x, abs(up.y) + 0.02, up.z)), 1.0) + sun_light * 12.0 * pow(saturate(dot(up, sun)), 180.0);
  vec3 through = dye_clear(thickness, thickness), own = dyed(haze.rgb * (0.75 + 0.5 * pattern.b), through);
  colour = vec4(mix(mix(window * through, own, lost), haze.rgb, haze.a), 1.0);
}
