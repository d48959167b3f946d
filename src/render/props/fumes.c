#include "render/props/fumes.h"

#include <math.h>
#include <stddef.h>

#include "base/maths.h"
#include "base/rng.h"

/* Columns without rain; with the densest of it all of them rise. */
enum { COLUMNS_DRY = 7, TRIES = 400 /* for a place, a frame */ };

static const float deep = 0.15f;                    /* m of lava that fumes rise from */
static const float life = 11;                       /* s of a puff */
static const float updraught = 2.2f, slows = 0.12f; /* m/s at first; 1/s */
static const float breeze = 0.55f;                  /* m/s that puffs drift with where there is no wind */
static const float sways = 1.6f;                    /* m */
static const float radius = 1.1f, opacity = 0.19f;  /* m; as mist, which is below 0.2 (shaders/spray.frag) */

/* Returns number n of a column's own, 0 to 1, the same at every time. */
static float chance(uint32_t column, uint32_t n) {
  Rng rng = {((uint64_t)(column + 1) << 32 | n) * 0x9e3779b97f4a7c15ull + 17};
  rng_next(&rng);
  return rng_range(&rng, 0, 1);
}

static size_t cell_at(const FrameView *frame, float x, float z) {
  const int i = frame_index((int)(x / frame->cell), frame->nx), k = frame_index((int)(z / frame->cell), frame->nz);
  return (size_t)k * (size_t)frame->nx + (size_t)i;
}

static bool is_deep(const FrameView *frame, float x, float z) {
  return frame->depth[cell_at(frame, x, z)] > deep;
}

/* Looks for a place: the highest of the first two with lava, for it is hottest where it wells up. */
static void find_place(FumesColumn *column, uint32_t number, const FrameView *frame) {
  int seen = 0;
  column->rises = false;
  for (uint32_t n = 0; n < TRIES && seen < 2; n++) {
    const uint32_t at = 2 * (TRIES * column->found + n);
    const float x = chance(number, at) * (float)frame->nx * frame->cell, z = chance(number, at + 1) * (float)frame->nz * frame->cell;
    if (!is_deep(frame, x, z)) continue;
    const size_t cell = cell_at(frame, x, z);
    const float y = frame->terrain[cell] + frame->depth[cell];
    seen++;
    if (column->rises && y < column->y) continue;
    column->x = x, column->y = y, column->z = z;
    column->rises = true;
  }
  column->found++;
}

/* Returns a puff of a column at its age. It is borne up more slowly as it cools, and with the wind. */
static FrameDrop puff_of(const FumesColumn *column, float age, float variant, const FrameView *frame) {
  const float rise = updraught * (1 - expf(-slows * age)) / slows, calm = frame->wind[0] == 0 && frame->wind[1] == 0 ? breeze : 0;
  const float sway = sways * sinf(6.2831853f * variant + 0.45f * age) * fminf(age / 4, 1);
  const float shown = fminf(age / 1.2f, 1) * powf(fminf((life - age) / (0.85f * life), 1), 1.5f);
  return (FrameDrop){.position = {column->x + (0.35f * frame->wind[0] + calm) * age + sway, column->y + 0.3f + rise,
                                  column->z + (0.35f * frame->wind[1] - 0.4f * calm) * age + 0.6f * sway},
                     .radius = radius * (0.6f + 0.16f * age),
                     .velocity = {0, updraught * expf(-slows * age), 0},
                     .age = age,
                     .opacity = opacity * fmaxf(shown, 0),
                     .variant = variant};
}

int fumes_rise(Fumes *fumes, const FrameView *frame, FrameDrop *out) {
  if (frame->liquid.glow <= 0.5f || !frame->natural) return 0;
  if (fumes->world_version != frame->world_version) *fumes = (Fumes){.world_version = frame->world_version};
  const float rain = maths_clampf(frame->rain, 0, 1);
  const uint32_t columns = COLUMNS_DRY + (uint32_t)lrintf(rain * (FUMES_COLUMNS - COLUMNS_DRY));
  int count = 0;
  for (uint32_t c = 0; c < columns; c++) {
    FumesColumn *const column = &fumes->columns[c];
    if (!column->rises || !is_deep(frame, column->x, column->z)) find_place(column, c, frame);
    if (!column->rises) continue;
    for (uint32_t n = 0; n < FUMES_PUFFS; n++) {
      const float turns = frame->time / life + ((float)n + 0.7f * chance(c, n)) / FUMES_PUFFS + 0.37f * (float)c;
      out[count++] = puff_of(column, life * (turns - floorf(turns)), chance(c + 100, n), frame);
    }
  }
  return count;
}
