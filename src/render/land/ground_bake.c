#include "render/land/ground_bake.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/maths.h"
#include "base/memory.h"

static int clamp_index(int value, int count) {
  return value < 0 ? 0 : value >= count ? count - 1 : value;
}

static const float *row_at(const GroundGrid *grid, int k) {
  return grid->height + (size_t)clamp_index(k, grid->nz) * (size_t)grid->nx;
}

static uint8_t to_byte(float value) {
  return (uint8_t)(maths_minf(maths_maxf(value, 0.0f), 1.0f) * 255.0f + 0.5f);
}

/* Cells [i0, i1) x [k0, k1) of the grid, which a bake fills: four bytes each, row after row. A value. */
typedef struct BakePart {
  int i0, k0, i1, k1;
  uint8_t *texels;
} BakePart;

static uint8_t *texel_at(const BakePart *part, int i, int k) {
  return part->texels + 4 * ((ptrdiff_t)(k - part->k0) * (part->i1 - part->i0) + (i - part->i0));
}

static void light_normals(const GroundGrid *grid, const BakePart *part, int k) {
  const float half = 0.5f / grid->cell, *const row = row_at(grid, k), *const back = row_at(grid, k - 1), *const front = row_at(grid, k + 1);
  const int last = grid->nx - 1;
  uint8_t *texel = texel_at(part, part->i0, k);
  for (int i = part->i0; i < part->i1; i++, texel += 4) {
    const float sx = (row[i < last ? i + 1 : last] - row[i > 0 ? i - 1 : 0]) * half, sz = (front[i] - back[i]) * half;
    const float unit = 1.0f / sqrtf(1.0f + sx * sx + sz * sz);
    texel[0] = to_byte(0.5f - 0.5f * sx * unit);
    texel[1] = to_byte(0.5f - 0.5f * sz * unit);
    texel[2] = 255;
    texel[3] = 255;
  }
}

/* Ground lower than the mean of its surroundings sees less sky: openness = 1 / (1 + gain * (mean - h) / radius). */
static void light_openness(const GroundGrid *grid, const BakePart *part, int radius, const double *sums, int k) {
  double sum = 0;
  for (int i = part->i0 - radius; i <= part->i0 + radius; i++) sum += sums[clamp_index(i, grid->nx)];
  const float *row = row_at(grid, k);
  float width = (float)(2 * radius + 1), gain = 1.6f / (grid->cell * (float)radius);
  uint8_t *texel = texel_at(part, part->i0, k);
  for (int i = part->i0; i < part->i1; i++, texel += 4) {
    float below = (float)sum / (width * width) - row[i];
    float open = 1.0f / (1.0f + maths_maxf(0.0f, gain * below + 0.06f));
    texel[2] = to_byte((float)texel[2] / 255.0f * open);
    sum += sums[clamp_index(i + radius + 1, grid->nx)] - sums[clamp_index(i - radius, grid->nx)];
  }
}

static void bake_openness(const GroundGrid *grid, const BakePart *part, int radius, int k0, int k1, double *sums) {
  /* One more than the last mean needs: the running sum takes it in. */
  const int i0 = clamp_index(part->i0 - radius, grid->nx), i1 = clamp_index(part->i1 + radius, grid->nx) + 1;
  memset(sums + i0, 0, (size_t)(i1 - i0) * sizeof *sums);
  for (int k = k0 - radius; k <= k0 + radius; k++) {
    const float *row = row_at(grid, k);
    for (int i = i0; i < i1; i++) sums[i] += (double)row[i];
  }
  for (int k = k0; k < k1; k++) {
    light_openness(grid, part, radius, sums, k);
    const float *enters = row_at(grid, k + radius + 1), *leaves = row_at(grid, k - radius);
    for (int i = i0; i < i1; i++) sums[i] += (double)enters[i] - (double)leaves[i];
  }
}

/* Rows [k0, k1). */
static void bake_band(const GroundGrid *grid, const BakePart *part, int k0, int k1, double *sums) {
  for (int k = k0; k < k1; k++) light_normals(grid, part, k);
  bake_openness(grid, part, 2, k0, k1, sums);
  bake_openness(grid, part, 9, k0, k1, sums);
}

enum { BANDS = 8 }; /* a number of its own: the texels are then the same for any number of threads */

bool ground_bake_light(const GroundGrid *grid, uint8_t *texels) {
  double *const sums = memory_create(BANDS * (size_t)grid->nx, sizeof *sums);
  const BakePart all = {0, 0, grid->nx, grid->nz, texels};
  if (!sums) return false;
#pragma omp parallel for schedule(static)
  for (int band = 0; band < BANDS; band++)
    bake_band(grid, &all, grid->nz * band / BANDS, grid->nz * (band + 1) / BANDS, sums + (size_t)band * (size_t)grid->nx);
  memory_free(sums);
  return true;
}

