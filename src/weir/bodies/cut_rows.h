#ifndef WEIR_BODIES_CUT_ROWS_H
#define WEIR_BODIES_CUT_ROWS_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "weir/bodies/tuned.h"
#include "weir/grid/flow_formulas.h"
#include "weir/grid/flow_step.h"
#include "weir/grid/tuned.h"

/* Rows of sixteen lanes and more that the kernels of cut cells, their faces and bodies work on, and the tables of these kernels, compiled
 * for each vector width; formulas that they share. */

#define SOLID_FRACTION (1.0f - SLOT_FRACTION) /* share of a body that stores nothing */
#define STORAGE_MIN (0.5f * SLOT_FRACTION)    /* the least that a cover leaves of the storage */

enum { HEAD_GROUP = 16, HEAD_FACES = 4, HEAD_INTERVALS = 12 };

/* The faces of cut cells: that of cut cell n to the east has number n, that to the south `stride` + n, and number 2*stride is one that
 * nothing goes through. Faces that bodies do not reach are computed with the others and not read. One block of floats; owned by Subgrid. */
typedef struct CutFaces {
  int stride;
  float *share, *speed;               /* psi: share of the face that the body's own flow takes; u_b, m/s, on its path in this tick */
  float *low, *high;                  /* m: bodies block between; high <= low: none do */
  float *blocked, *blocked_before;    /* p: the part of that which is closed */
  float *speed_before, *carried;      /* m/s: velocity of the water before the substep; what advection takes off it (swe) */
  float *u;                           /* m/s: velocity once what has newly opened is counted, whose water moved with the body */
  float *clear;                       /* m of opening, however little */
  float *bed, *under, *within, *over; /* m: the higher bed; open under the bodies, within what they leave, over them */
  float *open;                        /* m: all three openings, 0 where they are less than a film */
  float *gain, *base;                 /* u = gain*head + base, the heads being weighted by the openings */
  float *body_flow;                   /* m^2/s that goes with the body, and seepage */
  float *speed_cap;                   /* m/s: bound by the energy over a crest or under an edge */
  float *next, *flow;                 /* m/s; m^2/s, unlimited: at the end of the substep */
} CutFaces;

/* The heads of cut cells, by their numbers: pointers into Subgrid and CutCells. Made for one substep. */
typedef struct CutHeads {
  const float *bed, *surface, *heads; /* m: the bed; surfaces before the substep; heads at its end */
  const int32_t *link[HEAD_FACES];    /* cut cells to the east, south, west and north; its own number where there is none */
} CutHeads;

/* One face of each cell of a group: to the east, south, west or north. Lives in a HeadGroup. */
typedef struct HeadFace {
  float under[HEAD_GROUP], within[HEAD_GROUP], over[HEAD_GROUP]; /* m open under low, within, over high */
  float bed[HEAD_GROUP], low[HEAD_GROUP], high[HEAD_GROUP];      /* m: what reaches above these drives flow */
  float gain[HEAD_GROUP], base[HEAD_GROUP];                      /* speed out = gain*head + base */
  float speed_cap[HEAD_GROUP];                                   /* m/s */
  float dead_band[HEAD_GROUP];                                   /* m of weighted head that moves nothing: the head dead band */
  float open[HEAD_GROUP], body_flow[HEAD_GROUP];                 /* m; flow out = speed*open + body_flow, m^2/s */
  int32_t link[HEAD_GROUP], number[HEAD_GROUP];                  /* the cut cell beyond; the face's number in CutFaces */
} HeadFace;

/* A group: covered cells of one colour, no two of them neighbours, that are relaxed together. Lanes from `count` on repeat the first. An
 * array of them in Subgrid, filled in each substep. */
typedef struct HeadGroup {
  HeadFace face[HEAD_FACES];
  float cover[HEAD_INTERVALS][HEAD_GROUP], low[HEAD_INTERVALS][HEAD_GROUP], high[HEAD_INTERVALS][HEAD_GROUP];
  int intervals, count;
  int32_t near[HEAD_FACES][2];                 /* groups of the other colour with neighbours of these cells: from, to; none: from > to */
  int32_t cell[HEAD_GROUP];                    /* cut cells whose heads are solved for */
  float bed[HEAD_GROUP], water[HEAD_GROUP];    /* m */
  float growth[HEAD_GROUP], relax[HEAD_GROUP]; /* m/s: by how much more goes out for a higher head; over-relaxation factor */
} HeadGroup;

/* The numbers of a substep for the kernels. One, owned by Subgrid. */
typedef struct HeadStep {
  FlowStep flow;
  float velocity_dead_band; /* m/s, of the speeds found here: rounding cannot tell them from none */
  float slack;              /* m of water in a cell: less is not a residual */
  float dt, cell, gravity;  /* s, m, m/s^2 */
} HeadStep;

