#ifndef WEIR_GRID_WATER_H
#define WEIR_GRID_WATER_H

/* The state of a water, and the ground floor of the library: every room of src/weir includes this one.
 *
 * Fields are rows of `stride` floats with a border of four halo cells on every side (and padding, so that cell 0 of each row starts a
 * cache line): inner loops never ask whether a neighbour exists. The halo is a wall, terrain so high that no water reaches it, openness
 * 0, unless boundary/ fills it otherwise.
 *
 * State: terrain b and depth d in cells; u on faces (pipe, swe) or displacement and vertical velocity in cells (membrane). Invariant, to
 * rounding: sum of d*cell^2 = start + added - removed + displaced (budget.h).
 *
 *   water        this header: all structs of the state
 *   flow_step    numbers and rows of one substep of pipe and swe; what a face's velocity changes by, term by term
 *   flow_formulas, flow_formulas_body   formulas that rows, sides and bodies share
 *   flow_bodies  the interface of blocking bodies to the flow solvers
 *   scheme       the interface of a solver; rollback: the state that an unstable step returns to
 *   depths       a membrane's depths, computed when they are asked for
 *   step_threads how many threads a step is worth
 *   budget       the volume budget; what the rounding of depths lost is given back; sources, brush: adding and removing water
 *   sleeping     tiles that are at rest are left out
 *   dye          a tracer that the flow carries
 *   dirty_mask   cells that bodies occupy or have changed
 *   tuned        numbers chosen by trial */

#include <stdatomic.h>

#include "weir/weir.h"

enum {
  HALO_ROWS = 4,
  HALO_COLUMNS = 4,
  ROW_LEAD = 16, /* floats before cell 0 of a row: one cache line, the halo among them */
  ROW_TAIL = 16  /* and after the last, at least: the first vectors of the next row read no cell that another thread writes */
};

#define WALL_HEIGHT 1.0e9f  /* m; no surface reaches it, and differences to it stay finite */
#define DEPTH_TINY 1.0e-12f /* m; below this nothing flows out: 1/depth stays finite */
#define DEPTH_WET 1.0e-3f   /* m; thinner water has no velocity of its own to show */

/* One value for each cell or face, with halo. Owned by the part that holds it; freed with memory_free(block). */
typedef struct Field {
  float *cells; /* cell (0, 0); index with i + k*stride, i in [-4, nx + 3], k in [-4, nz + 3] */
  float *block; /* the memory from memory_create; NULL: the field does not exist */
} Field;

/* The fields that a substep of pipe or swe reads and writes: depth, u, (swe) q and dye, as in WeirWater, FlowPart and DyePart. */
typedef struct FlowState {
  Field depth, speed_x, speed_z, discharge_x, discharge_z, dye;
} FlowState;

/* The time series of one side, copied by weir_water_set_series. Owned by BoundaryPart. */
typedef struct SideSeries {
  int32_t count, unused;
  double times[WEIR_SERIES_MAX]; /* s, rising */
  float values[WEIR_SERIES_MAX]; /* m or m^3/s */
} SideSeries;

/* Pipe, swe: the faces of one side in one substep. Arrays have a value for each cell along the side; owned by BoundaryPart, written
 * before each substep. */
typedef struct SideFlow {
  float *mean;    /* m/s: open, U of boundary/flow_sides.c before the substep */
  float *speed;   /* m/s: open, before the substep; inflow, to come */
  float *inner;   /* m/s: open, of the faces one further in, before the substep */
  float *due;     /* inflow: flow to come, m^2/s; other kinds: depth of the cells before the substep, m */
  float *through; /* m^2/s: the limited flow, positive to x and z */
  float *open;    /* share of the face that bodies leave open */
  float *sent;    /* share of its height at which a wave is sent in (boundary/flow_sides.c) */
  float *storage; /* storage of the cell, as a share of what it is without bodies */
} SideFlow;

