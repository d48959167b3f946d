#include "render/props/habitat.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/maths.h"
#include "base/memory.h"
#include "base/team.h"
#include "render/land/rock.h"

/* m: thinner water wets the ground and is not a stream (shaders/common/water.glsl draws it as a film). */
static const float stream_depth = 0.02f;

/* m: the half width of the neighbourhood that hollows are measured against. */
static const float hollow_reach = 7.0f;

static void sum_square(const FrameView *frame, int i0, int k0, int step, float *height, float *level) {
  float sum = 0, count = 0;
  *level = -1e4f;
  for (int k = k0; k < k0 + step && k < frame->nz; k++)
    for (int i = i0; i < i0 + step && i < frame->nx; i++) {
      const size_t at = (size_t)k * (size_t)frame->nx + (size_t)i;
      sum += frame->terrain[at];
      count += 1;
      if (frame->depth[at] > stream_depth) *level = maths_maxf(*level, frame->terrain[at] + frame->depth[at]);
    }
  *height = sum / count;
}

static void nearer(Survey *s, int i, int k, int di, int dk) {
  const int oi = i + di, ok = k + dk;
  if (oi < 0 || ok < 0 || oi >= s->nx || ok >= s->nz) return;
  const size_t at = (size_t)k * (size_t)s->nx + (size_t)i, other = (size_t)ok * (size_t)s->nx + (size_t)oi;
  const float distance = s->water_distance[other] + s->cell * (di && dk ? 1.41421f : 1.0f);
  if (distance >= s->water_distance[at]) return;
  s->water_distance[at] = distance;
  s->water_level[at] = s->water_level[other];
}

/* Two sweeps of a chamfer distance transform (Borgefors 1986), which carries the level of the nearest water along. */
static void spread_water(Survey *s) {
  for (int k = 0; k < s->nz; k++)
    for (int i = 0; i < s->nx; i++) {
      nearer(s, i, k, -1, 0);
      for (int di = -1; di <= 1; di++) nearer(s, i, k, di, -1);
    }
  for (int k = s->nz - 1; k >= 0; k--)
    for (int i = s->nx - 1; i >= 0; i--) {
      nearer(s, i, k, 1, 0);
      for (int di = -1; di <= 1; di++) nearer(s, i, k, di, 1);
    }
}

static void fill_slopes(Survey *s) {
  for (int k = 0; k < s->nz; k++)
    for (int i = 0; i < s->nx; i++) {
      const int left = frame_index(i - 1, s->nx), right = frame_index(i + 1, s->nx);
      const int back = frame_index(k - 1, s->nz), front = frame_index(k + 1, s->nz);
      const float *row = s->height + (size_t)k * (size_t)s->nx;
      const float dx = (row[right] - row[left]) / ((float)(right - left) * s->cell + 1e-9f);
      const float dz = (s->height[(size_t)front * (size_t)s->nx + (size_t)i] - s->height[(size_t)back * (size_t)s->nx + (size_t)i]) /
                       ((float)(front - back) * s->cell + 1e-9f);
      s->slope[(size_t)k * (size_t)s->nx + (size_t)i] = sqrtf(dx * dx + dz * dz);
    }
}

/* The mean over a row or column's neighbours within `reach`, values `stride` apart. */
static void mean_line(const float *in, float *out, int count, int stride, int reach) {
  double sum = 0;
  for (int n = -reach; n <= reach; n++) sum += (double)in[frame_index(n, count) * stride];
  for (int n = 0; n < count; n++) {
    out[n * stride] = (float)(sum / (2 * reach + 1));
    sum += (double)in[frame_index(n + reach + 1, count) * stride] - (double)in[frame_index(n - reach, count) * stride];
  }
}

static void mean_about(const Survey *s, const float *in, float *scratch, float *out) {
  int reach = (int)lrintf(hollow_reach / s->cell);
  reach = reach < 1 ? 1 : reach;
  for (int k = 0; k < s->nz; k++) mean_line(in + (size_t)k * (size_t)s->nx, scratch + (size_t)k * (size_t)s->nx, s->nx, 1, reach);
  for (int i = 0; i < s->nx; i++) mean_line(scratch + i, out + i, s->nz, s->nx, reach);
}

/* A survey of the frame's squares. On the stack. */
typedef struct Surveying {
  Survey *survey;
  const FrameView *frame;
  int step; /* cells a square */
} Surveying;

static void survey_rows(void *data, int k0, int k1) {
  const Surveying *const to = data;
  Survey *const s = to->survey;
  for (int k = k0; k < k1; k++)
    for (int i = 0; i < s->nx; i++) {
      const size_t at = (size_t)k * (size_t)s->nx + (size_t)i;
      sum_square(to->frame, i * to->step, k * to->step, to->step, &s->height[at], &s->water_level[at]);
      s->water_distance[at] = s->water_level[at] > -1e3f ? 0.0f : 1e4f;
    }
}

