#include "bench/rivals/rival.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/team.h"
#include "bench/rivals/muscl_rows.h"
#include "bench/rivals/rows.h"

/* --- vectors --------------------------------------------------------------------------------------------------------- */

static const struct {
  const char *name;
  const RivalRows *rows;
  const MusclKernels *muscl;
} widths[] = {
#if defined(RIVAL_WIDTHS_X86)
    {"sse2", &rival_rows_plain, &muscl_kernels_plain},
    {"avx2", &rival_rows_avx2, &muscl_kernels_avx2},
    {"avx512", &rival_rows_avx512, &muscl_kernels_avx512},
#else
    {"plain", &rival_rows_plain, &muscl_kernels_plain},
#endif
};

/* Returns the place in the table, -1 if there is none. */
static int width_of(const char *simd) {
  for (int n = 0; n < (int)(sizeof widths / sizeof widths[0]); n++)
    if (strcmp(widths[n].name, simd) == 0) return n;
  return -1;
}

bool rival_use(Rival *r, const char *simd) {
  const int width = width_of(simd);
  if (width >= 0) r->width = width;
  return width >= 0;
}

/* --- memory ---------------------------------------------------------------------------------------------------------- */

/* m: what is beyond a wall of the pipes. */
static const float wall = 1e9f;

/* The fields lie so many lines further than whole rows from each other: at a distance of pages loads would wait for stores. */
enum { APART = 17 * RIVAL_LANES };

bool rival_create(Rival *r, RivalKind kind, int nx, int nz, int most) {
  *r = (Rival){.kind = kind, .nx = nx, .nz = nz, .threads = 1, .cell = 1, .gravity = 9.81f, .wave_speed = 1};
  r->stride = (nx + RIVAL_LANES - 1) / RIVAL_LANES * RIVAL_LANES + 2 * RIVAL_LANES;
  const int rows = nz + 2 * RIVAL_HALO, count = kind == RIVAL_HEIGHTS ? 2 : RIVAL_FIELDS;
  const size_t field = (size_t)r->stride * (size_t)rows + APART;
  r->memory = memory_create(field * (size_t)count, sizeof *r->memory);
  if (!r->memory) return false;
  for (int n = 0; n < count; n++) r->fields[n] = r->memory + field * (size_t)n + RIVAL_HALO * r->stride + RIVAL_LANES;
  if (kind == RIVAL_PIPES) r->sides = memory_create((size_t)r->stride * (size_t)most, sizeof *r->sides);
  if (kind == RIVAL_MUSCL) r->rows = memory_create((size_t)most, sizeof *r->rows);
  return (kind != RIVAL_PIPES || r->sides) && (kind != RIVAL_MUSCL || r->rows);
}

void rival_destroy(Rival *r) {
  memory_free(r->memory);
  memory_free(r->sides);
  memory_free(r->rows);
  *r = (Rival){0};
}

/* --- the state ------------------------------------------------------------------------------------------------------- */

static int inside(int n, int count) {
  return n < 0 ? 0 : n < count ? n : count - 1;
}

/* The bed, and around it walls for the pipes, the same bed for muscl. */
static void set_bed(Rival *r, const float *terrain) {
  const int halo = RIVAL_HALO, nx = r->nx, nz = r->nz;
  for (int k = -halo; k < nz + halo; k++)
    for (int i = -halo; i < nx + halo; i++) {
      const ptrdiff_t at = k * r->stride + i;
      const bool beyond = i != inside(i, nx) || k != inside(k, nz);
      const float ground = terrain ? terrain[(size_t)inside(k, nz) * (size_t)nx + (size_t)inside(i, nx)] : 0;
      r->fields[0][at] = beyond && r->kind == RIVAL_PIPES ? wall : ground;
      if (beyond && r->kind == RIVAL_PIPES) r->fields[1][at] = -wall;
    }
}

/* The flow between two cells: the mean of their own. None beyond the walls. */
static float flow_between(const float *depth, const float *v, size_t a, size_t b) {
  return v ? 0.25f * (v[a] + v[b]) * (depth[a] + depth[b]) : 0;
}

void rival_set(Rival *r, const float *terrain, const float *depth, const float *vx, const float *vz) {
  const size_t nx = (size_t)r->nx, nz = (size_t)r->nz;
  if (r->kind != RIVAL_HEIGHTS) set_bed(r, terrain);
  for (size_t k = 0; k < nz; k++)
    for (size_t i = 0; i < nx; i++) {
      const size_t from = k * nx + i;
      const ptrdiff_t at = (ptrdiff_t)k * r->stride + (ptrdiff_t)i;
      if (r->kind == RIVAL_HEIGHTS) {
        r->fields[0][at] = r->fields[1][at] = depth[from];
      } else if (r->kind == RIVAL_PIPES) {
        r->fields[1][at] = r->fields[0][at] + depth[from];
        r->fields[2][at] = i + 1 < nx ? flow_between(depth, vx, from, from + 1) : 0;
        r->fields[3][at] = k + 1 < nz ? flow_between(depth, vz, from, from + nx) : 0;
      } else {
        r->fields[1][at] = depth[from];
        r->fields[2][at] = vx ? vx[from] * depth[from] : 0;
        r->fields[3][at] = vz ? vz[from] * depth[from] : 0;
      }
    }
}

float rival_depth(const Rival *r, int i, int k) {
  const ptrdiff_t at = k * r->stride + i;
  return r->kind == RIVAL_PIPES ? r->fields[1][at] - r->fields[0][at] : r->fields[1][at];
}

/* --- steps ----------------------------------------------------------------------------------------------------------- */

