#include "common/frame.glsl"
#include "common/water.glsl"
#include "common/maps.glsl"

uniform sampler2D ground_map, depth_map, depth_earlier_map, velocity_x_map, velocity_z_map, breaking_map, foam_map;

flat in vec2 texel_cells; // cells a side of a texel

layout(location = 0) out vec4 water; // surface * weight, weight, depth, ground
layout(location = 1) out vec4 flow;  // slope of the surface in x and z; velocity, m/s
layout(location = 2) out vec4 foam;  // foam; wetness of the ground; milk: bubbles below the surface; breaker

ivec2 last_cell;

// s: in which foam falls to 0.37, in calm water and where the flow is faster than its waves, of salt and fresh water; and the milk.
const vec2 SALT_FOAM_LASTS = vec2(9.0, 5.0), FRESH_FOAM_LASTS = vec2(5.0, 1.5);
const float MILK_LASTS = 9.0;

// m/s: small scenes foam at smaller speeds.
float foam_unit() { return clamp(cell_size * 2.0, 0.25, 1.5); }

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

vec2 velocity_of(ivec2 cell, ivec2 last) {
  cell = clamp(cell, ivec2(0), last);
  return vec2(texelFetch(velocity_x_map, cell, 0).r, texelFetch(velocity_z_map, cell, 0).r);
}

// 1/s: convergence of the flow, as in a hydraulic jump or before a block, and how fast it is sheared, as at the edge of the calm behind one: it
// turns and is strained alike; in the middle of an eddy it turns alone.
vec2 squeeze_and_shear(vec2 place) {
  ivec2 size = textureSize(velocity_x_map, 0), at = ivec2(place * vec2(size)), last = size - 1;
  int apart = max(int(texel_cells.x * float(size.x) / grid.x + 0.5), 1);
  vec2 x = velocity_of(at + ivec2(apart, 0), last) - velocity_of(at - ivec2(apart, 0), last);
  vec2 z = velocity_of(at + ivec2(0, apart), last) - velocity_of(at - ivec2(0, apart), last);
  float shear = min(abs(x.y - z.x), length(vec2(x.x - z.y, x.y + z.x)));
  return vec2(-(x.x + z.y), shear) * float(size.x) / (2.0 * float(apart) * extent.x);
}

// 0 to 1: sheared water, of which eddies are rolled up; not along a bank, where the bed slows the flow.
float sheared(float shear, float depth, float unit) {
  return smoothstep(0.25, 0.8, shear * sqrt(unit)) * smoothstep(0.3 * unit, 0.9 * unit, depth);
}

// Foam is born where the flow converges, where waves break and where the surface is steep; also where the flow is about as fast as its
// waves or faster (Froude number u / sqrt(g d)), but little in shallow water, for a thin sheet that runs smoothly down is clear. Sheared
// water draws it into lines.
float foam_born(vec2 place, float depth, float speed, float froude, float steep, vec2 squeeze_shear) {
  float unit = foam_unit();
  float born = (0.20 + 0.30 * smoothstep(0.08, 0.30, depth)) * smoothstep(0.45, 1.4, froude) * smoothstep(0.6 * unit, 2.2 * unit, speed);
  float fall = speed + sqrt(2.0 * 9.81 * cell_size * texel_cells.x * steep) * smoothstep(0.05 * unit, 0.25 * unit, speed);
  born = max(born, smoothstep(0.30, 0.8, steep) * smoothstep(0.3 * unit, 1.5 * unit, fall)); // at the speed that its fall would give
#if FLOWING == 2
  born = max(born, smoothstep(0.0, 0.5, textureLod(breaking_map, place, 0.0).r)); // where a wave breaks, however fast it is
#endif
  born = max(born, smoothstep(0.3, 1.5, squeeze_shear.x) * smoothstep(0.2 * unit, 0.8 * unit, speed));
  born = max(born, 0.6 * sheared(squeeze_shear.y, depth, unit));
  return born * smoothstep(0.02 * unit, 0.10 * unit, depth); // a film, as of rain that runs off a slope, takes no air in
}

// 0 to 1: the front of a breaker, steep and running with the flow into slower water. Not a fall, which runs away from the water before it, nor a
// jump, which stands against the flow.
float breaker(vec2 place, float depth, vec2 slope, vec2 velocity) {
  if (dot(slope, velocity) >= 0.0) return 0.0;
  float steep = length(slope), unit = foam_unit(), front = smoothstep(0.22, 0.6, steep) * smoothstep(0.15 * unit, 0.5 * unit, depth);
  return front > 0.0 ? front * smoothstep(0.3, 1.2, squeeze_and_shear(place).x) : 0.0;
}
#endif

// A number of 0 to 1 for a texel and a time.
float chance() {
  uvec3 n = uvec3(uvec2(gl_FragCoord.xy), floatBitsToUint(time)) * uvec3(1597334677u, 3812015801u, 2798796415u);
  uint m = (n.x ^ n.y ^ n.z) * 2246822519u;
  m = (m ^ (m >> 15)) * 3266489917u;
  return float((m ^ (m >> 13)) >> 8) / 16777216.0;
}

