/* Making a water from its definition, and destroying it; the table of solvers, and the change from one to another. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "weir/bodies/bodies.h"
#include "weir/boundary/boundary.h"
#include "weir/displace/displace.h"
#include "weir/flow/flow.h"
#include "weir/grid/budget.h"
#include "weir/grid/depths.h"
#include "weir/grid/dye.h"
#include "weir/grid/scheme.h"
#include "weir/grid/sleeping.h"
#include "weir/grid/step_threads.h"
#include "weir/layers/layers.h"
#include "weir/membrane/membrane.h"
#include "weir/readers/readers.h"
#include "weir/roof.h"
#include "weir/waves/waves.h"

const char *weir_version(void) {
  return WEIR_VERSION;
}

WeirWaterDef weir_water_def_default(void) {
  return (WeirWaterDef){.nx = 128, .nz = 128, .cell = 0.25f, .solver = WEIR_PIPE, .threads = 1, .tuning = weir_tuning_default()};
}

/* --- fields and solvers ---------------------------------------------------------------------------------------------- */

enum { OF_FLOW = 2, OF_SWE = 7, OF_MEMBRANE = 11, FIELDS = 16 };

/* Returns a field by its number: those of every water, from OF_FLOW on those of pipe and swe, from OF_SWE on of swe alone, then of the
 * membrane. */
static Field *water_field(WeirWater *w, int n) {
  FlowPart *const f = &w->flow;
  FlowState *const before = &w->flow.previous;
  MembranePart *const m = &w->membrane;
  Field *const all[FIELDS] = {&w->terrain,          &w->depth,        &f->speed_x,     &f->speed_z,      &before->depth,
                              &before->speed_x,     &before->speed_z, &f->discharge_x, &f->discharge_z,  &before->discharge_x,
                              &before->discharge_z, &m->scratch,      &m->rest_level,  &m->displacement, &m->vertical_velocity,
                              &m->openness};
  return all[n];
}

/* Allocates those of the fields from `first` to `end` - 1 that are not there yet. Returns false if memory runs out. */
static bool fields_create(WeirWater *w, int first, int end) {
  bool ok = true;
  for (int n = first; n < end; n++) ok = ok && (water_field(w, n)->block || field_create(w, water_field(w, n)));
  return ok;
}

/* Allocates the memory that a solver needs when it is first chosen, so that other solvers' fields cost nothing. Returns false if memory
 * runs out. */
static bool solver_reserve(WeirWater *w, WeirSolver solver) {
  if (solver == WEIR_MEMBRANE) return fields_create(w, OF_MEMBRANE, FIELDS) && lakes_create(w) && membrane_sweep_create(w);
  return fields_create(w, OF_FLOW, solver == WEIR_SWE ? OF_MEMBRANE : OF_SWE) && tiles_create(w) && flow_sweep_create(w);
}

const Scheme *scheme_of(WeirSolver solver) {
  static const Scheme *const schemes[WEIR_SOLVER_COUNT] = {&scheme_membrane, &scheme_pipe, &scheme_swe};
  return schemes[solver];
}

const char *weir_solver_name(WeirSolver solver) {
  return (unsigned)solver < WEIR_SOLVER_COUNT ? scheme_of(solver)->name : "unknown";
}

void weir_water_set_solver(WeirWater *w, WeirSolver solver) {
  depths_change(w);
  if ((unsigned)solver >= WEIR_SOLVER_COUNT || solver == w->solver || !solver_reserve(w, solver)) return;
  if (w->bodies.subgrid || w->bodies.layers)
    displace(w, NULL, 0, 0.0f); /* the membrane displaces: neither method may keep what the other displaced */
  const bool flowing = w->solver != WEIR_MEMBRANE && solver != WEIR_MEMBRANE;
  w->solver = solver;
  waves_reset(w);
  if (!flowing) scheme_of(solver)->enter(w);
  for (int axis = 0; flowing && solver == WEIR_SWE && axis < 2; axis++) /* pipes share all but the flows that advect velocity */
    memset((axis == 0 ? &w->flow.discharge_x : &w->flow.discharge_z)->block, 0, field_bytes(w));
  boundary_refresh(w);
  scheme_of(solver)->measure(w);
  displace_open_faces(w);
  dye_settle_all(w);
}

