#ifndef APP_ACTIONS_H
#define APP_ACTIONS_H

/* What keys and buttons do. */

#include "app/keys.h"

typedef struct App App;

/* Does what a key or a button of the panel asks for, or asks first where something would be lost. */
void app_act(App *app, Action action);

/* Does what was put off so that the last frame could say what takes its time. */
void app_act_late(App *app);

/* Returns the question that stands, to be answered with yes or no, or NULL. */
const char *app_question(const App *app);
void app_answer(App *app, bool yes);

void app_set_liquid(App *app, int liquid);

/* Do what was pressed since the last frame: on the keyboard; on a controller. */
void app_press_keys(App *app);
void app_press_buttons(App *app);

#endif
