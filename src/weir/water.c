#include "weir/grid/water.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/float_mode.h"
#include "base/memory.h"
#include "weir/displace/displace.h"
#include "weir/boundary/boundary.h"
#include "weir/boundary/driving.h"
#include "weir/flow/flow_sweep.h"
#include "weir/grid/rollback.h"
#include "weir/grid/highest.h"
#include "weir/membrane/lakes.h"
#include "weir/layers/layers.h"
#include "weir/membrane/membrane_sweep.h"
#include "weir/grid/scheme.h"
#include "weir/grid/sources.h"
#include "weir/bodies/subgrid.h"
#include "weir/grid/sleeping.h"

enum { FIELDS = 16 };

enum { SWEEP_MOST = 8 };

#define STEP_MARGIN 0.8f /* of the largest stable step: depth may grow within one, and large waves are stiffer than small */

const Scheme *scheme_of(WeirSolver solver) {
  static const Scheme *const schemes[WEIR_SOLVER_COUNT] = {&scheme_membrane, &scheme_pipe, &scheme_swe};
  return schemes[solver];
}

const char *weir_solver_name(WeirSolver solver) {
  return (unsigned)solver < WEIR_SOLVER_COUNT ? scheme_of(solver)->name : "unknown";
}

WeirTuning weir_tuning_default(void) {
  return (WeirTuning){.gravity = 9.81f,
                      .density = 1000.0f,
                      .friction = 0.05f,
                      .roughness = 0.02f,
                      .cross_section = 1.0f,
                      .sponge_width = 4.0f,
                      .wave_speed = 4.0f,
                      .stencil = 9,
                      .damping = 0.1f,
                      .block_damping = 4.0f,
                      .retention = 1e-3f,
                      .splash = 1.0f,
                      .depth_fade = 1.0f,
                      .substeps_max = 16};
}

WeirTuning weir_tuning_ideal(void) {
  WeirTuning ideal = weir_tuning_default();
  ideal.friction = ideal.roughness = ideal.retention = ideal.damping = 0.0f;
  return ideal;
}

const char *weir_version(void) {
  return WEIR_VERSION;
}

WeirWaterDef weir_water_def_default(void) {
  return (WeirWaterDef){
      .nx = 128, .nz = 128, .cell = 0.25f, .solver = WEIR_PIPE, .threads = 1, .tuning = weir_tuning_default()};
}

static float tuning_range(float value, float low, float high, float otherwise) {
  return isfinite(value) ? clamp_float(value, low, high) : otherwise;
}

static WeirTuning tuning_checked(const WeirTuning *t) {
  const WeirTuning usual = weir_tuning_default();
  WeirTuning c = *t;
  c.gravity = tuning_range(t->gravity, 0.01f, 100.0f, usual.gravity);
  c.density = tuning_range(t->density, 1.0f, 20000.0f, usual.density);
  c.friction = tuning_range(t->friction, 0.0f, 100.0f, usual.friction);
  c.roughness = tuning_range(t->roughness, 0.0f, 1.0f, usual.roughness);
  c.wave_speed = tuning_range(t->wave_speed, 0.0f, 1000.0f, usual.wave_speed);
  c.manning = tuning_range(t->manning, 0.0f, 1.0f, usual.manning);
  c.viscosity = tuning_range(t->viscosity, 0.0f, 100.0f, usual.viscosity);
  c.cross_section = tuning_range(t->cross_section, 0.001f, 1.0f, usual.cross_section);
  c.sponge_width = tuning_range(t->sponge_width, 0.0f, 1000.0f, usual.sponge_width);
  c.land_fixed = t->land_fixed != 0;
  c.stencil = t->stencil == 5 ? 5 : 9;
  c.damping = tuning_range(t->damping, 0.0f, 100.0f, usual.damping);
  c.drag = tuning_range(t->drag, 0.0f, 100.0f, usual.drag);
  c.slope_max = tuning_range(t->slope_max, 0.0f, 100.0f, usual.slope_max);
  c.block_damping = tuning_range(t->block_damping, 0.0f, 1000.0f, usual.block_damping);
  c.rain = tuning_range(t->rain, 0.0f, 1e-2f, usual.rain);
  c.evaporation = tuning_range(t->evaporation, 0.0f, 1e-2f, usual.evaporation);
  c.retention = tuning_range(t->retention, 0.0f, 0.1f, usual.retention);
  c.infiltration = tuning_range(t->infiltration, 0.0f, 1e-2f, usual.infiltration);
  c.splash = tuning_range(t->splash, 0.0f, 4.0f, usual.splash);
  c.depth_fade = tuning_range(t->depth_fade, 0.05f, 10.0f, usual.depth_fade);
  c.substeps_max = t->substeps_max < 1 ? 1 : t->substeps_max > 64 ? 64 : t->substeps_max;
  return c;
}