/* Membrane: connected wet regions (membrane/membrane.h). */
typedef struct Lakes {
  int32_t *label;      /* nx*nz tight: region of a cell, -1 dry */
  uint64_t *land_mask; /* rows of a bit for each group of 16 columns (grid/dirty_mask.h): some of its cells are in no region */
  int count;
  float deepest;    /* m, the deepest cell at rest */
  double *missing;  /* m, summed over cells: what lifting cells to their bed added to each region out of nothing */
  double *capacity; /* scratch: each region's number of cells that can give, then the metres that each of them gives */
} Lakes;

/* Pipe, swe: the velocities and flows on the faces. */
typedef struct FlowPart {
  Field speed_x, speed_z;         /* u, m/s on the face to (i+1, k), to (i, k+1) */
  Field discharge_x, discharge_z; /* swe: q = u*h, m^2/s through the same faces in the last substep */
  FlowState
      previous; /* the state before the step, where it is saved: the first substep reads it and writes the other set, so that a rollback
                         swaps both */
  struct FlowScratch *scratch; /* rows of the sweep; there once a flow solver has been chosen */
  struct FlowWatch *watch;     /* a cell whose velocity is explained (flow/watch.c); NULL: none */
  float rounding_depth;        /* m, a power of two: the depth whose last place rounding is measured by (flow/flow.c) */
  float wind[2];               /* m/s, along x and z (waves/wind.c) */
  struct Pressure *pressure;   /* what presses on the surface (waves/waves.h); NULL: nothing */
} FlowPart;

/* Membrane: the displacement of the surface about its level of rest. */
typedef struct MembranePart {
  Field rest_level;                      /* m */
  Field displacement, vertical_velocity; /* u, m; v, m/s */
  Field openness;                        /* 1 water, 0 land, less under bodies */
  Field scratch;
  uint8_t *openness_stale;        /* per row, from -1 to nz: its openness, or the cover of it, has changed since the last sweep */
  struct MembraneSweep *sweep;    /* rows of the sweep, and the other set of fields */
  int batch_max;                  /* substeps that one sweep may take at once */
  bool measured;                  /* `bad` and the extremes are those of the last sweep, and not yet read; depths are as it left them */
  int bad;                        /* lanes of the last sweep's bands with a value that is not finite */
  _Atomic(int) depths;            /* whether the depths are up to date (grid/depths.h); stale: extremes.depth is at least the greatest */
  _Atomic(bool) depths_asked;     /* since the last step */
  int steps_since, steps_between; /* since depths were last asked for, and between the last two times */
  bool rest_depths_stale;         /* rest levels or the ground have changed since MembraneSweep.least_rest_depth was found */
  bool bounded;                   /* no displacement is greater than displacement_max, no velocity greater than extremes.speed */
  float displacement_max;         /* m */
  Lakes lakes;
} MembranePart;

/* The sides of the grid: their kinds, and what they remember. Arrays have a value for each cell along the side. */
typedef struct BoundaryPart {
  WeirBoundary sides[WEIR_SIDE_COUNT];
  float *held[WEIR_SIDE_COUNT];       /* m: the surface along the side when it was set */
  float *mean_speed[WEIR_SIDE_COUNT]; /* m/s: open side, U of boundary/flow_sides.c */
  float *previous[WEIR_SIDE_COUNT];   /* m: open membrane, the outermost displacements of the substep before */
  SideFlow flow[WEIR_SIDE_COUNT];
  SideSeries *series[WEIR_SIDE_COUNT]; /* NULL, or empty, where a side has none */
  double volume[WEIR_SIDE_COUNT];      /* m^3 that went out through each side (in: negative) before the last step */
  double step_volume[WEIR_SIDE_COUNT]; /* m^3, the same in the last step */
  Field sponge_level;                  /* m: the level that sponges draw the water to; no block without any */
  Field sponge_flow[2];                /* m^2/s: in a membrane's sponges, the flow that its waves would have, through faces to the
                                          east and south, a substep ahead of them; no blocks without sponges */
} BoundaryPart;

/* Springs, drains, rain and infiltration, and the residuals that rounding has not let them add yet. */
typedef struct SourcesPart {
  WeirSource list[WEIR_SOURCES_MAX];
  double residual[WEIR_SOURCES_MAX]; /* m^3 due but lost to rounding so far; added with the next substep */
  int count;
  double rain_residual, soak_residual; /* m on every cell, m from every film: not yet a whole drop */
} SourcesPart;

