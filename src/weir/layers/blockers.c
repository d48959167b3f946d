/* Blockers of the two-layer method (Kellomaki 2014, section 3.3): a body blocks the cells whose centre's vertical passes through it,
 * from where the vertical enters it to where it leaves. */
#include <math.h>

#include "weir/layers/layers.h"
#include "weir/shapes/vertical_spans.h"

/* Cells along an axis that a body may be over, and one more to either side, however the reach was rounded. */
static int first_cell(float middle, float reach, float cell) {
  return (int)clamp_float(floorf((middle - reach) / cell) - 1.0f, 0.0f, (float)WEIR_GRID_MAX);
}
static int end_cell(float middle, float reach, float cell, int cells) {
  return (int)clamp_float(floorf((middle + reach) / cell) + 2.0f, 0.0f, (float)cells);
}

/* Blockers reach from the bed up. Bodies wholly above the surface are left out: else the water between one in the air and one in the
 * water would be taken for body. */
void layers_rasterise(const WeirWater *w, const WeirBody *bodies, int count, Field *low, Field *high) {
  static const float along_x[3] = {1, 0, 0}, along_z[3] = {0, 0, 1};
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) low->cells[water_index(w, i, k)] = high->cells[water_index(w, i, k)] = 0.0f;
  for (int n = 0; n < count; n++) {
    const WeirBody *const body = &bodies[n];
    if (!shape_measure(body).present) continue;
    const float x = body->position[0], z = body->position[2];
    const float reach_x = spans_reach(body, body->rotation, along_x), reach_z = spans_reach(body, body->rotation, along_z);
    const int i0 = first_cell(x, reach_x, w->cell), i1 = end_cell(x, reach_x, w->cell, w->nx);
    const int k0 = first_cell(z, reach_z, w->cell), k1 = end_cell(z, reach_z, w->cell, w->nz);
    for (int k = k0; k < k1; k++)
      for (int i = i0; i < i1; i++) {
        const ptrdiff_t at = water_index(w, i, k);
        const float bed = w->terrain.cells[at];
        float y0, y1;
        if (!span_of_line(body, ((float)i + 0.5f) * w->cell, ((float)k + 0.5f) * w->cell, &y0, &y1)) continue;
        if (y1 <= bed || y0 >= bed + w->depth.cells[at]) continue;
        y0 = max_float(y0, bed);
        const bool other = high->cells[at] > low->cells[at];
        low->cells[at] = other ? min_float(low->cells[at], y0) : y0;
        high->cells[at] = other ? max_float(high->cells[at], y1) : y1;
      }
  }
}
