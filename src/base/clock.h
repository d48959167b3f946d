#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

/* Seconds of the monotonic clock; only differences mean anything. */
double clock_seconds(void);

/* --- profiles -------------------------------------------------------------------------------------------------------- */

/* Times of the phases of a frame and of a tick, which run beside each other: each line of the four lists (app_frame,
 * world_step, water_step, renderer_draw) times itself into a Profile; the overlay, the panel and the benchmark all show
 * the same numbers. */

typedef enum ProfilePhase {
  PROFILE_INPUT,
  PROFILE_COMMANDS,
  PROFILE_DISPLACE,
  PROFILE_WATER,
  PROFILE_PUSH,
  PROFILE_BODIES,
  PROFILE_SPRAY,
  PROFILE_COPY, /* the copy of the world that is drawn */
  PROFILE_BUILD,
  PROFILE_DRAW,
  PROFILE_PANEL,
  PROFILE_PRESENT,
  PROFILE_COUNT
} ProfilePhase;

/* Sums of a frame's and a tick's phases, ms. One for the program, owned by the app or the benchmark. */
typedef struct Profile {
  double sum_ms[PROFILE_COUNT];  /* in the open window */
  double mean_ms[PROFILE_COUNT]; /* of the last closed window, per frame */
  int frames;                    /* frames in the open window */
} Profile;

/* A phase's name, as the overlay prints it. */
const char *profile_name(ProfilePhase phase);

/* Adds the time since `since` (clock_seconds) to a phase; returns now, so that lines chain. */
double profile_lap(Profile *profile, ProfilePhase phase, double since);

/* Closes a frame; every `window` frames the means are renewed and the sums start again. */
void profile_frame(Profile *profile, int window);

#endif
