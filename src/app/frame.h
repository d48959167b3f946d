#ifndef APP_FRAME_H
#define APP_FRAME_H

typedef struct App App;

/* Takes the input of a frame, and shows it. */
void app_frame(App *app);

#endif
