#ifndef APP_BESIDE_SIDE_BY_SIDE_H
#define APP_BESIDE_SIDE_BY_SIDE_H

/* Side by side in the window: beginning and ending it. draw.h draws it. */

#include "base/error.h"
#include "session/twin.h"

typedef struct App App;

/* Begins or ends showing a second world beside the first. */
void app_toggle_beside(App *app);

/* Lets the two worlds differ in this from now on; if no copy of the first is shown beside it, begins with one. */
void app_differ_beside(App *app, const TwinHow *how);

/* Shows another future (a line of the timeline) beside the present, at this moment of it or at its end; not while the past is looked at. */
void app_show_future_beside(App *app, int line);

/* Reads how --compare has the two differ, before the first world is made. Returns false and sets *error if its words are wrong. */
bool app_read_compare(App *app, Error *error);

/* Begins with a copy of the first, which differs as was set last. */
void app_start_beside(App *app);

#endif
