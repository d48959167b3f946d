#ifndef RENDER_ROCK_H
#define RENDER_ROCK_H

/* From which slope on ground is rock. In a gentle landscape that is 43 degrees. In one that is steep all over, as real terrain whose
 * heights are drawn out, it is so much steeper that grass and woods have most of the ground all the same: bare of both, it looks like clay. */

#include "render/frame_view.h"

/* Rise by run from which gentle landscapes are rock. */
#define ROCK_SLOPE 0.9362f

/* Returns the rise by run from which the frame's ground is rock, ROCK_SLOPE to 1.8. */
float rock_slope(const FrameView *frame);

#endif
