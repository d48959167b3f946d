/* Rewinding in the window: the bar at its foot, Backspace held, one tick back, another future, taking back and doing again. */
#include "app/rewind.h"

#include <math.h>
#include <string.h>

#include "app/app_state.h"
#include "app/draw.h"
#include "app/hold.h"
#include "app/say.h"
#include "app/side_by_side.h"
#include "base/clock.h"

static const double rewind_speed = 8;    /* simulated s in a second of Backspace held */
static const double other_every_s = 1;   /* s of the clock between two states of a branch that is shown */
static const double look_every_s = 0.04; /* s of the clock, at the least, between two states of the past while the bar is dragged */

static Timeline *timeline_of(const App *app) {
  return app->session.timeline;
}

/* Returns the tick of line 0 at a simulated time. Approximate (assumes equal ticks); callers take the nearest keyframe. */
static int64_t tick_at(const App *app, double time_s) {
  const TimelineSpan span = timeline_span(timeline_of(app), 0);
  const double share = span.to_s > span.from_s ? (time_s - span.from_s) / (span.to_s - span.from_s) : 1;
  return span.from + (int64_t)llround(fmin(fmax(share, 0), 1) * (double)(span.to - span.from));
}

/* The picture has the world that was just put there. */
static void show_now(App *app) {
  app->history.seen = app->session.wanted.params;
  app->jumped_at = clock_seconds();
  app->stats.past_positions++;
  app->shown = sim_show(app->sim, app->jumped_at, true);
}

/* Shows the world that was asked for, if it has been made. */
static void show_made(App *app) {
  World *world;
  Error error;
  if (!past_reader_collect(app->past_reader, &world, &error)) return;
  if (world && past_show(&app->session, world, &error))
    show_now(app);
  else
    app_say_fault(app, &error);
}

/* Asks for the world at the time that is looked at. The simulation is held. */
static void read_past(App *app) {
  past_reader_start(app->past_reader, timeline_of(app), 0, tick_at(app, app->look_s), app->session.threads);
}

/* The first look waits for the end of a tick, in which the picture goes on. */
static void begin_look(App *app) {
  app->look_asked = true;
  sim_ask_hold(app->sim);
  if (!sim_is_held(app->sim)) return;
  app->look_asked = false;
  past_begin_look(&app->session);
  read_past(app);
}

static void look_further(App *app) {
  const double now = clock_seconds();
  show_made(app);
  if (past_reader_is_busy(app->past_reader) || now - app->looked_at < look_every_s) return;
  if (timeline_nearest_keyframe(timeline_of(app), 0, tick_at(app, app->look_s)) == app->session.world->tick) return;
  app->looked_at = now;
  read_past(app);
}

void app_look_back(App *app, double time_s) {
  if (!session_past(&app->session).there) return;
  app->look_s = time_s;
  if (app->session.looks_back)
    look_further(app);
  else
    begin_look(app);
}

void app_end_look(App *app) {
  if (app->look_asked) {
    app_hold(app);
    begin_look(app);
  }
  if (!app->session.looks_back) return;
  past_reader_wait(app->past_reader);
  show_made(app);
  past_go_on(&app->session);
  app_go_on(app);
}

void app_rewind(App *app, double elapsed, bool bar_held) {
  if (app->input.rewind && !bar_held) {
    const double from = app->session.looks_back ? app->look_s : app->shown.view->time;
    app_look_back(app, from - rewind_speed * elapsed);
  } else if (!bar_held) {
    app_end_look(app);
  }
}

/* --- one at a time ------------------------------------------------------------------------------------------------------------ */

/* After a jump whose simulation is held still. */
static void jumped(App *app, bool ok, const Error *error) {
  const ParamHistory history = app->history;
  const UndoOrder undo = app->undo;
  const Past past = app->past;
  app_go_on(app);
  app->history = history;
  app->undo = undo;
  app->undo.holds = false;
  app->past = past;
  app->history.seen = app->session.wanted.params;
  if (!ok) app_say(app, "%s", error->text);
}

