#ifndef WORLD_TIMELINE_THIN_H
#define WORLD_TIMELINE_THIN_H

/* What goes when a timeline needs more memory than it may. */

#include "world/timeline/line.h"

/* Every other keyframe of the older half of the longest line goes, out of all lines that share it; where that half has none left that can
 * go, of the whole line, then of another line. The first and the last of a line never go, nor does one that others are stored against.
 * When no keyframe can go the oldest branch goes, and without branches the present line's first keyframe with what came before the next.
 * False: nothing is left that could go. */
bool thin_lines(Line *lines, int present, size_t *memory);

#endif
