/* Looks at a file by a path in UTF-8, and gives times as POSIX does; see windows.h. */
#include_next <sys/stat.h>
#ifndef WINDOWS_SYS_STAT_H
#define WINDOWS_SYS_STAT_H
#include <time.h>

/* The members of struct stat that the program reads. */
struct windows_stat {
  unsigned short st_mode;
  long long st_size;       /* bytes */
  struct timespec st_mtim; /* when it was last written, since 1970 */
};

int windows_stat(const char *path, struct windows_stat *is);
int windows_mkdir(const char *path);
int fchmod(int file, int mode); /* does nothing: a file has the rights of its folder */

#define stat windows_stat
#define mkdir(path, mode) windows_mkdir(path)
#endif
