#include "base/team.h"

#include <stdatomic.h>
#include <stdint.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/float_mode.h"
#include "base/thread.h"

/* One word, the ticket, holds a job's number, threads and tasks, so that a late thread reads all three of the same job. taken[n] is the
 * number of the last job whose task n a thread took; only a later job can take it again, so a late thread finds nothing to take in a job that
 * is over. At 100 000 jobs a second 48 bits last for 89 years. */
enum { TEAMS = 16, LINE = 64 };

/* A thread that waits spins before it sleeps: from one job of a step to the next it is 10 to 80 us, and a thread that sleeps begins 20 us late. Each
 * time that spinning was in vain (no work, or other programs on the processors) it spins half as long the next time. The time is that of the
 * clock: a processor pauses for 5 to 70 ns. */
static const double spin_most_s = 100e-6, spin_least_s = 0.5e-6;
enum { SPINS_A_LOOK = 32 /* pauses from one look at the clock to the next */ };

typedef uint64_t Ticket;

typedef struct Team Team;

/* A thread of a team. Of the team. */
typedef struct Helper {
  Team *team;
  int number; /* from 1: the caller is 0 */
  Thread thread;
  Signal wake;
  double spin_s;
  _Atomic(bool) sleeps;
} Helper;

/* The threads of one call after the other. Static. */
struct Team {
  _Alignas(LINE) _Atomic(bool) in_use;
  bool is_ready; /* lock and signal */
  bool is_full;  /* the system has no more threads for it */
  int helper_count;
  double spin_s;
  Lock lock;
  Signal done;
  TeamTask *task; /* these three of the job that is open */
  void *data;
  FloatMode mode;
  _Alignas(LINE) _Atomic(Ticket) ticket;
  _Alignas(LINE) _Atomic(int) left; /* tasks that are not done */
  _Atomic(bool) caller_sleeps;
  _Alignas(LINE) _Atomic(uint64_t) taken[TEAM_TASKS_MAX];
  Helper helpers[TEAM_TASKS_MAX];
};

static Team teams[TEAMS];
static TeamRunner *runner;
static void *runner_user;

static Ticket ticket_of(uint64_t job, int threads, int tasks) {
  return job << 16 | (Ticket)(threads - 1) << 8 | (Ticket)(tasks - 1);
}
static uint64_t ticket_job(Ticket ticket) {
  return ticket >> 16;
}
static int ticket_threads(Ticket ticket) {
  return (int)(ticket >> 8 & 0xff) + 1;
}
static int ticket_tasks(Ticket ticket) {
  return (int)(ticket & 0xff) + 1;
}

