/* Wind over water whose waves disperse, as a pressure on the surface that the filter takes in (pressure.c). Air that runs over waves shelters
 * their lee sides (Jeffreys 1925), and its eddies start waves where there are none (Phillips 1957):
 *   p = s*rho_air*V^2 * d(eta)/dn + e*rho_air*U^2*noise(x - U*t),   V = max(U - c, 0), n along the wind
 *   c^2 = g*d/sqrt(1 + (k*d)^2)   with k of a wave of SPEED_CELLS cells: Airy's to 4 %
 * A wave with the wind then grows, and one against it shrinks, by the rate
 *   s/2*(rho_air/rho)*V^2*k*omega/g,   on deep water s/2*(rho_air/rho)*(V/c_k)^2*omega.
 * c is one for the grid's short waves and not each wave's own: waves that run faster than the wind are not held back by it, and those against it
 * shrink by V = U - c, not U + c. There is no stress: wind drives no current. */
#include <math.h>

#include "weir/boundary/boundary.h"
#include "weir/grid/depths.h"
#include "weir/grid/flow_bodies.h"
#include "weir/grid/sleeping.h"
#include "weir/waves/tuned.h"
#include "weir/waves/waves.h"

#define AIR_DENSITY 1.225f /* kg/m^3 */
#define SHELTERING 0.3f    /* s; measured: 0.1 to 0.5 */
#define WIND_LEAST 1e-3f   /* m/s; below it there is none, and its square may vanish */
#define TAU 6.28318531f

bool weir_water_set_wind(WeirWater *w, float vx, float vz, WeirError *error) {
  if (!(vx * vx + vz * vz <= WEIR_WIND_MAX * WEIR_WIND_MAX)) return water_fault(error, "wind", "must be finite and within 60 m/s");
  const bool blows = vx * vx + vz * vz >= WIND_LEAST * WIND_LEAST;
  if (!blows) vx = vz = 0.0f;
  if (vx == w->flow.wind[0] && vz == w->flow.wind[1]) return true;
  if (blows && !pressure_create_wind(w)) return water_fault(error, "wind", "not enough memory");
  depths_change(w);
  w->flow.wind[0] = vx, w->flow.wind[1] = vz;
  if (!blows) pressure_destroy_wind(w);
  tiles_wake_all(w);
  return true;
}

bool wind_is_set(const WeirWater *w) {
  return w->flow.wind[0] != 0.0f || w->flow.wind[1] != 0.0f;
}

bool wind_is_sound(const WeirWater *w) {
  const float x = w->flow.wind[0], z = w->flow.wind[1], square = x * x + z * z;
  return square >= WIND_LEAST * WIND_LEAST && square <= WEIR_WIND_MAX * WEIR_WIND_MAX;
}

bool wind_blows(const WeirWater *w) {
  return wind_is_set(w) && flow_disperses(w);
}

void wind_wake(WeirWater *w) {
  const Tiles *const t = w->sleeping.tiles;
  for (int n = 0; n < t->across * t->down; n++) {
    const int i = n % t->across * TILE_COLUMNS, k = n / t->across * TILE_ROWS;
    if (t->extremes[n].depth > 0.0f) tiles_wake_changed(w, i, k, i + 1, k + 1);
  }
}

/* --- eddies ------------------------------------------------------------------------------------------------------------- */

/* A place along one axis of the air, in lattices of EDDY_CELLS cells; numbers of lattices run round after `ring`, 0: never. */
typedef struct AirPlace {
  int64_t whole, ring;
  float part; /* 0 to 1 */
} AirPlace;

/* Returns where the air over the middle of row or cell n of an axis was at the start. */
static AirPlace air_place(const WeirWater *w, int axis, int n) {
  const int count = axis == 0 ? w->nx : w->nz;
  const bool joined = side_is_joined(w, axis == 0 ? WEIR_WEST : WEIR_NORTH);
  const double blown = w->clock.time * (double)w->flow.wind[axis] / (double)w->cell, at = (n + 0.5 - blown) / EDDY_CELLS;
  const double whole = floor(at);
  return (AirPlace){(int64_t)whole, joined && count % EDDY_CELLS == 0 ? count / EDDY_CELLS : 0, (float)(at - whole)};
}