/* A step of a rival, by bands of rows. On the stack. */
typedef struct RivalStep {
  Rival *rival;
  float dt;
  int bands;
} RivalStep;

static int band_first(const RivalStep *s, int band) {
  return (int)((long long)s->rival->nz * band / s->bands);
}

/* h + damping*(h - h_before) + (c*dt/dx)^2*(the four neighbours - 4h). */
static void heights_band(void *data, int band) {
  const RivalStep *const s = data;
  const Rival *const r = s->rival;
  const float courant = r->wave_speed * s->dt / r->cell, keep = expf(-r->damping * s->dt), c = courant * courant;
  HeightsRow row = {.stride = r->stride, .count = r->nx, .a = -keep, .b = 1 + keep - 4 * c, .c = c};
  for (int k = band_first(s, band); k < band_first(s, band + 1); k++) {
    row.before = r->fields[0] + k * r->stride;
    row.now = r->fields[1] + k * r->stride;
    widths[r->width].rows->heights(&row);
  }
}

static PipesRow pipes_row(const RivalStep *s, int k) {
  const Rival *const r = s->rival;
  const ptrdiff_t at = k * r->stride;
  return (PipesRow){.bed = r->fields[0] + at,
                    .surface = r->fields[1] + at,
                    .flow_x = r->fields[2] + at,
                    .flow_z = r->fields[3] + at,
                    .north = r->fields[3] + at - r->stride,
                    .stride = r->stride,
                    .count = r->nx,
                    .keep = expf(-r->damping * s->dt),
                    .push = s->dt * r->gravity / r->cell,
                    .ratio = s->dt / r->cell};
}

/* The flows into a band from the row before it, from a state that no band has changed yet. */
static void pipes_begin(void *data, int band) {
  const RivalStep *const s = data;
  const Rival *const r = s->rival;
  if (band == 0) return;
  const PipesRow row = pipes_row(s, band_first(s, band) - 1);
  widths[r->width].rows->pipe_flows(&row, r->sides + band * r->stride);
}

static void pipes_band(void *data, int band) {
  const RivalStep *const s = data;
  const Rival *const r = s->rival;
  const int first = band_first(s, band), end = band_first(s, band + 1);
  for (int k = first; k < end; k++) {
    PipesRow row = pipes_row(s, k);
    if (k == first && band > 0) row.north = r->sides + band * r->stride;
    if (k + 1 == end && band + 1 < s->bands) row.south = r->sides + (band + 1) * r->stride;
    widths[r->width].rows->pipes(&row);
  }
}

static MusclBand muscl_band(const RivalStep *s, int band) {
  const Rival *const r = s->rival;
  return (MusclBand){.bed = r->fields[0],
                     .depth = r->fields[1],
                     .flow_x = r->fields[2],
                     .flow_z = r->fields[3],
                     .stride = r->stride,
                     .nx = r->nx,
                     .nz = r->nz,
                     .vectors = (r->nx + RIVAL_LANES - 1) / RIVAL_LANES,
                     .first = band_first(s, band),
                     .end = band_first(s, band + 1),
                     .ratio = s->dt / r->cell,
                     .gravity = r->gravity,
                     .dry = 1e-4f};
}

static void muscl_begin(void *data, int n) {
  const RivalStep *const s = data;
  const MusclBand band = muscl_band(s, n);
  widths[s->rival->width].muscl->begin(&band, &s->rival->rows[n]);
}

static void muscl_sweep(void *data, int n) {
  const RivalStep *const s = data;
  const MusclBand band = muscl_band(s, n);
  widths[s->rival->width].muscl->sweep(&band, &s->rival->rows[n]);
}

void rival_step(Rival *r, float dt) {
  RivalStep step = {r, dt, r->threads < r->nz ? r->threads : r->nz};
  if (r->kind == RIVAL_HEIGHTS) {
    team_run(step.bands, step.bands, heights_band, &step);
    float *const now = r->fields[0];
    r->fields[0] = r->fields[1];
    r->fields[1] = now;
  } else if (r->kind == RIVAL_PIPES) {
    if (step.bands > 1) team_run(step.bands, step.bands, pipes_begin, &step);
    team_run(step.bands, step.bands, pipes_band, &step);
  } else {
    team_run(step.bands, step.bands, muscl_begin, &step);
    team_run(step.bands, step.bands, muscl_sweep, &step);
  }
}

/* --- copies ---------------------------------------------------------------------------------------------------------- */

bool rival_copy_create(RivalCopy *c, double bytes) {
  *c = (RivalCopy){.count = (size_t)(bytes / 12), .threads = 1};
  c->to = memory_create(c->count, sizeof *c->to);
  c->from = memory_create(c->count, sizeof *c->from);
  return c->to && c->from;
}

void rival_copy_destroy(RivalCopy *c) {
  memory_free(c->to);
  memory_free(c->from);
  *c = (RivalCopy){0};
}

bool rival_copy_use(RivalCopy *c, const char *simd) {
  const int width = width_of(simd);
  if (width >= 0) c->width = width;
  return width >= 0;
}

static void copy_part(void *data, int n) {
  const RivalCopy *const c = data;
  const size_t lines = c->count / RIVAL_LANES, parts = (size_t)c->threads;
  const size_t first = lines * (size_t)n / parts * RIVAL_LANES, end = lines * (size_t)(n + 1) / parts * RIVAL_LANES;
  widths[c->width].rows->copy(c->to + first, c->from + first, end - first, 1);
}

void rival_copy_run(RivalCopy *c) {
  team_run(c->threads, c->threads, copy_part, c);
}
