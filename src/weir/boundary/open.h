#ifndef WEIR_BOUNDARY_OPEN_H
#define WEIR_BOUNDARY_OPEN_H

#include "weir/grid/water.h"

/* Sides that let waves out (WEIR_OPEN), and a given wave in as well (WEIR_WAVE); pipe and swe. Positive velocities lead out.
 *
 * Two statements about the outermost face are joined. Mur's (1981) carries the velocity of the face one further in out to it
 * at the speed of waves,
 *   u_f <- u_in_before + (C - 1)/(C + 1)*(u_in - u_f_before),   C = (sqrt(g*d) + u)*dt/dx
 * which returns least of short waves, but knows no level: what it loses or gains of long ones stays. The characteristic form
 * (Flather 1976; Blayo and Debreu 2005) holds what comes in from outside, W = u - 2*sqrt(g*d), to the value that rest has
 *   u_f = U + 2*(sqrt(g*d) - sqrt(g*d_rest))
 * which brings the level back, and treats crests and troughs alike. The face takes Mur's velocity, drawn to the second form
 * within the time that a wave takes over some cells (OPEN_RELAX_CELLS).
 *
 * d_rest is the depth under the surface that stood at the face when the side was set. U, 0 at first, follows the velocity
 * gradient at the side, dU/dt = (u_in - u_f)/OPEN_MEMORY: of a wave that leaves, both are the same velocity a moment apart,
 * and nothing is left of it; a river has a steady difference until the side passes what it brings. On a bed that falls
 * inwards the sum of both would be a spring: there U decays while water flows in, the faster the steeper the bed is for its depth. */

/* The result of the rule for one face in one substep. A plain value. */
typedef struct OpenFace {
  float speed;      /* m/s, of the face, positive to x and z */
  float mean;       /* m/s, U after the substep */
  float relaxation; /* share by which the face is drawn to the characteristic form in the substep */
} OpenFace;

/* Before a substep: stores what the rule needs of the substep before. */
void open_before_substep(WeirWater *water, WeirSide side);

/* Applies the rule to face n of the side, `inner` being the new velocity of the face one further in. */
OpenFace open_face(const WeirWater *water, WeirSide side, int n, float inner, float dt);

/* Displacements (m) of the incident wave of a WEIR_WAVE side of a membrane, in the outermost cell and in the ghost behind it, before
 * and after the substep. A plain value. */
typedef struct Incident {
  float inner_before, inner_now, outer_before, outer_now;
} Incident;
Incident incident_displacements(const WeirWater *water, WeirSide side, float dt);

#endif
