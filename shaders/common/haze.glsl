// Light that the air between the eye and a point adds; w: share of the point's light that it replaces. Needs common/sky.glsl.
vec4 light_haze(vec3 point) {
  vec3 ray = point - eye;
  float far = length(ray), size = max(extent.x, extent.y);
  if (water_above_eye > 0.0) { // under water: what the water scatters and absorbs on the way, darker the deeper the eye
    vec3 dimmed = exp(-absorption * 0.6 * water_above_eye);
    float murk = 1.0 - exp(-far * (dot(absorption, vec3(0.33)) + 0.05));
    // Brighter upwards, and about the sun as the surface bends its rays.
    vec3 d = ray / far, bent = normalize(vec3(0.75 * sun.x, sqrt(1.0 - 0.5625 * (1.0 - sun.y * sun.y)), 0.75 * sun.z));
    float upward = 1.0 + 0.9 * clamp(d.y, -0.5, 0.8) + 1.3 * pow(max(dot(d, bent), 0.0), 6.0);
    // In a tank the pale tiles give their light to the water.
    vec3 glow = natural == 1 ? scatter : mix(scatter, vec3(0.40, 0.53, 0.55) * exp(-4.0 * absorption), 0.5);
    return vec4(glow * upward * dimmed * (sun_light * (0.12 + 0.42 * sun.y) + sky_light * 0.55), murk);
  }
  float reach = around_kind == AROUND_TABLE ? 9.0 * size : 7.0 * size;
  // Thicker near the ground: mist lies in hollows and over water.
  float amount = 1.0 - exp(-far / reach - 0.25 * far * far / (reach * reach));
  vec3 d = ray / far;
  float towards = max(dot(d, sun), 0.0);
  vec3 air = sky_radiance(normalize(vec3(d.x, 0.07, d.z)));
  return vec4(air + sun_light * 0.10 * pow(towards, 8.0), amount);
}
