/* Asks the session for what each frame needs, gives it the person's commands, follows it to another world; lines that the window shows. */
#include "app/app_state.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/clock.h"

/* --- lines ----------------------------------------------------------------------------------------------------------------- */

static const double say_s = 2, fault_s = 6, notice_s = 10;

static void say(App *app, double seconds, const char *format, va_list arguments) {
  char text[256];
  vsnprintf(text, sizeof text, format, arguments);
  panel_message(app->outputs.panel, text, seconds);
}

void app_say(App *app, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  say(app, say_s, format, arguments);
  va_end(arguments);
}

void app_say_notice(App *app, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  say(app, notice_s, format, arguments);
  va_end(arguments);
}

void app_say_fault(App *app, const Error *error) {
  panel_message(app->outputs.panel, error->text, fault_s);
}

/* --- commands and requests ------------------------------------------------------------------------------------------------- */

bool app_command(App *app, const Command *command) {
  if (session_facts(app->session).replays) { /* the log has its own */
    if (command_is_edit(command) || command->kind == COMMAND_DRIVE)
      app_say(app, "replay: only what was logged is done; %s begins the scene for yourself", keys_name(ACTION_RESET));
    return true;
  }
  if (command_is_edit(command) && command->kind != COMMAND_GRAB) {
    /* A command waits where time stands: the world takes commands before its next tick. */
    app->stage.put_by = app->screen.paused ? app->stage.put_by + 1 : 0;
    if (app->stage.put_by > 0)
      app_say(app, "paused: %d waiting, done when time goes on  \xC2\xB7  %s: go on", app->stage.put_by, keys_name(ACTION_PAUSE));
  }
  return session_command(app->session, command);
}

void app_send_request(App *app) {
  const Params *const wanted = &session_wanted(app->session)->params;
  SessionRequest request = {.paused = app->screen.paused};
  request.tool_on = tools_held(&app->screen.tools, wanted, &request.tool);
  request.view = frame_build_view_request(app->screen.mode, wanted);
  request.view.stats = app->screen.overlay_open;
  measure_request(&app->screen.measure, &request.view);
  session_request(app->session, &request);
}

void app_world_changed(App *app, bool another) {
  Beside *const beside = &app->outputs.beside;
  float *const pedals = app->stage.pedals_sent;
  const bool held = app->screen.tools.drag == DRAG_GRAB, drove = pedals[0] != 0 || pedals[1] != 0;
  app->frame.bar_held = false;
  /* Mouse and pedals let go: another world has other bodies. Where the world is the one of before, as after a file that could not be
   * opened, it is told so. */
  tools_let_go(&app->screen.tools);
  app->stage.drove = false;
  pedals[0] = pedals[1] = 0;
  if (held) session_command(app->session, &(Command){.kind = COMMAND_RELEASE});
  if (drove) session_command(app->session, &(Command){.kind = COMMAND_DRIVE});
  if (another) app->stage = (Stage){0};
  resolution_settle(&app->outputs.quality.resolution);
  app->frame.shown = session_show(app->session, clock_seconds(), true);
  /* The second world may have ended with the first one, or have been made again. */
  const SessionFacts facts = session_facts(app->session);
  if (!beside->on) return;
  if (facts.has_twin) {
    beside->how = facts.twin_how;
    if (beside->twins != app->frame.shown.twins) beside_forget_figures(beside);
    beside->twins = app->frame.shown.twins;
    return;
  }
  beside->on = false;
  beside->future = 0;
  if (facts.twin_ended->text[0]) app_say_fault(app, facts.twin_ended);
}

bool app_do(App *app, const SessionDo *what, SessionDone *done, Error *error) {
  SessionDone result;
  const bool ok = session_do(app->session, what, &result, error);
  if (done) *done = result;
  if (!ok || !result.param) app_world_changed(app, ok); /* a parameter taken back leaves the world as it is */
  return ok;
}
