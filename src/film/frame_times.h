#ifndef FILM_FRAME_TIMES_H
#define FILM_FRAME_TIMES_H

/* Which of the pictures that a window draws become frames of a film. Frame n stands for the simulated second n / fps since the film began.
 * A picture is chosen where it is nearer to a frame's time than the one before, and than the next one is likely to be. */

#include <stdbool.h>
#include <stdint.h>

/* A film's times; zeroed but for `fps`, it begins with the first picture. */
typedef struct FrameTimes {
  int fps;
  bool begun;
  double start;    /* simulated s of frame 0 */
  double previous; /* s since then, of the picture seen last */
  int64_t next;    /* the frame that none was chosen for yet */
} FrameTimes;

/* Returns the number of the frame that the picture of this simulated second is for, or -1: it is for none. Frames that are left out have no
 * picture near them. Where time jumps, back or by more than ten seconds (another world), the film goes on. */
int64_t frame_times_choose(FrameTimes *times, double seconds);

/* Returns true if the frame `n` between two chosen ones is nearer to the first. */
static inline bool frame_is_nearer_first(int64_t first, int64_t n, int64_t second) {
  return n - first <= second - n;
}

#endif
