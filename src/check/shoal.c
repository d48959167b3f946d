/* Waves that bend: Berkhoff's elliptic shoal. */
#include "base/memory.h"
#include "check/tank.h"

enum { SHOAL_TICKS = 40, SHOAL_SECONDS = 30, SHOAL_PERIODS = 5, SHOAL_POINTS = 26 };
static const double shoal_cell = 0.0625, shoal_west = -12, shoal_north = -10; /* m */
static const double shoal_long = 26, shoal_wide = 20, shoal_sponge = 3;       /* m */
static const double shoal_depth = 0.45, shoal_height = 0.0464;                /* m */

/* A line on which wave heights were measured: across the waves at `at` m behind the middle of the shoal, or along them, at `at` m beside it. */
typedef struct ShoalSection {
  int number;
  bool along;
  double at; /* m */
  int count;
  double measured[SHOAL_POINTS][2]; /* m on the line; height over that of the waves sent */
} ShoalSection;

/* Heights as Basilisk's example `shoal` has them, read from figures of the paper; y counts as there. */
static const ShoalSection sections[] = {
    {2, false, 3, 26, {{-4.236, 0.812}, {-3.728, 0.699}, {-3.211, 0.732}, {-2.754, 0.774}, {-2.261, 0.852}, {-1.785, 0.876},
                       {-1.250, 0.937}, {-0.988, 0.899}, {-0.720, 1.015}, {-0.476, 1.153}, {-0.276, 1.192}, {0.021, 1.216},
                       {0.292, 1.338},  {0.519, 1.399},  {0.757, 1.462},  {1.011, 1.440},  {1.331, 1.374},  {1.504, 1.117},
                       {1.742, 0.936},  {1.982, 0.902},  {2.266, 0.911},  {2.488, 0.831},  {2.756, 0.700},  {3.281, 0.626},
                       {3.776, 0.626},  {4.284, 0.631}}},
    {3, false, 5, 26, {{-4.308, 0.810}, {-3.790, 0.765}, {-3.237, 0.490}, {-2.792, 0.588}, {-2.275, 0.703}, {-1.752, 0.546},
                       {-1.269, 0.856}, {-1.027, 0.751}, {-0.770, 0.602}, {-0.507, 0.934}, {-0.268, 1.558}, {-0.081, 2.039},
                       {0.234, 2.207},  {0.473, 2.059},  {0.731, 1.551},  {0.983, 1.077},  {1.240, 0.835},  {1.531, 0.796},
                       {1.711, 0.682},  {2.015, 0.584},  {2.241, 0.523},  {2.496, 0.603},  {2.792, 0.646},  {3.307, 0.585},
                       {3.772, 0.600},  {4.282, 0.558}}},
    {5, false, 9, 26, {{-4.215, 0.764}, {-3.695, 0.850}, {-3.184, 0.500}, {-2.692, 0.472}, {-2.224, 0.845}, {-1.731, 0.873},
                       {-1.225, 0.265}, {-0.963, 0.567}, {-0.714, 0.938}, {-0.468, 1.274}, {-0.236, 1.505}, {0.000, 1.660},
                       {0.297, 1.825},  {0.538, 1.838},  {0.752, 1.788},  {1.036, 1.678},  {1.285, 1.463},  {1.520, 1.070},
                       {1.739, 0.600},  {2.012, 0.294},  {2.261, 0.152},  {2.507, 0.409},  {2.778, 0.686},  {3.297, 0.727},
                       {3.808, 0.404},  {4.255, 0.510}}},
    {7,
     true,
     0,
     19,
     {{0.438, 1.069},
      {0.947, 1.151},
      {1.474, 1.142},
      {1.964, 1.096},
      {2.451, 1.184},
      {2.954, 1.231},
      {3.436, 1.569},
      {3.991, 1.530},
      {4.448, 1.726},
      {4.984, 2.077},
      {5.446, 1.982},
      {5.985, 1.968},
      {6.521, 2.020},
      {6.991, 1.948},
      {7.508, 1.868},
      {8.025, 1.764},
      {8.493, 1.696},
      {8.994, 1.682},
      {9.486, 1.698}}},
};

/* A slope of 1:50, turned by 20 degrees to the waves, and the shoal upon it. In the sponge it ends at 0.07 m of water. */
static double shoal_bed(const TankPlace *at) {
  const double x = at->x + shoal_west, y = at->z + shoal_north, turn = 20 * PI / 180;
  const double up = x * cos(turn) + y * sin(turn), along = y * cos(turn) - x * sin(turn);
  const double slope = fmax(0, (up + 5.82) / 50), within = up * up / 9 + along * along / 16;
  const double shoal = within > 1 ? 0 : 0.5 * sqrt(1 - up * up / (3.75 * 3.75) - along * along / 25) - 0.3;
  return fmin(slope + shoal, shoal_depth - 0.07);
}

/* Wave heights of all cells over that of the waves sent; `height` is owned by its maker. */
typedef struct ShoalMap {
  double cell; /* m */
  int nx, nz;
  float *height; /* nx*nz */
} ShoalMap;