/* m of water left in a cell out of which `out` goes and whose net loss is `loss`; rounded with FlowStep.dither, as the depths of other
 * cells. */
static inline float water_left(float water, float out, float loss, float dither) {
  const float left = depth_after(water, loss, out > DITHER_COURANT * water, dither);
  return left > 0.0f ? left : 0.0f;
}

/* The results of a substep for covered cells, by the numbers of cut cells. Owned by Subgrid. */
typedef struct CutNext {
  float *limit; /* the limit: share of the outflow that there is water for */
  float *water; /* m of water */
  float *depth; /* m: head above the bed, where all limits around are 1 */
} CutNext;

enum { TORQUE = 3, WRENCH = 6 }; /* a wrench: three forces, then three torques */
enum { LOAD_LANES = 32 };        /* intervals or faces of a body at a time: bodies/body_force.c */

/* The values that kernels read of a body's intervals. On the stack of body_load. */
typedef struct LoadIn {
  int count;
  float x[LOAD_LANES], z[LOAD_LANES];       /* m: the cell's centre, from the body's position */
  float low[LOAD_LANES], high[LOAD_LANES];  /* m */
  float cover[LOAD_LANES], wet[LOAD_LANES]; /* share of the cell; of that, what the surface runs through */
  float h[LOAD_LANES], deck[LOAD_LANES];    /* m; m of deck water */
  /* m/s to x and z, against the body; m by which the head rises per m that the body sinks */
  float u[LOAD_LANES], v[LOAD_LANES], slot[LOAD_LANES];
} LoadIn;

/* The values that kernels read of a body's faces. On the stack of body_load. */
typedef struct PressIn {
  int count;
  float x[LOAD_LANES], z[LOAD_LANES];                        /* m: the face's centre, from the body's position */
  float low[LOAD_LANES], high[LOAD_LANES], area[LOAD_LANES]; /* m; of weight*m */
  float here[LOAD_LANES], on[LOAD_LANES];                    /* m: the surfaces on both sides */
} PressIn;

/* The results of kernels for a body's faces. On the stack of body_load. */
typedef struct PressOut {
  /* N; N m: along times its level lever, and times its height over the body's position */
  float along[LOAD_LANES], yaw[LOAD_LANES], tilt[LOAD_LANES];
  float edge_mass[LOAD_LANES]; /* kg of water that the smeared edge carries along */
} PressOut;

/* The results of kernels for a body's intervals. On the stack of body_load. */
typedef struct LoadOut {
  float volume[LOAD_LANES], up[LOAD_LANES], up_x[LOAD_LANES], up_z[LOAD_LANES]; /* m^3; N, N m: buoyancy */
  float drag[WRENCH][LOAD_LANES];                                               /* N, with the lift of a planing body; N m */
  float slip[LOAD_LANES];                                                       /* m/s */
  /* N/m; m^2: stiffness, and its squared levers about x and z */
  float stiff[LOAD_LANES], roll_x[LOAD_LANES], roll_z[LOAD_LANES];
} LoadOut;

/* The parameters that all intervals and faces of a body have in common. On the stack of body_load. */
typedef struct LoadStep {
  float area, density, gravity; /* m^2 of a cell, kg/m^3, m/s^2 */
  float sink, height;           /* m/s down, m: the body's velocity and height */
  float linear, square;         /* 1/s, 1/m: the body's drag */
  float cell, blocking_factor;  /* m; k_c of the body */
} LoadStep;

/* The table of kernels for cut cells and bodies, compiled for one vector width. Static; sixteen or LOAD_LANES lanes at a time. */
typedef struct CutCellRows {
  /* Fills a group with what its cells' faces are, cells and intervals being there. */
  void (*gather)(const HeadStep *step, const CutHeads *heads, const CutFaces *faces, const float *water, HeadGroup *group);
  /* One of Newton's steps for each cell's head: V(h) + dt/dx*(what leaves at h) = water. Returns the longest step, m. */
  float (*relax)(const HeadStep *step, const HeadGroup *group, float *heads);
  /* New water, limits and depths of a group once flows are known; `depth` is that before the substep. */
  void (*settle)(const HeadStep *step, const CutFaces *faces, const HeadGroup *group, const float *depth, const CutNext *next);
  /* Lift and drag of the water on a body's intervals. */
  void (*load)(const LoadStep *step, const LoadIn *in, LoadOut *out);
  /* Pressure of the water on a body's faces on side `side`. */
  void (*press)(const LoadStep *step, int side, const PressIn *in, PressOut *out);
} CutCellRows;
extern const CutCellRows cut_cell_rows_plain, cut_cell_rows_avx2, cut_cell_rows_avx512;

