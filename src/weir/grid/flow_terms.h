#ifndef WEIR_GRID_FLOW_TERMS_H
#define WEIR_GRID_FLOW_TERMS_H

/* The changes of one face's velocity in a substep of pipe or swe, term by term, in m/s along the axis of the face; the terms are those of
 * WeirWhy in weir.h. A plain value. */
typedef struct FlowTerms {
  double slope, pressure, advection, drag, limiter, body, other;
} FlowTerms;

#endif
