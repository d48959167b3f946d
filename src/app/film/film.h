#ifndef APP_FILM_FILM_H
#define APP_FILM_FILM_H

/* Films of a run: all of it (--record), and the last ten seconds of a window, which are caught all the time (F10). Frames stand for equal
 * steps of simulated time. For the thread that draws. */

#include <stdbool.h>

#include "base/error.h"

struct App;
struct Options;

/* Whether the file of --record can be written, found out before a long run. */
bool app_film_possible(const struct Options *options, Error *error);

/* Begins what there is to film, once picture and world are there: the program's own, in app->film. */
bool app_film_begin(struct App *app, Error *error);

/* A run without a window: draws the frames that are due by now. Called before the first tick and after each one. False: the film cannot go on. */
bool app_film_tick(struct App *app);

/* A window: after the picture is drawn, before anything lies on it. */
void app_film_frame(struct App *app);

/* F10. */
void app_film_save_clip(struct App *app);

/* The run is over: waits for its film. */
bool app_film_end(struct App *app, Error *error);
void app_film_close(struct App *app);

#endif
