#ifndef WEIR_GRID_FLOW_STEP_H
#define WEIR_GRID_FLOW_STEP_H

/* The data of a substep of the flow solvers (pipe, swe) that the sides of the grid and bodies share: its numbers, and its rows of cells.
 * The face to the east of a cell, or to its south, has the cell's index. Speeds u are in m/s, flows q = u*h in m^2/s. */

#include <stdbool.h>
#include <stdint.h>

enum { FLOW_GROUP = 16, FLOW_TILE = 64 /* columns of a tile (sleeping.h) */ };

/* Numbers of water that disperses and stands steeper than waves do. A plain value. */
typedef struct FlowSteep {
  float head, depth; /* m of head a face, above which water runs down at once; m of clear depth, above which */
  float share;       /* and by how much of the excess, m^2/s per m */
  float drag;        /* share of its speed that water beside bodies loses, per m of the excess */
} FlowSteep;

/* The numbers of one substep, the same for every face. Made on the stack of flow_substep, which owns it. */
typedef struct FlowStep {
  float friction_factor;    /* exp(-friction*dt) */
  float gravity_dt_over_dx; /* dt*g*cross_section/dx: head to velocity */
  float dt_over_dx;         /* dt/dx: flow to depth */
  float half_dt_over_dx;
  float dt_roughness;            /* dt*roughness */
  float dt_gravity_manning2;     /* dt*g*n^2 */
  float dt_viscosity3;           /* 3*viscosity*dt */
  float speed_cap;               /* dx/(2*dt): no face moves more than half a cell a substep */
  float head_dead_band;          /* m: heads up to this move nothing; rounding makes them, and lakes would never come to rest */
  float velocity_dead_band;      /* m/s: a speed up to this becomes 0 */
  float uphill_dead_band;        /* m/s: the same where water runs up a head */
  float fall_factor;             /* 4*g: times a fall, m, the square of the greatest speed that it could make */
  float surface_max;             /* m, the highest surface */
  float speed_max;               /* m/s, the greatest speed of water that is not a film */
  float speed_bound;             /* m/s, the lesser of speed_max and speed_cap: slower water is within every bound */
  float shock, shear, shock_cap; /* pipe: of the artificial viscosity, m of head per (m/s)^2, (m/s)^2, m/s */
  float ripple, ripple_cap;      /* of the ripple flow, m^2/s per m of surface bend, and per m of clear depth */
  float ripple_dead_band;        /* m of third difference of the surface that is not a ripple: the roundings of four depths */
  FlowSteep steep;               /* dispersion */
  float film_depth;              /* m: thinner water clings to the ground */
  float bound_depth;             /* m: thinner water does not count for the largest step */
  float dither;       /* last places of 1, -1/2 to 1/2, that are added to a depth before it is rounded; changes in every substep */
  float dither_speed; /* m/s: where nothing is faster nothing is dithered, or water would never come to rest */
} FlowStep;

/* How the slope of the surface goes on beyond a side, for the surface that a current carries along: as the cells beyond have it; as it
 * is within; or not at all, so that nothing is carried across the side. */
typedef enum SideAdvection { ADVECTION_BEYOND, ADVECTION_WITHIN, ADVECTION_NONE } SideAdvection;

/* The effect of the grid's sides on the cells along them, in one row. Made by boundary/ for each band of the sweep. */
typedef struct FlowSides {
  int nx;
  bool wall_west, wall_east, wall_south; /* faces to be treated as if the water were mirrored behind them; south: of this row */
  bool unsmoothed_west, unsmoothed_east, unsmoothed_row; /* cells that no smoothing may use; row: all of it */
  bool halo_west;                                        /* the faces of the west side are updated too */
  uint8_t advection_west, advection_east, advection_north,
      advection_south; /* SideAdvection of the cells along them; north, south: of this row */
} FlowSides;

/* Extremes and changes of one tile in one substep, reduced by lanes, so that rows need no horizontal sums. Owned by Tiles (sleeping.h),
 * one for each tile; cleared when a substep begins. */
typedef struct TileReduction {
  float depth[FLOW_GROUP], surface[FLOW_GROUP]; /* m, greatest; surface of wet cells */
  float speed[FLOW_GROUP];                      /* m/s, greatest of faces on more than bound_depth of water */
  float low[FLOW_GROUP];                        /* m, least depth */
  float sum[FLOW_GROUP];                        /* of everything: finite where all is */
  float changed[FLOW_GROUP];                    /* bits: 0 while nothing moves and nothing changed */
} TileReduction;

/* One row of cells in the sweep: the flows through their four faces and the limits on them. Made on the stack for one row; all arrays are
 * pointers to column 0, borrowed. */
typedef struct FlowCells {
  const float *terrain, *depth;
  const float *east, *west, *south, *north; /* flows; positive: east, south */
  const float *limit, *limit_south, *limit_north;
  const uint8_t *tight, *tight_south, *tight_north; /* per group, from -1 to one past the last: some limit there is below 1 */
  const float *speed_x, *speed_z;                   /* after */
  float *flow_x, *flow_z;                           /* the flows once limited, through east and south; or NULL */
  float *out;                                       /* depth after; may be depth */
} FlowCells;

enum { TERM_SLOPE, TERM_PRESSURE, TERM_ADVECTION, TERM_DRAG, TERM_LIMITER, TERM_BODY, TERM_OTHER, FLOW_TERMS };
/* The changes of one face's velocity in a substep of pipe or swe, term by term, in m/s along the axis of the face; the terms are those of
 * WeirWhy in weir.h. A plain value. */
typedef struct FlowTerms {
  double of[FLOW_TERMS];
} FlowTerms;

#endif