bool ground_bake_light_part(const GroundGrid *grid, int i0, int k0, int i1, int k1, uint8_t *texels) {
  double *const sums = memory_create((size_t)grid->nx, sizeof *sums);
  if (!sums) return false;
  const BakePart part = {i0, k0, i1, k1, texels};
  bake_band(grid, &part, k0, k1, sums);
  memory_free(sums);
  return true;
}

/* The plan of the shadow sweep, which goes from the sun's side in steps of one cell along the axis that is nearer the sun's
 * direction:
 *     S(p) = max(S, h)(p + step) - |step| tan(elevation)
 * with the value at p + step interpolated between two cells, which softens the edges of far shadows as a real sun does. */
typedef struct Sweep {
  int count, lines;        /* cells along a line, and lines in the order of the sweep */
  ptrdiff_t along, across; /* strides in the array */
  int first, direction;    /* first line, and +1 or -1 */
  float lean, drop;        /* cells sideways and metres down for each step */
} Sweep;

enum { LEAN = 2 }; /* cells by which a ray can go sideways in one step, rounded up, and one more to interpolate with */

static Sweep sweep_plan(const GroundGrid *grid, const float sun[3]) {
  float flat = sqrtf(sun[0] * sun[0] + sun[2] * sun[2]);
  float rise = sun[1] / fmaxf(flat, 1e-4f);
  Sweep sweep;
  int x_major = fabsf(sun[0]) > fabsf(sun[2]);
  float major = x_major ? sun[0] : sun[2], minor = x_major ? sun[2] : sun[0];
  sweep.count = x_major ? grid->nz : grid->nx;
  sweep.lines = x_major ? grid->nx : grid->nz;
  sweep.along = x_major ? grid->nx : 1;
  sweep.across = x_major ? 1 : grid->nx;
  sweep.first = major > 0 ? sweep.lines - 1 : 0;
  sweep.direction = major > 0 ? -1 : 1;
  sweep.lean = minor / fmaxf(fabsf(major), 1e-4f);
  sweep.drop = rise * grid->cell * sqrtf(1.0f + sweep.lean * sweep.lean);
  return sweep;
}

/* The buffers of one sweep: BLOCK lines one after the other in memory, for lines that are columns of the grid would take a cache line for
 * every value; and two single lines with room for what lies beyond their ends. */
typedef struct SweepLines {
  float *block;   /* heights, which become shadows */
  float *shadow;  /* of the line that is next */
  float *surface; /* the larger of height and shadow, from -LEAN to count + LEAN */
} SweepLines;

enum { BLOCK = 16 };

/* Writes the line's shadow over its heights and finds the next line's. */
static void sweep_line(const Sweep *sweep, const SweepLines *lines, float *restrict line) {
  const float whole = floorf(sweep->lean), part = sweep->lean - whole, drop = sweep->drop;
  float *restrict const shadow = lines->shadow, *restrict const surface = lines->surface;
  const float *const a = surface + (int)whole, *const b = a + 1;
  for (int i = 0; i < sweep->count; i++) surface[i] = maths_maxf(line[i], shadow[i]);
  for (int i = 1; i <= LEAN; i++) { /* beyond the ends of a line stands the value at its end */
    surface[-i] = surface[0];
    surface[sweep->count - 1 + i] = surface[sweep->count - 1];
  }
  memcpy(line, shadow, (size_t)sweep->count * sizeof *line);
  for (int i = 0; i < sweep->count; i++) shadow[i] = a[i] + (b[i] - a[i]) * part - drop;
}

bool ground_bake_shadow(const GroundGrid *grid, const float sun[3], float *shadow) {
  const Sweep sweep = sweep_plan(grid, sun);
  const ptrdiff_t across = sweep.direction * sweep.across;
  const ptrdiff_t stride = sweep.count + LEAN * 8; /* no power of two: lines then lie in different sets of the cache */
  float *const memory = memory_create((size_t)(stride * (BLOCK + 2)), sizeof *memory);
  if (!memory) return false;
  const SweepLines lines = {memory, memory + BLOCK * stride, memory + (BLOCK + 1) * stride + LEAN};
  for (int i = 0; i < sweep.count; i++) lines.shadow[i] = -1e4f;
  for (int n = 0; n < sweep.lines; n += BLOCK) {
    const ptrdiff_t at = sweep.first * sweep.across + n * across;
    const int count = sweep.lines - n < BLOCK ? sweep.lines - n : BLOCK;
    for (int i = 0; i < sweep.count; i++)
      for (int k = 0; k < count; k++) lines.block[k * stride + i] = grid->height[at + i * sweep.along + k * across];
    for (int line = 0; line < count; line++) sweep_line(&sweep, &lines, lines.block + line * stride);
    for (int i = 0; i < sweep.count; i++)
      for (int k = 0; k < count; k++) shadow[at + i * sweep.along + k * across] = lines.block[k * stride + i];
  }
  memory_free(memory);
  return true;
}
