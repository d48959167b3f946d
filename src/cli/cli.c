#define _POSIX_C_SOURCE 200809L /* isatty, fileno */
#include "cli/cli.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "weir_commit.h" /* written by each build: src/cli/commit.cmake */

const char *program_commit(void) {
  return WEIR_COMMIT;
}

int cli_fail(int status, const char *command, const Error *error) {
  fflush(stdout);
  fprintf(stderr, "weir: %s%s%s\n", command ? command : "", command ? ": " : "", error->text);
  return status;
}

int cli_no_words(int argc, char **argv, const char *command, const char *help) {
  Error error;
  if (argc < 2) return -1;
  if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
    printf("weir %s: %s\n", command, help);
    return 0;
  }
  error_set(&error, "'%s': takes no more words; weir %s --help", argv[1], command);
  return cli_fail(2, command, &error);
}

/* --- the line that tells how far a job is ------------------------------------------------------------------------------ */

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
