#ifndef APP_LAND_H
#define APP_LAND_H

/* A file that was dropped on the window and may become a ground. Of the thread that draws. The actions that are returned are for app_act:
 * ACTION_OPEN_FILE where the file is to be opened now, else ACTION_NONE. */

#include "app/app_state.h"

/* Takes the file that was dropped on the window: one of heights is read first, and the person is asked how it is to become the ground.
 * Tells what is wrong with it. */
Action app_take_file(App *app);
/* Looks, each frame, how far reading is; asks when all is read. */
Action app_land_frame(App *app);
/* Answers that question: makes it the ground, or leaves it. */
Action app_answer_land(App *app, bool yes);
/* Returns true if the key answers the question, or leaves what is being read; any other acts as usual. */
bool app_land_key(App *app, int key, int yes, int no, Action *action);
/* Leaves file and question, and frees what was read. */
void app_land_forget(App *app);
/* Ends it for good. */
void app_land_close(App *app);

#endif
