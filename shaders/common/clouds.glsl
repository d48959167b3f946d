// Coverage of thin fair-weather clouds on a plane far up; 0 near the horizon.
float sky_clouds(vec3 d) {
  float up = max(d.y, 0.02);
  vec2 at = d.xz / (up + 0.12);
  float big = texture(noise_map, at * 0.045 + eye.w * 0.0006).b;
  float fine = texture(noise_map, at * 0.17 + eye.w * 0.0011 + big * 0.1).b;
  return smoothstep(0.52, 0.92, big * 0.72 + fine * 0.36) * smoothstep(0.02, 0.22, d.y);
}

vec3 sky_with_clouds(vec3 d) {
  vec3 clear = sky_radiance(d);
  float towards = max(dot(d, sun.xyz), 0.0);
  vec3 lit = sun_light.rgb * (0.25 + 0.16 * towards * towards) + sky_light.rgb * 0.3;
  return mix(clear, lit, 0.75 * sky_clouds(d));
}
