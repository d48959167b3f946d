/* Values of a water at places. */
#include <math.h>

#include "weir/roof.h"

/* u*h through the face between two cells, as wide as the higher surface stands above the higher bed. */
static float face_flow(const WeirWater *w, const Field *speed, ptrdiff_t from, ptrdiff_t to) {
  const float *const b = w->terrain.cells, *const d = w->depth.cells;
  const float rise = b[to] - b[from];
  const float open = max_float(d[from] - max_float(rise, 0.0f), d[to] + min_float(rise, 0.0f));
  return speed->cells[from] * max_float(open, 0.0f);
}

Velocity velocity_at(const WeirWater *w, int i, int k) {
  const ptrdiff_t at = water_index(w, i, k), s = w->stride;
  if (w->solver == WEIR_MEMBRANE) return (Velocity){.y = w->membrane.vertical_velocity.cells[at]};
  if (w->depth.cells[at] < DEPTH_WET) return (Velocity){0};
  return (Velocity){.x = 0.5f * (w->flow.speed_x.cells[at] + w->flow.speed_x.cells[at - 1]),
                    .y = ((face_flow(w, &w->flow.speed_x, at - 1, at) - face_flow(w, &w->flow.speed_x, at, at + 1)) +
                          (face_flow(w, &w->flow.speed_z, at - s, at) - face_flow(w, &w->flow.speed_z, at, at + s))) /
                         w->cell,
                    .z = 0.5f * (w->flow.speed_z.cells[at] + w->flow.speed_z.cells[at - s])};
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

/* The four cells around a place, west and east in the northern row, then in the southern, and their weights. A plain value. */
typedef struct Bilinear {
  int i[2], k[2]; /* columns and rows; twice the same where the grid has but one */
  ptrdiff_t at[4];
  float weight[4];
} Bilinear;

/* The cell at or before a place, in cells, that has another after it. */
static int before_last(float place, int count) {
  return count > 1 && place >= (float)(count - 1) ? count - 2 : (int)place;
}

static Bilinear bilinear_at(const WeirWater *w, float x, float z) {
  const float fi = clamp_float(x / w->cell - 0.5f, 0.0f, (float)(w->nx - 1));
  const float fk = clamp_float(z / w->cell - 0.5f, 0.0f, (float)(w->nz - 1));
  const int i = before_last(fi, w->nx), k = before_last(fk, w->nz), east = i + 1 < w->nx ? i + 1 : i, south = k + 1 < w->nz ? k + 1 : k;
  const float u = fi - (float)i, v = fk - (float)k;
  return (Bilinear){{i, east},
                    {k, south},
                    {water_index(w, i, k), water_index(w, east, k), water_index(w, i, south), water_index(w, east, south)},
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

/* The slope of one cell along an axis (`step` to its next cell), by central differences; to one side only at the grid's
 * edge. Water: a dry neighbour counts as level with the cell, as it does for bodies. */
static float slope_along(const WeirWater *w, ptrdiff_t at, ptrdiff_t step, bool first, bool last, bool wet) {
  const float own = wet ? w->terrain.cells[at] + w->depth.cells[at] : w->terrain.cells[at];
  const ptrdiff_t side[2] = {first ? at : at - step, last ? at : at + step};
  float height[2];
  for (int n = 0; n < 2; n++) {
    const float b = w->terrain.cells[side[n]], d = w->depth.cells[side[n]];
    height[n] = !wet ? b : d > DEPTH_WET ? b + d : own;
  }
  return (height[1] - height[0]) / ((first || last ? 1.0f : 2.0f) * w->cell);
}

/* The mean slope of the four cells around, of those that are wet where the place is wet, of the ground elsewhere. */
static void sample_normal(const WeirWater *w, const Bilinear *b, bool wet, float normal[3]) {
  float sx = 0.0f, sz = 0.0f, sum = 0.0f;
  for (int n = 0; n < 4; n++) {
    const int i = b->i[n % 2], k = b->k[n / 2];
    if (wet && !(w->depth.cells[b->at[n]] > DEPTH_WET)) continue;
    sum += b->weight[n];
    sx += b->weight[n] * slope_along(w, b->at[n], 1, i == 0, i == w->nx - 1, wet);
    sz += b->weight[n] * slope_along(w, b->at[n], w->stride, k == 0, k == w->nz - 1, wet);
  }
  if (sum > 0.0f) {
    sx /= sum;
    sz /= sum;
  }
  const double length = sqrt((double)sx * (double)sx + 1.0 + (double)sz * (double)sz);
  normal[0] = (float)(-(double)sx / length);
  normal[1] = (float)(1.0 / length);
  normal[2] = (float)(-(double)sz / length);
}

WeirSample weir_water_sample(const WeirWater *w, float x, float z) {
  if (!isfinite(x) || !isfinite(z)) return (WeirSample){.normal = {0.0f, 1.0f, 0.0f}};
  const Bilinear b = bilinear_at(w, x, z);
  WeirSample s = {0};
  for (int n = 0; n < 4; n++) {
    const Velocity v = velocity_at(w, b.i[n % 2], b.k[n / 2]);
    s.terrain += b.weight[n] * w->terrain.cells[b.at[n]];
    s.depth += b.weight[n] * w->depth.cells[b.at[n]];
    s.velocity[0] += b.weight[n] * v.x;
    s.velocity[1] += b.weight[n] * v.y;
    s.velocity[2] += b.weight[n] * v.z;
  }
  s.surface = s.terrain + s.depth;
  sample_normal(w, &b, s.depth > DEPTH_WET, s.normal);
  return s;
}
