/* The water that each body displaces, written to the grid's fields, and the calls of the room: see displace/displace.h. */
#include "weir/displace/displace.h"

#include <math.h>
#include <string.h>

#include "base/maths.h"
#include "base/memory.h"
#include "base/team.h"
#include "weir/displace/column_rows.h"
#include "weir/displace/raster.h"
#include "weir/displace/ring.h"
#include "weir/displace/tuned.h"
#include "weir/grid/dirty_mask.h"
#include "weir/grid/sleeping.h"

/* A hat kernel (a hat along x times one along z) over wet cells: what lies far below the surface lifts it over a width of about its depth
 * (Kajiura 1963: exp(-k*depth)), so a sunken body that is dragged about makes nothing sharp. Made again by each call, within
 * BodyDisplaced. */
typedef struct HatKernel {
  int i0, i1, k0, k1; /* columns [i0, i1), rows [k0, k1); none when i0 >= i1 */
  double x, z, radius;
  double metres; /* at its top */
} HatKernel;

/* The displacement of one body: sums over its columns. Made again by each call; an array in Displace. */
typedef struct BodyDisplaced {
  double submerged, area; /* m^3, m^2 */
  double top, surface;    /* m: mean upper face, mean surface of wet columns, weighted by area */
  double x, z;            /* m: centroid of the columns */
  float near_share;       /* share of what it displaces that comes out at the ring, not by the hat kernel */
  HatKernel hat;
} BodyDisplaced;

bool displace_create(WeirWater *w) {
  w->bodies.displace = memory_create(1, sizeof *w->bodies.displace);
  return w->bodies.displace != NULL;
}

enum { BODY_FIELDS = 5 };

static Field *body_field(WeirWater *w, int n) {
  BodiesPart *const b = &w->bodies;
  Field *const fields[BODY_FIELDS] = {&b->displacement, &b->reference_surface, &b->displaced, &b->undistributed, &b->occupancy};
  return fields[n];
}

static void fields_destroy(WeirWater *w) {
  BodiesPart *const b = &w->bodies;
  void *const blocks[] = {b->displace->displaced, b->displace->forces, b->dirty_mask, b->body_mask};
  blocks_free(blocks, sizeof blocks / sizeof *blocks);
  b->dirty_mask = b->body_mask = NULL;
  for (int n = 0; n < BODY_FIELDS; n++) {
    memory_free(body_field(w, n)->block);
    *body_field(w, n) = (Field){0};
  }
  raster_free(&b->displace->raster);
  ring_destroy(w);
  *b->displace = (Displace){.ring = NULL};
}

bool displace_reserve(WeirWater *w) {
  BodiesPart *const b = &w->bodies;
  if (b->occupancy.block) return true;
  b->mask_words = mask_words(w->nx);
  const size_t words = (size_t)w->nz * (size_t)b->mask_words;
  b->dirty_mask = memory_create(words, sizeof *b->dirty_mask);
  b->body_mask = memory_create(words, sizeof *b->body_mask);
  bool ok = b->dirty_mask && b->body_mask && ring_create(w);
  for (int n = 0; n < BODY_FIELDS; n++) ok = ok && field_create(w, body_field(w, n));
  if (!ok) fields_destroy(w);
  return ok;
}

void displace_destroy(WeirWater *w) {
  if (w->bodies.displace) fields_destroy(w);
  memory_free(w->bodies.displace);
}

static int run_cell(const RasterBody *body, const Run *run, int column) {
  return body->refine == 1 ? run->i + column : lattice_cell(run->i + column, body->refine);
}

/* A group that bodies have just come to: displacement is measured against the surface as it is. */
static void reference_begin(WeirWater *w, int i, int k) {
  const ptrdiff_t at = water_index(w, i, k);
  for (int n = 0; n < MASK_GROUP && i + n < w->nx; n++)
    w->bodies.reference_surface.cells[at + n] = w->terrain.cells[at + n] + w->depth.cells[at + n];
}

/* The share by which the reference surface moves towards the true one in dt: slower than waves leave the largest body. */
static float reference_share(const WeirWater *w, const WeirBody *bodies, float dt) {
  float seconds = REFERENCE_SECONDS;
  for (int n = 0; n < w->bodies.displace->raster.body_count; n++) {
    const Shape *const shape = &w->bodies.displace->raster.bodies[n].shape;
    if (!shape->present) continue;
    const float size = shape->longest;
    const float depth = max_float(weir_water_depth_at(w, bodies[n].position[0], bodies[n].position[2]), 0.1f * size);
    const float speed = w->solver == WEIR_MEMBRANE ? max_float(w->tuning.wave_speed, 0.1f) : sqrtf(w->tuning.gravity * depth);
    seconds = max_float(seconds, REFERENCE_CROSSINGS * size / speed);
  }
  return 1.0f - maths_expf(-dt / seconds);
}

