#ifndef APP_WORLDS_H
#define APP_WORLDS_H

/* Another world in the place of what is shown, or beside it. What fails says so in the window, and leaves all as it was. */

#include "panel/panel.h"

typedef struct App App;

/* --- scenes ---------------------------------------------------------------------------------------------------------------- */

/* Loads a built-in scene; index is taken round the list. */
void app_load_scene(App *app, int index);

/* Opens a scene, a saved game or an image, which becomes the ground. */
void app_open_file(App *app, const char *path);

/* Goes on with the saved game of a slot. */
void app_load_slot(App *app, int slot);

/* Begins the scene again, with the parameters of now or its own. */
void app_reset(App *app, bool params_too);

/* Begins the scene again with twice or half as many cells a side over the same ground. */
void app_set_grid(App *app, bool finer);

/* Puts the camera and what is in the hand back as the saved game that was opened has them. */
void app_restore_view(App *app);

/* Names the scene in the window's title. */
void app_show_title(App *app);

/* --- other times ----------------------------------------------------------------------------------------------------------- */

/* Shows the world as it was at a simulated time, until app_end_look, from where it goes on. */
void app_look_back(App *app, double time_s);
void app_end_look(App *app);

/* Follows Backspace, held or let go, while the bar of time is not dragged. */
void app_rewind(App *app, double elapsed);
void app_step_back(App *app);

/* Goes on with another future: of timeline_span. */
void app_switch_branch(App *app, int line);

/* Takes back the last change; `again`: does it again. */
void app_undo(App *app, bool again);

/* Shows a branch as a ghost at this moment, while the pointer is on its button; 0: none. */
void app_show_other(App *app, int line);

/* Returns the span of time and the branches that the bar shows. */
PanelPast app_panel_past(Session *session);

/* --- two worlds ------------------------------------------------------------------------------------------------------------ */

/* Shows a copy of the world beside it, which differs as was set last; or another future (1 and more: a line of the timeline), at this moment
 * of it or at its end, while the past is not looked at. */
void app_show_beside(App *app, int future);

/* Begins or ends showing a second world beside the first. */
void app_toggle_beside(App *app);

/* Lets the two worlds differ in this from now on; if no copy of the first is shown beside it, begins with one. */
void app_differ_beside(App *app, const TwinHow *how);

#endif
