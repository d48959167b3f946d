#ifndef WORLD_SCENE_LINES_H
#define WORLD_SCENE_LINES_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"

/* What a scene file may have at most. The parser of INI has room for lines of 199 bytes, and takes the rest of a longer one
 * for a line of its own. */
enum { SCENE_LINE_MAX = 197, SCENE_BYTES_MAX = 1 << 20 };

/* A scene file, line by line. Borrowed: the caller opens and closes the file. */
typedef struct SceneLines {
  FILE *file;
  int line;       /* of the last line read, from 1 */
  int fault_line; /* where it cannot go on; 0: nowhere */
  size_t bytes;   /* read so far */
  Error fault;
} SceneLines;

/* The next line as a text of at most `size` bytes; comments and blanks before the first word are left out. NULL at the end of
 * the file, and at a line that is too long or no text: then with the fault. */
char *scene_lines_next(SceneLines *lines, char *text, int size);

#endif
