#ifndef APP_LAND_H
#define APP_LAND_H

/* A file that was dropped on the window and may become a ground. Of the thread that draws. */

#include "app/app_state.h"

/* Opens the file that was dropped on the window; one of heights is read first, and the person is asked how it is to become the ground. Tells
 * what is wrong with it. */
void app_take_file(App *app);
/* Looks, each frame, how far reading is: asks, or makes the ground, when all is read. */
void app_land_frame(App *app);
/* Answers that question: makes it the ground, or leaves it. */
void app_answer_land(App *app, bool yes);
/* Returns true if the key answers the question, or leaves what is being read; any other acts as usual. */
bool app_land_key(App *app, int key, int yes, int no);
/* Leaves file and question, and frees what was read. */
void app_land_forget(App *app);
/* Ends it for good. */
void app_land_close(App *app);

#endif
