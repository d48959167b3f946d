/* Threads of POSIX. */
#define _GNU_SOURCE /* pthread_condattr_setclock, clock_gettime; sched_getaffinity */
#include "base/thread.h"

#if THREADS_ARE_POSIX
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

bool thread_start(Thread *thread, void *(*work)(void *data), void *data) {
  thread->runs = pthread_create(&thread->id, NULL, work, data) == 0;
  return thread->runs;
}

void thread_join(Thread *thread) {
  if (thread->runs) pthread_join(thread->id, NULL);
  thread->runs = false;
}

#if defined(__linux__)
/* Writes the processors of the main thread. The calling thread may be bound to a single one, which must not bind the helpers. */
static bool processors_allowed(cpu_set_t *allowed) {
  return sched_getaffinity(getpid(), sizeof *allowed, allowed) == 0;
}
#endif

int thread_processors(void) {
#if defined(__linux__)
  cpu_set_t allowed;
  if (processors_allowed(&allowed) && CPU_COUNT(&allowed) > 0) return CPU_COUNT(&allowed);
#endif
  const long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online > 0 ? (int)online : 1;
}

#if defined(__linux__)
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
#endif

int thread_cores(void) {
  int count = 0;
#if defined(__linux__)
  enum { CORES_MAX = 256 };
  int64_t cores[CORES_MAX];
  cpu_set_t allowed;
  if (!processors_allowed(&allowed)) return 1;
  for (int cpu = 0; cpu < CPU_SETSIZE && count < CORES_MAX; cpu++) {
    if (!CPU_ISSET((size_t)cpu, &allowed)) continue;
    const int package = read_topology(cpu, "physical_package_id"), core = read_topology(cpu, "core_id");
    /* Where the kernel does not say, each processor counts as a core of its own. */
    const int64_t id = core < 0 ? -1 - cpu : ((int64_t)package << 32) + core;
    int known = 0;
    while (known < count && cores[known] != id) known++;
    if (known == count) cores[count++] = id;
  }
#else
  count = thread_processors();
#endif
  return count > 0 ? count : 1;
}

void thread_use_all_processors(void) {
#if defined(__linux__)
  cpu_set_t allowed;
  if (processors_allowed(&allowed)) (void)sched_setaffinity(0, sizeof allowed, &allowed);
#endif
}

void thread_give_way(void) {
  sched_yield();
}

bool lock_init(Lock *lock) {
  return pthread_mutex_init(&lock->mutex, NULL) == 0;
}

void lock_shutdown(Lock *lock) {
  pthread_mutex_destroy(&lock->mutex);
}

void lock_take(Lock *lock) {
  pthread_mutex_lock(&lock->mutex);
}

void lock_give(Lock *lock) {
  pthread_mutex_unlock(&lock->mutex);
}

/* Makes waits go by the monotonic clock, which does not jump when the time of day is set. */
bool signal_init(Signal *signal) {
  pthread_condattr_t attributes;
  if (pthread_condattr_init(&attributes) != 0) return false;
  const bool ok = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0 && pthread_cond_init(&signal->condition, &attributes) == 0;
  pthread_condattr_destroy(&attributes);
  return ok;
}

void signal_shutdown(Signal *signal) {
  pthread_cond_destroy(&signal->condition);
}

void signal_send(Signal *signal) {
  pthread_cond_signal(&signal->condition);
}

void signal_wait(Signal *signal, Lock *lock) {
  pthread_cond_wait(&signal->condition, &lock->mutex);
}

void signal_wait_for(Signal *signal, Lock *lock, double seconds) {
  enum { NANOSECONDS = 1000000000 };
  struct timespec until;
  clock_gettime(CLOCK_MONOTONIC, &until);
  const long long nanoseconds = until.tv_nsec + (long long)(seconds * NANOSECONDS);
  until.tv_sec += (time_t)(nanoseconds / NANOSECONDS);
  until.tv_nsec = (long)(nanoseconds % NANOSECONDS);
  pthread_cond_timedwait(&signal->condition, &lock->mutex, &until);
}
#endif
