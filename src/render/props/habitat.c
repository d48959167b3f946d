#include "render/props/habitat.h"

#include <math.h>
#include <stddef.h>

/* m of water that reeds stand in at most. */
static const float reed_depth = 0.3f;

/* --- random numbers by place ------------------------------------------------------------------------------------------------ */

Rng habitat_rng(int i, int k, uint32_t salt) {
  Rng rng = {((uint64_t)(uint32_t)i << 32 | (uint32_t)k) * 0x9e3779b97f4a7c15ull + salt};
  rng_next(&rng);
  return rng;
}

static float lattice_value(int i, int k, uint32_t salt) {
  Rng rng = habitat_rng(i, k, salt);
  return rng_range(&rng, 0, 1);
}

static float ease(float low, float high, float x) {
  const float t = fminf(fmaxf((x - low) / (high - low), 0), 1);
  return t * t * (3 - 2 * t);
}

/* Value noise of 0 to 1 with features of `length` m, and half of it at half the length. */
float habitat_noise(float x, float z, float length, uint32_t salt) {
  float sum = 0, weight = 0.64f;
  for (uint32_t octave = 0; octave < 2; octave++, weight = 0.36f, length *= 0.43f) {
    const float u = x / length, v = z / length, fu = floorf(u), fv = floorf(v);
    const int i = (int)fu, k = (int)fv;
    const float a = ease(0, 1, u - fu), b = ease(0, 1, v - fv);
    const float top = lattice_value(i, k, salt + octave) * (1 - a) + lattice_value(i + 1, k, salt + octave) * a;
    const float bottom = lattice_value(i, k + 1, salt + octave) * (1 - a) + lattice_value(i + 1, k + 1, salt + octave) * a;
    sum += weight * (top * (1 - b) + bottom * b);
  }
  return sum;
}

float habitat_depth(const FrameView *frame, float x, float z) {
  const int i = (int)(x / frame->cell), k = (int)(z / frame->cell);
  if (i < 0 || k < 0 || i >= frame->nx || k >= frame->nz) return 0;
  return frame->depth[(size_t)k * (size_t)frame->nx + (size_t)i];
}

/* --- what likes which ground: each the likelihood, 0 to 1, at a point of its lattice ------------------------------------------- */

Site habitat_site(const FrameView *frame, const Survey *survey, float x, float z) {
  Site s = {.frame = frame, .survey = survey, .x = x, .z = z, .p = survey_at(survey, x, z)};
  const float extent = frame->cell * (float)(frame->nx > frame->nz ? frame->nx : frame->nz);
  const float scale = fminf(fmaxf(extent / 256.0f, 0.3f), 3.0f);
  s.above = s.p.water_distance < 40 ? s.p.height - s.p.water_level : 100;
  s.beach = 1 - ease(0.45f * scale, 0.85f * scale, s.above + 0.05f * fmaxf(s.p.water_distance - 3, 0));
  s.shore = (1 - s.beach) * (1 - ease(8, 26, s.p.water_distance));
  s.ash = frame->ground == FRAME_GROUND_ASH;
  s.coast = frame->around == FRAME_AROUND_SEA;
  return s;
}

/* 0 to 1: clearing, edge, wood. */
static float woods(const Site *s) {
  return ease(0.42f, 0.56f, habitat_noise(s->x, s->z, 62, 11));
}

static float firm(const Site *s, float steepest) {
  return (1 - s->beach) * (1 - ease(0.75f * steepest, steepest, s->p.slope)) * ease(-0.9f, -0.3f, s->p.hollow);
}

static float likes_conifer(const Site *s) {
  if (s->ash || s->coast) return 0;
  const float hillside = 0.22f + 0.78f * ease(0.08f, 0.26f, s->p.slope);
  return 0.85f * firm(s, 0.95f) * woods(s) * hillside * ease(4, 9, s->p.water_distance);
}

static float likes_broadleaf(const Site *s) {
  if (s->ash || s->coast) return 0;
  const float gentle = 1 - ease(0.18f, 0.42f, s->p.slope), grove = ease(0.50f, 0.66f, habitat_noise(s->x, s->z, 38, 23));
  return firm(s, 0.6f) * gentle * ease(4, 8, s->p.water_distance) * (0.40f * woods(s) + 0.60f * grove * s->shore + 0.014f);
}