bool survey_create(Survey *s, const FrameView *frame) {
  const int longer = frame->nx > frame->nz ? frame->nx : frame->nz, step = (longer + SURVEY_MAX - 1) / SURVEY_MAX;
  memset(s, 0, sizeof *s);
  s->nx = (frame->nx + step - 1) / step;
  s->nz = (frame->nz + step - 1) / step;
  s->cell = frame->cell * (float)step;
  const size_t count = (size_t)s->nx * (size_t)s->nz;
  float *const memory = memory_create(count * 6, sizeof *memory), *const scratch = memory_create(count, sizeof *scratch);
  s->height = memory;
  if (!memory || !scratch) {
    memory_free(scratch);
    survey_free(s);
    return false;
  }
  float **const fields[] = {&s->water_distance, &s->water_level, &s->slope, &s->hollow, &s->steep};
  for (size_t n = 0; n < sizeof fields / sizeof *fields; n++) *fields[n] = memory + (n + 1) * count;
  Surveying surveying = {s, frame, step};
  team_rows(team_processors(), 0, s->nz, survey_rows, &surveying);
  s->steepness = rock_slope(frame) / ROCK_SLOPE;
  spread_water(s);
  fill_slopes(s);
  mean_about(s, s->height, scratch, s->hollow);
  for (size_t n = 0; n < count; n++) s->hollow[n] = s->height[n] - s->hollow[n];
  mean_about(s, s->slope, scratch, s->steep);
  memory_free(scratch);
  return true;
}

bool survey_follow(Survey *s, const FrameView *frame, int i0, int k0, int i1, int k1) {
  const int longer = frame->nx > frame->nz ? frame->nx : frame->nz, step = (longer + SURVEY_MAX - 1) / SURVEY_MAX;
  if (!s->moved) s->moved = memory_create((size_t)s->nx * (size_t)s->nz, sizeof *s->moved);
  if (!s->moved) return false;
  for (int k = k0 / step; k < s->nz && k * step < k1; k++)
    for (int i = i0 / step; i < s->nx && i * step < i1; i++) {
      const size_t at = (size_t)k * (size_t)s->nx + (size_t)i;
      float height, level;
      sum_square(frame, i * step, k * step, step, &height, &level);
      s->moved[at] = height - s->height[at];
      s->moved_max = maths_maxf(s->moved_max, fabsf(s->moved[at]));
    }
  return true;
}

float survey_moved_at(const Survey *s, float x, float z) {
  if (!s->moved) return 0;
  const int i = frame_index((int)(x / s->cell), s->nx), k = frame_index((int)(z / s->cell), s->nz);
  return s->moved[(size_t)k * (size_t)s->nx + (size_t)i];
}

void survey_free(Survey *s) {
  memory_free(s->moved);
  memory_free(s->height);
  memset(s, 0, sizeof *s);
}

SurveyPoint survey_at(const Survey *s, float x, float z) {
  const float u = fminf(fmaxf(x / s->cell - 0.5f, 0), (float)(s->nx - 1)), v = fminf(fmaxf(z / s->cell - 0.5f, 0), (float)(s->nz - 1));
  const int i = (int)u, k = (int)v, right = frame_index(i + 1, s->nx), front = frame_index(k + 1, s->nz);
  const float fx = u - (float)i, fz = v - (float)k, weights[4] = {(1 - fx) * (1 - fz), fx * (1 - fz), (1 - fx) * fz, fx * fz};
  const size_t at[4] = {(size_t)k * (size_t)s->nx + (size_t)i, (size_t)k * (size_t)s->nx + (size_t)right,
                        (size_t)front * (size_t)s->nx + (size_t)i, (size_t)front * (size_t)s->nx + (size_t)right};
  SurveyPoint p = {0, 0, -1e4f, 0, 0, 0};
  for (int n = 0; n < 4; n++) {
    p.height += weights[n] * s->height[at[n]];
    p.water_distance += weights[n] * s->water_distance[at[n]];
    p.water_level = fmaxf(p.water_level, s->water_level[at[n]]); /* the safer of levels where two waters meet */
    p.slope += weights[n] * s->slope[at[n]];
    p.hollow += weights[n] * s->hollow[at[n]];
    p.steep += weights[n] * s->steep[at[n]];
  }
  return p;
}

/* m of water that reeds stand in at most. */
static const float reed_depth = 0.3f;

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
  const float scale = fminf(fmaxf(frame_extent(frame) / 256.0f, 0.3f), 3.0f);
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
  return 0.85f * firm(s, 0.95f * s->survey->steepness) * woods(s) * hillside * ease(4, 9, s->p.water_distance);
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
  return firm(s, 0.8f * s->survey->steepness) * ease(1.5f, 3.5f, s->p.water_distance) *
         (0.28f * border * thicket + 0.22f * s->shore * thicket + 0.008f);
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
              bank = (1 - ease(1.5f, 6.0f, s->p.water_distance)) * (1 - ease(0.7f, 1.6f, s->above)),
              gully = ease(0.20f, 0.50f, -s->p.hollow); /* where water runs at times */
  return (1 - ease(0.7f, 1.0f, s->p.slope)) * ((fmaxf(bank, 0.6f * gully) * (0.06f + 0.75f * bar)) * (s->coast ? 0.25f : 1.0f) +
                                               (s->coast ? 0 : 0.12f * ease(0.4f, 0.8f, s->p.steep) * bar + 0.004f));
}

static float likes_reeds(const Site *s) {
  if (s->ash || s->coast) return 0;
  const float depth = habitat_depth(s->frame, s->x, s->z), bed = ease(0.54f, 0.70f, habitat_noise(s->x, s->z, 21, 61));
  if (depth > reed_depth) return 0;
  /* Beside water, and in hollows that have some at times. */
  const bool wet = depth > HABITAT_WET || (s->p.water_distance <= 2.0f && s->above <= 0.3f);
  const float damp = wet ? 1 : 0.8f * ease(0.30f, 0.62f, -s->p.hollow);
  return damp * bed * (1 - ease(0.25f, 0.5f, s->p.slope));
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
