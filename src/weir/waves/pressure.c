/* Pressure on the surface: as a surface that stands higher by pressure/(density*gravity), which the filter takes in as it does the water's own.
 * Pressed behind the filter, a small boat would make waves as if it were as long as the water is deep. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "weir/boundary/boundary.h"
#include "weir/grid/depths.h"
#include "weir/grid/sleeping.h"
#include "weir/waves/waves.h"

struct Pressure {
  Field given;    /* Pa */
  Field rise;     /* m: of a surface that presses as much beyond cell (0, 0), with its halo; an even pressure must round nothing */
  Field push;     /* m: that and the filter's head */
  float a_pascal; /* m: the rise for each Pa; 0: not yet known */
};

void pressure_destroy(WeirWater *w) {
  Pressure *const p = w->flow.pressure;
  w->flow.pressure = NULL;
  if (!p) return;
  void *const blocks[] = {p->given.block, p->rise.block, p->push.block, p};
  blocks_free(blocks, sizeof blocks / sizeof *blocks);
}

bool pressure_create(WeirWater *w) {
  if (w->flow.pressure) return true;
  Pressure *const p = w->flow.pressure = memory_create(1, sizeof *p);
  if (p && field_create(w, &p->given) && field_create(w, &p->rise) && field_create(w, &p->push)) return true;
  pressure_destroy(w);
  return false;
}

Field *pressure_given(const WeirWater *w) {
  return w->flow.pressure ? &w->flow.pressure->given : NULL;
}

bool weir_water_set_pressure(WeirWater *w, const float *pressure, WeirError *error) {
  depths_change(w);
  if (!pressure) {
    if (w->flow.pressure) tiles_wake_all(w);
    pressure_destroy(w);
    return true;
  }
  for (size_t n = 0; n < (size_t)w->nx * (size_t)w->nz; n++)
    if (!(fabsf(pressure[n]) <= WEIR_PRESSURE_MAX)) return water_fault(error, "pressure", "must be finite and within 1000000 Pa of 0");
  if (!pressure_create(w)) return water_fault(error, "pressure", "not enough memory");
  Pressure *const p = w->flow.pressure;
  if (p->given.cells[0] != pressure[0]) p->a_pascal = 0.0f;
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) {
      float *const here = &p->given.cells[water_index(w, i, k)];
      const float wanted = pressure[(ptrdiff_t)k * w->nx + i];
      if (*here == wanted) continue;
      *here = wanted;
      p->rise.cells[water_index(w, i, k)] = (wanted - pressure[0]) * p->a_pascal;
      tiles_wake(w, i, k, i + 1, k + 1);
    }
  return true;
}

void pressure_rise(WeirWater *w) {
  Pressure *const p = w->flow.pressure;
  const float a_pascal = 1.0f / (w->tuning.density * w->tuning.gravity);
  if (a_pascal != p->a_pascal) {
    for (int k = 0; k < w->nz; k++)
      for (int i = 0; i < w->nx; i++)
        p->rise.cells[water_index(w, i, k)] = (p->given.cells[water_index(w, i, k)] - p->given.cells[0]) * a_pascal;
    p->a_pascal = a_pascal;
    tiles_wake_all(w);
  }
  boundary_fill_halo(w, &p->rise);
}

const float *pressure_rise_row(const WeirWater *w, int k) {
  return w->flow.pressure->rise.cells + k * w->stride;
}

void pressure_add(WeirWater *w, const Field *head) {
  const Pressure *const p = w->flow.pressure;
  for (int k = -HALO_ROWS; k < w->nz + HALO_ROWS; k++) {
    const ptrdiff_t at = water_index(w, -HALO_COLUMNS, k);
    const float *const filtered = head->cells + at, *const rise = p->rise.cells + at;
    float *const push = p->push.cells + at;
    for (int i = 0; i < w->nx + 2 * HALO_COLUMNS; i++) push[i] = filtered[i] + rise[i];
  }
}

const float *pressure_head(const WeirWater *w, bool filtered, int k) {
  return (filtered ? &w->flow.pressure->push : &w->flow.pressure->rise)->cells + k * w->stride;
}
