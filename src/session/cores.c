#define _GNU_SOURCE /* sched_getaffinity */
#include <sched.h>
#include <stdio.h>

#include "session/session.h"

static int read_topology(int cpu, const char *name) {
  char path[96];
  int value = -1;
  snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/topology/%s", cpu, name);
  FILE *file = fopen(path, "r");
  if (!file) return -1;
  if (fscanf(file, "%d", &value) != 1) value = -1;
  fclose(file);
  return value;
}

int session_default_threads(void) {
  enum { CORES_MAX = 256 };
  int64_t cores[CORES_MAX];
  int count = 0;
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return 1;
  for (int cpu = 0; cpu < CPU_SETSIZE && count < CORES_MAX; cpu++) {
    if (!CPU_ISSET((size_t)cpu, &allowed)) continue;
    const int package = read_topology(cpu, "physical_package_id"), core = read_topology(cpu, "core_id");
    /* Where the kernel does not say, each processor counts as a core of its own. */
    const int64_t id = core < 0 ? -1 - cpu : ((int64_t)package << 32) + core;
    int known = 0;
    while (known < count && cores[known] != id) known++;
    if (known == count) cores[count++] = id;
  }
  return count > 0 ? count : 1;
}
