#ifndef WEIR_SUBGRID_ROWS_H
#define WEIR_SUBGRID_ROWS_H

#include <stdint.h>

/* The kernel of the solver of heads under bodies, compiled for each vector width like those of rows: sixteen cells at a time. */

enum { SHADE_GROUP = 16, SHADE_FACES = 4, SHADE_SLABS = 12 };

typedef struct ShadeFace { /* of each cell, the face to the east, south, west or north */
  float under[SHADE_GROUP], within[SHADE_GROUP], over[SHADE_GROUP]; /* m open below bed, low, high ... */
  float bed[SHADE_GROUP], low[SHADE_GROUP], high[SHADE_GROUP];      /* m: what reaches above these pushes */
  float pull[SHADE_GROUP], base[SHADE_GROUP];                       /* speed out = pull*push + base */
  float most[SHADE_GROUP];                                          /* m/s */
  float rough[SHADE_GROUP];                                         /* times still: the head that moves nothing */
  float open[SHADE_GROUP], with[SHADE_GROUP];                       /* m; flow out = speed*open + with, m^2/s */
  int32_t link[SHADE_GROUP], number[SHADE_GROUP];                   /* whose head lies beyond; the face's record */
} ShadeFace;

typedef struct ShadeGroup { /* cells none of which has another beside it; lanes that are none have no faces and relax 0 */
  ShadeFace face[SHADE_FACES];
  float cover[SHADE_SLABS][SHADE_GROUP], low[SHADE_SLABS][SHADE_GROUP], high[SHADE_SLABS][SHADE_GROUP];
  int slabs, count;
  int32_t cell[SHADE_GROUP];                       /* whose head is sought */
  float bed[SHADE_GROUP], water[SHADE_GROUP];      /* m */
  float growth[SHADE_GROUP], relax[SHADE_GROUP];   /* m/s: of what goes out with the head; over-relaxation */
} ShadeGroup;

typedef struct ShadeStep {
  float still, creep;       /* m, m/s: of heads and speeds, what rounding cannot tell from none */
  float slack;              /* m: of water in a cell */
  float pace;               /* dt/dx, s/m */
  float less, least;        /* what a cover takes of the storage; what it leaves at least */
} ShadeStep;

enum { LOAD_LANES = 32 }; /* slabs of a body at a time: subgrid_load.c */

typedef struct LoadIn { /* of a body's slabs */
  int count;
  float x[LOAD_LANES], z[LOAD_LANES];                       /* m, of the cell's middle, from the body's position */
  float low[LOAD_LANES], high[LOAD_LANES];                  /* m */
  float cover[LOAD_LANES], wet[LOAD_LANES];                 /* share of the cell; of it, what the surface runs through */
  float h[LOAD_LANES], deck[LOAD_LANES];                    /* m; m^3 per m^2 of water on top */
  float u[LOAD_LANES], v[LOAD_LANES], slot[LOAD_LANES];          /* m/s to x and z, against the body; how much a body that sinks lifts the head */
} LoadIn;

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
} LoadStep;

struct SubFace;

typedef struct SubgridRows {
  /* What its faces, by their numbers, make of a group whose cells, slabs and links are there. */
  void (*gather)(const ShadeStep *step, const struct SubFace *faces, const float *heads, ShadeGroup *group);
  /* One of Newton's steps for each cell's head: held(h) + dt/dx*(what leaves at h) = water. The farthest that one moved, m. */
  float (*relax)(const ShadeStep *step, const ShadeGroup *group, float *heads);
  /* What water does to the slabs. */
  void (*load)(const LoadStep *step, const LoadIn *in, LoadOut *out);
} SubgridRows;

/* The table that the process uses (simd.c). */
const SubgridRows *subgrid_rows(void);

#endif
