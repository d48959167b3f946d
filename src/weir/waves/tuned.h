#ifndef WEIR_WAVES_TUNED_H
#define WEIR_WAVES_TUNED_H

/* Numbers of the filter that were chosen by trial, with what breaks when they change. */

/* Rise of the surface, as a share of the speed of long waves, at which a front begins to break, and at which it does so wholly. */
#define BREAKING_BEGINS 0.3f
#define BREAKING_ENDS 0.6f
/* The square of the mixing length, in depths, and the most that the viscosity may be, in dx^2/dt: at 1/4 it would be unstable by itself. */
#define BREAKING_MIXING 1.44f
#define BREAKING_MAX 0.0625f
/* Share by which neighbours are coupled, x/(1 + x) with x = 4*b*d^2/dx^2, below which sweeps on one grid are as good as a cycle. */
#define COUPLING_SMALL 0.6f
/* The speed that bounds a substep is held until the water's is higher, and then set to so much more; or lower than such a share of it. */
#define SPEED_RISES 1.06f
#define SPEED_FALLS 0.7f
/* The share of the smoothing of ripples that remains (flow/tuned.h): all of it would wear away the short waves of a ring, a quarter a second of
 * those of eight cells. */
#define WAVES_RIPPLE 0.01f
/* With less smoothing, roundings make more of themselves: at 1 a pool of 75 x 50 m never comes to rest but keeps 3e-6 m/s; at 4 the rings of a
 * splash of 1 cm, 0.1 mm high, are 0.076 off where the poles and the grid make 0.05 of that. */
#define WAVES_PLACES 2.0f
/* Cycles of a solve at most, the share of the first change at which it is good, and the share of the greatest r that stands for a first change
 * that is smaller: calm water took a second cycle for the seventh place of its head. Their product, 1e-5 of the greatest r, matters: at
 * 1.5e-5 waves of 16 cells on deep water lost 0.8 % of their height in ten periods for 0.4 %. */
#define CYCLES_MAX 4
#define CYCLE_GOOD 0.015f
#define CYCLE_SMALL 6.7e-4f
/* The smoothest errors that sweeps before the coarser grid and after it are made for, as shares of the roughest (eigenvalues). With 0.25 for both,
 * a quarter of the solves of calm water take a second cycle; with 0.25 and 0.4, waves of 16 cells on deep water grow by 0.05 %. */
#define ROUGH_BEFORE 0.15f
#define ROUGH_AFTER 0.3f
/* A coarse face is as if shallow water held the head beyond it (wave_rows.c, half_inner), wholly where the water beyond has 1 + so many times its
 * weight; at 3 cycles still diverge beside films and bodies. Only while there are bodies: */
#define HELD_BY_WEIGHT 1.0f
/* Cells on all sides of bodies in which steep water is slowed (STEEP_DRAG of flow/tuned.h). */
#define BESIDE_CELLS 8
/* The share of the filter in cells that bodies displace water of (WEIR_DISPLACE), and in those next to them. What a body displaces rises in a ring of
 * a cell or two, a wave so short that hardly any of its head would be left: the ring is late to go, and a bobbing crate goes on swinging by 0.1 m. With
 * a 30th or less in both, crests of a wake lie at 12 to 16 degrees for Kelvin's 19.5; at 0, r is held at 0, of which coarser grids know nothing, and
 * cycles diverge. */
#define DISPLACED_SHARE (1.0f / 1024)
#define BESIDE_DISPLACED_SHARE 0.5f
/* Heads up to so many dead bands move nothing from rest (VELOCITY_PLACES of flow/tuned.h by WAVES_PLACES): a tile that has no others is not
 * solved for by itself. With fewer, lakes that have come to rest go on being solved for. */
#define HEADS_SMALL 8.0f
/* m; r up to this is solved for no further than REACH_DEPTHS of the deepest water from more: there, exp(-6/0.61) of it is left. */
#define R_SMALL 1e-7f
#define REACH_DEPTHS 6.0f
/* Cells over which the filter fades in from an open side, whose condition knows long waves only. */
#define SIDE_TAPER 32
/* Cells; the width of the Gaussian over which a sea is made (waves/sea.c), and the length of the shortest waves that are. Narrower, and a step
 * stands in the water where long waves begin; wider, and what is made of short ones must be many times what comes in. */
#define SEA_WIDTH 2.5
#define SEA_SHORTEST 9.0
/* Degrees from the inward normal: waves that come in more nearly along the side are turned to this. */
#define SEA_TURN_MAX 80.0
/* Wind (waves/wind.c). Cells: the wave whose speed the wind is measured against; longer, and a breeze makes no waves on small grids. */
#define SPEED_CELLS 12.0f
/* The steepest slope that shelters more than a lesser one, and the most rise for a slope of 1, in cells and in depths: with both the pressure
 * never slopes by more than 1/40. At 0.1, 60 m/s over cells of 0.05 m heap spikes of 0.8 m. */
#define SLOPE_MAX 0.25f
#define RISE_MAX 0.05f
/* Cells from eddy to eddy of the air, and their greatest pressure by rho_air*U^2: a root mean square of 0.0043 of it, three times the stress of a wind
 * over water, as is measured on walls. And the most rise, in cells and in depths. */
#define EDDY_CELLS 4
#define EDDY_SHARE 0.01f
#define EDDY_MAX 0.01f

#endif
