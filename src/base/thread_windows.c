/* Threads of Windows, 7 and later. */
#include "base/thread.h"

#if defined(_WIN32) && !defined(WEIR_NO_THREADS)
#define WIN32_LEAN_AND_MEAN
#include <process.h>
#include <stdint.h>
#include <stdlib.h>
#include <windows.h>

_Static_assert(sizeof(LockOfSystem) == sizeof(SRWLOCK) && sizeof(SignalOfSystem) == sizeof(CONDITION_VARIABLE), "each is one pointer");

/* The function that a new thread runs, and its data. The starter allocates it, the thread frees it. */
typedef struct Start {
  void *(*work)(void *data);
  void *data;
} Start;

static unsigned __stdcall begin(void *given) {
  const Start start = *(Start *)given;
  free(given);
  start.work(start.data);
  return 0;
}

bool thread_start(Thread *thread, void *(*work)(void *data), void *data) {
  Start *const start = malloc(sizeof *start);
  thread->runs = false;
  if (!start) return false;
  *start = (Start){work, data};
  thread->id = (HANDLE)_beginthreadex(NULL, 0, begin, start, 0, NULL);
  thread->runs = thread->id != NULL;
  if (!thread->runs) free(start);
  return thread->runs;
}

void thread_join(Thread *thread) {
  if (thread->runs) {
    WaitForSingleObject(thread->id, INFINITE);
    CloseHandle(thread->id);
  }
  thread->runs = false;
}

int thread_processors(void) {
  DWORD_PTR process = 0, machine = 0;
  int count = 0;
  if (GetProcessAffinityMask(GetCurrentProcess(), &process, &machine))
    for (; process; process &= process - 1) count++;
  return count > 0 ? count : 1;
}

int thread_cores(void) {
  const int processors = thread_processors();
  DWORD_PTR process = 0, machine = 0;
  DWORD bytes = 0;
  GetLogicalProcessorInformation(NULL, &bytes);
  SYSTEM_LOGICAL_PROCESSOR_INFORMATION *const rows = malloc(bytes + sizeof *rows);
  const bool told = rows && GetLogicalProcessorInformation(rows, &bytes) && GetProcessAffinityMask(GetCurrentProcess(), &process, &machine);
  int count = 0;
  for (DWORD n = 0; told && n < bytes / sizeof *rows; n++)
    if (rows[n].Relationship == RelationProcessorCore && rows[n].ProcessorMask & process) count++;
  free(rows);
  return count > 0 && count < processors ? count : processors;
}

/* A thread of Windows begins with the processors of its process, not of the thread that starts it. */
void thread_use_all_processors(void) {}

void thread_give_way(void) {
  SwitchToThread();
}

static PSRWLOCK lock_of(Lock *lock) {
  return (PSRWLOCK)(void *)&lock->mutex;
}

static PCONDITION_VARIABLE condition_of(Signal *signal) {
  return (PCONDITION_VARIABLE)(void *)&signal->condition;
}

bool lock_init(Lock *lock) {
  InitializeSRWLock(lock_of(lock));
  return true;
}

void lock_shutdown(Lock *lock) {
  (void)lock; /* holds nothing of the system's */
}

void lock_take(Lock *lock) {
  AcquireSRWLockExclusive(lock_of(lock));
}

void lock_give(Lock *lock) {
  ReleaseSRWLockExclusive(lock_of(lock));
}

bool signal_init(Signal *signal) {
  InitializeConditionVariable(condition_of(signal));
  return true;
}

void signal_shutdown(Signal *signal) {
  (void)signal;
}

void signal_send(Signal *signal) {
  WakeConditionVariable(condition_of(signal));
}

void signal_wait(Signal *signal, Lock *lock) {
  SleepConditionVariableSRW(condition_of(signal), lock_of(lock), INFINITE, 0);
}

void signal_wait_for(Signal *signal, Lock *lock, double seconds) {
  SleepConditionVariableSRW(condition_of(signal), lock_of(lock), (DWORD)(seconds * 1e3), 0);
}
#endif
