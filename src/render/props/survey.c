#include "render/props/survey.h"

#include <math.h>
#include <string.h>

#include "base/maths.h"
#include "base/memory.h"

/* m: thinner water wets the ground and is not a stream (shaders/common/water.glsl draws it as a film). */
static const float stream_depth = 0.02f;

/* m: the half width of the neighbourhood that hollows are measured against. */
static const float hollow_reach = 7.0f;

static int clamp_index(int value, int count) {
  return value < 0 ? 0 : value >= count ? count - 1 : value;
}

/* --- heights and water ---------------------------------------------------------------------------------------------------- */

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

/* --- slopes and hollows --------------------------------------------------------------------------------------------------- */

static void fill_slopes(Survey *s) {
  for (int k = 0; k < s->nz; k++)
    for (int i = 0; i < s->nx; i++) {
      const int left = clamp_index(i - 1, s->nx), right = clamp_index(i + 1, s->nx);
      const int back = clamp_index(k - 1, s->nz), front = clamp_index(k + 1, s->nz);
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
  for (int n = -reach; n <= reach; n++) sum += (double)in[clamp_index(n, count) * stride];
  for (int n = 0; n < count; n++) {
    out[n * stride] = (float)(sum / (2 * reach + 1));
    sum += (double)in[clamp_index(n + reach + 1, count) * stride] - (double)in[clamp_index(n - reach, count) * stride];
  }
}

static void mean_about(const Survey *s, const float *in, float *scratch, float *out) {
  int reach = (int)lrintf(hollow_reach / s->cell);
  reach = reach < 1 ? 1 : reach;
  for (int k = 0; k < s->nz; k++) mean_line(in + (size_t)k * (size_t)s->nx, scratch + (size_t)k * (size_t)s->nx, s->nx, 1, reach);
  for (int i = 0; i < s->nx; i++) mean_line(scratch + i, out + i, s->nz, s->nx, reach);
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
#pragma omp parallel for schedule(static)
  for (int k = 0; k < s->nz; k++)
    for (int i = 0; i < s->nx; i++) {
      const size_t at = (size_t)k * (size_t)s->nx + (size_t)i;
      sum_square(frame, i * step, k * step, step, &s->height[at], &s->water_level[at]);
      s->water_distance[at] = s->water_level[at] > -1e3f ? 0.0f : 1e4f;
    }
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
  const int i = clamp_index((int)(x / s->cell), s->nx), k = clamp_index((int)(z / s->cell), s->nz);
  return s->moved[(size_t)k * (size_t)s->nx + (size_t)i];
}

void survey_free(Survey *s) {
  memory_free(s->moved);
  memory_free(s->height);
  memset(s, 0, sizeof *s);
}

SurveyPoint survey_at(const Survey *s, float x, float z) {
  const float u = fminf(fmaxf(x / s->cell - 0.5f, 0), (float)(s->nx - 1)), v = fminf(fmaxf(z / s->cell - 0.5f, 0), (float)(s->nz - 1));
  const int i = (int)u, k = (int)v, right = clamp_index(i + 1, s->nx), front = clamp_index(k + 1, s->nz);
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
