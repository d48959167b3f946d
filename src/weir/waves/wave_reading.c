/* Readings for a picture of waves that disperse, beside their surface: where its water has moved to, and where it breaks.
 *
 *   D = d*grad p        p = eta + sum w_n*r_n, the head that the filter makes (waves.h)
 *
 * In a wave a*cos(k*x - omega*t) its size is a*tanh(k*d): that of a Gerstner wave in deep water (Fournier and Reeves 1986 draw by it), where the
 * surface moved by D has Stokes' second harmonic. In shallow water D is a*k*d, and the flow itself makes crests steep. */
#include <math.h>
#include <string.h>

#include "base/float_mode.h"
#include "base/team.h"
#include "weir/grid/depths.h"
#include "weir/grid/flow_bodies.h"
#include "weir/grid/sleeping.h"
#include "weir/waves/tuned.h"
#include "weir/waves/wave_grids.h"
#include "weir/waves/waves.h"

/* Columns that are computed together: their rows stay in the nearest cache. */
enum { STRETCH = 128 };

/* A row's part: beds, depths and corrections of a stretch and of a column to either side. On the stack. */
typedef struct Part {
  float bed[STRETCH + 2], depth[STRETCH + 2], r[STRETCH + 2]; /* m */
} Part;

/* Where a reading goes. On the stack. */
typedef struct Reading {
  const WeirWater *water;
  float *x, *z;
} Reading;

/* Writes the filter's corrections now: a pole's r is that of the depths before the last substep, which in deep water would turn D by some
 * degrees; it goes on as it did. */
static void corrections(const Waves *waves, ptrdiff_t at, int n, float *restrict out) {
  memset(out, 0, sizeof *out * (size_t)n);
  for (int p = 0; p < waves->poles; p++) {
    const float *const restrict r = waves->r[p].cells + at, *const restrict before = waves->before[p].cells + at;
    const float weight = waves->w[p];
    for (int m = 0; m < n; m++) out[m] += weight * (2.0f * r[m] - before[m]);
  }
}

/* Writes those of columns i to i + n - 1 of row k: 0 in tiles that the filter had nothing to solve for, on most land and where water lies calm. */
static void corrections_row(const WeirWater *w, int i, int n, int k, float *out) {
  const WaveTiles *const t = &w->waves->tiles;
  for (int end = i + n; i < end;) {
    const int count = min_int((i / TILE_COLUMNS + 1) * TILE_COLUMNS, end) - i;
    if (!t->is_known || t->solved[k / TILE_ROWS * t->across + i / TILE_COLUMNS])
      corrections(w->waves, water_index(w, i, k), count, out);
    else
      memset(out, 0, sizeof *out * (size_t)count);
    i += count, out += count;
  }
}

/* Copies one column of a row from another, or dries it where there is none. */
static void part_column(const WeirWater *w, int k, int to, int from, bool there, Part *part) {
  const ptrdiff_t at = water_index(w, from, k);
  part->bed[to] = w->terrain.cells[at];
  part->depth[to] = there ? w->depth.cells[at] : 0.0f;
  corrections_row(w, from, 1, k, &part->r[to]);
}

/* Copies columns i0 - 1 to i0 + n of row k. Beyond a side that is not joined to another, all is dry. */
static void part_copy(const WeirWater *w, int i0, int n, int k, Part *part) {
  const bool joined = side_is_joined(w, WEIR_WEST);
  const int row = (k + w->nz) % w->nz, first = i0 == 0, count = n + 1 - first + (i0 + n < w->nx);
  const ptrdiff_t at = water_index(w, i0 - 1 + first, row);
  memcpy(part->bed + first, w->terrain.cells + at, sizeof(float) * (size_t)count);
  memcpy(part->depth + first, w->depth.cells + at, sizeof(float) * (size_t)count);
  corrections_row(w, i0 - 1 + first, count, row, part->r + first);
  if (first) part_column(w, row, 0, joined ? w->nx - 1 : 0, joined, part);
  if (i0 + n == w->nx) part_column(w, row, n + 1, joined ? 0 : w->nx - 1, joined, part);
  if (row != k && !side_is_joined(w, WEIR_NORTH)) memset(part->depth, 0, sizeof part->depth);
}

