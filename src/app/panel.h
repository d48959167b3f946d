#ifndef APP_PANEL_H
#define APP_PANEL_H

/* The windows over the picture: what they show of the program, and what they ask of it. */

typedef struct App App;

/* Builds the windows of this frame, and does what was asked for in them. Does nothing where there are none. */
void app_panel(App *app);

#endif