static bool water_error(WeirError *error, const char *text) {
  if (error) snprintf(error->text, sizeof error->text, "%s", text);
  return false;
}

static bool def_check(const WeirWaterDef *def, WeirError *error) {
  if (def->nx < WEIR_GRID_MIN || def->nx > WEIR_GRID_MAX || def->nz < WEIR_GRID_MIN || def->nz > WEIR_GRID_MAX)
    return water_error(error, "grid: a side must have 1 to 8192 cells");
  if (!(def->cell >= 1e-3f && def->cell <= 1e4f)) return water_error(error, "cell: must be 0.001 to 10000 m");
  if ((unsigned)def->solver >= WEIR_SOLVER_COUNT) return water_error(error, "solver: must be membrane, pipe or swe");
  if (def->threads < 1 || def->threads > 256) return water_error(error, "threads: must be 1 to 256");
  const size_t cells = (size_t)def->nx * (size_t)def->nz;
  for (size_t n = 0; n < cells; n++) {
    if (def->terrain && !(fabsf(def->terrain[n]) <= WEIR_TERRAIN_MAX))
      return water_error(error, "terrain: heights must be finite and within 100000 m of 0");
    if (def->depth && !(def->depth[n] >= 0 && def->depth[n] <= WEIR_TERRAIN_MAX))
      return water_error(error, "depth: must be finite, 0 to 100000 m");
    if ((def->velocity_x && !(fabsf(def->velocity_x[n]) <= 1e4f)) || (def->velocity_z && !(fabsf(def->velocity_z[n]) <= 1e4f)))
      return water_error(error, "velocity: must be finite, within 10000 m/s");
  }
  return edges_check(def->boundary, def->nx, def->nz, error);
}

bool field_create(const WeirWater *w, Field *field) {
  field->block = memory_create(field_bytes(w), 1);
  if (field->block) field->cells = field->block + (HALO_ROWS + 1) * w->stride + ROW_LEAD;
  return field->block != NULL;
}

static void fields_of(WeirWater *w, Field *all[FIELDS]) {
  FlowState *const before = &w->flow.previous;
  Field *const fields[FIELDS] = {&w->terrain,        &w->depth,        &w->flow.speed_x,        &w->flow.speed_z,     &w->flow.discharge_x,
                                 &w->flow.discharge_z,         &before->depth,   &before->speed_x,   &before->speed_z, &before->discharge_x,
                                 &before->discharge_z,    &w->membrane.scratch,      &w->membrane.rest_level,           &w->membrane.displacement,      &w->membrane.vertical_velocity,
                                 &w->membrane.openness};
  memcpy(all, fields, sizeof fields);
}

static bool fields_create(const WeirWater *w, Field *const fields[], size_t count) {
  bool ok = true;
  for (size_t n = 0; n < count; n++) ok = ok && (fields[n]->block || field_create(w, fields[n]));
  return ok;
}

/* What a solver works with, once it is first asked for: the fields of the others cost nothing. */
static bool water_reserve(WeirWater *w, WeirSolver solver) {
  FlowState *const before = &w->flow.previous;
  Field *const membrane[] = {&w->membrane.scratch, &w->membrane.rest_level, &w->membrane.displacement, &w->membrane.vertical_velocity, &w->membrane.openness};
  Field *const flow[] = {&w->flow.speed_x, &w->flow.speed_z, &before->depth, &before->speed_x, &before->speed_z};
  Field *const carried[] = {&w->flow.discharge_x, &w->flow.discharge_z, &before->discharge_x, &before->discharge_z};
  if (solver == WEIR_MEMBRANE)
    return fields_create(w, membrane, sizeof membrane / sizeof *membrane) && lakes_create(w) && membrane_sweep_create(w);
  return fields_create(w, flow, sizeof flow / sizeof *flow) && tiles_create(w) && flow_sweep_create(w) &&
         (solver == WEIR_PIPE || fields_create(w, carried, sizeof carried / sizeof *carried));
}

