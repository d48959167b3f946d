#ifndef WEIR_WATER_H
#define WEIR_WATER_H

/* What is inside a WeirWater. Fields are rows of `stride` floats with a border of four halo cells on every side (and
 * padding, so that cell 0 of each row starts a cache line): inner loops never ask whether a neighbour exists. The halo
 * is a wall, terrain so high that no water reaches it, openness 0, unless edges.c says otherwise. */

#include "weir/flow_rows.h"
#include "weir/rasterise.h"
#include "weir/weir.h"

enum {
  HALO_ROWS = 4,
  HALO_COLUMNS = 4,
  ROW_LEAD = 16 /* floats before cell 0 of a row: one cache line, the halo among them */
};

#define WALL_HEIGHT 1.0e9f /* m; no surface reaches it, and differences to it stay finite */
#define DEPTH_TINY 1.0e-12f /* m; below this nothing flows out: 1/depth stays finite */
#define DEPTH_WET 1.0e-3f   /* m; thinner water has no velocity of its own to show */

typedef struct Field {
  float *cells; /* cell (0, 0); index with i + k*stride, i in [-4, nx + 3], k in [-4, nz + 3] */
  float *block; /* what memory_create gave */
} Field;

typedef struct FlowState { /* depth, u and (swe) q, as below */
  Field depth, speed_x, speed_z, flow_x, flow_z;
} FlowState;

typedef struct EdgeSeries { /* what weir_water_set_series gave */
  int32_t count, unused;
  double times[WEIR_SERIES_MAX]; /* s, rising */
  float values[WEIR_SERIES_MAX]; /* m or m^3/s */
} EdgeSeries;

typedef struct EdgeFlow { /* pipe, swe: what a side's faces do in one substep */
  float *mean;    /* m/s: open, U of edges_open.h before the substep */
  float *speed;   /* m/s: open, before the substep; inflow, to come */
  float *inner;   /* m/s: open, of the faces one further in, before the substep */
  float *due;     /* m^2/s: inflow, to come; open: m, depth of the cells before the substep */
  float *through; /* m^2/s: what went through, positive to x and z */
  float *open;    /* share of it that bodies leave open */
  float *storage; /* of the cells, as a share of what they store without bodies */
} EdgeFlow;

typedef struct Lakes { /* membrane: connected wet regions */
  int32_t *label; /* nx*nz tight: region of a cell, -1 dry */
  int count;
  float deepest;    /* m, the deepest cell at rest */
  double *missing;  /* m^3 that the bed took from each region in this substep (negative depth avoided) */
  double *capacity; /* m^2 of each region's cells that can still give */
} Lakes;

struct WeirWater {
  int nx, nz, threads; /* threads: as many as the grid is worth, at most those asked for */
  ptrdiff_t stride;
  float cell;
  float height_step; /* m, a power of two: terrain is kept on whole steps of it */
  WeirSolver solver;
  WeirTuning tuning;

  Field terrain; /* b, m */
  Field depth;   /* d, m: the state of every solver */
  Field speed_x, speed_z; /* pipe, swe: u, m/s on the face to (i+1, k), to (i, k+1) */
  Field flow_x, flow_z;   /* swe: q = u*h, m^2/s through the same faces in the last substep */
  FlowState before;       /* pipe, swe: the state that the guard keeps; a step's first substep leads from it to the present */
  bool before_wanted;     /* ... the next substep is such a first one */
  struct Tiles *tiles;    /* pipe, swe: which parts of the grid sleep */
  struct FlowWork *work;  /* pipe, swe: scratch rows */
  Field scratch;          /* membrane */
  struct MembraneWork *membrane; /* membrane: scratch rows, the other set of fields */
  int sweep_most;         /* substeps that may be taken at once */
  bool sleeping;          /* pipe, swe: what is dry or at rest is left out */
  Field rest;           /* membrane: surface at rest, m */
  Field offset, rate;   /* membrane: u, m; v, m/s */
  Field open;           /* membrane: 1 water, 0 land, less under bodies */
  Lakes lakes;

