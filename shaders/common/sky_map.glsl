// The sky as a map: directions in stereographic projection from below, so that it has no seam and each place its true shape. It
// reaches a little below the horizon.
const float SKY_REACH = 1.12;

vec2 sky_place(vec3 d) { return d.xz * (0.5 / (SKY_REACH * (1.0 + max(d.y, -0.05)))) + 0.5; }

// Light of the sky from a unit vector; `rough`: level of detail, 0 as sharp as it is.
vec3 sky_seen(vec3 d, float rough) { return textureLod(sky_map, sky_place(d), rough).rgb; }
