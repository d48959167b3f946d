#ifndef WEIR_WEIR_H
#define WEIR_WEIR_H

/* libweir: real-time heightfield water over a terrain, with bodies that float in it.
 *
 * Units are SI: metres, seconds, kilograms. The world is y-up and right-handed; the grid lies in the x-z plane; cell
 * (i, k) spans [i*cell, (i+1)*cell] x [k*cell, (k+1)*cell] and its values belong to its centre. Arrays that come in are
 * tight, row after row: value (i, k) is at k*nx + i. Arrays that go out are views with a stride.
 *
 * A WeirWater may be changed by one thread at a time; calls that take it as const may be made by several threads at once
 * while none changes it. weir_water_step itself uses def.threads threads, or one where all gain nothing, and gives the same bits for
 * any number. Calls that can fail because of the outside world (a bad def, no memory) say so in a WeirError; everything else is either
 * total (bad numbers are ignored and counted) or a caller's bug (an assert).
 *
 * Equations: physics of membrane water after Gritzner 2010 and Mueller-Fischer 2008, with Bressler's 9-point stencil;
 * pipes after O'Brien and Hodgins 1995 in the form of Kellomaki 2015, sections 4.5 and 4.6; shallow water after section
 * 4.3 there, advected as by Stelling and Duinmeijer 2003. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define WEIR_API __attribute__((visibility("default")))
#else
#define WEIR_API
#endif

/* The version of this header, which the build reads. weir_version() is the version of the library that runs. Before 1.0 every minor
 * version may break its users. */
#define WEIR_VERSION_MAJOR 0
#define WEIR_VERSION_MINOR 1
#define WEIR_VERSION_PATCH 0
#define WEIR_VERSION_TEXT(number) WEIR_VERSION_DIGITS(number)
#define WEIR_VERSION_DIGITS(number) #number
#define WEIR_VERSION \
  WEIR_VERSION_TEXT(WEIR_VERSION_MAJOR) "." WEIR_VERSION_TEXT(WEIR_VERSION_MINOR) "." WEIR_VERSION_TEXT(WEIR_VERSION_PATCH)
WEIR_API const char *weir_version(void); /* "0.1.0" */

#define WEIR_GRID_MIN 1   /* a channel is one row of cells between walls */
#define WEIR_ACROSS_MIN 4 /* cells from side to side, for all kinds of sides but walls and sponges */
#define WEIR_GRID_MAX 8192
#define WEIR_TERRAIN_MAX 1.0e5f /* m, highest terrain above or below 0 */

typedef struct WeirWater WeirWater; /* a water: its grid, state and memory; the caller destroys it */

/* One line saying what is wrong and what is allowed. */
typedef struct WeirError {
  char text[256];
} WeirError;

typedef enum WeirSolver {
  WEIR_MEMBRANE, /* wave equation at one wave speed; waves, but no flow over dry land */
  WEIR_PIPE,     /* virtual pipes: water flows downhill, fills, floods and dries */
  WEIR_SWE,      /* shallow water: pipes whose velocity carries itself along; eddies, bores, jets */
  WEIR_SOLVER_COUNT
} WeirSolver;

/* "membrane", "pipe", "swe". */
WEIR_API const char *weir_solver_name(WeirSolver solver);

/* A view of the water's own memory: value (i, k) is data[k*stride + i]. Valid until the next call that takes the
 * water without const; owned by the water. */
typedef struct WeirView {
  const float *data;
  int nx, nz;
  ptrdiff_t stride;
} WeirView;

/* The kinds of sides that a grid can have. */
typedef enum WeirEdge {
  WEIR_REFLECT,  /* a wall */
  WEIR_OPEN,     /* waves and rivers leave as if the water went on; nothing comes in by itself */
  WEIR_SPONGE,   /* a strip of tuning.sponge_width that draws the water to the level it had when the side was set */
  WEIR_PERIODIC, /* joined to the opposite side, which must be periodic too */
  WEIR_LEVEL,    /* a sea beyond: the surface stands at level + tide_height*sin(2*pi*t/tide_period + tide_phase) */
  WEIR_INFLOW,   /* discharge enters (negative: leaves) across the whole side, more where it is deeper */
  WEIR_ZERO,     /* the surface at the side is held where it was when the side was set (Bressler's fixed points) */
  WEIR_WAVE,     /* a sea beyond from which the wave level + tide, or the series', comes in; what comes from inside leaves */
  WEIR_SEA,      /* the same with the waves of a wind: many, of all periods and directions about given ones; pipe and swe */
  WEIR_EDGE_COUNT
} WeirEdge;

/* "reflect", "open", "sponge", "periodic", "level", "inflow", "zero", "wave", "sea". */
WEIR_API const char *weir_edge_name(WeirEdge kind);

typedef enum WeirSide {
  WEIR_WEST,  /* x = 0 */
  WEIR_EAST,  /* x = nx*cell */
  WEIR_NORTH, /* z = 0 */
  WEIR_SOUTH, /* z = nz*cell */
  WEIR_SIDE_COUNT
} WeirSide;

