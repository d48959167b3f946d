#include "cli/commit.h"

#include "weir_commit.h" /* written by each build: src/cli/commit.cmake */

const char *program_commit(void) {
  return WEIR_COMMIT;
}
