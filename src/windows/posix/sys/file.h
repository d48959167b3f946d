#ifndef WINDOWS_SYS_FILE_H
#define WINDOWS_SYS_FILE_H
/* Locks of whole files; see windows.h. */
enum { LOCK_SH = 1, LOCK_EX = 2, LOCK_NB = 4, LOCK_UN = 8 };

/* Locks an open file for this process alone: with LOCK_NB returns -1 with EWOULDBLOCK where another has it, else waits. It ends when the file is
 * closed. What is in the file can be read and written all the while. */
int flock(int file, int how);
#endif