static void relax(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

/* Returns true if task n was free in this job. */
static bool take(Team *team, uint64_t job, int n) {
  uint64_t last = atomic_load_explicit(&team->taken[n], memory_order_relaxed);
  while (last < job)
    if (atomic_compare_exchange_weak_explicit(&team->taken[n], &last, job, memory_order_relaxed, memory_order_relaxed)) return true;
  return false;
}

/* Runs every task of the job that no other thread has taken, beginning with the task of this thread's own number. */
static void work_through(Team *team, Ticket ticket, int number) {
  const int tasks = ticket_tasks(ticket);
  for (int m = 0; m < tasks; m++) {
    const int n = (number + m) % tasks;
    if (!take(team, ticket_job(ticket), n)) continue;
    if (number > 0) float_mode_restore(team->mode);
    team->task(team->data, n);
    if (atomic_fetch_sub(&team->left, 1) == 1 && atomic_load(&team->caller_sleeps)) {
      lock_take(&team->lock);
      signal_send(&team->done);
      lock_give(&team->lock);
    }
  }
}

static bool is_wanted(const Helper *helper, Ticket ticket, uint64_t last) {
  return ticket_job(ticket) != last && helper->number < ticket_threads(ticket);
}

/* Returns how long to spin the next time, after a sleep. */
static double spin_after(double spin_s, double slept_s) {
  if (slept_s < spin_most_s) return spin_most_s;
  return spin_s / 2 > spin_least_s ? spin_s / 2 : spin_least_s;
}

/* Returns true if a thread that has looked for work for the n-th time since `began` is to sleep. */
static bool spun_out(int n, double began, double spin_s) {
  return n % SPINS_A_LOOK == 0 && clock_seconds() - began > spin_s;
}

/* Returns the ticket of the next job that wants this helper. */
static Ticket wait_for_job(Helper *helper, uint64_t last) {
  Team *const team = helper->team;
  const double looked = clock_seconds();
  for (int n = 1; !spun_out(n, looked, helper->spin_s); n++) {
    const Ticket ticket = atomic_load_explicit(&team->ticket, memory_order_acquire);
    if (is_wanted(helper, ticket, last)) return ticket;
    relax();
  }
  Ticket ticket;
  const double began = clock_seconds();
  lock_take(&team->lock);
  atomic_store(&helper->sleeps, true);
  while (ticket = atomic_load(&team->ticket), !is_wanted(helper, ticket, last)) signal_wait(&helper->wake, &team->lock);
  atomic_store(&helper->sleeps, false);
  lock_give(&team->lock);
  helper->spin_s = spin_after(helper->spin_s, clock_seconds() - began);
  return ticket;
}

static void *help(void *data) {
  Helper *const helper = data;
  thread_use_all_processors();
  uint64_t last = 0;
  for (;;) {
    const Ticket ticket = wait_for_job(helper, last);
    work_through(helper->team, ticket, helper->number);
    last = ticket_job(ticket);
  }
  return NULL;
}

/* Makes the team as large as wanted, or as can be. */
static void hire(Team *team, int helpers) {
  if (!team->is_ready) {
    if (!lock_init(&team->lock)) return;
    if (!signal_init(&team->done)) return;
    team->is_ready = true;
    team->spin_s = spin_most_s;
  }
  for (; team->helper_count < helpers && !team->is_full; team->helper_count++) {
    Helper *const helper = &team->helpers[team->helper_count];
    helper->team = team;
    helper->number = team->helper_count + 1;
    helper->spin_s = spin_most_s;
    team->is_full = !signal_init(&helper->wake);
    if (team->is_full) return;
    team->is_full = !thread_start(&helper->thread, help, helper);
    if (team->is_full) {
      signal_shutdown(&helper->wake);
      return;
    }
  }
}

/* Returns a free team, if possible the one that this thread used last; NULL if all are in use. */
static Team *team_take(void) {
  static _Thread_local int last;
  for (int m = 0; m < TEAMS; m++) {
    const int n = (last + m) % TEAMS;
    if (atomic_exchange_explicit(&teams[n].in_use, true, memory_order_acquire)) continue;
    last = n;
    return &teams[n];
  }
  return NULL;
}

static void wait_for_helpers(Team *team) {
  const double looked = clock_seconds();
  for (int n = 1; !spun_out(n, looked, team->spin_s); n++) {
    if (atomic_load_explicit(&team->left, memory_order_acquire) == 0) return;
    relax();
  }
  const double began = clock_seconds();
  lock_take(&team->lock);
  atomic_store(&team->caller_sleeps, true);
  while (atomic_load(&team->left) > 0) signal_wait(&team->done, &team->lock);
  atomic_store(&team->caller_sleeps, false);
  lock_give(&team->lock);
  team->spin_s = spin_after(team->spin_s, clock_seconds() - began);
}

static void team_work(Team *team, int threads, int count, TeamTask *task, void *data) {
  const uint64_t job = ticket_job(atomic_load_explicit(&team->ticket, memory_order_relaxed)) + 1;
  const Ticket ticket = ticket_of(job, threads, count);
  team->task = task;
  team->data = data;
  team->mode = float_mode_now();
  atomic_store_explicit(&team->left, count, memory_order_relaxed);
  atomic_store(&team->ticket, ticket);
  for (int n = 0; n < threads - 1; n++)
    if (atomic_load(&team->helpers[n].sleeps)) {
      lock_take(&team->lock);
      signal_send(&team->helpers[n].wake);
      lock_give(&team->lock);
    }
  work_through(team, ticket, 0);
  wait_for_helpers(team);
}

static int least(int a, int b) {
  return a < b ? a : b;
}

/* A task for threads that are not ours. On the stack of the caller. */
typedef struct GuestTask {
  TeamTask *task;
  void *data;
  FloatMode mode; /* the caller's */
} GuestTask;

static void run_as_guest(void *data, int n) {
  const GuestTask *const guest = data;
  const FloatMode before = float_mode_now();
  float_mode_restore(guest->mode);
  guest->task(guest->data, n);
  float_mode_restore(before);
}

void team_run(int threads, int count, TeamTask *task, void *data) {
  CHECK(count <= TEAM_TASKS_MAX);
  if (runner && count > 1 && threads > 1) {
    GuestTask guest = {task, data, float_mode_now()};
    runner(runner_user, count, run_as_guest, &guest);
    return;
  }
  const int most = least(least(threads, count), team_processors());
  Team *const team = most > 1 ? team_take() : NULL;
  if (team) hire(team, most - 1);
  if (team && team->helper_count > 0) {
    team_work(team, least(most, team->helper_count + 1), count, task, data);
  } else {
    for (int n = 0; n < count; n++) task(data, n);
  }
  if (team) atomic_store_explicit(&team->in_use, false, memory_order_release);
}

/* A division of rows among tasks. On the stack. */
typedef struct Division {
  TeamRows *rows;
  void *data;
  int first, end, parts;
} Division;

static void run_part(void *data, int n) {
  const Division *const d = data;
  const int64_t count = d->end - d->first;
  const int first = d->first + (int)(count * n / d->parts), end = d->first + (int)(count * (n + 1) / d->parts);
  if (first < end) d->rows(d->data, first, end);
}

void team_rows(int threads, int first, int end, TeamRows *rows, void *data) {
  Division division = {rows, data, first, end, least(least(threads, end - first), TEAM_TASKS_MAX)};
  if (division.parts > 1)
    team_run(threads, division.parts, run_part, &division);
  else if (first < end)
    rows(data, first, end);
}

/* Asks the system at the first call only: a later change of the processors allowed has no effect on the number. */
int team_processors(void) {
  static _Atomic(int) known;
  int count = atomic_load_explicit(&known, memory_order_relaxed);
  if (count > 0) return count;
  count = least(thread_processors(), TEAM_TASKS_MAX);
  atomic_store_explicit(&known, count, memory_order_relaxed);
  return count;
}

void team_set_runner(TeamRunner *run, void *user) {
  runner = run;
  runner_user = user;
}

bool team_has_runner(void) {
  return runner != NULL;
}
