#ifndef APP_COMPARE_H
#define APP_COMPARE_H

/* `--compare A,B`: the same scene twice, with the same inputs, differing in one thing: a solver or a parameter's value. */

#include <stdio.h>

#include "scene/scene.h"

/* One of the two, as "pipe" or "coupling=displace". */
typedef struct CompareSide {
  char name[64];
} CompareSide;

/* Reads "A,B". Returns false and sets *error, without the option's name, to what is allowed if it is wrong. */
bool compare_parse(const char *text, CompareSide sides[2], Error *error);

struct TwinHow;

/* Splits "A,B" for a window: the scene's solver or parameter becomes A's; *how says what B has otherwise. Returns false and sets *error if
 * the two do not go together. */
bool compare_split(const char *text, Scene *scene, struct TwinHow *how, Error *error);

/* The comparison to run: its two sides, and all that both get. Borrowed for the call. */
typedef struct CompareDef {
  const Scene *scene;
  CompareSide sides[2];
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
