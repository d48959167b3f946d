/* Files by names in UTF-8, and locks of them. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <windows.h>

#include "windows/windows.h"

FILE *__wrap_fopen(const char *path, const char *mode);
int __wrap_open(const char *path, int flags, ...);
int __wrap_access(const char *path, int how);
int __wrap_remove(const char *path);
int __wrap_rename(const char *from, const char *to);
DIR *__wrap_opendir(const char *path);
struct dirent *__wrap_readdir(DIR *folder);
int __wrap_closedir(DIR *folder);

/* --- opening ----------------------------------------------------------------------------------------------------------------- */

/* Writes lines that end with one byte, whatever the mode says, as POSIX does: the same bytes everywhere. Reads text as Windows does, with a line's
 * end of one byte or two. */
FILE *__wrap_fopen(const char *path, const char *mode) {
  wchar_t wide[WIDE_PATH], how[8] = {0};
  if (!wide_from_utf8(path, wide)) return NULL;
  const bool text = mode[0] == 'r' && !strpbrk(mode, "b+");
  for (size_t n = 0; n < 5 && mode[n]; n++) how[n] = (wchar_t)mode[n];
  if (!text && !strchr(mode, 'b')) how[wcslen(how)] = L'b';
  return _wfopen(wide, how);
}

int __wrap_open(const char *path, int flags, ...) {
  wchar_t wide[WIDE_PATH];
  int rights = 0;
  if (flags & O_CREAT) {
    va_list arguments;
    va_start(arguments, flags);
    rights = va_arg(arguments, int);
    va_end(arguments);
  }
  if (!wide_from_utf8(path, wide)) return -1;
  if (flags & O_DIRECTORY) {
    static const wchar_t name[] = L"/.lock";
    if (wcslen(wide) + sizeof name / sizeof *name > WIDE_PATH) return -1;
    wcscat(wide, name);
    flags = O_RDWR | O_CREAT | O_CLOEXEC, rights = 0600;
  }
  return _wopen(wide, flags | O_BINARY, rights & (_S_IREAD | _S_IWRITE));
}

int fsync(int file) {
  return _commit(file);
}

int fchmod(int file, int mode) {
  (void)file, (void)mode;
  return 0;
}

int flock(int file, int how) {
  const HANDLE handle = (HANDLE)_get_osfhandle(file);
  OVERLAPPED at = {.Offset = 0, .OffsetHigh = 0x40000000}; /* beyond all bytes: those of Windows' locks that are locked cannot be read */
  const DWORD flags = (how & LOCK_EX ? LOCKFILE_EXCLUSIVE_LOCK : 0u) | (how & LOCK_NB ? LOCKFILE_FAIL_IMMEDIATELY : 0u);
  const BOOL ok = how & LOCK_UN ? UnlockFileEx(handle, 0, 1, 0, &at) : LockFileEx(handle, flags, 0, 1, 0, &at);
  return ok ? 0 : fail_of_windows();
}

/* --- what is there ----------------------------------------------------------------------------------------------------------- */

int __wrap_access(const char *path, int how) {
  wchar_t wide[WIDE_PATH];
  return wide_from_utf8(path, wide) ? _waccess(wide, how & ~X_OK) : -1; /* the C library of Windows refuses to be asked for X_OK */
}

int windows_stat(const char *path, struct windows_stat *is) {
  enum { TICKS = 10000000 /* a second */ };
  static const long long from_1601 = 11644473600; /* seconds to 1970 */
  wchar_t wide[WIDE_PATH];
  WIN32_FILE_ATTRIBUTE_DATA found;
  if (!wide_from_utf8(path, wide)) return -1;
  if (!GetFileAttributesExW(wide, GetFileExInfoStandard, &found)) return fail_of_windows();
  const long long ticks = (long long)found.ftLastWriteTime.dwHighDateTime << 32 | found.ftLastWriteTime.dwLowDateTime;
  is->st_mode = found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY ? _S_IFDIR : _S_IFREG;
  is->st_mode |= found.dwFileAttributes & FILE_ATTRIBUTE_READONLY ? _S_IREAD : _S_IREAD | _S_IWRITE;
  is->st_size = (long long)found.nFileSizeHigh << 32 | found.nFileSizeLow;
  is->st_mtim.tv_sec = ticks / TICKS - from_1601;
  is->st_mtim.tv_nsec = (long)(ticks % TICKS) * (1000000000 / TICKS);
  return 0;
}

