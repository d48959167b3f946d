#ifndef APP_COMPARE_H
#define APP_COMPARE_H

/* `--compare A,B`: the same scene twice, with the same inputs, differing in one thing: a solver or a parameter's value. */

#include <stdio.h>

#include "session/twin.h"

/* Returns false and sets *error, without the option's name, to what is allowed if "A,B" is wrong. */
bool compare_possible(const char *text, Error *error);

/* Splits "A,B" for a window: the scene's solver or parameter becomes A's; *how says what B has otherwise. Returns false and sets *error if
 * the two do not go together. */
bool compare_split(const char *text, Scene *scene, TwinHow *how, Error *error);

/* The comparison to run: its two sides, as "A,B", and all that both get. Borrowed for the call. */
typedef struct CompareDef {
  const Scene *scene;
  const char *sides;
  double seconds; /* simulated */
  double release; /* s at which the dam goes; -1: never */
  int drop;       /* crates by script */
  uint64_t seed;
  int threads;
} CompareDef;

/* Runs both and prints, each simulated second, where the surfaces differ most and by how much, and at the end when they parted. Returns
 * false and sets *error if a world cannot be made. */
bool compare_run(const CompareDef *def, FILE *out, Error *error);

#endif
