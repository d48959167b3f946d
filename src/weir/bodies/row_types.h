#ifndef WEIR_BODIES_ROW_TYPES_H
#define WEIR_BODIES_ROW_TYPES_H

#include <stdint.h>
#include <string.h>

#include "weir/grid/tuned.h"

/* Kernels of bodies' cells and faces, compiled for each vector width like those of rows: sixteen at a time. */

/* epsilon: share of a body that stores water. Less makes heads under bodies stiffer, more shrinks the rings that they make;
 * the draft is the same. */
#define SUBGRID_PORES 0.05f
#define SUBGRID_LESS (1.0f - SUBGRID_PORES)

enum { SHADE_GROUP = 16, SHADE_FACES = 4, SHADE_SLABS = 12 };

/* Faces that belong to records: that of record n to the east has number n, that to the south `stride` + n, and number 2*stride is of
 * one that nothing goes through. Those that bodies do not reach are worked out with the others, and nobody asks. */
typedef struct SubFaces {
  int stride;
  float *share, *speed;               /* psi: what of the face the body's flux covers; u_b, m/s, on the body's way in this step */
  float *low, *high;                  /* m: bodies block between; high <= low: none do */
  float *block, *block_before;        /* p: how much of that is shut */
  float *found, *carried;             /* m/s: the water's speed before the substep; what its own flow takes off (swe) */
  float *u;                           /* m/s: ... once what opens has let go what it held */
  float *clear;                       /* m of opening, however little */
  float *bed, *under, *within, *over; /* m: the higher bed; open under the bodies, in what they leave, over them */
  float *open;                        /* m: all three */
  float *pull, *base;                 /* u = pull*head + base, the heads being weighted by the openings */
  float *with;                        /* m^2/s that goes along with the body, and seeps */
  float *most;                        /* m/s: what goes over a crest is no faster */
  float *next, *flow;                 /* m/s; m^2/s, unlimited: what comes of the substep */
} SubFaces;

typedef struct SubHeads { /* of records, by their numbers */
  const float *bed, *surface, *heads;      /* m: the bed; surfaces before the substep, and with it */
  const int32_t *link[SHADE_FACES];        /* records of the cells to the east, south, west and north; its own where there is none */
} SubHeads;

typedef struct ShadeFace { /* of each cell, the face to the east, south, west or north */
  float under[SHADE_GROUP], within[SHADE_GROUP], over[SHADE_GROUP]; /* m open below bed, low, high ... */
  float bed[SHADE_GROUP], low[SHADE_GROUP], high[SHADE_GROUP];      /* m: what reaches above these pushes */
  float pull[SHADE_GROUP], base[SHADE_GROUP];                       /* speed out = pull*push + base */
  float most[SHADE_GROUP];                                          /* m/s */
  float rough[SHADE_GROUP];                                         /* m: the head that moves nothing */
  float open[SHADE_GROUP], with[SHADE_GROUP];                       /* m; flow out = speed*open + with, m^2/s */
  int32_t link[SHADE_GROUP], number[SHADE_GROUP];                   /* whose head lies beyond; the face's number */
} ShadeFace;

typedef struct ShadeGroup { /* cells none of which has another beside it; lanes behind `count` are none */
  ShadeFace face[SHADE_FACES];
  float cover[SHADE_SLABS][SHADE_GROUP], low[SHADE_SLABS][SHADE_GROUP], high[SHADE_SLABS][SHADE_GROUP];
  int slabs, count;
  int32_t near[SHADE_FACES][2];                    /* groups of the other colour with cells beside these: from, to; none: from > to */
  int32_t cell[SHADE_GROUP];                       /* whose head is sought */
  float bed[SHADE_GROUP], water[SHADE_GROUP];      /* m */
  float growth[SHADE_GROUP], relax[SHADE_GROUP];   /* m/s: of what goes out with the head; over-relaxation */
} ShadeGroup;

typedef struct ShadeStep {
  float still, creep;       /* m, m/s: of heads and speeds, what rounding cannot tell from none */
  float slack;              /* m: of water in a cell */
  float pace;               /* dt/dx, s/m */
  float less, least;        /* what a cover takes of the storage; what it leaves at least */
  float dt, cell, gravity;  /* s, m, m/s^2 */
  float drive, keep, most, film, rough, manning, viscous, dither; /* as of a FlowStep */
} ShadeStep;

/* m of water in a cell out of which `out` goes and which keeps `less` less of it; rounded with FlowStep.dither, as other cells' depths. */
static inline float water_left(float water, float out, float less, float dither) {
  uint32_t bits;
  float power;
  memcpy(&bits, &water, sizeof bits);
  bits &= 0x7f800000u; /* of the exponent */
  memcpy(&power, &bits, sizeof power);
  const float place = out > DITHER_COURANT * water ? dither * power : 0.0f, left = water + (place - less);
  return left > 0.0f ? left : 0.0f;
}

typedef struct SubNext { /* of records in shadow: what a substep makes of them */
  float *limit;  /* share of what goes out that there is water for */
  float *water;  /* m^3 per m^2 */
  float *depth;  /* m: of the head above the bed, where nobody's limit is below 1 */
} SubNext;

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
  float cell, sharp;            /* m; how much more of a face it blocks than it covers */
} LoadStep;

#endif
