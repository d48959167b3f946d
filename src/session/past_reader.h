#ifndef SESSION_PAST_READER_H
#define SESSION_PAST_READER_H

/* Makes worlds of the past in a thread of its own, one at a time, so that the picture does not wait while the bar of time is dragged.
 *
 * While past_reader_is_busy, its thread uses the timeline, of which only the spans may be asked then. All functions are called from one
 * thread. */

#include "record/timeline.h"

/* The thread's handle, from past_reader_create to past_reader_destroy; the caller owns it. */
typedef struct PastReader PastReader;

/* Makes a reader. Returns NULL if memory runs out. */
PastReader *past_reader_create(void);

/* Waits for the world being made, discards it and frees the reader; NULL is ignored. */
void past_reader_destroy(PastReader *reader);

/* Ends the recording (timeline_end) and makes the world at the keyframe of `line` nearest to `tick` (timeline_go_keyframe), to be stepped
 * with so many threads. The simulation is held meanwhile. A world that was made before and not collected is destroyed. */
void past_reader_start(PastReader *reader, Timeline *timeline, int line, int64_t tick, int threads);

/* Returns true if a world is being made: the timeline is in use. */
bool past_reader_is_busy(const PastReader *reader);

/* Waits until no world is being made; what was made can be collected still. */
void past_reader_wait(PastReader *reader);

/* Returns true if a world has been made since the last call. `world` is then the caller's; NULL, with *error set: it could not be made. */
bool past_reader_collect(PastReader *reader, World **world, Error *error);

/* Waits for the running job and discards its result. */
void past_reader_forget(PastReader *reader);

#endif
