#ifndef WEIR_WAVES_WAVES_H
#define WEIR_WAVES_WAVES_H

/* Waves that disperse, for pipe and swe: short waves run slower than long ones, omega^2 = g*k*tanh(k*d), on one surface and with the flow.
 * What is pushed with is not the surface eta but p = L eta, the head that the water feels in the mean over its depth, with
 * tanh(k*d)/(k*d) for the symbol of L. That is a sum of poles, each a screened Poisson problem on the faces of the grid:
 *   p = eta + sum w_n*r_n,   r_n - b_n*d*div(d*grad(r_n)) = b_n*d*div(d*grad(eta)),   sum w_n = 1
 * so that r is 0 to the bit where the surface is level, and banks, walls and dry land are closed faces. Each is solved once a substep by
 * a cycle over coarser and coarser grids, from where r was heading. In this form (d div d grad) waves on a slope keep their energy.
 *
 *   waves       the filter of a water: its poles, grids, the solve
 *   wave_rows   kernels
 *   tuned       numbers chosen by trial */

#include "weir/grid/flow_step.h"
#include "weir/grid/water.h"

/* The filter of one water; owned by it. NULL in WeirWater: waves are hydrostatic. */
typedef struct Waves Waves;

void waves_destroy(WeirWater *water);
/* Solves for the head that is added to the surface, from the present depths, before a substep of dt. Wakes the tiles in which it is not 0. */
void waves_solve(WeirWater *water, const FlowStep *step, float dt);
/* That head, m, of row k, -4 to nz + 3; NULL: none. */
const float *waves_head(const WeirWater *water, int k);
/* The share of the largest hydrostatic substep that is taken, and of the smoothing of ripples. 1 without a filter. */
float waves_step_share(const WeirWater *water);
float waves_ripple_share(const WeirWater *water);

#endif
