/* The second world beside the first: beginning and ending it. */
#include "session/session_private.h"

bool session_set_twin(Session *session, const TwinHow *how, Error *error) {
  TwinWish *const wish = &session->twin_wish;
  bool ok = true;
  session_hold(session);
  const bool differs = session->twin && wish->branch == 0;
  wish->branch = 0;
  wish->ended.text[0] = '\0';
  if (differs)
    wish->how = *how, twin_differ(session->twin, how);
  else
    session_set_twin_how(session, how), ok = session_make_twin(session, NULL, error);
  session_release(session);
  return ok;
}

bool session_set_twin_branch(Session *session, int branch, Error *error) {
  session_hold(session);
  const TimelineSpan span = timeline_span(session->timeline, branch);
  const int64_t now = session->world->tick, tick = now < span.from ? span.from : now > span.to ? span.to : now;
  World *const world = timeline_go(session->timeline, branch, tick, session->def.threads, error);
  bool ok = false;
  if (world) {
    session->twin_wish = (TwinWish){.branch = branch};
    ok = session_make_twin(session, world, error);
  }
  session_release(session);
  return ok;
}

void session_end_twin(Session *session) {
  session_hold(session);
  session->twin_wish = (TwinWish){.how = session->twin_wish.how};
  session_drop_twin(session);
  session_release(session);
}

bool session_has_twin(const Session *session, Error *why) {
  *why = session->twin_wish.ended;
  return session->twin_wish.on;
}

TwinHow session_twin_how(const Session *session) {
  return session->twin_wish.how;
}
