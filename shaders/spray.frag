#include "common/frame.glsl"

uniform sampler2D noise_map, scene_depth_map;

in vec3 lit;
in vec4 haze;
in vec4 shape;
in vec3 lie;
flat in float thick;
layout(location = 0) out vec4 colour;

// m along the view axis, from a value of the depth buffer.

void main() {
  vec4 noise = texture(noise_map, lie.yz);
  float inside = max(1.0 - dot(shape.xy, shape.xy), 0.0);
  // A veil that is hardly there, and in it drops, the points of the noise, in strands. Both tear into fewer as it grows older.
  float torn = saturate(1.2 * shape.z), strands = noise.b + 0.30 * inside - 0.30 * torn;
  float veil = inside * inside * smoothstep(0.30, 0.75, strands) * (0.34 - 0.30 * torn);
  float drops = smoothstep(0.05, 0.45, inside + 0.3 * strands) * smoothstep(0.40, 0.18, noise.a + 0.35 * (0.75 - strands)) * (0.80 - 0.35 * torn);
  float cover = shape.w < 0.2 ? inside * inside * noise.b * 1.6 : max(veil, drops * smoothstep(0.0, 0.25, inside));
  // It rises out of the water and fades before what stands behind it, without a line.
  float reach = clamp(0.8 * thick, 0.05, 0.4);
  cover *= smoothstep(-0.2 * reach, reach, lie.x);
  float behind = view_depth(texelFetch(scene_depth_map, ivec2(gl_FragCoord.xy), 0).r), here = view_depth(gl_FragCoord.z);
  cover *= saturate((behind - here) / reach);
  colour = vec4(mix(lit * (0.85 + 0.3 * noise.b), haze.rgb, haze.a), cover * shape.w);
}
