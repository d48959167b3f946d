#include "weir/grid/rollback.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "weir/grid/budget.h"
#include "weir/grid/dye.h"
#include "weir/grid/flow_bodies.h"
#include "weir/grid/scheme.h"
#include "weir/grid/sleeping.h"

/* A depth is a runaway above RUNAWAY times the deepest water, more than a step can pile up, plus RUNAWAY_CELLS cells, for the first drops
 * on dry ground. */
#define RUNAWAY 3.0f
#define RUNAWAY_CELLS 10.0f

enum { SIDE_ARRAYS = 2 };

/* The state of a step's beginning that is not a field; the fields themselves stay in the other set (FlowPart.previous, MembraneSweep). One
 * for each water, owned by RollbackPart. */
typedef struct Rollback {
  float *sides[WEIR_SIDE_COUNT][SIDE_ARRAYS];
  float depth_max;
  double added, removed, peak, dye_left, rain_residual, soak_residual, time, residual[WEIR_SOURCES_MAX], step_volume[WEIR_SIDE_COUNT];
  int64_t substeps;
} Rollback;

static size_t side_length(const WeirWater *w) {
  return (size_t)(w->nx > w->nz ? w->nx : w->nz);
}

bool rollback_create(WeirWater *w) {
  w->rollback.saved = memory_create(1, sizeof *w->rollback.saved);
  if (!w->rollback.saved) return false;
  for (int n = 0; n < WEIR_SIDE_COUNT * SIDE_ARRAYS; n++) {
    float **const array = &w->rollback.saved->sides[n / SIDE_ARRAYS][n % SIDE_ARRAYS];
    *array = memory_create(side_length(w), sizeof(float));
    if (!*array) return false;
  }
  return true;
}

void rollback_destroy(WeirWater *w) {
  if (!w->rollback.saved) return;
  for (int n = 0; n < WEIR_SIDE_COUNT * SIDE_ARRAYS; n++) memory_free(w->rollback.saved->sides[n / SIDE_ARRAYS][n % SIDE_ARRAYS]);
  memory_free(w->rollback.saved);
}

static void sides_copy_state(WeirWater *w, bool save) {
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) {
    float *const now[SIDE_ARRAYS] = {w->boundary.mean_speed[side], w->boundary.previous[side]};
    for (int n = 0; n < SIDE_ARRAYS; n++) {
      float *const saved = w->rollback.saved->sides[side][n];
      memcpy(save ? saved : now[n], save ? now[n] : saved, sizeof(float) * side_length(w));
    }
  }
}

/* The volume budget, the clock and the sources' residuals: saved, or restored. */
static void budget_copy(WeirWater *w, bool save) {
  Rollback *g = w->rollback.saved;
  const struct {
    void *now, *saved;
    size_t size;
  } all[] = {{&w->extremes.depth, &g->depth_max, sizeof g->depth_max},
             {&w->budget.added, &g->added, sizeof g->added},
             {&w->budget.removed, &g->removed, sizeof g->removed},
             {&w->budget.peak, &g->peak, sizeof g->peak},
             {&w->dye.left, &g->dye_left, sizeof g->dye_left},
             {&w->sources.rain_residual, &g->rain_residual, sizeof g->rain_residual},
             {&w->sources.soak_residual, &g->soak_residual, sizeof g->soak_residual},
             {&w->clock.time, &g->time, sizeof g->time},
             {&w->clock.substeps, &g->substeps, sizeof g->substeps},
             {w->sources.residual, g->residual, sizeof g->residual},
             {w->boundary.step_volume, g->step_volume, sizeof g->step_volume}};
  for (size_t n = 0; n < sizeof all / sizeof all[0]; n++)
    memcpy(save ? all[n].saved : all[n].now, save ? all[n].now : all[n].saved, all[n].size);
}

void rollback_save(WeirWater *w) {
  w->rollback.save_next = true;
  dye_count(w);
  sides_copy_state(w, true);
  budget_copy(w, true);
}

void rollback_restore(WeirWater *w, const Scheme *scheme) {
  scheme->restore(w);
  dye_count(w);
  sides_copy_state(w, false);
  budget_copy(w, false);
}

bool rollback_is_sound(const WeirWater *w, int bad) {
  const Rollback *g = w->rollback.saved;
  const double came = (w->budget.added - g->added) / ((double)w->cell * (double)w->cell);
  const float depth_cap = RUNAWAY * g->depth_max + RUNAWAY_CELLS * w->cell + (float)came;
  return bad == 0 && (w->solver == WEIR_MEMBRANE || w->extremes.depth <= depth_cap);
}

void rollback_mend(WeirWater *w, const Scheme *scheme) {
  const FlowBodies *const bodies = flow_bodies(w);
  rollback_restore(w, scheme);
  if (bodies) { /* the water in its cells goes back with their depths, or their difference would enter the budget */
    bodies->begin_step(w, 1, true);
    if (bodies->update_budget) bodies->update_budget(w);
  }
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) {
      const ptrdiff_t at = water_index(w, i, k);
      float *const d = &w->depth.cells[at];
      if (!(*d >= 0.0f && *d <= WALL_HEIGHT)) *d = 0.0f;
      if (dye_any(w)) dye_settle(w, i, k);
      if (w->solver == WEIR_SWE) w->flow.discharge_x.cells[at] = w->flow.discharge_z.cells[at] = 0.0f;
      if (w->solver != WEIR_MEMBRANE) {
        w->flow.speed_x.cells[at] = w->flow.speed_z.cells[at] = 0.0f;
        continue;
      }
      const float rest_depth = w->membrane.rest_level.cells[at] - w->terrain.cells[at];
      w->membrane.vertical_velocity.cells[at] = 0.0f;
      w->membrane.displacement.cells[at] = w->membrane.openness.cells[at] > 0.0f ? *d - rest_depth : 0.0f;
    }
  tiles_wake_all(w);
  /* Nothing is added to the budget where the saved state itself was sound: the difference is then rounding alone. */
  const double due = w->budget.start + w->budget.added - w->budget.removed + w->budget.displaced;
  const double lost = due - budget_volume(w);
  if (fabs(lost) > 1e-7 * w->budget.peak) budget_add(w, -lost);
  scheme->measure(w);
}
