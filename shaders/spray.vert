// A clump of drops, or mist: a quad that faces the eye.
#include "common/frame.glsl"
#include "common/water.glsl"
#include "common/maps.glsl"
#include "common/sky.glsl"

uniform sampler2D ground_shadow_map, water_map;
#include "common/light_vertex.glsl"

layout(location = 0) in vec4 place;    // m; w: radius, m
layout(location = 1) in vec4 velocity; // m/s; w: age, s
layout(location = 2) in vec2 look;     // opacity; a number that tells sprites apart

out vec3 lit;
out vec4 haze;
out vec4 shape;  // place in the sprite, -1 to 1; age, s; opacity
out vec3 lie;    // m above the water; place in the noise
flat out float thick; // m

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  vec3 ray = place.xyz - eye;
  float far = max(length(ray), 0.05);
  ray /= far;
  // Along the way it flies, as seen; upright where it comes straight at the eye.
  vec3 across_ray = velocity.xyz - ray * dot(velocity.xyz, ray);
  float seen_speed = length(across_ray);
  vec3 upright = vec3(0.0, 1.0, 0.0) - ray * ray.y;
  vec3 along = normalize(seen_speed > 0.05 ? across_ray : upright + vec3(1e-3, 0.0, 0.0));
  vec3 across = cross(ray, along);
  // Near its birth it is a thin sheet that tears upwards, later a cloud of drops.
  float wide = place.w * (0.7 + 0.5 * log(1.0 + 4.0 * velocity.w));
  float pixel = far / focal_length;
#if QUALITY == 0
  wide = min(wide, (look.x < 0.2 && liquid_glow > 0.5 ? 60.0 : 22.0) * pixel); // the cost of a sprite is its pixels; fumes are few
#endif
  float tall = wide * (1.0 + min(0.22 * seen_speed, 1.6) / (1.0 + 0.7 * velocity.w));
  vec3 point = place.xyz + across * (corner.x * wide) + along * (corner.y * tall);

  // White water scatters light through and through: what falls on it from behind comes out too.
  float sunlit = smoothstep(-0.5, 0.8, light_clearance(place.xyz)), against = saturate(dot(ray, sun));
  lit = vec3(0.93, 0.95, 0.96) * (sun_light * sunlit * (0.26 + 0.10 * corner.y * along.y + 0.35 * against * against * against) +
                                  sky_light * 0.62 + ground_light * 0.20);
  haze = light_haze(place.xyz);
  vec4 water = textureLod(water_map, grid_uv(point.xz), maps_level(point.xz));
  lie.x = water.y < 1e-4 ? 10.0 : point.y - water_level(water);
  if (liquid_glow > 0.5) // fumes, and lava's own drops: grey, and lit from the lava below
    lit = mix(lit, vec3(dot(lit, vec3(0.3, 0.6, 0.1))), 0.6) + liquid_glow * scatter * 0.9 * exp(-0.30 * max(lie.x, 0.0));
  lie.yz = corner * (look.x < 0.2 ? 0.07 : 0.5 * clamp(wide, 0.2, 1.0)) + fract(look.y * vec2(0.731, 0.337));
  shape = vec4(corner, velocity.w, look.x);
  thick = wide;
  gl_Position = view_projection * vec4(point, 1.0);
}
