#ifndef APP_SCENES_H
#define APP_SCENES_H

/* Another scene, saved game, image or grid in the place of what is shown. What fails says so in the window, and leaves all as it was. */

#include <stdbool.h>

typedef struct App App;

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

#endif