static void begin_tick_word(WeirWater *w, int word, int k, float share) {
  const uint64_t dirty = mask_row(w, w->bodies.dirty_mask, k)[word];
  uint64_t left = dirty, fresh = mask_row(w, w->bodies.body_mask, k)[word] & ~dirty, *const changed = ring_was_covered(w, k) + word;
  for (int i0, i1; mask_word_stretch(w, &left, word, &i0, &i1);) {
    const ptrdiff_t at = water_index(w, i0, k);
    const TickRow row = {w->bodies.reference_surface.cells + at, w->bodies.displaced.cells + at, w->bodies.undistributed.cells + at,
                         w->bodies.displacement.cells + at, w->bodies.occupancy.cells + at};
    mask_prefetch(w, &w->terrain, i0, i1, k + 2);
    mask_prefetch(w, &w->depth, i0, i1, k + 2);
    for (int n = 0; n < BODY_FIELDS; n++) mask_prefetch(w, body_field(w, n), i0, i1, k + 2);
    *changed |= kernels()->displace->begin_tick(w->terrain.cells + at, w->depth.cells + at, &row, share, i1 - i0) << i0 / MASK_GROUP % 64;
  }
  for (; fresh; fresh &= fresh - 1) reference_begin(w, (64 * word + __builtin_ctzll(fresh)) * MASK_GROUP, k);
}

enum { STRIP_COLUMNS = 4 * RUN_MAX, STRIP_FIELDS = 3 };

/* Adds up the displacement of `count` runs of a body whose columns are finer than cells, of at most STRIP_COLUMNS together: their
 * cells are copied to columns. */
static void strip_displace(const WeirWater *w, const RasterBody *body, const Run *runs, int count, LaneSum sums[DISPLACE_SUMS]) {
  const Raster *const raster = &w->bodies.displace->raster;
  float strip[STRIP_FIELDS][STRIP_COLUMNS];
  int columns = 0;
  for (int r = 0; r < count; r++) {
    const int i = lattice_cell(runs[r].i, body->refine);
    const ptrdiff_t from = (ptrdiff_t)lattice_cell(runs[r].k, body->refine) * w->stride + i;
    const float *const cells[STRIP_FIELDS] = {w->terrain.cells + from, w->depth.cells + from, w->bodies.reference_surface.cells + from};
    float *const to[STRIP_FIELDS] = {strip[0] + columns, strip[1] + columns, strip[2] + columns};
    kernels()->displace->spread(cells, to, STRIP_FIELDS, runs[r].i - i * body->refine, body->refine, run_filled(&runs[r]));
    columns += run_filled(&runs[r]);
  }
  const int at = runs->first;
  const ColumnWater water = {strip[0], strip[1], strip[2], 0, 1.0f / (w->cell * w->cell)};
  const Columns all = {raster->area + at, raster->y0 + at, raster->y1 + at, raster->x + at, raster->z + at};
  kernels()->displace->displace(&water, &all, &(Run){0, 0, columns, at}, 1, raster->metres + at, raster->cover + at, sums);
}

/* Finds what the columns of a body displace, and their sums. */
static void columns_displace(const WeirWater *w, const RasterBody *body, LaneSum sums[DISPLACE_SUMS]) {
  const Raster *const raster = &w->bodies.displace->raster;
  const Run *const runs = raster->runs + body->first_run;
  if (body->run_count == 0) return;
  if (body->refine == 1) {
    const int at = runs->first;
    const ColumnWater water = {w->terrain.cells, w->depth.cells, w->bodies.reference_surface.cells, w->stride, 1.0f / (w->cell * w->cell)};
    const Columns columns = {raster->area + at, raster->y0 + at, raster->y1 + at, raster->x + at, raster->z + at};
    kernels()->displace->displace(&water, &columns, runs, body->run_count, raster->metres + at, raster->cover + at, sums);
    return;
  }
  for (int r = 0, end = 0; r < body->run_count; r = end) {
    for (int columns = 0; end < body->run_count && columns + run_filled(&runs[end]) <= STRIP_COLUMNS; end++)
      columns += run_filled(&runs[end]);
    strip_displace(w, body, runs + r, end - r, sums);
  }
}

