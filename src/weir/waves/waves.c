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
#include "weir/waves/wave_rows.h"

enum { POLES_MAX = 4, GRIDS_MAX = 12, GRID_LEAD = 16, GRID_TAIL = 32, CELLS_PER_TEAM = 16384 };

/* One grid of the solve; the first is the water's own. Rows -1 to nz. Owned by Waves. */
typedef struct WaveGrid {
  int nx, nz;
  ptrdiff_t stride;
  Field depth_x, depth_z; /* m, the depth of the faces to the east and south that carries waves; 0: closed */
  Field weight;           /* 1/m, depth/dx^2 of the cell by the shares of the filter */
  Field r, spare, right;  /* m: correction; scratch; right side. The first grid's r are the poles', its `right` is `pull`, m^2 */
} WaveGrid;

struct Waves {
  int poles, grids;
  float b[POLES_MAX], w[POLES_MAX];
  WaveGrid grid[GRIDS_MAX];
  Field r[POLES_MAX], before[POLES_MAX]; /* m: each pole's, now and a substep ago */
  Field head, breaking;                  /* m: sum of w*r and of what breaks; that */
  float *taper_x, *taper_z;              /* share of the filter by column and row */
  float *row_most;                       /* m: greatest change of each row in a sweep */
  uint8_t *stirs;                        /* of each tile: the head is not 0 everywhere in it */
  WaveNumbers numbers;
};

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
  field->block = memory_create((size_t)g->stride * (size_t)(g->nz + 4), sizeof *field->block);
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
    for (size_t m = 0; m < sizeof fields / sizeof *fields - (n == 0); m++)
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
  for (int n = 0; n < POLES_MAX; n++) memory_free(waves->r[n].block), memory_free(waves->before[n].block);
  void *const blocks[] = {waves->head.block, waves->breaking.block, waves->taper_x, waves->taper_z, waves->row_most, waves->stirs, waves};
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
  bool ok = grids_create(w, waves) && field_create(w, &waves->head) && field_create(w, &waves->breaking);
  for (int n = 0; n < waves->poles && ok; n++) ok = field_create(w, &waves->r[n]) && field_create(w, &waves->before[n]);
  waves->taper_x = memory_create((size_t)w->nx + GRID_TAIL, sizeof *waves->taper_x);
  waves->taper_z = memory_create((size_t)w->nz, sizeof *waves->taper_z);
  waves->row_most = memory_create((size_t)w->nz, sizeof *waves->row_most);
  const int across = (w->nx + TILE_COLUMNS - 1) / TILE_COLUMNS, down = (w->nz + TILE_ROWS - 1) / TILE_ROWS;
  waves->stirs = memory_create((size_t)across * (size_t)down, 1);
  ok = ok && waves->taper_x && waves->taper_z && waves->row_most && waves->stirs;
  if (!ok) waves_destroy(w);
  return ok;
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
  if (waves) waves->numbers = (WaveNumbers){0};
}

float waves_speed(const WeirWater *w, float speed) {
  if (!w->waves) return speed;
  const float held = w->waves->numbers.speed_held;
  return (speed > held || speed < SPEED_FALLS * held ? SPEED_RISES * speed : held) / WAVES_STEP;
}

/* --- passes over the rows ---------------------------------------------------------------------------------------------- */

/* What a pass over rows works on. On the stack. */
typedef struct Pass {
  WeirWater *w;
  Waves *waves;
  const FlowBodies *bodies; /* NULL: none */
  WaveGrid *grid, *coarse;  /* coarse: the next one */
  const float *right;       /* its cell (0, 0) */
  float *from, *to;
  bool finest;
  int grids; /* that are of use */
  float b, step, lead;
} Pass;

static void pass_run(const Pass *p, int first, int end, TeamRows *rows) {
  const int cells = p->grid->nx * p->grid->nz, threads = cells < CELLS_PER_TEAM ? 1 : p->w->threads;
  team_rows(threads, first, end, rows, (void *)(uintptr_t)p);
}

/* Repeats what joined sides join, of a field on a grid: a column to the west and east, a row to the north and south. */
static void join_row(const WeirWater *w, float *row, int nx) {
  if (!side_is_joined(w, WEIR_WEST)) return;
  row[-1] = row[nx - 1];
  row[nx] = row[0];
}

static void join_rows(const Pass *p, float *cells) {
  if (!side_is_joined(p->w, WEIR_NORTH)) return;
  const ptrdiff_t stride = p->grid->stride;
  const size_t bytes = sizeof(float) * (size_t)(p->grid->nx + 2);
  memcpy(cells - stride - 1, cells + (p->grid->nz - 1) * stride - 1, bytes);
  memcpy(cells + p->grid->nz * stride - 1, cells - 1, bytes);
}

