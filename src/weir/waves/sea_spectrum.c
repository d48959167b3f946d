#include "weir/waves/sea_spectrum.h"

#include <math.h>

#include "base/maths.h"
#include "base/rng.h"
#include "weir/waves/tuned.h"

#define TAU 6.283185307179586

static double uniform(Rng *rng) {
  return (double)(rng_next(rng) >> 11) * 0x1p-53;
}

/* Close enough to a normal variate of standard deviation 1: twelve uniform ones. */
static double normal(Rng *rng) {
  double sum = -6;
  for (int n = 0; n < 12; n++) sum += uniform(rng);
  return sum;
}

/* Returns the density of JONSWAP's spectrum at so many times the peak's frequency, of no certain scale. */
static double jonswap(double f) {
  const double width = f <= 1 ? 0.07 : 0.09, off = (f - 1) / width, square = f * f;
  const double peak = maths_exp(maths_log(3.3) * maths_exp(-0.5 * off * off));
  return maths_exp(-1.25 / (square * square)) / (square * square * f) * peak;
}

/* One frequency at a random place in each of bins that grow with it, so that no two are multiples of another and the sea does not repeat;
 * directions in pairs about the mean. */
void sea_waves(const WeirBoundary *b, WeirSide side, double omega_max, SeaWave waves[SEA_WAVES]) {
  const double peak = TAU / (double)b->tide_period, degree = TAU / 360;
  const double low = 0.6, high = maths_min(maths_max(omega_max / peak, 1.3), 3.0), grows = maths_log(high / low) / SEA_WAVES;
  Rng rng = {2026 + (uint64_t)side};
  double energy = 0, turn = 0;
  for (int n = 0; n < SEA_WAVES; n++) {
    const double from = low * maths_exp(grows * n), wide = from * (maths_exp(grows) - 1), f = from + wide * uniform(&rng);
    turn = n % 2 ? -turn : normal(&rng) * (double)b->speed * degree;
    const double whole = (double)b->discharge * degree + turn, most = SEA_TURN_MAX * degree;
    const double density = jonswap(f) * wide;
    waves[n] = (SeaWave){f * peak, sqrt(2 * density), maths_max(-most, maths_min(most, whole)), TAU * uniform(&rng)};
    energy += density;
  }
  const double scale = 0.25 * (double)b->tide_height / sqrt(energy);
  for (int n = 0; n < SEA_WAVES; n++) waves[n].height *= scale;
}
