#ifndef WEIR_TUNED_H
#define WEIR_TUNED_H

/* The numbers that were chosen by trial, with what breaks when they change. */

/* Share of a column's height over which it goes from piercing the surface to not. Smaller: cells open and close in one
 * step as waves wash over a crate, which makes waves of its own. */
#define SURFACE_EDGE 0.1f

/* Cover above which a cell counts as under a body, when displaced water looks for the rim. */
#define COVERED 0.5f

/* m of pending water in a cell that is left for later: far below what can be seen, above float noise. */
#define PENDING_TINY 1e-7

/* m/s of falling below which a body pushes only what it displaces: bobbing crates must not pump. */
#define ENTRY_SPEED_MIN 0.6f

/* Share of the entry speed at which the footprint is dug out, for splash = 1. At 1.0 the crown of a crate dropped from
 * 5 m is higher than the crate is wide; at 0.2 the ring is as weak as in Gritzner's figure 3.2. */
#define SPLASH_SHARE 0.5f

/* Cells; the widest tent of a deep body. Wider costs time and shows nothing. */
#define DEEP_CELLS_MAX 24.0

/* Membrane: what is left open of a face under a body. 0 would cut the water under it off, and it would not ride the
 * waves; at 0.3 waves run through it. */
#define BLOCK_LEAK 0.1f

/* Slope beyond which the surface's tilt no longer pushes a body sideways: crests one cell wide are not hills. */
#define TILT_MAX 0.6f

/* 1/s of spin taken from a wholly submerged body, beyond the drag of its columns. */
#define SPIN_DRAG 0.5f

#endif
