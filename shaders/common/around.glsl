// The ground beyond the grid, which goes on from the grid's edge: near it as at the nearest place of the edge, farther out as hills.
// Where the edge lies under the sea it stays under it. Needs ground_map and noise_map; for vertices.
const int AROUND_ROW = 1024, AROUND_ROWS = 32; // texels of around_shape_map (src/render/land/around.c)

// A vertex of a ring `out_by` m beyond the grid. Near the grid most of a ring's vertices lie straight out from the grid's edge, always at
// the same places of it, so that walls and banks go on without teeth; far out they are spaced evenly.
vec2 around_place(vec2 along, float out_by) {
  vec2 even = mix(vec2(-out_by), extent + out_by, along);
  vec2 straight = extent * clamp(1.5 * along - 0.25, 0.0, 1.0) + out_by * (clamp(6.0 * along - 5.0, 0.0, 1.0) - clamp(1.0 - 6.0 * along, 0.0, 1.0));
  return mix(straight, even, smoothstep(0.3, 3.0, out_by / max(extent.x, extent.y)));
}

// m: distance to the grid's edge, and the place of the edge that a point continues. The farther out, the more it wanders, or the
// edge would be seen drawn out into straight stripes.
vec2 around_edge(vec2 xz, out float beyond) {
  vec2 off = max(abs(xz - 0.5 * extent) - 0.5 * extent, 0.0);
  beyond = length(off);
  float size = max(extent.x, extent.y);
  if (ground_kind == GROUND_STONE) return clamp(xz, vec2(0.0), extent); // walls of cut stone go straight on
  vec2 wander = textureLod(noise_map, xz / (9.0 * size) + vec2(0.1, 0.6), 0.0).rg - 0.5;
  return clamp(xz + wander * 2.0 * min(beyond, 0.7 * size), vec2(0.0), extent);
}

float around_height(vec2 xz) {
  float beyond, size = max(extent.x, extent.y);
  vec2 edge = around_edge(xz, beyond);
  float smooth_level = ground_kind == GROUND_STONE ? 0.0 : clamp(log2(0.25 * beyond / cell_size + 1.0), 0.0, 7.0);
  float height = textureLod(ground_map, grid_uv(edge), smooth_level).r;
  // Smoothing must not let the land at a river's banks sink into its bed.
  float bank = textureLod(ground_map, grid_uv(edge), 0.0).r;
  if (bank > around_level) height = max(height, min(bank, around_level + 0.025 * size));
  // Nor must land that is near raise the sea's bed: it stood above the water at the horizon.
  else if (around_kind == AROUND_SEA) height = min(height, max(bank, around_level - 0.025 * size));
  float above = height - around_level;
  float dry = smoothstep(0.0, 0.10, above / size);
  float far = smoothstep(0.05, 2.2, beyond / size);
  float open = around_kind == AROUND_SEA ? 0.0 : smoothstep(0.9, 3.0, beyond / size);
  float big = textureLod(noise_map, xz / (31.0 * size) + 0.17, 0.0).b, middle = textureLod(noise_map, xz / (9.5 * size) + 0.61, 0.0).b;
  float fine = textureLod(noise_map, xz / (3.1 * size) + 0.33, 0.0).b;
  float hills = around_hills * max(1.5 * (big - 0.28) + 0.9 * (middle - 0.42) + 0.16 * (fine - 0.5), 0.03);
  hills *= 1.0 + 1.5 * smoothstep(2.0, 14.0, beyond / size); // the far ones stand above the near ones
  float kept = mix(height, max(height, around_level + 0.01 * size), open);
  float bottom = above < 0.0 ? min(0.02 * beyond, 0.1 * size) : 0.0;
  return kept + hills * far * max(dry, open) - bottom * (1.0 - open);
}
