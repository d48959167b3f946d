#define _POSIX_C_SOURCE 200809L /* isatty, fileno */
#include "cli/progress.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"

static const double silent_s = 1;    /* a shorter job needs no line */
static const double between_s = 0.2; /* between two changes: more often is only work for the terminal */
static const char clear_line[] = "\r\033[K";

Progress progress_begin(void) {
  return (Progress){.begun = clock_seconds()};
}

void progress_tell(Progress *progress, const char *format, ...) {
  const double now = clock_seconds();
  if (now - progress->begun < silent_s || now - progress->told < between_s || !isatty(fileno(stderr))) return;
  progress->told = now;
  progress->shown = true;
  va_list arguments;
  va_start(arguments, format);
  fputs(clear_line, stderr);
  vfprintf(stderr, format, arguments);
  fflush(stderr);
  va_end(arguments);
}

void progress_end(Progress *progress) {
  if (progress->shown) fputs(clear_line, stderr);
  progress->shown = false;
}

void progress_say(const char *format, ...) {
  va_list arguments;
  if (!isatty(fileno(stderr))) return;
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fputc('\n', stderr);
}
