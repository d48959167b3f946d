#define _POSIX_C_SOURCE 200809L
#include "app/machine.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "weir/weir.h"

enum { COPY_MIB = 128, COPY_ROUNDS = 5 };

static void machine_cpu(char *name, size_t size) {
  snprintf(name, size, "unknown");
  FILE *file = fopen("/proc/cpuinfo", "r");
  if (!file) return;
  char line[256];
  while (fgets(line, sizeof line, file)) {
    if (strncmp(line, "model name", 10) != 0) continue;
    const char *value = strchr(line, ':');
    if (value) snprintf(name, size, "%.*s", (int)strcspn(value + 2, "\n\"\\"), value + 2);
    break;
  }
  fclose(file);
}

/* The best of a few copies: the worst are somebody else's. */
static double machine_copy(void) {
  const size_t bytes = (size_t)COPY_MIB << 20;
  char *from = memory_create(bytes, 1), *to = memory_create(bytes, 1);
  double best = 0;
  for (int n = 0; from && to && n < COPY_ROUNDS; n++) {
    const double start = clock_seconds();
    memcpy(to, from, bytes);
    const double rate = 2e-9 * (double)bytes / (clock_seconds() - start);
    from[n] = to[bytes - 1]; /* keeps the copy from being dropped */
    if (rate > best) best = rate;
  }
  memory_free(from);
  memory_free(to);
  return best;
}

Machine machine_probe(void) {
  Machine machine = {.cores = (int)sysconf(_SC_NPROCESSORS_ONLN), .simd = weir_simd_name()};
  machine_cpu(machine.cpu, sizeof machine.cpu);
  machine.ram_gib = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGE_SIZE) / 1073741824.0;
  machine.copy_gb_per_s = machine_copy();
  return machine;
}
