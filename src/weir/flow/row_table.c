/* The table of the kernels of pipe and swe for one vector width. */
#include "weir/flow/row_parts.h"

extern const FlowRows WIDTH(flow_rows);

const FlowRows WIDTH(flow_rows) = {
    .front_pipe = WIDTH(front_pipe),
    .front_swe = WIDTH(front_swe),
    .slopes = WIDTH(speed_slopes),
    .update_swe = WIDTH(update_swe),
    .limit = WIDTH(limit_row),
    .depth = WIDTH(depth_row),
    .concentration = WIDTH(concentration_row),
    .dye = WIDTH(dye_row),
};
