#ifndef WEIR_FLOW_DYE_SWEEP_H
#define WEIR_FLOW_DYE_SWEEP_H

/* The dye's part in the sweep, where there is dye. */

#include "weir/flow/flow_band.h"

/* The concentrations that row k needs, while the depths before the substep are still there. */
void dye_sweep_concentrations(const Band *band, int k);

/* The dye of row k, once its depths are known. */
void dye_sweep_row(const Band *band, int k, const FlowCells *cells);

#endif
