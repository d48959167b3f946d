#ifndef SCENE_LINES_H
#define SCENE_LINES_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"

/* Limits of a scene file, in bytes. The INI parser has room for lines of 199 bytes and would take the rest of a longer one as a
 * new line. */
enum { SCENE_LINE_MAX = 197, SCENE_BYTES_MAX = 1 << 20 };

/* A scene file that is read line by line. The caller opens and closes the file. */
typedef struct SceneLines {
  FILE *file;
  int line;       /* of the last line read, from 1 */
  int fault_line; /* where reading had to stop; 0: nowhere */
  size_t bytes;   /* read so far */
  Error fault;
} SceneLines;

/* The next line as a string of at most `size` bytes, without comments and leading blanks. NULL at the end of the file, and with
 * `fault` set at a line that is too long or not text. */
char *scene_lines_next(SceneLines *lines, char *text, int size);

#endif
