#ifndef RECORD_LINE_H
#define RECORD_LINE_H

/* One course of events: keyframes and the commands taken between them. Lines that have a past in common share its keyframes. */

#include "record/keyframe.h"
#include "record/operations.h"

enum { LINES_MAX = 9 }; /* the present one and eight branches */

/* Owned by a timeline. A line without keyframes is none. */
typedef struct Line {
  Keyframe **keyframes; /* by tick, ascending */
  int count, room;
  Operations operations;    /* from the first keyframe's tick on */
  int64_t to;               /* the last tick that it knows the commands up to */
  double to_time;           /* simulated s then */
  int64_t age;              /* a line that was made later has a larger one */
  int64_t parts[LINES_MAX]; /* tick to which it is the same as each other line; of those that there are */
} Line;

/* Bytes that it has allocated, without its keyframes. */
size_t line_memory(const Line *line);

/* The keyframe, whose user the caller was, is the line's last one now. Returns false if memory runs out; the caller is its user still. */
bool line_append(Line *line, Keyframe *keyframe);

/* Ends the line's use of keyframe n. */
void line_remove(Line *line, int n, size_t *memory);

/* Leaves the first keyframe out while the one after it is older than `time`, and the commands that no keyframe comes before any more. */
void line_forget(Line *line, double time, size_t *memory);

/* A copy of the line up to `tick`, which is not before its first keyframe. Returns false, and makes no copy, if memory runs out. */
bool line_copy(Line *copy, const Line *line, int64_t tick, double time, size_t *memory);

void line_clear(Line *line, size_t *memory);

/* Index of the last keyframe at or before the tick; -1: there is none. */
int line_keyframe(const Line *line, int64_t tick);

/* Index of the keyframe whose tick is nearest. */
int line_nearest(const Line *line, int64_t tick);

/* Runs a world, which was made from one of its keyframes, to the tick. */
void line_run(const Line *line, World *world, int64_t tick);

/* Removes keyframes of the lines of a timeline that needs more memory than its budget: every other one of the older half of the longest line,
 * out of all lines that share it; where that half has none left that can go, of the whole line, then of another line. Keeps the first and
 * the last of a line, and any that others are stored against. When no keyframe can go, removes the oldest branch, and without branches the
 * present line's first keyframe with what came before the next. Returns false if nothing is left that could go. */
bool thin_lines(Line lines[LINES_MAX], int present, size_t *memory);

#endif
