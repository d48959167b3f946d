#ifndef APP_QUALITY_H
#define APP_QUALITY_H

#include <stdbool.h>

/* --- the tier --------------------------------------------------------------------------------------------------------------- */

/* Chooses the picture's quality tier by what frames take on the drawing device, with hysteresis: a tier that was too dear is not tried
 * again for a while. */

/* The record of the frames' times. Zeroed at the start; a plain value. */
typedef struct TierChooser {
  double mean_ms;         /* smoothed */
  double over_s, under_s; /* how long it has been too dear, and cheap enough for the next tier */
  double barred_s;        /* how long no higher tier is tried */
} TierChooser;

/* Returns the tier for the next frames, 0 to `most`, after a frame of tier `now` that took `ms` on the device and `elapsed` seconds of
 * time. Frames of which no time is known (ms <= 0) change nothing. */
int tier_choose(TierChooser *chooser, int now, int most, double ms, double elapsed);

/* --- the resolution --------------------------------------------------------------------------------------------------------- */

/* Chooses how many pixels the 3-D picture has by what frames take: a share of each side in a few fixed steps, down at once and up slowly,
 * so that it does not go to and fro. A function of the frames' times alone. */

enum { RESOLUTION_STEPS = 6 }; /* 0: whole */

/* The record of the frames' times, and the step that follows from it. Zeroed at the start, but for `step`; a plain value. */
typedef struct ResolutionChooser {
  int step;
  double mean_ms;         /* smoothed, of frames of this step */
  int counted;            /* frames that it is of, up to a few */
  double over_s, under_s; /* how long frames have taken too long, and little enough for the next step up */
  double settles_s;       /* frames do not count: the first ones of a step draw again what others keep */
  double since_up_s;      /* since the last step up */
  double barred_s, bar_s; /* how long no step up is tried; how long the next bar will be, longer after each trial that failed */
} ResolutionChooser;

/* ms that a frame may take. */
typedef struct ResolutionLimits {
  double longest;  /* beyond it the picture gets fewer pixels */
  double expected; /* for more pixels frames must be expected to take no longer */
} ResolutionLimits;

/* For a software driver, whose whole frame is counted: 22 frames a second at least; and for a GPU, of which its own time is. */
extern const ResolutionLimits resolution_software, resolution_gpu;

/* Returns the share of each side of the picture that a step draws: 1 to 0.4. */
float resolution_share(int step);

/* Counts a frame that took `ms`, and `elapsed` seconds of time. Frames of which no time is known (ms <= 0) change nothing. Returns true if
 * the step has changed. */
bool resolution_count(ResolutionChooser *chooser, const ResolutionLimits *limits, double ms, double elapsed);
/* Leaves the next frames out of account: after another world, another size of the window, a picture for a file. */
void resolution_settle(ResolutionChooser *chooser);

#endif
