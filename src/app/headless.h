#ifndef APP_HEADLESS_H
#define APP_HEADLESS_H

/* A run without a window, and the picture at the end of any run. */

#include "base/error.h"

typedef struct App App;

void app_run_headless(App *app);

/* Writes --screenshot's file. Returns false and sets *error if it cannot be written. */
bool app_save_last_picture(App *app, Error *error);

#endif
