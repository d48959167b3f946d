/* Reading a water: views of its fields, values at places, the reasons of a velocity, statistics and the hash. */
#include <math.h>
#include <string.h>

#include "base/float_mode.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/team.h"
#include "weir/bodies/state.h"
#include "weir/flow/flow.h"
#include "weir/grid/depths.h"
#include "weir/grid/dye.h"
#include "weir/grid/sleeping.h"
#include "weir/layers/layers.h"
#include "weir/roof.h"
#include "weir/waves/waves.h"

/* --- views --------------------------------------------------------------------------------------------------------- */

static const float zeros[WEIR_GRID_MAX];

int weir_water_nx(const WeirWater *w) {
  return w->nx;
}

int weir_water_nz(const WeirWater *w) {
  return w->nz;
}

float weir_water_cell(const WeirWater *w) {
  return w->cell;
}

static WeirView view_of(const WeirWater *w, const Field *field) {
  return (WeirView){field->cells, w->nx, w->nz, w->stride};
}

WeirView weir_water_terrain(const WeirWater *w) {
  return view_of(w, &w->terrain);
}

WeirView weir_water_depth(const WeirWater *w) {
  depths_update(w);
  return view_of(w, &w->depth);
}

/* Before the first body: one row of zeros, repeated by a stride of 0. */
static WeirView view_of_bodies(const WeirWater *w, const Field *field) {
  if (w->solver != WEIR_MEMBRANE) subgrid_fill_views(w);
  return field->block ? view_of(w, field) : (WeirView){zeros, w->nx, w->nz, 0};
}

WeirView weir_water_occupancy(const WeirWater *w) {
  return view_of_bodies(w, &w->bodies.occupancy);
}

WeirView weir_water_displacement(const WeirWater *w) {
  return view_of_bodies(w, &w->bodies.displacement);
}

/* --- velocities ---------------------------------------------------------------------------------------------------- */

/* A water's velocity in one cell, m/s; y: of the surface. A plain value. */
typedef struct Velocity {
  float x, y, z;
} Velocity;

/* u*h through the face between two cells, as wide as the higher surface stands above the higher bed. */
static float face_flow(const WeirWater *w, const Field *speed, ptrdiff_t from, ptrdiff_t to) {
  const float *const b = w->terrain.cells, *const d = w->depth.cells;
  const float rise = b[to] - b[from];
  const float open = max_float(d[from] - max_float(rise, 0.0f), d[to] + min_float(rise, 0.0f));
  return speed->cells[from] * max_float(open, 0.0f);
}

static Velocity velocity_at(const WeirWater *w, int i, int k) {
  const ptrdiff_t at = water_index(w, i, k), s = w->stride;
  if (w->solver == WEIR_MEMBRANE) return (Velocity){.y = w->membrane.vertical_velocity.cells[at]};
  if (w->depth.cells[at] < DEPTH_WET) return (Velocity){0};
  return (Velocity){.x = 0.5f * (w->flow.speed_x.cells[at] + w->flow.speed_x.cells[at - 1]),
                    .y = ((face_flow(w, &w->flow.speed_x, at - 1, at) - face_flow(w, &w->flow.speed_x, at, at + 1)) +
                          (face_flow(w, &w->flow.speed_z, at - s, at) - face_flow(w, &w->flow.speed_z, at, at + s))) /
                         w->cell,
                    .z = 0.5f * (w->flow.speed_z.cells[at] + w->flow.speed_z.cells[at - s])};
}

/* Where the velocities of a grid go. On the stack. */
typedef struct Velocities {
  const WeirWater *water;
  float *x, *z;
} Velocities;

/* The horizontal part of velocity_at for a row, in one loop without branches. */
static void velocity_row(const Velocities *to, int k) {
  const WeirWater *const w = to->water;
  const ptrdiff_t at = water_index(w, 0, k), s = w->stride;
  const float *const depth = w->depth.cells + at, *const vx = w->flow.speed_x.cells + at, *const vz = w->flow.speed_z.cells + at;
  float *const restrict x = to->x + (ptrdiff_t)k * w->nx, *const restrict z = to->z + (ptrdiff_t)k * w->nx;
  const int nx = w->nx;
  for (int i = 0; i < nx; i++) {
    const float mean_x = 0.5f * (vx[i] + vx[i - 1]), mean_z = 0.5f * (vz[i] + vz[i - s]);
    x[i] = depth[i] < DEPTH_WET ? 0.0f : mean_x;
    z[i] = depth[i] < DEPTH_WET ? 0.0f : mean_z;
  }
}

static void velocity_rows(void *data, int k0, int k1) {
  const Velocities *const to = data;
  const size_t row = (size_t)to->water->nx;
  for (int k = k0; k < k1; k++) {
    if (to->water->solver != WEIR_MEMBRANE) {
      velocity_row(to, k);
      continue;
    }
    memset(to->x + (size_t)k * row, 0, row * sizeof(float));
    memset(to->z + (size_t)k * row, 0, row * sizeof(float));
  }
}

