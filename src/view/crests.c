#include "view/crests.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/maths.h"
#include "base/memory.h"
#include "base/team.h"

/* The most by which the excursion presses the surface together: at 1 it folds. More, and crests become walls of a cell. */
static const float fold_most = 0.55f;
static const float cells_most = 4;                       /* cells: an excursion is never longer */
static const float cells_seen = 0.02f;                   /* cells: one that no picture shows */
static const float shallow_none = 0.5f, shallow_all = 2; /* cells of depth at which the excursion begins, and from which it is whole */
static const float film = 0.003f;                        /* m: thinner water has no surface (WATER_FILM of shaders/common/water.glsl) */

enum { SMALL_CELLS = 1 << 17 }; /* grids up to so many cells are one thread's: others draw meanwhile */

static int blocks_of(int cells) {
  return (cells + CRESTS_BLOCK - 1) / CRESTS_BLOCK;
}

bool crests_reserve(Crests *crests, int nx, int nz, int tiles) {
  const size_t cells = (size_t)nx * (size_t)nz, blocks = (size_t)blocks_of(nx) * (size_t)blocks_of(nz);
  if (crests->depth) return true;
  crests->depth = memory_create(cells, sizeof *crests->depth);
  crests->x = memory_create(cells, sizeof *crests->x);
  crests->z = memory_create(cells, sizeof *crests->z);
  crests->shares = memory_create(blocks, sizeof *crests->shares);
  crests->peaks = memory_create(2 * blocks, sizeof *crests->peaks);
  crests->changed = memory_create((size_t)tiles, sizeof *crests->changed);
  if (crests->depth && crests->x && crests->z && crests->shares && crests->peaks && crests->changed) return true;
  crests_free(crests);
  return false;
}

void crests_free(Crests *crests) {
  memory_free(crests->depth);
  memory_free(crests->x);
  memory_free(crests->z);
  memory_free(crests->shares);
  memory_free(crests->peaks);
  memory_free(crests->changed);
  *crests = (Crests){0};
}

void crests_copy(Crests *crests, const Crests *from, int nx, int nz) {
  const size_t cells = (size_t)nx * (size_t)nz, blocks = (size_t)blocks_of(nx) * (size_t)blocks_of(nz);
  memcpy(crests->x, from->x, cells * sizeof *crests->x);
  memcpy(crests->z, from->z, cells * sizeof *crests->z);
  memcpy(crests->shares, from->shares, blocks * sizeof *crests->shares);
  crests->tick = from->tick;
}

/* A pass over a water. On the stack. */
typedef struct Pass {
  Crests *crests;
  const CrestsWater *water;
} Pass;

static int clamp_index(int value, int count) {
  return value < 0 ? 0 : value >= count ? count - 1 : value;
}

/* --- the limit ----------------------------------------------------------------------------------------------------------- */

static float smooth(float low, float high, float value) {
  const float t = maths_minf(maths_maxf((value - low) / (high - low), 0), 1);
  return t * t * (3 - 2 * t);
}

/* Shallow water follows its bed, and what runs up a shore has steep fronts of its own. */
static void shallow_rows(void *data, int k0, int k1) {
  const Pass *const p = data;
  const ptrdiff_t nx = p->water->nx;
  for (ptrdiff_t at = k0 * nx; at < k1 * nx; at++) {
    const float share = smooth(shallow_none, shallow_all, p->water->depth[at] / p->water->cell);
    p->crests->x[at] *= share;
    p->crests->z[at] *= share;
  }
}

