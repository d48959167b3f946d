/* Floating bodies and the displacement grid (Mueller-Fischer 2008; Gritzner 2010, section 2.6; Thuerey et al. 2007 as
 * told by Kellomaki 2014). The surface under a body is the effective one, where the water would stand without it: what
 * the body newly displaces in a step goes to the free cells around, so nothing is created, lost or swallowed beneath it. */
#include "weir/coupling.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "weir/membrane_sweep.h"
#include "weir/tuned.h"
#include "weir/velocity.h"

bool coupling_create(WeirWater *w) {
  const size_t rows = (size_t)w->nz;
  w->touched_low = memory_create(rows, sizeof(int));
  w->touched_high = memory_create(rows, sizeof(int));
  w->raster_low = memory_create(rows, sizeof(int));
  w->raster_high = memory_create(rows, sizeof(int));
  return w->touched_low && w->touched_high && w->raster_low && w->raster_high && rim_create(w);
}

void coupling_destroy(WeirWater *w) {
  memory_free(w->touched_low);
  memory_free(w->touched_high);
  memory_free(w->raster_low);
  memory_free(w->raster_high);
  raster_free(&w->raster);
  rim_destroy(w);
}

/* How much of the column from y0 to y1 stands below `surface`; nothing where the ground is above the column or dry. */
static float column_submerged(const Column *column, float ground, float depth, float surface) {
  if (depth < DEPTH_WET) return 0.0f;
  const float low = max_float(column->y0, ground);
  return max_float(0.0f, min_float(surface, column->y1) - low);
}

/* 1 where the surface cuts the column, falling to 0 over a tenth of its height at either end: a body that dips under
 * does not open its cells at once. */
static float column_pierces(const Column *column, float surface) {
  const float edge = SURFACE_EDGE * max_float(column->y1 - column->y0, 1e-6f);
  return clamp_float((column->y1 - surface) / edge, 0.0f, 1.0f) * clamp_float((surface - column->y0) / edge, 0.0f, 1.0f);
}

/* --- touched cells: rows keep the stretch [low, high) that bodies touch now, or touched at the last call ------------- */

static void touch(int *low, int *high, int k, int i0, int i1) {
  if (low[k] >= high[k]) {
    low[k] = i0;
    high[k] = i1;
    return;
  }
  if (i0 < low[k]) low[k] = i0;
  if (i1 > high[k]) high[k] = i1;
}

/* The surface that displacement is measured against in cell (i, k), m: the cell's own when a body has just come. */
static float calm_surface(WeirWater *w, int i, int k) {
  const ptrdiff_t at = water_index(w, i, k);
  if (i < w->touched_low[k] || i >= w->touched_high[k]) w->calm.cells[at] = w->terrain.cells[at] + w->depth.cells[at];
  return w->calm.cells[at];
}

/* Lets the calm surface follow the true one, slower than waves leave the largest body. */
static void calm_follow(WeirWater *w, const WeirBody *bodies, float dt) {
  float seconds = CALM_SECONDS;
  for (int n = 0; n < w->raster.body_count; n++) {
    if (!w->raster.shapes[n].present) continue;
    const float size = w->raster.shapes[n].longest;
    const float depth = max_float(weir_water_depth_at(w, bodies[n].position[0], bodies[n].position[2]), 0.1f * size);
    const float speed = w->solver == WEIR_MEMBRANE ? max_float(w->tuning.wave_speed, 0.1f)
                                                   : sqrtf(w->tuning.gravity * depth);
    seconds = max_float(seconds, CALM_CROSSINGS * size / speed);
  }
  const float share = 1.0f - expf(-dt / seconds);
  for (int k = 0; k < w->nz; k++)
    for (int i = w->touched_low[k]; i < w->touched_high[k]; i++) {
      const ptrdiff_t at = water_index(w, i, k);
      w->calm.cells[at] += share * ((w->terrain.cells[at] + w->depth.cells[at]) - w->calm.cells[at]);
    }
}

/* Turns this call's displacement into the last call's, and clears it where bodies were. */
static void coupling_turn(WeirWater *w) {
  for (int k = 0; k < w->nz; k++) {
    const int low = w->touched_low[k], high = w->touched_high[k];
    if (low >= high) continue;
    const ptrdiff_t at = water_index(w, low, k);
    const size_t bytes = sizeof(float) * (size_t)(high - low);
    memcpy(w->shallow_old.cells + at, w->shallow.cells + at, bytes);
    memcpy(w->deep_old.cells + at, w->deep.cells + at, bytes);
    memset(w->shallow.cells + at, 0, bytes);
    memset(w->deep.cells + at, 0, bytes);
    memset(w->displaced.cells + at, 0, bytes);
    memset(w->occupancy.cells + at, 0, bytes);
  }
  memset(w->raster_low, 0, sizeof(int) * (size_t)w->nz);
  memset(w->raster_high, 0, sizeof(int) * (size_t)w->nz);
}

