/* Pressure on the surface, the caller's and the wind's (wind.c): as a surface that stands higher by pressure/(density*gravity), which the filter
 * takes in as it does the water's own.
 * Pressed behind the filter, a small boat would make waves as if it were as long as the water is deep. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "weir/boundary/boundary.h"
#include "weir/grid/depths.h"
#include "weir/grid/sleeping.h"
#include "weir/waves/waves.h"

struct Pressure {
  Field given;    /* Pa; 0 where none has been given */
  bool is_given;  /* by weir_water_set_pressure; false: only wind presses */
  Field rise;     /* m: of a surface that presses as much beyond cell (0, 0), with its halo; an even pressure must round nothing */
  Field sum;      /* m: that and the wind's, as of the present substep; no block without wind */
  Field push;     /* m: all of it and the filter's head */
  float a_pascal; /* m: the rise for each Pa; 0: not yet known */
};

void pressure_destroy(WeirWater *w) {
  Pressure *const p = w->flow.pressure;
  w->flow.pressure = NULL;
  if (!p) return;
  void *const blocks[] = {p->given.block, p->rise.block, p->sum.block, p->push.block, p};
  blocks_free(blocks, sizeof blocks / sizeof *blocks);
}

/* Makes a pressure that is 0, if there is none. */
static bool reserve(WeirWater *w) {
  if (w->flow.pressure) return true;
  Pressure *const p = w->flow.pressure = memory_create(1, sizeof *p);
  if (p && field_create(w, &p->given) && field_create(w, &p->rise) && field_create(w, &p->push)) return true;
  pressure_destroy(w);
  return false;
}

bool pressure_create(WeirWater *w) {
  return reserve(w) && (w->flow.pressure->is_given = true);
}

/* Forgets the caller's pressure; the wind's stays. */
static void given_forget(WeirWater *w) {
  Pressure *const p = w->flow.pressure;
  if (!p || !p->is_given) return;
  tiles_wake_all(w);
  if (!p->sum.block) {
    pressure_destroy(w);
    return;
  }
  p->is_given = false;
  memset(p->given.block, 0, field_bytes(w));
  memset(p->rise.block, 0, field_bytes(w));
}

bool pressure_create_wind(WeirWater *w) {
  if (!reserve(w)) return false;
  Pressure *const p = w->flow.pressure;
  if (p->sum.block || field_create(w, &p->sum)) return true;
  if (!p->is_given) pressure_destroy(w);
  return false;
}

void pressure_destroy_wind(WeirWater *w) {
  Pressure *const p = w->flow.pressure;
  if (!p || !p->sum.block) return;
  memory_free(p->sum.block);
  p->sum = (Field){0};
  if (!p->is_given) pressure_destroy(w);
}

Field *pressure_given(const WeirWater *w) {
  return w->flow.pressure && w->flow.pressure->is_given ? &w->flow.pressure->given : NULL;
}

bool weir_water_set_pressure(WeirWater *w, const float *pressure, WeirError *error) {
  depths_change(w);
  if (!pressure) {
    given_forget(w);
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

static const Field *pressing(const Pressure *p) {
  return p->sum.block ? &p->sum : &p->rise;
}

const float *pressure_rise_row(const WeirWater *w, int k) {
  return pressing(w->flow.pressure)->cells + k * w->stride;
}

void pressure_add_wind(const WeirWater *w, int k, const float *wind) {
  const float *const rise = w->flow.pressure->rise.cells + k * w->stride;
  float *const sum = w->flow.pressure->sum.cells + k * w->stride;
  for (int i = 0; i < w->nx; i++) sum[i] = rise[i] + wind[i];
}

void pressure_join_wind(WeirWater *w) {
  boundary_fill_halo(w, &w->flow.pressure->sum);
}

void pressure_add(WeirWater *w, const Field *head) {
  const Pressure *const p = w->flow.pressure;
  for (int k = -HALO_ROWS; k < w->nz + HALO_ROWS; k++) {
    const ptrdiff_t at = water_index(w, -HALO_COLUMNS, k);
    const float *const filtered = head->cells + at, *const rise = pressing(p)->cells + at;
    float *const push = p->push.cells + at;
    for (int i = 0; i < w->nx + 2 * HALO_COLUMNS; i++) push[i] = filtered[i] + rise[i];
  }
}

const float *pressure_head(const WeirWater *w, bool filtered, int k) {
  return (filtered ? &w->flow.pressure->push : &w->flow.pressure->rise)->cells + k * w->stride;
}