char *realpath(const char *path, char *whole) {
  wchar_t wide[WIDE_PATH], full[WIDE_PATH];
  char text[3 * PATH_MAX];
  if (!wide_from_utf8(path, wide)) return NULL;
  const DWORD size = GetFullPathNameW(wide, WIDE_PATH, full, NULL);
  if (size == 0 || size >= WIDE_PATH || GetFileAttributesW(full) == INVALID_FILE_ATTRIBUTES) return fail_of_windows(), NULL;
  if (!utf8_from_wide(full, text, whole ? PATH_MAX : sizeof text)) return NULL;
  slashes(text);
  return whole ? strcpy(whole, text) : strdup(text);
}

ssize_t readlink(const char *path, char *text, size_t size) {
  wchar_t program[WIDE_PATH];
  if (strcmp(path, "/proc/self/exe") != 0) {
    errno = EINVAL;
    return -1;
  }
  const DWORD length = GetModuleFileNameW(NULL, program, WIDE_PATH);
  if (length == 0 || length == WIDE_PATH || !utf8_from_wide(program, text, size)) return -1;
  slashes(text);
  return (ssize_t)strlen(text);
}

/* --- changing it ------------------------------------------------------------------------------------------------------------- */

int windows_mkdir(const char *path) {
  wchar_t wide[WIDE_PATH];
  if (!wide_from_utf8(path, wide)) return -1;
  if (CreateDirectoryW(wide, NULL)) return 0;
  const DWORD error = GetLastError(); /* of a drive, "C:", Windows says that it may not be made */
  const DWORD found = GetFileAttributesW(wide);
  SetLastError(found != INVALID_FILE_ATTRIBUTES ? ERROR_ALREADY_EXISTS : error);
  return fail_of_windows();
}

int __wrap_remove(const char *path) {
  wchar_t wide[WIDE_PATH];
  return wide_from_utf8(path, wide) ? _wremove(wide) : -1;
}

/* Replaces a file that is there, as POSIX does. */
int __wrap_rename(const char *from, const char *to) {
  wchar_t old[WIDE_PATH], now[WIDE_PATH];
  if (!wide_from_utf8(from, old) || !wide_from_utf8(to, now)) return -1;
  return MoveFileExW(old, now, MOVEFILE_REPLACE_EXISTING) ? 0 : fail_of_windows();
}

/* --- folders ----------------------------------------------------------------------------------------------------------------- */

/* A DIR of ours, of which callers know the address alone. */
typedef struct Folder {
  _WDIR *wide;
  struct dirent entry;
} Folder;

DIR *__wrap_opendir(const char *path) {
  wchar_t wide[WIDE_PATH];
  Folder *const folder = wide_from_utf8(path, wide) ? malloc(sizeof *folder) : NULL;
  if (!folder) return NULL;
  *folder = (Folder){.wide = _wopendir(wide)};
  if (folder->wide) return (DIR *)(void *)folder;
  free(folder);
  return NULL;
}

struct dirent *__wrap_readdir(DIR *given) {
  Folder *const folder = (Folder *)(void *)given;
  for (struct _wdirent *found; (found = _wreaddir(folder->wide));)
    if (utf8_from_wide(found->d_name, folder->entry.d_name, sizeof folder->entry.d_name)) return &folder->entry;
  return NULL;
}

int __wrap_closedir(DIR *given) {
  Folder *const folder = (Folder *)(void *)given;
  const int status = _wclosedir(folder->wide);
  free(folder);
  return status;
}