static uint64_t lattice(const AirPlace *place, int64_t ahead) {
  const int64_t n = place->whole + ahead;
  return (uint64_t)(place->ring > 0 ? (n % place->ring + place->ring) % place->ring : n);
}

/* Returns a number from -1 to 1 of one point of the lattice. */
static float noise_at(uint64_t x, uint64_t z) {
  uint64_t hash = (x * 0x9e3779b97f4a7c15u) ^ (z * 0xc2b2ae3d27d4eb4fu);
  hash = (hash ^ hash >> 32) * 0xd6e8feb86659fd93u;
  hash = (hash ^ hash >> 32) * 0xd6e8feb86659fd93u;
  return (float)(int32_t)(hash >> 32) * (1.0f / 2147483648.0f);
}

static float eased(float x) {
  return x * x * (3.0f - 2.0f * x);
}

/* Returns the noise in a row between two points of its lattice. */
static float noise_beside(const AirPlace *x, int64_t ahead, const AirPlace *z) {
  const float north = noise_at(lattice(x, ahead), lattice(z, 0)), south = noise_at(lattice(x, ahead), lattice(z, 1));
  return north + (south - north) * eased(z->part);
}

/* --- a row -------------------------------------------------------------------------------------------------------------- */

/* The wind's numbers in one substep. On the stack. */
typedef struct Air {
  float along[2];  /* the wind's direction, over two cells, 1/m */
  float speed;     /* m/s */
  float sheltered; /* s^2/m: by V^2, m of rise for a slope of 1 */
  float eddies;    /* m of rise */
  float number;    /* 1/m */
} Air;

static Air air_of(const WeirWater *w) {
  const float x = w->flow.wind[0], z = w->flow.wind[1], speed = sqrtf(x * x + z * z);
  const float a_pascal = 1.0f / (w->tuning.density * w->tuning.gravity);
  return (Air){.along = {x / (2.0f * w->cell * speed), z / (2.0f * w->cell * speed)},
               .speed = speed,
               .sheltered = SHELTERING * AIR_DENSITY * a_pascal,
               .eddies = EDDY_SHARE * AIR_DENSITY * speed * speed * a_pascal,
               .number = TAU / (SPEED_CELLS * w->cell)};
}

/* Returns the rise by which the lee side of a slope of 1 would be sheltered, m. */
static float shelter_of(const WeirWater *w, const Air *air, float depth) {
  const float kd = air->number * depth, c = sqrtf(w->tuning.gravity * depth / sqrtf(1.0f + kd * kd));
  const float past = max_float(air->speed - c, 0.0f);
  return min_float(air->sheltered * past * past, RISE_MAX * min_float(w->cell, depth));
}

static float open_head(const float *head, const float *depth, ptrdiff_t at) {
  return depth[at] > 0.0f ? head[at] : 0.0f;
}

void wind_row(const WeirWater *w, int k, const WindFaces *f, float *rise) {
  const Air air = air_of(w);
  const AirPlace z = air_place(w, 1, k);
  AirPlace x = air_place(w, 0, 0);
  float behind = noise_beside(&x, 0, &z), ahead = noise_beside(&x, 1, &z);
  for (int i = 0; i < w->nx; i++, x.part += 1.0f / EDDY_CELLS) {
    if (x.part >= 1.0f) {
      x.part -= 1.0f, x.whole++;
      behind = ahead, ahead = noise_beside(&x, 1, &z);
    }
    const float depth = w->depth.cells[water_index(w, i, k)];
    rise[i] = 0.0f;
    if (!(depth > 0.0f)) continue;
    const float fall_x = open_head(f->head_x, f->depth_x, i - 1) + open_head(f->head_x, f->depth_x, i);
    const float fall_z = open_head(f->head_north, f->depth_north, i) + open_head(f->head_z, f->depth_z, i);
    const float slope = clamp_float(-(fall_x * air.along[0] + fall_z * air.along[1]), -SLOPE_MAX, SLOPE_MAX);
    const float eddies = min_float(air.eddies, EDDY_MAX * min_float(w->cell, depth));
    rise[i] = shelter_of(w, &air, depth) * slope + eddies * (behind + (ahead - behind) * eased(x.part));
  }
}