void weir_water_velocity(const WeirWater *w, float *vx, float *vz) {
  Velocities to = {w, vx, vz};
  team_rows(w->threads, 0, w->nz, velocity_rows, &to);
}

/* --- the highest surface of each cell ------------------------------------------------------------------------------ */

static void highest_row(WeirWater *w, int k, int i0, int i1) {
  const ptrdiff_t row = water_index(w, 0, k);
  float *const most = w->readers.highest.cells + row;
  const float *const bed = w->terrain.cells + row, *const depth = w->depth.cells + row;
  for (int i = i0; i < i1; i++) most[i] = max_float(most[i], depth[i] > DEPTH_WET ? bed[i] + depth[i] : bed[i]);
}

/* Sleeping tiles have not risen since the last call: a tile stays active for two substeps after its last change. */
static void highest_rows(void *data, int k0, int k1) {
  WeirWater *const w = data;
  const bool flows = w->solver != WEIR_MEMBRANE;
  for (int k = k0; k < k1; k++)
    for (int i = 0; i < w->nx; i += TILE_COLUMNS)
      if (!flows || tile_is_active(w, i, k)) highest_row(w, k, i, min_int(i + TILE_COLUMNS, w->nx));
}

void highest_after(WeirWater *w) {
  if (w->readers.highest.block) team_rows(w->threads, 0, w->nz, highest_rows, w);
}

bool weir_water_keep_highest(WeirWater *w, bool keep) {
  depths_update(w);
  if (!keep) {
    memory_free(w->readers.highest.block);
    w->readers.highest = (Field){0};
    return true;
  }
  if (!w->readers.highest.block && !field_create(w, &w->readers.highest)) return false;
  for (int k = 0; k < w->nz; k++) {
    memcpy(w->readers.highest.cells + water_index(w, 0, k), w->terrain.cells + water_index(w, 0, k), sizeof(float) * (size_t)w->nx);
    highest_row(w, k, 0, w->nx);
  }
  return true;
}

WeirView weir_water_highest(const WeirWater *w) {
  return view_of(w, &w->readers.highest);
}

/* --- why water flows as it does ------------------------------------------------------------------------------------ */

/* The cell of a place along one axis; the grid's edge for places outside. */
static int cell_of(float place, float cell, int count) {
  return (int)clamp_float(floorf(place / cell), 0.0f, (float)(count - 1));
}

bool weir_water_watch(WeirWater *w, float x, float z) {
  if (isfinite(x) && isfinite(z)) return watch_create(w, cell_of(x, w->cell, w->nx), cell_of(z, w->cell, w->nz));
  watch_destroy(w);
  return true;
}

/* In the float mode of a step, for the same bits; in a substep of the next step, were that as long as the last one, or of one at 60 Hz
 * before the first. */
static WatchResult predicted(const WeirWater *w, int i, int k) {
  const FloatMode mode = float_mode_flush();
  const float seconds = w->clock.step_seconds > 0.0 ? (float)w->clock.step_seconds : 1.0f / 60.0f;
  const FlowStep step = flow_step_numbers(w, seconds / ceilf(seconds / (STEP_MARGIN * scheme_pipe.largest_step(w)))); /* swe's too */
  const WatchResult result = watch_predicted(w, &step, i, k);
  float_mode_restore(mode);
  return result;
}

WeirWhy weir_water_why(const WeirWater *w, float x, float z) {
  depths_update(w);
  WeirWhy why = {.predicted = true};
  if (!isfinite(x) || !isfinite(z)) return why;
  const int i = cell_of(x, w->cell, w->nx), k = cell_of(z, w->cell, w->nz);
  why.depth = w->depth.cells[water_index(w, i, k)];
  if (w->solver == WEIR_MEMBRANE) return why;
  const Velocity velocity = velocity_at(w, i, k);
  why.velocity[0] = velocity.x;
  why.velocity[1] = velocity.z;
  why.speed = sqrtf(velocity.x * velocity.x + velocity.z * velocity.z);
  if (!(why.depth >= DEPTH_WET)) return why;
  why.froude = why.speed / sqrtf(w->tuning.gravity * why.depth);
  const WatchResult *const watched = watch_result(w, i, k), result = watched ? *watched : predicted(w, i, k);
  why.predicted = !watched;
  why.seconds = (float)result.seconds;
  float *const parts[FLOW_TERMS] = {why.slope, why.pressure, why.advection, why.drag, why.limiter, why.body, why.other};
  for (int axis = 0; axis < WATCH_AXES && result.seconds > 0.0; axis++) {
    for (int term = 0; term < FLOW_TERMS; term++) parts[term][axis] = (float)(result.terms[axis].of[term] / result.seconds);
    why.change[axis] = (float)(result.change[axis] / result.seconds);
  }
  return why;
}

