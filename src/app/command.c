/* Giving the world a command of the person's. */
#include "app/command.h"

#include "app/app_state.h"
#include "app/keys.h"
#include "app/say.h"

/* Tells that what was asked for waits: the world takes commands before its next tick, and time stands. */
static void say_put_by(App *app) {
  app->put_by = app->paused ? app->put_by + 1 : 0;
  if (app->put_by > 0)
    app_say(app, "paused: %d waiting, done when time goes on  \xC2\xB7  %s: go on", app->put_by, keys_name(ACTION_PAUSE));
}

/* Notes a change for Ctrl+Z. */
static void note_change(App *app, const Command *command) {
  const double tick_s = (double)app->session.wanted.params.tick;
  const bool goes_on = app->undo.holds && command->kind == COMMAND_GRAB; /* a hold is one change, from grab to release */
  if (command->kind == COMMAND_GRAB || command->kind == COMMAND_RELEASE) app->undo.holds = command->kind == COMMAND_GRAB;
  if (command_is_edit(command) && !goes_on)
    undo_order_add(&app->undo, UNDO_CHANGE, app->shown.view->tick, (int64_t)(past_together_s / tick_s));
}

bool app_command(App *app, const Command *command) {
  if (app->session.player) { /* the log has its own */
    if (command_is_edit(command) || command->kind == COMMAND_DRIVE)
      app_say(app, "replay: only what was logged is done; %s begins the scene for yourself", keys_name(ACTION_RESET));
    return true;
  }
  app->changes += command_is_edit(command);
  note_change(app, command);
  if (command_is_edit(command) && command->kind != COMMAND_GRAB) say_put_by(app);
  return sim_command(app->sim, command);
}
