/* Giving the world a command of the person's. */
#include "app/command.h"

#include "app/app_state.h"
#include "app/say.h"
#include "input/keys.h"

bool app_command(App *app, const Command *command) {
  if (session_replays(app->session)) { /* the log has its own */
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
