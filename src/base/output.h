#ifndef BASE_OUTPUT_H
#define BASE_OUTPUT_H

/* Files that the program writes: whole, or not at all. The bytes go to a temporary file beside the target, which takes the
 * target's place when they all are on the disk. What is not an ordinary file (a pipe, a terminal, /dev/full) is written directly. */

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"

enum { OUTPUT_PATH = 4096 };

/* One file being written, between output_open and output_close; owned by the caller. */
typedef struct Output {
  FILE *file;                  /* to write to; output_close closes it */
  const char *name;            /* as the caller knows it, borrowed: for the error */
  char target[OUTPUT_PATH];    /* where links lead to */
  char temporary[OUTPUT_PATH]; /* empty: the target itself is written */
} Output;

/* Tests, before a long run, that a file could be written there; what is there stays as it is. Returns false and sets *error if it could
 * not. */
bool output_possible(const char *path, Error *error);

/* Opens `output` for the file `path`. Returns false and sets *error to "PATH: why" if it cannot be written; then there is nothing to
 * close. */
bool output_open(Output *output, const char *path, Error *error);

/* Ends the writing: with `keep` the file takes its place, else the target stays as it was. Returns false and sets *error to "PATH: why" if
 * a byte was not taken; then a target that is an ordinary file is as it was before. */
bool output_close(Output *output, bool keep, Error *error);

/* Finds a file that an earlier run, since killed, had begun to write for `path`: PATH and six digits. Returns false if there is none. */
bool output_find_unfinished(const char *path, char found[OUTPUT_PATH]);

/* Flushes standard output. Returns false and sets *error if what was printed did not get there, now or earlier. */
bool output_printed(Error *error);

#endif
