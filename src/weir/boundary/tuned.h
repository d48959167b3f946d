#ifndef WEIR_BOUNDARY_TUNED_H
#define WEIR_BOUNDARY_TUNED_H

/* Numbers of the sides of the grid that were chosen by trial, with what breaks when they change. */

/* s over which an open side learns what flows out steadily (boundary/flow_sides.c). Shorter, and it takes the slope of short waves for
 * a river's; longer, and a river that rises backs up before it leaves. */
#define OPEN_MEMORY 10.0f
/* Cells; an open side is drawn to its level of rest within the time that a wave takes over so many. Fewer, and short waves come
 * back, for which Mur's condition is the better one (8: 2.1 % of a train of 0.5 s); more, and long trains leave the level changed. */
#define OPEN_RELAX_CELLS 32.0f
/* Cap on the time of OPEN_RELAX_CELLS, as a share of the length over which a bed that falls inwards falls by the depth: water that runs
 * down from the side is not a wave. At 1 films of rain bring a fifth of their own water in through the side. */
#define OPEN_RELAX_SLOPE 0.125f
/* An open side on a bed that falls inwards keeps U while water flows in for so many times what a wave takes over the length in which the
 * bed falls by the water's depth. More, and a slope has a spring for longer; less, and troughs come back on gentle slopes. */
#define OPEN_LENGTHS 4.0f
/* Sponge: times c/width, 1/s at the side itself. Less lets waves back, more reflects them at its front. */
#define SPONGE_STRENGTH 8.0f
/* Share of a membrane's slopes that the flow in its sponges is driven by. At 1 rounding and land let it grow without end; the less, the
 * more of long waves comes back (0.98: 0.3 % more). */
#define SPONGE_FLOW_SHARE 0.98f
/* Cells of depth that an inflow is given on a side that is dry. */
#define INFLOW_SHEET 0.02f

#endif