// Rounds up or down by chance to multiples of 1/1024, which the map stores to the bit: at a high frame rate what changes by less than half of
// its last place in a frame would never change, or twice as fast.
vec3 rounded(vec3 a) { return floor(a * 1024.0 + chance()) / 1024.0; }

// s: foam lasts on calm water, and is torn in rapids.
float foam_lasts(float froude) {
  vec2 lasts = around_kind == AROUND_SEA ? SALT_FOAM_LASTS : FRESH_FOAM_LASTS;
  return mix(lasts.x, lasts.y, smoothstep(0.4, 1.2, froude));
}

// exp(-x), nearly: a software driver takes long for that.
float decay(float x) { return 1.0 / (1.0 + x + 0.5 * x * x); }

// Returns the foam that is left after t seconds: exponential, and linear at the end, or a thin haze would linger for good.
// Then the same for the bubbles in the water under it.
float foam_left(float foam, float t, float lasts) { return max(foam * decay(t / lasts) - 0.006 * t, 0.0); }
float milk_left(float milk, float t) { return max(milk * decay(t / MILK_LASTS) - 0.005 * t, 0.0); }

// Wet ground drains: the steeper, the sooner, in 15 to 60 s.
float wet_next(vec2 place, float depth, float before, float dt) {
  if (depth > 0.004) return 1.0;
  float old = textureLod(foam_map, place, before).g, wet = smoothstep(0.0005, 0.004, depth);
  if (old <= wet) return wet;
  ivec2 cell = ivec2(place * grid), step_x = ivec2(max(texel_cells.x, 1.0), 0), step_z = step_x.yx;
  float x = texelFetch(ground_map, min(cell + step_x, last_cell), 0).r - texelFetch(ground_map, max(cell - step_x, ivec2(0)), 0).r;
  float z = texelFetch(ground_map, min(cell + step_z, last_cell), 0).r - texelFetch(ground_map, max(cell - step_z, ivec2(0)), 0).r;
  float fall = length(vec2(x, z)) / (2.0 * cell_size * max(texel_cells.x, 1.0));
  return max(old - dt / mix(60.0, 15.0, smoothstep(0.03, 0.25, fall)), wet);
}

#if FLOWING
// Foam comes in from upstream, milk at half the speed: it lies below the surface, where water is slower. Both are stretched thin where the
// flow spreads, and squeezed thick where it converges.
vec2 carried_here(vec2 place, vec2 velocity, float squeeze, float before, float dt) {
  vec2 back = velocity * dt / (cell_size * grid);
  vec2 old = vec2(textureLod(foam_map, place - back, before).r, textureLod(foam_map, place - 0.5 * back, before).b);
  return min(old * clamp(1.0 + vec2(1.0, 0.5) * squeeze * dt, 0.5, 1.5), 1.0);
}
#endif

// Foam on the surface, and milk, the bubbles below it, of water that is not a film: dry land has neither.
vec2 foam_next(vec2 place, float depth, vec2 velocity, float steep, float before, float dt) {
  float speed = length(velocity), froude = speed * inversesqrt(9.81 * max(depth, 0.02));
#if FLOWING
  vec2 change = speed > 0.2 * foam_unit() ? squeeze_and_shear(place) : vec2(0.0);
  vec2 old = carried_here(place, velocity, change.x, before, dt);
  float born = foam_born(place, depth, speed, froude, steep, change);
#else
  vec2 old = textureLod(foam_map, place, before).rb;
  const float born = 0.0;
#endif
  float lasts = foam_lasts(froude), foam = foam_left(old.x, dt, lasts), milk = milk_left(old.y, dt);
  foam = mix(foam, max(foam, born), 1.0 - decay(dt / 0.15));
  milk = mix(milk, max(milk, born), 1.0 - decay(dt / 0.5));
#if FLOWING
  // In one of a world's first frames: what the flow as it is has carried here from where it was born.
  const float part = 0.25; // s
  vec2 from = place - velocity * dt / (cell_size * grid);
  for (float t = part; t <= foam_carried; t += part) {
    from -= part * velocity_at(from) / (cell_size * grid);
    float there = textureLod(foam_map, from, before).r;
    foam = max(foam, foam_left(there, t, lasts));
    milk = max(milk, milk_left(there, t));
  }
#endif
  return clamp(vec2(foam, milk), 0.0, 1.0);
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
#if FRESH
  float before = maps_level_before(place * extent); // the level that the previous frame had it on
#else
  const float before = 0.0; // the one level that is bound
#endif
  vec2 carried = depth > WATER_FILM ? foam_next(place, depth, velocity, length(slope), before, since_last) : vec2(0.0);
#if FLOWING
  float front = breaker(place, depth, slope, velocity);
#else
  const float front = 0.0;
#endif
  foam = vec4(rounded(vec3(carried.x, wet_next(place, depth, before, since_last), carried.y)), front);
}
