#ifndef WINDOWS_SYS_RESOURCE_H
#define WINDOWS_SYS_RESOURCE_H
/* Priorities; see windows.h. */
enum { PRIO_PROCESS };

/* Gives the calling thread a lower priority, as Linux does of its threads, where `nice` is above 0. */
int setpriority(int which, unsigned who, int nice);
#endif
