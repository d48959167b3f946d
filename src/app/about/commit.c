#include "app/about/commit.h"

#include "weir_commit.h" /* written by each build: src/app/about/commit.cmake */

const char *app_commit(void) {
  return WEIR_COMMIT;
}
