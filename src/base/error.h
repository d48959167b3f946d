#ifndef BASE_ERROR_H
#define BASE_ERROR_H

/* One line that says what failed, on which object, and what is allowed there.
 * Functions that meet the outside world return false (or NULL) and fill it. */

#include <stdbool.h>

typedef struct Error {
  char text[512];
} Error;

/* Writes the line (printf style, truncated to fit, newlines made spaces). `error` may be NULL.
 * Always returns false, so that a caller can `return error_set(...)`. */
bool error_set(Error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
