#ifndef RECORD_THIN_H
#define RECORD_THIN_H

/* Removal of keyframes when a timeline needs more memory than its budget. */

#include "record/line.h"

/* Removes every other keyframe of the older half of the longest line, out of all lines that share it; where that half has none left that
 * can go, of the whole line, then of another line. Keeps the first and the last of a line, and any that others are stored against. When no
 * keyframe can go, removes the oldest branch, and without branches the present line's first keyframe with what came before the next.
 * Returns false if nothing is left that could go. */
bool thin_lines(Line *lines, int present, size_t *memory);

#endif