/* The table of kernels for the faces of cut cells, compiled for one vector width. Static. Each works on the faces of cut cells [first,
 * last) on side `side`, 0 to the east, 1 to the south, and on all of them before the next kernel begins. */
typedef struct CutFaceRows {
  /* Turns sums over bodies into the shares, speeds and blocked parts of faces. */
  void (*finish)(CutFaces *faces, int side, int first, int last);
  /* Computes the openings of faces under, within and over bodies. */
  void (*open)(const CutHeads *heads, CutFaces *faces, int side, int first, int last);
  /* Computes the coefficients of faces that do not depend on the new heads: gain, base and bounds. */
  void (*prepare)(const HeadStep *step, const CutHeads *heads, CutFaces *faces, int side, int first, int last);
  /* Computes speeds and flows, once the heads are known. */
  void (*flow)(const HeadStep *step, const CutHeads *heads, CutFaces *faces, int side, int first, int last);
} CutFaceRows;
extern const CutFaceRows cut_face_rows_plain, cut_face_rows_avx2, cut_face_rows_avx512;

/* Formulas that the kernels of cut cells and of their faces share, for one lane: expressions without a branch, so that loops stay
 * vectors. */

/* By how much the water stands higher here than there, of what reaches above y. */
static inline float above(float here, float there, float y) {
  return max_float(here, y) - max_float(there, y);
}

/* How wide the head dead band of a face is, by its body's speed. */
static inline float dead_band_factor(float speed) {
  return speed == 0.0f ? DEAD_BAND_AT_REST : DEAD_BAND_MOVING;
}

/* Heads weighted by the openings under, within and over the bodies. */
static inline float weighted_heads(float under, float within, float over, float head, float head_low, float head_high) {
  return under * head + within * head_low + over * head_high;
}

/* The share of a velocity u that the bed under an opening leaves in a substep; `rough` times |u| and `viscous`, m and m^2, are dt times the
 * drag; `per`, 1/m, of the opening. */
static inline float bed_friction_share(float rough, float u, float viscous, float per) {
  return 1.0f / (1.0f + (rough * fabsf(u) + viscous * per) * per);
}

/* m/s through a face. The dead band is subtracted from the head, not cut off, or there might be no solution. */
static inline float face_speed(float head, float head_dead_band, float gain, float base, float cap, float velocity_dead_band) {
  const float u = gain * (head - clamp_float(head, -head_dead_band, head_dead_band)) + base;
  return fabsf(u) > velocity_dead_band ? clamp_float(u, -cap, cap) : 0.0f;
}

/* Writes the surfaces at which `lanes` cells (1 or HEAD_GROUP) hold `water`. V(h) is piecewise linear and rises: it is followed from the
 * bed upwards, from one end of a cover interval to the next. Intervals stand one after the other, each with one value a lane; one without
 * cover has no ends. */
static inline void heads_from_water(int lanes, int intervals, const float *low, const float *high, const float *share, const float *bed,
                                    const float *restrict water, float *restrict head) {
  float h[HEAD_GROUP], left[HEAD_GROUP], to[HEAD_GROUP], cover[HEAD_GROUP];
  for (int n = 0; n < lanes; n++) h[n] = bed[n], left[n] = water[n];
  for (int end = 0; end <= 2 * intervals; end++) {
    int more = 0;
    for (int n = 0; n < lanes; n++) cover[n] = 0.0f, to[n] = INFINITY;
    for (int interval = 0; interval < intervals; interval++) {
      const float *const from = low + interval * lanes, *const until = high + interval * lanes, *const part = share + interval * lanes;
#pragma omp simd
      for (int n = 0; n < lanes; n++) {
        cover[n] += ((h[n] >= from[n]) & (h[n] < until[n])) ? part[n] : 0.0f;
        to[n] = ((part[n] > 0.0f) & (from[n] > h[n]) & (from[n] < to[n])) ? from[n] : to[n];
        to[n] = ((part[n] > 0.0f) & (until[n] > h[n]) & (until[n] < to[n])) ? until[n] : to[n];
      }
    }
#pragma omp simd reduction(| : more)
    for (int n = 0; n < lanes; n++) {
      const float storage = max_float(1.0f - SOLID_FRACTION * cover[n], STORAGE_MIN), room = (to[n] - h[n]) * storage;
      const float rest = left[n] / storage;
      const bool ends = left[n] <= room;
      head[n] = h[n] + rest;
      more |= !ends;
      left[n] = ends ? left[n] : left[n] - room;
      h[n] = ends ? h[n] : to[n];
    }
    if (!more) return;
  }
}

#endif