/* --- faces and cells of the water's own grid --------------------------------------------------------------------------- */

static void clear_beyond(float *row, int nx) {
  memset(row + nx, 0, sizeof(float) * 16);
}

/* Row -1 has the faces to the north of row 0. Nothing passes the sides of the grid but where they are joined. */
static void faces_rows(void *data, int first, int end) {
  const Pass *const p = data;
  const WeirWater *const w = p->w;
  const bool joined_x = side_is_joined(w, WEIR_WEST), joined_z = side_is_joined(w, WEIR_NORTH);
  for (int k = first; k < end; k++) {
    const ptrdiff_t at = k * w->stride;
    const float *const bed = w->terrain.cells + at, *const depth = w->depth.cells + at;
    float *const head_x = p->grid->spare.cells + at, *const head_z = p->waves->head.cells + at;
    float *const depth_x = p->grid->depth_x.cells + at, *const depth_z = p->grid->depth_z.cells + at;
    const WaveFaces east = {{bed, bed + 1}, {depth, depth + 1}, head_x, depth_x};
    const WaveFaces south = {{bed, bed + w->stride}, {depth, depth + w->stride}, head_z, depth_z};
    if (k >= 0) kernels()->waves->faces(&east, -16, w->nx);
    kernels()->waves->faces(&south, 0, w->nx);
    if (k >= 0 && p->bodies && p->bodies->close_faces) p->bodies->close_faces(w, k, depth_x, depth_z);
    if (!joined_x) head_x[-1] = depth_x[-1] = 0.0f;
    clear_beyond(depth_x, joined_x ? w->nx : w->nx - 1);
    clear_beyond(head_x, joined_x ? w->nx : w->nx - 1);
    clear_beyond(depth_z, w->nx);
    if (!joined_z && (k < 0 || k == w->nz - 1)) {
      memset(depth_z, 0, sizeof(float) * (size_t)w->nx);
      memset(head_z, 0, sizeof(float) * (size_t)w->nx);
    }
  }
}

static void cells_rows(void *data, int first, int end) {
  const Pass *const p = data;
  const WeirWater *const w = p->w;
  for (int k = first; k < end; k++) {
    const ptrdiff_t at = k * w->stride;
    const float *const head_z = p->waves->head.cells + at, *const depth_z = p->grid->depth_z.cells + at;
    const WaveCells cells = {.head_x = p->grid->spare.cells + at,
                             .head_z = head_z,
                             .head_north = head_z - w->stride,
                             .depth_x = p->grid->depth_x.cells + at,
                             .depth_z = depth_z,
                             .depth_north = depth_z - w->stride,
                             .depth = w->depth.cells + at,
                             .speed_x = w->flow.speed_x.cells + at,
                             .speed_z = w->flow.speed_z.cells + at,
                             .speed_north = w->flow.speed_z.cells + at - w->stride,
                             .gravity = w->tuning.gravity,
                             .taper = p->waves->taper_x,
                             .row_taper = p->waves->taper_z[k],
                             .cell = w->cell,
                             .pull = p->grid->right.cells + at,
                             .viscosity_max = (w->solver == WEIR_PIPE ? 0.0f : BREAKING_MAX) * w->cell * w->cell / p->step,
                             .breaking = p->waves->breaking.cells + at,
                             .weight = p->grid->weight.cells + at};
    kernels()->waves->cells(&cells, w->nx);
  }
}

/* The filter fades in from sides that let through, whose conditions know long waves only: what comes near them becomes long. */
static float taper_of(bool first, bool last, int n, int count) {
  const int from = first ? n : SIDE_TAPER, back = last ? count - 1 - n : SIDE_TAPER;
  const float share = ((float)min_int(from, back) + 0.5f) / (float)SIDE_TAPER;
  return share >= 1.0f ? 1.0f : share * share * (3.0f - 2.0f * share);
}

static bool lets_through(const WeirWater *w, WeirSide side) {
  return !side_is_closed(w, side) && !side_is_joined(w, side);
}

static void tapers_update(const WeirWater *w, Waves *waves) {
  const bool west = lets_through(w, WEIR_WEST), east = lets_through(w, WEIR_EAST);
  const bool north = lets_through(w, WEIR_NORTH), south = lets_through(w, WEIR_SOUTH);
  for (int i = 0; i < w->nx; i++) waves->taper_x[i] = taper_of(west, east, i, w->nx);
  for (int k = 0; k < w->nz; k++) waves->taper_z[k] = taper_of(north, south, k, w->nz);
}

