#include "base/check.h"

#include <stdio.h>
#include <stdlib.h>

_Noreturn void check_failed(const char *condition, const char *file, int line) {
  fprintf(stderr, "%s:%d: broken promise: %s\n", file, line, condition);
  abort();
}