WeirSolver weir_water_solver(const WeirWater *w) {
  return w->solver;
}

void weir_water_set_sweep(WeirWater *w, int most) {
  w->membrane.batch_max = most < 1 ? 1 : most;
}

/* --- creating -------------------------------------------------------------------------------------------------------- */

static bool def_check(const WeirWaterDef *def, WeirError *error) {
  if (def->nx < WEIR_GRID_MIN || def->nx > WEIR_GRID_MAX || def->nz < WEIR_GRID_MIN || def->nz > WEIR_GRID_MAX)
    return water_fault(error, "grid", "a side must have 1 to 8192 cells");
  if (!(def->cell >= 1e-3f && def->cell <= 1e4f)) return water_fault(error, "cell", "must be 0.001 to 10000 m");
  if ((unsigned)def->solver >= WEIR_SOLVER_COUNT) return water_fault(error, "solver", "must be membrane, pipe or swe");
  if (def->threads < 1 || def->threads > 256) return water_fault(error, "threads", "must be 1 to 256");
  const size_t cells = (size_t)def->nx * (size_t)def->nz;
  for (size_t n = 0; n < cells; n++) {
    if (def->terrain && !(fabsf(def->terrain[n]) <= WEIR_TERRAIN_MAX))
      return water_fault(error, "terrain", "heights must be finite and within 100000 m of 0");
    if (def->depth && !(def->depth[n] >= 0 && def->depth[n] <= WEIR_TERRAIN_MAX))
      return water_fault(error, "depth", "must be finite, 0 to 100000 m");
    if ((def->velocity_x && !(fabsf(def->velocity_x[n]) <= 1e4f)) || (def->velocity_z && !(fabsf(def->velocity_z[n]) <= 1e4f)))
      return water_fault(error, "velocity", "must be finite, within 10000 m/s");
  }
  return boundary_check(def->boundary, def->nx, def->nz, error);
}

/* The power-of-two step on which terrain and still surfaces are kept: differences of two heights are then exact. */
static float height_step(const WeirWaterDef *def) {
  float highest = 1.0f;
  const size_t cells = (size_t)def->nx * (size_t)def->nz;
  for (size_t n = 0; n < cells; n++) {
    const float b = def->terrain ? fabsf(def->terrain[n]) : 0.0f;
    highest = max_float(highest, b + (def->depth ? def->depth[n] : 0.0f));
  }
  int exponent;
  const float share = frexpf(highest, &exponent); /* highest = share * 2^exponent, share from 0.5 to 1: the next power of two */
  return ldexpf(1.0f, (share > 0.5f ? exponent : exponent - 1) - 22);
}

static void water_fill(WeirWater *w, const WeirWaterDef *def) {
  const float step = w->height_step = height_step(def);
  for (size_t n = 0; n < field_bytes(w) / sizeof(float); n++) w->terrain.block[n] = WALL_HEIGHT; /* the padding too: nothing may flow in */
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) {
      const ptrdiff_t at = water_index(w, i, k), from = (ptrdiff_t)k * w->nx + i;
      const float b = def->terrain ? def->terrain[from] : 0.0f, d = def->depth ? def->depth[from] : 0.0f;
      const float ground = rintf(b / step) * step, surface = rintf((b + d) / step) * step;
      w->terrain.cells[at] = ground;
      w->depth.cells[at] = d > 0.0f && surface > ground ? surface - ground : 0.0f;
    }
}

/* The def's velocity on the face from cell `from` to cell `to`: their mean; at a side of the grid, the inner cell's own. */
static float start_speed(const float *speeds, ptrdiff_t from, ptrdiff_t to) {
  return speeds ? 0.5f * (speeds[from] + speeds[to]) : 0.0f;
}