  /* Only bodies need these: there once coupling_reserve has been called (coupling.h). */
  Field occupancy; /* share covered at the surface */
  Field displaced; /* m of water that bodies displace in the cell: submerged height times cover */
  Field calm;      /* m: the surface, smoothed over time, that displacement is measured against */
  Field lifted;    /* m by which displacement lifts the water: `displaced`, but far below the surface spread wide */
  Field pending;   /* m displaced but not yet given to the free cells */
  Raster raster;
  struct BodyShadow *shadows; /* of the raster's bodies, coupling.c */
  WeirForce *pushes;          /* on them, where water goes through bodies: push.c */
  int shadow_capacity, push_capacity;
  int touch_words;            /* per row of the masks */
  uint64_t *touched, *rastered; /* groups of 16 columns that bodies touched now or last time; that they touch now */
  int *touched_low, *touched_high; /* per row: columns [low, high) around all that are touched */
  struct Rim *rim; /* how displaced water finds its way out: rim.c */
  WeirCoupling coupling;
  int bodies_refused;      /* by the last weir_water_displace; no state */
  bool touched_depths;     /* depths or the ground may have been changed from outside since bodies looked */
  struct Subgrid *subgrid; /* pipe, swe: bodies that float and block (subgrid.h); NULL without */
  struct Layers *layers;   /* pipe, swe: bodies that block between two layers (layers.h); NULL without */

  WeirBoundary boundary[WEIR_SIDE_COUNT];
  float *edge_held[WEIR_SIDE_COUNT];   /* m: the surface along the side when it was set */
  float *edge_mean[WEIR_SIDE_COUNT];   /* m/s: open side, U of edges_open.h */
  float *edge_before[WEIR_SIDE_COUNT]; /* m: open membrane, the outermost offsets of the substep before */
  EdgeFlow edge_flow[WEIR_SIDE_COUNT];
  EdgeSeries *edge_series[WEIR_SIDE_COUNT]; /* NULL, or empty, where a side has none */
  double side_volume[WEIR_SIDE_COUNT];      /* m^3 that went out through each side (in: negative) before the last step */
  double side_step[WEIR_SIDE_COUNT];        /* ... and in it */
  double step_seconds;                      /* s, of the last step */
  Field highest;                            /* m: the highest surface of each cell so far; no block unless it is kept */
  Field sponge;                        /* m: the level that sponges lay the water to; no block without any */
  struct Guard *guard;

  WeirSource sources[WEIR_SOURCES_MAX];
  double source_owed[WEIR_SOURCES_MAX]; /* m^3 due but lost to rounding so far; paid with the next substep */
  int source_count;
  double rain_owed, soak_owed; /* m on every cell, m from every film: not yet a whole drop */

  double *row_sums; /* 4 per row: reductions by rows, summed in order */
  double volume_start, volume_added, volume_removed, volume_displaced, volume_peak;
  float depth_max, surface_max, speed_max; /* m, m, m/s, as of the last step */
  float still_depth;                       /* m, a power of two: pipe, swe: what rounding is measured against (flow.c) */
  double time; /* s of water simulated: the tide's clock */
  int substeps_max;
  int64_t steps, substeps, clamped_steps, clamped_cells, guarded_steps;
  float slowed; /* (0, 1]: share of the step's time that the water could keep up with */
};

/* Index of cell (i, k) in every field. */
static inline ptrdiff_t water_index(const WeirWater *water, int i, int k) {
  return (ptrdiff_t)k * water->stride + i;
}

static inline float max_float(float a, float b) {
  return a > b ? a : b;
}
static inline float min_float(float a, float b) {
  return a < b ? a : b;
}
static inline float clamp_float(float value, float low, float high) {
  return min_float(max_float(value, low), high);
}

/* Adds depth to one cell and keeps the solver's own state in step; depth stops at 0. Returns the metres that really
 * went in: what rounding lost is not in it. The membrane takes nothing on land. */
double water_add_depth(WeirWater *water, int i, int k, double metres);

/* Sum over the grid of depth times cell area, m^3: by rows, in order. */
double water_volume(WeirWater *water);

/* A field with its halo, all 0; false when memory is short. */
bool field_create(const WeirWater *water, Field *field);

/* Bytes of a field's block: a row to spare at either end, for groups of columns that reach beyond the outermost rows. */
static inline size_t field_bytes(const WeirWater *water) {
  return sizeof(float) * (size_t)water->stride * (size_t)(water->nz + 2 * HALO_ROWS + 2);
}

#endif
