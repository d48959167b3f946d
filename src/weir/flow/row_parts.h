#ifndef WEIR_FLOW_ROW_PARTS_H
#define WEIR_FLOW_ROW_PARTS_H

#include "base/simd.h"
#include "weir/flow/flow_rows.h"

/* The members of FlowRows, compiled once for each vector width: front_rows.c, update_rows.c, depth_rows.c,
 * dye_rows.c. */

enum { PREFETCH_AHEAD = 288 }; /* columns ahead at which rows that no earlier row has read are fetched: 1 KiB and a bit */

void WIDTH(front_pipe)(const FlowStep *step, const FlowFront *front, int i0, int i1);
void WIDTH(front_swe)(const FlowStep *step, const FlowFront *front, int i0, int i1);
void WIDTH(speed_slopes)(const FlowSlopes *slopes, int i0, int i1);
void WIDTH(update_swe)(const FlowStep *step, const FaceUpdate *update, int i0, int i1);
void WIDTH(limit_row)(const FlowStep *step, const FlowCells *cells, float *limit, uint8_t *tight, int i0, int i1);
void WIDTH(depth_row)(const FlowStep *step, const FlowCells *cells, TileReduction *reduction, int i0, int i1, int end);
void WIDTH(concentration_row)(const float *amount, const float *depth, float *concentration, int i0, int i1);
void WIDTH(dye_row)(const FlowStep *step, const FlowCells *cells, const DyeCells *dye, TileReduction *reduction, int i0, int i1, int end);

#endif
