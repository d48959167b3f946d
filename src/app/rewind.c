/* Rewinding in the window: the bar at its foot, Backspace held, one tick back, another future, taking back and doing again. */
#include "app/rewind.h"

#include <math.h>
#include <string.h>

#include "app/app_state.h"
#include "app/draw.h"
#include "app/request.h"
#include "app/say.h"
#include "base/clock.h"

static const double rewind_speed = 8;  /* simulated s in a second of Backspace held */
static const double other_every_s = 1; /* s of the clock between two states of a branch that is shown */

void app_look_back(App *app, double time_s) {
  Error error;
  const int jumps = app->frame.shown.jumps;
  const double now = clock_seconds();
  if (!session_look(app->session, time_s, now, &error)) app_say_fault(app, &error);
  if (session_looks_back(app->session)) app->frame.shown = session_show(app->session, now, true);
  if (app->frame.shown.jumps != jumps) app->stage.jumped_at = now;
}

void app_end_look(App *app) {
  Error error;
  if (!session_end_look(app->session, &error)) return;
  if (error.text[0]) app_say_fault(app, &error);
  app_world_changed(app, true);
}

void app_rewind(App *app, double elapsed, bool bar_held) {
  if (app->frame.input.rewind && !bar_held) {
    const double from = session_looks_back(app->session) ? session_look_time(app->session) : app->frame.shown.view->time;
    app_look_back(app, from - rewind_speed * elapsed);
  } else if (!bar_held) {
    app_end_look(app);
  }
}

/* --- one at a time ------------------------------------------------------------------------------------------------------------ */

/* Goes to another time. Returns false, with a line in the window, if that fails. */
static bool jump(App *app, SessionDeed deed, int index, SessionDone *done) {
  Error error;
  const SessionDo what = {.deed = deed, .index = index};
  app_end_look(app);
  const bool ok = app_do(app, &what, done, &error);
  if (!ok) app_say(app, "%s", error.text);
  return ok;
}

void app_step_back(App *app) {
  app_end_look(app);
  app->screen.paused = true;
  app_send_request(app);
  jump(app, SESSION_STEP_BACK, 0, NULL);
}

void app_switch_branch(App *app, int line) {
  if (jump(app, SESSION_BRANCH, line, NULL)) app_say(app, "time: on with another future; the one that you left is kept");
}

/* --- taking back and doing again ------------------------------------------------------------------------------------------------ */

static void say_param(App *app, const ParamInfo *info) {
  char text[64];
  params_text(info, params_get(&session_wanted(app->session)->params, info), text, sizeof text);
  app_say(app, "%s: back at %s", info->title, text);
}

void app_undo(App *app) {
  SessionDone done;
  app_end_look(app);
  session_note_params(app->session, clock_seconds()); /* changes of this very frame */
  if (!jump(app, SESSION_UNDO, 0, &done)) return;
  if (done.param)
    say_param(app, done.param);
  else
    app_say(app, "undo: back by %.1f s", fabs(done.by));
}

void app_redo(App *app) {
  SessionDone done;
  if (!jump(app, SESSION_REDO, 0, &done)) return;
  if (done.param)
    say_param(app, done.param);
  else
    app_say(app, "redo: forth by %.1f s", fabs(done.by));
}

/* --- what the bar shows ------------------------------------------------------------------------------------------------------------ */

void app_show_other(App *app, int line) {
  const SessionPast past = session_past(app->session);
  OtherFuture *const other = &app->stage.other;
  const double now = clock_seconds();
  if (line == 0 || line > past.branch_count) {
    other->count = other->shown = 0;
    return;
  }
  if (other->count == 0 || other->id != past.branches[line - 1].id || now - other->made_at > other_every_s) {
    World *const world = session_read_branch(app->session, line, app->frame.shown.view->tick);
    if (world) other_future_build(other, world);
    world_destroy(world);
    other->id = past.branches[line - 1].id;
    other->made_at = now;
  }
  int width, height;
  app_picture_size(app, &width, &height);
  other_future_project(other, &app->screen.view.camera, width, height);
}

PanelPast app_panel_past(App *app) {
  const SessionPast is = session_past(app->session);
  PanelPast past = {.there = is.there, .span = is.present, .branch_count = is.branch_count};
  if (!past.there) return past;
  past.now_s = session_looks_back(app->session) ? session_look_time(app->session) : past.span.to_s;
  for (int n = 0; n < past.branch_count; n++) {
    const TimelineSpan span = is.branches[n];
    const double share = span.to > span.from ? (double)(span.parts - span.from) / (double)(span.to - span.from) : 0;
    past.branches[n] = (PanelBranch){.parts_s = span.from_s + share * (span.to_s - span.from_s), .to_s = span.to_s};
  }
  return past;
}