/* Adds to `height` what the surface of each cell rose and fell in one period. `high` and `low` are scratch of nx*nz. */
static void shoal_period(WeirWater *water, ShoalMap *map, float *high, float *low) {
  const int count = map->nx * map->nz;
  for (int n = 0; n < count; n++) high[n] = -1, low[n] = 10;
  for (int tick = 0; tick < SHOAL_TICKS; tick++) {
    weir_water_step(water, 1.0f / SHOAL_TICKS);
    const WeirView depth = weir_water_depth(water);
    for (int k = 0; k < map->nz; k++)
      for (int i = 0; i < map->nx; i++) {
        const float d = depth.data[k * depth.stride + i];
        float *const top = &high[k * map->nx + i], *const bottom = &low[k * map->nx + i];
        *top = fmaxf(*top, d), *bottom = fminf(*bottom, d);
      }
  }
  for (int n = 0; n < count; n++) map->height[n] += (high[n] - low[n]) / (float)(SHOAL_PERIODS * shoal_height);
}

/* Runs waves of 1 s over the shoal until they are steady, and measures. False with a row when the library refuses. */
static bool shoal_run(CheckReport *report, ShoalMap *map) {
  Tank tank = tank_ideal(map->nx, map->nz, map->cell);
  tank.bed = shoal_bed;
  tank.level = shoal_depth;
  tank.disperses = true;
  tank.tuning.sponge_width = (float)shoal_sponge;
  tank.boundary[WEIR_WEST] =
      (WeirBoundary){.kind = WEIR_WAVE, .level = (float)shoal_depth, .tide_height = (float)(shoal_height / 2), .tide_period = 1};
  tank.boundary[WEIR_EAST].kind = WEIR_SPONGE;
  WeirWater *water = tank_create(&tank, report);
  if (!water) return false;
  const size_t count = (size_t)map->nx * (size_t)map->nz;
  float *const high = memory_create(count, sizeof *high), *const low = memory_create(count, sizeof *low);
  const bool ok = high && low;
  if (ok) {
    tank_run(water, SHOAL_SECONDS, 1.0 / SHOAL_TICKS);
    for (int n = 0; n < SHOAL_PERIODS; n++) shoal_period(water, map, high, low);
  } else {
    check_row(report, "1", 1, NAN, 0, "not enough memory");
  }
  memory_free(high);
  memory_free(low);
  weir_water_destroy(water);
  return ok;
}

/* Returns the height on a section, between cells to first order. */
static double shoal_height_at(const ShoalMap *map, const ShoalSection *section, double place) {
  const double x = ((section->along ? place : section->at) - shoal_west) / map->cell - 0.5;
  const double y = ((section->along ? section->at : place) - shoal_north) / map->cell - 0.5;
  const int i = (int)x, k = (int)y;
  const float *const h = &map->height[k * map->nx + i];
  const double u = x - i, v = y - k;
  return (1 - v) * ((1 - u) * (double)h[0] + u * (double)h[1]) + v * ((1 - u) * (double)h[map->nx] + u * (double)h[map->nx + 1]);
}

/* States a section's highest waves and how far the heights are from those measured. */
static void shoal_rows(CheckReport *report, const ShoalMap *map, const ShoalSection *section) {
  double most = 0, got = 0, squares = 0;
  const double from = section->measured[0][0], until = section->measured[section->count - 1][0];
  for (double place = from; place < until; place += 0.05) got = fmax(got, shoal_height_at(map, section, place));
  for (int n = 0; n < section->count; n++) {
    const double measured = section->measured[n][1], error = shoal_height_at(map, section, section->measured[n][0]) - measured;
    most = fmax(most, measured), squares += error * error;
  }
  check_row(report, "1", most, got, INFINITY, "section %d: highest waves, over those sent", section->number);
  check_row(report, "1", 0, sqrt(squares / section->count), INFINITY, "section %d: rms difference of heights", section->number);
}

/* The basin of Berkhoff, Booij and Radder (1982, Coastal Engineering 6): waves of 1 s and 4.64 cm on 0.45 m of water meet a slope and an
 * elliptic shoal, bend, and cross behind it. Bed and measured heights as in Basilisk's example `shoal`, after Lannes and Marche (2014). Stated:
 * the heights were read from figures, and 15 to 24 cells a wave lose some of it: at 0.05 m the highest of section 3 are 2.22, at 0.1 m 1.85. */
void disperse_elliptic(CheckReport *report) {
  ShoalMap map = {.cell = shoal_cell, .nx = (int)lround(shoal_long / shoal_cell), .nz = (int)lround(shoal_wide / shoal_cell)};
  map.height = memory_create((size_t)map.nx * (size_t)map.nz, sizeof *map.height);
  if (!map.height)
    check_row(report, "1", 1, NAN, 0, "not enough memory");
  else if (shoal_run(report, &map))
    for (size_t n = 0; n < sizeof sections / sizeof *sections; n++) shoal_rows(report, &map, &sections[n]);
  memory_free(map.height);
}