/* --- coarser grids ----------------------------------------------------------------------------------------------------- */

static float inverse(float a) {
  return a > 0.0f ? 1.0f / a : 0.0f;
}

/* The weight of a coarse cell is that of cells twice as wide, by the harmonic mean, over the wet ones: beds that jump from cell to cell do not
 * forgive the plain one. Its faces are the means of the two that they are made of. */
static void coarsen_rows(void *data, int first, int end) {
  const Pass *const p = data;
  const WaveGrid *const g = p->grid, *const h = p->coarse;
  for (int k = first; k < end; k++) {
    const float *const m0 = g->weight.cells + 2 * k * g->stride, *const m1 = m0 + g->stride;
    const float *const x0 = g->depth_x.cells + 2 * k * g->stride, *const x1 = x0 + g->stride;
    const float *const z1 = g->depth_z.cells + (2 * k + 1) * g->stride;
    float *const m = h->weight.cells + k * h->stride, *const x = h->depth_x.cells + k * h->stride;
    float *const z = h->depth_z.cells + k * h->stride;
    for (int i = 0; i < h->nx; i++) {
      m[i] = inverse((inverse(m0[2 * i]) + inverse(m0[2 * i + 1])) + (inverse(m1[2 * i]) + inverse(m1[2 * i + 1])));
      x[i] = 0.5f * (x0[2 * i + 1] + x1[2 * i + 1]);
      z[i] = 0.5f * (z1[2 * i] + z1[2 * i + 1]);
    }
    join_row(p->w, x, h->nx);
  }
}

static WaveRelaxation row_of(const Pass *p, int k, float *out) {
  const WaveGrid *const g = p->grid;
  const ptrdiff_t at = k * g->stride;
  const float *const r = p->from + at, *const depth_z = g->depth_z.cells + at;
  return (WaveRelaxation){.r = r,
                          .r_south = r + g->stride,
                          .r_north = r - g->stride,
                          .depth_x = g->depth_x.cells + at,
                          .depth_z = depth_z,
                          .depth_north = depth_z - g->stride,
                          .weight = g->weight.cells + at,
                          .right = p->right + at,
                          .b = p->b,
                          .step = p->step,
                          .out = out};
}

static void relax_rows(void *data, int first, int end) {
  const Pass *const p = data;
  const FloatMode mode = float_mode_flush();
  for (int k = first; k < end; k++) {
    float *const out = p->to + k * p->grid->stride;
    const WaveRelaxation row = row_of(p, k, out);
    const float most = p->finest ? kernels()->waves->relax_finest(&row, p->grid->nx) : kernels()->waves->relax(&row, p->grid->nx);
    if (p->finest) p->waves->row_most[k] = most;
    join_row(p->w, out, p->grid->nx);
  }
  float_mode_restore(mode);
}

/* The residual, over the weights, summed onto the coarse cells; the residual of each fine row goes to p->to. */
static void restrict_rows(void *data, int first, int end) {
  const Pass *const p = data;
  const FloatMode mode = float_mode_flush();
  const WaveGrid *const g = p->grid, *const h = p->coarse;
  for (int k = first; k < end; k++) {
    for (int n = 2 * k; n < 2 * k + 2 && n < g->nz; n++) {
      const WaveRelaxation row = row_of(p, n, p->to + n * g->stride);
      if (p->finest)
        kernels()->waves->residual_finest(&row, g->nx);
      else
        kernels()->waves->residual(&row, g->nx);
    }
    const float *const m0 = g->weight.cells + 2 * k * g->stride, *const m1 = m0 + g->stride;
    const float *const f0 = p->to + 2 * k * g->stride, *const f1 = f0 + g->stride;
    const float *const m = h->weight.cells + k * h->stride;
    float *const right = h->right.cells + k * h->stride, *const r = h->r.cells + k * h->stride;
    for (int i = 0; i < h->nx; i++) {
      const float north = f0[2 * i] * inverse(m0[2 * i]) + f0[2 * i + 1] * inverse(m0[2 * i + 1]);
      const float south = f1[2 * i] * inverse(m1[2 * i]) + f1[2 * i + 1] * inverse(m1[2 * i + 1]);
      right[i] = m[i] * (north + south);
    }
    memset(r - 1, 0, sizeof(float) * (size_t)(h->nx + 2));
  }
  float_mode_restore(mode);
}

/* Three quarters of a coarse cell and one of its neighbour, along z and then along x; across a closed face, itself. */
static inline float between(float own, float other, float open) {
  return own + 0.25f * ((open > 0.0f ? other : own) - own);
}

