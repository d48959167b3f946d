#ifndef BASE_THREAD_H
#define BASE_THREAD_H

/* Threads, locks, and signals between them, over those of POSIX. */

#include <pthread.h>
#include <stdbool.h>

/* A thread that runs one function. Zeroed: none runs. Of the thread that starts and joins it. */
typedef struct Thread {
  pthread_t id;
  bool runs; /* started and not joined yet */
} Thread;

/* Runs work(data) in a thread of its own. Returns false if none can be had. */
bool thread_start(Thread *thread, void *(*work)(void *data), void *data);

/* Waits for the thread's end, if one runs. */
void thread_join(Thread *thread);

/* A lock that one thread has at a time; lock_init makes it ready. */
typedef struct Lock {
  pthread_mutex_t mutex;
} Lock;

/* Returns false if the system has none left. */
static inline bool lock_init(Lock *lock) {
  return pthread_mutex_init(&lock->mutex, NULL) == 0;
}
static inline void lock_shutdown(Lock *lock) {
  pthread_mutex_destroy(&lock->mutex);
}
static inline void lock_take(Lock *lock) {
  pthread_mutex_lock(&lock->mutex);
}
static inline void lock_give(Lock *lock) {
  pthread_mutex_unlock(&lock->mutex);
}

/* A signal that threads wait for, with a lock that they have; signal_init makes it ready. A thread may wake without one. */
typedef struct Signal {
  pthread_cond_t condition;
} Signal;

/* Returns false if the system has none left. */
bool signal_init(Signal *signal);
static inline void signal_shutdown(Signal *signal) {
  pthread_cond_destroy(&signal->condition);
}
/* Wakes one of the threads that wait. */
static inline void signal_send(Signal *signal) {
  pthread_cond_signal(&signal->condition);
}
/* Gives the lock, waits, and takes it again; signal_wait_for: for so many seconds at the most. */
static inline void signal_wait(Signal *signal, Lock *lock) {
  pthread_cond_wait(&signal->condition, &lock->mutex);
}
void signal_wait_for(Signal *signal, Lock *lock, double seconds);

#endif
