#ifndef SANDBOX_SETTLE_H
#define SANDBOX_SETTLE_H

/* Smooths a stream of grids in time. Of each value a mean and a variance are followed, which forget by exp(-t/seconds). Where the variance is
 * small (sand at rest, seen with noise) and the mean has left what is shown by more than the noise, what is shown goes after the mean until it
 * is there. A hand above the sand, or sand that is moving, has a large variance: there the last ground stays. A mean that is far from what is
 * shown has to be still for some seconds: it may be a hand that rests. */

#include <stdbool.h>
#include <stdint.h>

/* The values of one stream. Zeroed at the start; settle_free ends it. */
typedef struct Settle {
  int nx, nz;
  float noise, seconds;   /* of SandDef */
  float *mean, *variance; /* m, m^2 of the world */
  float *shown;           /* m; NaN: nothing was seen there yet */
  float *waited;          /* s for which a mean that is far has been still; below 0: the value is new */
  uint8_t *follows;       /* 1: what is shown goes after the mean */
} Settle;

/* Takes a grid of heights (m, NaN: not seen) that came `elapsed` s after the one before; one of another size begins again. Returns false if
 * memory runs out. */
bool settle_add(Settle *settle, const float *heights, int nx, int nz, float elapsed);
void settle_free(Settle *settle);

#endif