/* Finds the greatest compression (1: folds) and excursion (in cells) of a block. */
static void block_peaks(const Pass *p, int bx, int bz, float peaks[2]) {
  const CrestsWater *const w = p->water;
  const int i0 = bx * CRESTS_BLOCK, i1 = i0 + CRESTS_BLOCK < w->nx ? i0 + CRESTS_BLOCK : w->nx;
  float fold = 0, most = 0;
  for (int k = bz * CRESTS_BLOCK; k < (bz + 1) * CRESTS_BLOCK && k < w->nz; k++) {
    const float *const x = p->crests->x + (ptrdiff_t)k * w->nx, *const z = p->crests->z + (ptrdiff_t)k * w->nx;
    const float *const north = k > 0 ? z - w->nx : z, *const south = k + 1 < w->nz ? z + w->nx : z;
    for (int i = i0; i < i1; i++) {
      const float pressed = x[i > 0 ? i - 1 : i] - x[i + 1 < w->nx ? i + 1 : i] + (north[i] - south[i]), square = x[i] * x[i] + z[i] * z[i];
      fold = pressed > fold ? pressed : fold;
      most = square > most ? square : most;
    }
  }
  peaks[0] = 0.5f * fold / w->cell;
  peaks[1] = sqrtf(most) / w->cell;
}

static void peak_rows(void *data, int first, int end) {
  const Pass *const p = data;
  const int across = blocks_of(p->water->nx);
  for (int bz = first; bz < end; bz++)
    for (int bx = 0; bx < across; bx++) block_peaks(p, bx, bz, p->crests->peaks + 2 * ((ptrdiff_t)bz * across + bx));
}

/* Writes the share that keeps all about a block from folding. Between the middles of blocks shares are linear, so that each cell takes its share
 * from blocks all of which have looked at it. */
static void share_rows(void *data, int first, int end) {
  const Pass *const p = data;
  const int across = blocks_of(p->water->nx), down = blocks_of(p->water->nz);
  for (int bz = first; bz < end; bz++)
    for (int bx = 0; bx < across; bx++) {
      float fold = 0, most = 0;
      for (int n = 0; n < 9; n++) {
        const ptrdiff_t at = (ptrdiff_t)clamp_index(bz + n / 3 - 1, down) * across + clamp_index(bx + n % 3 - 1, across);
        fold = maths_maxf(fold, p->crests->peaks[2 * at]);
        most = maths_maxf(most, p->crests->peaks[2 * at + 1]);
      }
      const float share = maths_minf(fold_most / maths_maxf(fold, fold_most), cells_most / maths_maxf(most, cells_most));
      p->crests->shares[(ptrdiff_t)bz * across + bx] = most < cells_seen ? 0 : share;
    }
}

/* The blocks from which cells within a body's reach take a share have none. */
static void clear_about(Crests *crests, const CrestsWater *water, const Body *body) {
  const int across = blocks_of(water->nx), down = blocks_of(water->nz);
  const float *const h = body->shape.half, side = CRESTS_BLOCK * water->cell;
  const float reach = (sqrtf(h[0] * h[0] + h[1] * h[1] + h[2] * h[2]) + water->cell) / side + 1;
  const float x = body->position[0] / side - 0.5f, z = body->position[2] / side - 0.5f;
  if (!(fabsf(x) < 1e6f && fabsf(z) < 1e6f && reach < 1e6f)) return;
  const int x0 = (int)ceilf(maths_maxf(x - reach, 0)), x1 = (int)floorf(maths_minf(x + reach, (float)(across - 1)));
  const int z0 = (int)ceilf(maths_maxf(z - reach, 0)), z1 = (int)floorf(maths_minf(z + reach, (float)(down - 1)));
  for (int bz = z0; bz <= z1; bz++)
    for (int bx = x0; bx <= x1; bx++) crests->shares[(ptrdiff_t)bz * across + bx] = 0;
}

/* A row of a place between the middles of blocks, linear. A plain value. */
typedef struct Between {
  int low, high;
  float share; /* of the high one */
} Between;

static Between between_blocks(int cell, int blocks) {
  const int twice = 2 * cell + 1 - CRESTS_BLOCK; /* from the middle of the first block, in half cells */
  const int low = twice < 0 ? -1 : twice / (2 * CRESTS_BLOCK);
  const float share = (float)(twice - low * 2 * CRESTS_BLOCK) / (float)(2 * CRESTS_BLOCK);
  return (Between){clamp_index(low, blocks), clamp_index(low + 1, blocks), share};
}

