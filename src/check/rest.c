/* Still water stays still. */
#include <math.h>
#include <stdio.h>

#include "base/memory.h"
#include "base/rng.h"
#include "check/cases.h"
#include "check/exact.h"
#include "check/tank.h"

enum { ROUGH = 64, REST_STEPS = 2000, REST_LOOKS = 40 };

/* A lake over a bump or a rough bed: the data of a tank's functions, on the stack of its check. */
typedef struct Lake {
  const float *rough; /* m: ROUGH x ROUGH bed heights; NULL: the bump */
  double level;       /* m */
} Lake;

static double lake_bed(const void *data, double x, double z) {
  const Lake *lake = data;
  if (!lake->rough) return exact_bump_bed(x);
  return (double)lake->rough[(int)(z * 2) * ROUGH + (int)(x * 2)];
}

static double lake_surface(const void *data, double x, double z) {
  (void)x;
  (void)z;
  return ((const Lake *)data)->level;
}

/* 1e-5 is rounding: a float at 1 m has steps of 1e-7 m, and beds are stored to 2^-22 of their greatest height. */
static void lake_rows(CheckReport *report, const char *name, const Lake *lake, int nx, int nz, double cell) {
  Tank tank = tank_ideal(nx, nz, cell);
  tank.bed = lake_bed;
  tank.surface = lake_surface;
  tank.data = lake;
  WeirWater *water = tank_create(&tank, report);
  if (!water) return;
  double fastest = 0;
  for (int look = 0; look < REST_LOOKS; look++) {
    WeirStats stats;
    for (int n = 0; n < REST_STEPS / REST_LOOKS; n++) weir_water_step(water, 0.02f);
    weir_water_stats(water, &stats);
    fastest = fmax(fastest, (double)stats.speed_max);
  }
  const WeirView depth = weir_water_depth(water);
  double moved = 0; /* m: largest difference of the depth from max(0, level - bed) */
  for (int k = 0; k < nz; k++)
    for (int i = 0; i < nx; i++) {
      const double still = fmax(0, lake->level - lake_bed(lake, (i + 0.5) * cell, (k + 0.5) * cell));
      moved = fmax(moved, fabs(tank_depth(depth, i, k) - still));
    }
  char quantity[56];
  snprintf(quantity, sizeof quantity, "%s: fastest in 2000 steps", name);
  check_row(report, quantity, "m/s", 0, fastest, 1e-5);
  snprintf(quantity, sizeof quantity, "%s: depth changed by", name);
  check_row(report, quantity, "m", 0, moved, 1e-5);
  weir_water_destroy(water);
}

void rest_lake(CheckReport *report) {
  float *const rough = memory_create(ROUGH * ROUGH, sizeof *rough);
  if (!rough) return;
  Rng rng = {2024};
  for (int n = 0; n < ROUGH * ROUGH; n++) rough[n] = rng_range(&rng, -1.5f, 0.2f); /* one for each cell; some rise out of the water */
  for (int hill = 0; hill < 5; hill++) {
    const float x = rng_range(&rng, 0, ROUGH), z = rng_range(&rng, 0, ROUGH), high = rng_range(&rng, 1, 3);
    for (int n = 0; n < ROUGH * ROUGH; n++) {
      const float dx = (float)(n % ROUGH) - x, dz = (float)(n / ROUGH) - z;
      rough[n] += high * expf(-(dx * dx + dz * dz) / 30);
    }
  }
  lake_rows(report, "rough bed, islands", &(Lake){rough, 0.0371}, ROUGH, ROUGH, 0.5);
  lake_rows(report, "bump under water", &(Lake){NULL, 0.5}, 100, 16, 0.25);
  lake_rows(report, "bump above water", &(Lake){NULL, 0.1}, 100, 16, 0.25);
  memory_free(rough);
}
