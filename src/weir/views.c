/* Views of a water's fields for callers. */
#include "weir/bodies/bodies.h"
#include "weir/grid/water.h"

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

/* Before the first body: one row of zeros, repeated by a stride of 0. */
static WeirView view_of_bodies(const WeirWater *w, const Field *field) {
  static const float zeros[WEIR_GRID_MAX];
  if (w->solver != WEIR_MEMBRANE) subgrid_fill_views(w);
  return field->block ? view_of(w, field) : (WeirView){zeros, w->nx, w->nz, 0};
}

WeirView weir_water_occupancy(const WeirWater *w) {
  return view_of_bodies(w, &w->bodies.occupancy);
}

WeirView weir_water_displacement(const WeirWater *w) {
  return view_of_bodies(w, &w->bodies.displacement);
}
