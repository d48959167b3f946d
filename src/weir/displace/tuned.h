#ifndef WEIR_DISPLACE_TUNED_H
#define WEIR_DISPLACE_TUNED_H

/* Numbers of displacing bodies that were chosen by trial, with what breaks when they change. */

/* Share of a column's height over which it goes from piercing the surface to not. Smaller: cells open and close in one step as waves
 * wash over a crate, which makes waves of its own. */
#define SURFACE_EDGE 0.1f
/* Cover above which a cell counts as covered, when displaced water looks for the exterior ring. */
#define COVERED 0.5f
/* Width of the exterior ring that takes displaced water, in body sizes. One cell, as in the sources, makes spikes that grow as the grid
 * gets finer; wider than the body and the ring starts too far out. */
#define RING_WIDTH 0.2f
/* Share of displaced water still in transit when the ring ends, added there at once. Less costs time (0.2 % is six widths), more would
 * show as a ring. */
#define RING_END 0.0025f
/* m of undistributed water in a cell that is left for later: far below what can be seen, above float noise. */
#define UNDISTRIBUTED_TINY 1e-7
/* Seconds over which the reference surface follows the true one, at least; and the same in times that a wave takes to cross the largest
 * body. A surface that rises encloses more of a body, which displaces more, which is a higher surface: without a lag, in cells that a
 * body covers whole, this runs away (a pool of 2 m rose to 36 m). With a lag of t seconds it feeds waves of rate w at a rate of
 * cover*w*sin(2*atan(w*t))/4, about cover/(2t) for a long lag: it must lie below what damps them. At 0.4 s, thirty crates in a pool kept
 * it half a metre rough for ever; at 4 s it came to rest. */
#define REFERENCE_SECONDS 6.0f
#define REFERENCE_CROSSINGS 1.5f
/* Speed of falling, in sqrt(g*height of the body), below which a body pushes only what it displaces: waves alone bob a crate with up to
 * about half of that, and bobbing must not pump. At 0.6 m/s for all, a heap of crates of 4 m on a shore never came to rest. */
#define ENTRY_FROUDE 0.7f
/* Share of a body under water at which it has entered. With no such end, crates crowded into a small basin kept it boiling: each bob dug
 * a cavity, each cavity was the next bob. */
#define ENTRY_SHARE 0.5f
/* Share of the entry speed at which the footprint is dug out, for splash = 1. At 2 the crown of a crate dropped from 5 m is higher than
 * the crate is wide; at 0.4 the ring is as weak as in Gritzner's figure 3.2. */
#define SPLASH_SHARE 1.6f
/* Cells; radius of the widest hat kernel of a deep body. Wider costs time and shows nothing. */
#define DEEP_CELLS_MAX 24.0
/* Membrane: what is left open of a face under a body. 0 would cut the water under it off, and it would not ride the waves; at 0.3 waves
 * run through it. */
#define BLOCK_LEAK 0.25f
/* Slope beyond which the surface's tilt no longer pushes a body sideways: crests one cell wide are not hills. */
#define TILT_MAX 0.6f

#endif
