#ifndef RENDER_SHADER_SOURCE_H
#define RENDER_SHADER_SOURCE_H

/* The text of one shader stage: <dir>/<name>.<suffix> with its `#include "common/x.glsl"` lines replaced by those
 * files, and #line directives that number the files, so that a compiler's message can be led back to file and line. It
 * starts with `head` (#version and #defines). "generated/frame_block.glsl" is not a file: the uniform block is written there, from its one list
 * (frame_block.h). */

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

enum { SHADER_FILES_MAX = 16, SHADER_NAME_MAX = 64 };

/* A stage's text with the names of its files; the caller releases it with shader_source_free. */
typedef struct ShaderSource {
  char *text;
  size_t size;
  int capacity;
  char files[SHADER_FILES_MAX][SHADER_NAME_MAX]; /* names by their number in #line */
  int file_count;
} ShaderSource;

bool shader_source_load(ShaderSource *source, const char *dir, const char *name, const char *suffix, const char *head, Error *error);
void shader_source_free(ShaderSource *source);

/* Turns a compiler's log into one line that starts with `file:line:`. */
void shader_source_explain(const ShaderSource *source, const char *log, Error *error);

#endif
