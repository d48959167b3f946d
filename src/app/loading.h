#ifndef APP_LOADING_H
#define APP_LOADING_H

/* The first seconds: something stands in the window while shaders are compiled and the world is built. */

#include <stdbool.h>

typedef struct App App;

/* Shows the scene's thumbnail, its name and a bar until app_end_loading. */
void app_begin_loading(App *app);

/* Shows how much is done; `user` is the App. Returns false if the window has been closed. Does nothing when all is loaded. */
bool app_show_loading(void *user, const char *name);
void app_end_loading(App *app);

#endif
