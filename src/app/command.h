#ifndef APP_COMMAND_H
#define APP_COMMAND_H

/* Giving the world a command of the person's. */

#include "world/world.h"

typedef struct App App;

/* Gives the world a command, counts it where R would undo it, and notes it for Ctrl+Z. While a log is played nothing is done, and that is said.
 * Returns false when too many commands wait. */
bool app_command(App *app, const Command *command);

#endif
