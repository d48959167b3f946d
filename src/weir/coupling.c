/* Bodies and water: each call goes to the coupling method in use. */
#include <math.h>

#include "weir/bodies/bodies.h"
#include "weir/displace/displace.h"
#include "weir/displace/ring.h"
#include "weir/layers/layers.h"
#include "weir/roof.h"

/* Returns true if the sub-grid method couples the bodies now; uses_layers, if the two layers do. Both serve the flow solvers alone: a
 * membrane displaces, whatever the coupling is. */
static bool uses_subgrid(const WeirWater *w) {
  return w->bodies.subgrid && w->solver != WEIR_MEMBRANE;
}
static bool uses_layers(const WeirWater *w) {
  return w->bodies.layers && w->solver != WEIR_MEMBRANE;
}

bool weir_water_reserve_bodies(WeirWater *w) {
  if (w->coupling == WEIR_SUBGRID && w->solver != WEIR_MEMBRANE && !subgrid_create(w)) return false;
  return displace_reserve(w);
}

void weir_water_displace(WeirWater *w, const WeirBody *bodies, int count, float dt) {
  count = !bodies || count < 0 ? 0 : count > WEIR_BODIES_MAX ? WEIR_BODIES_MAX : count;
  if (count > 0 && !weir_water_reserve_bodies(w)) count = 0; /* without memory for them there are no bodies */
  if (!w->bodies.occupancy.block) return;
  const float step = dt > 0.0f ? min_float(dt, 1.0f) : 0.0f; /* a dt that is not finite counts as 0 */
  if (uses_subgrid(w)) {                                     /* without memory for it bodies do not change the water */
    if (!subgrid_set_bodies(w, bodies, count, step)) subgrid_set_bodies(w, NULL, 0, step);
    return;
  }
  if (!displace_rasterise(w, bodies, count)) displace_rasterise(w, NULL, 0);
  if (uses_layers(w))
    layers_set_bodies(w, bodies, w->bodies.displace->raster.body_count);
  else
    displace_bodies(w, bodies, step);
}

void weir_water_push(const WeirWater *w, const WeirBody *bodies, int count, float dt, WeirForce *forces) {
  const float step = dt > 0.0f ? min_float(dt, 1.0f) : 0.0f;
  if (!uses_subgrid(w)) {
    if (uses_layers(w))
      displace_forces_now(w, bodies, count, step, forces);
    else
      displace_forces(w, count, forces);
    return;
  }
#pragma omp parallel for schedule(static) num_threads(w->threads) if (count > 8)
  for (int n = 0; n < count; n++) {
    forces[n] = (WeirForce){0};
    subgrid_force(w, &bodies[n], n, step, &forces[n]);
    if (!force_is_finite(&forces[n])) forces[n] = (WeirForce){0};
  }
}

void weir_water_set_coupling(WeirWater *w, WeirCoupling coupling) {
  if ((unsigned)coupling >= WEIR_COUPLING_COUNT || coupling == w->coupling) return;
  weir_water_displace(w, NULL, 0, 0.0f); /* removes what the method in use displaces, before the other takes over */
  layers_leave(w);
  if (coupling != WEIR_SUBGRID) subgrid_destroy(w);
  if (coupling != WEIR_LAYERS) layers_destroy(w);
  if (coupling == WEIR_LAYERS && !layers_create(w)) coupling = WEIR_DISPLACE; /* no memory for it */
  w->coupling = coupling;
}

WeirCoupling weir_water_coupling(const WeirWater *w) {
  return w->coupling;
}
