/* Readings for a picture of waves that disperse, beside their surface: where its water has moved to, and where it breaks.
 *
 *   D = d*grad p        p = eta + sum w_n*r_n, the head that the filter makes (waves.h)
 *
 * In a wave a*cos(k*x - omega*t) its size is a*tanh(k*d): that of a Gerstner wave in deep water (Fournier and Reeves 1986 draw by it), where the
 * surface moved by D has Stokes' second harmonic. In shallow water D is a*k*d, and the flow itself makes crests steep. */
#include <math.h>
#include <string.h>

#include "base/team.h"
#include "weir/grid/depths.h"
#include "weir/grid/flow_bodies.h"
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

/* The filter's correction now: a pole's r is that of the depths before the last substep, which in deep water would turn D by a tenth of a period;
 * it goes on as it did. */
static float correction(const Waves *waves, ptrdiff_t at) {
  float sum = 0.0f;
  for (int n = 0; n < waves->poles; n++) sum += waves->w[n] * (2.0f * waves->r[n].cells[at] - waves->before[n].cells[at]);
  return sum;
}

/* Copies columns i0 - 1 to i0 + n of row k. Beyond a side that is not joined to another, all is dry. */
static void part_copy(const WeirWater *w, int i0, int n, int k, Part *part) {
  const bool joined_x = side_is_joined(w, WEIR_WEST), joined_z = side_is_joined(w, WEIR_NORTH);
  const bool there = joined_z || (k >= 0 && k < w->nz);
  const int row = (k + w->nz) % w->nz;
  for (int m = 0; m < n + 2; m++) {
    const int i = i0 + m - 1;
    const ptrdiff_t at = water_index(w, (i + w->nx) % w->nx, row);
    const bool dry = !there || (!joined_x && (i < 0 || i >= w->nx));
    part->bed[m] = w->terrain.cells[at];
    part->depth[m] = dry ? 0.0f : w->depth.cells[at];
    part->r[m] = dry ? 0.0f : correction(w->waves, at);
  }
}

/* m^2: D times the cell at the face from column a of a part to column b of another; closed as in the filter (faces_row of wave_rows.c). */
static float face_pull(const Part *from, int a, const Part *to, int b) {
  const float rise = to->bed[b] - from->bed[a];
  const float least = min_float(from->depth[a] - max_float(rise, 0.0f), to->depth[b] + min_float(rise, 0.0f));
  if (!(least > 0.0f)) return 0.0f;
  const float depth = least + min_float(0.5f * fabsf(rise), least);
  return depth * (((to->depth[b] - from->depth[a]) + rise) + (to->r[b] - from->r[a]));
}

static void excursion_stretch(const Reading *to, int i0, int n, int k0, int k1) {
  const WeirWater *const w = to->water;
  Part parts[3];
  float taper[STRETCH];
  for (int m = 0; m < n; m++) taper[m] = waves_taper(w, WEIR_WEST, i0 + m);
  part_copy(w, i0, n, k0 - 1, &parts[0]);
  part_copy(w, i0, n, k0, &parts[1]);
  for (int k = k0; k < k1; k++) {
    const Part *const north = &parts[(k - k0) % 3], *const own = &parts[(k - k0 + 1) % 3];
    Part *const south = &parts[(k - k0 + 2) % 3];
    part_copy(w, i0, n, k + 1, south);
    const float row = waves_taper(w, WEIR_NORTH, k) * 0.5f / w->cell;
    float *const x = to->x + (ptrdiff_t)k * w->nx + i0, *const z = to->z + (ptrdiff_t)k * w->nx + i0;
    for (int m = 1; m <= n; m++) {
      const float share = row * taper[m - 1];
      x[m - 1] = share * (face_pull(own, m - 1, own, m) + face_pull(own, m, own, m + 1));
      z[m - 1] = share * (face_pull(north, m, own, m) + face_pull(own, m, south, m));
    }
  }
}

static void excursion_rows(void *data, int k0, int k1) {
  const Reading *const to = data;
  for (int i = 0; i < to->water->nx; i += STRETCH) excursion_stretch(to, i, min_int(STRETCH, to->water->nx - i), k0, k1);
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
  if (flow_disperses(w))
    team_rows(w->threads, 0, w->nz, breaking_rows, &to);
  else
    memset(share, 0, sizeof(float) * (size_t)w->nx * (size_t)w->nz);
}
