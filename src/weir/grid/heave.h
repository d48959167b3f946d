#ifndef WEIR_GRID_HEAVE_H
#define WEIR_GRID_HEAVE_H

/* The motion of a body up and down within a step, and its roll: at the velocity that it will have (implicit Euler), with buoyancy that
 * ends where the body is covered or out of the water. However light a body is, and however long the step, it comes to rest. */

/* The quantities that heave is found from. A plain value. */
typedef struct Heave {
  double mass, added, others;    /* kg, kg of water that moves with the body, N: what else acts on it */
  double velocity, step, net;    /* m/s, s; N: water and gravity, where the body is */
  double lifting, weight;        /* N/m of heads that the body lifts as it sinks; N/m^3 of the liquid */
  double under, volume;          /* m^3 under water, and of the body */
  double waterline;              /* m^2 that the surface runs through; 0: the body is covered or in the air */
  double y, reach, level, depth; /* m: the body's middle, half its height, the water's surface and depth there */
  double slowing;                /* kg: drag, N s/m, times the step, as far as it is taken at the end of the step */
} Heave;

/* Returns the velocity after the step, m/s. */
double heave_velocity(const Heave *heave);

/* Returns the share of a spring that is taken at the end of a step: all of it where the step is long for its oscillation (a twelfth of the
 * period and more), next to nothing, since it damps, where the step resolves it. Stiffness in N/m with kg, or N m with kg m^2. */
double implicit_share(double stiff, double inertia, double step);

#endif
