/* The world that is shown: holding its simulation, another in its place, the past that is kept of it, and a second
 * world beside it. */
#include "session/session_private.h"

void session_hold(Session *session) {
  if (!session->sim) return;
  thread_join(&session->past_reader.thread); /* it has the timeline */
  sim_hold(session->sim);
}

void session_release(Session *session) {
  if (session->sim && session->goes && !session->looks_back && !session->stopped) sim_release(session->sim);
}

/* --- the past ------------------------------------------------------------------------------------------------------------------------ */

bool session_has_past(const Session *session) {
  if (!session->timeline || session->player) return false;
  const TimelineSpan span = timeline_span(session->timeline, 0);
  return span.to > span.from;
}

void session_note_past(Session *session) {
  const Timeline *const timeline = session->timeline;
  SessionPast past = {.there = session_has_past(session)};
  if (timeline && !session->player) {
    past.present = timeline_span(timeline, 0);
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

void session_record_again(Session *session) {
  recording_begin_world(session->recording, session->world);
  if (session->timeline) timeline_go_on_from(session->timeline, session->world);
}

void session_forget_read(Session *session) {
  PastReader *const reader = &session->past_reader;
  thread_join(&reader->thread);
  world_destroy(reader->world);
  reader->world = NULL;
  reader->made = false;
}

/* --- a second world beside it -------------------------------------------------------------------------------------------------------- */

void session_drop_twin(Session *session) {
  Error ignored;
  if (session->sim) sim_set_twin(session->sim, NULL, &ignored);
  twin_destroy(session->twin);
  session->twin = NULL;
}

/* Puts `other`, or a copy, beside the world from now on. Returns false and sets *error if that fails. */
static bool make_beside(Session *session, World *other, Error *error) {
  session_drop_twin(session);
  session->twin = twin_create(session->world, other, &session->twin_wish.how, session->def.threads, error);
  session->twin_wish.on = session->twin && sim_set_twin(session->sim, session->twin->world, error);
  if (!session->twin_wish.on) session_drop_twin(session);
  session->twins++;
  return session->twin_wish.on;
}

/* Sets how a copy differs: as asked for, or in the solver that this one is most often compared with. */
static void set_how(Session *session, const TwinHow *how) {
  const WeirSolver own = session->wanted.solver;
  const TwinHow another = {.solver_differs = true, .solver = own == WEIR_SWE ? WEIR_PIPE : WEIR_SWE};
  const bool differs = how->param_differs || (how->solver_differs && how->solver != own);
  session->twin_wish.how = differs ? *how : another;
}

/* Makes the second world again if it is wished and ended with the world before. */
static void follow_twin(Session *session) {
  TwinWish *const wish = &session->twin_wish;
  if (!wish->on || session->twin) return;
  if (wish->branch > 0) {
    *wish = (TwinWish){0};
    error_set(&wish->ended, "side by side: ended; the other future belonged to the world before");
    return;
  }
  set_how(session, &wish->how); /* another scene has its own solver */
  make_beside(session, NULL, &wish->ended);
}

void session_release_world(Session *session) {
  if (!session->sim || session->stopped) return;
  session_forget_read(session);            /* a world of the past is wanted no more */
  if (!session->goes) undo_reset(session); /* what was set before the first tick is nothing to be taken back */
  session->look.asked = false;
  session->request.tool_on = false; /* the tool pointed at the world before */
  follow_twin(session);
  sim_request(session->sim, &session->wanted, &session->request);
  sim_release(session->sim);
  session->goes = true;
}

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
    set_how(session, how), ok = make_beside(session, NULL, error);
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
    ok = make_beside(session, world, error);
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

/* --- listening to it ------------------------------------------------------------------------------------------------------------------ */

void session_listen(Session *session, const SessionListener *listener) {
  Error ignored;
  session_end_look(session, &ignored);
  session_hold(session);
  session->listener = listener ? *listener : (SessionListener){0};
  if (listener) listener->begin(listener->user, session->world);
  session_release(session);
}

void session_read(Session *session, void (*read)(void *user, const World *world), void *user) {
  session_hold(session);
  read(user, session->world);
  session_release(session);
}

void session_note_jump(Session *session, double shared_s) {
  const SessionListener *const listener = &session->listener;
  if (listener->tick) listener->jump(listener->user, session->world, shared_s);
}

/* Tells the listener that `next` is not the world that it listens to, if it is not. */
static void note_end(Session *session, const World *next) {
  const SessionListener listener = session->listener;
  if (!listener.tick || next->land_version == session->world->land_version) return;
  session->listener = (SessionListener){0};
  listener.end(listener.user, session->world);
}

/* --- another world ------------------------------------------------------------------------------------------------------------------- */

bool session_swap_world(Session *session, World *world, Error *error) {
  if (session->sim && !sim_set_world(session->sim, world, error)) {
    world_destroy(world);
    return false;
  }
  session_drop_twin(session);
  note_end(session, world);
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
