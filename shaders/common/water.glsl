// Reading the water at any point, from one texel a cell (shaders/surface.frag): surface * weight, weight, depth,
// ground.
// With the weights, bilinear filtering extends the level of wet cells beyond the shore, under the ground, so that the shore is
// where the level meets the ground. Where water runs down onto dry ground the depth bounds the level instead.
const float WATER_FILM = 0.003;  // m; thinner water only darkens the ground (the same in src/render/wet.c)
const float WATER_SOLID = 0.035; // m; water this deep is drawn in full

float water_level(vec4 water) { return min(water.x / max(water.y, 1e-7), water.w + water.z); }
