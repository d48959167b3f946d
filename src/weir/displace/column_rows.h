#ifndef WEIR_DISPLACE_COLUMN_ROWS_H
#define WEIR_DISPLACE_COLUMN_ROWS_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#include "weir/displace/raster.h"

/* The inner loops of bodies in water: of a run of columns, or of a row of cells. */

/* Sums in 16 lanes, whatever the vectors of the machine: the same bits everywhere. */
typedef struct LaneSum {
  float lane[16];
} LaneSum;

static inline void lane_sum_add(LaneSum *sum, const float *values, int count) {
  int n = 0;
  for (; n + 16 <= count; n += 16)
    for (int lane = 0; lane < 16; lane++) sum->lane[lane] += values[n + lane];
  for (int lane = 0; n + lane < count; lane++) sum->lane[lane] += values[n + lane];
}

static inline double lane_sum(const LaneSum *sum) {
  double total = 0;
  for (int lane = 0; lane < 16; lane++) total += (double)sum->lane[lane];
  return total;
}

typedef struct Columns { /* of a run: as in Raster */
  const float *area, *y0, *y1, *x, *z;
} Columns;

/* Sums over a body's columns. Displacing: m^3 under the calm surface, m^2, and weighted by area the upper face, the
 * surface and the centroid; wet m^2. Pushing: buoyancy and drag with their torques, m^3, m^2, and weighted by area the
 * surface and the columns' height; what columns have below a level surface, m^3, and its moments, m^4; m^2 that the surface
 * cuts, and its second moments, m^4. */
enum { SUM_SUBMERGED, SUM_AREA, SUM_TOP, SUM_SURFACE, SUM_X, SUM_Z, SUM_WET, DISPLACE_SUMS };
enum { LIFT_X, LIFT_Y, LIFT_Z, LIFT_TX, LIFT_TY, LIFT_TZ, DRAG_X, DRAG_Y, DRAG_Z, DRAG_TX, DRAG_TY, DRAG_TZ, SUBMERGED,
       AREA, LEVEL, VOLUME, LEVEL_VOLUME, LEVEL_X, LEVEL_Z, CUT, CUT_XX, CUT_ZZ, FORCE_SUMS };

/* A run's loops take its last group whole: columns that fill it have no area and give nothing, whatever they stand in. */

/* What a run's columns stand in, by cells or by columns: ground, surface and its slopes (0 next to dry cells), the
 * water's velocity, the cell's middle along x. A dry cell's surface is its ground. */
enum { GROUND, SURFACE, TILT_X, TILT_Z, SPEED_X, SPEED_Z, MIDDLE, WETS };
typedef struct Ambient {
  float of[WETS][RUN_MOST];
} Ambient;

typedef struct AmbientGrid {
  ptrdiff_t north, south; /* steps to the cells beside */
  float per, cell;        /* 1/m, half a step of slope; m */
  int i0;                 /* the first cell's column */
} AmbientGrid;

typedef struct TickRow { /* m, m, m, m, share: what bodies leave in a row of cells */
  float *reference, *displaced, *undistributed, *displacement, *occupancy;
} TickRow;

typedef struct ForceParameters { /* what a body's columns share */
  float weight, density; /* N/m^3, kg/m^3 */
  float level;           /* m, of a level surface */
  float middle_z;        /* m, of the run's cells */
  const WeirBody *body;
} ForceParameters;

typedef struct CoverPath { /* a stretch of covered cells: [first, last) of the groups that it lies in */
  float sends[2], draws[2]; /* 1 where its east, west end takes, gives water */
  int first, last;
  const float *per_east, *per_west; /* 1 over the cells to those ends */
} CoverPath;

typedef struct SplitGroup { /* of 16 cells, a bit each */
  uint16_t covered, part; /* more than half; less, but something is wanted elsewhere */
  bool deposited;              /* something stays in one of them */
} SplitGroup;

