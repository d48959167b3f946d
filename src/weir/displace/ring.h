#ifndef WEIR_DISPLACE_RING_H
#define WEIR_DISPLACE_RING_H

#include "weir/displace/column_rows.h"
#include "weir/grid/dirty_mask.h"

/* Within displace/ring.c and displace/ring_lines.c: what is on its way, and the lines along which threads lead it. */
typedef struct Cover { /* columns [a, b) of a row, all covered; between covers water is laid down */
  int a, b;
} Cover;

enum { STEPS_MOST = 1024, COLUMN_ROWS = 7, LINE_ROWS = 5 };

typedef struct Band { /* groups of columns [g0, g1) */
  int g0, g1;
} Band;

typedef struct Line { /* a thread's: its columns; the row in work */
  Band band;
  float *rows;        /* the block of those below, with a group before and two behind each */
  float *delta;       /* m laid down */
  float *want;        /* m to send away */
  float *own;         /* membrane: depth that can take water */
  float *east, *west; /* m that set out in a cell */
  uint64_t *deposited;     /* groups with something in `delta` */
  SplitGroup *groups;
  Cover *covers;
  int *spots[2]; /* columns with something in `east`, `west` */
  int cover_count, spot_count[2];
  int own_done;     /* columns of `own` before this one are there */
  uint64_t *active; /* the sweeps: groups with something on its way */
  float deepest[MASK_GROUP]; /* m, the deepest after it was given to */
  uint8_t *woken;          /* tiles that were given to */
} Line;

typedef struct Ring {
  int threads;
  Line *lines;
  uint64_t *covered;     /* groups in which some of the surface is covered */
  uint64_t *was_covered;    /* groups in which some of it was, the last time */
  uint32_t *group_load; /* per group of columns: rows in which it is shaded */
  uint32_t *load;       /* per row: groups to be looked at in the rows before it */
  float *south, *north; /* of the shaded cells, group after group: weight of the way, then m to go there */
  size_t path_capacity;
  size_t *path_row; /* where a row's start */
  float *columns;  /* the block of the rows below, with a group before and two behind each */
  float *carry, *least; /* m on their way along each column; at less than `least` what is left is laid down */
  float *far, *end;     /* cells to go to leave the cover along the column; depth of the cell there */
  float *none;          /* 0 */
  double *row_sum, *column_sum; /* m given, by the passes over rows, columns */
  float pass_share; /* share that goes on from a free cell */
  int steps;  /* after so many free cells all is laid down */
  float left[STEPS_MOST + 1]; /* share left after n free cells */
  /* Share laid in the n-th free cell; the same from the last to the first. */
  float deposit_share[STEPS_MOST + MASK_GROUP], deposit_back[STEPS_MOST + MASK_GROUP];
  float *per, *per_back; /* 1/n; 1/(columns - n): some before and behind are 0 */
} Ring;

/* Room for the ways of all that is shaded now, and a line for each thread. False when memory is short. */
bool ring_reserve(WeirWater *water);

/* Groups of columns in a row. */
int ring_groups(const WeirWater *water);

/* What giving to cells from (i, k) on wants of the water; and which tiles it wakes, once the threads are through. */
AddRow ring_row(const WeirWater *water, int i, int k);
void line_wakes(const WeirWater *water, Line *line, int i0, int i1, int k);

/* The row in work gets what was laid down in it; what all threads gave is booked once they are through. */
void line_add(WeirWater *water, Line *line, int k);
void lines_close(WeirWater *water);

/* --- for displace.c ------------------------------------------------------------------------------------------------------ */

/* displace/ring.c: what is pending under and around bodies goes to the free cells, over a rim `width` m wide. */
bool ring_create(WeirWater *water);
void ring_destroy(WeirWater *water);
/* Before bodies are laid into the grids, with `touched` and `rastered` as they will be: nothing is shaded. */
void ring_begin(WeirWater *water);
/* Rows of masks: groups in which bodies cover some of the surface now; did so the last time. */
uint64_t *ring_covered(const WeirWater *water, int k);
uint64_t *ring_was_covered(const WeirWater *water, int k);
/* Rows [*k0, *k1) are share t: as many as the water has threads, with as much to do in each. */
void ring_share(const WeirWater *water, int t, int *k0, int *k1);
void ring_spread(WeirWater *water, float width);

/* Adds metres[0] ... to the depths of cells [i0, i1) of row k, taking at most half of a depth, books what really moved as
 * displaced and leaves the rest pending. */
void ring_add(WeirWater *water, int i0, int i1, int k, const float *metres);

#endif
