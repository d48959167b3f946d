#include "common/frame.glsl"
#if !AROUND
#include "common/patch.glsl"
#endif
#include "common/water.glsl"
#include "common/maps.glsl"

uniform sampler2D water_map, flow_map, foam_map, ground_shadow_map, near_water_map, ground_map, noise_map, around_shape_map;
#include "common/sky.glsl"
#include "common/light_vertex.glsl"

out vec3 position, map_place;
out vec4 haze;
out vec3 lie;    // m: height above the water nearby; of water over the ground beyond the grid; milk: bubbles in the water, 0 to 1
out vec4 moving; // clearance from the ground's shadow; velocity; foam
out vec3 rest;   // m: x and z where the surface stood before a breaker threw it forward; 0 to 1: how much a breaker is here
flat out vec3 side_normal;

#if AROUND
#include "common/around.glsl"

layout(location = 0) in vec4 corner; // as in around.vert

// Beyond the grid the water lies as at the nearest place of the edge, and level farther out.
void main() {
  float size = max(extent.x, extent.y), out_by = max(corner.z, 0.0) * size, beyond;
  vec2 xz = around_place(corner.xy, out_by);
  vec2 edge = clamp(xz, 0.5 * vec2(cell_size), extent - 0.5 * cell_size);
  beyond = distance(xz, edge);
  float coarse = maps_level(edge);
  vec4 water = textureLod(water_map, grid_uv(edge), coarse);
  float level = water.y > 1e-3 ? water_level(water) : around_level;
  if (around_kind == AROUND_SEA) level = mix(level, around_level, smoothstep(0.0, 0.12 * size, beyond));
  float height = texelFetch(around_shape_map, ivec2(gl_VertexID % AROUND_ROW, gl_VertexID / AROUND_ROW), 0).x, calm = exp(-beyond / (0.25 * size));
  rest = vec3(xz, 0.0);
  position = vec3(xz.x, water.y > 1e-3 || around_kind == AROUND_SEA ? level : height - 1.0, xz.y);
  side_normal = vec3(0.0, 1.0, 0.0);
  vec4 foam = textureLod(foam_map, grid_uv(edge), coarse) * calm;
  lie = vec3(0.0, position.y - height, foam.z);
  moving = vec4(1e3, textureLod(flow_map, grid_uv(edge), coarse).zw, foam.x);
  map_place = vec3(2.0, 2.0, -1.0);
  haze = light_haze(position);
  gl_Position = view_projection * vec4(position, 1.0);
}
#else

// A surface that falls where the ground does not is water coming over a body, whose lower face stands between two vertices: it is
// drawn beyond the face and not within, from the level half a cell uphill.
float overfall(vec2 uv, vec4 water, float level, float coarse) {
  vec2 slope = textureLod(flow_map, uv, coarse).xy;
  float steep = length(slope);
  if (steep < 0.3) return level;
  vec4 above = textureLod(water_map, uv + 0.5 * slope / (steep * grid), coarse);
  float fall = water_level(above) - level, ground = above.w - water.w;
  return level + max(fall, 0.0) * smoothstep(0.3, 0.8, steep) * (1.0 - smoothstep(0.2, 0.6, ground / max(fall, 1e-3)));
}

// 0 to 1: how much of a breaker's front is here, or ahead of its crest, where the water moves along with it.
float front_near(vec2 uv, vec2 velocity, float here, float coarse) {
  float speed = length(velocity);
  vec2 ahead = velocity / (max(speed, 0.3) * cell_size * grid);
  vec2 within = min(uv, 1.0 - uv) * grid; // cells to the grid's sides, whose upright faces stay where they are
  float front = max(here, max(textureLod(foam_map, uv + 0.8 * ahead, coarse).w, textureLod(foam_map, uv + 1.6 * ahead, coarse).w));
  return front * saturate(0.25 * min(within.x, within.y));
}

// A breaker throws its crest forward, here more and there less: m, from where the surface stands. front: how much of one is near; above: m
// above the water nearby.
vec3 thrown(vec2 xz, vec2 velocity, float front, float above) {
  float tall = clamp(above, 0.0, 2.0), torn = textureLod(noise_map, xz / 9.0, 3.0).b + 0.6 * textureLod(noise_map, xz / 2.7, 2.0).b - 0.8;
  vec2 ahead = velocity / max(length(velocity), 0.3) * (front * tall * (1.2 + 3.0 * torn));
  return vec3(ahead.x, front * tall * 1.2 * torn, ahead.y);
}

void main() {
  vec2 xz = patch_vertex().xy;
  vec2 uv = grid_uv(xz), reach = 0.75 * patch_rect.z / grid;
  float coarse = maps_level(xz);
  vec4 water = textureLod(water_map, uv, coarse);
  float ground = water.w;
  // A vertex on dry ground takes the level of the water around it, so that the sheet continues under the shore.
  vec2 around = textureLod(water_map, uv + reach, coarse).xy + textureLod(water_map, uv - reach, coarse).xy +
                textureLod(water_map, uv + vec2(reach.x, -reach.y), coarse).xy +
                textureLod(water_map, uv + vec2(-reach.x, reach.y), coarse).xy;
  water.xy += 0.001 * around;
  vec2 near = textureLod(near_water_map, uv, 0.0).rg;
  float level = water.y > 1e-6 ? water_level(water) : ground;
  // Upright walls hide what goes on within them: there the sheet stays level, or coarse triangles would rise along them.
  if (water.y <= 1e-6 && ground_blocks == 1) level = near.y > 1e-4 ? near.x / near.y : ground_base;
  if (water.y > 1e-6) level = overfall(uv, water, level, coarse);
  vec4 foam = textureLod(foam_map, uv, coarse), flow = textureLod(flow_map, uv, coarse);
  lie = vec3(level - near.x / max(near.y, 1e-6), 1.0, foam.z);
  rest = vec3(xz, lie.x > 0.05 ? front_near(uv, flow.zw, foam.w, coarse) : foam.w);
  position = vec3(xz.x, mix(level, min(ground, level), corner.w), xz.y);
  side_normal = patch_normal();
  if (side_normal.y > 0.0 && rest.z > 0.01) position += thrown(xz, flow.zw, rest.z, lie.x);
  moving = vec4(light_clearance(position), flow.zw, foam.x);
  map_place = light_map_place(position);
  haze = light_haze(position);
  gl_Position = view_projection * vec4(position, 1.0);
  // Depth as of a point nearer by a few thousandths: coarse triangles of the ground must not cut holes into the sheet, least of all into a
  // film on a slope, of which the coarsest would leave stripes.
  float before = side_normal.y > 0.0 && natural == 1 && ground_blocks == 0 ? 0.002 : 0.0004;
#if QUALITY == 0
  if (before > 0.001) before += 0.006 * (1.0 - smoothstep(0.02, 0.3, water.z));
#endif
  vec4 nearer = view_projection * vec4(mix(position, eye, before), 1.0);
  if (nearer.w > 0.0 && gl_Position.w > 0.0) gl_Position.z = nearer.z / nearer.w * gl_Position.w;
}
#endif
