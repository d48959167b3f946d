#ifndef RESULTS_SERIES_H
#define RESULTS_SERIES_H

/* Series of a scene's gauges and lines as CSV: a row for each moment, time first, then the columns of each gauge or line in the scene's
 * order. Every row is with the system when series_add returns, so that a run that is killed has what was done. */

#include <stdio.h>

#include "view/law.h"

/* Files being written; an embedded value. A file that is NULL: the scene has no gauges, no lines, no law, or no rules. */
typedef struct Series {
  FILE *gauges, *lines, *law, *rules;
  LawTrack track;          /* of the law's readings */
  int fired[SCENE_RULES];  /* times that each rule has acted, as written */
  const char *folder;      /* borrowed */
  double begun_s, every_s; /* s of simulated time: of the first row; from one row to the next, 0: a row a tick */
  long long due;           /* the number of the next row, were none left out; 0 where rows are of ticks */
} Series;

/* Names of the files, within the folder. */
extern const char series_gauges_name[], series_lines_name[], series_law_name[], series_rules_name[];

/* Opens the files that the scene has use for, and writes their heads. Returns false and sets *error if one cannot be written. */
bool series_begin(Series *series, const char *folder, double every_s, const World *world, Error *error);
/* Writes a row to each file if one is due, and one for each rule that has acted. Returns false and sets *error if it was not taken. */
bool series_add(Series *series, const World *world, Error *error);
/* Closes the files; all that they have is written. */
void series_end(Series *series);

#endif
