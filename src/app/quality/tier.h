#ifndef APP_TIER_H
#define APP_TIER_H

/* Chooses the picture's quality tier by what frames take on the drawing device, with hysteresis: a tier that was too dear is not tried
 * again for a while. */

#include <stdbool.h>

/* The record of the frames' times. Zeroed at the start; a plain value. */
typedef struct TierChooser {
  double mean_ms;         /* smoothed */
  double over_s, under_s; /* how long it has been too dear, and cheap enough for the next tier */
  double barred_s;        /* how long no higher tier is tried */
} TierChooser;

/* Returns the tier for the next frames, 0 to `most`, after a frame of tier `now` that took `ms` on the device and `elapsed` seconds of
 * time. Frames of which no time is known (ms <= 0) change nothing. */
int tier_choose(TierChooser *chooser, int now, int most, double ms, double elapsed);

#endif
