#ifndef APP_BESIDE_SIDE_BY_SIDE_H
#define APP_BESIDE_SIDE_BY_SIDE_H

/* Side by side in the window: what begins and ends it. draw.h draws it. */

#include "app/compare/twin.h"
#include "base/error.h"

typedef struct App App;

/* Shows a second world beside the first, or no more. */
void app_toggle_beside(App *app);

/* Lets the two differ in this from now on; begins to show them, both as the first one is. */
void app_differ_beside(App *app, const TwinHow *how);

/* Shows another future (a line of the timeline) beside the present, at this moment of it or at its end. Nobody looks back. */
void app_show_future_beside(App *app, int line);

/* Lets the simulation go on with its world, which may be another, and a copy of it beside it where two are shown. */
void app_go_on(App *app);

/* Reads how --compare has them differ, before the first world is made. */
bool app_begin_beside(App *app, Error *error);

#endif
