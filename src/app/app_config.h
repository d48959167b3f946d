#ifndef APP_APP_CONFIG_H
#define APP_APP_CONFIG_H

/* What the window keeps from run to run. */

typedef struct App App;

/* Reads how the window was left: its size, the scene, where the command line does not say otherwise. */
void app_read_config(App *app);

/* Binds the keys, once the window is there and with it the layout of the keyboard. */
void app_bind_keys(App *app);

/* Gives the parameters of the scene that is opened first what they take from there. */
void app_apply_config(App *app);

/* Begins to keep changes of the settings: the window is open. */
void app_begin_config(App *app);

/* Writes what has changed. That it cannot be written is told once, and is no fault of the run. */
void app_write_config(App *app);

/* Writes what has changed since the last time, if that is a few seconds ago. */
void app_keep_config(App *app);

#endif
