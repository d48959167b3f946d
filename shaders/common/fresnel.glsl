// Reflectance of water at the cosine `facing` whose waves within a pixel have slopes spread by `roughness`; `straight_on`: without waves,
// seen from above. Schlick's curve (1994) where it is smooth; the fit for rough water is that of "Atlas", GDC 2019.
float fresnel_reflectance(float facing, float roughness, float straight_on) {
  float curve = pow(1.0 - facing, 5.0 * exp(-2.69 * roughness)) / (1.0 + 22.7 * pow(roughness, 1.5));
  return straight_on + (1.0 - straight_on) * curve;
}
