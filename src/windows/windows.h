#ifndef WINDOWS_WINDOWS_H
#define WINDOWS_WINDOWS_H

/* The program on Windows: what of POSIX it uses and Windows has not, or has otherwise. Names of files and of the environment are UTF-8 with
 * slashes everywhere but here; Windows is asked by its functions of wide characters, whatever code page it has. Functions that MinGW declares,
 * too, are taken by the linker (--wrap, CMakeLists.txt), so that the libraries have them as well; posix/ declares the others. */

#include <stdbool.h>
#include <stddef.h>
#include <wchar.h>

enum { WIDE_PATH = 4096 /* wide characters, with the 0 at the end */ };

/* Writes the text as wide characters, or as UTF-8. Returns false, with errno ENAMETOOLONG or EILSEQ, where it does not fit or is none. */
bool wide_from_utf8(const char *text, wchar_t wide[WIDE_PATH]);
bool utf8_from_wide(const wchar_t *wide, char *text, size_t size);

/* Writes a slash for each backslash. */
void slashes(char *path);

/* Sets errno by the last error of Windows; returns -1. */
int fail_of_windows(void);

#endif