/* Returns true if the cells of a block have one share, which it and all its neighbours have: 0 on most land and in calm water, 1 in most waves. */
static bool has_share(const Pass *p, int bx, int bz, float share) {
  const int across = blocks_of(p->water->nx), down = blocks_of(p->water->nz);
  for (int n = 0; n < 9; n++)
    if (p->crests->shares[clamp_index(bz + n / 3 - 1, down) * across + clamp_index(bx + n % 3 - 1, across)] != share) return false;
  return true;
}

static void limit_block(const Pass *p, int bx, int bz) {
  const CrestsWater *const w = p->water;
  const int across = blocks_of(w->nx), down = blocks_of(w->nz);
  for (int k = bz * CRESTS_BLOCK; k < (bz + 1) * CRESTS_BLOCK && k < w->nz; k++) {
    const Between z = between_blocks(k, down);
    const float *const low = p->crests->shares + (ptrdiff_t)z.low * across, *const high = p->crests->shares + (ptrdiff_t)z.high * across;
    for (int i = bx * CRESTS_BLOCK; i < (bx + 1) * CRESTS_BLOCK && i < w->nx; i++) {
      const ptrdiff_t at = (ptrdiff_t)k * w->nx + i;
      const Between x = between_blocks(i, across);
      const float back = low[x.low] + x.share * (low[x.high] - low[x.low]), front = high[x.low] + x.share * (high[x.high] - high[x.low]);
      const float share = back + z.share * (front - back);
      p->crests->x[at] *= share;
      p->crests->z[at] *= share;
    }
  }
}

static void limit_rows(void *data, int first, int end) {
  const Pass *const p = data;
  for (int bz = first; bz < end; bz++)
    for (int bx = 0; bx < blocks_of(p->water->nx); bx++)
      if (!has_share(p, bx, bz, 1)) limit_block(p, bx, bz);
}

static void pass_run(Pass *p, int count, TeamRows *rows) {
  const int threads = p->water->nx * p->water->nz > SMALL_CELLS ? p->water->threads : 1;
  team_rows(threads, 0, count, rows, p);
}

void crests_limit(Crests *crests, const CrestsWater *water) {
  Pass pass = {crests, water};
  pass_run(&pass, water->nz, shallow_rows);
  pass_run(&pass, blocks_of(water->nz), peak_rows);
  pass_run(&pass, blocks_of(water->nz), share_rows);
  for (int n = 0; n < water->body_count; n++) clear_about(crests, water, &water->bodies[n]);
  pass_run(&pass, blocks_of(water->nz), limit_rows);
}

/* --- drawing ------------------------------------------------------------------------------------------------------------- */

/* Returns the surface between the four cells about a place in cells, from the middle of cell (0, 0); NAN where one is dry. */
static float surface_between(const CrestsWater *w, float x, float z) {
  const float fi = maths_minf(maths_maxf(x, 0), (float)(w->nx - 1)), fk = maths_minf(maths_maxf(z, 0), (float)(w->nz - 1));
  const int i = (int)fi, k = (int)fk, right = i + 1 < w->nx, under = k + 1 < w->nz ? w->nx : 0;
  const float u = fi - (float)i, v = fk - (float)k;
  const float *const bed = w->terrain + (ptrdiff_t)k * w->nx + i, *const depth = w->depth + (ptrdiff_t)k * w->nx + i;
  const float least = maths_minf(maths_minf(depth[0], depth[right]), maths_minf(depth[under], depth[under + right]));
  if (!(least >= film)) return NAN;
  const float back = bed[0] + depth[0], front = bed[under] + depth[under];
  const float above = back + u * (bed[right] + depth[right] - back),
              below = front + u * (bed[under + right] + depth[under + right] - front);
  return above + v * (below - above);
}

