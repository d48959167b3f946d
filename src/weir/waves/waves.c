#include "weir/waves/waves.h"

#include <math.h>
#include <string.h>

#include "base/float_mode.h"
#include "base/memory.h"
#include "base/team.h"
#include "weir/boundary/boundary.h"
#include "weir/grid/flow_bodies.h"
#include "weir/grid/sleeping.h"
#include "weir/waves/tuned.h"
#include "weir/waves/wave_grids.h"
#include "weir/waves/wave_sum.h"

/* Least squares, then minimax of the phase speed, up to a kd of 10 (0.57 % at most), 40 (0.37 %) and 100 (0.15 %). */
static const struct {
  float depth_max; /* of the deepest water, in cells: shorter waves than some five cells are not right anyway */
  int count;
  float b[POLES_MAX], w[POLES_MAX];
} pole_sets[] = {
    {8, 2, {0.367477f, 0.008267f}, {0.861067f, 0.138933f}},
    {32, 3, {0.377761f, 0.015018f, 0.000452f}, {0.848572f, 0.119292f, 0.032136f}},
    {INFINITY, 4, {0.3901393f, 0.02112382f, 0.001420159f, 5.41069e-5f}, {0.834232f, 0.121530f, 0.033480f, 0.010758f}},
};

/* --- setting up ------------------------------------------------------------------------------------------------------- */

static bool grid_field(const WaveGrid *g, Field *field) {
  field->block = memory_create_beside((size_t)g->stride * (size_t)(g->nz + 4), sizeof *field->block);
  if (field->block) field->cells = field->block + 2 * g->stride + GRID_LEAD;
  return field->block;
}

static void grid_free(WaveGrid *g) {
  void *const blocks[] = {g->depth_x.block, g->depth_z.block, g->weight.block, g->r.block, g->spare.block, g->right.block};
  blocks_free(blocks, sizeof blocks / sizeof *blocks);
}

/* Each grid has half the cells of the one before a side, rounded up, until little is left. */
static bool grids_create(const WeirWater *w, Waves *waves) {
  int nx = w->nx, nz = w->nz;
  for (int n = 0; n < GRIDS_MAX; n++) {
    WaveGrid *const g = &waves->grid[n];
    g->nx = nx, g->nz = nz;
    g->stride = n == 0 ? w->stride : (GRID_LEAD + nx + GRID_TAIL + 15) / 16 * 16;
    Field *const fields[] = {&g->depth_x, &g->depth_z, &g->weight, &g->spare, &g->right, &g->r};
    const size_t count = sizeof fields / sizeof *fields - (n == 0); /* its r is each pole's */
    for (size_t m = 0; m < count; m++)
      if (!(n == 0 ? field_create(w, fields[m]) : grid_field(g, fields[m]))) return false;
    waves->grids = n + 1;
    if (nx <= 2 || nz <= 2) break;
    nx = (nx + 1) / 2, nz = (nz + 1) / 2;
  }
  return true;
}

void waves_destroy(WeirWater *w) {
  Waves *const waves = w->waves;
  w->waves = NULL;
  if (!waves) return;
  for (int n = 0; n < GRIDS_MAX; n++) grid_free(&waves->grid[n]);
  wave_tiles_destroy(&waves->tiles);
  for (int n = 0; n < POLES_MAX; n++) memory_free(waves->r[n].block), memory_free(waves->before[n].block);
  void *const blocks[] = {waves->head.block,   waves->breaking.block, waves->spare.block,
                          waves->beside.block, waves->taper_x,        waves->taper_z,
                          waves->breaks,       waves->rows,           waves};
  blocks_free(blocks, sizeof blocks / sizeof *blocks);
}

/* The number of poles for the deepest water. */
static int poles_wanted(const WeirWater *w) {
  size_t set = 0;
  while (w->extremes.depth > pole_sets[set].depth_max * w->cell) set++;
  return pole_sets[set].count;
}