/* The boundary at one side: its kind, and the numbers of that kind. A plain value; all 0: a wall.
 *
 * A sea (WEIR_SEA) comes in from a line some cells within the side: 10, or 42 where waves disperse, which it needs for waves shorter than some ten
 * depths. It is the sum of 40 waves of the JONSWAP spectrum, none shorter than nine cells, the same whenever it is set, that rises over two peak
 * periods of a new water; or has run for tide_phase seconds when the first step is taken, as waves of small height do over that bed. Outside the
 * line the water stays as it was; across the side needs 20 cells. In the membrane no waves come in.
 *
 * An inflow begins in water that rests, with a bore if it is strong; or it has run before the first step, however long (tide_phase above 0): then
 * the water moves from there to the sides where it leaves as it would without drag and eddies, which begin. Pipe and swe. */
typedef struct WeirBoundary {
  WeirEdge kind;
  float level;       /* m, WEIR_LEVEL; WEIR_WAVE and WEIR_SEA: of the sea at rest */
  float tide_height; /* m, WEIR_LEVEL and WEIR_WAVE: amplitude; WEIR_SEA, 0 to 100: significant height, four standard deviations */
  float tide_period; /* s, >= 0.1 where tide_height is not 0; WEIR_SEA, 0.1 to 1000: of the spectrum's peak */
  float tide_phase;  /* rad, -100 to 100; WEIR_SEA and WEIR_INFLOW: s, 0 to 10000, for which it has run before
                       the first step */
  float discharge;   /* m^3/s, -1e6 to 1e6, WEIR_INFLOW; through a dry side nothing leaves. WEIR_SEA: degrees, -70 to 70, in which its waves
                      run, from the inward normal towards the south or east */
  float speed;       /* m/s, 0 to 1000, WEIR_INFLOW: of what enters, faster than waves too; 0: what the depth at the side makes of the
                      discharge, at most critical. WEIR_SEA: degrees, 0 to 60, the standard deviation of its waves' directions */
} WeirBoundary;

/* The parameters that can be changed while the water runs. Values outside the ranges are clamped to them. */
typedef struct WeirTuning {
  float gravity;       /* m/s^2, 0.01 to 100 */
  float density;       /* kg/m^3 of the liquid, 1 to 20000 */
  float friction;      /* 1/s, 0 to 100; pipe, swe: flow decays as exp(-friction*t) */
  float roughness;     /* 0 to 1; pipe, swe: bed drag of roughness*u^2/depth (Chezy's g/C^2; about g*n^2/depth^(1/3)) */
  float manning;       /* s/m^(1/3), 0 to 1; pipe, swe: bed drag of g*n^2*u^2/depth^(4/3), beside roughness */
  float viscosity;     /* m^2/s, 0 to 100; pipe, swe: laminar bed drag of 3*viscosity*u/depth^2 */
  float cross_section; /* 0.001 to 1; pipe, swe: factor on the pipes' area (Kellomaki 2015, 4.5): sluggish below 1 */
  float sponge_width;  /* m, 0 to 1000; of WEIR_SPONGE sides */
  float wave_speed;    /* m/s, 0 to 1000; membrane */
  int stencil;         /* 5 or 9 points; membrane */
  int land_fixed;      /* 0: land reflects; 1: land and dried bed are fixed points (Bressler); membrane */
  float damping;       /* 1/s, 0 to 100; membrane: vertical speed decays as exp(-damping*t) (Gritzner, Mueller) */
  float drag;          /* 1/s, 0 to 100; membrane: force -drag*v (Bressler) */
  float slope_max;     /* 0 (off) to 100; membrane: a cell's surface may differ from its neighbours' mean by slope_max*cell */
  float block_damping; /* 1/s, 0 to 1000; membrane: further damping inside cells that bodies occupy (Gritzner's sb) */
  float rain;          /* m/s of water on every cell, 0 to 1e-2 */
  float evaporation;   /* m/s from every wet cell, 0 to 1e-2 */
  float retention;     /* m, 0 to 0.1; pipe, swe: thinner films cling to the ground (at most a hundredth of a cell) */
  float infiltration;  /* m/s by which such films soak into the ground, 0 to 1e-2; pipe, swe */
  float splash;        /* 0 to 4: how much of a body's entry speed digs a cavity and raises a crown */
  float depth_fade;    /* 0.05 to 10: lambda of exp(-depth of a body's top/lambda), in body sizes */
  int substeps_max;    /* 1 to 64 equal substeps a step; past them the water's time runs slower, and the step is counted as clamped */
} WeirTuning;
WEIR_API WeirTuning weir_tuning_default(void);
/* The default without what removes energy or water from the flow: friction, roughness, retention and damping are 0. For comparison
 * with textbooks. */
WEIR_API WeirTuning weir_tuning_ideal(void);

/* The definition from which weir_water_create makes a water. terrain and depth are read during the call only. */
typedef struct WeirWaterDef {
  int nx, nz; /* cells, WEIR_GRID_MIN to WEIR_GRID_MAX a side */
  float cell; /* m, 1e-3 to 1e4 */
  WeirSolver solver;
  int threads;                          /* 1 to 256; small grids take fewer, one for each 4096 cells */
  const float *terrain;                 /* nx*nz heights in m, finite, within WEIR_TERRAIN_MAX; NULL: flat at 0 */
  const float *depth;                   /* nx*nz depths in m, finite, >= 0; NULL: dry */
  const float *velocity_x, *velocity_z; /* nx*nz at the cell centres, m/s, finite; NULL: at rest; pipe, swe */
  WeirBoundary boundary[WEIR_SIDE_COUNT];
  WeirTuning tuning;
} WeirWaterDef;

/* A complete def: 128 x 128 cells of 0.25 m, pipe, one thread, flat and dry. */
WEIR_API WeirWaterDef weir_water_def_default(void);

