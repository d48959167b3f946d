#define _POSIX_C_SOURCE 200809L /* pthread_condattr_setclock, clock_gettime */
#include "base/thread.h"

#include <time.h>

bool thread_start(Thread *thread, void *(*work)(void *data), void *data) {
  thread->runs = pthread_create(&thread->id, NULL, work, data) == 0;
  return thread->runs;
}

void thread_join(Thread *thread) {
  if (thread->runs) pthread_join(thread->id, NULL);
  thread->runs = false;
}

/* Makes waits go by the monotonic clock, which does not jump when the time of day is set. */
bool signal_init(Signal *signal) {
  pthread_condattr_t attributes;
  if (pthread_condattr_init(&attributes) != 0) return false;
  const bool ok = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0 && pthread_cond_init(&signal->condition, &attributes) == 0;
  pthread_condattr_destroy(&attributes);
  return ok;
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
