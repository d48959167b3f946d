#ifndef VIEW_VIEW_H
#define VIEW_VIEW_H

/* The visible part of a world after one tick, as a copy, so that one thread may draw it and pick in it while another steps the
 * world. A view is written by world_view_copy alone and is constant in between.
 *
 * Ownership: the view owns its grids; hulls, rules and the ground as the world began are borrowed from the world, which must outlive the view's
 * use; no tick changes them. Once the world's ground has been edited the view has ground of its own. Threads: world_view_copy reads the
 * world and the view `before` and writes the view; all other functions read. */

#include "view/crests.h"
#include "view/law.h"
#include "view/measure.h"
#include "world/world.h"

enum { WORLD_TILE = 64 }; /* cells a side of the tiles by which changes are tracked */

typedef enum WorldOverlay { WORLD_NO_OVERLAY, WORLD_OCCUPANCY, WORLD_DISPLACEMENT } WorldOverlay;

/* A request for the content of a view besides depths and bodies: a value, passed with each copy. */
typedef struct WorldViewRequest {
  int flow_every;   /* ticks between two copies of the velocities; 0: no velocities */
  int crests_every; /* ticks between two looks at where the water of waves has moved to; 0: one */
  WorldOverlay overlay;
  bool stats; /* with weir_water_stats and the energy, which walk the whole grid */
  ProbePlace probe;
  GaugeReading gauge; /* without its flow */
} WorldViewRequest;

/* How the water flows, on a grid that is coarser than the world's where that is large. Part of WorldView, which owns it. */
typedef struct ViewFlow {
  int nx, nz;
  float *x, *z; /* m/s; NULL: not asked for yet, or memory ran out */
  int64_t tick; /* of the velocities; -1: there are none */
  float
      *breaking; /* 0 to 1, of the same tick: how far waves break (weir_water_breaking); NULL: they have not dispersed yet, or no memory */
  bool has_breaking; /* `breaking` is known */
} ViewFlow;

/* A view of one world, made by world_view_create; the caller owns it. */
typedef struct WorldView {
  int nx, nz;
  float cell;               /* m */
  const float *terrain;     /* m, nx*nz; the world's, or own_terrain */
  uint32_t world_version;   /* tells one world from the next */
  uint32_t land_version;    /* tells one place from the next; its past and its future are the same place */
  uint32_t terrain_version; /* tells one ground from the next: with the same one and as many edits, the ground is the same */
  float *own_terrain;       /* m, nx*nz; NULL: the ground has not been edited, or memory ran out */
  const WorldBegan *began;  /* the world's, as is the ground that it began with */
  const float *began_terrain;
  int64_t ground_edits;   /* edits of the ground that `terrain` shows; 0: none */
  int64_t *ground_edited; /* by tile of WORLD_GROUND_TILE cells a side: the last edit that changed it; NULL while own_terrain is */
  float *depth;           /* m, nx*nz */
  int tiles_x, tiles_z;
  int64_t *changed;     /* by tile: the last tick in which a depth changed visibly */
  Crests crests;        /* as the water is drawn */
  float *dye;           /* g/m^2, nx*nz; NULL: there has been none, or memory ran out */
  int64_t *dye_changed; /* by tile, as `changed` */
  bool has_dye;         /* `dye` is the world's; else the water has none */
  ViewFlow flow;
  float *field; /* nx*nz, as `overlay` says */
  WorldOverlay overlay;
  const Hull *hulls; /* the world's */
  int hull_count;
  Body bodies[WORLD_BODIES_MAX];
  int body_count;
  WorldMachine machines[WORLD_MACHINES_MAX];
  int machine_count;
  const SceneRule *rules; /* the scene's: the world's, and no tick changes them */
  int rule_count;
  RuleState rule_states[SCENE_RULES];
  Drop drops[WORLD_DROPS_MAX];
  int drop_count;
  int64_t tick;
  double time;
  Params params;
  float rain; /* mm/h, with a cloudburst's */
  GoalState goal;
  WeirSolver solver;
  int liquid;
  bool natural;
  SceneGround ground;
  SceneAround around; /* as scene_around has it */
  uint64_t seed;
  WorldViewRequest request; /* that the view was copied with */
  WeirStats stats;          /* as of stats_tick */
  WorldEnergy energy;       /* of the same tick; none of the membrane, which knows no flow */
  int64_t stats_tick;       /* the last tick with a request for stats; -1: none */
  Probe probe;              /* of this tick */
  GaugeReading gauge;       /* of this tick */
  LawReading law;           /* of this tick; its kind is LAW_NONE where the scene has no law */
  Profile profile;
} WorldView;

/* Makes a view for grids of this size. Returns NULL if memory runs out. */
WorldView *world_view_create(int nx, int nz);
void world_view_destroy(WorldView *view);

/* Copies what can be seen of the world. `before` is an earlier view of the same world: depths that have not visibly changed since (view.c)
 * are taken from it; NULL: everything is copied to the bit. Allocates only what is requested for the first time. */
void world_view_copy(WorldView *view, const WorldView *before, const World *world, const WorldViewRequest *wish);

/* Returns true if the view was copied for less, or for another place: without another copy only the next tick would answer the request. */
bool world_view_lacks(const WorldView *view, const WorldViewRequest *wish);

/* Where a ray first meets water, ground or a body: a result by value. The direction need not be of unit length. */
typedef struct Pick {
  bool hit, wet;     /* wet: the water there is deeper than 1 cm */
  float position[3]; /* m */
  int body;          /* index of the world's bodies, or -1 */
} Pick;

/* Finds the distance in m at which a ray first meets a body as it is drawn (a box, the cylinder of a log, the convex hull of a mesh), by
 * ODE's rays. `from` in m, `direction` of unit length; returns false when the ray misses, or meets the body only beyond `reach` m. Needs no
 * world, for the copy that is drawn has no engine; but ODE must have been initialised (world_create does). Any number of threads. */
bool pick_body(const WeirBody *body, const double from[3], const double direction[3], double reach, double *distance);

/* Returns the first thing that a ray meets. */
Pick world_view_pick(const WorldView *view, const float origin[3], const float direction[3]);

/* Return the same as weir_water_terrain_at and weir_water_surface_at, for the view. */
float world_view_ground_at(const WorldView *view, float x, float z);
float world_view_surface_at(const WorldView *view, float x, float z);

#endif
