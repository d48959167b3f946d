#ifndef WEIR_FLOW_ROWS_H
#define WEIR_FLOW_ROWS_H

#include <stddef.h>

/* The inner loops of the schemes with flow (pipe, swe), a row of faces or cells at a time. No conditionals that depend on
 * the grid: the halo answers for what lies outside. */

/* The numbers of one substep, the same for every face. */
typedef struct FlowStep {
  float keep;     /* exp(-friction*dt) */
  float drive;    /* dt*g*cross_section/dx: head to velocity */
  float share;    /* dt/dx^2: flow to depth */
  float rough;    /* dt*roughness */
  float manning;  /* dt*g*n^2 */
  float viscous;  /* 3*viscosity*dt */
  float most;     /* dx/(2*dt): no face moves more than half a cell a substep */
  float reach;    /* 4*g: the square of the fastest that a fall from `high` could make */
  float high;     /* m, the highest surface */
  float cell;     /* m */
} FlowStep;

/* One row of faces from a cell to the next one `along`; `across` leads to the next row of such faces. All pointers are to
 * the first cell of the row. */
typedef struct FlowFaces {
  const float *terrain, *depth;
  const float *speed; /* u on these faces, m/s */
  const float *flow;  /* Q through these faces at the last substep, m^3/s */
  const float *cross; /* Q through the faces of the other direction */
  ptrdiff_t along, across;
} FlowFaces;

typedef void FlowSpeedRow(const FlowStep *step, const FlowFaces *faces, float *speed, int count);
typedef void FlowRateRow(const FlowStep *step, const FlowFaces *faces, const float *speed, float *flow, int count);

/* What a row of cells comes to. */
typedef struct FlowExtremes {
  float depth, surface, speed; /* greatest; the surface of wet cells, the speed of faces of more than `thick` depth */
  int bad;                     /* values that are not finite */
} FlowExtremes;

typedef struct FlowRows {
  FlowSpeedRow *speed_pipe, *speed_swe;
  FlowRateRow *rate_pipe, *rate_swe;
  void (*limit)(const float *depth, const float *east, const float *west, const float *south, const float *north,
                float *limit, int count, float share);
  void (*scale)(float *flow, const float *limit_from, const float *limit_to, int count);
  void (*depth)(float *depth, const float *east, const float *west, const float *south, const float *north, int count,
                float share);
  void (*ripples)(const float *terrain, const float *depth, ptrdiff_t along, float *flow, int count);
  void (*smooth)(const float *depth, const float *east, const float *south, const float *north, float *out, int count);
  void (*extremes)(const float *terrain, const float *depth, const float *speed_x, const float *speed_z, int count,
                   float thick, FlowExtremes *out);
} FlowRows;

/* The table that the process uses (simd.c). */
const FlowRows *flow_rows(void);

#endif
