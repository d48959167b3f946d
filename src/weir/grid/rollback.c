#include "weir/grid/scheme.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "weir/grid/budget.h"
#include "weir/grid/dye.h"
#include "weir/grid/flow_bodies.h"
#include "weir/grid/sleeping.h"

/* A depth is a runaway above RUNAWAY times the deepest water, as much as a substep can pile up if a cell's four neighbours all give what they
 * have (flow/flow.c), plus RUNAWAY_CELLS cells, for the first drops on dry ground. */
#define RUNAWAY 5.001f /* with what sums round */
#define RUNAWAY_CELLS 10.0f

enum { SIDE_ARRAYS = 2, ARRAYS = WEIR_SIDE_COUNT * SIDE_ARRAYS };

/* The state of a step's beginning that is not a field; the fields themselves stay in the other set (FlowPart.previous, MembraneSweep), where the scheme saves them. One
 * for each water, owned by RollbackPart. */
typedef struct Rollback {
  float *sides; /* SIDE_ARRAYS of each side, one after the other */
  float depth_max;
  double added, removed, peak, dye_left, time, step_volume[WEIR_SIDE_COUNT];
  SourcesPart sources; /* their residuals; the list stays the same within a step */
  int64_t substeps;
} Rollback;

bool rollback_create(WeirWater *w) {
  Rollback *const g = w->rollback.saved = memory_create(1, sizeof *g);
  if (g) g->sides = memory_create(ARRAYS * side_length(w), sizeof *g->sides);
  return g && g->sides;
}

void rollback_destroy(WeirWater *w) {
  if (w->rollback.saved) memory_free(w->rollback.saved->sides);
  memory_free(w->rollback.saved);
}

/* The memory of the sides, the volume budget, the clock and the sources' residuals: saved, or restored. */
static void state_copy(WeirWater *w, bool save) {
  Rollback *const g = w->rollback.saved;
  const struct {
    void *now, *saved;
    size_t size;
  } all[] = {{&w->extremes.depth, &g->depth_max, sizeof g->depth_max},
             {&w->budget.added, &g->added, sizeof g->added},
             {&w->budget.removed, &g->removed, sizeof g->removed},
             {&w->budget.peak, &g->peak, sizeof g->peak},
             {&w->dye.left, &g->dye_left, sizeof g->dye_left},
             {&w->sources, &g->sources, sizeof g->sources},
             {&w->clock.time, &g->time, sizeof g->time},
             {&w->clock.substeps, &g->substeps, sizeof g->substeps},
             {w->boundary.step_volume, g->step_volume, sizeof g->step_volume}};
  dye_count(w);
  for (size_t n = 0; n < sizeof all / sizeof all[0]; n++)
    memcpy(save ? all[n].saved : all[n].now, save ? all[n].now : all[n].saved, all[n].size);
  for (size_t n = 0; n < ARRAYS; n++) {
    float *const now = (n % SIDE_ARRAYS == 0 ? w->boundary.mean_speed : w->boundary.previous)[n / SIDE_ARRAYS];
    float *const saved = g->sides + n * side_length(w);
    memcpy(save ? saved : now, save ? now : saved, sizeof(float) * side_length(w));
  }
}

void rollback_save(WeirWater *w) {
  w->rollback.save_next = w->rollback.has_previous = true;
  state_copy(w, true);
}

void rollback_restore(WeirWater *w, const Scheme *scheme) {
  scheme->restore(w);
  state_copy(w, false);
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
  if (!w->rollback.has_previous) dye_recount(w);
  /* Nothing is added to the budget where the saved state itself was sound: the difference is then rounding alone. */
  const double lost = budget_missing(w);
  if (fabs(lost) > 1e-7 * w->budget.peak) budget_add(w, -lost);
  scheme->measure(w);
}
