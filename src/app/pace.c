#include "app/pace.h"

#include <math.h>

static const double backlog_most = 0.16; /* s: a slower frame than this slows the water */
static const double window = 1.0;        /* s that the measures are taken over */

void pace_owe(Pace *pace, double elapsed, double time_scale) {
  const double most = backlog_most * fmax(time_scale, 1);
  pace->backlog += elapsed * time_scale;
  if (pace->backlog <= most) return;
  pace->left_out += pace->backlog - most;
  pace->backlog = most;
}

bool pace_take(Pace *pace, double tick) {
  if (pace->backlog < tick) return false;
  pace->backlog -= tick;
  pace->simulated += tick;
  return true;
}

void pace_forgive(Pace *pace, double tick) {
  const double whole = tick * floor(pace->backlog / tick);
  pace->backlog -= whole;
  pace->left_out += whole;
}

void pace_frame(Pace *pace, double now) {
  if (pace->since <= 0) {
    *pace = (Pace){.backlog = pace->backlog, .since = now, .ratio = 1, .fps = pace->fps};
    return;
  }
  pace->frames++;
  const double wall = now - pace->since;
  if (wall < window) return;
  pace->fps = pace->frames / wall;
  pace->frame_ms = 1e3 * wall / pace->frames;
  pace->ratio = pace->simulated / wall;
  pace->slowed = pace->left_out > 0.03 * wall;
  pace->since = now;
  pace->simulated = pace->left_out = 0;
  pace->frames = 0;
}

float pace_alpha(const Pace *pace, double tick) {
  return (float)fmin(pace->backlog / tick, 1);
}
