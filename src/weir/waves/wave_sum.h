#ifndef WEIR_WAVES_WAVE_SUM_H
#define WEIR_WAVES_WAVE_SUM_H

#include "weir/waves/wave_grids.h"

/* The sum over the poles, which is the head that pushes. On the stack. */
typedef struct WaveSum {
  const WeirWater *w;
  Waves *waves;
  const float *r[POLES_MAX]; /* of each pole, cell (0, 0) */
  float least;               /* m: a head up to this is 0 */
} WaveSum;

/* Sums row k and marks the tiles that the head stirs; rows of a tile in their order. */
void wave_sum_row(const WaveSum *sum, int k);
/* Returns true if in this row of tiles there is nothing to sum or to mark. */
bool wave_sum_is_idle(const WaveSum *sum, int row);
/* Sums all rows of the poles' r. */
void wave_sum_all(WaveSum *sum);

#endif
