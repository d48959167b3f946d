#ifndef BASE_TEAM_H
#define BASE_TEAM_H

/* Work that several threads share. The calling thread works too; the others are started when they are first wanted, wait asleep between
 * their calls, and end with the program. Any thread may call, several at once, and from within a task: each call has threads of its own as
 * long as there are any, and does all of it by itself otherwise. In one call there are never more threads at work than processors. */

#include <stdatomic.h>
#include <stdbool.h>

enum { TEAM_TASKS_MAX = 256 };

/* Does task n. */
typedef void TeamTask(void *data, int n);

/* Does rows [first, end). */
typedef void TeamRows(void *data, int first, int end);

/* Runs task(data, n) once for each n from 0 to count - 1, in any order, on up to `threads` threads; count is at most TEAM_TASKS_MAX. Returns
 * when all are done; the caller then sees what they wrote. Denormals are kept or flushed as on the caller's thread (float_mode.h). Each thread
 * prefers the task of its own number, whose data may still be in its cache from the last call. */
void team_run(int threads, int count, TeamTask *task, void *data);

/* Divides rows [first, end) into as many equal parts as threads and does each once, as team_run does. */
void team_rows(int threads, int first, int end, TeamRows *rows, void *data);

/* Returns the number of processors that this process may run on, at most TEAM_TASKS_MAX. */
int team_processors(void);

/* Raises *most to `value`, which is not NaN, if it is less: the maximum that several tasks find, in any order. */
static inline void team_raise(_Atomic(float) *most, float value) {
  float before = atomic_load_explicit(most, memory_order_relaxed);
  while (before < value && !atomic_compare_exchange_weak_explicit(most, &before, value, memory_order_relaxed, memory_order_relaxed))
    continue;
}

/* Replaces the threads: run(user, count, task, data) is to do what team_run does. NULL: these again. Not while a task runs. */
typedef void TeamRunner(void *user, int count, TeamTask *task, void *data);
void team_set_runner(TeamRunner *run, void *user);

/* Returns true while such a replacement holds. */
bool team_has_runner(void);

#endif
