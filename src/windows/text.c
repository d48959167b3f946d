/* Text and errors of Windows. */
#include <errno.h>
#include <windows.h>

#include "windows/windows.h"

bool wide_from_utf8(const char *text, wchar_t wide[WIDE_PATH]) {
  if (MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, wide, WIDE_PATH) > 0) return true;
  errno = GetLastError() == ERROR_INSUFFICIENT_BUFFER ? ENAMETOOLONG : EILSEQ;
  return false;
}

bool utf8_from_wide(const wchar_t *wide, char *text, size_t size) {
  if (WideCharToMultiByte(CP_UTF8, 0, wide, -1, text, (int)size, NULL, NULL) > 0) return true;
  errno = ENAMETOOLONG;
  return false;
}

void slashes(char *path) {
  for (; *path; path++)
    if (*path == '\\') *path = '/';
}

int fail_of_windows(void) {
  static const struct {
    DWORD windows;
    int number;
  } known[] = {
      {ERROR_FILE_NOT_FOUND, ENOENT},    {ERROR_PATH_NOT_FOUND, ENOENT},      {ERROR_INVALID_NAME, ENOENT},
      {ERROR_BAD_NETPATH, ENOENT},       {ERROR_ALREADY_EXISTS, EEXIST},      {ERROR_FILE_EXISTS, EEXIST},
      {ERROR_ACCESS_DENIED, EACCES},     {ERROR_SHARING_VIOLATION, EACCES},   {ERROR_DISK_FULL, ENOSPC},
      {ERROR_WRITE_PROTECT, EROFS},      {ERROR_DIRECTORY, ENOTDIR},          {ERROR_INVALID_HANDLE, EBADF},
      {ERROR_NOT_ENOUGH_MEMORY, ENOMEM}, {ERROR_LOCK_VIOLATION, EWOULDBLOCK}, {ERROR_IO_PENDING, EWOULDBLOCK},
  };
  const DWORD error = GetLastError();
  errno = EIO;
  for (size_t n = 0; n < sizeof known / sizeof *known; n++)
    if (known[n].windows == error) errno = known[n].number;
  return -1;
}
