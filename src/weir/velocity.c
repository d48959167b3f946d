#include "weir/velocity.h"

#include <math.h>

Velocity velocity_at(const WeirWater *w, int i, int k) {
  const ptrdiff_t at = water_index(w, i, k), s = w->stride;
  if (w->solver == WEIR_MEMBRANE) return (Velocity){.y = w->rate.cells[at]};
  if (w->depth.cells[at] < DEPTH_WET) return (Velocity){0};
  const float per = 1.0f / (w->cell * w->cell);
  return (Velocity){
      .x = 0.5f * (w->speed_x.cells[at] + w->speed_x.cells[at - 1]),
      .y = ((w->flow_x.cells[at - 1] - w->flow_x.cells[at]) + (w->flow_z.cells[at - s] - w->flow_z.cells[at])) * per,
      .z = 0.5f * (w->speed_z.cells[at] + w->speed_z.cells[at - s])};
}

void weir_water_velocity(const WeirWater *w, float *vx, float *vz) {
#pragma omp parallel for schedule(static) num_threads(w->threads)
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) {
      const Velocity v = velocity_at(w, i, k);
      vx[(ptrdiff_t)k * w->nx + i] = v.x;
      vz[(ptrdiff_t)k * w->nx + i] = v.z;
    }
}

typedef struct Bilinear {
  ptrdiff_t at[4];
  float weight[4];
} Bilinear;

static Bilinear bilinear_at(const WeirWater *w, float x, float z) {
  const float fi = clamp_float(x / w->cell - 0.5f, 0.0f, (float)(w->nx - 1));
  const float fk = clamp_float(z / w->cell - 0.5f, 0.0f, (float)(w->nz - 1));
  const int i = fi >= (float)(w->nx - 1) ? w->nx - 2 : (int)fi, k = fk >= (float)(w->nz - 1) ? w->nz - 2 : (int)fk;
  const float u = fi - (float)i, v = fk - (float)k;
  const ptrdiff_t at = water_index(w, i, k);
  return (Bilinear){{at, at + 1, at + w->stride, at + w->stride + 1},
                    {(1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v}};
}

static float field_at(const WeirWater *w, const Field *field, float x, float z) {
  if (!isfinite(x) || !isfinite(z)) return 0.0f;
  const Bilinear b = bilinear_at(w, x, z);
  float sum = 0.0f;
  for (int n = 0; n < 4; n++) sum += b.weight[n] * field->cells[b.at[n]];
  return sum;
}

float weir_water_terrain_at(const WeirWater *w, float x, float z) {
  return field_at(w, &w->terrain, x, z);
}

float weir_water_depth_at(const WeirWater *w, float x, float z) {
  return field_at(w, &w->depth, x, z);
}

float weir_water_surface_at(const WeirWater *w, float x, float z) {
  return field_at(w, &w->terrain, x, z) + field_at(w, &w->depth, x, z);
}
