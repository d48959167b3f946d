#ifndef RENDER_MODELS_GATE_H
#define RENDER_MODELS_GATE_H

/* Model of what of a sluice gate does not move: two posts, a beam above, and the rod that the plank hangs on. */

#include "render/models/parts.h"

/* `closed_y`, m: height of the plank's middle where the gate is closed. */
void model_gate_frame(ModelList *list, const ModelBody *plank, float closed_y);

#endif