/* Returns the new water, or returns NULL and sets *error (which may be NULL) if the def is out of range or memory runs out. Terrain is kept
 * rounded to a power-of-two step of at most 2^-22 of its greatest height, and so is the surface that comes with it: a lake that is level
 * comes to rest exactly, not only to rounding. */
WEIR_API WeirWater *weir_water_create(const WeirWaterDef *def, WeirError *error);
WEIR_API void weir_water_destroy(WeirWater *water);

/* Advances by dt seconds: as many substeps as stability requires, each adding sources, rain and evaporation and then moving the
 * water. 0, negative and NaN do nothing; of a longer step only WEIR_STEP_MAX is taken, and it is counted as clamped. */
#define WEIR_STEP_MAX 1.0f /* s */
WEIR_API void weir_water_step(WeirWater *water, float dt);

WEIR_API void weir_water_set_tuning(WeirWater *water, const WeirTuning *tuning); /* each parameter clamped to its range */
/* Lets the waves of pipe and swe disperse (true): short ones run slower than long ones, omega^2 = g*k*tanh(k*d), so that a splash makes a
 * train of rings. False, as at first: all run at sqrt(g*d). Returns false, with *error (which may be NULL) set, if memory runs out. */
WEIR_API bool weir_water_set_dispersion(WeirWater *water, bool on, WeirError *error);
WEIR_API bool weir_water_dispersion(const WeirWater *water);

/* Presses on the surface of pipe and swe: nx*nz pressures row after row, Pa beyond that of the air elsewhere, each within WEIR_PRESSURE_MAX.
 * Copied, and it stays until the next call; NULL: none, as at first. Water gives way to a high pressure and stands pressure/(density*gravity)
 * lower there; only differences from cell to cell push, and none at banks, at the closed faces of dry land, at faces that a body cuts, in the
 * membrane or under WEIR_LAYERS. Saved with the state. Allocates. Returns false and sets *error (which may be NULL), with nothing changed, if a
 * pressure is out of range or memory runs out. */
#define WEIR_PRESSURE_MAX 1.0e6f /* Pa */
WEIR_API bool weir_water_set_pressure(WeirWater *water, const float *pressure, WeirError *error);

/* Lets a wind blow over pipe and swe, vx to the east and vz to the south, m/s, finite and together within WEIR_WIND_MAX; 0, 0, or under 1 mm/s:
 * none, as at first. It presses on the windward sides of waves and starts small ones on level water, only where waves disperse
 * (weir_water_set_dispersion): elsewhere it waits. Waves with the wind grow, slowly, and those against it shrink; it drives no current. Water that
 * it blows over does not sleep. Saved with the state. Allocates. Returns false and sets *error (which may be NULL), with nothing changed, if it is
 * out of range or memory runs out. */
#define WEIR_WIND_MAX 60.0f /* m/s */
WEIR_API bool weir_water_set_wind(WeirWater *water, float vx, float vz, WeirError *error);

WEIR_API WeirTuning weir_water_tuning(const WeirWater *water); /* as it holds, clamped */

/* Changes the equations under the same water: depths stay. Entering the membrane, each connected lake becomes a
 * membrane about its own level; one whose level surface would dry part of its bed (a river) keeps its present surface
 * as the rest position. Allocates. */
WEIR_API void weir_water_set_solver(WeirWater *water, WeirSolver solver);
WEIR_API WeirSolver weir_water_solver(const WeirWater *water);
WEIR_API void weir_water_set_threads(WeirWater *water, int threads);

/* The most substeps that the membrane takes in one sweep over the grid (8 in a new water): the same bits, and a different
 * time. */
WEIR_API void weir_water_set_sweep(WeirWater *water, int most);
/* Lets pipe and swe leave out tiles that are dry or at rest, or not (true in a new water): the same bits, and a different time. */
WEIR_API void weir_water_set_sleeping(WeirWater *water, bool sleeping);

/* Changes one side (both, when the new or the old kind is periodic). Of a side that keeps its kind only the values change: the motion
 * through it, and its memory, go on. Returns false and sets *error, with nothing changed, if a value is out of range or memory runs out. */
WEIR_API bool weir_water_set_boundary(WeirWater *water, WeirSide side, const WeirBoundary *boundary, WeirError *error);
WEIR_API WeirBoundary weir_water_boundary(const WeirWater *water, WeirSide side);

/* Drives a side by a time series of `count` points, linear between them, held before the first and after the last: levels (m)
 * for WEIR_LEVEL, the surface of the wave alone (m) for WEIR_WAVE and beside the wind's for WEIR_SEA, discharges (m^3/s) for WEIR_INFLOW. It replaces the
 * boundary's level or discharge (of a WEIR_WAVE or WEIR_SEA, `level` stays the level of rest); a tide is added to it. Times are seconds
 * of simulated time since creation, rising. Copied; kept until the side is given another (count 0: none) or another kind.
 * Allocates. Returns false and sets *error, with nothing changed, if a value is out of range or memory runs out. */
#define WEIR_SERIES_MAX 4096
WEIR_API bool weir_water_set_series(WeirWater *water, WeirSide side, const double *times, const float *values, int count, WeirError *error);

/* m^3/s that left through a side, mean over the last step, and m^3 since creation; negative: came in. Pipe and swe; 0 for
 * walls, sponges and joined sides, and for the membrane, which knows no flow. */
