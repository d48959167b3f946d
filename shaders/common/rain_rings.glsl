// Rings that drops of rain leave on water: layers of square cells, each turned and shifted against the others, in which one drop after
// another falls at a place of its own, or none. As many cells have a drop as rain falls: rings for a square metre and second are in
// proportion to the rain. Needs time, rain_density (0 to 1) and rain_size.
const int RAIN_RING_LAYERS = QUALITY == 0 ? 3 : 4;

// Share of the densest rain, mm/h for mm/h: the density goes with its power of 0.6 (src/picture/frame_build.c).
float rain_share() { return pow(rain_density, 1.6667); }

// Three numbers of 0 to 1 for a cell and its count of drops.
vec3 rain_dice(vec2 cell, float count) {
  uvec3 n = uvec3(ivec3(vec3(cell, count))) * uvec3(1597334677u, 3812015801u, 2798796415u);
  uint m = (n.x ^ n.y ^ n.z) * 2246822519u;
  m = (m ^ (m >> 15)) * 3266489917u;
  m ^= m >> 13;
  return vec3(m & 1023u, (m >> 10) & 1023u, (m >> 20) & 1023u) / 1023.0;
}

// Slope of the rings of one layer at a place, m. `finest`: m, below which waves would shimmer.
vec2 rain_ring(vec2 at, float layer, float share, float finest) {
  float size = 0.6 * exp2(0.5 * layer) * max(rain_size, 0.7), lasts = 0.55 + 0.13 * layer; // m; s
  float turn = 1.1 + 1.7 * layer;
  vec2 place = (mat2(cos(turn), sin(turn), -sin(turn), cos(turn)) * at) / size + 17.3 * layer, cell = floor(place);
  float beat = time / lasts + rain_dice(cell, -7.0 - layer).x, age = fract(beat);
  vec3 dice = rain_dice(cell, floor(beat));
  float reach = 0.34; // cells: no ring leaves its own
  vec2 from = place - cell - mix(vec2(reach), vec2(1.0 - reach), dice.xy);
  float far = length(from), front = reach * 0.85 * age, width = 0.13 * (0.5 + 0.5 * age); // cells
  float off = (far - front) / width;
  float wave = sin(6.2831853 * off) * max(1.0 - off * off, 0.0) * (1.0 - age) * smoothstep(0.0, 0.06, far);
  float drops = dice.z < share ? 1.0 : 0.0, seen = 1.0 - smoothstep(0.5, 1.6, finest / (width * size));
  return (from * mat2(cos(turn), sin(turn), -sin(turn), cos(turn))) / max(far, 1e-4) * (1.5 * wave * drops * seen);
}

// Slope of all rings at a place `far` metres from the eye, of which a pixel shows `finest` metres. The spread of the slopes that are too
// small to be seen is added to the roughness.
vec2 rain_rings(vec2 at, float far, float finest, inout float roughness) {
  vec2 slope = vec2(0.0);
  float share = rain_share(), near = 1.0 - smoothstep(16.0, 34.0, far);
  for (int n = 0; n < RAIN_RING_LAYERS; n++) slope += rain_ring(at, float(n), share, finest);
  roughness += 0.16 * sqrt(share) * (1.0 - near * (1.0 - smoothstep(0.03, 0.12, finest)));
  return slope * near;
}
