#ifndef RESULTS_RESULTS_H
#define RESULTS_RESULTS_H

/* Results of a run as files that other programs read: series of gauges and lines, and maps. docs/results.md describes the files.
 *
 *   results    the folder and the run: what is read off the world after each tick, and written at its end
 *   monitor    a run's results in memory, for a window: they are drawn while they are collected, and saved when that is asked for
 *   curves     the values of its gauges and lines over time, as a plot shows them
 *   series     gauges.csv, lines.csv, law.csv and rules.csv
 *   extremes   the greatest values of each cell, and when the water came
 *   maps       each map as an ASCII grid, a GeoTIFF and a picture
 *   chart      a map's picture: ground, colours, legend
 *   ramp       colours that stand for values
 *   canvas     an image that is drawn into, with lines and text
 *   lettering  letters as strokes */

#include "world/world.h"

/* A request for results. A plain value; text is borrowed. */
typedef struct ResultsDef {
  const char *folder; /* made if it is missing; NULL: none are wanted */
  double every_s;     /* simulated s from one row of a series to the next; 0: a row a tick */
} ResultsDef;

#define RESULTS_EVERY_S 0.1 /* s: ten rows a second follow waves of a second, and an hour of them fits into a spreadsheet's million rows */

/* A run's results, from results_begin to results_destroy; owned by the caller. */
typedef struct Results Results;

/* Makes the folder and tests, before a long run, that files can be written there. Returns false and sets *error if not. */
bool results_possible(const char *folder, Error *error);
/* Removes the files of an earlier run. */
void results_remove(const char *folder);
/* Returns a line on what this build cannot write; NULL: nothing is missing. */
const char *results_missing(void);
/* Begins with the world as it is: removes the files of an earlier run, and writes the first rows. Returns NULL and sets *error if a
 * file cannot be written or memory runs out. */
Results *results_begin(const ResultsDef *def, const World *world, Error *error);
/* Adds the world as it is after a tick. Another world than before, or an earlier time of it, begins the results again. Returns false
 * and sets *error if a row could not be written or memory runs out. */
bool results_tick(Results *results, const World *world, Error *error);
/* Writes the maps. Returns false and sets *error if one could not be written. */
bool results_write_maps(Results *results, const World *world, Error *error);
void results_destroy(Results *results);

#endif
