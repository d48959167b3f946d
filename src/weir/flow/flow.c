/* One substep of pipe and swe: its numbers, the sleeping tiles, bodies, sides and the sweep, in order. */
#include "weir/flow/flow.h"

#include <math.h>
#include <string.h>

#include "base/maths.h"
#include "base/team.h"
#include "weir/boundary/boundary.h"
#include "weir/flow/tuned.h"
#include "weir/grid/dye.h"
#include "weir/grid/flow_bodies.h"
#include "weir/grid/sleeping.h"
#include "weir/grid/tuned.h"
#include "weir/waves/waves.h"

/* The depth whose last place is the head that rounding makes: above the deepest water. All tiles wake when it changes, so it follows
 * the depth in powers of two, up at once and down after three: the crown of a splash changes it once at most. */
static float rounding_depth(const WeirWater *w) {
  const float deepest = max_float(w->extremes.depth, 1e-6f), present = w->flow.rounding_depth;
  return deepest >= present || deepest < 0.125f * present ? ldexpf(1.0f, ilogbf(deepest) + 1) : present;
}

FlowStep flow_step_numbers(const WeirWater *w, float dt) {
  const WeirTuning *t = &w->tuning;
  const float dead_band = 0x1p-24f * rounding_depth(w);
  const float gravity_dt_over_dx = dt * t->gravity * t->cross_section / w->cell, dt_over_dx = dt / w->cell;
  const bool pipe = w->solver == WEIR_PIPE;
  /* Multiples of the golden ratio, modulo 1, fill the interval evenly from the first on (Weyl's sequence), so that the roundings of a depth
   * that changes by the same in every step sum up to a few last places, however many steps there are. */
  const uint32_t fraction = (uint32_t)w->clock.substeps * 2654435769u; /* 2^32 over the golden ratio */
  return (FlowStep){.friction_factor = maths_expf(-t->friction * dt),
                    .gravity_dt_over_dx = gravity_dt_over_dx,
                    .dt_over_dx = dt_over_dx,
                    .half_dt_over_dx = 0.5f * dt_over_dx,
                    .dt_roughness = dt * t->roughness,
                    .dt_gravity_manning2 = dt * t->gravity * t->manning * t->manning,
                    .dt_viscosity3 = 3.0f * t->viscosity * dt,
                    .speed_cap = w->cell / (2.0f * dt),
                    .head_dead_band = dead_band,
                    .velocity_dead_band = waves_places_share(w) * VELOCITY_PLACES * gravity_dt_over_dx * dead_band,
                    .uphill_dead_band = waves_places_share(w) * UPHILL_PLACES * gravity_dt_over_dx * dead_band,
                    .fall_factor = 4.0f * t->gravity,
                    .surface_max = w->extremes.surface,
                    .speed_max = w->extremes.speed,
                    .speed_bound = min_float(w->extremes.speed, w->cell / (2.0f * dt)),
                    .shock = pipe ? 0.5f * PIPE_SHOCK * dt_over_dx / gravity_dt_over_dx : 0.0f,
                    .shear = pipe ? 0.5f * PIPE_SHEAR * dt_over_dx / gravity_dt_over_dx : 0.0f,
                    .shock_cap = pipe ? PIPE_SHOCK_MAX / gravity_dt_over_dx : 0.0f,
                    .ripple = waves_ripple_share(w) * RIPPLE_DAMPING / dt_over_dx,
                    .ripple_cap = RIPPLE_MAX / dt_over_dx,
                    .ripple_dead_band = RIPPLE_PLACES * dead_band,
                    .steep = {.head = SPILL_SLOPE * w->cell,
                              .depth = w->cell,
                              .share = waves_spill_share(w) * SPILL_SHARE / dt_over_dx,
                              .drag = STEEP_DRAG / (SPILL_SLOPE * w->cell)},
                    .film_depth = water_film(w),
                    .bound_depth = THICK_SHARE * w->extremes.depth,
                    .dither = ((float)(fraction >> 9) * 0x1p-23f - (0.5f - 0x1p-24f)) * 0x1p-23f,
                    .dither_speed = DITHER_COURANT / dt_over_dx};
}