/* The volume budget, m^3: start + added - removed + displaced is what the depths hold. */
typedef struct BudgetPart {
  double start, added, removed, displaced;
  double peak; /* the most that was ever added to, what relative errors are measured by */
} BudgetPart;

/* Dye in the water (dye.h). Its fields are there once dye has been added. */
typedef struct DyePart {
  Field amount;       /* unit/m^2: of each cell */
  double added, left; /* unit: sum of amount*cell^2 = added - left */
  double *row_left;   /* unit/m^2: what each row has lost since the last dye_count */
} DyePart;

/* The greatest values as of the last step, which bound the next one. */
typedef struct ExtremesPart {
  float depth, surface, speed; /* m, m, m/s */
} ExtremesPart;

enum { STEP_SAMPLES = 5 /* of each kind */ };

/* The times of steps, or of other work, by one thread and by all, and what followed from them (step_threads.h). */
typedef struct StepThreads {
  double seconds[2][STEP_SAMPLES]; /* by all, by one */
  int taken, left, hold;           /* samples so far; steps until the next; between comparisons */
  bool one;                        /* these are taken by one thread */
} StepThreads;

/* Time and the counters of steps. */
typedef struct ClockPart {
  double time;         /* s of water simulated: the tide's clock */
  double step_seconds; /* s, of the last step */
  int substeps_max;
  int64_t steps, substeps, clamped_steps, clamped_cells, repeated_steps;
  float slowed;                               /* (0, 1]: share of the step's time that the water could keep up with */
  StepThreads step_threads, displace_threads; /* of steps; of calls that displace water */
} ClockPart;

/* Pipe, swe: which tiles of the grid are asleep (sleeping.h). */
typedef struct SleepingPart {
  struct Tiles *tiles; /* there once a flow solver has been chosen */
  bool enabled;
} SleepingPart;

/* The state that an unstable step returns to (scheme.h). */
typedef struct RollbackPart {
  struct Rollback *saved; /* all of it that is not a field */
  bool save_next;         /* the next substep is the first after rollback_save: it swaps the sets of fields if the state before is saved */
  bool has_previous;      /* the state before the step is saved; false: the scheme can tell that it will not be needed */
} RollbackPart;

/* Floating and blocking bodies. Fields and masks are there once a body has been seen or asked for (displace.h). */
typedef struct BodiesPart {
  Field occupancy;                  /* share covered at the surface */
  Field displacement;               /* m of water that bodies displace in the cell: submerged height times cover */
  Field reference_surface;          /* m: the surface, smoothed over time, that displacement is measured against */
  Field displaced;                  /* m by which displacement lifts the water: as `displacement`, but of deep bodies spread wide */
  Field undistributed;              /* m displaced but not yet added to the free cells */
  int mask_words;                   /* per row of the masks */
  uint64_t *dirty_mask, *body_mask; /* groups of 16 columns that bodies occupy now or did at the last call; that they occupy now */
  struct Displace *displace;        /* columns, forces and the exterior ring (displace.h) */
  const struct FlowBodies *flow;    /* how the method in use meets the flow solvers (flow_bodies.h); NULL without */
  struct Subgrid *subgrid;          /* pipe, swe: bodies that float and block (bodies/bodies.h); NULL without */
  struct Layers *layers;            /* pipe, swe: bodies that block between two layers (layers/layers.h); NULL without */
  int refused;                      /* bodies that the last weir_water_displace left out; no part of the state */
  bool depths_changed;              /* depths or the ground may have been changed from outside since the cut cells were synchronised */
} BodiesPart;

/* The data kept for callers that read the water from tick to tick (readers/readers.h); NULL where it has not been asked for. Only `highest` is
 * saved with the state. */
typedef struct ReadersPart {
  Field highest; /* m: the highest surface of each cell so far; no block unless it is kept */
  struct Changes *changes;
  struct Ticks *ticks;
  struct Events *events;
} ReadersPart;

enum { BODIES_PER_TEAM = 8 }; /* more bodies than these are worth more than one thread */

