#ifndef WEIR_WAVES_WAVES_H
#define WEIR_WAVES_WAVES_H

/* Waves that disperse, for pipe and swe: short waves run slower than long ones, omega^2 = g*k*tanh(k*d), on one surface and with the flow.
 * What is pushed with is not the surface eta but p = L eta, the head that the water feels in the mean over its depth, with
 * tanh(k*d)/(k*d) for the symbol of L. That is a sum of poles, each a screened Poisson problem on the faces of the grid:
 *   p = eta + sum w_n*r_n,   r_n - b_n*d*div(d*grad(r_n)) = b_n*d*div(d*grad(eta)),   sum w_n = 1
 * so that r is 0 to the bit where the surface is level, and banks, walls and dry land are closed faces. Each is solved once a substep by
 * a cycle over coarser and coarser grids, from where r was heading. In this form (d div d grad) waves on a slope keep their energy.
 *
 *   waves       the filter of a water: its poles and grids, what they need of the water, the head
 *   pressure    what presses on the surface, with the filter and without
 *   wind        what the wind adds to that
 *   wave_cycle  the solve: which passes over which grids
 *   wave_chain  one pass over one grid
 *   wave_sum    the poles' sum
 *   wave_tiles  where there is something to solve for
 *   wave_cells  what the solve is made from: faces and cells
 *   wave_beside water beside bodies
 *   wave_grids  what these know: fields and grids
 *   wave_rows   kernels
 *   tuned       numbers chosen by trial */

#include "weir/grid/flow_step.h"
#include "weir/grid/water.h"
#include "weir/waves/wave_numbers.h"

/* Creates the filter with 2, 3 or 4 poles: the first set is good for water up to 8 cells deep, the second for 32. Returns false if memory runs
 * out. */
bool waves_create(WeirWater *water, int poles);
void waves_destroy(WeirWater *water);
/* The water has other threads: makes room for them. Without memory for more, as many work as before. */
void waves_threads(WeirWater *water);
/* Forgets where r was heading: the state has been brought back to another. */
void waves_reset(WeirWater *water);

/* The filter's memory from substep to substep, for saving and loading: the poles (0: no filter), their fields, 0 to twice as many, and
 * the numbers. */
int waves_poles(const WeirWater *water);
Field *waves_field(Waves *waves, int n);
WaveNumbers *waves_numbers(Waves *waves);

/* Solves for the head that is added to the surface, from the present depths, before a substep of dt; `speed`: the fastest of the water and its
 * hydrostatic waves, m/s. Wakes the tiles in which the head is not 0. */
void waves_solve(WeirWater *water, const FlowStep *step, float dt, float speed);
/* That head and what presses on the surface, m, of row k, -4 to nz + 3; NULL: none. */
const float *waves_head(const WeirWater *water, int k);
/* 1 in the cells within BESIDE_CELLS of a body, 0 elsewhere, of row k, -4 to nz + 3; NULL: no bodies, or no filter. */
const float *waves_beside(const WeirWater *water, int k);
/* Returns the speed that bounds a substep instead of `speed`: the same without a filter. It follows the speed up at once, and some more, and
 * down late: substeps that grew and shrank in time with a wave would feed it. */
float waves_speed(const WeirWater *water, float speed);
/* The share of the smoothing of ripples that remains; 1 without a filter. */
float waves_ripple_share(const WeirWater *water);
/* The share of what spills from steep crests: 1, and 0 without a filter. */
float waves_spill_share(const WeirWater *water);
/* By how much the dead bands of speeds are wider; 1 without a filter. */
float waves_places_share(const WeirWater *water);

/* --- what presses on the surface ----------------------------------------------------------------------------------------- */

/* The pressure of each cell: the caller's, copied, and the wind's. There only where one is set; owned by FlowPart. */
typedef struct Pressure Pressure;

/* Creates a caller's pressure of 0, if there is none. Returns false if memory runs out. */
bool pressure_create(WeirWater *water);
void pressure_destroy(WeirWater *water);
/* The caller's field, Pa, for saving and loading; NULL: none. */
Field *pressure_given(const WeirWater *water);
/* The rest asks for a pressure. Brings the rises up to date with the tuning and the sides, before a substep. */
void pressure_rise(WeirWater *water);
/* The rise of a surface that presses as much, m, of row k, -1 to nz; with the wind's, where there is one. */
const float *pressure_rise_row(const WeirWater *water, int k);
/* Adds the rise to the filter's head, for pressure_head. */
void pressure_add(WeirWater *water, const Field *head);
/* The head that pushes, m, of row k: the sum that pressure_add made (filtered), or the rise alone. */
const float *pressure_head(const WeirWater *water, bool filtered, int k);

/* --- wind -------------------------------------------------------------------------------------------------------------------- */

/* Creates room for a wind's pressure, if there is none. Returns false if memory runs out. */
bool pressure_create_wind(WeirWater *water);
void pressure_destroy_wind(WeirWater *water);
/* Writes the sum of the rises of row k: the caller's and `wind`, nx of them, m. */
void pressure_add_wind(const WeirWater *water, int k, const float *wind);
/* Repeats what joined sides join, after all rows. */
void pressure_join_wind(WeirWater *water);

/* The heads, m, and depths, m, of the faces to the east, south and north of a row's cells, as the filter has them; 0 depth: closed. On the
 * stack. */
typedef struct WindFaces {
  const float *head_x, *depth_x, *head_z, *depth_z, *head_north, *depth_north;
} WindFaces;

/* Returns true if there is a wind. */
bool wind_is_set(const WeirWater *water);
/* Returns true if the wind that a state has is one that weir_water_set_wind could have set, and not none. */
bool wind_is_sound(const WeirWater *water);
/* Returns true if there is a wind and waves disperse. The two that follow ask for that. */
bool wind_blows(const WeirWater *water);
/* Wakes all tiles with water, before a substep. */
void wind_wake(WeirWater *water);
/* Writes the rise that presses as the wind does on row k, m, from the heads of its faces. */
void wind_row(const WeirWater *water, int k, const WindFaces *faces, float *rise);

#endif