static double hat_weight(double at, double middle, double radius) {
  return maths_max(0, 1 - fabs(at - middle) / radius);
}

/* Weights along x of columns i0 to i1 - 1. */
static void hat_weights(const WeirWater *w, const HatKernel *hat, float *weights) {
  for (int i = hat->i0; i < hat->i1; i++)
    weights[i - hat->i0] = (float)hat_weight(((double)i + 0.5) * (double)w->cell, hat->x, hat->radius);
}

enum { HAT_CELLS_MAX = 64 }; /* cells across the widest kernel */

static void hat_begin(const WeirWater *w, const BodyDisplaced *one, double volume, double radius, HatKernel *hat) {
  const double cell = (double)w->cell, r = maths_min(maths_max(radius, 1.5 * cell), DEEP_CELLS_MAX * cell);
  *hat = (HatKernel){.x = one->x, .z = one->z, .radius = r};
  hat->i0 = (int)maths_max(0, floor((one->x - r) / cell));
  hat->k0 = (int)maths_max(0, floor((one->z - r) / cell));
  hat->i1 = 1 + (int)maths_min(w->nx - 1, floor((one->x + r) / cell));
  hat->k1 = 1 + (int)maths_min(w->nz - 1, floor((one->z + r) / cell));
  float weights[HAT_CELLS_MAX], part[HAT_CELLS_MAX];
  double sum = 0;
  hat_weights(w, hat, weights);
  for (int k = hat->k0; k < hat->k1; k++) {
    const float *const d = w->depth.cells + water_index(w, hat->i0, k);
    LaneSum row = {0};
    for (int n = 0; n < hat->i1 - hat->i0; n++) part[n] = d[n] < DEPTH_WET ? 0.0f : weights[n];
    lane_sum_add(&row, part, hat->i1 - hat->i0);
    sum += hat_weight(((double)k + 0.5) * cell, hat->z, r) * lane_sum(&row);
  }
  hat->metres = sum > 0 ? volume / (sum * cell * cell) : 0;
  if (!(sum > 0)) hat->i1 = hat->i0;
}

static void displaced_find(WeirWater *w, RasterBody *body, BodyDisplaced *one) {
  LaneSum sums[DISPLACE_SUMS] = {0};
  columns_displace(w, body, sums);
  *one = (BodyDisplaced){.submerged = lane_sum(&sums[SUM_SUBMERGED]), .area = lane_sum(&sums[SUM_AREA]), .near_share = 1.0f};
  if (!(one->area > 0)) return;
  one->top = lane_sum(&sums[SUM_TOP]) / one->area;
  const double wet = lane_sum(&sums[SUM_WET]);
  one->surface = wet > 0 ? lane_sum(&sums[SUM_SURFACE]) / wet : one->top;
  body->level = (float)one->surface;
  body->wet = (float)(wet / one->area);
  one->x = lane_sum(&sums[SUM_X]) / one->area;
  one->z = lane_sum(&sums[SUM_Z]) / one->area;
  const double below = maths_max(0, one->surface - one->top);
  one->near_share = (float)maths_exp(-below / ((double)w->tuning.depth_fade * body->shape.size));
  if (one->near_share < 1.0f && one->submerged > 0)
    hat_begin(w, one, (1.0 - (double)one->near_share) * one->submerged, body->shape.size + below, &one->hat);
}

static void hat_mark(WeirWater *w, const HatKernel *hat) {
  for (int k = hat->k0; k < hat->k1 && hat->i0 < hat->i1; k++) {
    uint64_t *const body_mask = mask_row(w, w->bodies.body_mask, k), *const dirty = mask_row(w, w->bodies.dirty_mask, k);
    for (int i = hat->i0 / MASK_GROUP * MASK_GROUP; i < hat->i1; i += MASK_GROUP)
      if (!mask_has(body_mask, i) && !mask_has(dirty, i)) reference_begin(w, i, k);
    mask_set(body_mask, hat->i0, hat->i1);
  }
}

