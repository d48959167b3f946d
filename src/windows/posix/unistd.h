/* Paths, files and the machine; see windows.h. */
#include_next <unistd.h>
#ifndef WINDOWS_UNISTD_H
#define WINDOWS_UNISTD_H
#include <sys/types.h>

enum { _SC_NPROCESSORS_ONLN, _SC_PAGE_SIZE, _SC_PHYS_PAGES, _SC_AVPHYS_PAGES };

long sysconf(int name);
int fsync(int file);

/* Writes the program's own path, of "/proc/self/exe"; returns -1 for all else, as of a file that is no link. */
ssize_t readlink(const char *path, char *text, size_t size);
#endif
