/* Water in basins: still water stays still, and Thacker's bowls, moving shores with an exact solution. */
#include "base/memory.h"
#include "base/rng.h"
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
  if (!lake->rough) return tank_bump(at->x);
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

/* --- bowls: z = -h0*(1 - r^2/a^2) about the middle of a square, and their water (Thacker 1981, SWASHES) ------------------ */

enum { GRIDS = 3, PERIODS = 3 };
static const double side = 4, rim = 1, h0 = 0.1; /* m: of the square; a and h0 of the bowl */
static const double eta = 0.5, r0 = 0.8;         /* m: the way of the planar surface's middle; the radial water's radius at the start */

/* The water of a bowl with its solution, on the stack of its check. Its period is measured by a moment that swings as a cosine in time. */
typedef struct Bowl Bowl;
struct Bowl {
  double (*depth)(const Bowl *bowl, double x, double z, double t); /* m, from the bowl's middle */
  double (*weight)(int i, int k, int cells);                       /* of a cell's water in the moment */
  double mean;                                                     /* of the moment */
  double omega;                                                    /* rad/s */
  int turns;                                                       /* 0: the planar surface swings along x; 1: it rotates */
};

static double bowl_height(double x, double z) {
  return -h0 * (1 - (x * x + z * z) / (rim * rim));
}

/* Surface (h0/a^2)*(2*x*X + 2*z*Z - X^2 - Z^2), (X, Z) = eta*(cos, turns*sin): with the bed this is a cap of radius a about (X, Z). */
static double planar_depth(const Bowl *bowl, double x, double z, double t) {
  const double dx = x - eta * cos(bowl->omega * t), dz = z - bowl->turns * eta * sin(bowl->omega * t);
  return fmax(0, h0 * (1 - (dx * dx + dz * dz) / (rim * rim)));
}

static double radial_swing(void) {
  return (rim * rim - r0 * r0) / (rim * rim + r0 * r0);
}

static double radial_depth(const Bowl *bowl, double x, double z, double t) {
  const double A = radial_swing(), D = 1 - A * cos(bowl->omega * t), r2 = (x * x + z * z) / (rim * rim), e = 1 - A * A;
  return fmax(0, h0 * (sqrt(e) / D - 1 - r2 * (e / (D * D) - 1)) - bowl_height(x, z));
}

static double bowl_bed(const TankPlace *at) {
  return bowl_height(at->x - side / 2, at->z - side / 2);
}

static double bowl_start(const TankPlace *at) {
  const Bowl *bowl = at->data;
  return bowl->depth(bowl, at->x - side / 2, at->z - side / 2, 0);
}

static double bowl_surface(const TankPlace *at) {
  return bowl_bed(at) + bowl_start(at);
}

static double bowl_velocity_z(const TankPlace *at) {
  return bowl_start(at) > 0 ? eta * ((const Bowl *)at->data)->omega : 0;
}

/* The moment is then x of the centre of mass from the middle, as a share of the side. */
static double weight_along_x(int i, int k, int cells) {
  (void)k;
  return (i + 0.5) / cells - 0.5;
}

/* The moment is then the mean square distance from the middle: R^2/3 for a cap of radius R. */
static double weight_from_middle(int i, int k, int cells) {
  const double cell = side / cells, x = (i + 0.5) * cell - side / 2, z = (k + 0.5) * cell - side / 2;
  return x * x + z * z;
}

static double bowl_moment(const WeirWater *water, const Bowl *bowl) {
  const WeirView depth = weir_water_depth(water);
  double sum = 0, moment = 0;
  for (int k = 0; k < depth.nz; k++)
    for (int i = 0; i < depth.nx; i++) {
      sum += tank_depth(depth, i, k);
      moment += tank_depth(depth, i, k) * bowl->weight(i, k, depth.nx);
    }
  return moment / sum - bowl->mean;
}

/* Runs three periods; fills the measured period and the error at their end. */
static bool bowl_run(CheckReport *report, const Bowl *bowl, int cells, double *period, double *error) {
  Tank tank = tank_ideal(cells, cells, side / cells);
  tank.bed = bowl_bed;
  tank.surface = bowl_surface;
  if (bowl->turns) tank.velocity_z = bowl_velocity_z;
  tank.data = bowl;
  WeirWater *water = tank_create(&tank, report);
  if (!water) return false;
  const double end = PERIODS * (2 * PI / bowl->omega);
  const int steps = (int)ceil(end / tank_tick(tank.cell, 1.5 * sqrt(GRAVITY * h0)));
  const double tick = end / steps;
  Crossings c = {0};
  for (int n = 0; n < steps; n++) {
    crossings_add(&c, n * tick, bowl_moment(water, bowl));
    weir_water_step(water, (float)tick);
  }
  *period = crossings_period(&c);
  const WeirView depth = weir_water_depth(water);
  double sum = 0; /* of |depth - exact| over the wet disc */
  int wet = 0;
  for (int k = 0; k < cells; k++)
    for (int i = 0; i < cells; i++) {
      const double x = (i + 0.5) * (side / cells) - side / 2, z = (k + 0.5) * (side / cells) - side / 2;
      const double h = bowl->depth(bowl, x, z, end);
      sum += fabs(tank_depth(depth, i, k) - h);
      wet += h > 0;
    }
  *error = sum / (wet * h0);
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
  check_row(report, "s", 2 * PI / bowl->omega, period, 0.01, "%s: period, 200 cells", name);
  CheckRow *row = check_row(report, "1", 0, errors[GRIDS - 1], INFINITY, "%s: L1 of depth/h0 at 3T, falls", name);
  row->order = order_of_convergence(cells, errors, GRIDS);
  check_judge(row, errors_fall(errors, GRIDS));
}

void bowls_planar(CheckReport *report) {
  for (int turns = 0; turns < (report->solver == WEIR_SWE ? 2 : 1); turns++) {
    const Bowl bowl = {planar_depth, weight_along_x, 0, sqrt(2 * GRAVITY * h0) / rim, turns};
    bowl_rows(report, turns ? "round" : "along x", &bowl);
  }
}

void bowls_radial(CheckReport *report) {
  const double A = radial_swing(), mean = rim * rim / (3 * sqrt(1 - A * A));
  bowl_rows(report, "radial", &(Bowl){radial_depth, weight_from_middle, mean, sqrt(8 * GRAVITY * h0) / rim, 0});
}