/* --- statistics ---------------------------------------------------------------------------------------------------- */

void weir_water_stats(const WeirWater *w, WeirStats *stats) {
  depths_update(w);
  const bool membrane = w->solver == WEIR_MEMBRANE;
  bool any = false;
  double sum = 0;
  *stats = (WeirStats){.volume_start = w->budget.start,
                       .volume_added = w->budget.added,
                       .volume_removed = w->budget.removed,
                       .volume_displaced = w->budget.displaced,
                       .substeps_max = w->clock.substeps_max,
                       .steps = w->clock.steps,
                       .substeps = w->clock.substeps,
                       .clamped_steps = w->clock.clamped_steps,
                       .clamped_cells = w->clock.clamped_cells,
                       .guarded_steps = w->clock.repeated_steps,
                       .bodies_refused = w->bodies.refused,
                       .depth_min = INFINITY,
                       .finite = true};
  for (int k = 0; k < w->nz; k++) {
    double row = 0; /* by rows, as budget_volume */
    for (int i = 0; i < w->nx; i++) {
      const ptrdiff_t at = water_index(w, i, k);
      const float d = w->depth.cells[at], surface = w->terrain.cells[at] + d;
      const float flow = membrane ? w->membrane.vertical_velocity.cells[at] + w->membrane.displacement.cells[at]
                                  : w->flow.speed_x.cells[at] + w->flow.speed_z.cells[at];
      row += (double)d;
      if (!isfinite(d) || !isfinite(flow)) stats->finite = false;
      stats->depth_min = min_float(stats->depth_min, d);
      stats->depth_max = max_float(stats->depth_max, d);
      if (!(d > DEPTH_WET)) continue;
      const Velocity v = velocity_at(w, i, k);
      const float speed = membrane ? fabsf(v.y) : sqrtf(v.x * v.x + v.z * v.z);
      stats->speed_max = max_float(stats->speed_max, speed);
      stats->surface_min = any ? min_float(stats->surface_min, surface) : surface;
      stats->surface_max = any ? max_float(stats->surface_max, surface) : surface;
      any = true;
    }
    sum += row;
  }
  const double due = w->budget.start + w->budget.added - w->budget.removed;
  stats->volume_now = sum * (double)w->cell * (double)w->cell - w->budget.displaced;
  stats->volume_error = w->budget.peak > 0 ? fabs(stats->volume_now - due) / w->budget.peak : 0;
}

/* Numbers that only bodies need are 0 before the first body, whether there is memory for them or not. */
static uint64_t hash_field(const WeirWater *w, const Field *field, uint64_t hash) {
  for (int k = 0; k < w->nz; k++) hash = hash_floats(hash, field->block ? field->cells + water_index(w, 0, k) : zeros, (size_t)w->nx);
  return hash;
}

uint64_t weir_water_hash(const WeirWater *w) {
  depths_update(w);
  const Field *const of_flow[] = {&w->flow.speed_x, &w->flow.speed_z, &w->flow.discharge_x, &w->flow.discharge_z};
  const Field *const of_membrane[] = {&w->membrane.displacement, &w->membrane.vertical_velocity};
  uint64_t hash = hash_field(w, &w->depth, hash_field(w, &w->terrain, HASH_START));
  for (int n = 0; n < (w->solver == WEIR_SWE ? 4 : 2); n++)
    hash = hash_field(w, w->solver == WEIR_MEMBRANE ? of_membrane[n] : of_flow[n], hash);
  if (subgrid_any(w)) {
    const CutCells *const cells = &w->bodies.subgrid->cells;
    hash = hash_floats(hash, cells->water, (size_t)w->bodies.subgrid->count);
    hash = hash_floats(hash, cells->deck, (size_t)w->bodies.subgrid->count);
  }
  if (w->bodies.layers) hash = layers_hash(w, hash);
  for (int n = 0; n < 2 * waves_poles(w); n++) hash = hash_field(w, waves_field(w->waves, n), hash);
  hash = hash_field(w, &w->bodies.undistributed, hash);
  hash = hash_field(w, &w->bodies.displaced, hash);
  hash = hash_field(w, &w->bodies.reference_surface, hash);
  if (dye_any(w)) {
    const double dye[2] = {w->dye.added, w->dye.left};
    hash = hash_doubles(hash_field(w, &w->dye.amount, hash), dye, 2);
  }
  const double totals[6] = {w->budget.added,          w->budget.removed,        w->budget.displaced,
                            w->sources.rain_residual, w->sources.soak_residual, w->clock.time};
  return hash_doubles(hash, totals, 6);
}
