#ifndef APP_APP_H
#define APP_APP_H

#include <stdbool.h>

/* The program that a person sees. Its other rooms lie beside this one: src/session has the world and all that goes on without a window,
 * src/input what the hand does, src/panel the windows over the picture, src/commands what runs instead of it.
 *
 * From the top, each may call those below it:
 *   app            the command line's requests; a run in a window, from its opening to its end
 *   headless       a run without a window
 *   frame          a frame as a list of calls, and the windows over its picture
 *   actions        what keys and buttons do
 *   worlds, keep, app_film   another world, time, or two; settings and saved games; films
 *   draw           the picture of a frame
 *   request        what is asked of the session; lines that the window shows
 *   run            what both kinds of run have in common
 *   app_state      the state of a run in a window, and what all of those but headless and run do with it for each other
 *   options, compare, stats   the command line; --compare without a window; --stats
 *   ahead, launch, quality    shaders compiled ahead; how the process starts; the quality that frames' times allow */

/* A run of the program, in a window or without one: see `weir --help`. `start` is the clock when the program began. Returns the exit
 * status: 0; 1 when something in the world failed; 2 when the command line was wrong. */
int app_main(int argc, char **argv, double start);

/* A run in a window, a frame at a time, for a system that has a loop of its own (src/page). */
typedef struct App App;
typedef struct Options Options;
typedef struct Error Error;

/* Reads the command line. Returns false and sets *error if it is wrong. */
bool app_options(int argc, char **argv, Options *options, Error *error);
/* Opens the window and the world. There is one run at a time, which app_end ends; app_next draws a frame of it. It returns false when there is
 * none left to draw, or if the run could not be opened, which app_end tells. */
App *app_begin(const Options *options, double start);
bool app_next(App *app);
/* Writes what is to be written at the end, and closes everything. Returns the exit status. */
int app_end(App *app);

#endif
