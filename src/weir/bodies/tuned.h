#ifndef WEIR_BODIES_TUNED_H
#define WEIR_BODIES_TUNED_H

/* Numbers of the sub-grid method that were chosen by trial, with what breaks when they change. */

/* Lift of what moves along the surface, as a share of the dynamic pressure on its bottom. A plate that planes at a few degrees has
 * about this; at 1 crates skip over the water like stones. */
#define PLANING_LIFT 0.15f

#endif