typedef struct SplitRow { /* cells in which something is pending; m but for `cover` */
  const float *cover, *displaced, *own; /* own: depth that can take water */
  float *undistributed, *delta, *want;     /* left, laid down here, wanted elsewhere */
} SplitRow;

typedef struct AddRow { /* cells that get water, and what goes with their depth */
  float *depth, *undistributed;
  float *displacement; /* membrane, as all below; label: NULL for the others */
  const float *terrain, *rest_level;
  const int32_t *label;
} AddRow;

typedef struct RingSweep { /* columns of a row that water on its way comes to; all from the first of them on */
  AddRow row;
  const float *cover; /* of shaded groups */
  const float *out;   /* m that set out here: of the shaded groups, one after the other */
  const float *next;  /* depth where it would go from here; next_label: membrane */
  const int32_t *next_label;
  float *carry, *least; /* m on their way; at less than `least` what is left is laid down */
  float pass_share;           /* share that goes on from a free cell */
  double *sum;          /* m given, of each column */
  float *deepest;          /* m, 16: deepest after it */
  ptrdiff_t ahead, label_ahead; /* floats to the rows that come after the next */
} RingSweep;

typedef struct ColumnRows {
  /* The last call's displacement is taken back, to be laid down anew; the calm surface follows the true one. At most 64
   * groups; a bit for each of which some of the surface was covered. */
  uint64_t (*begin_tick)(const float *terrain, const float *depth, const TickRow *row, float share, int count);
  /* m of the cell's water that each column displaces, share of the surface it covers. */
  void (*displace)(const Columns *columns, const float *terrain, const float *depth, const float *reference, float per_cell,
                   float *metres, float *cover, LaneSum sums[DISPLACE_SUMS], int count);
  /* Whether some of the surface is covered. */
  bool (*write)(const float *metres, const float *cover, float near, float *displacement, float *displaced, float *occupancy,
              int count);
  /* Ground, surface and its slopes by central differences. */
  void (*ambient)(const AmbientGrid *row, const float *terrain, const float *depth, Ambient *ambient, int count);
  void (*force)(const Columns *columns, const Ambient *ambient, const ForceParameters *params, LaneSum sums[FORCE_SUMS], LaneSum *fastest,
               int count);
  /* The rim (displace/ring.c). Ways along columns: goes on from the row before, of which `far` cells are covered. */
  void (*path)(const float *cover, const float *next, const int32_t *label, float *far, float *end, float *weight, int count);
  /* At most 64 groups; a bit for each in which something stays. Where a group is not shaded nothing is wanted. */
  uint64_t (*split)(const SplitRow *row, uint64_t covered, SplitGroup *groups, int count);
  /* Ways are forgotten where nothing is wanted. */
  void (*clear_paths)(const float *want, float *south, float *north, int count);
  void (*cover)(const CoverPath *path, const float *want, float *north, float *south, float *undistributed, float sums[2]);
  void (*depths)(const int32_t *label, const float *depth, float *out, int count);
  /* Whole groups of all are read, and `delta` is written, but only `count` of them changed. */
  bool (*deposit)(const float *own, const float *shares, float carry, float *delta, int count);
  void (*add)(const AddRow *row, const float *metres, double sum[16], float most[16], int count);
  /* At most 64 groups; a bit for each that something goes on from. */
  uint64_t (*sweep)(const RingSweep *sweep, uint64_t covered, uint64_t *deposited, int count);
  /* Membrane: the openness of water that is covered in part. */
  void (*openness)(const int32_t *label, const float *occupancy, float leak, float *open, int count);
  float (*greatest)(const float *values, int count); /* the greatest magnitude in a group */
} ColumnRows;

/* The table that the process uses (simd.c). */
const ColumnRows *column_rows(void);

/* The weight of a way, 1/cells, is told with a minus where its end takes water but has none to give; 0 where it does
 * neither. */
static inline float path_weight(float weight, float metres) {
  const float own = weight > 0.0f ? weight : 0.0f;
  return metres < 0.0f ? own : fabsf(weight);
}

#endif
