#ifndef WEIR_GRID_FLOW_STEP_H
#define WEIR_GRID_FLOW_STEP_H

#include <stdbool.h>
#include <stdint.h>

/* What a substep of the flow solvers (pipe, swe) shares with the sides of the grid and with bodies: its numbers, and its rows of
 * cells. The face to the east of a cell, or to its south, has the cell's index. Speeds u are in m/s, flows q = u*h in m^2/s. */
enum { FLOW_GROUP = 16, FLOW_TILE = 64 /* columns that work or sleep together */ };

/* The numbers of one substep, the same for every face. */
typedef struct FlowStep {
  float friction_factor;    /* exp(-friction*dt) */
  float gravity_dt_over_dx;   /* dt*g*cross_section/dx: head to velocity */
  float dt_over_dx;    /* dt/dx: flow to depth */
  float half_dt_over_dx;
  float dt_roughness;   /* dt*roughness */
  float dt_gravity_manning2; /* dt*g*n^2 */
  float dt_viscosity3; /* 3*viscosity*dt */
  float speed_cap;    /* dx/(2*dt): no face moves more than half a cell a substep */
  float head_dead_band;   /* m of head that moves nothing: floats do not tell it from none, and lakes would never come to rest */
  float velocity_dead_band;   /* m/s: what is slower stands still */
  float uphill_dead_band; /* m/s: ... or this, where it runs up a head */
  float fall_factor;   /* 4*g: the square of the fastest that a fall from `high` could make */
  float surface_max;    /* m, the highest surface */
  float speed_max; /* m/s, the greatest speed of water that is no film */
  float speed_bound;   /* m/s, the lesser of fastest and most: slower water is within every bound */
  float shock, shear, shock_cap; /* pipe: of the artificial viscosity, m of head per (m/s)^2, (m/s)^2, m/s */
  float ripple, ripple_cap; /* of the ripple flow, m^2/s per m of surface bend, and per m of clear depth */
  float ripple_dead_band;   /* m of third difference of the surface that is no ripple: the roundings of four depths */
  float film_depth;    /* m: thinner water clings to the ground */
  float bound_depth;   /* m: thinner water does not count for the largest step */
  float dither;  /* last places of 1 that are added to a depth before it is rounded, -1/2 to 1/2: another share in every step */
  float dither_speed;  /* m/s: where nothing is faster, nothing is added: waters would never come to rest */
} FlowStep;

/* How the slope of the surface goes on beyond a side, for what the current carries along it: as the cells beyond say; as it is
 * within; or nothing is carried across the side. */
typedef enum SideAdvection { ADVECTION_BEYOND, ADVECTION_WITHIN, ADVECTION_NONE } SideAdvection;

/* What the sides of the grid do to the cells along them. */
typedef struct FlowSides {
  int nx;
  bool wall_west, wall_east, wall_south; /* faces to be treated as if the water were mirrored behind them; south: of this row */
  bool unsmoothed_west, unsmoothed_east, unsmoothed_row; /* cells that no smoothing may use; row: all of it */
  bool halo_west;                         /* the faces of the west side are pushed too */
  uint8_t advection_west, advection_east, advection_north, advection_south; /* SideAdvection of the cells along them; north, south: of this row */
} FlowSides;

/* What has happened to 64 columns of a tile since it was last asked; by lanes, so that rows need not be added up. */
typedef struct TileReduction {
  float depth[FLOW_GROUP], surface[FLOW_GROUP]; /* m, greatest; surface of wet cells */
  float speed[FLOW_GROUP];                      /* m/s, greatest of faces on more than `thick` of water */
  float low[FLOW_GROUP];                        /* m, least depth */
  float sum[FLOW_GROUP];                        /* of everything: finite where all is */
  float changed[FLOW_GROUP];                       /* bits: 0 while nothing moves and nothing changed */
} TileReduction;

/* One row of cells: what leaves through the four faces, and how much of it the cell can afford. */
typedef struct FlowCells {
  const float *terrain, *depth;
  const float *east, *west, *south, *north; /* flows; positive: east, south */
  const float *limit, *limit_south, *limit_north;
  const uint8_t *tight, *tight_south, *tight_north; /* per group, also -1 and one more: some limit there is below 1 */
  const float *speed_x, *speed_z;                   /* after */
  float *flow_x, *flow_z;                           /* the flows once limited, through east and south; or NULL */
  float *out;                                       /* depth after; may be depth */
} FlowCells;

#endif