/* Writes m^2: D times the cell, at n faces from columns a of a part to columns b of another; closed as in the filter (faces_row of wave_rows.c). */
static void face_pulls(const Part *from, int a, const Part *to, int b, int n, float *restrict out) {
  const float *const restrict bed = from->bed + a, *const restrict depth = from->depth + a, *const restrict r = from->r + a;
  const float *const restrict bed_to = to->bed + b, *const restrict depth_to = to->depth + b, *const restrict r_to = to->r + b;
  for (int m = 0; m < n; m++) {
    const float rise = bed_to[m] - bed[m];
    const float least = min_float(depth[m] - max_float(rise, 0.0f), depth_to[m] + min_float(rise, 0.0f));
    const float open = max_float(least, 0.0f), carries = open + min_float(0.5f * fabsf(rise), open);
    out[m] = carries * (((depth_to[m] - depth[m]) + rise) + (r_to[m] - r[m]));
  }
}

static void excursion_stretch(const Reading *to, int i0, int n, int k0, int k1) {
  const WeirWater *const w = to->water;
  Part parts[2];
  float taper[STRETCH], pulls_x[STRETCH + 1], pulls_z[2][STRETCH]; /* at the faces to the north and south */
  for (int m = 0; m < n; m++) taper[m] = waves_taper(w, WEIR_WEST, i0 + m) * 0.5f / w->cell;
  part_copy(w, i0, n, k0 - 1, &parts[1]);
  part_copy(w, i0, n, k0, &parts[0]);
  face_pulls(&parts[1], 1, &parts[0], 1, n, pulls_z[0]);
  for (int k = k0; k < k1; k++) {
    const int now = (k - k0) % 2;
    const float *const north = pulls_z[now];
    float *const south = pulls_z[1 - now];
    part_copy(w, i0, n, k + 1, &parts[1 - now]);
    face_pulls(&parts[now], 0, &parts[now], 1, n + 1, pulls_x);
    face_pulls(&parts[now], 1, &parts[1 - now], 1, n, south);
    const float row = waves_taper(w, WEIR_NORTH, k);
    float *const x = to->x + (ptrdiff_t)k * w->nx + i0, *const z = to->z + (ptrdiff_t)k * w->nx + i0;
    for (int m = 0; m < n; m++) {
      x[m] = row * taper[m] * (pulls_x[m] + pulls_x[m + 1]);
      z[m] = row * taper[m] * (north[m] + south[m]);
    }
  }
}

static void excursion_rows(void *data, int k0, int k1) {
  const Reading *const to = data;
  const FloatMode mode = float_mode_flush(); /* r dies out towards land: denormals would take twenty times as long */
  for (int i = 0; i < to->water->nx; i += STRETCH) excursion_stretch(to, i, min_int(STRETCH, to->water->nx - i), k0, k1);
  float_mode_restore(mode);
}

void weir_water_excursion(const WeirWater *w, float *x, float *z) {
  depths_update(w);
  Reading to = {w, x, z};
  const size_t bytes = sizeof(float) * (size_t)w->nx * (size_t)w->nz;
  if (flow_disperses(w)) {
    team_rows(w->threads, 0, w->nz, excursion_rows, &to);
  } else {
    memset(x, 0, bytes);
    memset(z, 0, bytes);
  }
}

/* Writes the share that breaking_head of wave_rows.c has. */
static void breaking_rows(void *data, int k0, int k1) {
  const Reading *const to = data;
  const WeirWater *const w = to->water;
  for (int k = k0; k < k1; k++) {
    const ptrdiff_t at = water_index(w, 0, k);
    const float *const depth = w->depth.cells + at, *const x = w->flow.discharge_x.cells + at;
    const float *const z = w->flow.discharge_z.cells + at, *const north = z - w->stride;
    float *const share = to->x + (ptrdiff_t)k * w->nx;
    for (int i = 0; i < w->nx; i++) {
      const float rise = ((x[i - 1] - x[i]) + (north[i] - z[i])) / w->cell;
      const float over = rise / sqrtf(w->tuning.gravity * (depth[i] + 1e-6f)) - BREAKING_BEGINS;
      share[i] = depth[i] < DEPTH_WET ? 0.0f : clamp_float(over * (1.0f / (BREAKING_ENDS - BREAKING_BEGINS)), 0.0f, 1.0f);
    }
  }
}

void weir_water_breaking(const WeirWater *w, float *share) {
  depths_update(w);
  Reading to = {w, share, NULL};
  if (flow_disperses(w) && w->solver == WEIR_SWE)
    team_rows(w->threads, 0, w->nz, breaking_rows, &to);
  else
    memset(share, 0, sizeof(float) * (size_t)w->nx * (size_t)w->nz);
}
