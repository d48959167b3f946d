// Share of the light that bodies leave the ground close by them (src/render/contact.c).
uniform sampler2D contact_map;

float light_past_contact(vec2 xz) {
  vec2 at = (xz - contact_corner) * contact_scale;
  return any(greaterThan(abs(at - 0.5), vec2(0.5))) ? 1.0 : textureLod(contact_map, at, 0.0).r;
}
