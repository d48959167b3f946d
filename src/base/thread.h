#ifndef BASE_THREAD_H
#define BASE_THREAD_H

/* Threads, locks, and signals between them, over those of the system: POSIX (thread.c), Windows (thread_windows.c), or none at all
 * (thread_none.c, where WEIR_NO_THREADS is defined: no thread starts, and locks are not needed). */

#include <stdbool.h>

#if defined(WEIR_NO_THREADS)
#define THREADS_ARE_POSIX 0
typedef bool ThreadOfSystem, LockOfSystem, SignalOfSystem; /* nothing */
#elif defined(_WIN32)
#define THREADS_ARE_POSIX 0
typedef void *ThreadOfSystem, *LockOfSystem, *SignalOfSystem; /* HANDLE, SRWLOCK, CONDITION_VARIABLE: each one pointer */
#else
#include <pthread.h>
#define THREADS_ARE_POSIX 1
typedef pthread_t ThreadOfSystem;
typedef pthread_mutex_t LockOfSystem;
typedef pthread_cond_t SignalOfSystem;
#endif

/* A thread that runs one function. Zeroed: none runs. Of the thread that starts and joins it. */
typedef struct Thread {
  ThreadOfSystem id;
  bool runs; /* started and not joined yet */
} Thread;

/* Runs work(data) in a thread of its own. Returns false if none can be had. */
bool thread_start(Thread *thread, void *(*work)(void *data), void *data);

/* Waits for the thread's end, if one runs. */
void thread_join(Thread *thread);

/* Returns the number of processors that this process may run on, at least 1. */
int thread_processors(void);

/* Returns the number of cores that these belong to, as far as the system tells, at least 1: two threads on one core gain little. */
int thread_cores(void);

/* Has the calling thread run on all of these, where it was bound to fewer by the thread that started it and the system allows it. */
void thread_use_all_processors(void);

/* Lets another thread run that is ready to; returns soon. */
void thread_give_way(void);

/* A lock that one thread has at a time; lock_init makes it ready. */
typedef struct Lock {
  LockOfSystem mutex;
} Lock;

/* A signal that threads wait for, with a lock that they have; signal_init makes it ready. A thread may wake without one. */
typedef struct Signal {
  SignalOfSystem condition;
} Signal;

/* Return false if the system has none left. */
bool lock_init(Lock *lock);
bool signal_init(Signal *signal);

void lock_shutdown(Lock *lock);
void lock_take(Lock *lock);
void lock_give(Lock *lock);

void signal_shutdown(Signal *signal);
/* Wakes one of the threads that wait. */
void signal_send(Signal *signal);
/* Gives the lock, waits, and takes it again; signal_wait_for: for so many seconds at the most. */
void signal_wait(Signal *signal, Lock *lock);
void signal_wait_for(Signal *signal, Lock *lock, double seconds);

#endif
