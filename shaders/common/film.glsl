// AgX (Sobotka 2022), by the polynomial of Wrensch 2023: exposures from -12.47 to 4.03 on a film curve, between two mixings of the
// colours that keep bright blue blue and lava orange. With some contrast and colour, for the plain curve is flat. Ready for the screen.
vec3 film(vec3 light) {
  const mat3 inset = mat3(0.842479, 0.0423282, 0.0423757, 0.0784336, 0.878469, 0.0784336, 0.0792237, 0.0791661, 0.879143);
  const mat3 outset = mat3(1.196879, -0.0528969, -0.0529716, -0.0980209, 1.151903, -0.0980435, -0.0990297, -0.0989612, 1.151074);
  vec3 x = clamp((log2(max(inset * light, 1e-10)) + 12.47393) / 16.5, 0.0, 1.0), x2 = x * x, x4 = x2 * x2;
  vec3 curve = 15.5 * x4 * x2 - 40.14 * x4 * x + 31.96 * x4 - 6.868 * x2 * x + 0.4298 * x2 + 0.1191 * x - 0.00232;
  float grey = dot(curve, vec3(0.2126, 0.7152, 0.0722));
  vec3 rich = max(outset * (grey + 1.28 * (curve - grey)), 0.0);
  return clamp(rich * (0.66 + 0.42 * rich), 0.0, 1.0);
}

// Light of an overcast sky, of the light that comes from it.
const vec3 RAIN_CLOUD = vec3(0.36, 0.385, 0.42);
