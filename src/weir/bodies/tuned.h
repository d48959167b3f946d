#ifndef WEIR_BODIES_TUNED_H
#define WEIR_BODIES_TUNED_H

/* Numbers of the sub-grid method that were chosen by trial, with what breaks when they change. What only keeps divisions finite, or
 * tells when threads pay, stands with its code. */

/* epsilon, the slot fraction: share of a body that stores water. Less makes heads under bodies stiffer, more shrinks the rings that
 * they make; the draft is the same. */
#define SLOT_FRACTION 0.05f

/* --- deposit --- */
/* Samples of a body per cell, along either axis. 4 are no quieter, at 2 turned bodies are rough. */
#define SAMPLES_PER_CELL 3.0
/* Samples across a body, at least. */
#define SAMPLES_MIN 6
/* k_c: a face is closed once its samples cover half of it. At 1, walls of one cell leak. */
#define BLOCKING_FACTOR 2.0f
/* The most by which a thin wall multiplies BLOCKING_FACTOR: k_c is at most 40, for walls of a twentieth of a cell. */
#define BLOCKING_MAX 20.0f
/* Cells; a body that has come from farther away in a tick has not passed what lies between. */
#define PATH_CELLS_MAX 8.0
/* Cover of a cell below which its top cannot be dry: it has water beside the body, which comes up there. */
#define DRY_TOP_COVER 0.5f

/* --- faces --- */
/* 1/s, k_f: friction of water in what a body blocks. 0 leaves waves in the slot undamped. */
#define BODY_FRICTION 0.02f
/* m, and 1/s in a gap as wide as that, as in rubble; in others by the square of the ratio. Less: heaps of crates slosh for ever. */
#define GAP_NARROW 0.05f
#define GAP_FRICTION 5.0f
/* m/s, k_s: through what is closed. Without it a crate on the bed lifts too late. */
#define SEEPAGE 0.02f
/* m of head that seeps. Less would keep bodies at rest awake. */
#define SEEPAGE_HEAD_MIN 1e-5f
/* The head dead band, in units of what rounding makes of heads in the rows. Beside moving bodies it covers what a slot makes of a
 * rounding; beside bodies that stand still, what the solver has left: its 1e-5 m, by 2e-5 m in 4 m of water. Less: what rounding
 * leaves drives flow, and water under bodies never sleeps. */
#define DEAD_BAND_MOVING (1.0f / SLOT_FRACTION)
#define DEAD_BAND_AT_REST 100.0f

/* --- heads --- */
/* m; the largest move of a head in a round that counts as none. DEAD_BAND_AT_REST goes with it. */
#define SOLVE_TOLERANCE 1e-5f
/* Rounds, at most; large bodies over fine cells take forty. */
#define SOLVE_ROUNDS_MAX 100

/* --- deck water --- */
/* m that cling to a body's top. */
#define DECK_FILM 1e-3f
/* m^2/s; less is not a flow, so that deck water may sleep. */
#define DECK_FLOW_MIN 1e-7f
/* m; less in a substep falls in drips of as much: in water at rest a trickle is lost to rounding as it spreads. */
#define DRIP_DEPTH 1e-3f
/* Substeps between drips, at most. */
#define DRIP_SUBSTEPS_MAX 1024

/* --- deep bodies --- */
/* Heights of the body; less deep than that below the surface, all of it takes part. */
#define DEEP_HEIGHTS 1.0f
/* Heights of the body: the length above which waves fade, of waves two to three times as long as the body (1/k). */
#define DEEP_FADE 0.35f
/* m/s; a body that hardly moves blocks at the bottom whatever the depth. */
#define DEEP_SPEED 0.01f

/* --- sides of the grid --- */
/* Cells of depth that an opening is measured by, at least. */
#define SIDE_DEPTH_MIN 0.01f
/* Share of its depth by which the head of a cell may move in a substep. */
#define SIDE_REACH 0.1f

/* --- forces --- */
/* The share of a body under water up to which it floats with no added mass of its own, if it is not so heavy that it floats deeper: the
 * water that a floating body moves is the grid's. At 1 a body as heavy as water would get all of it at once or nothing. */
#define AFLOAT_MAX 0.9
/* Weights of a body and of its water: what else may press on it, at most. More, and a thrown body is thought to be pushed. */
#define OTHERS_MAX 20.0f
/* Cells: from a body as long as that on its cells begin to count, and of one that is a cell longer they alone do. */
#define SMALL_CELLS 2.0
/* Lift of what moves along the surface, as a share of the dynamic pressure on its bottom. A plate that planes at a few degrees has
 * about this; at 1 crates skip over the water like stones. */
#define PLANING_LIFT 0.15f

#endif
