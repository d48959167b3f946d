/* Paths and the environment; see windows.h. */
#include_next <stdlib.h>
#ifndef WINDOWS_STDLIB_H
#define WINDOWS_STDLIB_H
#ifdef __cplusplus
extern "C" {
#endif
/* Writes the path from the root of a file that is there to `whole`, of PATH_MAX bytes, or to memory of its own (free) for NULL. */
char *realpath(const char *path, char *whole);
int setenv(const char *name, const char *value, int over);
#ifdef __cplusplus
}
#endif
#endif