/* --- one body into the grids --------------------------------------------------------------------------------------- */

typedef struct BodyShadow { /* sums over a body's columns */
  double submerged, area;   /* m^3, m^2 */
  double top, surface;      /* m: mean upper face, mean surface, weighted by area */
  double x, z;              /* m: centroid of the columns */
} BodyShadow;

static BodyShadow body_shadow(WeirWater *w, int body) {
  BodyShadow sum = {0};
  for (int n = w->raster.first[body]; n < w->raster.first[body + 1]; n++) {
    const Column *column = &w->raster.columns[n];
    const ptrdiff_t at = water_index(w, column->i, column->k);
    const float b = w->terrain.cells[at], d = w->depth.cells[at];
    const double area = (double)column->area;
    sum.submerged += area * (double)column_submerged(column, b, d, calm_surface(w, column->i, column->k));
    sum.area += area;
    sum.top += area * (double)column->y1;
    sum.surface += area * (double)(b + d);
    sum.x += area * (double)column->x;
    sum.z += area * (double)column->z;
  }
  if (sum.area > 0) {
    sum.top /= sum.area;
    sum.surface /= sum.area;
    sum.x /= sum.area;
    sum.z /= sum.area;
  }
  return sum;
}

/* What lies far below the surface lifts it over a width of about that depth (Kajiura 1963: exp(-k*depth)), so a sunken
 * body that is dragged about stirs nothing sharp. Spread as a tent over wet cells. */
static void body_deep(WeirWater *w, const BodyShadow *shadow, double volume, double radius) {
  const double cell = (double)w->cell, r = fmin(fmax(radius, 1.5 * cell), DEEP_CELLS_MAX * cell);
  const int i0 = (int)fmax(0, floor((shadow->x - r) / cell)), i1 = (int)fmin(w->nx - 1, floor((shadow->x + r) / cell));
  const int k0 = (int)fmax(0, floor((shadow->z - r) / cell)), k1 = (int)fmin(w->nz - 1, floor((shadow->z + r) / cell));
  double sum = 0;
  for (int pass = 0; pass < 2; pass++)
    for (int k = k0; k <= k1; k++) {
      if (pass == 1 && sum > 0 && i0 <= i1) touch(w->raster_low, w->raster_high, k, i0, i1 + 1);
      for (int i = i0; i <= i1; i++) {
        const ptrdiff_t at = water_index(w, i, k);
        if (w->depth.cells[at] < DEPTH_WET) continue;
        const double x = fabs(((double)i + 0.5) * cell - shadow->x) / r, z = fabs(((double)k + 0.5) * cell - shadow->z) / r;
        const double weight = x < 1 && z < 1 ? (1 - x) * (1 - z) : 0;
        if (pass == 0) {
          sum += weight;
        } else if (sum > 0) {
          w->deep.cells[at] += (float)(volume * weight / (sum * cell * cell));
        }
      }
    }
}

/* Entry speed: the falling body throws water out of its footprint, a cavity, into the crown around it. Gritzner's waves
 * are too small for want of it. Taken from the cell now; pending, so that it comes out at the rim. */
static void column_splash(WeirWater *w, const Column *column, float speed, float dt) {
  const ptrdiff_t at = water_index(w, column->i, column->k);
  const float depth = w->depth.cells[at], surface = w->terrain.cells[at] + depth;
  const float cover = min_float(1.0f, column->area / (w->cell * w->cell)) * column_pierces(column, surface);
  const double thrown = (double)min_float(SPLASH_SHARE * w->tuning.splash * speed * dt, 0.25f * depth) * (double)cover;
  if (thrown <= 0) return;
  const double taken = -water_add_depth(w, column->i, column->k, -thrown);
  w->volume_displaced -= taken * (double)w->cell * (double)w->cell;
  w->pending.cells[at] += (float)taken;
}

/* 1 for a body that touches the water, falling to 0 once ENTRY_SHARE of it is under: a crate that bobs on a wave is not
 * entering, and must not throw water about for ever. */
static float body_entering(const Shape *shape, double submerged) {
  return clamp_float(1.0f - (float)submerged / (ENTRY_SHARE * shape->volume), 0.0f, 1.0f);
}

