/* The way of displaced water to the free cells around bodies. The sources flood-fill the occupied region and feed its
 * direct neighbours; here every covered cell sends its share along the four axes to where the cover ends, the nearer end
 * taking the more, so that a body that moves sideways pushes ahead and draws in behind. At the end the share is laid down
 * over a rim of a given width, falling off exponentially: the same ring on any grid. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "weir/coupling.h"
#include "weir/tuned.h"

typedef struct Rim {
  uint16_t *south;                /* nx*nz: cells to go south to leave the cover */
  uint16_t *north, *west, *east;  /* the same for the row in work */
  float *to_north;                /* nx*nz: m that a cell sends north, for the sweep from the south */
  double *row_east, *row_west;    /* m that the row's cells send along it */
  double *carry;                  /* m on their way along each column */
} Rim;

bool rim_create(WeirWater *w) {
  const size_t cells = (size_t)w->nx * (size_t)w->nz, columns = (size_t)w->nx;
  Rim *rim = w->rim = memory_create(1, sizeof *rim);
  if (!rim) return false;
  rim->south = memory_create(cells, sizeof(uint16_t));
  rim->to_north = memory_create(cells, sizeof(float));
  rim->north = memory_create(columns, sizeof(uint16_t));
  rim->west = memory_create(columns, sizeof(uint16_t));
  rim->east = memory_create(columns, sizeof(uint16_t));
  rim->row_east = memory_create(columns, sizeof(double));
  rim->row_west = memory_create(columns, sizeof(double));
  rim->carry = memory_create(columns, sizeof(double));
  return rim->south && rim->to_north && rim->north && rim->west && rim->east && rim->row_east && rim->row_west &&
         rim->carry;
}

void rim_destroy(WeirWater *w) {
  Rim *rim = w->rim;
  if (!rim) return;
  memory_free(rim->south);
  memory_free(rim->to_north);
  memory_free(rim->north);
  memory_free(rim->west);
  memory_free(rim->east);
  memory_free(rim->row_east);
  memory_free(rim->row_west);
  memory_free(rim->carry);
  memory_free(rim);
  w->rim = NULL;
}

double rim_give(WeirWater *w, int i, int k, double metres) {
  const double most = 0.5 * (double)w->depth.cells[water_index(w, i, k)];
  const double moved = water_add_depth(w, i, k, fmax(metres, -most));
  w->volume_displaced += moved * (double)w->cell * (double)w->cell;
  return moved;
}

static bool covered(const WeirWater *w, int i, int k) {
  return w->occupancy.cells[water_index(w, i, k)] > COVERED;
}

/* Whether cell (i, k) can take (or, for metres < 0, give) displaced water. */
static bool takes(const WeirWater *w, int i, int k, double metres) {
  if (i < 0 || i >= w->nx || k < 0 || k >= w->nz) return false;
  if (w->solver == WEIR_MEMBRANE && w->lakes.label[k * w->nx + i] < 0) return false;
  /* Water is not pushed up onto dry land, nor drawn from it. */
  return w->depth.cells[water_index(w, i, k)] > (metres < 0 ? DEPTH_WET : DEPTH_TINY);
}

/* One cell of a sweep: water on its way (`carry`, m) passes under bodies, leaves (1 - keep) of itself in free cells, and
 * all of it where the way ends; what a cell refuses stays pending there. Returns what goes on. */
static double sweep_cell(WeirWater *w, int i, int k, int next_i, int next_k, double carry, double keep) {
  if (carry == 0) return 0;
  const bool ends = fabs(carry) < PENDING_TINY || !takes(w, next_i, next_k, carry);
  if (covered(w, i, k) && !ends) return carry;
  const double laid = ends ? carry : (1 - keep) * carry;
  const double moved = rim_give(w, i, k, laid);
  w->pending.cells[water_index(w, i, k)] += (float)(laid - moved);
  return carry - laid;
}

/* Cells to walk south until the cover ends, for all touched rows. */
static void rim_walk_south(WeirWater *w) {
  Rim *rim = w->rim;
  for (int k = w->nz - 1; k >= 0; k--)
    for (int i = w->touched_low[k]; i < w->touched_high[k]; i++) {
      const bool beyond = k + 1 < w->nz && i >= w->touched_low[k + 1] && i < w->touched_high[k + 1];
      const int next = beyond ? rim->south[(ptrdiff_t)(k + 1) * w->nx + i] : 0;
      rim->south[(ptrdiff_t)k * w->nx + i] = (uint16_t)(covered(w, i, k) && next < UINT16_MAX ? next + 1 : 0);
    }
}

static void rim_walk_row(WeirWater *w, int k) {
  Rim *rim = w->rim;
  const int low = w->touched_low[k], high = w->touched_high[k];
  for (int i = low; i < high; i++) {
    const bool under = covered(w, i, k), above = k > 0 && covered(w, i, k - 1);
    rim->west[i] = (uint16_t)(under ? (i > low ? rim->west[i - 1] : 0) + 1 : 0);
    rim->north[i] = (uint16_t)(under ? (above ? rim->north[i] : 0) + 1 : 0);
  }
  for (int i = high - 1; i >= low; i--)
    rim->east[i] = (uint16_t)(covered(w, i, k) ? (i + 1 < high ? rim->east[i + 1] : 0) + 1 : 0);
}