WEIR_API double weir_water_side_flow(const WeirWater *water, WeirSide side);
WEIR_API double weir_water_side_volume(const WeirWater *water, WeirSide side);

/* --- reading ------------------------------------------------------------------------------------------------ */
WEIR_API int weir_water_nx(const WeirWater *water);           /* cells from west to east */
WEIR_API int weir_water_nz(const WeirWater *water);           /* cells from north to south */
WEIR_API float weir_water_cell(const WeirWater *water);       /* m, the side of a cell */
WEIR_API WeirView weir_water_terrain(const WeirWater *water); /* m */
WEIR_API WeirView weir_water_depth(const WeirWater *water);   /* m, >= 0; surface = terrain + depth */

/* Starts or stops recording the highest surface of each cell at the end of a step, m: its terrain where it has not been deeper than 1 mm.
 * Each call with true begins again with the present surface; recording takes memory for one field and a pass over the active tiles after
 * each step, and changes no bit of the water. The view has no data while nothing is recorded. Returns false if memory runs out. */
WEIR_API bool weir_water_keep_highest(WeirWater *water, bool keep);
WEIR_API WeirView weir_water_highest(const WeirWater *water);
WEIR_API WeirView weir_water_occupancy(const WeirWater *water);    /* share of the cell covered by bodies at the surface */
WEIR_API WeirView weir_water_displacement(const WeirWater *water); /* m of water that bodies displace in the cell */

/* Horizontal velocity at the cell centres, m/s. Pipe and swe: the mean of the cell's faces; 0 where the water is thinner
 * than 1 mm. Membrane: 0. Writes nx*nz values each, tight. */
WEIR_API void weir_water_velocity(const WeirWater *water, float *vx, float *vz);

/* Readings for a picture of waves that disperse, beside their surface, at the cell centres, as of the last step; nx*nz values each, tight. All 0
 * where waves do not disperse: with dispersion off, in the membrane, under WEIR_LAYERS; and on dry land.
 *
 * weir_water_excursion writes how far the surface's water has been moved to x and z by the waves, m: depth times the gradient of the head
 * that they push with. In a wave of amplitude a that is a*tanh(k*d), towards the crests. The surface itself has round crests
 * and troughs; a mesh of it whose vertices are moved by this as well has the sharp crests and flat troughs of waves in deep water. It folds where
 * -(dx/dx + dz/dz) comes to 1: the caller makes it less there, and where bodies float, which float in the surface as it is. It fades out over
 * 32 cells towards sides that let water through, and is not known between an edit and the next step.
 *
 * weir_water_breaking writes how far waves break, 0 (not) to 1 (wholly): where the surface rises by 0.3 to 0.6 of the speed of long waves. In pipes
 * nothing breaks. */
WEIR_API void weir_water_excursion(const WeirWater *water, float *x, float *z);
WEIR_API void weir_water_breaking(const WeirWater *water, float *share);

/* Bilinear reads at a place in metres; places outside the grid read its edge. The surface over dry ground is the
 * ground. Exact as of the last step. */
WEIR_API float weir_water_terrain_at(const WeirWater *water, float x, float z);
WEIR_API float weir_water_depth_at(const WeirWater *water, float x, float z);
WEIR_API float weir_water_surface_at(const WeirWater *water, float x, float z);

/* Everything at one place, of the same step. Finite always; a place that is not a number reads 0 and a level surface. */
typedef struct WeirSample {
  float terrain, depth, surface; /* m */
  float velocity[3];             /* m/s; y: how fast the surface rises */
  float normal[3];               /* of the surface, unit length; of the ground where it is dry */
} WeirSample;
WEIR_API WeirSample weir_water_sample(const WeirWater *water, float x, float z);
/* Samples `count` places, of which `places` has x and z one after the other: the same bits, some places on each of the water's threads. */
WEIR_API void weir_water_sample_many(const WeirWater *water, const float *places, int count, WeirSample *samples);

/* Why the water in one cell flows as it does: what its velocity has changed by, part by part. Index 0 is to x, 1 to z.
 *
 * The velocity is weir_water_velocity's, the mean of the cell's faces, and each part is the mean of what the scheme adds there, in the
 * order of its own equations (docs/physics.md, sections 2 and 3; where bodies cut a face, docs/coupling.md):
 *   du/dt = -g*db/dx - g*dd/dx - (u*du/dx + w*du/dz) - drag(u) + ...
 * Parts are m/s^2, means over `seconds`, and sum up to `change`. At rest slope = -pressure; in uniform flow slope = -drag. A face that is
 * dry, or a bank's, has no parts.
 *
 * The parts come from the last step where the cell has been watched through it (weir_water_watch): then `change` is read off the water.
 * Elsewhere they are predicted for the substep that comes next, and `change` is their sum: exact but for sources, sides, edits and bodies,
 * of which what sources and sides will do is left out and faces that bodies cut have the parts of the last substep. Under
 * WEIR_LAYERS all is in `other`. The membrane, which knows no flow, and water thinner than 1 mm have no parts; a place that is not a number
 * reads 0. */
