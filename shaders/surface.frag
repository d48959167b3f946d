#include "common/frame.glsl"
#include "common/water.glsl"
#include "common/maps.glsl"

uniform sampler2D ground_map, depth_map, depth_earlier_map, velocity_x_map, velocity_z_map, breaking_map, foam_map;

flat in vec2 texel_cells; // cells a side of a texel

layout(location = 0) out vec4 water; // surface * weight, weight, depth, ground
layout(location = 1) out vec4 flow;  // slope of the surface in x and z; velocity, m/s
layout(location = 2) out vec2 foam;  // foam; wetness of the ground

ivec2 last_cell;

// m: depth, interpolated between the simulation's last two states.
float depth_at(ivec2 cell) {
  float depth = texelFetch(depth_map, cell, 0).r;
  return water_earlier > 0.0 ? mix(depth, texelFetch(depth_earlier_map, cell, 0).r, water_earlier) : depth;
}

// Height of the surface; 1 or 0 for water or none.
vec2 surface_at(ivec2 cell) {
  cell = clamp(cell, ivec2(0), last_cell);
  float depth = depth_at(cell);
  return vec2(texelFetch(ground_map, cell, 0).r + depth, step(WATER_FILM, depth));
}

// A cell's value in the map of the water.
vec4 water_of(float depth, float ground) {
  float weight = smoothstep(0.5 * WATER_FILM, 4.0 * WATER_FILM, depth);
  return vec4((ground + depth) * weight, weight, max(depth - WATER_FILM * (1.0 - weight), 0.0), ground);
}

#if COARSE
vec4 water_at(vec2 place) {
  ivec2 cell = clamp(ivec2(place), ivec2(0), last_cell);
  return water_of(depth_at(cell), texelFetch(ground_map, cell, 0).r);
}

// For a texel of several cells: the mean of four places spread over it, and the slope between them.
vec2 look(vec2 middle, out float depth) {
  vec2 apart = 0.25 * texel_cells;
  vec4 a = water_at(middle - apart), b = water_at(middle + vec2(apart.x, -apart.y));
  vec4 c = water_at(middle + vec2(-apart.x, apart.y)), d = water_at(middle + apart);
  water = 0.25 * (a + b + c + d);
  depth = water.z;
  float here = water.y > 0.0 ? water.x / water.y : water.w;
  vec4 wet = vec4(a.y, b.y, c.y, d.y);
  vec4 level = mix(vec4(here), vec4(a.x, b.x, c.x, d.x) / max(wet, 1e-6), step(1e-6, wet));
  return vec2(level.y + level.w - level.x - level.z, level.z + level.w - level.x - level.y) / (cell_size * texel_cells);
}
#else
// Slope over the wet neighbours of a pair; a dry one counts as level with `here`.
float slope_between(vec2 before, vec2 after, float here) {
  return (mix(here, after.x, after.y) - mix(here, before.x, before.y)) / (2.0 * cell_size);
}

// For a texel of one cell: the slope between its neighbours.
vec2 look(vec2 middle, out float depth) {
  ivec2 cell = ivec2(middle);
  depth = depth_at(cell);
  float ground = texelFetch(ground_map, cell, 0).r;
  water = water_of(depth, ground);
  vec2 left = surface_at(cell - ivec2(1, 0)), right = surface_at(cell + ivec2(1, 0));
  vec2 back = surface_at(cell - ivec2(0, 1)), front = surface_at(cell + ivec2(0, 1));
  float around = left.y + right.y + back.y + front.y;
  float mean = dot(vec4(left.x, right.x, back.x, front.x), vec4(left.y, right.y, back.y, front.y)) / max(around, 1.0);
  float here = depth >= WATER_FILM || around == 0.0 ? ground + depth : mean;
  return vec2(slope_between(left, right, here), slope_between(back, front, here));
}
#endif

#if FLOWING
// m/s; the velocities' grid may be coarser than the depths'.
vec2 velocity_at(vec2 place) {
  return vec2(textureLod(velocity_x_map, place, 0.0).r, textureLod(velocity_z_map, place, 0.0).r);
}

