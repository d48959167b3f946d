#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

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
