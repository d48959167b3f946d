/* The table of solvers, and the change from one to another. */
#include <string.h>

#include "weir/boundary/boundary.h"
#include "weir/displace/displace.h"
#include "weir/flow/flow.h"
#include "weir/grid/dye.h"
#include "weir/membrane/membrane.h"
#include "weir/roof.h"

const Scheme *scheme_of(WeirSolver solver) {
  static const Scheme *const schemes[WEIR_SOLVER_COUNT] = {&scheme_membrane, &scheme_pipe, &scheme_swe};
  return schemes[solver];
}

const char *weir_solver_name(WeirSolver solver) {
  return (unsigned)solver < WEIR_SOLVER_COUNT ? scheme_of(solver)->name : "unknown";
}

void weir_water_set_solver(WeirWater *w, WeirSolver solver) {
  if ((unsigned)solver >= WEIR_SOLVER_COUNT || solver == w->solver || !solver_reserve(w, solver)) return;
  if (w->bodies.subgrid || w->bodies.layers)
    weir_water_displace(w, NULL, 0,
                        0.0f); /* the membrane couples bodies by displacement: neither method may keep what the other displaced */
  const bool flowing = w->solver != WEIR_MEMBRANE && solver != WEIR_MEMBRANE;
  w->solver = solver;
  if (flowing) { /* pipes and shallow water share their state, except for the flows that advect velocity */
    if (solver == WEIR_SWE) memset(w->flow.discharge_x.block, 0, field_bytes(w));
    if (solver == WEIR_SWE) memset(w->flow.discharge_z.block, 0, field_bytes(w));
  } else {
    scheme_of(solver)->enter(w);
  }
  boundary_refresh(w);
  scheme_of(solver)->measure(w);
  displace_open_faces(w);
  dye_settle_all(w);
}

WeirSolver weir_water_solver(const WeirWater *w) {
  return w->solver;
}

void weir_water_set_sweep(WeirWater *w, int most) {
  w->membrane.batch_max = most < 1 ? 1 : most;
}