typedef struct WeirWhy {
  float depth, speed, froude; /* m, m/s; speed/sqrt(gravity*depth): above 1 no wave runs upstream */
  float velocity[2];          /* m/s, at the end of `seconds` */
  float seconds;              /* s of water that the parts are of: the last step, or one substep to come; 0: no parts */
  bool predicted;             /* the cell was not watched in the last step */
  float slope[2];             /* down the bed */
  float pressure[2];          /* from deeper water to shallower; under bodies, what presses beyond the fall of the bed */
  float advection[2];         /* swe: what the flow brings along from beside */
  float drag[2];              /* friction, roughness, Manning, viscosity; pipe: its artificial viscosity */
  float limiter[2];           /* what dead bands and bounds take, and what stops as a face falls dry; rounding */
  float body[2];              /* along bodies, past their edges, and what moves with them */
  float other[2];             /* sides of the grid and sponges */
  float change[2];
} WeirWhy;
WEIR_API WeirWhy weir_water_why(const WeirWater *water, float x, float z);
/* Watches the cell at a place, instead of any other, from the next step on; a place that is not a number: none. It changes no bit of the
 * water, and a step costs some 20 microseconds a substep more while a cell is watched; not saved. Allocates. Returns false if memory runs
 * out. */
WEIR_API bool weir_water_watch(WeirWater *water, float x, float z);

/* --- changing ----------------------------------------------------------------------------------------------- */
/* Adds (or, negative, removes) water in a disc with a smooth edge. Returns the m^3 that really went in or out: removal
 * stops at the bed, and the membrane takes no water on dry land. Counted as added or removed in the budget. */
WEIR_API double weir_water_add(WeirWater *water, float x, float z, float radius, double volume_m3);

/* Dye: a tracer that the water carries along and mixes, in a unit of the caller's (kilograms, say). It changes no bit of the water. In
 * pipe and swe each flow from cell to cell takes the concentration of the cell that it leaves (the donor cell: Courant, Isaacson and
 * Rees 1952), so the total holds, no cell falls below 0 and an even concentration stays even. Drains, infiltration, sponges, and sides
 * that let water out, take the dye with the water; what evaporates leaves it; water that is added or comes in, and rain on top of
 * bodies, is clean. A cell that falls dry has no dye: what it had counts as left. In the membrane and under WEIR_LAYERS, which know no
 * flow that could carry it, dye stays in its cells, even while the trough of a membrane's wave bares the bed.
 *
 * Adds an amount, within 1e9, in a disc with a smooth edge, over the area of those of its cells that are deeper than 1 mm; or, negative,
 * removes it from its cells, more where there is more. Returns the amount that really went in or out: none on dry land, no more than
 * WEIR_DYE_MAX in a cell, no more out than was there. The first call that adds takes memory for two fields, and a step of swe then costs
 * about a fifth more; it returns 0 if memory runs out. */
#define WEIR_DYE_MAX 1.0e9f /* unit/m^2 */
WEIR_API double weir_water_add_dye(WeirWater *water, float x, float z, float radius, double amount);
/* Removes all dye, its totals and its memory: as if none had ever been added. */
WEIR_API void weir_water_clear_dye(WeirWater *water);
/* The dye of each cell, unit/m^2 of its area, >= 0: over the depth, its concentration. No data while there has been none. */
WEIR_API WeirView weir_water_dye(const WeirWater *water);

/* In the caller's unit. now = added - left, to rounding; left: with water that left, on land that fell dry, or taken out by hand. */
typedef struct WeirDye {
  double added, left, now;
} WeirDye;
WEIR_API WeirDye weir_water_dye_total(const WeirWater *water);

/* Pushes the surface down by up to height (m) at the middle of a disc and raises a ring around it by the same volume;
 * negative heights raise the middle. Never lowers a cell by more than half of its depth. Volume is unchanged. */
WEIR_API void weir_water_disturb(WeirWater *water, float x, float z, float radius, float height);

/* Adds a horizontal velocity (m/s, each part within 10000) to the water in a disc with a smooth edge. Pipe and swe; the
 * membrane has none. */
WEIR_API void weir_water_impulse(WeirWater *water, float x, float z, float radius, float vx, float vz);

/* Replaces the terrain of a rectangle of cells, ni*nk heights row after row. Depths stay: water falls or rises with its bed, and the volume
 * stays. Water far from cells whose height changes goes on sleeping. Heights are rounded to the terrain's step (see weir_water_create).
 * Membrane: lakes are found again and waves go on; ground raised through a lake sheds its water. Allocates in the membrane. Returns false and sets *error, with nothing changed, if a height or the
 * rectangle is out of range. */
WEIR_API bool weir_water_set_terrain(WeirWater *water, int i0, int k0, int ni, int nk, const float *heights, WeirError *error);

/* Heaps up (or, negative, digs away) ground in a disc with a smooth edge by at most `height` m at the middle; it stays
 * within WEIR_TERRAIN_MAX. Otherwise as weir_water_set_terrain. */
WEIR_API void weir_water_heap(WeirWater *water, float x, float z, float radius, float height);

/* A spring (rate > 0) or drain (rate < 0), active in every step; m, m, m, m^3/s. At most WEIR_SOURCES_MAX. A plain value. */
#define WEIR_SOURCES_MAX 64
typedef struct WeirSource {
  float x, z, radius, rate;
} WeirSource;
WEIR_API void weir_water_set_sources(WeirWater *water, const WeirSource *sources, int count);

/* --- bodies ------------------------------------------------------------------------------------------------- */
typedef enum WeirShape {
  WEIR_BOX = 0,
  WEIR_CYLINDER, /* its axis is the body's own y axis; a prism of 24 sides with the ellipse's area */
  WEIR_CONVEX    /* a closed convex mesh */
} WeirShape;

#define WEIR_VERTICES_MAX 256  /* of a mesh; at least 4 */
#define WEIR_TRIANGLES_MAX 512 /* of a mesh; at least 4 */

