#ifndef APP_KEEP_H
#define APP_KEEP_H

/* Keeps what a window leaves behind: its settings from run to run; saved games in slots, in the picture that F12 takes, and each minute. */

#include "files/config.h"

typedef struct App App;

/* --- settings -------------------------------------------------------------------------------------------------------------- */

/* Reads how the window was left: its size, the scene, where the command line does not say otherwise. */
void app_read_config(App *app);

/* Binds the keys, once the window is there and with it the layout of the keyboard, and says which lines have no effect. */
void app_bind_keys(Config *config);

/* Sets the parameters of the first scene that are kept, unless the command line sets them. */
void app_apply_config(App *app);

/* Begins to keep changes of the settings; call it once the window is open. */
void app_begin_config(App *app);

/* Writes the settings that have changed, every few seconds and at the end. If they cannot be written, says so once; the run does not fail. */
void app_write_config(App *app);
void app_keep_config(App *app);

/* --- saved games ----------------------------------------------------------------------------------------------------------- */

/* Saves the picture just drawn as weir-NNN.png, with all that it takes to go on from it. */
void app_save_picture(App *app);

/* Saves where that was asked for, or is due. Call after the picture was drawn and before anything is drawn over it. */
void app_save_drawn(App *app);

/* Writes --save's file and the game that --resume goes on with, while the simulation is held. Returns false and sets *error if --save's file
 * cannot be written. */
bool app_save_at_end(App *app, Error *error);

/* Tells of saves that have been written. */
void app_look_at_saves(App *app);

#endif
