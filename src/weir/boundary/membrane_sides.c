/* The sides of a membrane: displacements in the halo, before and after a substep. */
#include "weir/boundary/boundary.h"
#include "weir/boundary/driving.h"
#include "weir/boundary/halo.h"
#include "weir/boundary/open.h"
#include "weir/grid/sources.h"

void halo_reset_membrane(WeirWater *w, WeirSide side) {
  const Walk walk = walk_of(w, side);
  for (int n = 0; w->solver == WEIR_MEMBRANE && n < walk.count; n++) {
    float *const displacement = w->membrane.displacement.cells + walk.first + n * walk.next;
    w->boundary.previous[side][n] = displacement[0];
    for (int deep = 1; deep <= HALO_ROWS && !side_is_closed(w, side); deep++) displacement[deep * walk.out] = displacement[0];
  }
}

void boundary_membrane_before(WeirWater *w, float dt) {
  if (!sides_any(w)) return;
  halo_fill_all(w, &w->membrane.openness);
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) { /* before any halo is filled: joined sides must show the inflow */
    const Walk walk = walk_of(w, (WeirSide)side);
    if (side_kind(w, (WeirSide)side) == WEIR_INFLOW)
      sources_inflow(w, walk.first, walk.next, walk.count, driving_discharge(w, (WeirSide)side, w->clock.time) * (double)dt);
  }
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) {
    const WeirEdge kind = side_kind(w, (WeirSide)side);
    const Walk walk = walk_of(w, (WeirSide)side);
    if (kind == WEIR_OPEN || kind == WEIR_WAVE)
      for (int n = 0; n < walk.count; n++) w->boundary.previous[side][n] = w->membrane.displacement.cells[walk.first + n * walk.next];
    if (kind == WEIR_PERIODIC) halo_fill(w, &w->membrane.displacement, (WeirSide)side);
    if (kind != WEIR_LEVEL && kind != WEIR_ZERO) continue;
    const float level = kind == WEIR_LEVEL ? driving_level(w, (WeirSide)side, w->clock.time) : 0.0f;
    for (int n = 0; n < walk.count; n++) {
      const ptrdiff_t at = walk.first + n * walk.next;
      const float ghost = kind == WEIR_LEVEL ? level - w->membrane.rest_level.cells[at] : 0.0f;
      for (int deep = 1; deep <= HALO_ROWS; deep++) w->membrane.displacement.cells[at + deep * walk.out] = ghost;
    }
  }
  /* corners of the halo take the value of their neighbour along the side */
  for (int side = WEIR_NORTH; side <= WEIR_SOUTH; side++) {
    if (side_is_closed(w, (WeirSide)side) || side_is_joined(w, (WeirSide)side)) continue;
    const Walk walk = walk_of(w, (WeirSide)side);
    float *const row = w->membrane.displacement.cells + walk.first + walk.out;
    row[-1] = row[0];
    row[walk.count] = row[walk.count - 1];
  }
}

void boundary_membrane_after(WeirWater *w, float dt) {
  if (!sides_any(w)) return;
  const float courant = min_float(w->tuning.wave_speed * dt / w->cell, 1.0f);
  const float follow = (courant - 1.0f) / (courant + 1.0f);
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) {
    const WeirEdge kind = side_kind(w, (WeirSide)side);
    if (kind != WEIR_OPEN && kind != WEIR_WAVE) continue;
    const Walk walk = walk_of(w, (WeirSide)side);
    const Incident wave = kind == WEIR_WAVE ? incident_displacements(w, (WeirSide)side, dt) : (Incident){0, 0, 0, 0};
    for (int n = 0; n < walk.count; n++) {
      float *const cell = w->membrane.displacement.cells + walk.first + n * walk.next;
      const float inner = cell[0] - wave.inner_now, outer = cell[walk.out] - wave.outer_before;
      const float ghost = (w->boundary.previous[side][n] - wave.inner_before) + follow * (inner - outer) + wave.outer_now;
      for (int deep = 1; deep <= HALO_ROWS; deep++) cell[deep * walk.out] = ghost;
    }
  }
}
