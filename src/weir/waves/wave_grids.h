#ifndef WEIR_WAVES_WAVE_GRIDS_H
#define WEIR_WAVES_WAVE_GRIDS_H

/* The inside of the filter (waves.h): its fields and grids, and the passes over their rows. */

#include <string.h>

#include "base/shares.h"
#include "weir/boundary/boundary.h"
#include "weir/waves/wave_numbers.h"

enum {
  POLES_MAX = 4,
  GRIDS_MAX = 12,
  GRID_LEAD = 16,
  GRID_TAIL = 32,
  WAVE_CELLS_PER_TEAM = 16384, /* of a grid */
  SOLVED_PER_TEAM = 10000,     /* cells in which there is something to solve: a team costs some 20 us, in which one thread does so many */
  WAVE_BAND_ROWS = 56
};

/* One grid of the solve; the first is the water's own. Rows -1 to nz. Owned by Waves. */
typedef struct WaveGrid {
  int nx, nz;
  ptrdiff_t stride;
  Field depth_x, depth_z; /* m, the depth of the faces to the east and south that carries waves; 0: closed */
  Field weight;           /* 1/m, depth/dx^2 of the cell by the shares of the filter */
  Field spare, right;     /* m: scratch; right side, of the first grid `pull` (wave_rows.h), m^2 */
  Field r;                /* m: correction; the first grid has none */
} WaveGrid;

/* Stretches of columns for each row of tiles, from a multiple of TILE_COLUMNS on: WaveTiles.most of them at most. Owned by WaveTiles. */
typedef struct WaveStretches {
  int (*at)[2];
  int *counts; /* their number in each row of tiles */
  int *until;  /* the tiles in them, in this row and those before */
} WaveStretches;

/* The tiles (grid/sleeping.h) in which there is something to solve for, and those near: r is 0 elsewhere. Values decide, not which tiles are
 * asleep: the bits are the same without sleeping. Arrays have a value for each tile. Owned by Waves. */
typedef struct WaveTiles {
  int across, down;
  uint8_t *stirs;        /* the head is not 0 everywhere */
  uint8_t *has_head;     /* a face has more than HEADS_SMALL dead bands of head */
  uint8_t *holds, *held; /* |r| is more than R_SMALL somewhere, of some pole: now, and a substep ago */
  uint8_t *solved;       /* the solve works there */
  uint8_t *near;         /* scratch */
  /* Nothing changes where tiles sleep: there, what the solve is made from is written once. */
  uint8_t *known;            /* it has been written, and nothing has changed since */
  uint8_t *written, *around; /* it is written in this substep; it is, or is beside one that is */
  uint8_t *solved_before;    /* `solved` a substep ago */
  WaveStretches of_solved, of_written, of_around;
  int most;
  uint8_t *idle_rows; /* for each row of tiles: solves in a row that left all of it out, up to 4 */
  bool goes_on;       /* the substep before was solved as well */
  float depth;        /* m: FlowPart.rounding_depth then */
  bool is_known;      /* `holds` and `held` are up to date */
  int idle;           /* substeps in a row that had nothing to solve for, up to 2: then r and before are 0 */
} WaveTiles;

/* A tile is a column or a row of one cell at least on these grids; on coarser ones all is solved. */
enum { LEVELS_OF_TILES = 4 };

/* How the passes are divided among threads. */
typedef struct WaveShares {
  Shares cells, up[LEVELS_OF_TILES], down[LEVELS_OF_TILES];
} WaveShares;

struct WaveSum;

struct Waves {
  int poles, grids;
  float b[POLES_MAX], w[POLES_MAX];
  WaveGrid grid[GRIDS_MAX];
  Field r[POLES_MAX], before[POLES_MAX]; /* m: each pole's, now and a substep ago */
  Field head, breaking;                  /* m: sum of w*r and of what breaks; that */
  uint8_t *breaks;                       /* for each row: `breaking` is not 0 everywhere in it */
  Field spare;                           /* m: scratch of the pole that is solved beside another */
  bool one_each;                         /* the last two poles that were solved together took one cycle each */
  bool paired;                           /* two poles were, in the last solve */
  Field beside;                          /* 1 in the cells beside bodies, 0 elsewhere */
  bool has_bodies;                       /* `beside` is not 0 everywhere */
  bool has_displaced;                    /* those are cells beside water that bodies displace */
  float *taper_x, *taper_z;              /* share of the filter by column and row */
  int tapers;                            /* that they were made for: which sides let through; 0: none yet */
  float *rows;                           /* scratch rows of the bands (wave_chain.c) */
  int bands;                             /* that there are scratch rows for */
  WaveShares shares;
  WaveTiles tiles;
  WaveNumbers numbers;
};

/* Returns the share of the filter, 0 to 1, in column n (WEIR_WEST) or row n (WEIR_NORTH): it fades in from sides that let through. */
float waves_taper(const WeirWater *water, WeirSide side, int n);
/* Reserves scratch rows for the water's threads; returns false, with those that there were, if memory runs out. */
bool wave_rows_reserve(const WeirWater *water, Waves *waves);
bool wave_tiles_create(const WeirWater *water, WaveTiles *tiles);
void wave_tiles_destroy(WaveTiles *tiles);
/* Finds the cells beside bodies: those that cut cells of the grid, and those that displace water. `bodies`: NULL: none of the first. */
void wave_beside_update(WeirWater *water, const struct FlowBodies *bodies);
/* Lessens the weights of those of the columns [i0, i1) of row k in which bodies displace water, or next to them. Only if Waves.has_displaced. */
void wave_beside_lessen(const WeirWater *water, int k, int i0, int i1, float *weights);
/* Writes the faces and cells of the finest grid, and where there is a head of more than `small`, m, before a substep of dt. */
void wave_cells_write(WeirWater *water, const struct FlowBodies *bodies, float dt, float small);
/* Returns column 0 of the first of WAVE_BAND_ROWS scratch rows of a band, which are so many floats apart. */
float *wave_band_rows(const WeirWater *water, int band, ptrdiff_t *width);
/* Decides where to write what the solve is made from: all but tiles that sleep among sleeping ones, of which it is known. */
void wave_tiles_choose_written(const WeirWater *water, WaveTiles *tiles);
/* Notes that cells [i0, i1) x [k0, k1) of the grid may change while their tiles sleep. */
void wave_tiles_forget(WaveTiles *tiles, int i0, int i1, int k0, int k1);
/* Returns the first row of tiles after this share, 0 to 1, of the tiles in the stretches. */
int wave_tiles_after(const WaveTiles *tiles, const WaveStretches *stretches, float share);
/* Decides where to solve, from `has_head` and what r holds; returns false where there is nothing to do. */
bool wave_tiles_choose(const WeirWater *water, Waves *waves);
/* Brings every pole's r to the present depths, from where it was heading: it goes on by `lead` of its last change. Uses so many grids at most.
 * Then sums them. */
void wave_poles_solve(const WeirWater *water, int grids, float lead, struct WaveSum *sum);

/* Threads for a pass over a grid. */
static inline int grid_threads(const WeirWater *w, const WaveGrid *g) {
  return g->nx * g->nz < WAVE_CELLS_PER_TEAM ? 1 : w->threads;
}

/* Repeats what joined sides join, of a row of a grid: a column to the west and east. */
static inline void join_row(const WeirWater *w, float *row, int nx) {
  if (!side_is_joined(w, WEIR_WEST)) return;
  row[-1] = row[nx - 1];
  row[nx] = row[0];
}

static inline void clear_beyond(float *row, int nx) {
  memset(row + nx, 0, sizeof(float) * 16);
}

#endif
