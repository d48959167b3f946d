#ifndef WEIR_FLOW_TUNED_H
#define WEIR_FLOW_TUNED_H

/* Numbers of pipes and shallow water that were chosen by trial, with what breaks when they change. */

/* Waves that disperse: the slope above which the surface collapses, and the share of the excess that a face lets through in a substep: at 1/8
 * it would be unstable by itself. Without it, crates that fall into deep water beside a wall raise towers of 5 m. */
#define SPILL_SLOPE 0.5f
#define SPILL_SHARE 0.1f
/* And, beside bodies, the share of its speed that water loses in a substep where the excess is as much as that slope itself. Crates gain energy from
 * waves that stand as steep, and at 0.05 make towers of it; a dam that breaks loses a third of its bore's way. */
#define STEEP_DRAG 0.2f

/* Pipe: artificial viscosity, in units of dx*(|u| + |w|) of what is compressed, and of dx*min(|u|, |w|) of what turns.
 * At 0 a dam break of 9 m raises 50 m, and crates in a basin never come to rest. */
#define PIPE_SHOCK 0.5f
#define PIPE_SHEAR 1.0f
/* The artificial viscosity is at most this share of dx^2/dt: at 1/4 shock and shear together are unstable by themselves. */
#define PIPE_SHOCK_MAX 0.125f
/* Pipe, swe: share of the deepest water below which a film does not count for the largest step. */
#define THICK_SHARE 0.01f
/* The share of a two-cell ripple that one step removes is 16 times this (less by the fourth power as waves get longer: of
 * a wave 16 cells long, 0.04 % a step). Above 1/32 it is unstable; at 0 a pool of crates keeps ripples of 4 cm for ever. */
#define RIPPLE_DAMPING 0.02f
/* Ripples are smoothed where the third difference is more than so many last places of the deepest water. Four depths, each rounded, make
 * one of four by themselves; smoothed in every step, the stairs that a long wave stands on wear it away (of 1 mm on 1 m, 512 cells
 * long, 30 % in 43 periods). */
#define RIPPLE_PLACES 4.0f
/* Smoothing moves at most this share of the clear depth through one face, so that four faces never empty a cell. */
#define RIPPLE_MAX 0.1f
/* Pipe, swe: the velocity dead band is VELOCITY_PLACES (where water runs up a head, UPHILL_PLACES) times the speed that one rounding of
 * the deepest depth drives in a substep; slower faces get 0. Roundings feed waves of one to five places and two cells, along banks above
 * all, where nothing is smoothed, and friction takes too little of them: at 1 and 1 a pool kept 3e-6 m/s for ever after a disturbance
 * (swe) and never slept. What a long wave loses by dead bands and smoothing is measured (weir check --case small-wave): of 0.1 mm on 1 m
 * of water, 128 cells long, 4 % in 43 periods; 512 cells long, 21 % (swe) and 70 % (pipe). A current that a head drives loses nothing. */
#define VELOCITY_PLACES 2.0f
#define UPHILL_PLACES 8.0f
/* Bends of the surface of more than about 1/6 of the clear depth are bores, not ripples. At 0 bores run slow; at 20, crates
 * in shallow water leave it rough. */
#define RIPPLE_SENSOR 5.0f

#endif
