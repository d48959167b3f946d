// Lays the water, shaded at half the size, over the scene. Its alpha says how much of each texel was drawn; where none was, in a gap
// narrower than its texels, the bed is left as it is. DEEP: where the water covers the bed in full.
#define MAY_BE_HALF 0
#include "common/water_sheet.glsl"

uniform sampler2D water_picture_map;

void main() {
  vec4 shaded = texture(water_picture_map, gl_FragCoord.xy / viewport);
#if DEEP
  if (shaded.a < 0.05) discard;
  const float shown = 1.0;
#else
  float shown = shown_by(thickness_here());
#endif
#if DEEP
  colour = vec4(shaded.rgb / max(shaded.a, 0.05), 0.0); // moves: src/render/land/still.h
#else
  colour = vec4(shaded.rgb / max(shaded.a, 0.05), shown * step(0.05, shaded.a));
#endif
}
