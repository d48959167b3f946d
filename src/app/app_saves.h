#ifndef APP_APP_SAVES_H
#define APP_APP_SAVES_H

/* Saving in the window: F5, slots, the picture that F12 takes, a save each minute. */

#include "session/save.h"

typedef struct App App;

/* Returns where the camera stands and what is in the hand. */
SaveView app_save_view(const App *app);

/* Saves the picture just drawn as weir-NNN.png, with all that it takes to go on from it. */
void app_save_picture(App *app);

/* Saves in a slot with the picture just drawn. */
void app_save_slot(App *app, int slot);

/* Saves where that was asked for, or is due. Call after the picture was drawn and before anything is drawn over it. */
void app_save_drawn(App *app);

/* Writes --save's file and, in a window, the game that --resume goes on with, while the simulation is held. Returns false and sets *error
 * if --save's file cannot be written. */
bool app_save_at_end(App *app, Error *error);

/* Tells of saves that have been written. */
void app_look_at_saves(App *app);

#endif