static void prolong_rows(void *data, int first, int end) {
  const Pass *const p = data;
  const FloatMode mode = float_mode_flush();
  const WaveGrid *const g = p->grid, *const h = p->coarse;
  for (int k = first; k < end; k++) {
    const bool north = k % 2 == 0;
    const ptrdiff_t at = k / 2 * h->stride;
    const float *const r = h->r.cells + at, *const other = r + (north ? -h->stride : h->stride);
    const float *const open = h->depth_z.cells + at - (north ? h->stride : 0), *const x = h->depth_x.cells + at;
    float *const out = p->from + k * g->stride;
    float west = between(r[-1], other[-1], open[-1]), own = between(r[0], other[0], open[0]);
    for (int i = 0; i < h->nx; i++) {
      const float east = between(r[i + 1], other[i + 1], open[i + 1]);
      out[2 * i] += between(own, west, x[i - 1]);
      if (2 * i + 1 < g->nx) out[2 * i + 1] += between(own, east, x[i]);
      west = own, own = east;
    }
    join_row(p->w, out, g->nx);
  }
  float_mode_restore(mode);
}

/* --- the solve --------------------------------------------------------------------------------------------------------- */

enum { SWEEPS_FINE = 4, SWEEPS_BEFORE = 2, SWEEPS_AFTER = 2, SWEEPS_COARSEST = 8 };

/* The steps of `count` sweeps, 2, 4 or 8, for a spectrum from low to high: at Chebyshev's nodes, large and small by turns. The cosines of
 * pi*(2j+1)/(2*count) are written out: mathematical libraries differ. */
static float chebyshev_step(int count, int n, float low, float high) {
  static const float two[] = {0.70710678f, -0.70710678f}, four[] = {0.92387953f, -0.92387953f, 0.38268343f, -0.38268343f};
  static const float eight[] = {0.98078528f, -0.98078528f, 0.55557023f, -0.55557023f, 0.83146961f, -0.83146961f, 0.19509032f, -0.19509032f};
  const float cosine = count == 2 ? two[n] : count == 4 ? four[n] : eight[n];
  return 1.0f / (0.5f * (high + low) + 0.5f * (high - low) * cosine);
}

/* Takes an even number of sweeps; the result is in r again. Returns the greatest change that the first one would have made, and stores that
 * of the last in *last; finest grid only. */
static float sweeps(Pass *p, float *r, float *spare, int count, float low, float high, float *last) {
  float most[2] = {0, 0};
  for (int n = 0; n < count; n++) {
    p->from = n % 2 ? spare : r;
    p->to = n % 2 ? r : spare;
    p->step = chebyshev_step(count, n, low, high);
    pass_run(p, 0, p->grid->nz, relax_rows);
    join_rows(p, p->to);
    if (!p->finest || (n > 0 && n + 1 < count)) continue;
    for (int k = 0; k < p->grid->nz; k++) most[n > 0] = max_float(most[n > 0], p->waves->row_most[k]);
  }
  *last = most[1];
  return most[0];
}

/* x/(1 + x), the half-width of the spectrum about 1, on grid n. */
static float coupling_of(const WeirWater *w, float b, int n) {
  const float across = w->flow.rounding_depth / w->cell, x = ldexpf(4.0f * b * across * across, -2 * n);
  return x / (1.0f + x);
}

/* Makes r on grid n better by one cycle. Returns as sweeps does. */
static float cycle(const Pass *before, int n, float *r, const float *right, float *last) {
  Waves *const waves = before->waves;
  WaveGrid *const g = &waves->grid[n];
  Pass p = *before;
  p.grid = g, p.finest = n == 0, p.right = right;
  const float coupling = coupling_of(p.w, p.b, n), high = 1.0f + coupling;
  const bool coarsest = n + 1 == p.grids;
  float *const spare = g->spare.cells;
  if (coarsest || coupling < COUPLING_SMALL) {
    const bool wide = coarsest && coupling >= COUPLING_SMALL;
    return sweeps(&p, r, spare, wide ? SWEEPS_COARSEST : SWEEPS_FINE, wide ? max_float(1.0f - coupling, 0.06f) : 1.0f - coupling, high,
                  last);
  }
  const float low = max_float(1.0f - coupling, 0.25f * high);
  const float first = sweeps(&p, r, spare, SWEEPS_BEFORE, low, high, last);
  p.coarse = g + 1;
  p.from = r, p.to = spare;
  pass_run(&p, 0, p.coarse->nz, restrict_rows);
  float unused;
  cycle(&p, n + 1, p.coarse->r.cells, p.coarse->right.cells, &unused);
  p.from = r;
  pass_run(&p, 0, g->nz, prolong_rows);
  join_rows(&p, r);
  sweeps(&p, r, spare, SWEEPS_AFTER, low, high, last);
  return first;
}

