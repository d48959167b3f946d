#ifndef WEIR_WAVES_WAVE_ROWS_H
#define WEIR_WAVES_WAVE_ROWS_H

#include <stdbool.h>

/* Kernels of the filter (waves.h), a row at a time. All rows are pointers to column 0, borrowed for the call; every kernel works on whole
 * vectors from there on and writes up to 15 columns beyond `n`; columns beyond hold 0 unless said. Structs are made on the stack. */

/* Two neighbouring rows of cells, and what their faces come to: from the cells [0] to the cells [1]. */
typedef struct WaveFaces {
  const float *bed[2], *depth[2]; /* m */
  float *head;                    /* m, surface behind minus surface ahead; 0 where the face carries no waves */
  float *depth_out;               /* m, the depth that carries waves, of the lower surface; 0: closed */
  const float *fetched[2];        /* rows that are wanted soon */
} WaveFaces;

/* A row of cells, and by what the current, carrying the surface along, raises it in half of the substep (advected_rise in
 * flow/front_rows.c): what pushes beside the head has to be filtered as well, or short waves against a current grow. */
typedef struct WaveCarried {
  const float *head_x, *head_z, *head_north;    /* m, of the faces to the east, south and north */
  const float *speed_x, *speed_z, *speed_north; /* m/s */
  float quarter_dt_over_dx;                     /* s/m */
  float *out;                                   /* m */
  const float *fetched[2];                      /* rows that are wanted soon */
} WaveCarried;

/* A row of cells and what the filter needs of them. */
typedef struct WaveCells {
  const float *head_x, *head_z, *head_north;            /* m, of the faces to the east, south and north */
  const float *depth_x, *depth_z, *depth_north;         /* m, their depths */
  const float *depth;                                   /* m, of the cells */
  const float *carried, *carried_north, *carried_south; /* m, of the cells (WaveCarried), rows k, k-1, k+1 */
  const float *flow_x, *flow_z, *flow_north;            /* m^2/s, of the faces, in the substep before; NULL (pipes): nothing breaks */
  const float *taper;                                   /* share of the filter in each column, 0 to 1 */
  float row_taper;                                      /* and in the row */
  float cell, gravity;                                  /* m, m/s^2 */
  float viscosity_max;                                  /* m^2/s */
  float *pull;                                          /* m^2: what the heads push out of the cell, negative */
  float *weight;                                        /* 1/m: depth over the square of the cell, by the share of the filter */
  float *breaking;                                      /* m: head of what breaks */
  bool broke;                                           /* `breaking` may hold more than 0 from before */
  const float *fetched[2];                              /* rows that are wanted soon */
} WaveCells;

/* A row of one grid, in one step of relaxation towards r = share*(sum of depth*r_j) + right_share, where, of the equation
 * r = right + b*weight*sum of depth*(r_j - r), share is b*weight and right_share the right side, both over 1 + b*weight*sum of depth. */
typedef struct WaveRelaxation {
  const float *r, *r_south, *r_north;
  const float *depth_x, *depth_z, *depth_north;
  const float *weight;
  const float *right; /* finest grid: `pull`, of which b*weight times is the right side */
  float b, step;
  float *most; /* NULL, or the greatest change that a whole step would make and, by the first step, the greatest r: both rise */
  float *share, *right_share; /* written by the first step */
  float *out;                 /* not r */
  const float *fetched[2];    /* rows that are wanted soon; further sweeps: [0] NULL: none */
} WaveRelaxation;

/* Two rows of a grid, and the row of the next coarser one that they make up. */
typedef struct WaveCoarsening {
  const float *depth_x[2];
  const float *weight[3], *depth_z[3]; /* and of the row after: the first's faces to the south lie within the coarse cells */
  float held;                          /* 1/HELD_BY_WEIGHT, or 0: shallow water holds no head beyond it */
  float *weight_out, *depth_x_out, *depth_z_out;
} WaveCoarsening;

/* Two rows of residuals, and the coarse right side that they make up. */
typedef struct WaveRestriction {
  const float *residual[2]; /* over the weights */
  const float *weight_out;  /* of the coarse cells */
  float *out;
} WaveRestriction;

/* A row of coarse cells, and one of the two rows of the finer grid in it, to which their r is added. */
typedef struct WaveProlongation {
  const float *r, *other;        /* coarse: the row, and the one that is next to the fine row */
  const float *depth_x;          /* of the fine row's faces to the east */
  const float *inner_z, *face_z; /* of those to the fine row that is in the same coarse row, and to the other */
  const float *fine;
  float *out; /* up to 47 columns beyond those of the fine row */
} WaveProlongation;

/* The kernels for one vector width: constant, with static lifetime. */
typedef struct WaveRows {
  void (*faces)(const WaveFaces *faces, int first, int n); /* from column `first`, 0 or -16 */
  void (*carried)(const WaveCarried *carried, int n);
  /* Returns true if anything breaks; else `breaking` is written only where it broke before. */
  bool (*cells)(const WaveCells *cells, int n);
  /* Writes the shares and the relaxed values: the first step. */
  void (*relax_first)(const WaveRelaxation *row, int n);
  void (*relax_first_finest)(const WaveRelaxation *row, int n);
  /* Takes a further step, from the shares. */
  void (*relax)(const WaveRelaxation *row, int n);
  /* Writes the residual over the weight, in m^2, to `out`. */
  void (*residual)(const WaveRelaxation *row, int n);
  /* out = the next guess of r, as it went on from `before`, by `lead` of that change. */
  void (*guess)(const float *r, const float *before, float lead, float *out, int n);
  /* These of n coarse cells. The weight of a coarse cell is that of cells twice as wide, by the harmonic mean, over the wet ones: beds that
   * jump from cell to cell do not forgive the plain one. Its faces let through what the way from middle to middle does. */
  void (*coarsen)(const WaveCoarsening *row, int n);
  /* Sums the residuals onto the coarse cells. */
  void (*restrict_residual)(const WaveRestriction *row, int n);
  /* Adds a coarse cell and what its neighbours next to the fine cell differ, by the depths of the faces between: with a fixed quarter, as on
   * level beds, cycles diverge where a shallow face lies between deep ones, or a body has closed some. */
  void (*prolong)(const WaveProlongation *row, int n);
  /* head = `breaking` (NULL: 0) and the sum of `count` rows by their weights, 0 where it is smaller than `least`. Returns true if any is not
   * 0, and sets *holds if a row has more than `small`. */
  bool (*sum)(const float *const *rows, const float *weights, int count, const float *breaking, float least, float *head, float small,
              bool *holds, int n);
  /* Returns true if any of n values is larger than `least` in size. */
  bool (*exceeds)(const float *row, float least, int n);
} WaveRows;
extern const WaveRows wave_rows_plain, wave_rows_avx2, wave_rows_avx512;

#endif
