#ifndef WEIR_GRID_SLEEPING_H
#define WEIR_GRID_SLEEPING_H

#include "weir/grid/flow_step.h"
#include "weir/grid/water.h"

/* Sleeping (pipe, swe). The grid in tiles of TILE_COLUMNS x TILE_ROWS cells; a tile is quiet once two substeps in a row have
 * found nothing that moves and changed nothing: dry land, lakes at rest. A substep reaches less far than a tile, so what
 * lies among quiet tiles would come out of it as it went in, bit for bit, and is left out. Whoever changes the water or
 * the ground in another way wakes the tiles that he touches.
 *
 * Tiles also keep what their cells come to (greatest depth, ...), so that nothing goes over the whole grid to ask. */
enum { TILE_COLUMNS = 64, TILE_ROWS = 8 };

typedef struct TileExtremes {
  float depth, surface, speed; /* m, m (-WALL_HEIGHT where all is dry), m/s on more than a film */
  bool bad;                    /* something is not finite, or a depth below 0 */
} TileExtremes;

typedef struct Tiles {
  int across, down;
  bool measured;    /* `most` is up to date */
  uint64_t changes; /* how often something may have: a tile has worked, or was woken */
  uint8_t *steps_unchanged;   /* substeps in a row that changed nothing; 2 and more: quiet */
  uint8_t *states_differ;   /* the state that the guard keeps may differ from the present one here */
  uint8_t *active;   /* takes part in this substep */
  TileReduction *reductions;
  TileExtremes *extremes;
  FlowStep step;    /* of the last substep: a tile is quiet under the numbers that it was quiet with */
} Tiles;

bool tiles_create(WeirWater *water);
void tiles_destroy(WeirWater *water);

/* Cells [i0, i1) x [k0, k1), which may reach beyond the grid, have been or will be changed from outside. */
void tiles_wake(WeirWater *water, int i0, int k0, int i1, int k1);
void tiles_wake_all(WeirWater *water);
/* ... by bodies, who know what they have changed. */
void tiles_wake_changed(WeirWater *water, int i0, int k0, int i1, int k1);

/* Before a substep: decides which tiles work, and whether any does. `fresh`: the substep writes to the other set of fields. */
bool tiles_begin(WeirWater *water, const FlowStep *step, bool fresh);

/* Within a substep, by who owns the row: something has changed in cell (i, k) that the rows do not see. */
static inline void tile_note_change(WeirWater *water, int i, int k) {
  water->sleeping.tiles->reductions[k / TILE_ROWS * water->sleeping.tiles->across + i / TILE_COLUMNS].changed[0] = 1.0f;
}

/* A row of tiles has been through the substep: what its tallies come to. */
void tiles_close_row(WeirWater *water, int tile_row, bool fresh);

/* The next stretch of columns, multiples of FLOW_GROUP, at or after *i1 whose tiles work in tile row `a` or `b`. */
bool tiles_stretch(const WeirWater *water, int a, int b, int *i0, int *i1);

/* Whether cell (i, k) takes part in this substep. */
static inline bool tile_is_active(const WeirWater *water, int i, int k) {
  return water->sleeping.tiles->active[k / TILE_ROWS * water->sleeping.tiles->across + i / TILE_COLUMNS];
}

/* Share of the tiles that worked in the last substep. */
double tiles_active_share(const WeirWater *water);

#endif
