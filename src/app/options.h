#ifndef APP_OPTIONS_H
#define APP_OPTIONS_H

/* The command line. One table of options: parsing and --help both come from it. */

#include "cli/command_line.h"
#include "render/frame_view.h"
#include "results/results.h"
#include "session/session.h"

/* The request of the command line: a run, or one of the lists that print and end. */
typedef enum OptionsRequest {
  OPTIONS_RUN,
  OPTIONS_HELP,
  OPTIONS_VERSION,
  OPTIONS_LIST_SCENES,
  OPTIONS_LIST_PARAMS,
  OPTIONS_LIST_KEYS
} OptionsRequest;

/* The command line as it was read; text is borrowed from argv. */
typedef struct Options {
  OptionsRequest request;
  SessionDef session;
  int drop;
  double release; /* s; when the dam is let go; -1: never */
  bool headless, overlay;
  int64_t steps;  /* -1: no end */
  double seconds; /* -1: no end */
  const char *screenshot, *stats;
  ResultsDef results;
  const char *save; /* file name; NULL: none */
  bool resume;
  const char *compare; /* "A,B"; NULL: nothing is compared */
  const char *film;    /* NULL: none */
  int fps;             /* of the film; 0: not given, then 30 */
  int fps_max;         /* of the window; 0: no limit */
  int width, height;
  bool size_given;
  FrameMode view;
  const char *camera; /* NULL: the opening one */
  bool flyby;
  bool projector;
  const char *sand; /* the stream of heights that the ground follows; NULL: none */
} Options;

/* The table of options, from which help, the manual page and completion are made. */
extern const CommandLine options_line;

/* The commands beside a run, as in "bench [options]", each with a line on what it does; ends with a NULL. */
extern const char *const options_commands[];

/* Reads the command line. Returns false and sets *error to the word and what is allowed if it is wrong. */
bool options_parse(int argc, char **argv, Options *options, Error *error);
void options_print_help(FILE *out);
void options_print_params(FILE *out);

#endif
