#ifndef APP_REQUEST_H
#define APP_REQUEST_H

/* Asks the session for what each frame needs, gives it the person's commands, follows it to another world; lines that the window shows. */

#include "session/session.h"

typedef struct App App;

/* Shows one line for two seconds, printf style. */
void app_say(App *app, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Shows one line about what failed, for six seconds. */
void app_say_fault(App *app, const Error *error);

/* Shows one line for ten seconds. */
void app_say_notice(App *app, const char *text);

/* Gives the world a command, counts it as a change that R would undo, and notes it for Ctrl+Z. While a log is played it does nothing but
 * say so. Returns false if too many commands wait. */
bool app_command(App *app, const Command *command);

/* Sends the session its request of this frame. */
void app_send_request(App *app);

/* Shows what the session has now, and drops what mouse and pedals held. Called after whatever may have replaced the world: what was shown
 * before is there no more. `another`: it is another world, or at another time. */
void app_world_changed(App *app, bool another);

/* Does something to the world as a whole. Returns false and sets *error if that fails. `done` may be NULL. */
bool app_do(App *app, const SessionDo *what, SessionDone *done, Error *error);

#endif
