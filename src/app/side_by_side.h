#ifndef APP_BESIDE_SIDE_BY_SIDE_H
#define APP_BESIDE_SIDE_BY_SIDE_H

/* Side by side in the window: beginning and ending it. draw.h draws it. */

#include "app/compare/twin.h"
#include "base/error.h"

typedef struct App App;

/* Begins or ends showing a second world beside the first. */
void app_toggle_beside(App *app);

/* Lets the two worlds differ in this from now on; if no copy of the first is shown beside it, begins with one. */
void app_differ_beside(App *app, const TwinHow *how);

/* Shows another future (a line of the timeline) beside the present, at this moment of it or at its end; not while the past is looked at. */
void app_show_future_beside(App *app, int line);

/* Lets the simulation go on with its world, which may be another, and a copy of it beside it where two are shown. */
void app_go_on(App *app);

/* Reads how --compare has the two differ, before the first world is made. Returns false and sets *error if its words are wrong. */
bool app_begin_beside(App *app, Error *error);

#endif
