// The finished picture, which has fewer pixels than the screen, enlarged along its edges.
//
// STEP 0, for a GPU: after Lottes, "FidelityFX Super Resolution 1.0" (EASU, 2021), written for GLSL 3.30 with texel fetches. A kernel of
// twelve texels, round where the picture is flat, is drawn out along an edge and made narrow across it, so that outlines and shorelines get
// neither steps nor a haze; its negative lobe sharpens; what it gives stays within the four nearest texels, so that no edge gets a bright
// or a dark seam.
//
// STEP 1 and 2, for a software driver, where that takes 9 ms of the 50 of a frame: the small picture is smoothed along its edges (after
// Lottes, FXAA, 2009) and sharpened elsewhere (after RCAS, 2021), and then laid over the screen, one look-up a pixel.
uniform sampler2D frame_map;
in vec2 screen;
layout(location = 0) out vec4 colour;

float brightness(vec3 c) { return dot(c, vec3(0.3, 0.6, 0.1)); }

// Interleaved gradient noise, as in post.frag: eight bits enlarged would show bands.
float dither() { return (fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5) / 255.0; }

#if STEP == 3
// The backdrop, in this picture and as it was when the larger one was drawn.
uniform sampler2D backdrop_map, backdrop_seen_map;

// 1 where the larger picture of what stands still must not show: something moves there, or next to it, or its light is another by now.
float covers(ivec2 at, ivec2 top) {
  float least = min(texelFetch(frame_map, ivec2(max(at.x - 1, 0), at.y), 0).a, texelFetch(frame_map, ivec2(min(at.x + 1, top.x), at.y), 0).a);
  least = min(least, min(texelFetch(frame_map, ivec2(at.x, max(at.y - 1, 0)), 0).a, texelFetch(frame_map, ivec2(at.x, min(at.y + 1, top.y)), 0).a));
  least = min(least, texelFetch(frame_map, at, 0).a);
  vec3 now = texelFetch(backdrop_map, at, 0).rgb, seen = texelFetch(backdrop_seen_map, at, 0).rgb;
  float apart = brightness(abs(now - seen)) / (brightness(max(now, seen)) + 0.02);
  // Translucent things lie over the small picture's own ground: by their alpha alone they would fade once more.
  return max(smoothstep(0.0, 0.15, 1.0 - least), smoothstep(0.03, 0.10, apart));
}
#endif

#if STEP == 1 || STEP == 3
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy), top = textureSize(frame_map, 0) - 1;
  vec3 here = texelFetch(frame_map, at, 0).rgb;
  vec3 left = texelFetch(frame_map, ivec2(max(at.x - 1, 0), at.y), 0).rgb, right = texelFetch(frame_map, ivec2(min(at.x + 1, top.x), at.y), 0).rgb;
  vec3 below = texelFetch(frame_map, ivec2(at.x, max(at.y - 1, 0)), 0).rgb, above = texelFetch(frame_map, ivec2(at.x, min(at.y + 1, top.y)), 0).rgb;
  vec3 low = min(min(left, right), min(below, above)), high = max(max(left, right), max(below, above));
  // An outline is a step in one direction; leaves and grass are not.
  vec2 across = vec2(brightness(right - left), brightness(above - below));
  float length2 = dot(across, across), range = brightness(high - low), step2 = range * range;
  float outline = smoothstep(0.003, 0.03, length2) * smoothstep(0.25, 0.6, length2 / (step2 + 1e-4));
  vec2 along = vec2(-across.y, across.x) * inversesqrt(length2 + 1e-6) / vec2(top + 1);
  vec3 smoothed = 0.5 * (texture(frame_map, screen + along).rgb + texture(frame_map, screen - along).rgb);
  // Sharpens by as much as keeps within the neighbours' range and a little beyond.
  vec3 sharp = here + 0.25 * (4.0 * here - left - right - below - above);
  vec3 room = 0.25 * (high - low);
  sharp = clamp(sharp, min(low, here) - room, max(high, here) + room);
  colour = vec4(clamp(mix(sharp, mix(here, smoothed, 0.6667), outline), 0.0, 1.0), 1.0);