static void swap_states(WeirWater *w) {
  FlowPart *const f = &w->flow;
  Field *const now[] = {&w->depth, &f->speed_x, &f->speed_z, &f->discharge_x, &f->discharge_z, &w->dye.amount};
  FlowState *const p = &f->previous;
  Field *const previous[] = {&p->depth, &p->speed_x, &p->speed_z, &p->discharge_x, &p->discharge_z, &p->dye};
  for (size_t n = 0; n < sizeof now / sizeof *now; n++) field_swap(now[n], previous[n]);
}

/* After rollback_save, the next substep writes to the other set of fields, so that the state before it is saved (FlowPart.previous), unless
 * the step is taken in place. Restoring
 * exchanges the two, once; a second call changes nothing. */
static void flow_restore(WeirWater *w) {
  if (!w->rollback.save_next && w->rollback.has_previous) swap_states(w);
  w->rollback.save_next = true;
  waves_reset(w);
  if (flow_bodies(w) && flow_bodies(w)->restore) flow_bodies(w)->restore(w);
  tiles_wake_all(w);
}

/* The fastest hydrostatic wave, m/s; of shallow water, with the current. */
static float fastest_wave(const WeirWater *w) {
  return sqrtf(w->tuning.gravity * w->extremes.depth) + (w->solver == WEIR_SWE ? w->extremes.speed : 0.0f);
}

static void flow_substep(WeirWater *w, float dt) {
  const FlowStep step = flow_step_numbers(w, dt);
  w->flow.rounding_depth = rounding_depth(w);
  const FlowBodies *const bodies = flow_bodies(w);
  const bool fresh = w->rollback.save_next && w->rollback.has_previous;
  if (bodies) bodies->before_substep(w, &step);
  boundary_before_substep(w); /* after the bodies: the halo of joined sides shows the state that they leave */
  waves_solve(w, &step, dt, fastest_wave(w));
  const bool may_sleep = !sides_any(w) && (!bodies || bodies->may_sleep);
  if (!tiles_begin(w, &step, fresh) && may_sleep) { /* both sets of fields already hold the same */
    w->rollback.save_next = false;
    if (bodies) bodies->skip_substep(w);
    if (w->flow.watch) watch_sleep(w, &step, dt);
    return;
  }
  if (bodies && bodies->solve_faces) bodies->solve_faces(w, &step);
  if (fresh) swap_states(w);
  w->rollback.save_next = false;
  const FlowState present = {w->depth, w->flow.speed_x, w->flow.speed_z, w->flow.discharge_x, w->flow.discharge_z, w->dye.amount};
  const FlowState *const from = fresh ? &w->flow.previous : &present;
  if (w->flow.watch) watch_before_sweep(w, &step, from);
  if (bodies && bodies->sweep)
    bodies->sweep(w, &step, from);
  else
    flow_sweep(w, &step, from);
  if (dye_any(w) && bodies && bodies->sweep) dye_stay(w, from);
  if (w->flow.watch) watch_after_sweep(w);
  boundary_after_substep(w, dt);
  if (w->flow.watch) watch_end_substep(w, dt);
  if (bodies) bodies->end_substep(w);
  dye_count(w);
}

/* A step of one substep cannot lead to a state that it would be taken back from (rollback_is_sound), so that the state before need not be
 * kept, and the step is taken in place: no flow is beyond all bounds, as its speed is held to half a cell a substep, and none leaves a cell that
 * has not the water for it; so no depth falls below 0, and none rises above those of the cell and its four neighbours together and what comes
 * through the sides. Bodies, which push water aside, are not bounded so; nor is a step so short that to divide by it overflows. */
#define STEP_SURE 1e-12f /* s */
static void flow_substeps(WeirWater *w, float dt, int count, bool last) {
  if (w->rollback.save_next && last && count == 1 && !flow_bodies(w) && dt >= STEP_SURE) w->rollback.has_previous = false;
  for (int n = 0; n < count; n++) flow_substep(w, dt);
}