/* A rigid body as the water needs it, a plain value: begin with weir_body_default. A body that weir_body_check refuses is left out: it
 * moves no water, its force is 0, and WeirStats.bodies_refused counts it. The caller ensures that a mesh is convex: of one that is not
 * the rasteriser uses mean heights. */
typedef struct WeirBody {
  float half[3];     /* m, half its extents along its own axes, > 0. Cylinder: radius, half its length, radius. Mesh: not
                         read */
  float position[3]; /* m, its centre of mass; the middle of a box or cylinder, the origin of a mesh */
  float rotation[9]; /* row-major, body axes to world axes; its rows of length 1 and at right angles, within a tenth */
  float velocity[3]; /* m/s */
  float spin[3];     /* rad/s, world axes */
  float mass;        /* kg, > 0; bounds the drag impulse of a step */
  float drag_linear; /* 1/s, >= 0, k1 of F = density*volume*(k1 + k2|w|)w */
  float drag_square; /* 1/m, >= 0, k2 */
  uint32_t id;       /* identifies the body from call to call, so that its motion is known; 0: none */
  WeirShape shape;
  const float *vertices; /* mesh: x, y, z of each, m along its own axes about its position; borrowed for the call */
  int vertex_count;
  const uint16_t *triangles; /* mesh: three vertices each, anticlockwise from outside; borrowed for the call */
  int triangle_count;
} WeirBody;

/* A complete body: an upright box of 1 m x 1 m x 1 m and 500 kg at the origin, at rest, with the drag of a crate. */
WEIR_API WeirBody weir_body_default(void);
/* Returns true if the water can use the body as it is. Returns false and sets *error (which may be NULL) if a number is not finite or out
 * of range, the rotation is not a rotation (all zeros, say), or a mesh is not closed, is inside out or names a vertex that it does not
 * have. */
WEIR_API bool weir_body_check(const WeirBody *body, WeirError *error);

/* The force of the water on one body, constant over the step, and its torque about the body's position. */
typedef struct WeirForce {
  float force[3];  /* N */
  float torque[3]; /* N m */
  float submerged; /* m^3 under the surface */
  float volume;    /* m^3 of the body over the grid: submerged/volume is its draft as a share */
  float water_y;   /* m, mean surface over the columns it covers; terrain where dry */
  float aboard;    /* m^3 of rain or added water that lies on its top and weighs on it: WEIR_SUBGRID */
} WeirForce;

/* Moves a free body by dt (s, >= 0) under the water's force, what the caller has added to it, and gravity (m/s^2, downwards): for programs
 * without a physics engine; there are no collisions. Its inertia is that of a box or cylinder of even density, or of a mesh's bounding box
 * about its position. Returns false, with the body unchanged, if weir_body_check would refuse the result. */
WEIR_API bool weir_body_move(WeirBody *body, const WeirForce *force, float gravity, float dt);

#define WEIR_BODIES_MAX 4096

/* How bodies and water meet; a new water has WEIR_SUBGRID. */
typedef enum WeirCoupling {
  WEIR_DISPLACE, /* what a body displaces goes to the water around it, and water flows through it (Gritzner 2010) */
  WEIR_SUBGRID,  /* pipe, swe: it also blocks, carries water along and is flowed under and over; the membrane displaces */
  WEIR_LAYERS,   /* pipe, swe: whole cells block, between two layers of water (Kellomaki 2014): slow, for comparison */
  WEIR_COUPLING_COUNT
} WeirCoupling;
WEIR_API void weir_water_set_coupling(WeirWater *water, WeirCoupling coupling);
WEIR_API WeirCoupling weir_water_coupling(const WeirWater *water);

/* Allocates the memory that only bodies need (24 bytes a cell), ahead of the first weir_water_displace with a body, which would do it
 * otherwise. Returns false if memory runs out; without it bodies do not act on the water. */
WEIR_API bool weir_water_reserve_bodies(WeirWater *water);
/* Rasterises the bodies (exact cover and mean faces of each cell, physics of Mueller-Fischer's displacement grid) and
 * moves the water that they have displaced since the last call to the free cells around them: nothing is created or
 * lost. With dt = 0 bodies that block count as having always been there: the surface stays, and the water in their place counts as
 * removed. Call once before each step, with all bodies; bodies left out have left the water. May allocate when bodies
 * were added or cover more than ever before. */
WEIR_API void weir_water_displace(WeirWater *water, const WeirBody *bodies, int count, float dt);
/* Buoyancy and drag on the bodies of the last weir_water_displace: from the surface as it is now, but for WEIR_DISPLACE
 * (and the membrane) as that call left it, of the bodies and with the dt that it was given. */
WEIR_API void weir_water_push(const WeirWater *water, const WeirBody *bodies, int count, float dt, WeirForce *forces);