static bool water_allocate(WeirWater *w) {
  Field *const always[] = {&w->terrain, &w->depth};
  w->row_sums = memory_create(4 * (size_t)w->nz, sizeof *w->row_sums);
  return w->row_sums && fields_create(w, always, 2) && water_reserve(w, w->solver) && coupling_create(w) && edges_create(w) &&
         guard_create(w);
}

/* The power-of-two step on which terrain and still surfaces are kept: differences of two heights are then exact. */
static float height_step(const WeirWaterDef *def) {
  float most = 1.0f;
  const size_t cells = (size_t)def->nx * (size_t)def->nz;
  for (size_t n = 0; n < cells; n++) {
    const float b = def->terrain ? fabsf(def->terrain[n]) : 0.0f;
    most = max_float(most, b + (def->depth ? def->depth[n] : 0.0f));
  }
  int exponent;
  const float share = frexpf(most, &exponent); /* most = share * 2^exponent, share from 0.5 to 1: the next power of two */
  return ldexpf(1.0f, (share > 0.5f ? exponent : exponent - 1) - 22);
}

static void water_fill(WeirWater *w, const WeirWaterDef *def) {
  const float step = w->height_step = height_step(def);
  const size_t floats = field_bytes(w) / sizeof(float); /* the padding too: nothing may flow into it */
  for (size_t n = 0; n < floats; n++) w->terrain.block[n] = WALL_HEIGHT;
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) {
      const ptrdiff_t at = water_index(w, i, k), from = (ptrdiff_t)k * w->nx + i;
      const float b = def->terrain ? def->terrain[from] : 0.0f, d = def->depth ? def->depth[from] : 0.0f;
      const float ground = rintf(b / step) * step, surface = rintf((b + d) / step) * step;
      w->terrain.cells[at] = ground;
      w->depth.cells[at] = d > 0.0f && surface > ground ? surface - ground : 0.0f;
    }
}

/* The velocity of the def on the face from cell `from` to cell `to`: their mean; through a side, its cell's own. */
static float start_speed(const float *speeds, ptrdiff_t from, ptrdiff_t to) {
  return speeds ? 0.5f * (speeds[from] + speeds[to]) : 0.0f;
}

static bool side_lets_through(const WeirWater *w, WeirSide side) {
  return w->boundary.sides[side].kind != WEIR_REFLECT && w->boundary.sides[side].kind != WEIR_SPONGE;
}

static void water_start(WeirWater *w, const WeirWaterDef *def) {
  if (w->solver == WEIR_MEMBRANE || (!def->velocity_x && !def->velocity_z)) return;
  const bool round_x = edges_joined(w, WEIR_WEST), round_z = edges_joined(w, WEIR_NORTH);
  for (int k = -1; k < w->nz; k++)
    for (int i = -1; i < w->nx; i++) {
      const ptrdiff_t at = water_index(w, i, k), row = (ptrdiff_t)(k < 0 ? 0 : k) * w->nx, column = i < 0 ? 0 : i;
      const bool wet_x = w->depth.cells[at] > 0.0f || w->depth.cells[at + 1] > 0.0f;
      const bool wet_z = w->depth.cells[at] > 0.0f || w->depth.cells[at + w->stride] > 0.0f;
      const bool west = i < 0, east = i + 1 == w->nx, north = k < 0, south = k + 1 == w->nz;
      if (k >= 0 && wet_x && (!west || side_lets_through(w, WEIR_WEST)) && (!east || side_lets_through(w, WEIR_EAST)))
        w->flow.speed_x.cells[at] = start_speed(def->velocity_x, row + (west && round_x ? w->nx - 1 : column),
                                           row + (east ? (round_x ? 0 : column) : i + 1));
      if (i >= 0 && wet_z && (!north || side_lets_through(w, WEIR_NORTH)) && (!south || side_lets_through(w, WEIR_SOUTH)))
        w->flow.speed_z.cells[at] =
            start_speed(def->velocity_z, (north && round_z ? (ptrdiff_t)(w->nz - 1) * w->nx : row) + i,
                        (south ? (round_z ? 0 : row) : (ptrdiff_t)(k + 1) * w->nx) + i);
    }
}

