#ifndef WEIR_FLOW_ROWS_H
#define WEIR_FLOW_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The inner loops of the schemes with flow (pipe, swe), a stretch of a row at a time; flow_sweep.c puts them together. No
 * conditionals that depend on the grid: the halo answers for what lies outside. A stretch is columns [i0, i1), multiples
 * of FLOW_GROUP: what lies between the grid's last column and the next multiple is halo or padding, where everything
 * stays finite and nobody looks. All rows are pointers to column 0.
 *
 * The face to the east of a cell, or to its south, has the cell's index. Speeds u are in m/s, flows q = u*h in m^2/s. */
enum { FLOW_GROUP = 16 };

/* The numbers of one substep, the same for every face. */
typedef struct FlowStep {
  float keep;    /* exp(-friction*dt) */
  float drive;   /* dt*g*cross_section/dx: head to velocity */
  float pace;    /* dt/dx: flow to depth */
  float rough;   /* dt*roughness */
  float manning; /* dt*g*n^2 */
  float viscous; /* 3*viscosity*dt */
  float most;    /* dx/(2*dt): no face moves more than half a cell a substep */
  float creep;   /* m/s: what is slower stands still */
  float reach;   /* 4*g: the square of the fastest that a fall from `high` could make */
  float high;    /* m, the highest surface */
  float fastest; /* m/s, the greatest speed of water that is no film */
  float shock, shock_most;  /* pipe: of the artificial viscosity, m of head per (m/s)^2 and per m/s */
  float ripple, ripple_most; /* of the ripple flow, m^2/s per m of surface bend, and per m of clear depth */
  float thick;   /* m: thinner water is a film */
} FlowStep;

/* What a row of faces comes to. */
typedef struct FlowFaces {
  float *head;  /* m, surface behind minus surface ahead */
  float *deep;  /* m, depth of the water at the face */
  float *least; /* m that the lower of both surfaces stands above the higher bed; negative: a bank */
} FlowFaces;

/* What a row of cells comes to, from the faces around it. */
typedef struct FlowCells {
  float *shock; /* m of head that compression makes */
  float *bend_x, *bend_z; /* m: the surfaces to either side minus twice the cell's own */
  float *clear; /* m of water that may take part in smoothing */
} FlowCells;

/* One row of faces from cells [0] to cells [1], with what a velocity needs. */
typedef struct FlowPush {
  const float *bed[2], *depth[2];
  const float *head, *deep;
  const float *shock[2], *bend[2], *clear[2];
  const float *drag, *thin; /* per face, where the drag is more than quadratic: (m/s per m/s), m; else NULL */
  const float *old;         /* u before */
  float *speed, *flow;      /* u and q after; speed may be old */
  /* swe alone: [2], [1] are the faces themselves */
  const float *depth_back, *depth_far; /* of the cells behind cells [0] and beyond cells [1] */
  const float *heads[3];               /* of the faces behind, here and ahead */
  const float *along[5], *across[5];   /* u before, of the faces two behind to two ahead, and two to either side */
  const float *carry[3];               /* q before, of the faces behind, here and ahead */
  const float *turn[4];                /* q before through the faces aside: of cells [0] and [1] on the far side, on the near */
} FlowPush;

/* What has happened to 64 columns of a tile since it was last asked; by lanes, so that rows need not be added up. */
typedef struct FlowTally {
  float depth[FLOW_GROUP], surface[FLOW_GROUP]; /* m, greatest; surface of wet cells */
  float speed[FLOW_GROUP];                      /* m/s, greatest of faces on more than `thick` of water */
  float low[FLOW_GROUP];                        /* m, least depth */
  float sum[FLOW_GROUP];                        /* of everything: finite while all is */
  float stir[FLOW_GROUP];                       /* bits: 0 while nothing moves and nothing changed */
} FlowTally;

/* One row of cells: what leaves through the four faces, and how much of it the cell can afford. */
typedef struct FlowOut {
  const float *terrain, *depth;
  const float *east, *west, *south, *north; /* flows; positive: east, south */
  const float *limit, *limit_south, *limit_north;
  const uint8_t *tight, *tight_south, *tight_north; /* per group, also -1 and one more: some limit there is below 1 */
  const float *speed_x, *speed_z;                   /* after */
  float *flow_x, *flow_z;                           /* the flows once limited, through east and south; or NULL */
  float *out;                                       /* depth after; may be depth */
} FlowOut;

typedef struct FlowRows {
  void (*faces)(const float *bed0, const float *bed1, const float *depth0, const float *depth1, const FlowFaces *out,
                int i0, int i1);
  /* The faces to the east, south and north of the cells, and the speeds before. */
  void (*cells)(const FlowStep *step, const FlowFaces *x, const FlowFaces *south, const FlowFaces *north, const float *ux,
                const float *uz_south, const float *uz_north, const FlowCells *out, int i0, int i1);
  void (*drags)(const FlowStep *step, const float *deep, float *drag, float *thin, int i0, int i1);
  void (*push_pipe)(const FlowStep *step, const FlowPush *push, int i0, int i1);
  void (*push_swe)(const FlowStep *step, const FlowPush *push, int i0, int i1);
  void (*limit)(const FlowStep *step, const FlowOut *cells, float *limit, uint8_t *tight, int i0, int i1);
  /* [i0, i1) lies within one tile; columns from `end` on are not the grid's and are not tallied. */
  void (*depth)(const FlowStep *step, const FlowOut *cells, FlowTally *tally, int i0, int i1, int end);
} FlowRows;

/* The table that the process uses (simd.c). */
const FlowRows *flow_rows(void);

#endif
