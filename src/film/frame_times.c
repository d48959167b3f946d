#include "film/frame_times.h"

#include <math.h>

static const double jump_s = 10; /* simulated s between two pictures that are not of one course of time */

int64_t frame_times_choose(FrameTimes *times, double seconds) {
  const bool first = !times->begun;
  if (first) times->start = seconds;
  times->begun = true;
  double film = seconds - times->start; /* s of the film, which know no jumps */
  if (!(film >= times->previous && film <= times->previous + jump_s)) {
    times->start = seconds - times->previous;
    film = times->previous;
  }
  const double step = film - times->previous, fps = (double)times->fps;
  const int64_t nearest = (int64_t)floor(film * fps + 0.5);
  const double off = (double)nearest / fps - film;
  times->previous = film;
  if (nearest < times->next) return -1;
  if (!first && off > 0 && fabs(off - step) < off) return -1; /* the next picture will be nearer */
  times->next = nearest + 1;
  return nearest;
}
