#ifndef APP_ACTIONS_H
#define APP_ACTIONS_H

/* The actions of keys, of the panel's buttons and of a controller's. */

#include "input/keys.h"

typedef struct App App;

/* Does the action of a key or of a button of the panel, or asks first where something would be lost. */
void app_act(App *app, Action action);

/* Does the action that was put off so that the last frame could say what takes its time. */
void app_act_late(App *app);

/* Returns the open question, to be answered with yes or no, or NULL. */
const char *app_question(const App *app);
void app_answer(App *app, bool yes);

void app_set_liquid(App *app, int liquid);

/* Do the actions of the keys that were pressed since the last frame; of a controller's buttons. */
void app_press_keys(App *app);
void app_press_buttons(App *app);

#endif
