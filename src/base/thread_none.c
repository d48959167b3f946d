/* No threads: for systems that have none (WebAssembly without its threads). All work is the calling thread's. */
#include "base/thread.h"

#if defined(WEIR_NO_THREADS)
bool thread_start(Thread *thread, void *(*work)(void *data), void *data) {
  (void)work;
  (void)data;
  thread->runs = false;
  return false;
}

void thread_join(Thread *thread) {
  thread->runs = false;
}

int thread_processors(void) {
  return 1;
}

int thread_cores(void) {
  return 1;
}

void thread_use_all_processors(void) {}

void thread_give_way(void) {}

bool lock_init(Lock *lock) {
  lock->mutex = true;
  return true;
}

void lock_shutdown(Lock *lock) {
  (void)lock;
}

void lock_take(Lock *lock) {
  (void)lock;
}

void lock_give(Lock *lock) {
  (void)lock;
}

bool signal_init(Signal *signal) {
  signal->condition = true;
  return true;
}

void signal_shutdown(Signal *signal) {
  (void)signal;
}

void signal_send(Signal *signal) {
  (void)signal;
}

void signal_wait(Signal *signal, Lock *lock) {
  (void)signal;
  (void)lock;
}

void signal_wait_for(Signal *signal, Lock *lock, double seconds) {
  (void)signal;
  (void)lock;
  (void)seconds;
}
#endif
