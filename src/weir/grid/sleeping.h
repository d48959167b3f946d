#ifndef WEIR_GRID_SLEEPING_H
#define WEIR_GRID_SLEEPING_H

#include "weir/grid/flow_step.h"
#include "weir/grid/water.h"

/* Sleeping (pipe, swe). The grid is divided into tiles of TILE_COLUMNS x TILE_ROWS cells. A tile is unchanged once two substeps in a row
 * have found no motion in it and changed no bit: dry land, lakes at rest. A substep reaches less far than a tile, so a tile whose
 * neighbours are unchanged too would come out of it bit for bit as it went in: it is asleep and left out. Code that changes the water or
 * the ground in another way must wake the tiles of the cells that it changes.
 *
 * Tiles also store the extremes of their cells (greatest depth, ...), so that no pass over the whole grid is needed. */
enum { TILE_COLUMNS = 64, TILE_ROWS = 8 };

/* Extremes of one tile after its last substep. Owned by Tiles. */
typedef struct TileExtremes {
  float depth, surface, speed; /* m, m (-WALL_HEIGHT where all is dry), m/s on more than a film */
  bool bad;                    /* something is not finite, or a depth below 0 */
} TileExtremes;

/* The tiles of the grid; arrays have a value for each, row after row. One for each water, owned by SleepingPart. */
typedef struct Tiles {
  int across, down;
  bool measured;            /* `extremes` are up to date */
  uint64_t changes;         /* counts whenever something may have changed: a tile was active, or was woken */
  uint8_t *steps_unchanged; /* substeps in a row that changed nothing, up to 2 */
  uint8_t *states_differ;   /* the previous state (scheme.h) may differ from the present one here */
  uint8_t *active;          /* takes part in this substep */
  uint8_t *touched;         /* may have changed since readers/changes.c last cleared it */
  TileReduction *reductions;
  TileExtremes *extremes;
  FlowStep step; /* of the last substep: a tile stays asleep only under the numbers that it fell asleep with */
} Tiles;

bool tiles_create(WeirWater *water);
void tiles_destroy(WeirWater *water);
/* Wakes the tiles of cells [i0, i1) x [k0, k1), which may reach beyond the grid: they have been or will be changed from outside. */
void tiles_wake(WeirWater *water, int i0, int k0, int i1, int k1);
void tiles_wake_all(WeirWater *water);
/* Wakes the tiles of cells that bodies have changed; BodiesPart.depths_changed stays as it is. */
void tiles_wake_changed(WeirWater *water, int i0, int k0, int i1, int k1);

/* Notes that cell (i, k), whose tile is awake, has been changed between two steps. */
static inline void tile_mark_changed(WeirWater *water, int i, int k) {
  Tiles *const t = water->sleeping.tiles;
  const int tile = k / TILE_ROWS * t->across + i / TILE_COLUMNS;
  t->steps_unchanged[tile] = 0;
  t->states_differ[tile] = 1;
}

/* Marks the tile of cell (i, k), which must be awake, as changed for readers/changes.c alone. */
static inline void tile_touch(WeirWater *water, int i, int k) {
  water->sleeping.tiles->touched[k / TILE_ROWS * water->sleeping.tiles->across + i / TILE_COLUMNS] = 1;
}

/* Decides before a substep which tiles are active; returns true if any is. `fresh`: the substep writes to the other set of fields. */
bool tiles_begin(WeirWater *water, const FlowStep *step, bool fresh);

/* Within a substep, by the thread that owns the row: something has changed in cell (i, k) that the rows do not see. */
static inline void tile_note_change(WeirWater *water, int i, int k) {
  water->sleeping.tiles->reductions[k / TILE_ROWS * water->sleeping.tiles->across + i / TILE_COLUMNS].changed[0] = 1.0f;
}

/* Clears the reductions of a row of tiles, of which a substep comes to the first row next. */
void tiles_open_row(WeirWater *water, int tile_row);
/* A row of tiles is done with the substep: takes the extremes from its reductions, and counts tiles as changed or not. */
void tiles_close_row(WeirWater *water, int tile_row, bool fresh);
/* The next stretch of columns, multiples of FLOW_GROUP, at or after *i1 whose tiles are active in tile row `a` or `b`. */
bool tiles_stretch(const WeirWater *water, int a, int b, int *i0, int *i1);

/* Returns true if cell (i, k) takes part in this substep. */
static inline bool tile_is_active(const WeirWater *water, int i, int k) {
  return water->sleeping.tiles->active[k / TILE_ROWS * water->sleeping.tiles->across + i / TILE_COLUMNS];
}

/* Returns true if the last two substeps changed nothing in tile (a, b) and in those around it, and nothing else has since. */
bool tile_unchanged_around(const WeirWater *water, int a, int b);

/* Returns true if the last two substeps changed nothing anywhere, and nothing else has since. */
bool tiles_unchanged(const WeirWater *water);

/* Returns true if any tile was active in the last substep. */
bool tiles_active_any(const WeirWater *water);

#endif
