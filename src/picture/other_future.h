#ifndef PICTURE_OTHER_FUTURE_H
#define PICTURE_OTHER_FUTURE_H

/* A branch shown as a ghost over the picture: the outlines of its bodies and its waterline, as lines. */

#include "input/camera.h"
#include "world/world.h"

enum { OTHER_LINES = 6000 };

/* Lines in the world, and in this frame's picture. A plain value owned by the program; zeroed at the start. */
typedef struct OtherFuture {
  int64_t id;     /* of the branch (TimelineSpan) */
  double made_at; /* clock */
  int count;
  float ends[OTHER_LINES][6]; /* m: from, to */
  int shown;
  float pixels[OTHER_LINES][4]; /* x, y from, x, y to; from the picture's top left */
  int width;                    /* of the picture, in pixels */
} OtherFuture;

/* Makes the lines of a state of the branch, which is not needed after. */
void other_future_build(OtherFuture *other, const World *world);

/* Finds where the lines are seen now. */
void other_future_project(OtherFuture *other, const Camera *camera, int width, int height);

#endif
