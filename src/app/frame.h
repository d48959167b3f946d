#ifndef APP_FRAME_H
#define APP_FRAME_H

#include "base/error.h"

typedef struct App App;

/* Takes the input of a frame, builds the windows over the picture, does what was asked for in them, and shows all. */
void app_frame(App *app);

/* Writes --screenshot's file of a run that has come to its end. Returns false and sets *error if it cannot be written. */
bool app_save_last_picture(App *app, Error *error);

#endif