/* Splits one cell's pending water: the free share stays, the covered share goes to the four ends. */
static void rim_split(WeirWater *w, int i, int k) {
  Rim *rim = w->rim;
  const ptrdiff_t at = water_index(w, i, k), tight = (ptrdiff_t)k * w->nx + i;
  const double pending = (double)w->pending.cells[at];
  if (fabs(pending) < PENDING_TINY) return;
  const double cover = (double)w->occupancy.cells[at];
  const bool under = covered(w, i, k);
  const int east = under ? rim->east[i] : 1, west = under ? rim->west[i] : 1;
  const int south = under ? rim->south[tight] : 1, north = under ? rim->north[i] : 1;
  double to[4] = {takes(w, i + east, k, pending) ? 1.0 / east : 0, takes(w, i - west, k, pending) ? 1.0 / west : 0,
                  takes(w, i, k + south, pending) ? 1.0 / south : 0, takes(w, i, k - north, pending) ? 1.0 / north : 0};
  const double sum = to[0] + to[1] + to[2] + to[3], out = sum > 0 ? cover * pending : 0;
  const double stays = takes(w, i, k, pending) ? rim_give(w, i, k, (1 - cover) * pending) : 0;
  for (int n = 0; n < 4; n++) to[n] = sum > 0 ? out * to[n] / sum : 0;
  if (i + 1 < w->nx) rim->row_east[i + 1] += to[0];
  if (i > 0) rim->row_west[i - 1] += to[1];
  if (k + 1 < w->nz) rim->carry[i] += to[2];
  rim->to_north[tight] = (float)to[3];
  w->pending.cells[at] = (float)(pending - stays - (to[0] + to[1] + to[2] + (double)rim->to_north[tight]));
}

static void rim_sweep_row(WeirWater *w, int k, int low, int high, double keep) {
  Rim *rim = w->rim;
  double carry = 0;
  for (int i = low; i < w->nx && (i <= high || carry != 0); i++) {
    carry = sweep_cell(w, i, k, i + 1, k, carry + rim->row_east[i], keep);
    rim->row_east[i] = 0;
  }
  carry = 0;
  for (int i = high < w->nx ? high : w->nx - 1; i >= 0 && (i >= low - 1 || carry != 0); i--) {
    carry = sweep_cell(w, i, k, i - 1, k, carry + rim->row_west[i], keep);
    rim->row_west[i] = 0;
  }
}

/* The columns that carry something, as a stretch that grows with the rows. */
typedef struct Stretch {
  int low, high;
} Stretch;

static Stretch stretch_join(Stretch a, int low, int high) {
  if (low >= high) return a;
  if (a.low >= a.high) return (Stretch){low, high};
  return (Stretch){low < a.low ? low : a.low, high > a.high ? high : a.high};
}

static Stretch stretch_trim(const double *carry, Stretch a) {
  while (a.low < a.high && carry[a.low] == 0) a.low++;
  while (a.low < a.high && carry[a.high - 1] == 0) a.high--;
  return a;
}

void rim_spread(WeirWater *w, float width) {
  Rim *rim = w->rim;
  const double keep = exp(-(double)w->cell / fmax((double)width, 1e-6));
  Stretch active = {0, 0};
  rim_walk_south(w);
  /* From the north: rows along themselves, and what goes south. A row's own share starts in the row below it. */
  for (int k = 0; k < w->nz; k++) {
    const int low = w->touched_low[k], high = w->touched_high[k];
    if (low >= high && active.low >= active.high) continue;
    for (int i = active.low; i < active.high; i++) rim->carry[i] = sweep_cell(w, i, k, i, k + 1, rim->carry[i], keep);
    if (low < high) {
      rim_walk_row(w, k);
      for (int i = low; i < high; i++) rim_split(w, i, k);
      rim_sweep_row(w, k, low, high, keep);
    }
    active = stretch_trim(rim->carry, stretch_join(active, low, high));
  }
  /* From the south: what goes north. */
  active = (Stretch){0, 0};
  for (int k = w->nz - 1; k >= 0; k--) {
    const int low = w->touched_low[k], high = w->touched_high[k];
    if (low >= high && active.low >= active.high) continue;
    for (int i = active.low; i < active.high; i++) rim->carry[i] = sweep_cell(w, i, k, i, k - 1, rim->carry[i], keep);
    if (k > 0)
      for (int i = low; i < high; i++) {
        rim->carry[i] += (double)rim->to_north[(ptrdiff_t)k * w->nx + i];
        rim->to_north[(ptrdiff_t)k * w->nx + i] = 0;
      }
    active = stretch_trim(rim->carry, stretch_join(active, low, high));
  }
}
