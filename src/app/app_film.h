#ifndef APP_APP_FILM_H
#define APP_APP_FILM_H

/* Films of a run: all of it (--record), and the last ten seconds of a window, which are caught all the time (F10). Frames stand for equal
 * steps of simulated time. For the thread that draws. */

#include "app/options.h"
#include "input/window.h"

struct FilmWriter;
struct FrameReader;
typedef struct App App;
typedef struct AppFilm AppFilm;

/* The film that --record names, of a window or without one; zeroed at the start, closed by run_film_close. */
typedef struct RunFilm {
  int width, height;
  struct FilmWriter *writer; /* NULL: none, or it has ended */
  struct FrameReader *reader;
  int64_t total; /* frames of the run; -1: as long as it lasts */
  bool failed;   /* it cannot be written any more */
} RunFilm;

/* Tests, before a long run, that the file of --record can be written; NULL: none is wanted. Returns false and sets *error if it cannot. */
bool run_film_possible(const char *path, Error *error);

/* Begins the film of a run of so long ticks. Returns false and sets *error if it cannot. */
bool run_film_begin(RunFilm *film, const Options *options, const Window *window, double tick, Error *error);

/* Hands over what has been read of the frames; with `wait`, of all. */
void run_film_write(RunFilm *film, bool wait);

/* Ends the film, if there is one, and waits until it is written; `whole`: the run came to its end. Returns false and sets *error if it is
 * not written. */
bool run_film_end(RunFilm *film, bool whole, Error *error);
void run_film_close(RunFilm *film);

/* Begins the films of a window, once picture and world exist. Returns false and sets *error if it cannot. */
bool app_film_begin(App *app, Error *error);

/* Catches the window's picture; call it after that is drawn and before anything lies on it. */
void app_film_frame(App *app);

/* Saves the last seconds as a clip: F10. */
void app_film_save_clip(App *app);

/* Ends the run's film and waits until it is written. Returns false and sets *error if it is not. */
bool app_film_end(App *app, Error *error);
void app_film_close(AppFilm *film);

#endif
