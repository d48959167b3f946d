#ifndef APP_REQUEST_H
#define APP_REQUEST_H

/* Asks the session for what each frame needs, follows it to another world, and tells whether the run is over. */

#include <stdbool.h>

#include "session/session.h"

typedef struct App App;

/* Sends the session its request of this frame. */
void app_send_request(App *app);

/* Shows what the session has now, and drops what mouse and pedals held. Called after whatever may have replaced the world: what was shown
 * before is there no more. `another`: it is another world, or at another time. */
void app_world_changed(App *app, bool another);

/* Does something to the world as a whole. Returns false and sets *error if that fails. `done` may be NULL. */
bool app_do(App *app, const SessionDo *what, SessionDone *done, Error *error);

/* Returns true if the run has come to its end. */
bool app_done(const App *app);

/* Ends the run after the step or frame that it is at; for interrupt_save_with. Returns true: what it was to write is written. */
bool app_end_run(void *unused);

/* Returns true if Ctrl+C or the system has asked the run to end. */
bool app_signalled(void);

#endif
