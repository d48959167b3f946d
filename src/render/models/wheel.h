#ifndef RENDER_MODELS_WHEEL_H
#define RENDER_MODELS_WHEEL_H

/* Model of a water wheel: paddles with their spokes and stretches of the rims, which turn, and the posts of its axle, which do not. */

#include "render/models/parts.h"

/* Appends one of a wheel's paddles; `radius`, m: of the wheel. */
void model_paddle(ModelList *list, const ModelBody *paddle, float radius, int paddles);

/* Finds the places of the axle's two ends, m. */
void model_post_tops(const ModelBody *hub, float tops[2][3]);

/* Appends a post under each end of the axle, down to the ground there, m. */
void model_posts(ModelList *list, const ModelBody *hub, const float ground[2]);

#endif
