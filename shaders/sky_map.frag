#include "common/frame.glsl"

uniform sampler2D noise_map, sky_map;
#include "common/sky.glsl"
#include "common/sky_map.glsl"

in vec2 place;
layout(location = 0) out vec4 colour;

// Velocity of the plane of the clouds over a landscape, in its heights a second; over a tank they stand. Rows of the map are drawn up to ten
// seconds apart (src/render/air.c): faster clouds would show where they meet.
const vec2 CLOUD_DRIFT = vec2(0.0016, 0.0009);

float cloud_density(vec2 at) {
  float big = textureLod(noise_map, at * 0.045, 0.0).b;
  float middle = textureLod(noise_map, at * 0.15 + big * 0.1, 0.0).b;
  float fine = textureLod(noise_map, at * 0.55 + middle * 0.15, 0.0).b;
  return big * 0.60 + middle * 0.32 + fine * 0.16;
}

// Fair-weather clouds on a plane far up, thinner towards the horizon. Light comes through where less cloud lies towards the sun.
vec4 clouds(vec3 d) {
  float up = max(d.y, 0.015);
  vec2 at = d.xz / (up + 0.10) - CLOUD_DRIFT * (natural == 1 ? time : 0.0);
  float density = cloud_density(at), shaded = cloud_density(at + sun.xz * 0.30);
  float cover = smoothstep(0.545, 0.80, density) * smoothstep(0.01, 0.16, d.y);
  float towards = max(dot(d, sun), 0.0);
  float through = exp(-4.5 * max(shaded - 0.50, 0.0)) * (1.0 - 0.35 * cover);
  vec3 lit = sun_light * through * (0.34 + 0.40 * pow(towards, 6.0)) + sky_light * 0.34;
  return vec4(lit, 0.90 * cover);
}

// The room that a table stands in: dark towards the floor, one wide soft lamp where the sun would be.
vec3 studio(vec3 d) {
  float up = saturate(d.y * 0.5 + 0.5), towards = saturate(dot(d, normalize(sun + vec3(0.0, 0.35, 0.0))));
  vec3 wall = mix(vec3(0.30, 0.31, 0.33), vec3(0.62, 0.645, 0.68), smoothstep(0.45, 0.95, up));
  return wall + vec3(1.5, 1.42, 1.30) * pow(towards, 9.0);
}

void main() {
  vec2 p = place * SKY_REACH;
  vec3 d = vec3(2.0 * p.x, 1.0 - dot(p, p), 2.0 * p.y) / (1.0 + dot(p, p));
  if (around_kind == AROUND_TABLE && natural == 1) {
    colour = vec4(studio(d), 1.0);
    return;
  }
  vec3 clear = sky_radiance(d);
  vec4 cloud = clouds(d);
  colour = vec4(mix(clear, cloud.rgb, cloud.a), 1.0);
}
