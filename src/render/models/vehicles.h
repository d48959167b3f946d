#ifndef RENDER_MODELS_VEHICLES_H
#define RENDER_MODELS_VEHICLES_H

/* Models of a car without its wheels, which are bodies of their own, and of a boat. */

#include "render/models/parts.h"

void model_car(ModelList *list, const ModelBody *body);
void model_boat(ModelList *list, const ModelBody *body);

#endif
