/* Water in basins: still water stays still, and Thacker's bowls, moving shores with an exact solution. */
#include "base/memory.h"
#include "base/rng.h"
#include "check/exact.h"
#include "check/tank.h"

/* --- at rest --------------------------------------------------------------------------------------------------------- */

enum { ROUGH = 64, REST_STEPS = 2000, REST_LOOKS = 40 };

/* A lake over a bump or a rough bed: the data of a tank's functions, on the stack of its check. */
typedef struct Lake {
  const float *rough; /* m: ROUGH x ROUGH bed heights; NULL: the bump */
  double level;       /* m */
} Lake;

static double lake_bed(const TankPlace *at) {
  const Lake *lake = at->data;
  if (!lake->rough) return exact_bump_bed(at->x);
  return (double)lake->rough[(int)(at->z * 2) * ROUGH + (int)(at->x * 2)];
}

/* 1e-5 is rounding: a float at 1 m has steps of 1e-7 m, and beds are stored to 2^-22 of their greatest height. */
static void lake_rows(CheckReport *report, const char *name, const Lake *lake, int nx, int nz, double cell) {
  Tank tank = tank_ideal(nx, nz, cell);
  tank.bed = lake_bed;
  tank.level = lake->level;
  tank.data = lake;
  WeirWater *water = tank_create(&tank, report);
  if (!water) return;
  double fastest = 0;
  for (int look = 0; look < REST_LOOKS; look++) {
    for (int n = 0; n < REST_STEPS / REST_LOOKS; n++) weir_water_step(water, 0.02f);
    fastest = fmax(fastest, (double)tank_stats(water).speed_max);
  }
  const WeirView depth = weir_water_depth(water);
  double moved = 0; /* m: largest difference of the depth from max(0, level - bed) */
  for (int k = 0; k < nz; k++)
    for (int i = 0; i < nx; i++) {
      const double still = fmax(0, lake->level - lake_bed(&(TankPlace){lake, (i + 0.5) * cell, (k + 0.5) * cell}));
      moved = fmax(moved, fabs(tank_depth(depth, i, k) - still));
    }
  check_row(report, "m/s", 0, fastest, 1e-5, "%s: fastest in 2000 steps", name);
  check_row(report, "m", 0, moved, 1e-5, "%s: depth changed by", name);
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

/* --- bowls ----------------------------------------------------------------------------------------------------------- */

enum { GRIDS = 3, PERIODS = 3 };
static const double side = 4; /* m, of the square the bowl stands in */

typedef ExactFlow (*BowlFlow)(const ExactBowl *bowl, double x, double z, double t);
typedef double (*BowlMoment)(const WeirWater *water, const ExactBowl *bowl);

/* A bowl with its solution and the moment that its period is measured by; on the stack of its check. */
typedef struct Bowl {
  ExactBowl shape;
  BowlFlow flow;
  BowlMoment moment; /* swings as cos(omega*t) about 0 */
  double period;     /* s, exact */
} Bowl;

static double bowl_bed(const TankPlace *at) {
  return exact_bowl_bed(&((const Bowl *)at->data)->shape, at->x - side / 2, at->z - side / 2);
}

static ExactFlow bowl_start(const TankPlace *at) {
  const Bowl *bowl = at->data;
  return bowl->flow(&bowl->shape, at->x - side / 2, at->z - side / 2, 0);
}

static double bowl_surface(const TankPlace *at) {
  return bowl_bed(at) + bowl_start(at).h;
}

static double bowl_velocity_z(const TankPlace *at) {
  return bowl_start(at).v;
}

/* x of the centre of mass from the middle, as a share of the side. */
static double centre_moment(const WeirWater *water, const ExactBowl *bowl) {
  (void)bowl;
  const WeirView depth = weir_water_depth(water);
  double sum = 0, moment = 0;
  for (int k = 0; k < depth.nz; k++)
    for (int i = 0; i < depth.nx; i++) {
      sum += tank_depth(depth, i, k);
      moment += tank_depth(depth, i, k) * ((i + 0.5) / depth.nx - 0.5);
    }
  return moment / sum;
}

/* m2: mean square distance from the middle (R^2/3 for a cap of radius R) less its mean a^2/(3*sqrt(1 - A^2)): a cosine in time. */
static double radial_moment(const WeirWater *water, const ExactBowl *bowl) {
  const WeirView depth = weir_water_depth(water);
  const double A = exact_radial_A(bowl), cell = side / depth.nx;
  double sum = 0, moment = 0;
  for (int k = 0; k < depth.nz; k++)
    for (int i = 0; i < depth.nx; i++) {
      const double x = (i + 0.5) * cell - side / 2, z = (k + 0.5) * cell - side / 2;
      sum += tank_depth(depth, i, k);
      moment += tank_depth(depth, i, k) * (x * x + z * z);
    }
  return moment / sum - bowl->a * bowl->a / (3 * sqrt(1 - A * A));
}

/* Runs three periods; fills the measured period and the error at their end. */
static bool bowl_run(CheckReport *report, const Bowl *bowl, int cells, double *period, double *error) {
  Tank tank = tank_ideal(cells, cells, side / cells);
  tank.bed = bowl_bed;
  tank.surface = bowl_surface;
  if (bowl->shape.angle) tank.velocity_z = bowl_velocity_z;
  tank.data = bowl;
  WeirWater *water = tank_create(&tank, report);
  if (!water) return false;
  const double end = PERIODS * bowl->period;
  const int steps = (int)ceil(end / tank_tick(tank.cell, 1.5 * sqrt(GRAVITY * bowl->shape.h0)));
  const double tick = end / steps;
  Crossings c = {0};
  for (int n = 0; n < steps; n++) {
    crossings_add(&c, n * tick, bowl->moment(water, &bowl->shape));
    weir_water_step(water, (float)tick);
  }
  *period = crossings_period(&c);
  const WeirView depth = weir_water_depth(water);
  double sum = 0; /* of |depth - exact| over the wet disc */
  int wet = 0;
  for (int k = 0; k < cells; k++)
    for (int i = 0; i < cells; i++) {
      const double x = (i + 0.5) * (side / cells) - side / 2, z = (k + 0.5) * (side / cells) - side / 2;
      const double h = bowl->flow(&bowl->shape, x, z, end).h;
      sum += fabs(tank_depth(depth, i, k) - h);
      wet += h > 0;
    }
  *error = sum / (wet * bowl->shape.h0);
  weir_water_destroy(water);
  return true;
}

/* The period within 1 %. The depth's error must fall with every finer grid: the moving shore keeps it at first order or below,
 * and no figure for it holds for every scheme. */
static void bowl_rows(CheckReport *report, const char *name, const Bowl *bowl) {
  double cells[GRIDS], errors[GRIDS], period = NAN;
  for (int n = 0; n < GRIDS; n++) {
    cells[n] = side / (50 << n);
    if (!bowl_run(report, bowl, 50 << n, &period, &errors[n])) return;
  }
  check_row(report, "s", bowl->period, period, 0.01, "%s: period, 200 cells", name);
  CheckRow *row = check_row(report, "1", 0, errors[GRIDS - 1], INFINITY, "%s: L1 of depth/h0 at 3T, falls", name);
  row->order = order_of_convergence(cells, errors, GRIDS);
  check_judge(row, errors_fall(errors, GRIDS));
}

void bowls_planar(CheckReport *report) {
  for (int turn = 0; turn < 2; turn++) {
    Bowl bowl = {{.a = 1, .h0 = 0.1, .eta = 0.5, .angle = turn}, exact_planar, centre_moment, 0};
    bowl.period = 2 * PI / exact_planar_omega(&bowl.shape);
    if (turn == 0 || report->solver == WEIR_SWE) bowl_rows(report, turn ? "round" : "along x", &bowl);
  }
}

void bowls_radial(CheckReport *report) {
  Bowl bowl = {{.a = 1, .h0 = 0.1, .r0 = 0.8}, exact_radial, radial_moment, 0};
  bowl.period = 2 * PI / exact_radial_omega(&bowl.shape);
  bowl_rows(report, "radial", &bowl);
}
