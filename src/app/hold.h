#ifndef APP_HOLD_H
#define APP_HOLD_H

/* Holding the simulation, letting it go on, and whether the run is over. */

#include <stdbool.h>

typedef struct App App;

/* Holds the simulation, around calls that read its world or replace it: waits for the tick that runs. */
void app_hold(App *app);

/* Lets the simulation go on, perhaps with another world: drops what the tools, undo and the past had of the old one. app_go_on lets a
 * second world go on beside it as well. */
void app_release(App *app);

/* Sends the simulation its request of this frame. */
void app_send_request(App *app);

/* Returns true if the run has come to its end. */
bool app_done(const App *app);

/* Ends the run after the step or frame that it is at; for interrupt_save_with. Returns true: what it was to write is written. */
bool app_end_run(void *unused);

/* Returns true if Ctrl+C or the system has asked the run to end. */
bool app_signalled(void);

#endif
