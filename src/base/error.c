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

static void (*reporter)(void *user, const char *line);
static void *reporter_user;

void check_set_report(void (*report)(void *user, const char *line), void *user) {
  reporter = report;
  reporter_user = user;
}

void check_failed(const char *condition, const char *file, int line) {
  char text[512];
  snprintf(text, sizeof text, "%s:%d: broken promise: %s", file, line, condition);
  if (reporter)
    reporter(reporter_user, text);
  else
    fprintf(stderr, "%s\n", text);
  abort();
}
