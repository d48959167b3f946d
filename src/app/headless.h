#ifndef APP_HEADLESS_H
#define APP_HEADLESS_H

#include "app/options.h"

/* Makes a run without a window, from opening to its end; `start` is the clock when the program began. Returns the exit status. */
int headless_run(const Options *options, double start);

#endif
