#ifndef RENDER_STANDING_H
#define RENDER_STANDING_H

/* Which bodies stand as they stood: their picture is kept in the backdrop (land/backdrop.h), and shaded again one part after the other, as
 * the water about them rises or falls, or at once where another's shadow moves over them. */

#include <stdbool.h>
#include <stdint.h>

#include "render/frame_view.h"

typedef enum BodySet {
  BODY_MOVES, /* or has moved, has water running over it, or is not kept */
  BODY_DUE,   /* stands, and is to be shaded in this frame */
  BODY_RESTS, /* stands */
  BODY_SETS
} BodySet;

/* The last frame's bodies, and for how many frames each has been as it is. Part of Bodies. */
typedef struct Standing {
  FrameBody *before;
  uint8_t *still; /* frames, counted to a limit */
  uint8_t *sets;  /* a BodySet of each */
  int before_room, still_room, set_room, count;
  int frames;      /* so far */
  bool left;       /* some that stood do not any more: */
  float box[2][3]; /* m: the least and the most of them */
} Standing;

/* Looks at a frame's bodies; unless `on` none stand. Returns false if memory runs out. */
bool standing_update(Standing *standing, const FrameView *frame, bool on);
void standing_shutdown(Standing *standing);

#endif
