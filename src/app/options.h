#ifndef APP_OPTIONS_H
#define APP_OPTIONS_H

/* The command line. One table of options: parsing and --help both come from it. */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "render/frame_view.h"
#include "world/own_ground.h"
#include "world/scene.h"

enum { OPTIONS_SETS = 256 };

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
  const char *scene; /* NULL: the default one */
  bool solver_given;
  WeirSolver solver;
  int liquid; /* -1: the scene's */
  bool boundary_given;
  WeirBoundary boundary;
  int nx, nz;           /* 0: the scene's */
  bool grid_square;     /* one number was given for both */
  const char *terrain;  /* NULL: the scene's */
  float terrain_height; /* m, 0: the scene's */
  float cell_m;         /* 0: the scene's */
  OwnWater water;       /* of --terrain; the hollows are full unless it says so */
  bool water_given;
  float water_level; /* m, of OWN_WATER_LEVEL */
  int threads;       /* 0: one for each physical core */
  uint64_t seed;
  const char *sets[OPTIONS_SETS]; /* NAME=VALUE, already found to be right */
  int set_count;
  int drop;
  double release; /* s; when the dam is let go; -1: never */
  bool headless, overlay;
  bool check_replay; /* at the end, run the session again from its journal and compare */
  int64_t steps;     /* -1: no end */
  double seconds;    /* -1: no end */
  const char *screenshot, *stats;
  const char *save, *load, *log_input, *replay; /* file names; NULL: none */
  bool resume;
  const char *compare; /* "A,B"; NULL: nothing is compared */
  const char *film;    /* NULL: none */
  int fps;             /* of the film; 0: not given, then 30 */
  int width, height;
  bool size_given;
  FrameMode view;
  const char *camera; /* NULL: the opening one */
  bool flyby;
} Options;

/* One option of the command line as help, the manual page and completion list it: a constant of the program. */
typedef struct OptionText {
  const char *name;
  const char *value; /* its value, as help shows it; NULL: none */
  const char *help;
} OptionText;

/* Returns the n-th option, or one whose name is NULL after the last. */
OptionText options_text(int n);

/* Returns the commands beside a run, as in "bench [options]", each with a line on what it does; ends with a NULL. */
const char *const *options_commands(void);

/* Reads the command line. Returns false and sets *error to the word and what is allowed if it is wrong. */
bool options_parse(int argc, char **argv, Options *options, Error *error);

/* Applies the command line to the scene. `first`: it is the scene named there, not one chosen later; only that one takes --terrain. Writes
 * a note about its ground; empty: none. Returns false and sets *error if the two do not fit or an image cannot be read. */
bool options_apply(const Options *options, bool first, Scene *scene, char note[OWN_GROUND_NOTE], Error *error);

/* Makes a plain scene of an image: of --terrain without a SCENE, or one dropped on the window, which must not be a colour picture. Returns
 * false and sets *error if the image cannot be used. */
bool options_own_ground(const Options *options, const char *image, bool dropped, Scene *scene, char note[OWN_GROUND_NOTE], Error *error);

/* Applies the parameters of --set to those of a world that came from a saved game. */
bool options_apply_late(const Options *options, Params *params, Error *error);

/* Returns true if --set names this parameter. */
bool options_sets(const Options *options, const char *name);

void options_print_help(FILE *out);
void options_print_params(FILE *out);

/* Returns the name of a view, as --view takes it. */
const char *options_view_name(FrameMode mode);

#endif
