/* Waiting for Ctrl+C, and for the end of the window that the program writes to; see windows.h. */
#include_next <signal.h>
#ifndef WINDOWS_SIGNAL_H
#define WINDOWS_SIGNAL_H
typedef int sigset_t;
enum { SIG_BLOCK, SIG_SETMASK };

int sigemptyset(sigset_t *set);
int sigaddset(sigset_t *set, int number);
int sigwait(const sigset_t *set, int *number);

/* Has sigwait take what would end the program (SIG_BLOCK), or not (SIG_SETMASK). */
int windows_sigmask(int how);
#undef pthread_sigmask
#define pthread_sigmask(how, set, before) ((void)(set), (void)(before), windows_sigmask(how))
#endif
