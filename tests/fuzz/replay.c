/* Runs a harness on files, without libFuzzer: every input that was a fault once, in each build's own tests. */
#include <stdio.h>
#include <stdlib.h>

#include "fuzz.h"

enum { LEVELS = 1 << 20 };

int main(int argc, char **argv) {
  uint8_t *const data = malloc(LEVELS);
  if (!data || argc < 2) return 2;
  LLVMFuzzerInitialize(&argc, &argv);
  for (int n = 1; n < argc; n++) {
    FILE *const file = fopen(argv[n], "rb");
    if (!file) {
      fprintf(stderr, "%s: cannot be read\n", argv[n]);
      return 1;
    }
    const size_t size = fread(data, 1, LEVELS, file);
    fclose(file);
    fprintf(stderr, "%s: %zu bytes\n", argv[n], size);
    LLVMFuzzerTestOneInput(data, size);
  }
  free(data);
  return 0;
}