/* Writes rows k0 to k1 - 1 of a hat kernel. */
static void hat_write(WeirWater *w, const HatKernel *hat, int k0, int k1) {
  if (hat->i0 >= hat->i1) return;
  float weights[HAT_CELLS_MAX];
  hat_weights(w, hat, weights);
  for (int k = hat->k0 > k0 ? hat->k0 : k0; k < hat->k1 && k < k1; k++) {
    const float metres = (float)(hat->metres * hat_weight(((double)k + 0.5) * (double)w->cell, hat->z, hat->radius));
    const float *restrict const d = w->depth.cells + water_index(w, hat->i0, k);
    float *restrict const displaced = w->bodies.displaced.cells + water_index(w, hat->i0, k);
    for (int n = 0; n < hat->i1 - hat->i0; n++) displaced[n] += d[n] < DEPTH_WET ? 0.0f : metres * weights[n];
  }
}

static void run_write(WeirWater *w, const RasterBody *body, const Run *run, float near) {
  const ptrdiff_t row = (ptrdiff_t)lattice_cell(run->k, body->refine) * w->stride;
  const Raster *const raster = &w->bodies.displace->raster;
  const float *restrict const metres = raster->metres + run->first, *restrict const cover = raster->cover + run->first;
  float *restrict displacement = w->bodies.displacement.cells + row, *restrict displaced = w->bodies.displaced.cells + row;
  float *restrict occupancy = w->bodies.occupancy.cells + row;
  if (body->refine > 1) {
    const FineRow fine = {displacement, displaced, occupancy, body->refine};
    unsigned groups = kernels()->displace->write_fine(metres, cover, near, &fine, run->i, run->count);
    uint64_t *const covered = ring_covered(w, lattice_cell(run->k, body->refine));
    for (int g = lattice_cell(run->i, body->refine) / MASK_GROUP; groups; g++, groups >>= 1)
      covered[g / 64] |= (uint64_t)(groups & 1) << g % 64;
    return;
  }
  mask_prefetch(w, &w->bodies.displacement, run->i, run->i + run->count, run->k + 2);
  mask_prefetch(w, &w->bodies.displaced, run->i, run->i + run->count, run->k + 2);
  mask_prefetch(w, &w->bodies.occupancy, run->i, run->i + run->count, run->k + 2);
  const bool covers =
      kernels()->displace->write(metres, cover, near, displacement + run->i, displaced + run->i, occupancy + run->i, run_filled(run));
  if (covers) mask_set(ring_covered(w, run->k), run->i, run->i + run->count);
}

/* Writes the bodies' parts in rows k0 to k1 - 1, in the order of the bodies: the same in each cell for any sharing of rows. */
static void write_bodies(WeirWater *w, const BodyDisplaced *bodies_displaced, int k0, int k1) {
  const Raster *const raster = &w->bodies.displace->raster;
  for (int n = 0; n < raster->body_count; n++) {
    const RasterBody *const body = &raster->bodies[n];
    for (int r = body->first_run; r < body->first_run + body->run_count && raster->runs[r].k < k1 * body->refine; r++)
      if (raster->runs[r].k >= k0 * body->refine) run_write(w, body, &raster->runs[r], bodies_displaced[n].near_share);
    hat_write(w, &bodies_displaced[n].hat, k0, k1);
  }
}

/* Entry: a falling body throws water out of its footprint, a cavity, into the crown around it, without which Gritzner's waves are too
 * small. Removed from the cells now and left undistributed, so that it comes out at the ring. `thrown` is negative. */
static void cells_splash(WeirWater *w, int i, int k, const float *thrown, int count) {
  float *const undistributed = w->bodies.undistributed.cells + water_index(w, i, k), before[RUN_MAX];
  memcpy(before, undistributed, sizeof *before * (size_t)count);
  ring_add(w, i, i + count, k, thrown);
  /* undistributed -= accepted: water removed here must reappear at the ring. */
  for (int n = 0; n < count; n++) undistributed[n] = before[n] - (thrown[n] - (undistributed[n] - before[n]));
}

/* Returns what a column throws out of a cell, m: nothing, or less than nothing. */
static inline float column_thrown(float metres, float cover, float depth, float thrown_max) {
  return metres > 0.0f ? -min_float(thrown_max, 0.25f * depth) * min_float(1.0f, cover) : 0.0f;
}

