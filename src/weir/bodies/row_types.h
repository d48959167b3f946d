#ifndef WEIR_BODIES_ROW_TYPES_H
#define WEIR_BODIES_ROW_TYPES_H

#include <stdint.h>

#include "weir/grid/flow_formulas.h"
#include "weir/grid/tuned.h"

/* Kernels of bodies' cells and faces, compiled for each vector width like those of rows: sixteen at a time. */

/* epsilon: share of a body that stores water. Less makes heads under bodies stiffer, more shrinks the rings that they make;
 * the draft is the same. */
#define SLOT_FRACTION 0.05f
#define SOLID_FRACTION (1.0f - SLOT_FRACTION)

enum { HEAD_GROUP = 16, HEAD_FACES = 4, HEAD_INTERVALS = 12 };

/* Faces that belong to records: that of record n to the east has number n, that to the south `stride` + n, and number 2*stride is of
 * one that nothing goes through. Those that bodies do not reach are worked out with the others, and nobody asks. */
typedef struct CutFaces {
  int stride;
  float *share, *speed;               /* psi: what of the face the body's flux covers; u_b, m/s, on the body's way in this step */
  float *low, *high;                  /* m: bodies block between; high <= low: none do */
  float *blocked, *blocked_before;        /* p: how much of that is shut */
  float *found, *carried;             /* m/s: the water's speed before the substep; what its own flow takes off (swe) */
  float *u;                           /* m/s: ... once what opens has let go what it held */
  float *clear;                       /* m of opening, however little */
  float *bed, *under, *within, *over; /* m: the higher bed; open under the bodies, in what they leave, over them */
  float *open;                        /* m: all three */
  float *gain, *base;                 /* u = pull*head + base, the heads being weighted by the openings */
  float *body_flow;                        /* m^2/s that goes along with the body, and seeps */
  float *speed_cap;                        /* m/s: what goes over a crest is no faster */
  float *next, *flow;                 /* m/s; m^2/s, unlimited: what comes of the substep */
} CutFaces;

typedef struct CutHeads { /* of records, by their numbers */
  const float *bed, *surface, *heads;      /* m: the bed; surfaces before the substep, and with it */
  const int32_t *link[HEAD_FACES];        /* records of the cells to the east, south, west and north; its own where there is none */
} CutHeads;

typedef struct HeadFace { /* of each cell, the face to the east, south, west or north */
  float under[HEAD_GROUP], within[HEAD_GROUP], over[HEAD_GROUP]; /* m open below bed, low, high ... */
  float bed[HEAD_GROUP], low[HEAD_GROUP], high[HEAD_GROUP];      /* m: what reaches above these pushes */
  float gain[HEAD_GROUP], base[HEAD_GROUP];                       /* speed out = pull*push + base */
  float speed_cap[HEAD_GROUP];                                          /* m/s */
  float rough[HEAD_GROUP];                                         /* m: the head that moves nothing */
  float open[HEAD_GROUP], body_flow[HEAD_GROUP];                       /* m; flow out = speed*open + with, m^2/s */
  int32_t link[HEAD_GROUP], number[HEAD_GROUP];                   /* whose head lies beyond; the face's number */
} HeadFace;

typedef struct HeadGroup { /* cells none of which has another beside it; lanes behind `count` are none */
  HeadFace face[HEAD_FACES];
  float cover[HEAD_INTERVALS][HEAD_GROUP], low[HEAD_INTERVALS][HEAD_GROUP], high[HEAD_INTERVALS][HEAD_GROUP];
  int intervals, count;
  int32_t near[HEAD_FACES][2];                    /* groups of the other colour with cells beside these: from, to; none: from > to */
  int32_t cell[HEAD_GROUP];                       /* whose head is sought */
  float bed[HEAD_GROUP], water[HEAD_GROUP];      /* m */
  float growth[HEAD_GROUP], relax[HEAD_GROUP];   /* m/s: of what goes out with the head; over-relaxation */
} HeadGroup;

