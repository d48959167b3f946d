#ifndef APP_APP_CONFIG_H
#define APP_APP_CONFIG_H

/* The window's settings that are kept from run to run. */

typedef struct App App;

/* Reads how the window was left: its size, the scene, where the command line does not say otherwise. */
void app_read_config(App *app);

/* Binds the keys, once the window is there and with it the layout of the keyboard. */
void app_bind_keys(App *app);

/* Sets the parameters of the first scene that are kept, unless the command line sets them. */
void app_apply_config(App *app);

/* Begins to keep changes of the settings; call it once the window is open. */
void app_begin_config(App *app);

/* Writes the settings that have changed. If they cannot be written, says so once; the run does not fail. */
void app_write_config(App *app);

/* Writes the settings that have changed, if the last look for changes is a few seconds ago. */
void app_keep_config(App *app);

#endif
