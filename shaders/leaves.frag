in vec2 place;
in vec3 lit;
in vec4 haze;
flat in float cover;
layout(location = 0) out vec4 colour;

void main() {
  // Pointed at both ends, with a rib along the middle.
  float edge = (1.0 - place.x * place.x) - abs(place.y);
  if (edge < 0.0) discard;
  vec3 leaf = lit * (0.75 + 0.45 * smoothstep(0.0, 0.12, abs(place.y)));
  colour = vec4(mix(leaf, haze.rgb, haze.a), cover);
}
