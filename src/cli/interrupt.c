#define _POSIX_C_SOURCE 200809L /* sigwait, pthread_sigmask, strsignal */
#include "cli/interrupt.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static InterruptSave *save_first;
static void *save_data;

static sigset_t asking(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  return set;
}

/* exit() would run what other threads still use; the streams are all that has to be emptied. */
static void *wait_for_signals(void *unused) {
  const sigset_t set = asking();
  int number = SIGTERM;
  bool asked = false;
  (void)unused;
  for (;;) {
    if (sigwait(&set, &number) != 0) continue;
    if (!asked) { /* a second signal ends the program at once */
      pthread_mutex_lock(&lock);
      asked = save_first && save_first(save_data);
      pthread_mutex_unlock(&lock);
      if (asked) continue;
    }
    fflush(stdout);
    fprintf(stderr, "weir: ended by %s\n", number == SIGINT ? "SIGINT (Ctrl+C)" : "SIGTERM");
    _exit(128 + number);
  }
  return NULL;
}

void interrupt_start(void) {
  const sigset_t set = asking();
  sigset_t before;
  pthread_t thread;
  pthread_sigmask(SIG_BLOCK, &set, &before); /* all threads from here on inherit it */
  if (pthread_create(&thread, NULL, wait_for_signals, NULL) == 0)
    pthread_detach(thread);
  else
    pthread_sigmask(SIG_SETMASK, &before, NULL); /* then a signal ends the program without a word */
}

void interrupt_save_with(InterruptSave *to_call, void *data) {
  pthread_mutex_lock(&lock);
  save_first = to_call;
  save_data = data;
  pthread_mutex_unlock(&lock);
}

void interrupt_hold(void) {
  pthread_mutex_lock(&lock);
}
void interrupt_release(void) {
  pthread_mutex_unlock(&lock);
}