/* A water: all of its state, owned by the caller of weir_water_create until weir_water_destroy. */
struct WeirWater {
  int nx, nz, threads; /* threads: as many as the grid is worth, at most those asked for */
  ptrdiff_t stride;
  float cell;
  float height_step; /* m, a power of two: terrain is kept on whole steps of it */
  WeirSolver solver;
  WeirCoupling coupling;
  WeirTuning tuning;
  Field terrain;    /* b, m */
  Field depth;      /* d, m: the state of every solver */
  double *row_sums; /* 4 per row: reductions by rows, summed in order */
  FlowPart flow;
  MembranePart membrane;
  BoundaryPart boundary;
  SourcesPart sources;
  DyePart dye;
  BudgetPart budget;
  ExtremesPart extremes;
  ClockPart clock;
  SleepingPart sleeping;
  RollbackPart rollback;
  BodiesPart bodies;
  ReadersPart readers;
  struct Waves *waves; /* swe: the filter by which waves disperse (waves/waves.h); NULL: they are hydrostatic */
};

/* Index of cell (i, k) in every field. */
static inline ptrdiff_t water_index(const WeirWater *water, int i, int k) {
  return (ptrdiff_t)k * water->stride + i;
}

/* Values of each array along a side. */
static inline size_t side_length(const WeirWater *water) {
  return (size_t)(water->nx > water->nz ? water->nx : water->nz);
}

static inline float max_float(float a, float b) {
  return a > b ? a : b;
}
static inline int min_int(int a, int b) {
  return a < b ? a : b;
}
static inline float min_float(float a, float b) {
  return a < b ? a : b;
}
/* Returns false for a NaN, too. */
static inline bool within_range(float value, float low, float high) {
  return value >= low && value <= high;
}
static inline float clamp_float(float value, float low, float high) {
  return min_float(max_float(value, low), high);
}

/* Membrane: marks row k, whose openness or cover has changed, for the next sweep. */
static inline void openness_changed(WeirWater *water, int k) {
  if (water->membrane.openness_stale) water->membrane.openness_stale[k + 1] = 1;
}
static inline void openness_changed_all(WeirWater *water) {
  for (int k = -1; water->membrane.openness_stale && k <= water->nz; k++) water->membrane.openness_stale[k + 1] = 1;
}

/* m; thinner water clings to the ground. */
static inline float water_film(const WeirWater *water) {
  return max_float(min_float(water->tuning.retention, 0.01f * water->cell), DEPTH_TINY);
}

static inline void field_swap(Field *a, Field *b) {
  const Field former = *a;
  *a = *b;
  *b = former;
}

/* Returns true if a source, rain, evaporation or infiltration changes the water from step to step. */
static inline bool sources_any(const WeirWater *w) {
  const bool soaks = w->solver != WEIR_MEMBRANE && w->tuning.infiltration > 0.0f;
  return w->sources.count > 0 || w->tuning.rain > 0.0f || w->tuning.evaporation > 0.0f || soaks || w->sources.rain_residual != 0.0;
}

/* The kernels of one vector width, a table for each room that has some. Constant. */
typedef struct Kernels {
  const char *name;
  const struct FlowRows *flow;
  const struct MembraneRows *membrane;
  const struct ColumnRows *displace;
  const struct RasterRows *raster;
  const struct RingRows *ring;
  const struct CutCellRows *cells;
  const struct CutFaceRows *faces;
  const struct WaveRows *waves;
} Kernels;

/* The kernels that the process uses (simd.c). */
const Kernels *kernels(void);
/* Writes "SUBJECT: TEXT" to an error, which may be NULL. Returns false. */
bool water_fault(WeirError *error, const char *subject, const char *text);
/* Frees `count` blocks from memory_create. */
void blocks_free(void *const blocks[], size_t count);
/* Allocates a field with its halo, all 0. Returns false if memory runs out. */
bool field_create(const WeirWater *water, Field *field);

/* Bytes of a field's block: a row to spare at either end, for groups of columns that reach beyond the outermost rows. */
static inline size_t field_bytes(const WeirWater *water) {
  return sizeof(float) * (size_t)water->stride * (size_t)(water->nz + 2 * HALO_ROWS + 2);
}

#endif
