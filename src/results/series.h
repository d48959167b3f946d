#ifndef RESULTS_SERIES_H
#define RESULTS_SERIES_H

/* Series of a scene's gauges and lines: what is read off the world in a moment, when the next moment is due, and the CSV files: a row for
 * each moment, time first, then the columns of each gauge or line in the scene's order. */

#include <stdio.h>

#include "view/law.h"

/* --- a moment ------------------------------------------------------------------------------------------------------------------- */

enum {
  SERIES_GAUGE_VALUES = 4, /* level, depth, velocity x and z */
  SERIES_LAW_VALUES = 4,   /* place on the curve (NAN: there is nothing to compare), measured, expected, off by a share */
  SERIES_WIDTH = 1 + (SERIES_GAUGE_VALUES + 1) * SCENE_GAUGES + SERIES_LAW_VALUES
};

/* Return where in a row the values of a gauge, of a line and of the law stand; the time is the first. A row has series_width values, at
 * most SERIES_WIDTH. */
int series_gauge_at(int gauge);
int series_line_at(const Scene *scene, int line);
int series_law_at(const Scene *scene);
int series_width(const Scene *scene);

/* Reading a world, tick by tick. An embedded value. */
typedef struct SeriesReading {
  LawTrack track;          /* of the law's readings */
  int fired[SCENE_RULES];  /* times that each rule has acted, as told */
  double begun_s, every_s; /* s of simulated time: of the first row; from one row to the next, 0: a row a tick */
  long long due;           /* the number of the next row, were none left out; 0 where rows are of ticks */
} SeriesReading;

/* Begins with the world as it is. */
void series_read_from(SeriesReading *reading, double every_s, const World *world);
/* Follows the law, which wants each tick. Returns true if a row is due. */
bool series_follow(SeriesReading *reading, const World *world);
/* Sets the next row to the one after a row of this time. */
void series_go_on_after(SeriesReading *reading, double time_s);
/* Returns the next rule that has acted since it was told, from `from` on; -1: there is none. */
int series_next_rule(SeriesReading *reading, const World *world, int from);
/* Writes the values of this moment at the scene's gauges and lines into `row`. The scene is the world's own, or has places of its own. */
void series_measure(const SeriesReading *reading, const Scene *scene, const World *world, double *row);

/* --- the files ------------------------------------------------------------------------------------------------------------------ */

/* Files being written; an embedded value. A file that is NULL: the scene has no gauges, no lines, no law, or no rules. */
typedef struct SeriesFiles {
  FILE *gauges, *lines, *law, *rules;
  const Scene *scene; /* borrowed, as is the folder */
  const char *folder;
} SeriesFiles;

/* Opens the files that the scene has use for, and writes their heads. Returns false and sets *error if one cannot be written. */
bool series_open(SeriesFiles *files, const char *folder, const Scene *scene, Error *error);
/* Write a row to each file, and the row of a rule that has acted, by its index. All of it is with the system then, so that a run that is
 * killed has what was done. Return false and set *error if it was not taken. */
bool series_write(const SeriesFiles *files, const double *row, Error *error);
bool series_write_rule(const SeriesFiles *files, double time_s, int rule, Error *error);
/* Closes the files; all that they have is written. */
void series_close(SeriesFiles *files);
/* Removes what series_open has written there. */
void series_remove(const char *folder);

#endif
