#ifndef APP_RUN_H
#define APP_RUN_H

/* The parts that a run in a window (app.c) and one without (headless.c) have in common. */

#include "app/options.h"
#include "app/stats.h"
#include "panel/panel.h"

enum { EXIT_FAULT = 1, EXIT_USAGE = 2 };

/* Tests, before a long run, that the files it is to write can be written. Returns false and sets *error if one cannot. */
bool run_files_possible(const Options *options, Error *error);

/* Reads the scene, the saved game or the log that the options name, and tells on standard error what was found in an image of the person's
 * own, and assumed. The caller owns the session. Returns NULL and sets *error if that fails. */
Session *run_session(Options *options, Error *error);

/* Returns the place of --camera among the scene's cameras; -1 and *error if there is none of that name. */
int run_camera(const Options *options, const Session *session, Error *error);

/* Builds the world while `open` opens the picture, in this thread. Returns false and sets *error if one of them fails. */
bool run_build(Session *session, bool (*open)(void *user, Error *error), void *user, Error *error);

/* Makes the panel of a window, or of a picture without one. Returns NULL and sets *error if memory runs out. */
Panel *run_panel(Window *window, Error *error);

/* Ends the run after the step or frame that it is at; for interrupt_save_with. Returns true: what it was to write is written. */
bool run_stop(void *unused);

/* Returns true if Ctrl+C or the system has asked the run to end. */
bool run_signalled(void);

/* Writes --stats' report, if any; of `drawing`, the renderer's part is filled in here. Returns false and sets *error if it cannot be
 * written. */
bool run_report(const Options *options, Session *session, const Stats *stats, Renderer *renderer, StatsDrawing drawing, Error *error);

/* Ends the log, and checks what is to be checked of the whole run, unless it has failed by now (`ok` false). Returns false and sets *error
 * if something failed. */
bool run_close(bool ok, const Options *options, Session *session, Error *error);

#endif