/* Copies n values of a row from column i0 on, with one to either side; beyond the row its last. */
static void row_copy(const float *row, int i0, int n, int nx, float *out) {
  out[0] = row[i0 > 0 ? i0 - 1 : 0];
  memcpy(out + 1, row + i0, (size_t)n * sizeof *out);
  out[n + 1] = row[i0 + n < nx ? i0 + n : nx - 1];
}

/* Writes where the n cells of row k from i0 on stood, in cells from where they are drawn: y with y + D(y) = x. Of y it has Newton's first step, y =
 * x - (1 + grad D)^-1 D(x): the rest is of the third order in the steepness. */
static void stood(const Pass *p, int i0, int n, int k, float *restrict by_x, float *restrict by_z) {
  const CrestsWater *const w = p->water;
  const ptrdiff_t at = (ptrdiff_t)k * w->nx + i0, north = k > 0 ? w->nx : 0, south = k + 1 < w->nz ? w->nx : 0;
  const float *const restrict x = p->crests->x + at, *const restrict z = p->crests->z + at;
  const float a_metre = 1 / w->cell, half = 0.5f * a_metre;
  float xs[CRESTS_BLOCK + 2], zs[CRESTS_BLOCK + 2];
  row_copy(x - i0, i0, n, w->nx, xs);
  row_copy(z - i0, i0, n, w->nx, zs);
  for (int m = 0; m < n; m++) {
    const float xx = 1 + half * (xs[m + 2] - xs[m]), xz = half * (x[m + south] - x[m - north]);
    const float zx = half * (zs[m + 2] - zs[m]), zz = 1 + half * (z[m + south] - z[m - north]);
    const float area = xx * zz - xz * zx, share = a_metre / (area > 1 - fold_most ? area : 1 - fold_most);
    by_x[m] = -share * (zz * x[m] - xz * z[m]);
    by_z[m] = -share * (xx * z[m] - zx * x[m]);
  }
}

static void draw_row(const Pass *p, int i0, int n, int k) {
  const CrestsWater *const w = p->water;
  const ptrdiff_t at = (ptrdiff_t)k * w->nx + i0;
  const float seen = cells_seen * cells_seen;
  float by_x[CRESTS_BLOCK], by_z[CRESTS_BLOCK], *const out = p->crests->depth + at;
  stood(p, i0, n, k, by_x, by_z);
  for (int m = 0; m < n; m++) {
    const float own = w->depth[at + m];
    out[m] = own;
    if (by_x[m] * by_x[m] + by_z[m] * by_z[m] < seen || own < film) continue;
    const float surface = surface_between(w, (float)(i0 + m) + by_x[m], (float)k + by_z[m]);
    if (surface == surface) out[m] = maths_maxf(surface - w->terrain[at + m], film);
  }
}

/* Draws rows of blocks, of which the last ones of the grid have fewer cells. */
static void draw_rows(void *data, int first, int end) {
  const Pass *const p = data;
  const int nx = p->water->nx, nz = p->water->nz;
  for (int bz = first; bz < end; bz++)
    for (int bx = 0; bx < blocks_of(nx); bx++) {
      const int i0 = bx * CRESTS_BLOCK, k0 = bz * CRESTS_BLOCK, k1 = k0 + CRESTS_BLOCK < nz ? k0 + CRESTS_BLOCK : nz;
      const int n = i0 + CRESTS_BLOCK < nx ? CRESTS_BLOCK : nx - i0;
      const bool still = has_share(p, bx, bz, 0);
      for (int k = k0; k < k1; k++) {
        const ptrdiff_t at = (ptrdiff_t)k * nx + i0;
        if (still) memcpy(p->crests->depth + at, p->water->depth + at, (size_t)n * sizeof(float));
        if (!still) draw_row(p, i0, n, k);
      }
    }
}

void crests_draw(Crests *crests, const CrestsWater *water) {
  Pass pass = {crests, water};
  pass_run(&pass, blocks_of(water->nz), draw_rows);
}
