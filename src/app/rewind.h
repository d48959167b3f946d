#ifndef APP_REWIND_REWIND_H
#define APP_REWIND_REWIND_H

/* Rewinding in the window: the bar at its foot, Backspace held, one tick back, another future, taking back and doing again. */

#include "panel/panel.h"

typedef struct App App;

/* Shows the world as it was at a simulated time, until app_end_look, from where it goes on. */
void app_look_back(App *app, double time_s);
void app_end_look(App *app);

/* Follows Backspace, held or let go; bar_held: the bar is dragged. */
void app_rewind(App *app, double elapsed, bool bar_held);
void app_step_back(App *app);

/* Goes on with another future: of timeline_span. */
void app_switch_branch(App *app, int line);

/* Takes back the last change; does it again. */
void app_undo(App *app);
void app_redo(App *app);

/* Shows a branch as a ghost at this moment, while the pointer is on its button; 0: none. */
void app_show_other(App *app, int line);

/* Returns the span of time and the branches that the bar shows. */
PanelPast app_panel_past(App *app);

#endif
