#ifndef WEIR_MEMBRANE_ROWS_H
#define WEIR_MEMBRANE_ROWS_H

#include <stddef.h>

/* The inner loops of the membrane, a row of cells at a time. */

typedef struct MembraneStep {
  float spring; /* dt*c^2/dx^2 */
  float drag;   /* 1 - drag*dt */
  float keep;   /* exp(-damping*dt) */
  float dt;
  ptrdiff_t s;
} MembraneStep;

typedef void MembraneRateRow(const MembraneStep *step, const float *offset, const float *open, float *rate, int count);

typedef struct MembraneExtremes {
  float depth, rate;
  int bad;
} MembraneExtremes;

typedef struct MembraneRows {
  MembraneRateRow *rate5, *rate9;
  void (*land)(const MembraneStep *step, const float *offset, const float *open, const float *terrain, float *rate,
               int count);
  void (*block)(const float *rate, const float *cover, const float *open, float *out, ptrdiff_t s, int low, int high,
                float damping);
  void (*slope)(const float *offset, const float *open, float *out, ptrdiff_t s, int count, float most);
  int (*move)(const float *rate, const float *rest, const float *terrain, const float *open, float *offset, float *depth,
              float dt, int count);
  void (*extremes)(const float *depth, const float *rate, const float *offset, int count, MembraneExtremes *out);
} MembraneRows;

/* The table that the process uses (simd.c). */
const MembraneRows *membrane_rows(void);

#endif
