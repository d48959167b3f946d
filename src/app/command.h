#ifndef APP_COMMAND_H
#define APP_COMMAND_H

/* The person's commands to the world. */

#include "world/world.h"

typedef struct App App;

/* Gives the world a command, counts it as a change that R would undo, and notes it for Ctrl+Z. While a log is played it does nothing but
 * say so. Returns false if too many commands wait. */
bool app_command(App *app, const Command *command);

#endif
