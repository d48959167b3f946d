#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "bench/report.h"

enum { PROBE_MIB = 128, PROBE_ROUNDS = 4 };

static const size_t probe_floats = ((size_t)PROBE_MIB << 20) / sizeof(float);

typedef void ProbeSlice(float *to, float *from, size_t count);

static void copy_slice(float *to, float *from, size_t count) {
  memcpy(to, from, count * sizeof *to);
}

static void update_slice(float *to, float *from, size_t count) {
#pragma omp simd
  for (size_t n = 0; n < count; n++) {
    to[n] = 0.5f * to[n] + 1.0f;
    from[n] = 0.5f * from[n] + 1.0f;
  }
}

/* The best of a few rounds: other programs slow the worst. `passes`: how often each float goes to or from memory. */
static double best_rate(ProbeSlice *slice, float *to, float *from, int threads, double passes) {
  double best = 0;
  for (int round = 0; round < PROBE_ROUNDS; round++) {
    const double start = clock_seconds();
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int n = 0; n < threads; n++) {
      const size_t first = probe_floats * (size_t)n / (size_t)threads;
      slice(to + first, from + first, probe_floats * (size_t)(n + 1) / (size_t)threads - first);
    }
    const double rate = 1e-9 * passes * (double)(probe_floats * sizeof *to) / (clock_seconds() - start);
    if (rate > best) best = rate;
    from[round] = to[probe_floats - 1] + 1; /* keeps the work from being dropped */
  }
  return best;
}

MachineRates machine_rates(const Machine *machine) {
  float *to = memory_create(probe_floats, sizeof *to), *from = memory_create(probe_floats, sizeof *from);
  MachineRates rates = {0};
  if (to && from) {
    rates.copy_one = best_rate(copy_slice, to, from, 1, 2);
    rates.copy_all = best_rate(copy_slice, to, from, machine->cores, 2);
    rates.update_one = best_rate(update_slice, to, from, 1, 4);
    rates.update_all = best_rate(update_slice, to, from, machine->cores, 4);
  }
  memory_free(to);
  memory_free(from);
  return rates;
}

Machine machine_probe(void) {
  Machine machine = {.cores = (int)sysconf(_SC_NPROCESSORS_ONLN), .simd = weir_simd_name()};
  char line[256];
  FILE *const file = fopen("/proc/cpuinfo", "r");
  snprintf(machine.cpu, sizeof machine.cpu, "unknown");
  while (file && fgets(line, sizeof line, file)) {
    if (strncmp(line, "model name", 10) != 0) continue;
    const char *const value = strchr(line, ':');
    if (value) snprintf(machine.cpu, sizeof machine.cpu, "%.*s", (int)strcspn(value + 2, "\n\"\\"), value + 2);
    break;
  }
  if (file) fclose(file);
  machine.ram_gib = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGE_SIZE) / 1073741824.0;
  float *to = memory_create(probe_floats, sizeof *to), *from = memory_create(probe_floats, sizeof *from);
  machine.copy_gb_per_s = to && from ? best_rate(copy_slice, to, from, 1, 2) : 0;
  memory_free(to);
  memory_free(from);
  return machine;
}
