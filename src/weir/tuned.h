#ifndef WEIR_TUNED_H
#define WEIR_TUNED_H

/* The numbers that were chosen by trial, with what breaks when they change. */

/* Share of a column's height over which it goes from piercing the surface to not. Smaller: cells open and close in one
 * step as waves wash over a crate, which makes waves of its own. */
#define SURFACE_EDGE 0.1f

/* Cover above which a cell counts as under a body, when displaced water looks for the rim. */
#define COVERED 0.5f

/* Width of the rim that takes displaced water, in body sizes. One cell, as in the sources, makes spikes that grow as the
 * grid gets finer; wider than the body and the ring starts too far out. */
#define RIM_WIDTH 0.2f

/* Share of displaced water that is still on its way when the rim ends: laid down there as one. Less costs time (0.2 % is six
 * widths), more would show as a ring. */
#define RIM_END 0.0025f

/* m of pending water in a cell that is left for later: far below what can be seen, above float noise. */
#define PENDING_TINY 1e-7

/* Seconds over which the surface that displacement is measured against follows the true one, at least; and the same in
 * times that a wave takes to cross the largest body. A surface that rises encloses more of a body, which lifts the rim, which
 * is a higher surface: at once, in cells that a body covers whole, this runs away (a pool of 2 m rose to 36 m). With a lag of
 * t seconds it feeds waves of rate w at a rate of cover*w*sin(2*atan(w*t))/4, about cover/(2t) for a long lag: it must lie
 * below what damps them. At 0.4 s, thirty crates in a pool kept it half a metre rough for ever; at 4 s it came to rest. */
#define CALM_SECONDS 6.0f
#define CALM_CROSSINGS 1.5f

/* Speed of falling, in sqrt(g*height of the body), below which a body pushes only what it displaces: waves alone bob a
 * crate with up to about half of that, and bobbing must not pump. At 0.6 m/s for all, a heap of crates of 4 m on a shore
 * never came to rest. */
#define ENTRY_FROUDE 0.7f

/* Share of a body under water at which it has entered. With no such end, crates crowded into a small basin kept it boiling:
 * each bob dug a cavity, each cavity was the next bob. */
#define ENTRY_SHARE 0.5f

/* Share of the entry speed at which the footprint is dug out, for splash = 1. At 2 the crown of a crate dropped from
 * 5 m is higher than the crate is wide; at 0.4 the ring is as weak as in Gritzner's figure 3.2. */
#define SPLASH_SHARE 1.6f

/* Cells; the widest tent of a deep body. Wider costs time and shows nothing. */
#define DEEP_CELLS_MAX 24.0

/* Membrane: what is left open of a face under a body. 0 would cut the water under it off, and it would not ride the
 * waves; at 0.3 waves run through it. */
#define BLOCK_LEAK 0.25f

/* Slope beyond which the surface's tilt no longer pushes a body sideways: crests one cell wide are not hills. */
#define TILT_MAX 0.6f

/* 1/s of spin taken from a wholly submerged body, beyond the drag of its columns. */
#define SPIN_DRAG 0.5f

/* Lift of what moves along the surface, as a share of the dynamic pressure on its bottom. A plate that planes at a few degrees has
 * about this; at 1 crates skip over the water like stones. */
#define PLANING_LIFT 0.15f

/* Pipe: artificial viscosity, in units of dx*(|u| + |w|) of what is compressed, and of dx*min(|u|, |w|) of what
 * turns. At 0 a dam break of 9 m raises
 * 50 m, and crates in a basin never come to rest. */
#define PIPE_SHOCK 0.5f
#define PIPE_SHEAR 1.0f

/* ... and at most this share of dx^2/dt: at 1/4 both together are unstable by themselves. */
#define PIPE_SHOCK_MOST 0.125f

/* Pipe, swe: share of the deepest water below which a film does not count for the largest step. */
#define THICK_SHARE 0.01f

/* s over which an open side learns what flows out steadily (boundary/open.h). Shorter, and it takes the slope of short waves for
 * a river's; longer, and a river that rises backs up before it leaves. */
#define OPEN_MEMORY 10.0f

/* Cells; an open side is drawn to its level of rest within the time that a wave takes over so many. Fewer, and short waves come
 * back, for which Mur's condition is the better one (8: 2.1 % of a train of 0.5 s); more, and long trains leave the level changed. */
#define OPEN_PULL 32.0f

/* ... but at most this share of the length in which a bed that falls inwards falls by the depth: what runs down from the side is
 * no wave. At 1 films of rain bring a fifth of their own water in through the side. */
#define OPEN_PULL_SLOPE 0.125f

/* An open side on a bed that falls inwards keeps what flows in for so many times what a wave takes over the length in which the
 * bed falls by the water's depth. More, and a slope has a spring for longer; less, and troughs come back on gentle slopes. */
#define OPEN_LENGTHS 4.0f

/* Sponge: times c/width, 1/s at the side itself. Less lets waves back, more reflects them at its front. */
#define SPONGE_STRENGTH 8.0f

/* Cells of depth that an inflow is given on a side that is dry. */
#define INFLOW_SHEET 0.02f

/* Pipe: share of a two-cell ripple that one step takes is 16 times this (less by the fourth power as waves get longer: of
 * a wave 16 cells long, 0.04 % a step). Above 1/32 it is unstable; at 0 a pool of crates keeps 4 cm of fizz for ever. */
#define RIPPLE_DAMPING 0.02f

/* ... where the third difference is more than so many last places of the deepest water. Four depths, each rounded, make one of four
 * by themselves; smoothed in every step, the stairs that a long wave stands on wear it away (of 1 mm on 1 m, 512 cells long, 30 % in
 * 43 periods). */
#define RIPPLE_PLACES 4.0f

/* ... and at most this share of the clear depth through one face, so that four faces never empty a cell. */
#define RIPPLE_MOST 0.1f

/* Pipe, swe: of heads of as many last places, the speed that one substep makes: what is slower stands still, or, where it runs up a
 * head, what is slower than the second. The roundings of depths feed waves of one to five places and two cells, along banks above
 * all, where nothing is smoothed, and friction takes too little of them: with 1 and 1, a pool that was stirred kept 3e-6 m/s for ever
 * (swe) and never slept; with 2 and 4 all do. What a long wave loses by
 * them and by smoothing is measured (weir check --case small-wave): of 0.1 mm on 1 m of water, 128 cells long, 4 % in 43 periods, 512 cells
 * long, 21 % (swe) and 70 % (pipe). A current that a head drives loses nothing. */
#define CREEP_PLACES 2.0f
#define CREEP_BACK 8.0f

/* Cells a substep that water moves where the rounding of its depth is dithered (FlowStep.dither): there the volume of a steady flow stays
 * to 1e-5 over 150 000 steps, and a wave of 1e-4 of the depth lives on (without: 2e-4, and 72 % of it is left after 43 periods). At 0, what
 * dither stirs by itself never sleeps. */
#define DITHER_COURANT 0x1p-19f

/* Bends of the surface of more than about 1/6 of the clear depth are bores, not ripples. At 0 bores run slow; at 20, crates
 * in shallow water leave it rough. */
#define RIPPLE_SENSOR 5.0f

#endif