static void guess_rows(void *data, int first, int end) {
  const Pass *const p = data;
  const FloatMode mode = float_mode_flush();
  for (int k = first; k < end; k++) {
    kernels()->waves->guess(p->from + k * p->w->stride, p->to + k * p->w->stride, p->lead, p->w->nx);
    join_row(p->w, p->from + k * p->w->stride, p->w->nx);
  }
  float_mode_restore(mode);
}

static void pole_solve(Pass *p, int pole) {
  Waves *const waves = p->waves;
  p->grid = &waves->grid[0];
  p->b = waves->b[pole];
  p->from = waves->r[pole].cells, p->to = waves->before[pole].cells;
  pass_run(p, 0, p->w->nz, guess_rows);
  join_rows(p, waves->r[pole].cells);
  float first = 0, last = 0;
  for (int n = 0; n < CYCLES_MAX; n++) {
    const float change = cycle(p, 0, waves->r[pole].cells, waves->grid[0].right.cells, &last);
    if (n == 0) first = change;
    if (last <= CYCLE_GOOD * first) return;
  }
}

/* Marks the tiles that the head stirs. A row of tiles is one thread's. */
static void sum_rows(void *data, int first, int end) {
  const Pass *const p = data;
  const WeirWater *const w = p->w;
  const int across = w->sleeping.tiles->across;
  for (int tile = first; tile < end; tile++) {
    memset(p->waves->stirs + tile * across, 0, (size_t)across);
    for (int k = tile * TILE_ROWS; k < (tile + 1) * TILE_ROWS && k < w->nz; k++)
      for (int n = 0; n < across; n++) {
        const ptrdiff_t at = k * w->stride + n * TILE_COLUMNS;
        const float *rows[POLES_MAX];
        for (int m = 0; m < p->waves->poles; m++) rows[m] = p->waves->r[m].cells + at;
        const bool any = kernels()->waves->sum(rows, p->waves->w, p->waves->poles, p->waves->breaking.cells + at, p->lead, p->waves->head.cells + at,
                                               min_int(TILE_COLUMNS, w->nx - n * TILE_COLUMNS));
        p->waves->stirs[tile * across + n] |= any;
      }
  }
}

static void tiles_stir(WeirWater *w) {
  const Tiles *const t = w->sleeping.tiles;
  for (int n = 0; n < t->across * t->down; n++) {
    if (!w->waves->stirs[n]) continue;
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

void waves_solve(WeirWater *w, const FlowStep *step, float dt, float speed) {
  Waves *const waves = w->waves;
  if (!waves) return;
  tapers_update(w, waves);
  Pass p = {.w = w, .waves = waves, .grid = &waves->grid[0], .bodies = flow_bodies(w), .grids = grids_of_use(w), .step = dt};
  pass_run(&p, -1, w->nz, faces_rows);
  pass_run(&p, 0, w->nz, cells_rows);
  for (int n = 0; n + 1 < p.grids && coupling_of(w, waves->b[0], n) >= COUPLING_SMALL; n++) {
    p.grid = &waves->grid[n], p.coarse = p.grid + 1;
    pass_run(&p, 0, p.coarse->nz, coarsen_rows);
    p.grid = p.coarse;
    join_rows(&p, p.coarse->depth_z.cells);
  }
  WaveNumbers *const numbers = &waves->numbers;
  p.lead = numbers->dt_before > 0.0f ? dt / numbers->dt_before : 0.0f;
  *numbers = (WaveNumbers){dt, WAVES_STEP * waves_speed(w, speed)};
  for (int n = 0; n < waves->poles; n++) pole_solve(&p, n);
  p.grid = &waves->grid[0];
  p.lead = 0.25f * step->head_dead_band;
  pass_run(&p, 0, w->sleeping.tiles->down, sum_rows);
  boundary_fill_halo(w, &waves->head);
  tiles_stir(w);
}

const float *waves_head(const WeirWater *w, int k) {
  return w->waves ? w->waves->head.cells + k * w->stride : NULL;
}

float waves_ripple_share(const WeirWater *w) {
  return w->waves ? WAVES_RIPPLE : 1.0f;
}

float waves_places_share(const WeirWater *w) {
  return w->waves ? WAVES_PLACES : 1.0f;
}
