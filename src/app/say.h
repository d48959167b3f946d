#ifndef APP_SAY_H
#define APP_SAY_H

/* Lines that the window shows for a while. In a run without a window they go nowhere. */

#include "base/error.h"

typedef struct App App;

/* Shows one line for two seconds, printf style. */
void app_say(App *app, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Shows one line about what failed, for six seconds. */
void app_say_fault(App *app, const Error *error);

/* Shows one line for ten seconds. */
void app_say_notice(App *app, const char *text);

/* Shows one line for ten seconds: the picture is the lowest tier's, which the driver wants. */
void app_say_reduced(App *app);

#endif
