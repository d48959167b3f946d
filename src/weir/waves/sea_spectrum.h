#ifndef WEIR_WAVES_SEA_SPECTRUM_H
#define WEIR_WAVES_SEA_SPECTRUM_H

/* The waves of a sea that wind makes. */

#include "weir/weir.h"

enum { SEA_WAVES = 40 };

/* One of the waves. A plain value. */
typedef struct SeaWave {
  double omega, height; /* 1/s; m, amplitude */
  double turn, phase;   /* rad: from the inward normal towards higher cells along the side; of the wave itself */
} SeaWave;

/* Makes the waves of a sea of significant height, peak period and directions as in a WEIR_SEA boundary, none shorter than omega_max (1/s)
 * allows: JONSWAP (Hasselmann et al. 1973) from 0.6 to 3 times the peak's frequency. The same for the same arguments; as many as SEA_WAVES. */
void sea_waves(const WeirBoundary *boundary, WeirSide side, double omega_max, SeaWave waves[SEA_WAVES]);

#endif