#if STEP == 3
  colour *= covers(at, top);
#endif
}

#elif STEP == 2
void main() { colour = texture(frame_map, screen); } // no more than this: drivers that draw on the CPU have a fast way for it

#else
// The gradient at a texel, in its four neighbours, with its weight: what of the picture's contrast there is one edge.
vec2 gradient(float left, float right, float below, float above) { return vec2(right - left, above - below); }

// Adds a texel `off` texels from the place: Lanczos of two lobes, by the polynomial of the source, without a square root.
void add(vec3 texel, vec2 off, vec2 along, vec2 stretch, float lobe, float reach, inout vec3 sum, inout float weights) {
  vec2 turned = vec2(dot(off, along), dot(off, vec2(-along.y, along.x))) * stretch;
  float r2 = min(dot(turned, turned), reach), base = 0.4 * r2 - 1.0, window = lobe * r2 - 1.0;
  float weight = (1.5625 * base * base - 0.5625) * window * window;
  sum += weight * texel;
  weights += weight;
}

void main() {
  ivec2 size = textureSize(frame_map, 0), top = size - 1;
  vec2 place = screen * vec2(size) - 0.5, at = fract(place);
  ivec2 base = ivec2(floor(place));
  // The texels, named as they lie:    b c
  //                                 e f g h
  //                                 i j k l
  //                                   n o      (f is at `base`; rows go up)
#define TEXEL(x, y) texelFetch(frame_map, clamp(base + ivec2(x, y), ivec2(0), top), 0).rgb
  vec3 b = TEXEL(0, -1), c = TEXEL(1, -1), e = TEXEL(-1, 0), f = TEXEL(0, 0), g = TEXEL(1, 0), h = TEXEL(2, 0);
  vec3 i = TEXEL(-1, 1), j = TEXEL(0, 1), k = TEXEL(1, 1), l = TEXEL(2, 1), n = TEXEL(0, 2), o = TEXEL(1, 2);
  float fb = brightness(f), gb = brightness(g), jb = brightness(j), kb = brightness(k);
  vec2 gf = gradient(brightness(e), gb, brightness(b), jb), gg = gradient(fb, brightness(h), brightness(c), kb);
  vec2 gj = gradient(brightness(i), kb, fb, brightness(n)), gk = gradient(jb, brightness(l), gb, brightness(o));
  vec2 across = mix(mix(gf, gg, at.x), mix(gj, gk, at.x), at.y);
  // How much of the contrast is one straight edge: opposite gradients, as of thin lines and noise, cancel out.
  float one = dot(across, across), all = mix(mix(dot(gf, gf), dot(gg, gg), at.x), mix(dot(gj, gj), dot(gk, gk), at.x), at.y);
  float edge = one / (all + 1e-4) * clamp(one * 400.0, 0.0, 1.0);
  across = one > 1e-8 ? across * inversesqrt(one) : vec2(1.0, 0.0);
  vec2 along = vec2(-across.y, across.x);
  float square = 1.0 / max(abs(across.x), abs(across.y)); // a slanted edge's texels lie farther apart
  vec2 stretch = vec2(1.0 - 0.5 * edge, 1.0 + (square - 1.0) * edge);
  float lobe = 0.5 - 0.29 * edge, reach = 1.0 / lobe;

  vec3 sum = vec3(0.0);
  float weights = 0.0;
#define ADD(texel, x, y) add(texel, vec2(x, y) - at, along, stretch, lobe, reach, sum, weights)
  ADD(b, 0, -1); ADD(c, 1, -1); ADD(e, -1, 0); ADD(f, 0, 0); ADD(g, 1, 0); ADD(h, 2, 0);
  ADD(i, -1, 1); ADD(j, 0, 1); ADD(k, 1, 1); ADD(l, 2, 1); ADD(n, 0, 2); ADD(o, 1, 2);
  vec3 low = min(min(f, g), min(j, k)), high = max(max(f, g), max(j, k));
  colour = vec4(clamp(sum / weights, low, high) + dither(), 1.0);
}
#endif
