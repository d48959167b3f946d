#ifndef SANDBOX_SOURCE_H
#define SANDBOX_SOURCE_H

/* The stream's bytes: of a pipe, a file or standard input. */

#include <stddef.h>
#include "base/error.h"

/* The outcome of a read. */
typedef enum SourceRead {
  SOURCE_BYTES,
  SOURCE_NOTHING, /* yet */
  SOURCE_LEFT,    /* the pipe's producer is gone; another may come */
  SOURCE_ENDED    /* there is no more */
} SourceRead;

/* An open stream; a plain value. */
typedef struct Source {
  int file;
  bool is_pipe; /* has a name: producers come and go */
  bool is_file; /* was recorded: read by its own clock */
  bool has_producer;
} Source;

/* Opens it without waiting for a producer. Returns false and sets *error if that fails or this system reads none. */
bool source_open(Source *source, const char *path, Error *error);
/* Reads up to `room` bytes, waiting for them for `wait_ms` at most. */
SourceRead source_read(Source *source, void *bytes, size_t room, size_t *count, int wait_ms);
/* Waits for so many milliseconds. */
void source_rest(int ms);
void source_close(Source *source);

#endif