static void body_into_grids(WeirWater *w, const WeirBody *body, int index, float dt) {
  const BodyShadow shadow = body_shadow(w, index);
  const Shape *const shape = &w->raster.shapes[index];
  const double size = shape->size;
  const double below = fmax(0, shadow.surface - shadow.top);
  const float near = (float)exp(-below / ((double)w->tuning.depth_fade * size));
  const float per_cell = 1.0f / (w->cell * w->cell);
  const float bobbing = ENTRY_FROUDE * sqrtf(w->tuning.gravity * shape->height);
  const float entry = (-body->velocity[1] - bobbing) * body_entering(shape, shadow.submerged);
  for (int n = w->raster.first[index]; n < w->raster.first[index + 1]; n++) {
    const Column *column = &w->raster.columns[n];
    const ptrdiff_t at = water_index(w, column->i, column->k);
    const float b = w->terrain.cells[at], d = w->depth.cells[at];
    const float calm = calm_surface(w, column->i, column->k);
    const float metres = column_submerged(column, b, d, calm) * column->area * per_cell;
    w->displaced.cells[at] += metres;
    w->shallow.cells[at] += near * metres;
    if (d >= DEPTH_WET)
      w->occupancy.cells[at] =
          min_float(1.0f, w->occupancy.cells[at] + column->area * per_cell * column_pierces(column, b + d));
    touch(w->raster_low, w->raster_high, column->k, column->i, column->i + 1);
    if (entry > 0.0f && metres > 0.0f) column_splash(w, column, entry, dt);
  }
  if (near < 1.0f && shadow.submerged > 0) body_deep(w, &shadow, (1.0 - (double)near) * shadow.submerged, size + below);
}

/* --- the displaced water to the free cells around: rim.c ----------------------------------------------------------- */

/* What changed since the last call becomes pending; deep water moves in place. */
static void coupling_changes(WeirWater *w) {
  for (int k = 0; k < w->nz; k++)
    for (int i = w->touched_low[k]; i < w->touched_high[k]; i++) {
      const ptrdiff_t at = water_index(w, i, k);
      const float shallow = w->shallow.cells[at] - w->shallow_old.cells[at];
      const double deep = (double)w->deep.cells[at] - (double)w->deep_old.cells[at];
      const double left = deep != 0 ? deep - rim_give(w, i, k, deep) : 0;
      w->pending.cells[at] += shallow + (float)left;
      /* Spent: a cell that is left alone for a while and touched again must not find it. */
      w->shallow_old.cells[at] = w->deep_old.cells[at] = 0.0f;
    }
}

/* Touched next time: where bodies are now, and where something is still pending. */
static void coupling_close(WeirWater *w) {
  for (int k = 0; k < w->nz; k++) {
    int low = w->raster_low[k], high = w->raster_high[k];
    for (int i = w->touched_low[k]; i < w->touched_high[k]; i++) {
      if (fabs((double)w->pending.cells[water_index(w, i, k)]) < PENDING_TINY) continue;
      if (low >= high) low = i, high = i;
      if (i < low) low = i;
      if (i >= high) high = i + 1;
    }
    w->touched_low[k] = low;
    w->touched_high[k] = high;
  }
}

bool coupling_any(const WeirWater *w) {
  for (int k = 0; k < w->nz; k++)
    if (w->touched_low[k] < w->touched_high[k]) return true;
  return false;
}

void coupling_open_faces(WeirWater *w) {
  if (w->solver != WEIR_MEMBRANE) return;
  for (int k = 0; k < w->nz; k++) {
    if (w->touched_low[k] >= w->touched_high[k]) continue;
    membrane_opened(w, k);
    for (int i = w->touched_low[k]; i < w->touched_high[k]; i++) {
      const ptrdiff_t at = water_index(w, i, k);
      if (w->lakes.label[k * w->nx + i] < 0) continue;
      w->open.cells[at] = 1.0f - (1.0f - BLOCK_LEAK) * w->occupancy.cells[at];
    }
  }
}

/* m; of all bodies, as one rim serves them all. */
static float mean_size(const Raster *raster) {
  float sum = 0.0f;
  int present = 0;
  for (int n = 0; n < raster->body_count; n++) {
    if (!raster->shapes[n].present) continue;
    sum += raster->shapes[n].width;
    present++;
  }
  return present > 0 ? sum / (float)present : 1.0f;
}

void weir_water_displace(WeirWater *w, const WeirBody *bodies, int count, float dt) {
  count = !bodies || count < 0 ? 0 : count > WEIR_BODIES_MAX ? WEIR_BODIES_MAX : count;
  const float step = dt > 0.0f ? min_float(dt, 1.0f) : 0.0f; /* a step that is no number is none */
  const RasterGrid grid = {w->nx, w->nz, w->cell};
  raster_bodies(&w->raster, &grid, bodies, count); /* with no memory for it: no bodies */
  calm_follow(w, bodies, step);
  coupling_turn(w);
  for (int n = 0; n < w->raster.body_count; n++)
    if (w->raster.shapes[n].present) body_into_grids(w, &bodies[n], n, step);
  for (int k = 0; k < w->nz; k++)
    if (w->raster_low[k] < w->raster_high[k]) touch(w->touched_low, w->touched_high, k, w->raster_low[k], w->raster_high[k]);
  coupling_changes(w);
  rim_spread(w, RIM_WIDTH * mean_size(&w->raster));
  coupling_open_faces(w);
  coupling_close(w);
}
