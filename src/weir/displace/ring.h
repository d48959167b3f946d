#ifndef WEIR_DISPLACE_RING_H
#define WEIR_DISPLACE_RING_H

#include "weir/displace/ring_rows.h"
#include "weir/grid/dirty_mask.h"

/* Within displace/ring.c and displace/ring_lines.c: water in transit, and the lines along which threads lead it. */
/* A covered stretch of a row: columns [a, b); water is added between covers. Found again for each row. */
typedef struct Cover {
  int a, b;
} Cover;

enum { STEPS_MAX = 1024, COLUMN_ROWS = 7, LINE_ROWS = 5 };

/* The memory of one thread for its rows and its band of columns. Owned by Ring, an array of them; rows have nx floats. */
typedef struct Line {
  int g0, g1;          /* its band of columns: groups [g0, g1) */
  float *rows;         /* the block of the five rows below, with a group before and two behind each */
  float *delta;        /* m added to each cell */
  float *outgoing;     /* m to send elsewhere */
  float *open_depth;   /* membrane: depth that can take water, m */
  float *east, *west;  /* m that start from a cell, eastwards, westwards */
  uint64_t *deposited; /* groups with something in `delta` */
  SplitGroup *groups;
  Cover *covers;
  int *starts[2]; /* columns with something in `east`, `west` */
  int cover_count, start_count[2];
  int open_done;             /* columns of `open_depth` before this one are up to date */
  uint64_t *active;          /* the sweeps: groups with water in transit */
  float deepest[MASK_GROUP]; /* m, the greatest depth after adding, by lanes */
  uint8_t *tiles_to_wake;    /* tiles to wake */
} Line;

/* The exterior ring: memory and tables of the way from covered cells to free ones. Owned by Displace, from the first body on. */
typedef struct Ring {
  int threads;
  Line *lines;
  uint64_t *covered;     /* groups in which some of the surface is covered */
  uint64_t *was_covered; /* groups in which some of it was at the last call */
  uint32_t *group_load;  /* per group of columns: rows in which it is covered */
  uint32_t *load;        /* per row: groups to be looked at in the rows before it */
  float *south, *north;  /* of the covered cells, group after group: weight of the path, then m that go there */
  size_t path_capacity;
  size_t *path_row;             /* where a row's paths start */
  float *columns;               /* the block of the rows below, with a group before and two behind each */
  float *carry, *carry_min;     /* m in transit along each column; less than `carry_min` is added at once */
  float *far, *end;             /* cells to go to leave the cover along the column; depth of the cell there, m */
  float *none;                  /* a row of 0 */
  double *row_sum, *column_sum; /* m added, by the passes over rows, columns */
  float pass_share;             /* share that a free cell passes on */
  int steps;                    /* free cells after which all is added */
  float left[STEPS_MAX + 1];    /* share left after n free cells */
  /* Share added in the n-th free cell; the same from the last to the first. */
  float deposit_share[STEPS_MAX + MASK_GROUP], deposit_back[STEPS_MAX + MASK_GROUP];
  float *per, *per_back; /* 1/n; 1/(columns - n): some before and behind are 0 */
} Ring;

/* The state of displacing: the bodies' columns, what each body displaces, the forces on it, and the exterior ring. Owned by the water
 * from displace_create to displace_destroy; what grows with the bodies is there once there are some. */
typedef struct Displace {
  Raster raster;
  struct BodyDisplaced *displaced; /* per body of the raster */
  WeirForce *forces;               /* per body of the raster, where water passes through bodies */
  int displaced_capacity, force_capacity;
  struct Ring *ring;
} Displace;

/* Makes room for the paths of all that is covered now, and a line for each thread. Returns false if memory runs out. */
bool ring_reserve(WeirWater *water);

/* Groups of columns in a row. */
static inline int ring_groups(const WeirWater *w) {
  return (w->nx + MASK_GROUP - 1) / MASK_GROUP;
}

/* The labels of row k from column i0 on, by which the membrane tells land; NULL where none of the cells before column i1 is land. */
static inline const int32_t *ring_labels(const WeirWater *w, int i0, int i1, int k) {
  if (w->solver != WEIR_MEMBRANE) return NULL;
  const int g0 = i0 / MASK_GROUP, g1 = (i1 - 1) / MASK_GROUP;
  const bool some_land = mask_next(mask_row(w, w->membrane.lakes.land_mask, k), g0, g1 + 1, true) <= g1;
  return some_land ? w->membrane.lakes.label + (ptrdiff_t)k * w->nx + i0 : NULL;
}

/* The fields that adding to cells [i0, i1) of row k changes; marks the tiles that it wakes, which lines_close does for all threads. */
AddRow ring_row(const WeirWater *water, int i0, int i1, int k);
void line_wakes(const WeirWater *water, Line *line, int i0, int i1, int k);
/* Adds the line's `delta` to row k and clears it; lines_close then writes what all threads added to the budget. */
void line_add(WeirWater *water, Line *line, int k);
void lines_close(WeirWater *water);

/* For displace.c: moves undistributed water under and around bodies to the free cells, over an exterior ring `width` m wide (ring.c). */
bool ring_create(WeirWater *water);
void ring_destroy(WeirWater *water);
/* Before bodies are written to the grid's fields, with dirty and body masks as they will be: nothing is covered. */
void ring_begin(WeirWater *water);
/* Rows of masks: groups in which bodies cover some of the surface now; did so at the last call. */
static inline uint64_t *ring_covered(const WeirWater *w, int k) {
  return mask_row(w, w->bodies.displace->ring->covered, k);
}
static inline uint64_t *ring_was_covered(const WeirWater *w, int k) {
  return mask_row(w, w->bodies.displace->ring->was_covered, k);
}
/* Rows [*k0, *k1) are share t of as many as the water has threads, with as much to do in each. */
void ring_share(const WeirWater *water, int t, int *k0, int *k1);
void ring_spread(WeirWater *water, float width);
/* Adds metres[0] ... to the depths of cells [i0, i1) of row k, removing at most half of a depth; writes what was accepted to the budget
 * as displaced, and leaves the rest undistributed. */
void ring_add(WeirWater *water, int i0, int i1, int k, const float *metres);
/* Does the same for cell n of ring_row, but wakes no tile. */
void ring_add_cell(WeirWater *water, const AddRow *row, int n, float metres);

#endif
