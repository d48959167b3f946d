#include "common/frame.glsl"
#include "common/water.glsl"

uniform sampler2D ground_map, depth_map, depth_earlier_map, velocity_x_map, velocity_z_map, foam_map;

layout(location = 0) out vec4 water; // surface * weight, weight, depth, ground
layout(location = 1) out vec4 flow;  // slope of the surface in x and z; velocity, m/s
layout(location = 2) out vec2 foam;  // foam; wetness of the ground

ivec2 last_cell;

// Between the last two states that the simulation handed over.
float depth_at(ivec2 cell) {
  float depth = texelFetch(depth_map, cell, 0).r;
  return liquid.w > 0.0 ? mix(depth, texelFetch(depth_earlier_map, cell, 0).r, liquid.w) : depth;
}

// Height of the surface and whether there is any.
vec2 surface_at(ivec2 cell) {
  cell = clamp(cell, ivec2(0), last_cell);
  float depth = depth_at(cell);
  return vec2(texelFetch(ground_map, cell, 0).r + depth, step(WATER_FILM, depth));
}

// Slope over the wet neighbours of a pair; a dry one counts as level with `here`.
float slope_between(vec2 before, vec2 after, float here) {
  return (mix(here, after.x, after.y) - mix(here, before.x, before.y)) / (2.0 * grid.z);
}

// Foam is carried by the flow (semi-Lagrangian: looked up where it came from), decays, and is born where shallow water
// is fast (the flow's speed nears or passes the waves': Froude number u / sqrt(g d)) and where the surface is steep.
vec2 foam_next(ivec2 cell, float depth, vec2 velocity, float steep) {
  float dt = viewport.w;
  vec2 from = (vec2(cell) + 0.5 - velocity * dt / grid.z) / grid.xy;
  vec2 old = textureLod(foam_map, from, 0.0).rg;
  float speed = length(velocity);
  float froude = speed * inversesqrt(9.81 * max(depth, 0.02));
  float unit = clamp(grid.z * 2.0, 0.25, 1.5); // m/s; small scenes foam at smaller speeds
  float born = smoothstep(0.45, 1.3, froude) * smoothstep(0.6 * unit, 2.2 * unit, speed);
  born = max(born, smoothstep(0.30, 0.8, steep) * smoothstep(0.3 * unit, 1.5 * unit, speed));
  born *= smoothstep(0.005, 0.04, depth);
  float kept = old.x * exp(-dt / 2.5);
  float fresh = mix(kept, max(kept, born), dt > 0.0 ? 1.0 - exp(-dt / 0.15) : 0.0);
  // Wetness is not carried along, but where there is a flow the ground is wet anyway.
  float wet = max(old.y - dt / 12.0, smoothstep(0.0005, 0.004, depth));
  return vec2(saturate(fresh), saturate(wet));
}

void main() {
  ivec2 cell = ivec2(gl_FragCoord.xy);
  last_cell = ivec2(grid.xy) - 1;
  float depth = depth_at(cell);
  float ground = texelFetch(ground_map, cell, 0).r;
  vec2 left = surface_at(cell - ivec2(1, 0)), right = surface_at(cell + ivec2(1, 0));
  vec2 back = surface_at(cell - ivec2(0, 1)), front = surface_at(cell + ivec2(0, 1));
  float wet = step(WATER_FILM, depth);
  float around = left.y + right.y + back.y + front.y;
  float mean = dot(vec4(left.x, right.x, back.x, front.x), vec4(left.y, right.y, back.y, front.y)) / max(around, 1.0);
  float here = wet > 0.0 || around == 0.0 ? ground + depth : mean;

  float weight = smoothstep(0.5 * WATER_FILM, 4.0 * WATER_FILM, depth);
  water = vec4((ground + depth) * weight, weight, max(depth - WATER_FILM * (1.0 - weight), 0.0), ground);
  vec2 slope = vec2(slope_between(left, right, here), slope_between(back, front, here));
  vec2 place = (vec2(cell) + 0.5) / grid.xy; // velocities may stand on a coarser grid
  vec2 velocity = flags.z == 1 ? vec2(textureLod(velocity_x_map, place, 0.0).r, textureLod(velocity_z_map, place, 0.0).r)
                               : vec2(0.0);
  flow = vec4(slope, velocity);
  foam = foam_next(cell, depth, velocity, length(slope));
}