static void water_start(WeirWater *w, const WeirWaterDef *def) {
  if (w->solver == WEIR_MEMBRANE || (!def->velocity_x && !def->velocity_z)) return;
  const bool round_x = side_is_joined(w, WEIR_WEST), round_z = side_is_joined(w, WEIR_NORTH);
  for (int k = -1; k < w->nz; k++)
    for (int i = -1; i < w->nx; i++) {
      const ptrdiff_t at = water_index(w, i, k), row = (ptrdiff_t)(k < 0 ? 0 : k) * w->nx, column = i < 0 ? 0 : i;
      const bool wet_x = w->depth.cells[at] > 0.0f || w->depth.cells[at + 1] > 0.0f;
      const bool wet_z = w->depth.cells[at] > 0.0f || w->depth.cells[at + w->stride] > 0.0f;
      const bool west = i < 0, east = i + 1 == w->nx, north = k < 0, south = k + 1 == w->nz;
      if (k >= 0 && wet_x && (!west || !side_is_closed(w, WEIR_WEST)) && (!east || !side_is_closed(w, WEIR_EAST)))
        w->flow.speed_x.cells[at] =
            start_speed(def->velocity_x, row + (west && round_x ? w->nx - 1 : column), row + (east ? (round_x ? 0 : column) : i + 1));
      if (i >= 0 && wet_z && (!north || !side_is_closed(w, WEIR_NORTH)) && (!south || !side_is_closed(w, WEIR_SOUTH)))
        w->flow.speed_z.cells[at] = start_speed(def->velocity_z, (north && round_z ? (ptrdiff_t)(w->nz - 1) * w->nx : row) + i,
                                                (south ? (round_z ? 0 : row) : (ptrdiff_t)(k + 1) * w->nx) + i);
    }
}

WeirWater *weir_water_create(const WeirWaterDef *def, WeirError *error) {
  if (!def_check(def, error)) return NULL;
  WeirWater *w = memory_create(1, sizeof *w);
  if (!w) {
    water_fault(error, "water", "not enough memory");
    return NULL;
  }
  w->nx = def->nx;
  w->nz = def->nz;
  w->cell = def->cell;
  w->solver = def->solver;
  w->coupling = WEIR_SUBGRID;
  weir_water_set_threads(w, def->threads);
  w->tuning = tuning_checked(&def->tuning);
  memcpy(w->boundary.sides, def->boundary, sizeof w->boundary.sides);
  w->clock.slowed = 1.0f;
  w->membrane.batch_max = MEMBRANE_BATCH_MAX;
  w->sleeping.enabled = true;
  w->stride = (ROW_LEAD + def->nx + ROW_TAIL + 15) / 16 * 16;
  w->row_sums = memory_create(4 * (size_t)w->nz, sizeof *w->row_sums);
  const bool grid = w->row_sums && fields_create(w, 0, OF_FLOW) && solver_reserve(w, w->solver) && displace_create(w) &&
                    boundary_create(w) && rollback_create(w);
  if (grid) water_fill(w, def);
  if (!grid || !boundary_reserve_sponge(w, w->boundary.sides)) {
    water_fault(error, "water", grid ? "not enough memory for the sponge" : "not enough memory for the grid");
    weir_water_destroy(w);
    return NULL;
  }
  scheme_of(w->solver)->enter(w);
  boundary_refresh(w);
  water_start(w, def);
  boundary_remember(w);
  scheme_of(w->solver)->measure(w);
  w->budget.start = w->budget.peak = budget_volume(w);
  return w;
}

void weir_water_destroy(WeirWater *w) {
  if (!w) return;
  for (int n = 0; n < FIELDS; n++) memory_free(water_field(w, n)->block);
  memory_free(w->row_sums);
  tiles_destroy(w);
  flow_sweep_destroy(w);
  watch_destroy(w);
  membrane_sweep_destroy(w);
  boundary_destroy(w);
  memory_free(w->readers.highest.block);
  weir_water_clear_dye(w);
  rollback_destroy(w);
  waves_destroy(w);
  pressure_destroy(w);
  lakes_destroy(w);
  layers_destroy(w);
  displace_destroy(w);
  subgrid_destroy(w);
  readers_destroy(w);
  memory_free(w);
}

/* A thread with fewer cells than this costs more than it saves, most of all beside other programs. */
#define CELLS_A_THREAD 4096

void weir_water_set_threads(WeirWater *w, int threads) {
  const int team = min_int(min_int(threads, w->nx * w->nz / CELLS_A_THREAD), 256);
  w->threads = team < 1 ? 1 : team;
  step_threads_forget(w);
  /* without memory for more bands, as many threads as there are bands */
  if (w->flow.scratch) flow_sweep_create(w);
  if (w->membrane.sweep) membrane_sweep_create(w);
  if (w->waves) waves_threads(w);
}