/* --- statistics --------------------------------------------------------------------------------------------- */
typedef struct WeirStats {
  double volume_start, volume_added, volume_removed, volume_now; /* m^3; now = sum of depth - displaced by bodies */
  double volume_displaced;                                       /* m^3 by which bodies raise the depths */
  double volume_error;                                           /* |now - (start + added - removed)| / most ever held */
  float depth_min, depth_max;                                    /* m */
  float surface_min, surface_max;                                /* m, over cells deeper than 1 mm; 0 if none */
  float speed_max;                                               /* m/s; membrane: of the surface, vertically */
  int substeps_max;                                              /* most substeps in one step so far */
  int64_t steps, substeps;
  int64_t clamped_steps; /* steps in which the water's time ran slower than dt */
  int64_t guarded_steps; /* unstable steps: repeated from the state before with half the substep, or ended without motion */
  int64_t clamped_cells; /* membrane: cells whose surface met the bed; the rest of their lake made up for the volume */
  int bodies_refused;    /* bodies that the last weir_water_displace left out: weir_body_check says why */
  bool finite;           /* every number is */
} WeirStats;
WEIR_API void weir_water_stats(const WeirWater *water, WeirStats *stats); /* a pass over the grid */

/* A hash of the whole state; equal states give equal hashes, whatever the threads. */
WEIR_API uint64_t weir_water_hash(const WeirWater *water);

/* The whole state, to go on from bit for bit, in every solver and with bodies floating. Returns the bytes it takes; writes
 * them when `size` is enough (memory may be NULL to ask). Bodies belong to the caller: save between whole steps, and call
 * weir_water_displace with them before the next weir_water_push. The bytes are little-endian on every machine. */
WEIR_API size_t weir_water_save(const WeirWater *water, void *memory, size_t size);
/* Creates a water from the bytes of a state; `size` must be exact. Returns NULL and sets *error if they are not a state of this library or
 * have been tampered with, or memory runs out. */
WEIR_API WeirWater *weir_water_load(const void *memory, size_t size, WeirError *error);

/* --- each tick of a game ------------------------------------------------------------------------------------ */

/* Frames of any length, ticks of one. A plain value: begin with tick set and all else 0. */
typedef struct WeirTicker {
  double tick;    /* s a tick; not above 0: 1/60 s */
  int most;       /* ticks a frame, at most; 0: 8. Time that would need more is left out: the game runs slower */
  double waiting; /* s that no tick has taken yet */
} WeirTicker;
/* Adds a frame of `seconds` and returns how many ticks are due now. */
WEIR_API int weir_ticker_frame(WeirTicker *ticker, double seconds);
/* Returns how much of the next tick has passed, 0 to 1: the share for weir_water_surface_between, and for the caller's bodies. */
WEIR_API float weir_ticker_share(const WeirTicker *ticker);

/* Starts or stops keeping the depths after the last two steps, beginning with the present ones; memory for two fields, and a copy after
 * each step. Returns false if memory runs out. */
WEIR_API bool weir_water_keep_ticks(WeirWater *water, bool keep);
/* Writes the surface between the last two steps, nx*nz heights in m, tight: share 0 is the one before, 1 the last one; linear. Without
 * weir_water_keep_ticks: as it is now. */
WEIR_API void weir_water_surface_between(const WeirWater *water, float share, float *surface);

/* Cells [i0, i1) x [k0, k1). A plain value. */
typedef struct WeirRect {
  int i0, k0, i1, k1;
} WeirRect;
/* Finds where terrain or depth have changed since a version, for a copy of the water elsewhere, as on a GPU: at most `most` (>= 1)
 * rectangles that cover all cells that have, no cell twice; *count says how many. Returns the present version, to be given as `since` the
 * next time; `since` 0: all cells. A version is of this water: begin with 0 after weir_water_load. Several readers may each have their own. The first call takes memory for two fields;
 * without it, and always then, it returns 0 and the whole grid. A call costs a pass over what may have changed: in pipe and swe the
 * tiles that are awake, 64 cells by 8. */
WEIR_API uint64_t weir_water_changes(WeirWater *water, uint64_t since, WeirRect *rects, int most, int *count);

/* The kinds of events. */
typedef enum WeirEventKind {
  WEIR_ENTERED, /* the lowest point of a body has come under the surface */
  WEIR_LEFT,    /* it is above it again, by a twentieth of the body's height, or the body is not among those of the call any more */
  WEIR_ARRIVED, /* the depth at a gauge has risen to the gauge's */
  WEIR_DRAINED, /* it has fallen below half of that */
  WEIR_EVENT_COUNT
} WeirEventKind;

typedef struct WeirEvent {
  WeirEventKind kind;
  uint32_t which; /* the body's id; the gauge's number */
  double time;    /* s of simulated time since creation */
  float x, y, z;  /* m: the body's place or the gauge's, and the surface there */
  float depth;    /* m there */
  float speed;    /* m/s: of a body downwards against the surface; at a gauge, by which the depth rises */
} WeirEvent;

#define WEIR_EVENTS_MAX 1024 /* that wait to be read: more, and the oldest are dropped */
#define WEIR_GAUGES_MAX 256
/* A place whose depth is looked at after each step: m, m, m > 0. One that is not sound never has an event. A plain value. */
typedef struct WeirGauge {
  float x, z, depth;
} WeirGauge;

/* Starts or stops keeping events, from none on: of bodies with an id at each weir_water_displace, of gauges after each step. The surface is
 * looked at under the middle of a body: over dry ground and beyond the grid it is out of the water. Returns false if memory runs out. */
WEIR_API bool weir_water_keep_events(WeirWater *water, bool keep);
/* Replaces the gauges, and keeps events from now on. A gauge that is under water already arrives when it has drained. Returns false if
 * memory runs out. */
WEIR_API bool weir_water_set_gauges(WeirWater *water, const WeirGauge *gauges, int count);
/* Takes up to `most` events out of the list, the oldest first; returns how many. */
WEIR_API int weir_water_events(WeirWater *water, WeirEvent *events, int most);

