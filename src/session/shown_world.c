/* The world that is shown, another in its place, and what goes along with it: its recorders, and the second world beside it. */
#include "session/session_private.h"

/* --- the past --------------------------------------------------------------------------------------------------------------- */

void session_note_past(Session *session) {
  const Timeline *const timeline = session->timeline;
  SessionPast past = {0};
  if (timeline && !session->player) {
    past.present = timeline_span(timeline, 0);
    past.there = past.present.to > past.present.from;
    past.branch_count = timeline_branch_count(timeline);
    for (int n = 0; n < past.branch_count; n++) past.branches[n] = timeline_span(timeline, n + 1);
  }
  lock_take(&session->past_lock);
  session->past = past;
  lock_give(&session->past_lock);
}

SessionPast session_past(Session *session) {
  lock_take(&session->past_lock);
  const SessionPast past = session->past;
  lock_give(&session->past_lock);
  return past;
}

/* --- the second world ------------------------------------------------------------------------------------------------------------ */

void session_drop_twin(Session *session) {
  Error ignored;
  if (session->sim) sim_set_twin(session->sim, NULL, &ignored);
  twin_destroy(session->twin);
  session->twin = NULL;
}

bool session_make_twin(Session *session, World *other, Error *error) {
  session_drop_twin(session);
  session->twin = twin_create(session->world, other, &session->twin_wish.how, session->def.threads, error);
  session->twin_wish.on = session->twin && sim_set_twin(session->sim, twin_world(session->twin), error);
  if (!session->twin_wish.on) session_drop_twin(session);
  session->twins++;
  return session->twin_wish.on;
}

void session_set_twin_how(Session *session, const TwinHow *how) {
  const WeirSolver own = session->wanted.solver;
  const TwinHow another = {.solver_differs = true, .solver = own == WEIR_SWE ? WEIR_PIPE : WEIR_SWE};
  const bool differs = how->param_differs || (how->solver_differs && how->solver != own);
  session->twin_wish.how = differs ? *how : another;
}

void session_follow_twin(Session *session) {
  TwinWish *const wish = &session->twin_wish;
  if (!wish->on || session->twin) return;
  if (wish->branch > 0) {
    *wish = (TwinWish){0};
    error_set(&wish->ended, "side by side: ended; the other future belonged to the world before");
    return;
  }
  session_set_twin_how(session, &wish->how); /* another scene has its own solver */
  session_make_twin(session, NULL, &wish->ended);
}

/* --- another world ---------------------------------------------------------------------------------------------------------------- */

bool session_swap_world(Session *session, World *world, Error *error) {
  if (session->sim && !sim_set_world(session->sim, world, error)) {
    world_destroy(world);
    return false;
  }
  session_drop_twin(session);
  world_destroy(session->world);
  session->world = world;
  session->wanted = settings_of(world);
  return true;
}

/* Puts the world, which goes on as its state has it, in the old one's place. */
static bool show_as_it_is(Session *session, World *world, Error *error) {
  recording_end_world(session->recording);
  timeline_end(session->timeline);
  if (!session_swap_world(session, world, error)) {
    if (session->world && !session->looks_back) session_record_again(session); /* the world that was shown goes on */
    return false;
  }
  session->looks_back = false;
  recording_begin_world(session->recording, world);
  if (session->timeline) timeline_begin(session->timeline, world);
  session_note_past(session);
  return true;
}

bool session_show_world(Session *session, World *world, Error *error) {
  input_player_close(session->player); /* another world is not the log's */
  session->player = NULL;
  session->play_stopped = false;
  if (!show_as_it_is(session, world, error)) return false;
  world_let_go(world);
  return true;
}

bool session_show_next(Session *session, World *world, Error *error) {
  InputPlayer *const player = session->player;
  session->player = NULL;
  const bool ok = show_as_it_is(session, world, error);
  session->player = player;
  return ok;
}
