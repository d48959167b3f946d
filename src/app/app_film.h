#ifndef APP_APP_FILM_H
#define APP_APP_FILM_H

/* Films of a run: all of it (--record), and the last ten seconds of a window, which are caught all the time (F10). Frames stand for equal
 * steps of simulated time. For the thread that draws. */

#include <stdbool.h>

#include "base/error.h"

struct App;
struct Options;

/* Tests, before a long run, that the file of --record can be written. Returns false and sets *error if it cannot. */
bool app_film_possible(const struct Options *options, Error *error);

/* Begins the films of a run, in app->film, once picture and world exist. Returns false and sets *error if it cannot. */
bool app_film_begin(struct App *app, Error *error);

/* Draws the frames of a run without a window that are due by now; call it before the first tick and after each one. Returns false if the
 * film cannot go on. */
bool app_film_tick(struct App *app);

/* Catches the window's picture; call it after that is drawn and before anything lies on it. */
void app_film_frame(struct App *app);

/* Saves the last seconds as a clip: F10. */
void app_film_save_clip(struct App *app);

/* Ends the run's film and waits until it is written. Returns false and sets *error if it is not. */
bool app_film_end(struct App *app, Error *error);
void app_film_close(struct App *app);

#endif
