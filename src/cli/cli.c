#include "cli/cli.h"

#include <stdio.h>

int cli_fail(int status, const char *command, const Error *error) {
  fflush(stdout);
  fprintf(stderr, "weir: %s%s%s\n", command ? command : "", command ? ": " : "", error->text);
  return status;
}
