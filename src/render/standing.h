#ifndef RENDER_STANDING_H
#define RENDER_STANDING_H

/* Bodies that stand as they stood: they are drawn into the backdrop (land/backdrop.h), and shaded again a few at a time, as the water about
 * them rises or falls, far from water seldom, or at once where the shadow of one that moves comes to lie on them or leaves them. */

#include <stdbool.h>
#include <stdint.h>

#include "render/frame_view.h"

typedef enum BodySet {
  BODY_MOVES, /* or has moved, has water running over it, or none may stand */
  BODY_DUE,   /* stands, and is to be shaded in this frame */
  BODY_RESTS, /* stands */
  BODY_SETS
} BodySet;

/* The bodies as they were when they last moved, and for how many frames each has been so. Part of Bodies. */
typedef struct Standing {
  FrameBody *before;
  uint8_t *unchanged; /* frames, counted to a limit */
  uint8_t *sets;      /* a BodySet of each */
  uint8_t *shaded;    /* the shadow of one that moves may have lain on it in the last frame */
  int before_room, unchanged_room, set_room, shaded_room, count;
  int frames;      /* so far */
  bool left;       /* some that stood in the last frame do not in this one */
  float box[2][3]; /* m: the least and the most of those */
} Standing;

/* Looks at a frame's bodies; unless `on` none stand. Returns false if memory runs out. */
bool standing_update(Standing *standing, const FrameView *frame, bool on);
/* Writes the least and the most place of a body, m. */
void standing_box(const FrameBody *body, float low[3], float high[3]);
void standing_shutdown(Standing *standing);

#endif
