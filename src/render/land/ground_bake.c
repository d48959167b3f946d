#include "render/land/ground_bake.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

static int clamp_index(int value, int count) {
  return value < 0 ? 0 : value >= count ? count - 1 : value;
}

static float height_at(const GroundGrid *grid, int i, int k) {
  return grid->height[(size_t)clamp_index(k, grid->nz) * (size_t)grid->nx + (size_t)clamp_index(i, grid->nx)];
}

static const float *row_at(const GroundGrid *grid, int k) {
  return grid->height + (size_t)clamp_index(k, grid->nz) * (size_t)grid->nx;
}

static uint8_t to_byte(float value) {
  return (uint8_t)(fminf(fmaxf(value, 0.0f), 1.0f) * 255.0f + 0.5f);
}

static void light_normals(const GroundGrid *grid, int k, uint8_t *texels) {
  float half = 0.5f / grid->cell;
  for (int i = 0; i < grid->nx; i++) {
    float sx = (height_at(grid, i + 1, k) - height_at(grid, i - 1, k)) * half;
    float sz = (height_at(grid, i, k + 1) - height_at(grid, i, k - 1)) * half;
    float unit = 1.0f / sqrtf(1.0f + sx * sx + sz * sz);
    texels[4 * i + 0] = to_byte(0.5f - 0.5f * sx * unit);
    texels[4 * i + 1] = to_byte(0.5f - 0.5f * sz * unit);
    texels[4 * i + 2] = 255;
    texels[4 * i + 3] = 255;
  }
}

/* Ground lower than the mean of its surroundings sees less sky: openness = 1 / (1 + gain * (mean - h) / radius). */
static void light_openness(const GroundGrid *grid, int radius, const double *sums, int k, uint8_t *texels) {
  double sum = 0;
  for (int i = -radius; i <= radius; i++) sum += sums[clamp_index(i, grid->nx)];
  const float *row = row_at(grid, k);
  float width = (float)(2 * radius + 1), gain = 1.6f / (grid->cell * (float)radius);
  for (int i = 0; i < grid->nx; i++) {
    float below = (float)sum / (width * width) - row[i];
    float open = 1.0f / (1.0f + fmaxf(0.0f, gain * below + 0.06f));
    texels[4 * i + 2] = to_byte((float)texels[4 * i + 2] / 255.0f * open);
    sum += sums[clamp_index(i + radius + 1, grid->nx)] - sums[clamp_index(i - radius, grid->nx)];
  }
}

static void bake_openness(const GroundGrid *grid, int radius, double *sums, uint8_t *texels) {
  memset(sums, 0, (size_t)grid->nx * sizeof *sums);
  for (int k = -radius; k <= radius; k++) {
    const float *row = row_at(grid, k);
    for (int i = 0; i < grid->nx; i++) sums[i] += (double)row[i];
  }
  for (int k = 0; k < grid->nz; k++) {
    light_openness(grid, radius, sums, k, texels + (size_t)k * (size_t)grid->nx * 4);
    const float *enters = row_at(grid, k + radius + 1), *leaves = row_at(grid, k - radius);
    for (int i = 0; i < grid->nx; i++) sums[i] += (double)enters[i] - (double)leaves[i];
  }
}

void ground_bake_light(const GroundGrid *grid, double *sums, uint8_t *texels) {
  for (int k = 0; k < grid->nz; k++) light_normals(grid, k, texels + (size_t)k * (size_t)grid->nx * 4);
  bake_openness(grid, 2, sums, texels);
  bake_openness(grid, 9, sums, texels);
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

static float sweep_line_value(const Sweep *sweep, const float *height, const float *shadow, int index) {
  ptrdiff_t at = clamp_index(index, sweep->count) * sweep->along;
  return fmaxf(height[at], shadow[at]);
}

static void sweep_line(const Sweep *sweep, const float *height, const float *before, float *shadow) {
  float whole = floorf(sweep->lean), part = sweep->lean - whole;
  for (int i = 0; i < sweep->count; i++) {
    float a = sweep_line_value(sweep, height, before, i + (int)whole);
    float b = sweep_line_value(sweep, height, before, i + (int)whole + 1);
    shadow[i * sweep->along] = a + (b - a) * part - sweep->drop;
  }
}

void ground_bake_shadow(const GroundGrid *grid, const float sun[3], float *shadow) {
  Sweep sweep = sweep_plan(grid, sun);
  ptrdiff_t line = sweep.first * sweep.across, step = sweep.direction * sweep.across;
  for (int i = 0; i < sweep.count; i++) shadow[line + i * sweep.along] = -1e4f;
  for (int n = 1; n < sweep.lines; n++, line += step) sweep_line(&sweep, grid->height + line, shadow + line, shadow + line + step);
}
