/* Looking at the past: the first look has the simulation hold, each makes a world in a thread of its own, and the last goes on. */
#include <math.h>

#include "session/session_private.h"

static const double look_every_s = 0.04; /* s of the clock, at the least, between two states of the past while the bar is dragged */

/* Returns the tick of the present line at a simulated time. Approximate (assumes equal ticks); callers take the nearest keyframe. */
static int64_t tick_at(const Session *session, double time_s) {
  const TimelineSpan span = timeline_span(session->timeline, 0);
  const double share = span.to_s > span.from_s ? (time_s - span.from_s) / (span.to_s - span.from_s) : 1;
  return span.from + (int64_t)llround(fmin(fmax(share, 0), 1) * (double)(span.to - span.from));
}

/* Shows the world that was asked for, if it has been made. */
static bool show_made(Session *session, Error *error) {
  World *world;
  Error reason;
  if (!past_reader_collect(session->past_reader, &world, &reason)) return true;
  if (!world || !past_show(session, world, &reason)) return error_set(error, "%s", reason.text);
  session_accept_params(session);
  session->look.jumps++;
  return true;
}

/* Asks for the world at the time that is looked at. The simulation is held. */
static void read_past(Session *session) {
  past_reader_start(session->past_reader, session->timeline, 0, tick_at(session, session->look.time_s), session->def.threads);
}

/* The first look waits for the end of a tick, in which the picture goes on. */
static void begin_look(Session *session) {
  session->look.asked = true;
  sim_ask_hold(session->sim);
  if (!sim_is_held(session->sim)) return;
  session->look.asked = false;
  past_begin_look(session);
  read_past(session);
}

bool session_look(Session *session, double time_s, double now, Error *error) {
  if (!session_past(session).there) return true;
  session->look.time_s = time_s;
  if (!session->looks_back) {
    begin_look(session);
    return true;
  }
  const bool ok = show_made(session, error);
  if (past_reader_is_busy(session->past_reader) || now - session->look.at < look_every_s) return ok;
  if (timeline_nearest_keyframe(session->timeline, 0, tick_at(session, time_s)) == session->world->tick) return ok;
  session->look.at = now;
  read_past(session);
  return ok;
}

bool session_end_look(Session *session, Error *error) {
  error->text[0] = '\0';
  if (session->look.asked) {
    session_hold(session);
    begin_look(session);
  }
  if (!session->looks_back) return false;
  past_reader_wait(session->past_reader);
  show_made(session, error);
  past_go_on(session);
  undo_reset(session);
  session_release_world(session);
  return true;
}

bool session_looks_back(const Session *session) {
  return session->looks_back;
}

bool session_look_asked(const Session *session) {
  return session->looks_back || session->look.asked;
}

double session_look_time(const Session *session) {
  return session->look.time_s;
}

World *session_read_branch(Session *session, int branch, int64_t tick) {
  Error ignored;
  session_hold(session);
  if (branch > timeline_branch_count(session->timeline)) {
    session_release(session);
    return NULL;
  }
  const TimelineSpan span = timeline_span(session->timeline, branch);
  const int64_t at = tick < span.from ? span.from : tick > span.to ? span.to : tick;
  World *const world = timeline_go_keyframe(session->timeline, branch, at, session->def.threads, &ignored);
  session_release(session);
  return world;
}