/* Splashes for a run whose columns are finer than cells: one column after the other, each finds the depth that the last one left. */
static void fine_splash(WeirWater *w, const RasterBody *body, const Run *run, float thrown_max) {
  const Raster *const all = &w->bodies.displace->raster;
  const int refine = body->refine, i0 = lattice_cell(run->i, refine), i1 = lattice_cell(run->i + run->count - 1, refine) + 1,
            k = lattice_cell(run->k, refine);
  const float *const metres = all->metres + run->first, *const cover = all->cover + run->first;
  const AddRow row = ring_row(w, i0, i1, k);
  int first = i1, last = i0; /* cells that water was thrown out of */
  for (int n = 0, left = (i0 + 1) * refine - run->i, i = i0; n < run->count; left = refine, i++)
    for (const int end = min_int(n + left, run->count); n < end; n++) {
      const float thrown = column_thrown(metres[n], cover[n], row.depth[i - i0], thrown_max);
      if (!(thrown < 0.0f)) continue;
      float *const undistributed = row.undistributed + (i - i0), before = *undistributed;
      ring_add_cell(w, &row, i - i0, thrown);
      *undistributed = before - (thrown - (*undistributed - before));
      if (first == i1) first = i;
      last = i;
    }
  if (first < i1) tiles_wake(w, first, k, last + 1, k + 1);
}

static void body_splash(WeirWater *w, const WeirBody *body, int index, double submerged, float dt) {
  const Raster *const all = &w->bodies.displace->raster;
  const RasterBody *const raster = &all->bodies[index];
  const float bobbing = ENTRY_FROUDE * sqrtf(w->tuning.gravity * raster->shape.height);
  /* 1 for a body that touches the water, falling to 0 once ENTRY_SHARE of it is submerged: a crate that bobs on a wave is not entering, and
   * must not throw water about for ever */
  const float entering = clamp_float(1.0f - (float)submerged / (ENTRY_SHARE * raster->shape.volume), 0.0f, 1.0f);
  const float entry = (-body->velocity[1] - bobbing) * entering;
  if (!(entry > 0.0f)) return;
  const float thrown_max = SPLASH_SHARE * w->tuning.splash * entry * dt;
  for (int r = raster->first_run; r < raster->first_run + raster->run_count; r++) {
    const Run *const run = &all->runs[r];
    if (raster->refine > 1) {
      fine_splash(w, raster, run, thrown_max);
      continue;
    }
    const float *const metres = all->metres + run->first, *const cover = all->cover + run->first;
    const float *const depth = w->depth.cells + water_index(w, run->i, run->k);
    float thrown[RUN_MAX];
    for (int n = 0; n < run->count; n++) thrown[n] = column_thrown(metres[n], cover[n], depth[n], thrown_max);
    cells_splash(w, run->i, run->k, thrown, run->count);
  }
}

/* The groups in `bits`, a word of row k. */
static void open_word(WeirWater *w, uint64_t bits, int word, int k) {
  if (bits) openness_changed(w, k);
  for (int i0, i1; mask_word_stretch(w, &bits, word, &i0, &i1);) {
    const ptrdiff_t at = water_index(w, i0, k);
    mask_prefetch(w, &w->bodies.occupancy, i0, i1, k + 1);
    mask_prefetch(w, &w->membrane.openness, i0, i1, k + 1);
    kernels()->displace->openness(ring_labels(w, i0, i1, k), w->bodies.occupancy.cells + at, BLOCK_LEAK, w->membrane.openness.cells + at,
                                  i1 - i0);
  }
}

void displace_open_faces(WeirWater *w) {
  if (w->solver != WEIR_MEMBRANE || !w->bodies.occupancy.block) return;
  for (int k = 0; k < w->nz; k++)
    for (int word = 0; word < w->bodies.mask_words; word++) open_word(w, mask_row(w, w->bodies.dirty_mask, k)[word], word, k);
}

/* Finds the dirty groups of the next tick: where bodies are now, and where undistributed water is left. */
static void close_word(WeirWater *w, int word, int k) {
  uint64_t *const dirty = mask_row(w, w->bodies.dirty_mask, k) + word, keep = mask_row(w, w->bodies.body_mask, k)[word];
  for (uint64_t left = *dirty & ~keep; left; left &= left - 1) {
    const int g = __builtin_ctzll(left), i = (64 * word + g) * MASK_GROUP;
    const int count = w->nx - i < MASK_GROUP ? w->nx - i : MASK_GROUP;
    const float greatest = kernels()->displace->greatest(w->bodies.undistributed.cells + water_index(w, i, k), count);
    if (greatest >= (float)UNDISTRIBUTED_TINY) keep |= (uint64_t)1 << g;
  }
  *dirty = keep;
}

