#ifndef WORLD_VIEW_H
#define WORLD_VIEW_H

/* What can be seen of a world as of one tick: a copy of its own, so that one thread may draw it and point into it while
 * another steps the world. A view is written by world_view_copy alone and is a constant in between.
 *
 * Ownership: the view owns its grids; terrain and hulls are the world's own, which no tick changes, and must
 * outlive the view's use. Threads: world_view_copy reads the world and the view before, and writes the view; all else reads. */

#include "world/world.h"

enum { WORLD_TILE = 64 }; /* cells a side of the squares that changes are told by */

typedef enum WorldOverlay { WORLD_NO_OVERLAY, WORLD_OCCUPANCY, WORLD_DISPLACEMENT } WorldOverlay;

/* What is wanted besides depths and bodies. */
typedef struct WorldViewRequest {
  int flow_every; /* ticks between two looks at the velocities; 0: none are wanted */
  WorldOverlay overlay;
  bool stats; /* the water's account as well: it walks the whole grid */
} WorldViewRequest;

typedef struct WorldView {
  int nx, nz;
  float cell;
  const float *terrain; /* m, nx*nz; the world's */
  uint32_t terrain_version;
  float *depth; /* m, nx*nz */
  int tiles_x, tiles_z;
  int64_t *changed;       /* for each tile the last tick in which a depth changed by more than can be seen */
  int flow_nx, flow_nz;   /* velocities stand on a coarser grid over the same ground where the world's is large */
  float *flow_x, *flow_z; /* m/s; NULL: the memory was short */
  int64_t flow_tick;      /* of the velocities, -1: there are none */
  float *field;           /* nx*nz, as `overlay` says */
  WorldOverlay overlay;
  const Hull *hulls; /* the world's */
  int hull_count;
  Body bodies[WORLD_BODIES_MAX];
  int body_count;
  int64_t tick;
  double time;
  Params params;
  WeirSolver solver;
  int liquid;
  bool natural;
  uint64_t seed;
  WorldViewRequest request; /* that it was taken with */
  WeirStats stats;          /* as of when it was last wanted */
  int64_t stats_tick;       /* and which tick that was */
  Profile profile;
} WorldView;

/* A view for grids of this size; NULL when memory is short. */
WorldView *world_view_create(int nx, int nz);
void world_view_destroy(WorldView *view);

/* Copies what can be seen of the world. `before` is an earlier view of the same world, and what has not visibly changed
 * since (by a hair's breadth for the cell) is as it is there; NULL: everything is copied to the bit. Allocates only
 * what is wanted for the first time. */
void world_view_copy(WorldView *view, const WorldView *before, const World *world, const WorldViewRequest *wish);

/* As weir_water_terrain_at, weir_water_surface_at and world_pick, of the view. */
float world_view_ground_at(const WorldView *view, float x, float z);
float world_view_surface_at(const WorldView *view, float x, float z);
Pick world_view_pick(const WorldView *view, const float origin[3], const float direction[3]);

#endif
