#ifndef WEIR_GRID_AIRY_H
#define WEIR_GRID_AIRY_H

/* Waves of small height on water of even depth (Airy 1845): omega^2 = g*k*tanh(k*d). The same bits on every machine. */

/* A wave of one period. A plain value. */
typedef struct Airy {
  double number; /* 1/m: k = 2*pi over the wave's length */
  double group;  /* m/s: the speed of its energy */
} Airy;

/* Returns the wave of omega (1/s, > 0) on `depth` metres (> 0) under `gravity` (m/s^2). */
Airy airy_wave(double omega, double depth, double gravity);
/* Returns the same of long waves, which all run at sqrt(gravity*depth). */
Airy airy_long_wave(double omega, double depth, double gravity);

#endif