static float likes_bush(const Site *s) {
  if (s->ash) return 0;
  const float border = 1 - fabsf(2 * woods(s) - 1), thicket = ease(0.52f, 0.7f, habitat_noise(s->x, s->z, 17, 31));
  if (s->coast) return 0.10f * firm(s, 0.5f) * thicket * ease(2, 4, s->above);
  return firm(s, 0.8f) * ease(1.5f, 3.5f, s->p.water_distance) * (0.28f * border * thicket + 0.22f * s->shore * thicket + 0.008f);
}

static float likes_boulder(const Site *s) {
  const float group = ease(0.45f, 0.75f, habitat_noise(s->x, s->z, 14, 41));
  if (s->ash) return (0.10f + 0.55f * group) * (1 - ease(0.9f, 1.3f, s->p.slope));
  if (s->coast) return 0.04f * group * s->beach;
  const float foot = ease(0.35f, 0.75f, s->p.steep) * (s->p.hollow < -0.1f ? 1.0f : 0.25f), gully = ease(0.5f, 1.4f, -s->p.hollow);
  return (1 - ease(0.8f, 1.1f, s->p.slope)) * (0.5f * group * fmaxf(foot, gully) + 0.05f * group * s->shore + 0.008f);
}

static float likes_stones(const Site *s) {
  if (s->ash) return 0.10f + 0.3f * ease(0.4f, 0.8f, habitat_noise(s->x, s->z, 9, 53));
  const float bar = ease(0.42f, 0.72f, habitat_noise(s->x, s->z, 11, 53)),
              bank = (1 - ease(1.5f, 6.0f, s->p.water_distance)) * (1 - ease(0.7f, 1.6f, s->above));
  return (1 - ease(0.7f, 1.0f, s->p.slope)) *
         (bank * (0.06f + 0.75f * bar) * (s->coast ? 0.25f : 1.0f) + (s->coast ? 0 : 0.12f * ease(0.4f, 0.8f, s->p.steep) * bar + 0.004f));
}

static float likes_reeds(const Site *s) {
  if (s->ash || s->coast) return 0;
  const float depth = habitat_depth(s->frame, s->x, s->z), bed = ease(0.54f, 0.70f, habitat_noise(s->x, s->z, 21, 61));
  if (depth > reed_depth || (depth <= HABITAT_WET && (s->p.water_distance > 2.0f || s->above > 0.3f))) return 0;
  return bed * (1 - ease(0.25f, 0.5f, s->p.slope));
}

static float likes_tuft(const Site *s) {
  if (s->ash) return 0;
  const float patch = 0.45f + 0.55f * ease(0.30f, 0.62f, habitat_noise(s->x, s->z, 4.5f, 71));
  if (s->coast) return (1 - s->beach) * ease(0.9f, 3.2f, s->above) * ease(0.42f, 0.66f, habitat_noise(s->x, s->z, 7, 73));
  return (1 - s->beach) * (1 - ease(0.55f, 0.85f, s->p.slope)) * patch * (1 - 0.45f * woods(s));
}

/* On gentle ground near the water, and above what it rises to. */
static float likes_hut(const Site *s) {
  if (s->ash || s->coast) return 0;
  const float by_water = ease(8, 11, s->p.water_distance) * (1 - ease(30, 45, s->p.water_distance));
  return 0.9f * firm(s, 0.32f) * by_water * ease(0.9f, 1.4f, s->above) * (1 - 0.6f * woods(s));
}

float habitat_likes(const Site *site, PropKind kind) {
  static float (*const likes[PROP_KIND_COUNT])(const Site *) = {
      [PROP_CONIFER] = likes_conifer, [PROP_BROADLEAF] = likes_broadleaf, [PROP_BUSH] = likes_bush, [PROP_BOULDER] = likes_boulder,
      [PROP_STONES] = likes_stones,   [PROP_REEDS] = likes_reeds,         [PROP_TUFT] = likes_tuft, [PROP_HUT] = likes_hut};
  return likes[kind](site);
}

float habitat_likes_bound(PropKind kind) {
  static const float most[PROP_KIND_COUNT] = {[PROP_CONIFER] = 0.86f, [PROP_BROADLEAF] = 1, [PROP_BUSH] = 0.51f, [PROP_BOULDER] = 0.66f,
                                              [PROP_STONES] = 0.94f,  [PROP_REEDS] = 1,     [PROP_TUFT] = 1,     [PROP_HUT] = 0.91f};
  return most[kind];
}