bool waves_create(WeirWater *w, int poles) {
  Waves *const waves = w->waves = memory_create(1, sizeof *waves);
  if (!waves) return false;
  const int set = poles - pole_sets[0].count;
  waves->poles = poles;
  memcpy(waves->b, pole_sets[set].b, sizeof waves->b);
  memcpy(waves->w, pole_sets[set].w, sizeof waves->w);
  bool ok = grids_create(w, waves) && field_create(w, &waves->head) && field_create(w, &waves->breaking) &&
            field_create(w, &waves->spare) && field_create(w, &waves->beside);
  for (int n = 0; n < waves->poles && ok; n++) ok = field_create(w, &waves->r[n]) && field_create(w, &waves->before[n]);
  waves->taper_x = memory_create((size_t)w->nx + GRID_TAIL, sizeof *waves->taper_x);
  waves->taper_z = memory_create((size_t)w->nz, sizeof *waves->taper_z);
  waves->breaks = memory_create((size_t)w->nz, sizeof *waves->breaks);
  ok = wave_tiles_create(w, &waves->tiles) && ok && waves->taper_x && waves->taper_z && waves->breaks && wave_rows_reserve(w, waves);
  if (!ok) waves_destroy(w);
  return ok;
}

void waves_threads(WeirWater *w) {
  wave_rows_reserve(w, w->waves);
}

bool weir_water_set_dispersion(WeirWater *w, bool on, WeirError *error) {
  if (on == (w->waves != NULL)) return true;
  if (!on) {
    waves_destroy(w);
    return true;
  }
  return waves_create(w, poles_wanted(w)) || water_fault(error, "water", "not enough memory for waves that disperse");
}

bool weir_water_dispersion(const WeirWater *w) {
  return w->waves;
}

int waves_poles(const WeirWater *w) {
  return w->waves ? w->waves->poles : 0;
}

Field *waves_field(Waves *waves, int n) {
  return n < waves->poles ? &waves->r[n] : &waves->before[n - waves->poles];
}

WaveNumbers *waves_numbers(Waves *waves) {
  return &waves->numbers;
}

void waves_reset(WeirWater *w) {
  Waves *const waves = w->waves;
  for (int n = 0; waves && n < 2 * waves->poles; n++) memset(waves_field(waves, n)->block, 0, field_bytes(w));
  if (waves) waves->numbers = (WaveNumbers){0}, waves->tiles.is_known = waves->tiles.goes_on = false;
}

float waves_speed(const WeirWater *w, float speed) {
  if (!flow_disperses(w)) return speed;
  const float held = w->waves->numbers.speed_held;
  return speed > held || speed < SPEED_FALLS * held ? SPEED_RISES * speed : held;
}

/* --- where the filter fades in ------------------------------------------------------------------------------------------- */

/* The filter fades in from sides that let through, whose conditions know long waves only: what comes near them becomes long. */
static float taper_of(bool first, bool last, int n, int count) {
  const int from = first ? n : SIDE_TAPER, back = last ? count - 1 - n : SIDE_TAPER;
  const float share = ((float)min_int(from, back) + 0.5f) / (float)SIDE_TAPER;
  return share >= 1.0f ? 1.0f : share * share * (3.0f - 2.0f * share);
}

static bool lets_through(const WeirWater *w, WeirSide side) {
  return !side_is_closed(w, side) && !side_is_joined(w, side);
}

float waves_taper(const WeirWater *w, WeirSide side, int n) {
  if (side == WEIR_WEST) return taper_of(lets_through(w, WEIR_WEST), lets_through(w, WEIR_EAST), n, w->nx);
  return taper_of(lets_through(w, WEIR_NORTH), lets_through(w, WEIR_SOUTH), n, w->nz);
}

static void tapers_update(const WeirWater *w, Waves *waves) {
  int made = 1;
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) made = 2 * made + lets_through(w, (WeirSide)side);
  if (waves->tapers == made) return;
  waves->tapers = made;
  for (int i = 0; i < w->nx; i++) waves->taper_x[i] = waves_taper(w, WEIR_WEST, i);
  for (int k = 0; k < w->nz; k++) waves->taper_z[k] = waves_taper(w, WEIR_NORTH, k);
}

/* --- the solve --------------------------------------------------------------------------------------------------------- */