/* Faces close where bodies cover the surface and open where they did. */
static void close_share(void *data, int t) {
  WeirWater *const w = data;
  const bool membrane = w->solver == WEIR_MEMBRANE;
  int k0, k1;
  ring_share(w, t, &k0, &k1);
  for (int k = k0; k < k1; k++)
    for (int word = 0; word < w->bodies.mask_words; word++) {
      if (membrane) open_word(w, ring_covered(w, k)[word] | ring_was_covered(w, k)[word], word, k);
      close_word(w, word, k);
    }
}

bool displace_rasterise(WeirWater *w, const WeirBody *bodies, int count) {
  Displace *const d = w->bodies.displace;
  const RasterGrid grid = {w->nx, w->nz, w->cell, w->threads};
  if (count > 0) {
    d->displaced = memory_reserve(d->displaced, &d->displaced_capacity, count, sizeof *d->displaced);
    d->forces = memory_reserve(d->forces, &d->force_capacity, count, sizeof *d->forces);
  }
  const bool ok = (count == 0 || (d->displaced && d->forces)) && raster_bodies(&d->raster, &grid, bodies, count);
  w->bodies.refused = 0;
  for (int n = 0; n < d->raster.body_count; n++) w->bodies.refused += !d->raster.bodies[n].shape.present;
  return ok;
}

/* The work of displace_bodies that threads share. On the stack. */
typedef struct Displacing {
  WeirWater *water;
  BodyDisplaced *displaced; /* for each body */
  float share;              /* as begin_tick_word takes it */
} Displacing;

static void begin_share(void *data, int t) {
  const Displacing *const d = data;
  WeirWater *const w = d->water;
  int k0, k1;
  ring_share(w, t, &k0, &k1);
  for (int k = k0; k < k1; k++)
    for (int word = 0; word < w->bodies.mask_words; word++) begin_tick_word(w, word, k, d->share);
}

static void find_displaced(void *data, int first, int end) {
  const Displacing *const d = data;
  for (int n = first; n < end; n++) displaced_find(d->water, &d->water->bodies.displace->raster.bodies[n], &d->displaced[n]);
}

static void write_share(void *data, int t) {
  const Displacing *const d = data;
  int k0, k1;
  ring_share(d->water, t, &k0, &k1);
  write_bodies(d->water, d->displaced, k0, k1);
}

void displace_bodies(WeirWater *w, const WeirBody *bodies, float dt) {
  const Raster *const raster = &w->bodies.displace->raster;
  BodyDisplaced *const displaced = w->bodies.displace->displaced;
  const int body_count = raster->body_count, threads = w->threads;
  memset(w->bodies.body_mask, 0, sizeof *w->bodies.body_mask * (size_t)w->nz * (size_t)w->bodies.mask_words);
  for (int n = 0; n < body_count; n++) {
    const RasterBody *const body = &raster->bodies[n];
    for (int r = body->first_run; r < body->first_run + body->run_count; r++) {
      const Run *const run = &raster->runs[r];
      mask_set(mask_row(w, w->bodies.body_mask, lattice_cell(run->k, body->refine)), run_cell(body, run, 0),
               run_cell(body, run, run->count - 1) + 1);
    }
  }
  ring_begin(w);
  Displacing displacing = {w, displaced, reference_share(w, bodies, dt)};
  team_run(threads, threads, begin_share, &displacing);
  team_rows(body_count > BODIES_PER_TEAM ? threads : 1, 0, body_count, find_displaced, &displacing);
  for (int n = 0; n < body_count; n++) hat_mark(w, &displaced[n].hat);
  team_run(threads, threads, write_share, &displacing);
  for (int n = 0; n < body_count; n++) body_splash(w, &bodies[n], n, displaced[n].submerged, dt);
  for (ptrdiff_t n = 0; n < (ptrdiff_t)w->nz * w->bodies.mask_words; n++) w->bodies.dirty_mask[n] |= w->bodies.body_mask[n];
  float size = 0.0f; /* m; mean over all bodies, since one ring width serves them all */
  int present = 0;
  for (int n = 0; n < body_count; n++) {
    if (!raster->bodies[n].shape.present) continue;
    size += raster->bodies[n].shape.width;
    present++;
  }
  ring_spread(w, RING_WIDTH * (present > 0 ? size / (float)present : 1.0f));
  team_run(threads, threads, close_share, w);
  displace_forces_now(w, bodies, body_count, dt, w->bodies.displace->forces);
}

void displace_forces(const WeirWater *w, int count, WeirForce *forces) {
  const Displace *const d = w->bodies.displace;
  for (int n = 0; n < count; n++) forces[n] = d->forces && n < d->raster.body_count ? d->forces[n] : (WeirForce){0};
}