void app_step_back(App *app) {
  Error error;
  app_end_look(app);
  app->paused = true;
  app_hold(app);
  jumped(app, past_step(&app->session, &error), &error);
}

void app_switch_branch(App *app, int line) {
  Error error;
  app_end_look(app);
  app_hold(app);
  const bool ok = past_switch(&app->session, line, &error);
  undo_order_reset(&app->undo);
  past_forget(&app->past);
  jumped(app, ok, &error);
  if (ok) app_say(app, "time: on with another future; the one that you left is kept");
}

/* --- taking back and doing again ------------------------------------------------------------------------------------------------ */

static void say_param(App *app, const ParamInfo *info) {
  char text[64];
  if (!info) return;
  params_text(info, params_get(&app->session.wanted.params, info), text, sizeof text);
  app_say(app, "%s: back at %s", info->title, text);
}

static void jump(App *app, bool back) {
  Error error;
  app_hold(app);
  const double before = app->session.world->time;
  const bool ok = back ? past_undo(&app->past, &app->session, &error) : past_redo(&app->past, &app->session, &error);
  const double by = app->session.world->time - before;
  jumped(app, ok, &error);
  if (ok) app_say(app, back ? "undo: back by %.1f s" : "redo: forth by %.1f s", fabs(by));
}

static void do_kind(App *app, UndoKind kind, bool back) {
  Params *const params = &app->session.wanted.params;
  switch (kind) {
    case UNDO_PARAM: say_param(app, back ? param_history_undo(&app->history, params) : param_history_redo(&app->history, params)); break;
    case UNDO_CHANGE: jump(app, back); break;
    case UNDO_NOTHING: jump(app, back); break; /* of before the time was rewound, if there is anything */
  }
}

void app_undo(App *app) {
  app_end_look(app);
  app_note_params(app, clock_seconds()); /* changes of this very frame */
  do_kind(app, undo_order_back(&app->undo), true);
}

void app_redo(App *app) {
  app_end_look(app);
  do_kind(app, undo_order_forth(&app->undo), false);
}

void app_note_params(App *app, double now) {
  if (param_history_look(&app->history, &app->session.wanted.params, now)) undo_order_add(&app->undo, UNDO_PARAM, 0, 0);
}

/* The keyframe of the branch nearest to the time of the picture. */
static void make_other(App *app, int line) {
  const TimelineSpan span = timeline_span(timeline_of(app), line);
  const int64_t now = app->shown.view->tick, tick = now < span.from ? span.from : now > span.to ? span.to : now;
  Error ignored;
  World *const world = timeline_go_keyframe(timeline_of(app), line, tick, app->session.threads, &ignored);
  if (world) other_future_build(&app->other, world);
  world_destroy(world);
  app->other.id = span.id;
}

void app_show_other(App *app, int line) {
  const SessionPast past = session_past(&app->session);
  OtherFuture *const other = &app->other;
  const double now = clock_seconds();
  if (line == 0 || line > past.branch_count) {
    other->count = other->shown = 0;
    return;
  }
  if (other->count == 0 || other->id != past.branches[line - 1].id || now - other->made_at > other_every_s) {
    app_hold(app);
    make_other(app, line);
    if (!app->session.looks_back) sim_release(app->sim);
    other->made_at = now;
  }
  int width, height;
  app_picture_size(app, &width, &height);
  other_future_project(other, &app->camera, width, height);
}

PanelPast app_panel_past(App *app) {
  const SessionPast is = session_past(&app->session);
  PanelPast past = {.there = is.there, .span = is.present, .branch_count = is.branch_count};
  if (!past.there) return past;
  past.now_s = app->session.looks_back ? app->look_s : past.span.to_s;
  for (int n = 0; n < past.branch_count; n++) {
    const TimelineSpan span = is.branches[n];
    const double share = span.to > span.from ? (double)(span.parts - span.from) / (double)(span.to - span.from) : 0;
    past.branches[n] = (PanelBranch){.parts_s = span.from_s + share * (span.to_s - span.from_s), .to_s = span.to_s};
  }
  return past;
}
