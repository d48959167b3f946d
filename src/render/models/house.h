#ifndef RENDER_MODELS_HOUSE_H
#define RENDER_MODELS_HOUSE_H

/* Model of a house: walls with a door and windows, a plinth, a gabled roof and a chimney. */

#include "render/models/parts.h"

void model_house(ModelList *list, const ModelBody *body);

#endif
