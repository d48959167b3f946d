/* Setting the sides of the grid from outside. */
#include <stdio.h>
#include <string.h>

#include "weir/boundary/boundary.h"
#include "weir/boundary/driving.h"
#include "weir/membrane/lakes.h"

bool weir_water_set_boundary(WeirWater *w, WeirSide side, const WeirBoundary *boundary, WeirError *error) {
  if ((unsigned)side >= WEIR_SIDE_COUNT || !boundary) {
    if (error) snprintf(error->text, sizeof error->text, "boundary: no such side");
    return false;
  }
  WeirBoundary wanted[WEIR_SIDE_COUNT];
  memcpy(wanted, w->boundary.sides, sizeof wanted);
  const WeirSide other = (WeirSide)((int)side ^ 1);
  if (boundary->kind == WEIR_PERIODIC || wanted[side].kind == WEIR_PERIODIC) wanted[other] = *boundary;
  wanted[side] = *boundary;
  if (!boundary_check(wanted, w->nx, w->nz, error)) return false;
  if (!boundary_reserve_sponge(w, wanted)) {
    if (error) snprintf(error->text, sizeof error->text, "boundary: not enough memory for the sponge");
    return false;
  }
  const bool stops = boundary_change(w, wanted);
  if (stops && w->solver == WEIR_MEMBRANE) lakes_remove_mean_velocity(w); /* motion through the sides stops */
  return true;
}

WeirBoundary weir_water_boundary(const WeirWater *w, WeirSide side) {
  return (unsigned)side < WEIR_SIDE_COUNT ? w->boundary.sides[side] : (WeirBoundary){0};
}

bool weir_water_set_series(WeirWater *w, WeirSide side, const double *times, const float *values, int count, WeirError *error) {
  const char *const fault =
      (unsigned)side >= WEIR_SIDE_COUNT ? "no such side" : driving_series_fault(w->boundary.sides[side].kind, times, values, count);
  if (fault || !driving_reserve(w)) { /* all sides: a saved state has all or none */
    if (error) snprintf(error->text, sizeof error->text, "series: %s", fault ? fault : "not enough memory");
    return false;
  }
  SideSeries *const s = w->boundary.series[side];
  s->count = count;
  if (count > 0) memcpy(s->times, times, sizeof *times * (size_t)count);
  if (count > 0) memcpy(s->values, values, sizeof *values * (size_t)count);
  boundary_terrain(w); /* beyond a sea the bed may not rise above the highest level */
  return true;
}