static TileExtremes tile_measure(const WeirWater *w, int tile, float thick) {
  const int i0 = tile % w->sleeping.tiles->across * TILE_COLUMNS, k0 = tile / w->sleeping.tiles->across * TILE_ROWS;
  TileExtremes extremes = {.surface = -WALL_HEIGHT};
  for (int k = k0; k < k0 + TILE_ROWS && k < w->nz; k++)
    for (int i = i0; i < i0 + TILE_COLUMNS && i < w->nx; i++) {
      const ptrdiff_t at = water_index(w, i, k);
      const float d = w->depth.cells[at], x = fabsf(w->flow.speed_x.cells[at]), z = fabsf(w->flow.speed_z.cells[at]);
      extremes.depth = max_float(extremes.depth, d);
      if (d > DEPTH_TINY) extremes.surface = max_float(extremes.surface, w->terrain.cells[at] + d);
      if (d > thick) extremes.speed = max_float(extremes.speed, max_float(x, z));
      extremes.bad = extremes.bad || !(d >= 0.0f && d < WALL_HEIGHT && x < WALL_HEIGHT && z < WALL_HEIGHT);
    }
  return extremes;
}

/* A measuring of tiles. On the stack. */
typedef struct Measuring {
  WeirWater *water;
  float thick; /* m, as in tile_measure */
} Measuring;

static void tiles_measure(void *data, int first, int end) {
  const Measuring *const m = data;
  for (int n = first; n < end; n++) m->water->sleeping.tiles->extremes[n] = tile_measure(m->water, n, m->thick);
}

/* Measures the greatest depth, surface and speed, which bound the next step; returns how many tiles are not finite. */
static int flow_measure(WeirWater *w) {
  Tiles *const t = w->sleeping.tiles;
  const int count = t->across * t->down;
  if (!t->measured) {
    Measuring measuring = {w, THICK_SHARE * w->extremes.depth};
    team_rows(w->threads, 0, count, tiles_measure, &measuring);
  }
  t->measured = true;
  TileExtremes extremes = {.surface = -WALL_HEIGHT};
  int bad = 0;
  for (int n = 0; n < count; n++) {
    extremes.depth = max_float(extremes.depth, t->extremes[n].depth);
    extremes.surface = max_float(extremes.surface, t->extremes[n].surface);
    extremes.speed = max_float(extremes.speed, t->extremes[n].speed);
    bad += t->extremes[n].bad;
  }
  w->extremes.depth = extremes.depth;
  w->extremes.surface = max_float(extremes.surface, boundary_highest_level(w));
  w->extremes.speed = extremes.speed;
  return bad;
}

static void flow_enter(WeirWater *w) {
  Field *const fields[] = {&w->flow.speed_x, &w->flow.speed_z, &w->flow.discharge_x, &w->flow.discharge_z};
  for (size_t n = 0; n < sizeof fields / sizeof fields[0]; n++)
    if (fields[n]->block) memset(fields[n]->block, 0, field_bytes(w));
  tiles_wake_all(w);
  flow_measure(w);
}

/* (sqrt(g*d_max) + |u|_max)*dt/dx <= 1/sqrt(2), of pipes without |u|_max. Films thinner than a hundredth of the deepest water are left out
 * of that maximum: they run fast, the limiter bounds them, and they must not slow everything else. */
static float flow_largest_step(const WeirWater *w) {
  const float speed = waves_speed(w, fastest_wave(w));
  return speed > 0.0f ? w->cell / (1.41421356f * speed) : 1.0f;
}

/* Virtual pipes (O'Brien and Hodgins 1995, in the form of Kellomaki 2015, sections 4.5 and 4.6). */
const Scheme scheme_pipe = {"pipe", flow_enter, flow_largest_step, NULL, flow_substeps, flow_restore, flow_measure};

/* Shallow water, with velocity that carries itself along (Kellomaki 2015, section 4.3, after Chentanez and Mueller 2010), advected in the
 * momentum-conserving form of Stelling and Duinmeijer 2003, to second order with limited slopes: bores have the right height, and eddies
 * stand behind piers. */
const Scheme scheme_swe = {"swe", flow_enter, flow_largest_step, NULL, flow_substeps, flow_restore, flow_measure};