WeirWater *weir_water_create(const WeirWaterDef *def, WeirError *error) {
  if (!def_check(def, error)) return NULL;
  WeirWater *w = memory_create(1, sizeof *w);
  if (!w) return (WeirWater *)(water_error(error, "water: not enough memory") ? w : NULL);
  w->nx = def->nx;
  w->nz = def->nz;
  w->cell = def->cell;
  w->solver = def->solver;
  w->coupling = WEIR_SUBGRID;
  weir_water_set_threads(w, def->threads);
  w->tuning = tuning_checked(&def->tuning);
  memcpy(w->boundary.sides, def->boundary, sizeof w->boundary.sides);
  w->clock.slowed = 1.0f;
  w->membrane.batch_max = SWEEP_MOST;
  w->sleeping.enabled = true;
  w->stride = (ROW_LEAD + def->nx + HALO_COLUMNS + 15) / 16 * 16;
  if (!water_allocate(w)) {
    water_error(error, "water: not enough memory for the grid");
    weir_water_destroy(w);
    return NULL;
  }
  water_fill(w, def);
  if (!edges_sponge_ready(w, w->boundary.sides)) {
    water_error(error, "water: not enough memory for the sponge");
    weir_water_destroy(w);
    return NULL;
  }
  scheme_of(w->solver)->enter(w);
  edges_refresh(w);
  water_start(w, def);
  edges_remember(w);
  scheme_of(w->solver)->measure(w);
  w->budget.start = w->budget.peak = water_volume(w);
  return w;
}

void weir_water_destroy(WeirWater *w) {
  if (!w) return;
  Field *all[FIELDS];
  fields_of(w, all);
  for (int n = 0; n < FIELDS; n++) memory_free(all[n]->block);
  memory_free(w->row_sums);
  tiles_destroy(w);
  flow_sweep_destroy(w);
  membrane_sweep_destroy(w);
  edges_destroy(w);
  drive_destroy(w);
  highest_destroy(w);
  guard_destroy(w);
  lakes_destroy(w);
  layers_destroy(w);
  coupling_destroy(w);
  subgrid_destroy(w);
  memory_free(w);
}

/* As many equal substeps as stability asks for; past the limit the water's own time runs slower instead, and it is counted. */
static int water_substeps(WeirWater *w, float dt) {
  const float largest = STEP_MARGIN * scheme_of(w->solver)->largest_step(w);
  const float wanted = ceilf(dt / largest);
  w->clock.slowed = 1.0f;
  if (wanted <= (float)w->tuning.substeps_max) return wanted < 1.0f ? 1 : (int)wanted;
  w->clock.slowed = min_float(1.0f, largest * (float)w->tuning.substeps_max / dt);
  w->clock.clamped_steps++;
  return w->tuning.substeps_max;
}

static int min_int(int a, int b) {
  return a < b ? a : b;
}

/* `count` equal substeps that make up dt, of which the first `fed` have had their share of sources and rain. */
static void water_advance(WeirWater *w, float dt, int count, int fed) {
  const float part = dt / (float)count;
  const Scheme *const scheme = scheme_of(w->solver);
  for (int n = 0; n < count;) {
    if (n >= fed) sources_apply(w, part);
    if (n == 0 && subgrid_any(w)) subgrid_begin(w, count, fed > 0);
    if (n == 0 && fed == 0 && layers_any(w)) layers_keep(w);
    if (n == 0 && fed == 0) guard_keep(w);
    const int batch = sources_any(w) ? 1 : min_int(min_int(scheme->batch(w), w->membrane.batch_max), count - n);
    scheme->substeps(w, part * w->clock.slowed, batch, n + batch == count);
    for (int m = 0; m < batch; m++) w->clock.time += (double)part;
    w->clock.substeps += batch;
    n += batch;
  }
  if (count > w->clock.substeps_max) w->clock.substeps_max = count;
}

void weir_water_step(WeirWater *w, float dt) {
  if (!(dt > 0.0f)) return;
  if (dt > WEIR_STEP_MAX) {
    dt = WEIR_STEP_MAX;
    w->clock.clamped_steps++;
  }
  const FloatMode mode = float_mode_flush();
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) w->boundary.volume[side] += w->boundary.step_volume[side], w->boundary.step_volume[side] = 0.0;
  w->clock.step_seconds = (double)dt;
  int count = water_substeps(w, dt);
  int fed = 0;
  water_advance(w, dt, count, fed);
  for (int tries = 0; !guard_good(w, scheme_of(w->solver)->measure(w)) && tries < GUARD_TRIES; tries++) {
    w->clock.repeated_steps += tries == 0;
    if (tries + 1 < GUARD_TRIES) {
      guard_restore(w);
      count *= 2;
      fed = fed == 0 ? 2 : 2 * fed;
      water_advance(w, dt, count, fed);
    } else {
      guard_mend(w);
    }
  }
  if (w->solver == WEIR_MEMBRANE) lakes_calm(w);
  if (subgrid_any(w)) subgrid_rest(w);
  highest_after(w);
  w->clock.steps++;
  float_mode_restore(mode);
}