/* A state as its difference from another one, the baseline, both from weir_water_save: for a network, where the other side has the baseline
 * too. Exact, of either byte order, and without memory of its own; a state has at least one byte. Returns the bytes that it takes, and
 * writes them when `size` is enough (delta may be NULL to ask). */
WEIR_API size_t weir_delta_make(const void *baseline, size_t baseline_size, const void *state, size_t state_size, void *delta, size_t size);
/* Writes the state that a delta was made of, from the same baseline, and returns its size; where `size` is less, only that. Returns 0 and sets
 * *error (which may be NULL) if the baseline is another, or the bytes have been changed: a delta may come from anyone. The size that it asks
 * for is what it says, however large: set a limit before you give it memory. */
WEIR_API size_t weir_delta_apply(const void *baseline, size_t baseline_size, const void *delta, size_t delta_size, void *state, size_t size,
                                 WeirError *error);
/* Returns a hash of bytes, the same on every machine; not for secrets. */
WEIR_API uint64_t weir_bytes_hash(const void *bytes, size_t size);

/* --- liquids ------------------------------------------------------------------------------------------------ */
typedef struct WeirLiquid {
  const char *name;    /* "water", "muddy water", "oil", "slime", "lava", "mercury" */
  float density;       /* kg/m^3 */
  float viscosity;     /* m^2/s, kinematic */
  float cross_section; /* as in the tuning */
  float wave_speed;    /* factor on the membrane's wave speed */
  float damping, drag; /* 1/s, of the membrane */
  float color[3];      /* linear RGB of the light that comes back from deep liquid */
  float clarity;       /* m, how far one sees through it */
  float turbidity;     /* 0 to 1, how much light it scatters back */
  float glow;          /* 0 to 1, light of its own */
} WeirLiquid;
WEIR_API int weir_liquid_count(void);              /* liquids of the table */
WEIR_API const WeirLiquid *weir_liquid(int index); /* NULL outside 0 to count - 1 */
/* Sets what a liquid says about motion: density, viscosity, cross_section, wave_speed, damping and drag. */
WEIR_API void weir_tuning_set_liquid(WeirTuning *tuning, const WeirLiquid *liquid);

/* --- hooks -------------------------------------------------------------------------------------------------- */
/* One of the tasks of a call: number n. */
typedef void WeirTask(void *data, int n);

/* The means of a program's own that take the place of the library's memory, threads and messages, for all waters of the process. A plain
 * value; a member that is NULL: the library's own. */
typedef struct WeirHooks {
  void *user; /* handed to each of them */
  /* Returns `size` bytes aligned to `alignment` (64), with any content, or NULL if there are none. From any thread that calls the library. */
  void *(*allocate)(void *user, size_t size, size_t alignment);
  /* Takes back what allocate returned, with the same size. Both or neither. */
  void (*release)(void *user, void *memory, size_t size);
  /* Runs task(data, n) once for each n from 0 to count - 1 (2 to 256), in any order, on any threads, and returns when all are done; a job
   * system's "parallel for". Threads that call the library may call it at the same time. The bits do not depend on it. NULL: threads of
   * the library's own, started when they are first wanted, in each call as many as the water's `threads` and the processors allow. */
  void (*run)(void *user, int count, WeirTask *task, void *data);
  /* Hears of a bug of the caller's, in one line, in builds that check for them; then the program is aborted. NULL: standard error. */
  void (*report)(void *user, const char *line);
} WeirHooks;

/* Sets the hooks, copied; NULL: the library's own again. Before the first water is made or after the last was destroyed, and while no other
 * thread is in the library. Returns false, with nothing changed, if memory of the library is in use or one of allocate and release is
 * missing. */
WEIR_API bool weir_set_hooks(const WeirHooks *hooks);

/* --- the machine -------------------------------------------------------------------------------------------- */
/* The vector width that the row kernels run with: "sse2", "avx2", "avx512" on x86-64, "plain" elsewhere. All give the
 * same bits. The best that the machine has is the default; weir_simd_use sets another for the whole process
 * (false: this machine or build does not have it). */
WEIR_API const char *weir_simd_name(void);
WEIR_API bool weir_simd_use(const char *name);

/* The terrain helpers return false, with nothing written, if memory runs out, a side is not 1 to 32768, or for the reason given at each. */

/* Resamples a height image (sw x sh values, any unit) to nx x nz: Catmull-Rom where it grows, area-weighted where it
 * shrinks; a result never leaves the range of the samples it is made from, so no pit or peak is invented. */
WEIR_API bool weir_terrain_resample(const float *source, int sw, int sh, float *heights, int nx, int nz);

/* Takes the steps out of heights that were stored with a coarse quantum (an 8-bit image): relaxes them, never by more
 * than half a quantum from what was stored. Returns false, too, for a quantum below 0. */
WEIR_API bool weir_terrain_dequantise(float *heights, int nx, int nz, float quantum);

/* Depths that fill every pit of the terrain to a share (0 to 1) of the height at which it would overflow, the sides of
 * the grid being walls if `walled`, else outlets. Pits shallower than depth_min at their deepest stay dry. Priority
 * flood after Barnes, Lehman and Mulla 2014. Returns false, too, if a height is not finite or the share out of range. */
WEIR_API bool weir_terrain_fill_pits(const float *terrain, int nx, int nz, float share, float depth_min, bool walled, float *depth);

#ifdef __cplusplus
}
#endif

#endif
