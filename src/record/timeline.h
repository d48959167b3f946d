#ifndef RECORD_TIMELINE_H
#define RECORD_TIMELINE_H

/* The last seconds of a world, any tick of which can be had again to the bit, and gone on from.
 *
 * Each simulated second the world's state (state/state.h) is stored as a keyframe, and between keyframes the commands that the world took:
 * the state at any tick is the keyframe before it and the ticks from there, run again with their commands. With keyframes closer together
 * the memory for two minutes would be too much (river, 512 x 512 cells, swe, 144 bodies: 3.3 MB each); further apart, the ticks to be run
 * again would be too many.
 *
 *   line.h   keyframes: a state, slice by slice, in full or against a full one (1 in TIMELINE_GROUP): two decompressions at most. A slice:
 *            XOR with the reference, bytes grouped by their place in the number, zstd. Lines: one course of events, keyframes and commands;
 *            removal of keyframes when the budget is reached
 *
 * Each new keyframe removes all that is older than the timeline's seconds, so that memory stays flat. When the budget is reached the older
 * half is thinned out: every other keyframe goes, never the first or the last, so that the whole time stays and its older half takes more
 * ticks to reach. The budget is never exceeded by more than one keyframe.
 *
 * The state is copied in the tick's thread between two ticks; it is packed in that thread too, some slices after each of the ticks that
 * follow. So there is no other thread, and the same ticks give the same keyframes.
 *
 * Where the world goes on from the middle, the future that there was stays as a branch: a line with the same past. Lines are symmetrical:
 * line 0 is the present one, 1 and more are branches, oldest first, at most TIMELINE_BRANCHES; one more, and the oldest goes.
 *
 * One thread at a time. */

#include "world/world.h"

enum { TIMELINE_BRANCHES = 8, TIMELINE_GROUP = 32 };

#define TIMELINE_SECONDS 120.0              /* simulated s */
#define TIMELINE_BUDGET ((size_t)360 << 20) /* bytes */
#define TIMELINE_KEYFRAME_SECONDS 1.0       /* simulated s */

/* From timeline_create to timeline_destroy; the caller owns it. It borrows the world that it records until timeline_end. */
typedef struct Timeline Timeline;

/* Ticks and simulated seconds that can be gone to, both ends included. */
typedef struct TimelineSpan {
  int64_t from, to;
  double from_s, to_s;
  int64_t parts; /* of a branch: the tick up to which it is the same as the present line; may be before `from`. Of line 0: `to` */
  int64_t id;    /* a line's own, for as long as it exists */
  int keyframes; /* how many it has */
} TimelineSpan;

/* Makes a timeline. Returns NULL if memory runs out. */
Timeline *timeline_create(size_t budget, double seconds);
/* The world that it records must be there still, or timeline_end have been called. */
void timeline_destroy(Timeline *timeline);
/* Forgets everything and records this world from now on: between ticks. False when it cannot: see timeline_fault. */
bool timeline_begin(Timeline *timeline, World *world);
/* Notes a command that the world takes at the start of its tick; of any other world than the recorded one, nothing. Within a tick: it
 * allocates nothing. `timeline` may be NULL, here and below where nothing is returned. */
void timeline_hear(Timeline *timeline, const World *world, int64_t tick, const Command *command);
/* After each tick of the world that is recorded; of any other world, nothing. */
void timeline_note(Timeline *timeline, World *world);
/* Records no more, until timeline_go_on_from; what was recorded stays. Before the world is destroyed. */
void timeline_end(Timeline *timeline);

/* Why recording has ended, as "not enough memory"; NULL: it has not. What was recorded until then can be gone to. */
const char *timeline_fault(const Timeline *timeline);
/* Bytes that it has allocated, all told. */
size_t timeline_memory(const Timeline *timeline);
int timeline_branch_count(const Timeline *timeline);
TimelineSpan timeline_span(const Timeline *timeline, int line);
/* The tick of the keyframe nearest to this tick. */
int64_t timeline_nearest_keyframe(Timeline *timeline, int line, int64_t tick);

/* Makes the world that the line had after `tick` ticks, with its commands up to there; the caller owns it. The recorded world stays as it
 * is. Returns NULL and sets *error if the tick is out of the line's span or memory runs out. */
World *timeline_go(Timeline *timeline, int line, int64_t tick, int threads, Error *error);
/* Makes the world of the keyframe nearest to the tick, as timeline_go does, but runs no tick. */
World *timeline_go_keyframe(Timeline *timeline, int line, int64_t tick, int threads, Error *error);
/* Continues the present line with this world, which timeline_go has made from it: what came after its tick becomes a branch. The world that
 * was recorded before is recorded no longer. Returns false if memory runs out: nothing has changed then but that recording has ended. */
bool timeline_go_on_from(Timeline *timeline, World *world);
/* Makes branch `line` the present line, and the present one a branch. Recording pauses until timeline_go_on_from with a world of line 0. */
void timeline_switch(Timeline *timeline, int line);

/* Returns true if a command is of the kind that is looked for. */
typedef bool (*TimelineWanted)(const Command *command);

/* Finds the tick of the line's last wanted command before `tick`, back (by -1), or of its first one at or after it, forth (by 1). Returns
 * false if there is none. */
bool timeline_find(const Timeline *timeline, int line, int64_t tick, int by, TimelineWanted wanted, int64_t *at);
/* Removes the branch; line 0 stays. */
void timeline_remove_branch(Timeline *timeline, int line);

#endif
