// Light of a clear sky from direction d (unit, d.y >= 0 is sky).
// Single scattering in a layer of uniform density: L = E P (1 - exp(-tau m)), after Hoffman and Preetham, "Rendering Outdoor
// Light Scattering in Real Time", 2002; Rayleigh phase 3/4 (1 + mu^2), haze phase of Henyey and Greenstein.
vec3 sky_radiance(vec3 d) {
  float up = max(d.y, 0.0);
  float mass = 1.0 / (up + 0.10);
  float towards = dot(d, sun);
  vec3 rayleigh = vec3(0.050, 0.122, 0.285);
  const float haze = 0.040;
  vec3 left = exp(-(rayleigh + haze) * mass);
  const float g = 0.72;
  float lobe = 1.0 + g * g - 2.0 * g * towards;
  float haze_phase = 0.46 + (1.0 - g * g) * 0.22 * inversesqrt(lobe * lobe * lobe);
  vec3 source = (rayleigh * 0.72 * (0.8 + 0.35 * towards * towards) + haze * haze_phase) / (rayleigh + haze);
  return sun_light.r * vec3(0.36, 0.385, 0.43) * source * (1.0 - left);
}