// 1/s: convergence of the flow, as in a hydraulic jump or before a block.
float squeeze(vec2 place) {
  vec2 apart = texel_cells / grid;
  float x = velocity_at(place + vec2(apart.x, 0.0)).x - velocity_at(place - vec2(apart.x, 0.0)).x;
  float z = velocity_at(place + vec2(0.0, apart.y)).y - velocity_at(place - vec2(0.0, apart.y)).y;
  return -(x + z) / (2.0 * cell_size * texel_cells.x);
}

// Foam is born where the flow converges, where waves break and where the surface is steep; also where the flow is about as fast as its waves or faster
// (Froude number u / sqrt(g d)), but little in shallow water, for a thin sheet that runs smoothly down is clear.
float foam_born(vec2 place, float depth, vec2 velocity, float steep) {
  float speed = length(velocity);
  float froude = speed * inversesqrt(9.81 * max(depth, 0.02));
  float unit = clamp(cell_size * 2.0, 0.25, 1.5); // m/s; small scenes foam at smaller speeds
  float born = (0.30 + 0.35 * smoothstep(0.08, 0.30, depth)) * smoothstep(0.45, 1.4, froude) * smoothstep(0.6 * unit, 2.2 * unit, speed);
  float fall = speed + sqrt(2.0 * 9.81 * cell_size * texel_cells.x * steep) * smoothstep(0.05 * unit, 0.25 * unit, speed);
  born = max(born, smoothstep(0.30, 0.8, steep) * smoothstep(0.3 * unit, 1.5 * unit, fall)); // at the speed that its fall would give
#if FLOWING == 2
  born = max(born, smoothstep(0.0, 0.5, textureLod(breaking_map, place, 0.0).r)); // where a wave breaks, however fast it is
#endif
  if (speed > 0.2 * unit) born = max(born, smoothstep(0.3, 1.5, squeeze(place)) * smoothstep(0.2 * unit, 0.8 * unit, speed));
  return born * smoothstep(0.02 * unit, 0.10 * unit, depth); // a film, as of rain that runs off a slope, takes no air in
}
#endif

// Returns the foam that is left after t seconds: exponential, and linear at the end: else a thin haze would linger for good.
float foam_left(float foam, float t) {
  return max(foam * exp(-t / 2.5) - 0.03 * t, 0.0);
}

// Foam is advected by the flow (semi-Lagrangian: looked up where it came from), decays, and is born.
vec2 foam_next(vec2 place, float depth, vec2 velocity, float steep) {
  float dt = since_last;
  vec2 from = place - velocity * dt / (cell_size * grid);
#if FRESH
  float before = maps_level_before(place * extent); // the level that the previous frame had it on
#else
  const float before = 0.0; // the one level that is bound
#endif
  vec2 old = textureLod(foam_map, from, before).rg;
#if FLOWING
  float born = foam_born(place, depth, velocity, steep);
#else
  const float born = 0.0;
#endif
  float kept = foam_left(old.x, dt);
  float fresh = mix(kept, max(kept, born), dt > 0.0 ? 1.0 - exp(-dt / 0.15) : 0.0);
#if FLOWING
  // In one of a world's first frames: what the flow as it is has carried here from where it was born.
  const float part = 0.25; // s
  for (float t = part; t <= foam_carried; t += part) {
    from -= part * velocity_at(from) / (cell_size * grid);
    fresh = max(fresh, foam_left(textureLod(foam_map, from, before).r, t));
  }
#endif
  // Wetness is not advected; where there is flow the ground is wet anyway.
  float wet = max(old.y - dt / 12.0, smoothstep(0.0005, 0.004, depth));
  return vec2(saturate(fresh), saturate(wet));
}

void main() {
  last_cell = ivec2(grid) - 1;
  vec2 middle = gl_FragCoord.xy * texel_cells, place = middle / grid;
  float depth;
  vec2 slope = look(middle, depth);
#if FLOWING
  vec2 velocity = velocity_at(place);
#else
  const vec2 velocity = vec2(0.0);
#endif
  flow = vec4(slope, velocity);
  foam = foam_next(place, depth, velocity, length(slope));
}
