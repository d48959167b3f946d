#ifndef PICTURE_BESIDE_H
#define PICTURE_BESIDE_H

/* Side by side: a second world with the same inputs and the same camera, which differs from the first in its solver, in a parameter or by
 * its past. The window shows both above, the difference of their surfaces below, and figures of it beside that. */

#include "picture/frame_build.h"
#include "render/readback.h"
#include "render/renderer.h"
#include "session/twin.h"

enum { BESIDE_SAMPLES = 256 };

/* The difference at a moment, for the plot. */
typedef struct BesideSample {
  double time; /* simulated s */
  float largest, mean;
} BesideSample;

/* Member of App, zeroed at the start; for the thread that draws. */
typedef struct Beside {
  bool on;
  int twins; /* SessionShown.twins, when the figures began */
  TwinHow how;
  int future;         /* 1 and more: the second world is what was once this other future, and no copy; 0: it is a copy */
  Renderer *renderer; /* of the second world; NULL until it is first drawn */
  FrameBuild *build;
  Tile tile;
  int quality;  /* that the second renderer draws with */
  float *field; /* m, cells of them: the difference */
  size_t cells;
  const void *seen; /* the view that the difference is of, */
  int64_t tick;     /* after this tick */
  Difference now;
  double scale;     /* m: the largest colour of the difference */
  double parted_at; /* simulated s; -1: not yet */
  float parted[2];  /* m: where, x and z */
  BesideSample samples[BESIDE_SAMPLES];
  int sample_count;
} Beside;

/* Forgets the figures of an earlier difference: the two worlds part from here. */
void beside_forget_figures(Beside *beside);

/* Finds the difference of the two, as of the same tick; computed once for each. Returns false if memory runs out. */
bool beside_find_difference(Beside *beside, const WorldView *const views[2]);

/* Writes the name of the second world's difference, as in "pipe" or "future 1". */
void beside_name(const Beside *beside, char *text, size_t size);

/* Returns the number of OpenGL errors in the second renderer since the last call. */
int beside_count_errors(Beside *beside);

void beside_close(Beside *beside);

#endif
