#ifndef RENDER_MODELS_BLOCK_H
#define RENDER_MODELS_BLOCK_H

/* Models of bodies that look as they are: one box, cylinder or hull. */

#include "render/models/parts.h"

void model_block(ModelList *list, const ModelBody *body, FrameMaterial material);

/* Appends a box, and where it is of boards, wide and flat, a deck to cross on, a kerb along each of its long sides. */
void model_crate(ModelList *list, const ModelBody *body, FrameMaterial material);

#endif
