#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

bool error_set(Error *error, const char *format, ...) {
  if (!error) return false;
  va_list args;
  va_start(args, format);
  vsnprintf(error->text, sizeof error->text, format, args);
  va_end(args);
  for (char *c = error->text; *c; c++)
    if (*c == '\n' || *c == '\r') *c = ' ';
  return false;
}

void check_failed(const char *condition, const char *file, int line) {
  fprintf(stderr, "%s:%d: broken promise: %s\n", file, line, condition);
  abort();
}
