#ifndef WEIR_FLOW_ROW_PARTS_H
#define WEIR_FLOW_ROW_PARTS_H

#include "base/simd.h"
#include "weir/flow/flow_rows.h"

/* Shared by the files of kernels (front_rows.c, update_rows.c, depth_rows.c), which are compiled once for each vector width, and the
 * members of FlowRows from outside of depth_rows.c, which has the table. */

#define INLINE static inline __attribute__((always_inline))

enum { PREFETCH_AHEAD = 288 }; /* columns ahead at which rows that no earlier row has read are fetched: 1 KiB and a bit */

void WIDTH(front_pipe)(const FlowStep *step, const FlowFront *front, int i0, int i1);
void WIDTH(front_swe)(const FlowStep *step, const FlowFront *front, int i0, int i1);
void WIDTH(speed_slopes)(const FlowSlopes *slopes, int i0, int i1);
void WIDTH(update_swe)(const FlowStep *step, const FaceUpdate *update, int i0, int i1);

#endif