void weir_water_set_tuning(WeirWater *w, const WeirTuning *tuning) {
  const float before = w->tuning.wave_speed;
  w->tuning = tuning_checked(tuning);
  if (w->solver != WEIR_MEMBRANE || w->tuning.wave_speed >= before) return;
  /* A wave that swings slower with the speed it had would rise by as much: its height stays instead. */
  const float share = w->tuning.wave_speed / before;
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) w->membrane.vertical_velocity.cells[water_index(w, i, k)] *= share;
}

WeirTuning weir_water_tuning(const WeirWater *w) {
  return w->tuning;
}

void weir_water_set_solver(WeirWater *w, WeirSolver solver) {
  if ((unsigned)solver >= WEIR_SOLVER_COUNT || solver == w->solver || !water_reserve(w, solver)) return;
  if (w->bodies.subgrid || w->bodies.layers) weir_water_displace(w, NULL, 0, 0.0f); /* the membrane displaces: neither holds what is the other's */
  const bool flowing = w->solver != WEIR_MEMBRANE && solver != WEIR_MEMBRANE;
  w->solver = solver;
  if (flowing) { /* pipes and shallow water share their state, but for the flows that carry velocity along */
    if (solver == WEIR_SWE) memset(w->flow.discharge_x.block, 0, field_bytes(w));
    if (solver == WEIR_SWE) memset(w->flow.discharge_z.block, 0, field_bytes(w));
  } else {
    scheme_of(solver)->enter(w);
  }
  edges_refresh(w);
  scheme_of(solver)->measure(w);
  coupling_open_faces(w);
}

WeirSolver weir_water_solver(const WeirWater *w) {
  return w->solver;
}

/* A thread with less than this to do costs more than it gives, most of all beside other programs. */
#define CELLS_A_THREAD 4096

void weir_water_set_threads(WeirWater *w, int threads) {
  const int most = w->nx * w->nz / CELLS_A_THREAD, team = threads < most ? threads : most;
  w->threads = team < 1 ? 1 : team > 256 ? 256 : team;
  /* with no memory for more bands, as many threads as there are */
  if (w->flow.scratch) flow_sweep_create(w);
  if (w->membrane.sweep) membrane_sweep_create(w);
}

void weir_water_set_sweep(WeirWater *w, int most) {
  w->membrane.batch_max = most < 1 ? 1 : most;
}

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
  return view_of(w, &w->depth);
}

/* Before the first body: one row of zeros, again and again. */
static WeirView view_of_bodies(const WeirWater *w, const Field *field) {
  static const float zeros[WEIR_GRID_MAX];
  if (w->solver != WEIR_MEMBRANE) subgrid_show(w);
  return field->block ? view_of(w, field) : (WeirView){zeros, w->nx, w->nz, 0};
}

WeirView weir_water_occupancy(const WeirWater *w) {
  return view_of_bodies(w, &w->bodies.occupancy);
}

WeirView weir_water_displacement(const WeirWater *w) {
  return view_of_bodies(w, &w->bodies.displacement);
}

double water_add_depth(WeirWater *w, int i, int k, double metres) {
  CHECK(i >= 0 && i < w->nx && k >= 0 && k < w->nz);
  const ptrdiff_t at = water_index(w, i, k);
  double before = (double)w->depth.cells[at];
  float depth;
  if (w->solver == WEIR_MEMBRANE) {
    if (w->membrane.lakes.label[k * w->nx + i] < 0) return 0.0;
    /* between the substeps of a step, depths are not up to date */
    before = (double)max_float((w->membrane.rest_level.cells[at] - w->terrain.cells[at]) + w->membrane.displacement.cells[at], 0.0f);
    const float bed = w->terrain.cells[at] - w->membrane.rest_level.cells[at];
    const float offset = max_float((float)((double)w->membrane.displacement.cells[at] + metres), bed);
    w->membrane.displacement.cells[at] = offset;
    depth = max_float((w->membrane.rest_level.cells[at] - w->terrain.cells[at]) + offset, 0.0f);
  } else {
    depth = max_float((float)(before + metres), 0.0f);
  }
  w->depth.cells[at] = depth;
  tiles_wake(w, i, k, i + 1, k + 1);
  if (depth > w->extremes.depth) w->extremes.depth = depth;
  return (double)depth - before;
}