static void tiles_stir(WeirWater *w) {
  const Tiles *const t = w->sleeping.tiles;
  for (int n = 0; n < t->across * t->down; n++) {
    if (!w->waves->tiles.stirs[n]) continue;
    const int i0 = n % t->across * TILE_COLUMNS, k0 = n / t->across * TILE_ROWS;
    tiles_wake(w, i0, k0, min_int(i0 + TILE_COLUMNS, w->nx), min_int(k0 + TILE_ROWS, w->nz));
  }
}

/* Where opposite sides are joined, a grid of an odd number of cells has none that is coarser. */
static int grids_of_use(const WeirWater *w) {
  int n = 0;
  for (; n + 1 < w->waves->grids; n++) {
    const WaveGrid *const g = &w->waves->grid[n];
    if ((side_is_joined(w, WEIR_WEST) && g->nx % 2) || (side_is_joined(w, WEIR_NORTH) && g->nz % 2)) break;
  }
  return n + 1;
}

/* Nothing pulls at the water: r is 0. */
static void poles_clear(const WeirWater *w, Waves *waves) {
  for (int n = 0; n < waves->poles; n++) {
    field_swap(&waves->r[n], &waves->before[n]);
    memset(waves->r[n].block, 0, field_bytes(w));
  }
}

/* Returns true if all that the filter is made from is as it was when it last found nothing to do. */
static bool is_at_rest(const WeirWater *w) {
  const WaveTiles *const t = &w->waves->tiles;
  if (!t->is_known || t->idle < 2) return false;
  return tiles_unchanged(w);
}

static void filter_solve(WeirWater *w, const FlowStep *step, float dt, float speed) {
  Waves *const waves = w->waves;
  WaveNumbers *const numbers = &waves->numbers;
  const float lead = numbers->dt_before > 0.0f ? dt / numbers->dt_before : 0.0f;
  *numbers = (WaveNumbers){dt, waves_speed(w, speed)};
  if (is_at_rest(w)) return;
  tapers_update(w, waves);
  const FlowBodies *const bodies = flow_bodies(w);
  wave_beside_update(w, bodies);
  wave_tiles_choose_written(w, &waves->tiles);
  wave_cells_write(w, bodies, dt, HEADS_SMALL * step->head_dead_band);
  const bool some = wave_tiles_choose(w, waves);
  memcpy(waves->tiles.held, waves->tiles.holds, (size_t)waves->tiles.across * (size_t)waves->tiles.down);
  WaveSum sum = {.w = w, .waves = waves, .least = 0.25f * step->head_dead_band};
  if (!some && waves->tiles.idle < 2) poles_clear(w, waves);
  if (some)
    wave_poles_solve(w, grids_of_use(w), lead, &sum);
  else
    wave_sum_all(&sum);
  boundary_fill_halo(w, &waves->head);
  tiles_stir(w);
}

const float *waves_beside(const WeirWater *w, int k) {
  return flow_disperses(w) && w->waves->has_bodies ? w->waves->beside.cells + k * w->stride : NULL;
}

void waves_solve(WeirWater *w, const FlowStep *step, float dt, float speed) {
  const bool disperse = flow_disperses(w);
  if (w->flow.pressure) pressure_rise(w);
  if (wind_blows(w)) wind_wake(w);
  if (disperse) filter_solve(w, step, dt, speed);
  if (!disperse && w->waves) w->waves->tiles.goes_on = false;
  if (disperse && w->flow.pressure) pressure_add(w, &w->waves->head);
}

const float *waves_head(const WeirWater *w, int k) {
  if (w->flow.pressure) return pressure_head(w, flow_disperses(w), k);
  return flow_disperses(w) ? w->waves->head.cells + k * w->stride : NULL;
}

float waves_ripple_share(const WeirWater *w) {
  return flow_disperses(w) ? WAVES_RIPPLE : 1.0f;
}

float waves_spill_share(const WeirWater *w) {
  return flow_disperses(w) ? 1.0f : 0.0f;
}

float waves_places_share(const WeirWater *w) {
  return flow_disperses(w) ? WAVES_PLACES : 1.0f;
}
