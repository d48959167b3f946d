/* Opening files, with the flags of POSIX; see windows.h. */
#include_next <fcntl.h>
#ifndef WINDOWS_FCNTL_H
#define WINDOWS_FCNTL_H
#define O_CLOEXEC O_NOINHERIT
#define O_NONBLOCK 0           /* no file waits to be opened */
#define O_DIRECTORY 0x40000000 /* no flag of the system's: opens a file in the folder, to be locked in its place */
#endif
