#include "bench/loops.h"

#include "base/memory.h"
#include "bench/cases.h"

bool loops_open_membrane(NaiveMembrane *m, const Ground *g, const WeirWater *water) {
  if (!naive_membrane_create(m, g->grid, g->grid)) return false;
  const WeirTuning tuning = weir_water_tuning(water);
  m->cell = g->cell;
  m->wave_speed = tuning.wave_speed;
  m->damping = tuning.damping;
  bench_tighten(weir_water_depth(water), m->height);
  for (size_t at = 0; at < g->cells; at++) {
    m->occupied[at] = g->depth[at] <= 0;
    m->height[at] = m->occupied[at] ? 0 : m->height[at] - 2;
  }
  return true;
}

/* Writes flows from the velocities at the cells' middles. */
static void set_flows(const NaivePipe *p, const float *vx, const float *vz) {
  for (int k = 0; k < p->nz; k++)
    for (int i = 0; i < p->nx; i++) {
      const int at = k * p->nx + i, south = at + p->nx;
      if (i + 1 < p->nx) p->flow_x[at] = 0.25f * (vx[at] + vx[at + 1]) * (p->depth[at] + p->depth[at + 1]) * p->cell;
      if (k + 1 < p->nz) p->flow_z[at] = 0.25f * (vz[at] + vz[south]) * (p->depth[at] + p->depth[south]) * p->cell;
    }
}

bool loops_open_pipe(NaivePipe *p, const WeirWater *water) {
  const int nx = weir_water_nx(water), nz = weir_water_nz(water);
  const size_t cells = (size_t)nx * (size_t)nz;
  if (!naive_pipe_create(p, nx, nz)) return false;
  float *vx = memory_create(cells, sizeof *vx), *vz = memory_create(cells, sizeof *vz);
  const bool ok = vx && vz;
  if (ok) {
    const WeirTuning tuning = weir_water_tuning(water);
    p->cell = weir_water_cell(water);
    p->gravity = tuning.gravity;
    p->friction = tuning.friction;
    bench_tighten(weir_water_terrain(water), p->terrain);
    bench_tighten(weir_water_depth(water), p->depth);
    weir_water_velocity(water, vx, vz);
    set_flows(p, vx, vz);
  }
  memory_free(vx);
  memory_free(vz);
  return ok;
}