typedef struct HeadStep {
  float head_dead_band, velocity_dead_band;       /* m, m/s: of heads and speeds, what rounding cannot tell from none */
  float slack;              /* m: of water in a cell */
  float dt_over_dx;               /* dt/dx, s/m */
  float solid_fraction, storage_min;        /* what a cover takes of the storage; what it leaves at least */
  float dt, cell, gravity;  /* s, m, m/s^2 */
  float gravity_dt_over_dx, friction_factor, speed_cap, film_depth, dt_roughness, dt_gravity_manning2, dt_viscosity3, dither; /* as of a FlowStep */
} HeadStep;

/* m of water in a cell out of which `out` goes and which keeps `less` less of it; rounded with FlowStep.dither, as other cells' depths. */
static inline float water_left(float water, float out, float less, float dither) {
  const float left = depth_after(water, less, out > DITHER_COURANT * water, dither);
  return left > 0.0f ? left : 0.0f;
}

typedef struct CutNext { /* of records in shadow: what a substep makes of them */
  float *limit;  /* share of what goes out that there is water for */
  float *water;  /* m^3 per m^2 */
  float *depth;  /* m: of the head above the bed, where nobody's limit is below 1 */
} CutNext;

enum { LOAD_LANES = 32 }; /* slabs of a body at a time: bodies/pressure.c */

typedef struct LoadIn { /* of a body's slabs */
  int count;
  float x[LOAD_LANES], z[LOAD_LANES];                       /* m, of the cell's middle, from the body's position */
  float low[LOAD_LANES], high[LOAD_LANES];                  /* m */
  float cover[LOAD_LANES], wet[LOAD_LANES];                 /* share of the cell; of it, what the surface runs through */
  float h[LOAD_LANES], deck[LOAD_LANES];                    /* m; m^3 per m^2 of water on top */
  float u[LOAD_LANES], v[LOAD_LANES], slot[LOAD_LANES];          /* m/s to x and z, against the body; how much a body that sinks lifts the head */
} LoadIn;

typedef struct PressIn { /* of a body's faces, LOAD_LANES at a time */
  int count;
  float x[LOAD_LANES], z[LOAD_LANES];                       /* m, of the face's middle, from the body's position */
  float low[LOAD_LANES], high[LOAD_LANES], area[LOAD_LANES]; /* m; of weight*m */
  float here[LOAD_LANES], on[LOAD_LANES];                   /* m: the surfaces to both sides */
} PressIn;

typedef struct PressOut {
  float along[LOAD_LANES], turn[LOAD_LANES], lean[LOAD_LANES]; /* N; N m: along times the lever across it, in the level and upwards */
  float shell[LOAD_LANES];                                     /* kg that the smeared edge takes along */
} PressOut;

typedef struct LoadOut {
  float volume[LOAD_LANES], up[LOAD_LANES], up_x[LOAD_LANES], up_z[LOAD_LANES];     /* m^3; N, N m: lift */
  float x[LOAD_LANES], y[LOAD_LANES], z[LOAD_LANES];                           /* N: drag, with what lifts a body that planes */
  float turn_x[LOAD_LANES], turn_y[LOAD_LANES], turn_z[LOAD_LANES];            /* N m */
  float slip[LOAD_LANES];                                            /* m/s */
  float stiff[LOAD_LANES], roll_x[LOAD_LANES], roll_z[LOAD_LANES];             /* N/m; m^2 */
} LoadOut;

typedef struct LoadStep {
  float area, density, gravity; /* m^2 of a cell, kg/m^3, m/s^2 */
  float sink, height;           /* m/s, m: the body goes down, and lies there */
  float linear, square;         /* 1/s, 1/m: its drag */
  float cell, blocking_factor;            /* m; how much more of a face it blocks than it covers */
} LoadStep;

#endif
