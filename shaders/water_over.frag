// Lays the water, shaded at half the size, over the scene. Its alpha says how much of each texel was drawn; where none was, in a gap narrower than
// its texels, the bed is left as it is. DEEP: where the water covers the bed in full. FOAM: with the foam of a river, whose threads are finer than
// the texels.
#define MAY_BE_HALF 0
#include "common/water_sheet.glsl"

uniform sampler2D water_picture_map;
#ifndef FOAM
#define FOAM 0
#endif
#if FOAM
#include "common/light_matte.glsl"
#include "common/foam.glsl"

vec3 with_foam(vec3 water, float sunlit) {
  vec4 drift, foam = foam_cover(vec3(0.0, 1.0, 0.0), sunlit, moving.w, moving.yz, pattern_here(moving.yz, 0.0, drift));
  return mix(water, mix(foam.rgb, haze.rgb, haze.a), foam.a);
}
#else
vec3 with_foam(vec3 water, float sunlit) { return water; }
#endif

void main() {
  vec4 shaded = texture(water_picture_map, gl_FragCoord.xy / viewport);
  const float least = 0.0125;
  vec3 lit = with_foam(shaded.rgb / max(shaded.a, least), sunlit_of(shaded.a));
#if DEEP
  if (shaded.a < least) discard;
  colour = vec4(lit, 0.0); // moves: src/render/land/still.h
#else
  colour = vec4(lit, shown_by(thickness_here()) * step(least, shaded.a));
#endif
}
