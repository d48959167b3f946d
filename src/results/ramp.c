#include "results/ramp.h"

#include <math.h>
#include <stdbool.h>

#include "base/maths.h"

/* A ramp in OKLab's polar form: lightness and hue linear from end to end, chroma on a parabola between. A row of a constant table. */
typedef struct Ramp {
  float lightness[2], chroma[3], hue_deg[2];
} Ramp;

static const Ramp ramps[RAMP_COUNT] = {
    [RAMP_DEPTH] = {{0.89f, 0.31f}, {0.06f, 0.14f, 0.11f}, {212, 268}},
    [RAMP_SPEED] = {{0.90f, 0.31f}, {0.035f, 0.22f, 0.13f}, {265, 325}},
    [RAMP_HAZARD] = {{0.94f, 0.30f}, {0.13f, 0.19f, 0.11f}, {98, 18}},
    [RAMP_ARRIVAL] = {{0.28f, 0.92f}, {0.12f, 0.07f, 0.15f}, {305, 105}},
};

static float mix(float a, float b, float share) {
  return a + (b - a) * share;
}

/* Writes linear light of sRGB's primaries; outside 0 to 1 where the colour cannot be shown. */
static void light_of(float lightness, float chroma, float hue, float rgb[3]) {
  const float a = chroma * maths_cosf(hue), b = chroma * maths_sinf(hue);
  const float l = lightness + 0.3963377774f * a + 0.2158037573f * b;
  const float m = lightness - 0.1055613458f * a - 0.0638541728f * b;
  const float s = lightness - 0.0894841775f * a - 1.2914855480f * b;
  const float l3 = l * l * l, m3 = m * m * m, s3 = s * s * s;
  rgb[0] = 4.0767416621f * l3 - 3.3077115913f * m3 + 0.2309699292f * s3;
  rgb[1] = -1.2684380046f * l3 + 2.6097574011f * m3 - 0.3413193965f * s3;
  rgb[2] = -0.0041960863f * l3 - 0.7034186147f * m3 + 1.7076147010f * s3;
}

static uint8_t encode(float light) {
  const float shown = light <= 0.0031308f ? 12.92f * light : 1.055f * maths_powf(light, 1 / 2.4f) - 0.055f;
  return (uint8_t)lrintf(255 * maths_clampf(shown, 0, 1));
}

static bool can_be_shown(const float rgb[3]) {
  const float slack = 1e-4f;
  for (int n = 0; n < 3; n++)
    if (rgb[n] < -slack || rgb[n] > 1 + slack) return false;
  return true;
}

Colour ramp_colour(RampKind kind, float share) {
  const Ramp *const ramp = &ramps[kind];
  const float t = maths_clampf(share, 0, 1), hue = mix(ramp->hue_deg[0], ramp->hue_deg[1], t) * 0.017453293f;
  const float *const c = ramp->chroma;
  const float lightness = mix(ramp->lightness[0], ramp->lightness[1], t);
  float chroma = mix(mix(c[0], c[1], t), mix(c[1], c[2], t), t), rgb[3], least = 0;
  light_of(lightness, chroma, hue, rgb);
  if (!can_be_shown(rgb)) { /* as much of the colour as there is at this lightness, finely: coarse steps would show as stripes */
    for (float most = chroma; most - least > 1e-4f;) {
      chroma = 0.5f * (least + most);
      light_of(lightness, chroma, hue, rgb);
      *(can_be_shown(rgb) ? &least : &most) = chroma;
    }
    light_of(lightness, least, hue, rgb);
  }
  return (Colour){encode(rgb[0]), encode(rgb[1]), encode(rgb[2])};
}
