#ifndef WEIR_GRID_TUNED_H
#define WEIR_GRID_TUNED_H

/* Numbers of several rooms that were chosen by trial, with what breaks when they change. */

/* 1/s of spin taken from a wholly submerged body, beyond the drag of its columns. */
#define SPIN_DRAG 0.5f
/* Cells a substep that water moves where the rounding of its depth is dithered (FlowStep.dither): there the volume of a steady flow stays
 * to 1e-5 over 150 000 steps, and a wave of 1e-4 of the depth lives on (without: 2e-4, and 72 % of it is left after 43 periods). At 0, what
 * dither stirs by itself never sleeps. */
#define DITHER_COURANT 0x1p-19f

#endif
