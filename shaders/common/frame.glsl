// Members and their order are those of FrameBlock in src/render/frame_block.h.
layout(std140) uniform Frame {
  mat4 view_projection;
  mat4 view_projection_inverse;
  mat4 body_shadow;
  vec4 eye;           // m; w: time, s
  vec4 sun;           // unit vector towards it; w: exposure
  vec4 sun_light;     // on a plane that faces it
  vec4 sky_light;     // w: 1 when bodies cast shadows
  vec4 ground_light;
  vec4 grid;          // nx, nz, cell, base
  vec4 extent;        // size x, size z, lowest and highest ground
  vec4 near_range;    // z, w: projection[2][2], [3][2]
  vec4 absorption;    // w: depth_scale
  vec4 scatter;       // w: speed_scale
  vec4 liquid;        // reflectance straight on, glow, how readily it ripples and foams; share of the earlier depths
  vec4 cursor;        // w: radius
  vec4 cursor_colour;
  vec4 maps;          // of the water: x of the eye, its height above all, z; scale (src/render/surface.h)
  vec4 maps_before;   // the same of the last frame
  vec4 map_levels;    // the coarsest level; m of water above the eye, 0 in the air; 1 where the ground is drawn as blocks; seconds for which the flow carries foam along in this one drawing
  vec4 viewport;      // z: focal length, pixels; w: seconds since the last frame
  vec4 weather;       // how far rain darkens the picture, how dense it is, 0 to 1; pixels of the finished picture for each that is drawn; size of the rain about the eye, 1 in a landscape
  vec4 around;        // what lies around the grid: sea 0, hills 1, table 2; level of its water, height of its hills, m; ground: meadow 0, stone 1, ash 2, sand 3
  ivec4 flags;        // mode, natural, velocities known, overlay known
};

const int MODE_SHADED = 0, MODE_WIREFRAME = 1, MODE_DEPTH = 2, MODE_SPEED = 3, MODE_OCCUPANCY = 4,
          MODE_DISPLACEMENT = 5, MODE_NORMALS = 6, MODE_DIFFERENCE = 7;

float saturate(float x) { return clamp(x, 0.0, 1.0); }

vec2 grid_uv(vec2 xz) { return xz / extent.xy; }

// A length that patterns are scaled by, so that a bathtub and a valley both look right, m.
float scene_scale() { return clamp(max(extent.x, extent.y) / 256.0, 0.08, 6.0); }
