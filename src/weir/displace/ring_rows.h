#ifndef WEIR_DISPLACE_RING_ROWS_H
#define WEIR_DISPLACE_RING_ROWS_H

#include "weir/displace/column_rows.h"

/* The inner loops of the exterior ring, over a row of cells. */

/* A stretch of covered cells of a row: cells [first, last) of the groups that it lies in. Made for one call of a kernel. */
typedef struct CoverPath {
  float sends[2], draws[2]; /* 1 where the cell beyond its east, west end takes water, gives water */
  int first, last;
  const float *per_east, *per_west; /* 1/(cells to those ends) */
} CoverPath;

/* The result of the split for a group of 16 cells, a bit each. Owned by a Line for one row. */
typedef struct SplitGroup {
  uint16_t covered, part; /* more than half covered; less, but with water to send elsewhere */
  bool deposited;         /* some water stays in one of the cells */
} SplitGroup;

/* A row of cells with undistributed water; m, `cover` a share. Made for one call of a kernel. */
typedef struct SplitRow {
  const float *cover, *displaced, *open_depth; /* open_depth: depth that can take water */
  float *undistributed, *delta, *outgoing;     /* left over, added here, to be sent elsewhere */
} SplitRow;

/* A row of cells that water is added to, with all that follows from their depth. Made for one call of a kernel. */
typedef struct AddRow {
  float *depth, *undistributed;
  float *displacement; /* membrane, as all below; NULL for the other schemes */
  const float *terrain, *rest_level;
  const int32_t *label; /* NULL where none of the cells is land */
} AddRow;

/* A row in the sweep along columns: the cells that water in transit comes to. All pointers are to the first cell. Made for one call of a
 * kernel. */
typedef struct RingSweep {
  AddRow row;
  const float *cover; /* of covered groups */
  const float *out;   /* m that start here: of the covered groups, one after the other */
  const float *next;  /* m: depth of the next row; its labels, NULL where none of the cells is land */
  const int32_t *next_label;
  float *carry, *carry_min;     /* m in transit; less than `carry_min` is added at once */
  float pass_share;             /* share that a free cell passes on */
  double *sum;                  /* m added, per column */
  float *deepest;               /* m, 16 lanes: the greatest depth after adding */
  ptrdiff_t ahead, label_ahead; /* offsets to the rows after the next, for prefetching */
} RingSweep;

/* The table of kernels of the exterior ring, compiled for one vector width. Static; arguments are rows of `count` floats. */
typedef struct RingRows {
  /* Paths along columns: continues from the row before, where `far` cells in line are covered. */
  void (*path)(const float *cover, const float *next, const int32_t *label, float *far, float *end, float *weight, int count);
  /* At most 64 groups; a bit for each in which water stays. Groups that are not covered send none elsewhere. */
  uint64_t (*split)(const SplitRow *row, uint64_t covered, SplitGroup *groups, int count);
  /* Clears paths where no water is to be sent. */
  void (*clear_paths)(const float *outgoing, float *south, float *north, int count);
  void (*cover)(const CoverPath *path, const float *outgoing, float *north, float *south, float *undistributed, float sums[2]);
  void (*depths)(const int32_t *label, const float *depth, float *out, int count);
  /* Reads whole groups of all arrays and writes whole groups of `delta`, but changes only `count` cells. */
  bool (*deposit)(const float *open_depth, const float *shares, float carry, float *delta, int count);
  void (*add)(const AddRow *row, const float *metres, double sum[16], float deepest[16], int count);
  /* At most 64 groups; a bit for each with water still in transit. */
  uint64_t (*sweep)(const RingSweep *sweep, uint64_t covered, uint64_t *deposited, int count);
} RingRows;
extern const RingRows ring_rows_plain, ring_rows_avx2, ring_rows_avx512;

/* The weight of a path, 1/cells, is stored negative where the cell at its end takes water but has none to give, and 0 where it does
 * neither. */
static inline float path_weight(float weight, float metres) {
  const float own = weight > 0.0f ? weight : 0.0f;
  return metres < 0.0f ? own : fabsf(weight);
}

#endif
